"""The room's clock: a real one, and a virtual one for tests that lets hours pass in a moment."""

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
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """The interface of a clock."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def call_at(self, at: int, do: Callable[[], object]) -> Alarm:
        """Schedule a call."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a background task; the clock keeps a reference to it."""

    async def sleep(self, span: int) -> None:
        """Wait this many milliseconds."""


class _Running:
    """Background tasks."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.failed: list[str] = []
        """The class names of the latest few errors of failed tasks."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # The message stays out of the log: it could name cards.
            log.error("task failed", extra={"error": type(error).__name__})
            self.failed = [*self.failed[-9:], type(error).__name__]


class RealClock(_Running):
    """The time of day. Monotonic while the room runs, even if the system clock is set back."""

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
    """A clock that is stopped until `run`, and then advances from alarm to alarm.

    All background tasks are awaited before each alarm, so that runs are reproducible.
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
        """Wait for all background tasks."""
        while self.tasks:
            await asyncio.wait(list(self.tasks))

    async def run(self, span: int) -> None:
        """Advance by this many milliseconds."""
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
