"""Who is at a live table: invitations to a private one, viewers who come and go, people who are away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from seventh.room.changes import Change
from seventh.room.refusals import FORBIDDEN, RoomRefused
from seventh.room.tables.standing import Step
from seventh.room.tables.viewers import Viewer

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class Origin(Protocol):
    """Where somebody's connection comes from, as far as it is known; empty if not."""

    @property
    def device(self) -> str: ...

    @property
    def address(self) -> str: ...


class Presence:
    """The people who have a connection to one table, and those at its seats who have none."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.away: dict[int, int] = {}
        """Seats whose person has no connection, since when."""
        self._admitted: set[str] = set()
        """Who has shown the invitation to a private table."""
        self._origins: dict[str, tuple[str, str]] = {}
        """Device and address of those who sit here."""
        self._flagged: set[frozenset[str]] = set()

    def may_enter(self, person: str) -> bool:
        """Whether the table is public, or this person has been let in."""
        row = self._table.row
        return row.word is None or person == row.owner or person in self._admitted

    def admit(self, person: str, invitation: str) -> None:
        """Let somebody in who has the word of a private table."""
        if self.may_enter(person):
            return
        if self._table.standing.session.seat_of(person) or invitation == self._table.row.word:
            if person:
                self._admitted.add(person)
            return
        raise private()

    async def watch(self, viewer: Viewer, invitation: str = "", words: bool = True) -> None:
        """Send this viewer the table from now on; a seated person is back with that."""
        table = self._table
        self.admit(viewer.person, invitation)
        seat = table.standing.session.seat_of(viewer.person) if viewer.person else 0
        back = self.away.pop(seat, None) is not None
        if back:
            self._note_origin(viewer)
            table.timing.missed.pop(seat, None)
            table.tell(Step(table.standing))
        table.viewers.add(viewer, words)
        if back:
            await table.tick()  # who is here decides for whom the table waits

    async def unwatch(self, viewer: Viewer) -> None:
        """Send no more; a seated person without another connection is away from now on."""
        table, person = self._table, viewer.person
        if viewer not in table.viewers:
            return
        table.viewers.remove(viewer)
        seat = table.standing.session.seat_of(person) if person else 0
        if seat and seat not in self.away and not table.viewers.of(person):
            self.away[seat] = table.services.clock.now()
            table.tell(Step(table.standing))
            await table.tick()
        if any(waiting.person == person for waiting in table.standing.queue) and not table.viewers.of(person):
            await self._stop_waiting(person)

    async def _stop_waiting(self, person: str) -> None:
        try:
            await self._table.loop.carry_out(lambda _: Step(self._table.standing.without_waiting(person)))
        except RoomRefused:
            return  # the list is looked through again when a seat is free

    def sat_down(self, seat: int, person: str, at: int) -> None:
        """Somebody sat down, perhaps without a connection."""
        if not self._table.viewers.of(person):
            self.away.setdefault(seat, at)

    def absent_leave(self, at: int) -> Step | None:
        """The first person who has been away too long gets up."""
        for seat, goes in self._absent():
            if goes <= at:
                return self._table.seats.left(Step(self._table.standing), self._table.standing.chairs[seat].person, at)
        return None

    def next_absence(self) -> int | None:
        """When the next absent person gets up."""
        return min((goes for _, goes in self._absent()), default=None)

    def _absent(self) -> list[tuple[int, int]]:
        """People who are away and could get up now, and when they will."""
        table = self._table
        chairs, patience = table.standing.chairs, table.services.settings.away_leaves
        return [
            (seat, since + patience)
            for seat, since in self.away.items()
            if seat in chairs and not chairs[seat].bot and not table.policy.holds(seat)
        ]

    # Who could be one person at two seats.

    def _note_origin(self, viewer: Viewer) -> None:
        device, address = getattr(viewer, "device", ""), getattr(viewer, "address", "")
        if device or address:
            self._origins[viewer.person] = (device, address)

    async def flag(self, person: str, origin: Origin) -> None:
        """Write down when two people who play each other share a device or an address (R32)."""
        table = self._table
        if table.rules.AGAINST_HOUSE:
            return
        self._origins[person] = (origin.device, origin.address)
        here = {chair.person for chair in table.standing.chairs.values()}
        at = table.services.clock.now()
        entries = []
        for other in sorted(here - {person}):
            pair = frozenset((person, other))
            theirs = self._origins.get(other)
            if theirs is None or pair in self._flagged:
                continue
            shared = [
                what
                for what, mine, your in zip(("device", "address"), self._origins[person], theirs, strict=True)
                if mine and mine == your
            ]
            if shared:
                self._flagged.add(pair)
                entries.append(table.entry("flagged", at, None, None, people=sorted(pair), shares=shared))
        if entries:
            await table.loop.carry_out(lambda _: Step(table.standing, Change(log=tuple(entries))))


def private() -> RoomRefused:
    return RoomRefused(FORBIDDEN, "this table is private: its invitation is needed")
