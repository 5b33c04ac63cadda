"""Carries out what a person decides about their own play: limits, time-out, self-exclusion, reality checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seventh.room.limits.book import LimitBook
from seventh.room.limits.guard import Guard
from seventh.room.limits.totals import Totals
from seventh.room.limits.values import Exclusion, Limit, self_exclusion, time_out
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, RoomRefused
from seventh.room.tables.snapshot import Step

if TYPE_CHECKING:
    from seventh.room.room import Room


class LimitDesk:
    """The limits of everybody in a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.book = LimitBook(room.store, room.cashier, room.clock)
        self.totals = Totals(room.store)
        self.guard = Guard(
            self.book,
            self.totals,
            room.clock,
            room.settings.reality_check,
            lambda person: room.people.person(person).bot,
        )
        self.guard.tables = lambda: room.tables.values()

    async def set_limit(self, person: Person, kind: str, period: str, amount: int | None) -> Limit | None:
        """Set a limit, at once if it is stricter, after 24 hours if it is looser; None asks for it to be removed."""
        _not_a_bot(person)
        limit = await self.book.set_limit(person.id, kind, period, amount)
        await self._tell(person.id)
        return limit

    async def take_time_out(self, person: Person, hours: int, keep: str = "") -> Exclusion:
        """Exclude the person for some hours. `keep` is the secret of the session or token that stays."""
        return await self._exclude(person, time_out(hours, self._room.clock.now()), keep)

    async def exclude(self, person: Person, months: int | None, keep: str = "") -> Exclusion:
        """Exclude the person for some months, or permanently."""
        return await self._exclude(person, self_exclusion(months, self._room.clock.now()), keep)

    async def _exclude(self, person: Person, wanted: Exclusion, keep: str) -> Exclusion:
        """Nothing new can be wagered from now on; every other session, token and connection ends; seats are given up
        as soon as their rounds are over."""
        _not_a_bot(person)
        await self.book.exclude(person.id, wanted)
        await self._room.sessions.end_all(person.id, keep)
        await self._tell(person.id)
        return wanted

    async def set_interval(self, person: Person, minutes: int | None) -> None:
        """Set the minutes between reality checks; None for the house's interval."""
        _not_a_bot(person)
        await self.guard.set_interval(person.id, minutes)
        await self._tell(person.id)

    async def go_on(self, person: Person) -> None:
        """The person has seen the reality check, away from a table, and plays on."""
        await self.guard.go_on(person.id)
        await self._tell(person.id)

    async def _tell(self, person: str) -> None:
        """Let the tables take account of it."""
        for table in list(self._room.tables.values()):
            waits = any(waiting.person == person for waiting in table.snapshot.queue)
            if table.snapshot.session.seat_of(person) or waits:
                table.tell(Step(table.snapshot))
                await table.tick()


def _not_a_bot(person: Person) -> None:
    if person.bot:
        raise RoomRefused(FORBIDDEN, "bots have no limits")
