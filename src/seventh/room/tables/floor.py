"""The floor at a live table: holding the game, calling irregularities, removing players.

Every call goes through the table's loop like a player's action: it is computed from the round, committed, logged with
the name of the staff member, and only then seen by everybody. Players are told that the floor did it, not who.
"""

from __future__ import annotations

from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from seventh.room.changes import Change
from seventh.room.floor_asks import (
    ALL,
    FloorCall,
    FloorDeal,
    FloorHold,
    FloorLetIn,
    FloorRelease,
    FloorRemove,
    reason,
)
from seventh.room.frames import Out
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, NOT_NOW, STALE, UNKNOWN, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.snapshot import Held, Snapshot, Step
from seventh.rounds.actions import FLOOR, VoidRound
from seventh.rounds.calls import Call, CallSpot

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

VOID = VoidRound.__struct_config__.tag


class Floor:
    """What the floor does at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    # Holding the game.

    @property
    def held(self) -> Held | None:
        return self._table.snapshot.held

    @property
    def stops_all(self) -> bool:
        """Whether nobody may act and no clock runs."""
        return self.held is not None and self.held.what == ALL

    @property
    def notice(self) -> str:
        """Why the game is held, for everybody; empty if it is not."""
        if self.held is None:
            return ""
        did = "stopped the game" if self.stops_all else "is checking the deal"
        return f"the floor {did}: {self.held.why}"

    def check(self) -> None:
        """Refuse a player's action while the game is stopped."""
        if self.stops_all:
            raise RoomRefused(NOT_NOW, self.notice)

    async def hold(self, person: Person, ask: FloorHold) -> None:
        why = reason(ask.why)

        def make(at: int) -> Step:
            table = self._table
            if self.held is not None and self.held.what == ask.what:
                raise RoomRefused(NOT_NOW, "the floor is already holding this table")
            entry = table.entry("floor_held", at, person.id, ask.id, what=ask.what, why=why)
            held = Held(ask.what, why, at)
            return Step(table.snapshot).then(replace(table.snapshot, held=held), Change(log=(entry,)))

        await self._table.loop.carry_out(make)

    async def release(self, person: Person, ask: FloorRelease) -> None:
        def make(at: int) -> Step:
            table = self._table
            if self.held is None:
                raise RoomRefused(NOT_NOW, "the floor is not holding this table")
            entry = table.entry("floor_released", at, person.id, ask.id)
            return Step(table.snapshot).then(replace(table.snapshot, held=None), Change(log=(entry,)))

        await self._table.loop.carry_out(make)

    async def deal(self, person: Person, ask: FloorDeal) -> None:
        """The dealer's next step, while the game is held."""

        def make(at: int) -> Step:
            table, live = self._table, self._round(ask.round)
            if self.held is None:
                raise RoomRefused(NOT_NOW, "the deal is not on hold; hold it first")
            if not table.policy.may_step(live):
                raise RoomRefused(NOT_NOW, "the dealer has nothing to do; the table is waiting for its players")
            step = table.policy.deal_step(Step(table.snapshot), live, at)
            entry = table.entry("floor_dealt", at, person.id, ask.id)
            return step.then(step.snapshot, Change(log=(entry,)))

        await self._table.loop.carry_out(make)

    def may_deal(self) -> bool:
        """Whether the dealer has a next step for the floor to allow."""
        live = self._table.snapshot.live
        return self.held is not None and live is not None and self._table.policy.may_step(live)

    # Irregularities.

    def calls(self) -> tuple[Call, ...]:
        """What can be called now."""
        live = self._table.snapshot.live
        return live.calls() if live is not None else ()

    async def call(self, person: Person, ask: FloorCall) -> None:
        why = reason(ask.why) if ask.call == VOID or ask.why.strip() else ""

        def make(at: int) -> Step:
            table, live = self._table, self._round(ask.round)
            told = f"the floor called it off: {why}" if ask.call == VOID else why
            action = live.call(ask.call, ask.place, told)
            call, spot = next(
                (call, spot)
                for call in live.calls()
                for spot in call.spots
                if (call.call, spot.key) == (ask.call, ask.place)
            )
            if ask.expects != expectation(call, spot):
                raise RoomRefused(
                    STALE, "the round has moved on; the consequences have changed", " ".join(spot.follows)
                )
            entry = table.entry(
                "floor_called",
                at,
                person.id,
                ask.id,
                call=call.call,
                place=spot.key,
                title=call.title,
                label=spot.label,
                clause=call.clause,
                follows=spot.follows,
                why=why,
            )
            step = Step(table.snapshot).moved(live.act(FLOOR, action, at, person.id))
            return replace(step, change=Change(log=(entry,)) + step.change)

        await self._table.loop.carry_out(make)

    def _round(self, round_id: str) -> LiveRound:
        live = self._table.snapshot.live
        if live is None or live.id != round_id:
            raise RoomRefused(STALE, "that round is not in progress", live.id if live else "")
        return live

    # Players.

    async def remove(self, person: Person, ask: FloorRemove) -> None:
        why = reason(ask.why)

        def make(at: int) -> Step:
            table = self._table
            if not table.snapshot.session.seat_of(ask.person):
                raise RoomRefused(UNKNOWN, "that person has no seat at this table")
            removed = table.services.people.person(ask.person)
            if removed.bot:
                raise RoomRefused(NOT_NOW, "that player is a bot, and leaves when a person needs the seat")
            if table.snapshot.session.seats[table.snapshot.session.seat_of(ask.person)].leaves:
                raise RoomRefused(NOT_NOW, f"{removed.name} is already leaving")
            step = table.seats.left(Step(table.snapshot), ask.person, at)
            later = bool(step.snapshot.session.seat_of(ask.person))
            body: dict[str, Any] = {"whom": ask.person, "name": removed.name, "why": why, "later": later}
            entry = table.entry("floor_removed", at, person.id, ask.id, **body)
            barred = MappingProxyType({**step.snapshot.removed, ask.person: why})
            snapshot = replace(step.snapshot, removed=barred).without_waiting(ask.person)
            return replace(step, snapshot=snapshot, change=Change(log=(entry,)) + step.change)

        await self._table.loop.carry_out(make)

    async def let_in(self, person: Person, ask: FloorLetIn) -> None:
        """Let a removed player sit down again."""

        def make(at: int) -> Step:
            table = self._table
            if ask.person not in table.snapshot.removed:
                raise RoomRefused(NOT_NOW, "the floor has not removed this person from the table")
            name = table.services.people.person(ask.person).name
            entry = table.entry("floor_let_in", at, person.id, ask.id, whom=ask.person, name=name)
            kept = {whom: why for whom, why in table.snapshot.removed.items() if whom != ask.person}
            snapshot = replace(table.snapshot, removed=MappingProxyType(kept))
            return Step(table.snapshot).then(snapshot, Change(log=(entry,)))

        await self._table.loop.carry_out(make)

    def removed(self, person: str) -> str:
        """What a removed person is told; empty for anybody else."""
        why = self._table.snapshot.removed.get(person)
        return f"the floor removed you from this table: {why}" if why is not None else ""

    def check_removed(self, person: str) -> None:
        """Refuse a seat to somebody whom the floor removed."""
        if why := self.removed(person):
            raise RoomRefused(FORBIDDEN, why, "ask the floor to let you back in")

    def dismiss_removed(self, before: Snapshot) -> None:
        """Tell those whom the floor has just removed, once they have no seat, and send them to the lobby."""
        table = self._table
        if before.chairs is table.snapshot.chairs and before.removed is table.snapshot.removed:
            return
        for chair in before.chairs.values():
            if chair.person in table.snapshot.removed and not table.snapshot.session.seat_of(chair.person):
                why = f"The floor removed you from {table.row.name}: {table.snapshot.removed[chair.person]}."
                told = f"{why} Your chips are back in your wallet."
                table.viewers.dismiss(chair.person, msgspec.json.encode(Out(table.id, "kicked", told)))


def expectation(call: Call, spot: CallSpot) -> str:
    """A short code for what was shown to follow from a call."""
    return sha256(msgspec.json.encode((call.call, spot.key, call.clause, spot.follows))).hexdigest()[:16]
