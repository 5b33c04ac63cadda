"""Breaks at a live table (R44): reality checks between rounds, and the seats of people who excluded themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seventh.room.frames import StopInfo
from seventh.room.limits.guard import Exposure, Guard
from seventh.room.people.accounts import Person
from seventh.room.tables.snapshot import Chair, Snapshot, Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class Breaks:
    """Who is asked to take a break, or has to."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._reminded: set[str] = set()
        """The people who have been shown the reality check that is due."""

    @property
    def _guard(self) -> Guard | None:
        return self._table.services.gate.guard

    def exposure(self, person: str) -> Exposure | None:
        """What a person has at stake here; None without a seat."""
        table = self._table
        seat = table.snapshot.session.seat_of(person)
        if not seat:
            return None
        return Exposure(table.id, table.snapshot.chairs[seat].since, table.policy.at_stake(seat))

    def info(self, seat: int, person: str) -> StopInfo | None:
        """What the person is told between rounds: a reality check that is due, or why they may not wager."""
        table, guard = self._table, self._guard
        if guard is None or table.policy.holds(seat):
            return None
        if guard.book.exclusion(person) is None and guard.reality_check_due(person):
            time, net = guard.today(person)
            return StopInfo(check=True, time=time, net=net)
        why = table.services.gate.why_not(person, table.id, table.game) if guard.stops(person) else ""
        return StopInfo(why=why) if why else None

    # Time.

    def due(self, at: int) -> Step | None:
        """Give up the first seat of somebody who is excluded, or remind the first whose reality check is due."""
        table, guard = self._table, self._guard
        if guard is None:
            return None
        for seat, chair in self._free():
            if self._next(chair) > at:
                self._reminded.discard(chair.person)  # answered, perhaps elsewhere
            if guard.book.exclusion(chair.person) is not None:
                return table.seats.left(Step(table.snapshot), chair.person, at)
            if seat not in table.away and chair.person not in self._reminded and self._next(chair) <= at:
                self._reminded.add(chair.person)
                return Step(table.snapshot)
        return None

    def next_due(self) -> int | None:
        """When the next reality check is due, or at once if a seat has to be given up."""
        guard = self._guard
        if guard is None:
            return None
        free = self._free()
        if any(guard.book.exclusion(chair.person) is not None for _, chair in free):
            return self._table.services.clock.now()
        waiting = [
            self._next(chair)
            for seat, chair in free
            if seat not in self._table.away and chair.person not in self._reminded
        ]
        return min((time for time in waiting if time < _NEVER), default=None)

    def _next(self, chair: Chair) -> int:
        assert self._guard is not None
        return self._guard.next_reality_check(chair.person)

    def _free(self) -> list[tuple[int, Chair]]:
        """The people who are not in a round."""
        table = self._table
        return [
            (seat, chair)
            for seat, chair in table.snapshot.chairs.items()
            if not chair.bot and not table.policy.holds(seat)
        ]

    # Going on.

    async def go_on(self, person: Person, ask: str) -> None:
        """The person has seen the reality check and plays on, at this table too if they were sat out."""
        table, guard = self._table, self._guard
        seat = table.seats.of(person.id)
        assert guard is not None
        await guard.go_on(person.id, ask, table.id)
        self._reminded.discard(person.id)
        seated = table.snapshot.session.seats.get(seat)
        if seated is not None and seated.player == person.id and seated.sits_out and seated.chips:
            await table.seats.sit_in(person, None)
        else:
            table.tell(Step(table.snapshot))
            await table.tick()

    # Applying a committed step.

    def adopted(self, before: Snapshot) -> None:
        """The table has changed: rounds and sittings that have ended count from now on."""
        guard, now = self._guard, self._table.snapshot
        if guard is None or (now.live is before.live and now.chairs is before.chairs):
            return
        for chair in before.chairs.values():
            guard.totals.changed(chair.person)
            if not now.session.seat_of(chair.person):
                self._reminded.discard(chair.person)


_NEVER = 1 << 62
