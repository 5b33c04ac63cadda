"""For newcomers to a game: hand charts and a worked example."""

from fractions import Fraction

import pytest

from seventh.cards import parse_cards
from seventh.games import GAMES, book_house, wording_of
from seventh.games.worked import worked_round
from seventh.hands import flush


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
