"""Rules that matter only where a person deals real cards."""

from __future__ import annotations

import pytest

from seventh.records import read_record, verify_record, write_record
from seventh.rounds import events as ev
from seventh.rounds.hand_dealing import NotUnderstood
from tests.hand_dealing import scripts
from tests.hand_dealing.scripts import dealt_on, entered, flush, stud


def test_H4_a_raise_above_what_the_turned_cards_allow_is_cut_and_the_rest_returned():
    dealt = entered(flush(), scripts.FLUSH)
    reduced = [event for event in dealt.round.events if isinstance(event, ev.WagerReduced)]
    assert reduced == [ev.WagerReduced(1, "raise", 5_00, 10_00, "H4")]
    assert dealt.sheet[0].why == "Seat 1's raise is cut to $5; $10 is returned (H4)."
    five_suited = (*scripts.FLUSH[:-1], "2s3s4s Js9s 5c6c")
    dealt = entered(flush(), five_suited)
    assert [event.amount for event in dealt.round.events if isinstance(event, ev.WagerReduced)] == [10_00]


@pytest.mark.parametrize(("choice", "common"), [("shuffle", False), ("leave", True)])
def test_S12_where_the_rules_say_may_the_dealer_is_asked(choice, common):
    dealt = dealt_on(stud(7), scripts.DECK, until="The stub is short")
    asked = dealt.instruction
    assert asked.clause == "S12"
    assert [button.entry for button in asked.buttons] == ["shuffle", "leave"]
    for wrong in ("", "yes", "As"):
        with pytest.raises(NotUnderstood):
            dealt.enter(wrong)
    dealt.enter(choice)
    used = {card for places in dealt.round.places().values() for card in places}
    left = "".join(card for card in _codes(scripts.DECK) if card in used and card in dealt.round.places()["stub"])
    dealt_on(dealt, left)
    assert any(isinstance(e, ev.Dealt) and e.place == "common" for e in dealt.round.events) == common
    assert any(isinstance(e, ev.BurnsLeft) for e in dealt.round.events) == common
    assert verify_record(read_record(write_record(dealt.record()))) == dealt.round


def _codes(cards):
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


def test_S12_an_engine_that_deals_never_leaves_the_burns_out():
    dealt = dealt_on(stud(7), scripts.DECK, until="The stub is short")
    dealt.round.hand_dealt = False
    dealt.round._known = {}
    assert len(dealt.round.legal("dealer").choices) == 1
