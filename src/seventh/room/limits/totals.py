"""What a person has wagered, won or lost, and how long they had a seat, in the current periods.

Everything is read from the rounds and the sittings in storage, where it survives a restart; what was read is kept in
memory and only extended. A round counts from its end on, with all its wagers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.room.history import wagered_in
from seventh.room.limits.periods import longest_began
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.store import Store
from seventh.room.store.schema import players, rounds, sittings

LONGEST_ROUND = 31 * 86_400_000
"""Rounds opened longer ago than this before a period are not looked for in it."""
_KEPT = 5_000
"""The number of people kept in memory."""
_CHUNK = 400


class Played(Struct, frozen=True):
    """A finished round."""

    closed: int
    wagered: int
    net: int


class _Kept:
    """What is known about one person."""

    def __init__(self, since: int) -> None:
        self.since = since
        self.rounds: dict[str, Played] = {}
        self.sittings: list[tuple[int, int]] = []
        self.stale = True


class Totals:
    """The totals of people who need them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, _Kept] = {}

    def changed(self, person: str) -> None:
        """A round or a sitting of this person has ended."""
        kept = self._kept.get(person)
        if kept is not None:
            kept.stale = True

    def money(self, person: str, since: int, at: int) -> tuple[int, int]:
        """What the person has wagered, and their net result, in rounds that ended since then."""
        found = [played for played in self._of(person, since, at).rounds.values() if played.closed >= since]
        return sum(played.wagered for played in found), sum(played.net for played in found)

    def time(self, person: str, since: int, at: int, seated: Iterable[int] = ()) -> int:
        """For how many milliseconds the person had a seat; `seated` is since when they have their current seats.

        Seats at several tables at the same time count once.
        """
        spans = [*self._of(person, since, at).sittings, *((start, at) for start in seated)]
        total, end = 0, since
        for start, stop in sorted(spans):
            if stop > end:
                total += stop - max(start, end)
                end = stop
        return total

    def _of(self, person: str, since: int, at: int) -> _Kept:
        needed = min(since, longest_began(at))
        kept = self._kept.get(person)
        if kept is None or kept.since > needed:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            kept = self._kept[person] = _Kept(needed)
        if kept.stale:
            self._read_on(person, kept)
        return kept

    def _read_on(self, person: str, kept: _Kept) -> None:
        query = (
            select(rounds.c.id, rounds.c.table, rounds.c.state, rounds.c.seats, rounds.c.result, rounds.c.closed)
            .add_columns(players.c.seat.label("own"))
            .join(players, players.c.round == rounds.c.id)
            .where(players.c.person == person, players.c.opened >= kept.since - LONGEST_ROUND)
            .where(rounds.c.state != "open", rounds.c.closed >= self._read_from(kept))
        )
        sat = select(sittings.c.since, sittings.c.until).where(
            sittings.c.person == person, sittings.c.until >= kept.since
        )
        with self._store.reading() as connection:
            found = [row for row in connection.execute(query) if row.id not in kept.rounds]
            for start in range(0, len(found), _CHUNK):
                chunk = found[start : start + _CHUNK]
                wagered = wagered_in(connection, person, chunk)
                kept.rounds.update({row.id: _played(row, wagered.get(row.id, 0)) for row in chunk})
            kept.sittings = [(row.since, row.until) for row in connection.execute(sat)]
        kept.stale = False

    @staticmethod
    def _read_from(kept: _Kept) -> int:
        """Rounds that ended before this are known; ends of rounds at two tables may be committed in either order."""
        latest = max((played.closed for played in kept.rounds.values()), default=0)
        return max(kept.since, latest - 60_000)


def _played(row: Any, wagered: int) -> Played:
    if row.state == "void":
        wagered = 0  # what was not settled by then was returned
    before = msgspec.json.decode(row.seats, type=dict[int, Seated])[row.own].chips
    after = msgspec.json.decode(row.result, type=Closed).stacks[row.own]
    return Played(row.closed, wagered, after - before)
