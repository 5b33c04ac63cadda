"""Computations for the lab: in processes of their own, shared, bounded, and given up when nobody wants them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from seventh.games import book_house
from seventh.web.errors import Failure
from seventh.web.lab.workers import Laboratory, Pending
from seventh.web.settings import LabLimits, Rate
from tests.waiting import soon

pytestmark = pytest.mark.slow

PATIENT = LabLimits(questions=Rate(1000, 1000), address_questions=100, patience=0.02, forgotten=1000, longest=1000)


def house(pays: int, **more: Any) -> dict[str, Any]:
    changed = book_house("high-card-flush").replace(pays={"flush": {"five_cards": pays}}, **more)
    data: dict[str, Any] = changed.as_data()
    return data


def quick(pays: int) -> dict[str, Any]:
    return {"ask": "figures", "house": house(pays), "amounts": {}}


def slow(pays: int) -> dict[str, Any]:
    """A cap that decides how to play: every hand is decided again, which takes a minute."""
    amounts = {"main": 10_000, "flush": 2_500, "straight_flush": 2_500}
    return {"ask": "figures", "house": house(pays, aggregate_cap=100_000), "amounts": amounts}


def run(work: Callable[[Laboratory], Awaitable[None]], limits: LabLimits = PATIENT) -> None:
    async def inside() -> None:
        laboratory = Laboratory(limits)
        try:
            await work(laboratory)
        finally:
            laboratory.close()
        assert laboratory.processes == 0

    asyncio.run(inside())


async def final(laboratory: Laboratory, question: dict[str, Any], page: str = "a") -> dict[str, Any]:
    found: Any = Pending(0, False)

    async def once() -> bool:
        nonlocal found
        found = await laboratory.ask(question, page, "here")
        return not isinstance(found, Pending)

    while not await once():
        pass
    answer: dict[str, Any] = found
    return answer


def test_equal_questions_are_computed_once_and_kept():
    async def work(laboratory: Laboratory) -> None:
        first, second = await asyncio.gather(*(laboratory.ask(quick(15), page, "here") for page in "ab"))
        assert isinstance(first, Pending)
        assert isinstance(second, Pending)
        assert laboratory.computing == 1
        answer = await final(laboratory, quick(15))
        assert answer["report"]["wagers"]["flush"]["house_edge"] == pytest.approx(0.0206726)
        assert await laboratory.ask(quick(15), "b", "elsewhere") is answer
        assert (laboratory.computing, laboratory.processes) == (0, 1)

    run(work)


def test_a_page_that_asks_something_else_ends_what_it_asked_before():
    async def work(laboratory: Laboratory) -> None:
        assert isinstance(await laboratory.ask(slow(15), "a", "here", long=True), Pending)
        assert isinstance(await laboratory.ask(slow(16), "a", "here", long=True), Pending)
        assert laboratory.computing == 1
        # What another page wants too goes on.
        assert isinstance(await laboratory.ask(slow(16), "b", "here", long=True), Pending)
        assert isinstance(await laboratory.ask(quick(9), "a", "here"), Pending | dict)
        await final(laboratory, quick(9), "a")
        assert laboratory.computing == 1

    run(work)


def test_long_work_leaves_a_process_for_the_rest_and_the_loop_runs_on():
    async def work(laboratory: Laboratory) -> None:
        for pays, page in ((15, "a"), (16, "b"), (17, "c")):
            told = await laboratory.ask(slow(pays), page, "here", long=True)
            assert isinstance(told, Pending)
            assert told.queued == (page != "a")
        assert laboratory.processes == 1
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        answer = await final(laboratory, quick(15), "d")
        counting.cancel()
        assert "report" in answer
        assert turns > 5  # starting a process takes many milliseconds, in which the loop was not blocked
        assert laboratory.computing == 3

    run(work)


def test_what_nobody_asks_for_any_more_is_given_up():
    async def work(laboratory: Laboratory) -> None:
        assert isinstance(await laboratory.ask(slow(15), "a", "here", long=True), Pending)
        await soon(
            lambda: laboratory.computing == 0 and laboratory.processes == 0, "the end of a forgotten computation"
        )

    run(work, replace(PATIENT, forgotten=0.05))


def test_what_takes_too_long_is_refused_in_one_line():
    async def work(laboratory: Laboratory) -> None:
        answer = await final(laboratory, slow(15))
        assert answer["problem"].startswith("this takes more than")
        assert "report" in await final(replaced, quick(15))

    replaced = Laboratory(PATIENT)

    async def both(laboratory: Laboratory) -> None:
        try:
            await work(laboratory)
        finally:
            replaced.close()

    run(both, replace(PATIENT, longest=0.3))


def test_R39_the_queue_and_every_address_are_bounded():
    async def work(laboratory: Laboratory) -> None:
        for number in range(3):
            await laboratory.ask(slow(15 + number), f"page {number}", "here", long=True)
        with pytest.raises(Failure, match="other computations for this address"):
            await laboratory.ask(slow(20), "page 4", "here", long=True)
        await laboratory.ask(slow(21), "page 5", "there", long=True)
        with pytest.raises(Failure, match="the lab is busy"):
            await laboratory.ask(slow(22), "page 6", "there", long=True)
        assert laboratory.computing == 4

    run(work, replace(PATIENT, queue=3, address_questions=3))


def test_a_process_that_dies_fails_one_question_only():
    async def work(laboratory: Laboratory) -> None:
        await final(laboratory, quick(15))
        assert isinstance(await laboratory.ask(slow(15), "a", "here", long=True), Pending)
        (job,) = laboratory._jobs.values()
        assert job.process is not None
        os.kill(job.process._child.pid, signal.SIGKILL)
        answer = await final(laboratory, slow(15))
        assert answer == {"problem": "this could not be computed (logged); try again"}
        assert "report" in await final(laboratory, quick(16))

    run(work)


def test_processes_end_when_there_is_nothing_to_do():
    async def work(laboratory: Laboratory) -> None:
        laboratory.warm()
        assert laboratory.processes == 1
        await final(laboratory, quick(15))
        await soon(lambda: laboratory.processes == 0, "the end of an idle process")
        assert "report" in await final(laboratory, quick(16))

    run(work, replace(PATIENT, idle=0.05))
