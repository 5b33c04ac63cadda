"""Packs closed rounds into archives while the room runs, so that its database stays small."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from seventh.room.cashier import Cashier
from seventh.room.changes import Change
from seventh.room.clock import Alarm, Clock
from seventh.room.rounds.archive import BadArchive
from seventh.room.rounds.archiving import archiving, due
from seventh.room.settings import RoomSettings
from seventh.room.store import NotCommitted, Store, StoreFailed

log = logging.getLogger("seventh.room")

INTERVAL = 60_000
"""Milliseconds between two archives."""
LEAST = 128
"""Rounds that are worth an archive."""


class Archiver:
    """Makes an archive now and then. It is packed in a thread of its own: that takes a tenth of a second."""

    def __init__(self, store: Store, cashier: Cashier, settings: RoomSettings, clock: Clock) -> None:
        self._store = store
        self._cashier = cashier
        self._settings = settings
        self._clock = clock
        self._alarm: Alarm | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archiver")
        self._working = asyncio.Lock()
        self._stopped = not settings.archive_after

    def start(self) -> None:
        """Archive from time to time what was closed long enough ago."""
        if self._stopped:
            return

        async def work() -> None:
            try:
                await self.once()
            except (StoreFailed, NotCommitted):
                log.warning("archiving failed")  # the next time tries again
            except (BadArchive, LookupError, TypeError, ValueError) as error:  # damaged data
                log.error("archiving failed; `seventh check` says what is wrong", extra={"error": type(error).__name__})
            self.start()

        self._alarm = self._clock.call_at(self._clock.now() + INTERVAL, lambda: self._clock.spawn(work()))

    async def stop(self) -> None:
        """Stop, once an archive that is being made is complete."""
        self._stopped = True
        if self._alarm is not None:
            self._alarm.cancel()
        async with self._working:
            self._thread.shutdown()

    async def once(self) -> int:
        """Make an archive if enough rounds are due; returns their number."""
        async with self._working:
            if self._stopped:
                return 0
            now = self._clock.now()
            change = await asyncio.get_running_loop().run_in_executor(self._thread, self._packed, now)
            if change is None:
                return 0
            await self._cashier.commit(change)
            return len(change.writes) - 1

    def _packed(self, now: int) -> Change | None:
        with self._store.reading() as connection:
            ids = due(connection, now - self._settings.archive_after)
            return archiving(connection, ids, now) if len(ids) >= LEAST else None
