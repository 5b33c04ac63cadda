"""The room's clock: the real one, and one for tests that lets an evening pass in a moment."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from heapq import heappop, heappush
from itertools import count
from typing import Any, Protocol

log = logging.getLogger("seventh.room")


class Alarm(Protocol):
    """Something that will happen at a time, unless it is called off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What the room knows of time."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def call_at(self, at: int, do: Callable[[], object]) -> Alarm:
        """Do something when that time comes."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run on its own; the clock keeps it alive."""

    async def sleep(self, span: int) -> None:
        """Wait this many milliseconds."""


class _Running:
    """Tasks that run on their own, until each is done."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.failed: list[str] = []
        """The kinds of errors with which tasks ended; the latest few."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # Its words stay out of the log: they could name cards.
            log.error("task failed", extra={"error": type(error).__name__})
            self.failed = [*self.failed[-9:], type(error).__name__]


class RealClock(_Running):
    """The time of day. It never goes back while the room runs, whatever the system's clock does."""

    def __init__(self) -> None:
        super().__init__()
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._start + time.monotonic_ns()) // 1_000_000

    def call_at(self, at: int, do: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(at - self.now(), 0) / 1000, do)

    async def sleep(self, span: int) -> None:
        await asyncio.sleep(span / 1000)


class _VirtualAlarm:
    __slots__ = ("do",)

    def __init__(self, do: Callable[[], object]) -> None:
        self.do: Callable[[], object] | None = do

    def cancel(self) -> None:
        self.do = None


class VirtualClock(_Running):
    """A clock that stands still until it is told to run, and then runs from alarm to alarm.

    Before each alarm everything that runs on its own is awaited, so that the same evening comes out every time.
    """

    def __init__(self, start: int = 1_800_000_000_000) -> None:
        super().__init__()
        self._now = start
        self._alarms: list[tuple[int, int, _VirtualAlarm]] = []
        self._numbers = count()

    def now(self) -> int:
        return self._now

    def call_at(self, at: int, do: Callable[[], object]) -> Alarm:
        alarm = _VirtualAlarm(do)
        heappush(self._alarms, (at, next(self._numbers), alarm))
        return alarm

    async def sleep(self, span: int) -> None:
        done = asyncio.get_running_loop().create_future()
        self.call_at(self._now + span, lambda: done.cancelled() or done.set_result(None))  # type: ignore[func-returns-value]
        await done

    async def settle(self) -> None:
        """Wait until nothing runs on its own any more."""
        while self.tasks:
            await asyncio.wait(list(self.tasks))

    async def run(self, span: int) -> None:
        """Let so many milliseconds pass."""
        await self.settle()
        until = self._now + span
        while self._alarms and self._alarms[0][0] <= until:
            at, _, alarm = heappop(self._alarms)
            if alarm.do is None:
                continue
            self._now = max(self._now, at)
            alarm.do()
            await asyncio.sleep(0)
            await self.settle()
        self._now = until
