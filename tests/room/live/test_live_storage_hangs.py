"""R25: a commit that takes too long pauses its table; time that storage took is never charged to a player."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from argon2 import PasswordHasher

from seventh.room.clock import RealClock
from seventh.room.frames import Done, RefusedFrame
from seventh.room.people.passwords import Passwords
from seventh.room.room import Room
from seventh.rounds.actions import Fold
from tests.room.live.live_room import SETTINGS, STUD, Client, Harness, bet_and_close, told_at_once
from tests.waiting import soon

FLUSH = "high-card-flush-1"
SHORT = SETTINGS.but(
    decision_clock=2_000, time_bank=0, dealing_time=0, card_time=0, seed_window=2_000, commit_deadline=600_000
)
"""Decisions in two seconds, and patience with storage."""
IMPATIENT = SETTINGS.but(commit_deadline=200, retry_storage=20)


class RealHarness(Harness):
    """A room in real time with a writer process, which can be stopped for a while."""

    def __init__(self, *given) -> None:
        super().__init__(*given)
        self.real = RealClock()

    async def open(self) -> None:
        passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        self.open_now = True
        self.room = await Room.open(
            self.data, settings=self.settings, clock=self.real, passwords=passwords, separate_process=True
        )

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Storage does not answer within this block."""
        writer = self.room.store.writer.process
        os.kill(writer, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(writer, signal.SIGCONT)


async def two_seated(harness: Harness, table: str) -> tuple[Client, Client]:
    one, two = await harness.guest(), await harness.guest()
    await one.sit(table)
    await two.sit(table)
    return one, two


@told_at_once
async def test_R25_the_clock_of_another_seat_does_not_run_while_storage_hangs(tmp_path):
    async with RealHarness(tmp_path, SHORT) as harness:
        one, two = await two_seated(harness, FLUSH)
        await bet_and_close(harness, FLUSH, one, two)
        table = harness.table(FLUSH)
        ends = table.timing.deadlines[2].ends
        with harness.hanging():
            folding = asyncio.create_task(one.act(FLUSH, Fold()))
            await soon(lambda: harness.real.now() > ends + 200, "the end of the other seat's time")
        assert isinstance(await folding, Done)
        await table.tick()
        assert not table.timing.missed
        assert table.timing.deadlines[2].ends > ends + 200
        assert isinstance(await two.act(FLUSH, Fold()), Done)


@told_at_once
async def test_R25_a_clock_starts_when_the_question_can_be_told(tmp_path):
    """The deal hangs for longer than a decision may take."""
    async with RealHarness(tmp_path, SHORT) as harness:
        one, two = await two_seated(harness, FLUSH)
        with harness.hanging():
            dealing = asyncio.create_task(bet_and_close(harness, FLUSH, one, two))
            await soon(lambda: harness.room.cashier.waiting, "a wager on its way")
            asked = harness.real.now()
            await soon(lambda: harness.real.now() > asked + SHORT.decision_clock + 200, "more than a decision's time")
            released = harness.real.now()
        await dealing
        table = harness.table(FLUSH)
        await table.tick()
        assert not table.timing.missed
        assert {seat: clock.ends >= released + SHORT.decision_clock for seat, clock in table.timing.clocks.items()} == {
            1: True,
            2: True,
        }


@told_at_once
async def test_R25_client_seeds_may_be_sent_for_as_long_as_promised(tmp_path):
    async with RealHarness(tmp_path, SHORT) as harness:
        one, two = await harness.guest(), await harness.guest()
        table = f"{STUD}-1"
        await one.sit(table)
        await two.watch(table)
        with harness.hanging():
            sitting = asyncio.create_task(two.sit(table))
            await soon(lambda: harness.room.cashier.waiting, "a buy-in on its way")
            asked = harness.real.now()
            await soon(lambda: harness.real.now() > asked + SHORT.seed_window + 200, "more than the window for seeds")
            released = harness.real.now()
        await sitting
        assert harness.table(table).policy.until() >= released + SHORT.seed_window


@pytest.mark.parametrize("game", ["high-card-flush", STUD])
@told_at_once
async def test_R25_past_the_deadline_tables_pause_and_go_on_when_storage_answers(tmp_path, game):
    async with RealHarness(tmp_path, IMPATIENT) as harness:
        table = f"{game}-1"
        one, two = await two_seated(harness, table)
        cashier, loop = harness.room.cashier, harness.table(table).loop
        if game == STUD:
            await soon(lambda: (live := harness.table(table).snapshot.live) is not None and live.seeds_closed)
            await soon(lambda: any(isinstance(seat, int) for seat in harness.live_at(table).hand.to_act))
        live = harness.live_at(table)
        seat = next(iter(live.hand.to_act)) if game == STUD else 1
        assert isinstance(seat, int)
        asking = one if live.seats[seat].person == one.person else two
        ask = asking.answer_to(table)
        with harness.hanging():
            answer = await asking.ask(ask)
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "failed"
            assert "storage" in answer.why
            assert one.last["state"] == two.last["state"] == "paused"
            assert "storage" in one.last["notice"]
            assert cashier.oldest * 1000 >= IMPATIENT.commit_deadline
            assert cashier.waiting == 1
            await soon(lambda: cashier.oldest > 1, "several retries")
            assert cashier.waiting == 1, "nothing piles up behind a commit that hangs"
            assert harness.room.figures()["paused"] == 1
        await soon(lambda: not loop.paused, "the end of the pause")
        assert not cashier.oldest
        again = await asking.ask(ask)
        assert again == Done(ask.id, again=True), "it was written after all, once"
        await harness.stop()


@told_at_once
async def test_R25_a_room_whose_storage_hangs_can_be_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("seventh.room.store.remote_writer.CLOSING", 0.5)
    harness = RealHarness(tmp_path, IMPATIENT)
    await harness.open()
    one, _ = await two_seated(harness, FLUSH)
    writer = harness.room.store.writer.process
    os.kill(writer, signal.SIGSTOP)
    asking = asyncio.create_task(one.act(FLUSH))
    await soon(lambda: harness.room.cashier.waiting, "a wager on its way")
    await harness.stop()
    assert isinstance(await asking, RefusedFrame)
    with pytest.raises(ProcessLookupError):
        os.kill(writer, 0)
    await harness.open()
    assert harness.table(FLUSH).snapshot.live is not None
    await harness.close_and_check()


@told_at_once
async def test_R25_a_full_pipe_to_a_writer_that_hangs_does_not_block_the_room(tmp_path):
    """More is asked for than the pipe holds; the room goes on answering, and everything is written in order later."""
    from seventh.room.changes import Change, LogEntry

    async with RealHarness(tmp_path, SHORT) as harness:
        store = harness.room.store
        with harness.hanging():
            futures = [store.commit(Change(log=(LogEntry("large", os.urandom(100_000), 1),))) for _ in range(50)]
            await asyncio.sleep(0)
            assert not any(future.done() for future in futures)
        entries = [(await asyncio.wrap_future(future)).entry for future in futures]
        assert entries == list(range(entries[0], entries[0] + 50))
