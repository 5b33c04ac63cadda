"""Remarks on rounds: figures of `advise`, costs that add up, and nothing that the seat could not see."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from seventh.cards import UNKNOWN, parse_cards
from seventh.games import GAMES
from seventh.games.advice import advise
from seventh.games.coaching import coached, coaching
from seventh.games.scripted import Table
from seventh.records.remarks import remarks
from seventh.rounds.actions import Bet, Fold
from tests.games.at_the_table import view_of
from tests.records.playing_any import random_round

DECIDED = [name for name, game in GAMES.items() if coached(game.book) and Fold in game.round.actions]


@pytest.mark.parametrize("game", DECIDED)
def test_remarks_have_the_figures_of_advise_and_costs_add_up(game):
    seen = Counter()
    for seed in range(60):
        record = random_round(game, seed, trouble=0.002)
        house = record.new_house()
        for seat in record.seats:
            found = remarks(house, record, seat)
            best, made = Fraction(0), Fraction(0)
            hand = record.new_round()
            cards = {}
            for number, step in enumerate(record.steps):
                cards[number] = hand.view(seat).seats[list(record.seats).index(seat)].cards
                hand.act(step.who, step.action)
            for remark in found:
                step = record.steps[remark.step]
                assert (step.who, step.action) == (seat, remark.action)
                advice = advise(game, cards[remark.step], house)
                for choice in remark.choices:
                    assert choice.ev == advice.actions[choice.name]
                if isinstance(step.action, Fold):
                    assert remark.ev == advice.actions["fold"]
                    seen["fold"] += 1
                else:
                    assert isinstance(step.action, Bet)
                    seen["bet"] += 1
                assert remark.cost >= 0
                assert remark.cost == 0 or remark.chosen != remark.best
                best += max(choice.ev for choice in remark.choices) * remark.unit
                made += remark.ev * remark.unit
            assert sum((remark.chips for remark in found), Fraction(0)) == best - made
    assert min(seen["fold"], seen["bet"]) >= 15


def test_a_raise_between_whole_antes_is_worth_what_lies_between():
    table = Table("high-card-flush\nseat 1: ante 1000 | AsKsQsJs9s2d3c\ndealer: 2h3h4d5d6c7c8h")
    known = coaching(table.round.house, table.round.view(1))
    listed = {choice.name: choice.ev for choice in known.choices}
    assert list(listed) == ["fold", "raise_1x", "raise_2x"]
    assert known.worth(Bet("raise", 1500)) == (listed["raise_1x"] + listed["raise_2x"]) / 2
    assert known.cost(Bet("raise", 1500)) == (listed["raise_2x"] - listed["raise_1x"]) / 2
    assert known.best == known.choices[-1]
    assert known.worth(Bet("other", 1500)) is None


def test_only_choices_that_are_offered_are_compared():
    """Too few chips to raise: folding is then no mistake."""
    table = Table("high-card-flush\nseat 1 with 1500: ante 1000 | AsKsQsJs9s2d3c\ndealer: 2h3h4d5d6c7c8h")
    known = coaching(table.round.house, table.round.view(1))
    assert [choice.name for choice in known.choices] == ["fold"]
    assert known.cost(Fold()) == 0


def test_thrill_has_no_decision_but_the_hand_has_a_worth():
    table = Table("seven-card-thrill\nseat 1: poker 500 | AsKsQsJs9s2d3c\ndealer: 2h3h4d5d6c7c8h")
    view = view_of(table, 1)
    known = coaching(table.round.house, view)
    assert [choice.name for choice in known.choices] == ["set"]
    up = [card for card in parse_cards(view.dealer) if card is not UNKNOWN]
    assert known.choices[0].ev == advise("seven-card-thrill", "AsKsQsJs9s2d3c", up_card=up[0]).actions["set"]
    assert "no decision" in known.says
    other = Table("seven-card-thrill\nseat 1: full_house 500 | AsKsQsJs9s2d3c\ndealer: 2h3h4d5d6c7c8h")
    assert coaching(other.round.house, other.round.view(1)).choices == ()


@pytest.mark.parametrize("game", DECIDED)
def test_an_exposed_card_leaves_no_figures(game):
    bets = {"high-card-flush": "ante 500", "boston-7-stud": "ante 500, first 500"}[game]
    cards = "AsKsQs" if game == "boston-7-stud" else "AsKsQsJs9s2d3c"
    house = 'early_exposure = "play_on"'
    table = Table(f"{game}\nhouse: {house}\nseat 1: {bets} | {cards}\ndealer: 2h3h4d5d6c7c8h")
    view = view_of(table, 1)
    assert coaching(table.round.house, view).choices
    assert not coaching(table.round.house, replace(view, set_aside="7h")).choices
    assert not coaching(table.round.house, replace(view, dealer="2h" + view.dealer[2:])).choices


def test_a_seat_that_was_not_there_is_refused():
    record = random_round("high-card-flush", 1)
    with pytest.raises(ValueError, match="was not in the round"):
        remarks(record.new_house(), record, 99)
