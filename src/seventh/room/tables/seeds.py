"""Client seeds (R2), collected briefly so that they are written together."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from seventh.fair.receipt import receipt_text
from seventh.room.clock import Alarm
from seventh.room.people.accounts import Person
from seventh.room.refusals import MALFORMED, NOT_NOW, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.snapshot import Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

_GATHERED_FOR = 50
"""Milliseconds."""

Given = dict[int, tuple[str, bytes]]
"""The round and the seed, by seat."""


class Seeds:
    """The client seeds of one table that are not written yet."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._waiting: Given = {}
        self._alarm: Alarm | None = None
        self._receipts: dict[tuple[str, int], str] = {}
        """Signed receipts of the current round, by round and seat."""

    async def give(self, person: Person, round_id: str, seed: str) -> None:
        """Accept a client seed.

        It is written with the next change, or on its own once all seeds are here or a short time has passed, because
        all clients send theirs at the same time.
        """
        table = self._table

        def make(at: int) -> Step | None:
            live, seat = table.round_of(person, round_id)
            try:
                chosen = bytes.fromhex(seed)
            except ValueError:
                raise RoomRefused(MALFORMED, "a seed must be hexadecimal", "1 to 32 bytes") from None
            live.contribute(seat, chosen, at)
            given = {place for place, (of, _) in self._waiting.items() if of == live.id}
            given |= {*live.client_seeds, *table.away}
            if seat in given and seat not in table.away:
                raise RoomRefused(NOT_NOW, f"seat {seat} has already sent its seed")
            self._waiting[seat] = (live.id, chosen)
            return Step(table.snapshot) if given.union({seat}).issuperset(live.seats) else None

        await table.loop.carry_out(make)
        if self._waiting and self._alarm is None:
            clock = table.services.clock
            self._alarm = clock.call_at(clock.now() + _GATHERED_FOR, self._due)

    def _due(self) -> None:
        self._alarm = None
        if self._waiting and not self._table.loop.stopped:
            self._table.services.clock.spawn(self._write())

    async def _write(self) -> None:
        with suppress(RoomRefused):  # a paused table takes them when it resumes
            await self._table.loop.carry_out(lambda _: Step(self._table.snapshot) if self._waiting else None)

    def receipt(self, live: LiveRound | None, seat: int, person: str) -> str:
        """The room's signature for a person's committed seed (R9); empty if there is none. It is the same each time."""
        key = self._table.services.key
        if key is None or live is None or seat not in live.client_seeds or live.seats[seat].person != person:
            return ""
        known = self._receipts.get((live.id, seat))
        if known is None:
            if any(round_id != live.id for round_id, _ in self._receipts):
                self._receipts.clear()
            known = key.sign(receipt_text(live.id, seat, live.seed_hash, live.client_seeds[seat].hex()))
            self._receipts[live.id, seat] = known
        return known

    def waiting(self) -> Given:
        """The seeds to be written with the next step."""
        return dict(self._waiting)

    def added_to(self, step: Step, at: int) -> Step:
        """The step with the pending seeds added, as far as its round still accepts them."""
        live = step.snapshot.live
        for seat, (round_id, seed) in self._waiting.items():
            if live is None or live.id != round_id or live.over or live.seeds_closed or seat in live.client_seeds:
                continue
            step = step.moved(live.contribute(seat, seed, at))
            live = step.snapshot.live
        return step

    def written(self, seeds: Given) -> None:
        """Remove seeds that have been written."""
        self._waiting = {seat: given for seat, given in self._waiting.items() if seeds.get(seat) is not given}
