"""Hand-dealt rounds as lines: one for each wager of each seat, and every amount adds up."""

from __future__ import annotations

from collections import Counter

import pytest

from seventh.games import GAMES
from seventh.records.hand_dealt_lines import WagerLine, wager_lines
from seventh.records.record import read_record, write_record
from seventh.rounds import events as ev
from tests.hand_dealing import scripts
from tests.hand_dealing.by_hand import Dealer, nets, random_round

ROUNDS = 40


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_of_a_seat_add_up_to_its_result(name):
    seen: Counter[str] = Counter()
    for seed in range(ROUNDS):
        dealt = Dealer(random_round(name, f"lines {seed}")).run()
        hand = dealt.round
        lines = wager_lines(read_record(write_record(dealt.record())))
        assert all(line.net == line.paid - line.staked for line in lines)
        assert all(line.staked >= 0 and line.paid >= 0 and line.cap >= 0 for line in lines)
        by_seat = {seat: sum(line.net for line in lines if line.seat == seat) for seat in hand.seats}
        assert by_seat == nets(hand), f"seed {seed}"
        if not hand.AGAINST_HOUSE:
            assert sum(line.net for line in lines) == 0
            assert sorted(line.seat for line in lines if line.wager == "pot") == sorted(hand.seats)
            returned = dict.fromkeys(hand.seats, 0)
            for event in hand.events:
                if isinstance(event, ev.BetReturned):
                    returned[event.seat] += event.amount
            assert all(line.staked + returned[line.seat] <= hand.seats[line.seat] for line in lines if line.seat)
        else:
            settled = [event for event in hand.events if isinstance(event, ev.Settled)]
            assert [(line.seat, line.wager, line.staked) for line in lines] == [
                (event.seat, event.wager, event.amount) for event in settled
            ]
        if hand.void is not None:
            assert {line.result for line in lines if line.seat} <= {"void", "lose", "win", "push"}
        seen.update(line.result for line in lines)
    assert seen["win"]
    assert seen["lose"]


def test_a_reduced_raise_a_claimed_bonus_and_names():
    dealt = scripts.flush()
    dealt.about = {"number": 7, "names": {"1": "Ada"}}
    lines = wager_lines(scripts.entered(dealt, scripts.FLUSH).record())
    assert {(line.round, line.name) for line in lines if line.seat == 1} == {(7, "Ada")}
    raised = next(line for line in lines if (line.seat, line.wager) == (1, "raise"))
    assert raised.staked == 5_00, "what the cards did not allow was returned (H4)"
    assert {line.name for line in lines if line.seat == 3} == {""}
    assert all(line.clause for line in lines)


def test_a_cap_is_what_it_took_off():
    dealt = scripts.entered(scripts.flush("aggregate_cap = 2000"), scripts.FLUSH)
    cut = [line for line in wager_lines(dealt.record()) if line.cap]
    events = [event for event in dealt.round.events if isinstance(event, ev.Settled) and event.uncapped]
    assert [line.cap for line in cut] == [event.uncapped - event.payoff for event in events]
    assert cut


def test_a_round_in_progress_has_no_lines():
    dealt = scripts.entered(scripts.flush(), scripts.FLUSH[:8])
    assert wager_lines(dealt.record()) == []
    assert WagerLine.__struct_fields__ == (
        "round", "seat", "name", "wager", "staked", "result", "paid", "clause", "cap", "net",
    )  # fmt: skip
