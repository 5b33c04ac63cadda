"""The limits, exclusions and reality checks of everybody: loaded at the start, every change in the event log."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.limits import values
from seventh.room.limits.values import Exclusion, Limit, RealityCheck, as_row
from seventh.room.queries import rows
from seventh.room.store import Store, schema

LIMIT, EXCLUDED, INTERVAL, WENT_ON = "limit", "excluded", "reality_check_interval", "goes_on"
"""Kinds of log entry."""

Limits = dict[tuple[str, str], Limit]
"""A person's limits by kind and period."""


class LimitBook:
    """What people have set for themselves."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock) -> None:
        self._store, self._cashier, self._clock = store, cashier, clock
        self._limits: dict[str, Limits] = {}
        self._exclusions: dict[str, Exclusion] = {}
        self._checks: dict[str, RealityCheck] = {}
        self._changing = asyncio.Lock()

    def start(self) -> None:
        """Load everything from storage."""
        for row in rows(self._store, schema.play_limits.select()):
            limit = Limit(row.kind, row.period, row.amount, row.at, row.later, row.later_at)
            self._limits.setdefault(row.person, {})[row.kind, row.period] = limit
        for row in rows(self._store, schema.exclusions.select()):
            self._exclusions[row.person] = Exclusion(row.kind, row.since, row.until)
        for row in rows(self._store, schema.reality_checks.select()):
            self._checks[row.person] = RealityCheck(row.minutes, row.answered)

    # Reading.

    def limits(self, person: str) -> Limits:
        """The person's limits that are in force or pending."""
        found = self._limits.get(person)
        if not found:
            return {}
        now = self._clock.now()
        return {key: limit for key, limit in found.items() if limit.now(now) is not None}

    def exclusion(self, person: str) -> Exclusion | None:
        """The exclusion in force."""
        found = self._exclusions.get(person)
        return found if found is not None and found.holds(self._clock.now()) else None

    def excluded(self) -> list[str]:
        """Everybody whose exclusion is in force."""
        return [person for person in self._exclusions if self.exclusion(person) is not None]

    def reality_check(self, person: str) -> RealityCheck:
        return self._checks.get(person, _DEFAULT)

    # Changing.

    async def set_limit(self, person: str, kind: str, period: str, wanted: int | None) -> Limit | None:
        """Set a limit, or ask for it to be removed; the limit that is now in force or pending."""
        async with self._changing:
            at = self._clock.now()
            known = self._limits.get(person, {}).get((kind, period))
            limit = values.changed(known, kind, period, wanted, at)
            if limit == known:
                return limit
            write = Write("drop", "play_limits", {"person": person, "kind": kind, "period": period})
            if limit is not None:
                write = Write("put_or_set", "play_limits", as_row(person, limit))
            amounts = {name: getattr(limit, name, None) for name in ("amount", "later", "later_at")}
            body = msgspec.json.encode({"kind": kind, "period": period, **amounts})
            await self._commit(LogEntry(LIMIT, body, at, person=person), write)
            own = self._limits.setdefault(person, {})
            if limit is None:
                own.pop((kind, period), None)
            else:
                own[kind, period] = limit
            return limit

    async def exclude(self, person: str, wanted: Exclusion) -> None:
        """Exclude a person from play; it can be prolonged, but not shortened."""
        async with self._changing:
            values.check_longer(self.exclusion(person), wanted, self._clock.now())
            write = Write("put_or_set", "exclusions", as_row(person, wanted))
            body = msgspec.json.encode({"kind": wanted.kind, "until": wanted.until})
            await self._commit(LogEntry(EXCLUDED, body, wanted.since, person=person), write)
            self._exclusions[person] = wanted

    async def set_interval(self, person: str, minutes: int | None) -> None:
        """Set how often the person is reminded; None for the house's interval."""
        values.check_interval(minutes)
        async with self._changing:
            check = RealityCheck(minutes, self.reality_check(person).answered)
            await self._put_check(person, check, INTERVAL, {"minutes": minutes}, self._clock.now())

    async def go_on(self, person: str, ask: str = "", table: str | None = None) -> None:
        """The person has seen the reality check and plays on."""
        async with self._changing:
            answered = RealityCheck(self.reality_check(person).minutes, at := self._clock.now())
            await self._put_check(person, answered, WENT_ON, {}, at, ask or None, table)

    async def _put_check(
        self,
        person: str,
        check: RealityCheck,
        kind: str,
        body: dict[str, Any],
        at: int,
        ask: str | None = None,
        table: str | None = None,
    ) -> None:
        write = Write("put_or_set", "reality_checks", as_row(person, check))
        await self._commit(LogEntry(kind, msgspec.json.encode(body), at, table, None, person, ask), write)
        self._checks[person] = check

    async def _commit(self, entry: LogEntry, write: Write) -> None:
        await self._cashier.commit(Change(log=(entry,), writes=(write,)))


_DEFAULT = RealityCheck()
