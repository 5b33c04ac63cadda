"""R21: when storage cannot be written the tables pause, say so, and resume when it can be written again."""

import asyncio
import resource
from contextlib import contextmanager

import msgspec
import pytest

from seventh.room import frames
from seventh.room.frames import Done, RefusedFrame
from seventh.rounds.actions import Fold, PlaceWagers
from tests.room.live.live_room import GAMES, STUD, Harness, bet_and_close, calm, name, play_hand, told_at_once
from tests.waiting import soon


@contextmanager
def full_disk():
    """No file of this process can be written, as on a disk without space."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R21_a_full_disk_pauses_the_table_until_there_is_space(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.sit(table)
        await two.sit(table)
        await harness.run(2)
        live = harness.live_at(table)
        seat = next(iter(live.hand.to_act)) if game == STUD else 1
        assert isinstance(seat, int)
        acting = one if live.seats[seat].person == one.person else two
        ask = acting.answer_to(table)
        seen = live.view(None)
        with full_disk():
            answer = await acting.ask(ask)
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "failed"
            assert "storage" in answer.why
            assert one.last["state"] == "paused"
            assert "storage" in one.last["notice"]
            assert one.last["round"]["view"] == msgspec.json.decode(msgspec.json.encode(live.view(1)))
            answer = await acting.ask(msgspec.structs.replace(ask, id=name()))
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "failed"
            await harness.run(30)
            assert harness.table(table).state == "paused"
        await harness.run(2)
        assert harness.table(table).state in ("betting", "playing")
        assert not one.last["notice"]
        assert harness.live_at(table).view(None) == seen
        assert await acting.ask(ask) == Done(ask.id), "the same ask, with the same id, is done now"
        if game != STUD:
            await bet_and_close(harness, table, one, two)
        await play_hand(harness, table, one, two)
        await harness.close_and_check()


@told_at_once
async def test_R21_a_full_disk_in_every_phase_posts_nothing_by_half(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{STUD}-1", await harness.guest(), await harness.guest()
        with full_disk():
            await one.watch(table)
            answer = await one.ask(frames.Sit(name(), table, 20_000))
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "failed"
        await harness.run(2)
        await one.sit(table)
        await two.sit(table)
        for _ in range(60):
            with full_disk():
                await harness.run(0.9)
            await harness.run(1.2)
            live = harness.table(table).snapshot.live
            if live is not None and live.seeds_closed:
                seat = next((seat for seat in live.hand.to_act if isinstance(seat, int)), 0)
                if seat:
                    await (one if live.seats[seat].person == one.person else two).act(table, calm(live, seat))
        assert harness.table(table).snapshot.number > 1
        await harness.run(10)
        await harness.close_and_check()


@told_at_once
async def test_R21_a_table_without_work_and_people_without_tables_are_not_harmed(tmp_path):
    async with Harness(tmp_path) as harness:
        from seventh.room.store import StoreFailed

        one = await harness.guest()
        with full_disk():
            with pytest.raises(StoreFailed):
                await harness.room.people.guest()
            await harness.run(60)
        assert not any(table.loop.paused for table in harness.room.tables.values())
        await harness.room.people.guest()
        await one.sit("high-card-flush-1")


@pytest.mark.parametrize("ask", ["a wager", "ready"])
@told_at_once
async def test_R20_a_client_that_disconnects_during_a_write_breaks_nothing(tmp_path, ask):
    """A lost connection cancels its request, but never between the commit and the update of the table."""
    harness = Harness(tmp_path)
    await harness.open()
    table, one, two = "high-card-flush-1", await harness.guest(), await harness.guest()
    await one.sit(table)
    await two.sit(table)
    if ask == "ready":
        await bet_and_close(harness, table, one)
        await two.done(two.answer_to(table, PlaceWagers({"ante": 500})))
    wager = one.answer_to(table, PlaceWagers({"ante": 500})) if ask == "a wager" else None
    live = harness.live_at(table)
    doing = asyncio.create_task(two.ready(table) if wager is None else one.ask(wager))
    await soon(lambda: harness.room.cashier.waiting, pause=0)
    doing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await doing
    if wager is None:
        assert (await one.act(table, Fold())).code in ("stale", "not_now")  # in its turn, after what was written
    else:
        await two.done(two.answer_to(table, PlaceWagers({"ante": 500})))
        again = await one.ask(wager)
        assert isinstance(again, Done)
        assert again.again
    await harness.run(300)
    assert harness.table(table).snapshot.number > live.number
    assert not harness.table(table).loop.failures
    await harness.close_and_check()
