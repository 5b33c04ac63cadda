"""People's own parts of the shuffle (R2), gathered for a moment so that they are written together."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from seventh.room.clock import Alarm
from seventh.room.people.accounts import Person
from seventh.room.refusals import MALFORMED, NOT_NOW, RoomRefused
from seventh.room.tables.standing import Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

_GATHERED_FOR = 50
"""Milliseconds."""

Given = dict[int, tuple[str, bytes]]
"""The round and the seed, by seat."""


class Seeds:
    """The seeds of one table that are not written yet."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._waiting: Given = {}
        self._alarm: Alarm | None = None

    async def give(self, person: Person, round_id: str, seed: str) -> None:
        """Take the part of the shuffle that the person's own program chose.

        It is written with whatever is written next, and by itself once everybody's is here or a moment has passed: all
        programs send theirs at the same time.
        """
        table = self._table

        def make(at: int) -> Step | None:
            live, seat = table.round_of(person, round_id)
            try:
                chosen = bytes.fromhex(seed)
            except ValueError:
                raise RoomRefused(MALFORMED, "a seed is hexadecimal", "1 to 32 bytes") from None
            live.contribute(seat, chosen, at)
            given = {place for place, (of, _) in self._waiting.items() if of == live.id}
            given |= {*live.client_seeds, *table.away}
            if seat in given and seat not in table.away:
                raise RoomRefused(NOT_NOW, f"seat {seat} has given its seed already")
            self._waiting[seat] = (live.id, chosen)
            return Step(table.standing) if given.union({seat}).issuperset(live.seats) else None

        await table.loop.carry_out(make)
        if self._waiting and self._alarm is None:
            clock = table.services.clock
            self._alarm = clock.call_at(clock.now() + _GATHERED_FOR, self._due)

    def _due(self) -> None:
        self._alarm = None
        if self._waiting and not self._table.loop.stopped:
            self._table.services.clock.spawn(self._write())

    async def _write(self) -> None:
        with suppress(RoomRefused):  # a table that stands still takes them when it goes on
            await self._table.loop.carry_out(lambda _: Step(self._table.standing) if self._waiting else None)

    def waiting(self) -> Given:
        """Those that the next step takes along."""
        return dict(self._waiting)

    def added_to(self, step: Step, at: int) -> Step:
        """The step with the seeds that wait, as far as its round still takes them."""
        live = step.standing.live
        for seat, (round_id, seed) in self._waiting.items():
            if live is None or live.id != round_id or live.over or live.seeds_closed or seat in live.client_seeds:
                continue
            step = step.moved(live.contribute(seat, seed, at))
            live = step.standing.live
        return step

    def written(self, seeds: Given) -> None:
        """These wait no longer."""
        self._waiting = {seat: given for seat, given in self._waiting.items() if seeds.get(seat) is not given}
