"""Presence at a live table: invitations to a private table, connected viewers, absent players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from seventh.room.changes import Change
from seventh.room.refusals import FORBIDDEN, RoomRefused
from seventh.room.tables.snapshot import Step
from seventh.room.tables.viewers import Viewer
from seventh.rounds.actions import Action, Check, Fold, Muck, Show

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class Origin(Protocol):
    """Where a connection comes from; empty if unknown."""

    @property
    def device(self) -> str: ...

    @property
    def address(self) -> str: ...


class Presence:
    """The people connected to one table, and its absent players."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.away: dict[int, int] = {}
        """The seats of disconnected players, and since when."""
        self._acted_for: dict[int, tuple[str, Action]] = {}
        """The round and the last decision that the clock made for a player who was away, until they act, by seat."""
        self._admitted: set[str] = set()
        """The people who have presented the invitation to a private table."""
        self._origins: dict[str, tuple[str, str]] = {}
        """The devices and addresses of the seated players."""
        self._flagged: set[frozenset[str]] = set()

    def may_enter(self, person: str) -> bool:
        """Whether this person may take a seat: the table is public, or they were admitted."""
        row = self._table.row
        hosted = self._table.snapshot.hosted
        if hosted is None:
            return row.public or person == row.owner
        known = person in (hosted.host, row.owner) or person in hosted.invited or person in self._admitted
        return known and person not in hosted.kicked

    def may_watch(self, person: str) -> bool:
        """Whether this person may watch; includes people without an invitation if the host allows it."""
        hosted = self._table.snapshot.hosted
        return self.may_enter(person) or (hosted is not None and hosted.watched and person not in hosted.kicked)

    def knows(self, person: str) -> bool:
        """Whether this is a private table that the person was admitted to or is seated at."""
        return bool(person) and self._table.row.word is not None and self.may_enter(person)

    def admit(self, person: str, invitation: str) -> None:
        """Admit a person with the invitation to a private table; others may watch if the host allows it. Raises
        `RoomRefused`."""
        if self.may_enter(person) or (person and self._table.snapshot.session.seat_of(person)):
            return
        if self._table.row.alone:
            raise RoomRefused(FORBIDDEN, "this is another player's single-player table")
        if self._table.hosting.was_kicked(person):
            raise RoomRefused(FORBIDDEN, f"{self._table.hosting.host_name} removed you from this table")
        if invitation == self._table.row.word:
            if person:
                self._admitted.add(person)
            return
        if not self.may_watch(person):
            raise private()

    async def watch(self, viewer: Viewer, invitation: str = "", words: bool = True) -> None:
        """Add a viewer; a seated player counts as present again."""
        table = self._table
        self.admit(viewer.person, invitation)
        seat = table.snapshot.session.seat_of(viewer.person) if viewer.person else 0
        back = self.away.pop(seat, None) is not None
        if back:
            self._note_origin(viewer)
            table.timing.acted(seat)
            table.policy.adopted(table.services.clock.now())
            table.tell(Step(table.snapshot), table.news.back(seat))
        table.viewers.add(viewer, words)
        if back:
            await table.tick()  # who is present decides whom the table waits for

    async def unwatch(self, viewer: Viewer) -> None:
        """Remove a viewer; a seated player without another connection counts as away."""
        table, person = self._table, viewer.person
        if viewer not in table.viewers:
            return
        table.viewers.remove(viewer)
        seat = table.snapshot.session.seat_of(person) if person else 0
        if seat and seat not in self.away and not table.viewers.of(person):
            self.away[seat] = table.services.clock.now()
            table.news.lost(seat)
            table.policy.adopted(table.services.clock.now())
            table.tell(Step(table.snapshot))
            await table.tick()
        if any(waiting.person == person for waiting in table.snapshot.queue) and not table.viewers.of(person):
            await self._stop_waiting(person)

    async def _stop_waiting(self, person: str) -> None:
        try:
            await self._table.loop.carry_out(lambda _: Step(self._table.snapshot.without_waiting(person)))
        except RoomRefused:
            return  # the waiting list is checked again when a seat is free

    def sat_down(self, seat: int, person: str, at: int) -> None:
        """A player sat down, perhaps without a connection."""
        if not self._table.viewers.of(person):
            self.away.setdefault(seat, at)

    # What happened in their absence.

    def acted_for(self, seat: int, round_id: str, action: Action) -> None:
        """The clock has decided for a player; remember it if they are away."""
        if seat in self.away:
            self._acted_for[seat] = round_id, action

    def acted(self, seat: int) -> None:
        """A player acted, and so knows what has happened, or left."""
        self._acted_for.pop(seat, None)

    def absence(self, seat: int) -> str:
        """What the clock did for a player who was away, in a sentence, with the result once there is one."""
        round_id, action = self._acted_for.get(seat, ("", None))
        if action is None:
            return ""
        what = _IN_WORDS.get(type(action), "the dealer acted for you")
        over = self._table.overs.get(self._table.snapshot.chairs[seat].person)
        net = over.nets[seat] if over is not None and over.id == round_id else 0
        sign = "+" if net > 0 else "\u2212"
        result = f": {sign}{self._table.house.money(abs(net))}" if net else ""
        return f"While you were away {what}{result}."

    # Losing the seat.

    def absent_leave(self, at: int) -> Step | None:
        """Remove the first player who has been away too long."""
        for seat, goes in self._absent():
            if goes <= at:
                return self._table.seats.left(Step(self._table.snapshot), self._table.snapshot.chairs[seat].person, at)
        return None

    def next_absence(self) -> int | None:
        """When the next absent player loses the seat."""
        return min((goes for _, goes in self._absent()), default=None)

    def _absent(self) -> list[tuple[int, int]]:
        """The absent players who can be removed now, and when they will be."""
        table = self._table
        chairs, patience = table.snapshot.chairs, table.pace.away
        return [
            (seat, since + patience)
            for seat, since in self.away.items()
            if seat in chairs and not chairs[seat].bot and not table.policy.holds(seat)
        ]

    # Detecting one person at two seats.

    def _note_origin(self, viewer: Viewer) -> None:
        device, address = getattr(viewer, "device", ""), getattr(viewer, "address", "")
        if device or address:
            self._origins[viewer.person] = (device, address)

    async def flag(self, person: str, origin: Origin) -> None:
        """Log when two players at a table between players share a device or an address (R32)."""
        table = self._table
        if table.rules.AGAINST_HOUSE:
            return
        self._origins[person] = (origin.device, origin.address)
        here = {chair.person for chair in table.snapshot.chairs.values()}
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
            await table.loop.carry_out(lambda _: Step(table.snapshot, Change(log=tuple(entries))))


_IN_WORDS: dict[type[Action], str] = {
    Fold: "your hand was folded",
    Check: "you checked",
    Muck: "your hand was mucked",
    Show: "your hand was shown",
}


def private() -> RoomRefused:
    return RoomRefused(FORBIDDEN, "this table is private; you need its invitation link")
