"""For newcomers to a game: hand charts and a worked example."""

from fractions import Fraction

import pytest

from seventh.cards import parse_cards
from seventh.games import GAMES, book_house, parse_house, wording_of
from seventh.games.scripted import Table
from seventh.games.worked import worked_round
from seventh.hands import flush
from seventh.rounds.events import Settled


@pytest.mark.parametrize("game", GAMES)
def test_a_chart_shows_every_kind_of_hand_by_an_example_that_is_one(game):
    words = wording_of(book_house(game))
    first, *others = words.charts
    for row in first.rows:
        held = parse_cards(row.cards)
        named = words.hand(held)
        assert named.startswith(row.name) or (row.name == "high card" and named.endswith("high"))
        assert len(held) == 7
    assert sum(row.chance for row in first.rows) == 1
    for other in others:
        assert sum((row.chance for row in other.rows), Fraction(0)) <= 1


def test_T8_T9_every_bet_that_a_hand_wins_is_in_the_chart():
    (found,) = wording_of(book_house("seven-card-thrill")).charts
    pays = {row.name: dict(row.pays) for row in found.rows}
    assert pays["high card"] == {}
    assert pays["pair"] == {"Pair of Kings": "aces 1 to 1, kings 1 to 2"}
    assert pays["two pair"] == {"Pair of Kings": "1 to 1"}
    assert pays["straight"] == pays["flush"] == {"3 of a Kind": "4 to 1", "Pair of Kings": "1 to 1"}
    assert pays["four of a kind"] == {"Full House": "30 to 1", "3 of a Kind": "4 to 1", "Pair of Kings": "1 to 1"}
    assert pays["royal flush"] == {"Special": "2,000 to 1", **pays["four of a kind"]}
    house = parse_house('half_pay_kings = "holds_kings"', "seven-card-thrill")
    pays = {row.name: dict(row.pays) for row in wording_of(house).charts[0].rows}
    assert pays["two pair"] == {"Pair of Kings": "1 to 1, with a pair of kings 1 to 2"}
    assert pays["flush"]["Pair of Kings"] == "1 to 1"


def test_T8_T9_the_chart_pays_what_the_rules_pay():
    """Each example hand is settled, with every bet on it."""
    words = wording_of(book_house("seven-card-thrill"))
    for row in words.charts[0].rows:
        cards = [card.text for card in parse_cards(row.cards)]
        table = Table(f"""
            seven-card-thrill
            seat 1: pair_of_kings 500, three_of_a_kind 500, full_house 500, special 500 | {" ".join(cards)}
        """)
        table.finish()
        settled = {event.wager: event.payoff for event in table.round.events if isinstance(event, Settled)}
        won = {words.label(wager).removesuffix(" or Better") for wager, payoff in settled.items() if payoff}
        # The example of a pair is one of jacks, which wins nothing.
        assert won == (set() if row.name == "pair" else set(dict(row.pays))), row


def test_runs_in_the_second_chart_of_high_card_flush_are_as_long_as_it_says():
    lengths = [flush.longest_run(row.cards).length for row in wording_of(book_house("high-card-flush")).charts[1].rows]
    assert lengths == [7, 6, 5, 4, 3]


@pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].round.AGAINST_HOUSE])
def test_the_worked_round_ends_with_what_the_rules_pay(game):
    steps = worked_round(book_house(game))
    assert 4 <= len(steps) <= 8
    assert steps[0].title == "Your bets"
    assert steps[-1].title == "The result"
    assert steps[-1].says[-1].startswith("In total, you win $")
