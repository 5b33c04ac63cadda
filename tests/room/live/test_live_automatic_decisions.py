"""Decisions with only one sensible choice are made automatically, and the record verifies."""

import re

import pytest

from seventh.records.verify import verify_record
from seventh.rounds.actions import Claim, PlaceWagers, SetHand, Show
from tests.room.live.live_room import SETTINGS, SPARES, STUD, Harness, bet_and_close, told_at_once

BOSTON, THRILL = "boston-7-stud-1", "seven-card-thrill-1"


def done_by_seats(round_, kind):
    """How often seats did something of this kind in a round."""
    return [type(step.action) for step in round_.steps if isinstance(step.who, int)].count(kind)


def staying(live, seat):
    """What keeps a seat in the hand until the showdown."""
    named = {type(action).__name__: action for action in live.hand.legal(seat)}
    return next((named[name] for name in ("Check", "Call", "BringIn") if name in named), live.hand.default(seat))


@told_at_once
async def test_T5_the_best_five_are_played_without_asking(tmp_path):
    async with Harness(tmp_path, SPARES) as harness:
        one = await harness.guest()
        await one.sit(THRILL)
        await bet_and_close(harness, THRILL, one)
        over = harness.table(THRILL).snapshot.over
        assert over is not None, "the round waits for somebody"
        assert done_by_seats(over, SetHand) == 1
        assert verify_record(over.record("all"))


@told_at_once
async def test_B9_the_best_five_are_played_once_the_bet_is_made(tmp_path):
    async with Harness(tmp_path, SPARES) as harness:
        one = await harness.guest()
        await one.sit(BOSTON)
        await one.act(BOSTON, PlaceWagers({"ante": 500, "first": 500}))
        await one.ready(BOSTON)
        live = harness.table(BOSTON).snapshot.live
        assert live is not None, "a bet is a decision, and nobody makes it but the player"
        assert one.last["round"]["yours"]["offers"]
        await one.act(BOSTON, next(action for action in live.hand.legal(1) if type(action).__name__ == "Bet"))
        over = harness.table(BOSTON).snapshot.over
        assert over is not None, "the round waits for somebody"
        assert done_by_seats(over, SetHand) == 1
        assert verify_record(over.record("all"))


@pytest.mark.parametrize("decision", ["Bet", "Fold"])
@told_at_once
async def test_B5_a_bonus_that_is_won_is_claimed_without_asking(tmp_path, decision):
    async with Harness(tmp_path, SPARES) as harness:
        one = await harness.guest()
        await one.sit(BOSTON, 100_000)  # enough for sixty lost rounds
        for _ in range(60):  # a pair or better comes about every fourth round
            await one.act(BOSTON, PlaceWagers({"ante": 500, "first": 500, "three_card_bonus": 500}))
            await one.ready(BOSTON)
            live = harness.live_at(BOSTON)
            claimed = live.hand.hands[1].claimed
            yours = one.last["round"]["yours"]
            assert "claim" not in [offer["name"] for offer in yours["offers"]]
            await one.act(BOSTON, next(action for action in live.hand.legal(1) if type(action).__name__ == decision))
            over = harness.over_at(BOSTON)
            assert done_by_seats(over, Claim) == claimed
            if claimed:
                break
            await harness.run(60)
        assert claimed
        assert re.match(
            r"Your three-card bonus wins \$\d+ \([\w ]+\)\. Make the second bet \(\$5\), or fold\.", yours["prompt"]
        )
        assert verify_record(over.record("all"))


@pytest.mark.parametrize("table", [BOSTON, THRILL])
@told_at_once
async def test_a_room_may_ask_for_the_five_all_the_same(tmp_path, table):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(table)
        await one.act(table, PlaceWagers({"poker": 500} if table == THRILL else {"ante": 500, "first": 500}))
        await one.ready(table)
        live = harness.live_at(table)
        if table == BOSTON:
            await one.act(table, next(action for action in live.hand.legal(1) if type(action).__name__ == "Bet"))
            live = harness.live_at(table)
        assert SetHand() in live.hand.legal(1)
        await one.act(table, SetHand())
        assert done_by_seats(harness.over_at(table), SetHand) == 1


@pytest.mark.parametrize(("settings", "asks"), [(SPARES, False), (SETTINGS, True)])
@told_at_once
async def test_S23_a_hand_that_can_only_be_shown_is_shown(tmp_path, settings, asks):
    async with Harness(tmp_path, settings) as harness:
        table, clients = f"{STUD}-1", [await harness.guest(), await harness.guest()]
        owners = {client.person: client for client in clients}
        for client in clients:
            await client.sit(table)
        await harness.run(3)
        asked = []
        for _ in range(100):
            live = harness.table(table).snapshot.live
            waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int)) if live else []
            if live is None or not waiting:
                break
            asked.append([choice.action for choice in live.hand.legal(waiting[0]).choices])
            await owners[live.seats[waiting[0]].person].act(table, staying(live, waiting[0]))
            await harness.clock.settle()
        over = harness.over_at(table)
        assert done_by_seats(over, Show) >= 1
        assert ([Show] in asked) is asks
        assert verify_record(over.record("all"))
