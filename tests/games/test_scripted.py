"""A round from a short text."""

import pytest

from seventh.cards import DuplicateCard
from seventh.games.scripted import ENOUGH, Table
from seventh.rounds.legal import Refused
from tests.games.at_the_table import view_of

TEXT = """
    boston-7-stud
    house: three_card_claim = "automatic"
    house: deal = "one_at_a_time"
    seat 1: ante 500, first 500, three_card_bonus 100 | AsKsQs 2c2d7h9h
    seat 3 with 600: ante 500
    seat 4 with 700:
    dealer: KcKd3h 4s5d8cTd
"""


def test_wagers_are_placed_and_cards_dealt_up_to_the_first_decision():
    table = Table(TEXT)
    seats = table.round.view(1).seats
    assert [(seat.seat, seat.stack, seat.status) for seat in seats] == [
        (1, ENOUGH - 1000 + 3500, "in"),
        (3, 100, "in"),
        (4, 700, "out"),
    ]
    assert seats[0].cards == "AsKsQs"
    assert table.round.house.deal == "one_at_a_time"
    assert table.round.to_act == {1}


def test_a_places_cards_are_used_in_their_order_and_a_place_without_any_gets_what_is_not_mentioned():
    table = Table(TEXT)
    table.act(1, "bet wager=second amount=500")
    table.finish()
    assert table.round.view(1).seats[0].cards == "AsKsQs2c2d7h9h"
    assert view_of(table, 1).dealer == "KcKd3h4s5d8cTd"
    assert len(table.round.view(3).seats[1].cards) == 14


def test_the_dealer_can_be_stopped():
    table = Table(TEXT, deals=2)
    assert [len(seat.cards) // 2 for seat in table.round.view(1).seats] == [1, 1, 0]
    table.deal_on(1)
    assert view_of(table, 1).dealer == "??"
    table.deal_on()
    assert table.round.to_act == {1}


def test_an_action_is_a_value_or_its_text_and_returns_what_it_brought_about():
    table = Table(TEXT)
    events = table.act(1, "fold")
    assert [type(event).__name__ for event in events] == ["Folded"]
    assert len(table.round.view(3).seats[1].cards) == 14  # the dealer went on


def test_finish_lets_the_clock_decide():
    table = Table(TEXT).finish()
    assert table.net(1) == -1000 + 3500
    assert table.settled(1, "first").result == "lose"


def test_an_impossible_script_is_an_error():
    table = Table(TEXT)
    with pytest.raises(LookupError, match="not over"):
        table.net(1)
    with pytest.raises(LookupError, match="0 settlements"):
        table.settled(3, "ante")


def test_a_card_in_two_places_is_an_error():
    with pytest.raises(DuplicateCard, match="As appears twice"):
        Table("boston-7-stud\nseat 1: ante 500 | As\ndealer: As")


def test_wagers_that_the_rules_refuse_are_refused():
    with pytest.raises(Refused, match="B14"):
        Table("boston-7-stud\nseat 1: ante 50")
