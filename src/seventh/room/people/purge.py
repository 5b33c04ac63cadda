"""Deletes what nobody can use any more: expired sessions and tokens, and guests who will not come back.

A guest account exists only in a browser's cookie or a token: once these have expired, nobody can reach it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import exists, select

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, Write
from seventh.room.clock import Alarm, Clock
from seventh.room.people.people import People
from seventh.room.people.sessions import Sessions
from seventh.room.queries import rows
from seventh.room.settings import RoomSettings
from seventh.room.store import NotCommitted, Store, StoreFailed, schema

log = logging.getLogger("seventh.room")

INTERVAL = 600_000
"""Milliseconds between two purges."""
MOST = 200
"""How many rows a purge deletes at most; the rest waits for the next."""


class Purge:
    """Deletes a bounded number of expired rows from time to time."""

    def __init__(
        self, store: Store, cashier: Cashier, people: People, sessions: Sessions, settings: RoomSettings, clock: Clock
    ) -> None:
        self._store = store
        self._cashier = cashier
        self._people = people
        self._sessions = sessions
        self._settings = settings
        self._clock = clock
        self._alarm: Alarm | None = None

    def start(self, in_use: Callable[[str], bool]) -> None:
        """Purge now and then; a guest who is `in_use`, such as at a table, is kept."""

        async def work() -> None:
            try:
                await self.once(in_use)
            except (StoreFailed, NotCommitted):
                log.warning("purge failed")  # the next one tries again
            self.start(in_use)

        self._alarm = self._clock.call_at(self._clock.now() + INTERVAL, lambda: self._clock.spawn(work()))

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    async def once(self, in_use: Callable[[str], bool] = lambda _: False) -> int:
        """Delete at most `MOST` rows; returns their number."""
        now = self._clock.now()
        found: list[Write] = []
        for table in (schema.web_sessions, schema.tokens):
            query = select(table.c.hash).where(table.c.expires <= now).limit(MOST - len(found))
            found += [Write("drop", table.name, {"hash": row.hash}) for row in rows(self._store, query)]
        if found:
            await self._cashier.commit(Change(writes=tuple(found)))
        guests = [person for person in self._lost_guests(now, MOST - len(found)) if not in_use(person)]
        for person in guests:
            await self._delete(person)
        return len(found) + len(guests)

    def _lost_guests(self, now: int, most: int) -> list[str]:
        """Guests without a session or a token."""
        people, sessions, tokens = schema.people, schema.web_sessions, schema.tokens
        query = (
            select(people.c.id)
            .where(
                people.c.guest.is_(True),
                people.c.deleted.is_(None),
                people.c.created <= now - self._settings.guest_life,
                ~exists().where(sessions.c.person == people.c.id),
                ~exists().where(tokens.c.person == people.c.id),
            )
            .limit(most)
        )
        return [row.id for row in rows(self._store, query)]

    async def _delete(self, person: str) -> None:
        await self._sessions.end_all(person, commit=lambda writes: self._deleting(person, writes))

    def _deleting(self, person: str, writes: tuple[Write, ...]) -> Awaitable[None]:
        return self._people.delete(person, writes)
