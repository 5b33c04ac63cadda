"""R21: when nothing can be written the tables stand still, say so, and go on when it can be again."""

import asyncio
import resource
from contextlib import contextmanager

import msgspec
import pytest
from live_room import GAMES, STUD, Evening, bet_and_close, calm, name, play_hand, told_at_once

from seventh.room import frames
from seventh.room.frames import Done, RefusedFrame
from seventh.rounds.actions import Fold, PlaceWagers
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
async def test_R21_a_full_disk_pauses_the_table_and_it_goes_on_when_there_is_space(tmp_path, game):
    async with Evening(tmp_path) as evening:
        table, one, two = f"{game}-1", await evening.guest(), await evening.guest()
        await one.sit(table)
        await two.sit(table)
        await evening.run(2)
        live = evening.table(table).standing.live
        seat = next(iter(live.hand.to_act)) if game == STUD else 1
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
            await evening.run(30)
            assert evening.table(table).state == "paused"
        await evening.run(2)
        assert evening.table(table).state in ("betting", "playing")
        assert not one.last["notice"]
        assert evening.table(table).standing.live.view(None) == seen
        assert await acting.ask(ask) == Done(ask.id), "the same ask, with the same id, is done now"
        if game != STUD:
            await bet_and_close(evening, table, one, two)
        await play_hand(evening, table, one, two)
        await evening.close_and_check()


@told_at_once
async def test_R21_a_full_disk_in_every_phase_posts_nothing_by_half(tmp_path):
    async with Evening(tmp_path) as evening:
        table, one, two = f"{STUD}-1", await evening.guest(), await evening.guest()
        with full_disk():
            await one.watch(table)
            answer = await one.ask(frames.Sit(name(), table, 20_000))
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "failed"
        await evening.run(2)
        await one.sit(table)
        await two.sit(table)
        for _ in range(60):
            with full_disk():
                await evening.run(0.9)
            await evening.run(1.2)
            live = evening.table(table).standing.live
            if live is not None and live.seeds_closed:
                seat = next((seat for seat in live.hand.to_act if isinstance(seat, int)), 0)
                if seat:
                    await (one if live.seats[seat].person == one.person else two).act(table, calm(live, seat))
        assert evening.table(table).standing.number > 1
        await evening.run(10)
        await evening.close_and_check()


@told_at_once
async def test_R21_a_table_without_work_and_people_without_tables_are_not_harmed(tmp_path):
    async with Evening(tmp_path) as evening:
        from seventh.room.store import StoreFailed

        one = await evening.guest()
        with full_disk():
            with pytest.raises(StoreFailed):
                await evening.room.people.guest()
            await evening.run(60)
        assert not any(table.loop.paused for table in evening.room.tables.values())
        await evening.room.people.guest()
        await one.sit("high-card-flush-1")


@pytest.mark.parametrize("ask", ["a wager", "ready"])
@told_at_once
async def test_R20_who_hangs_up_while_something_is_written_breaks_nothing(tmp_path, ask):
    """A connection that ends stops what it asked for, but never between the commit and what the table knows of it."""
    evening = Evening(tmp_path)
    await evening.open()
    table, one, two = "high-card-flush-1", await evening.guest(), await evening.guest()
    await one.sit(table)
    await two.sit(table)
    if ask == "ready":
        await bet_and_close(evening, table, one)
        await two.done(two.answer_to(table, PlaceWagers({"ante": 500})))
    wager = one.answer_to(table, PlaceWagers({"ante": 500})) if ask == "a wager" else None
    live = evening.table(table).standing.live
    doing = asyncio.create_task(two.ready(table) if wager is None else one.ask(wager))
    await soon(lambda: evening.room.cashier.waiting, pause=0)
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
    await evening.run(300)
    assert evening.table(table).standing.number > live.number
    assert not evening.table(table).loop.failures
    await evening.close_and_check()
