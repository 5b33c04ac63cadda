"""The reports of oversight: hold, chip flow between players, and tests of the dealt decks.

Only closed rounds count, and a deck only once its seed may be shown to everybody, so that nothing here tells anything
about a round in progress.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.room.clock import Clock
from seventh.room.luck import HouseOf
from seventh.room.oversight.decks import Battery, battery, decks_in
from seventh.room.oversight.hold import Hold, hold
from seventh.room.oversight.pairs import Flag, PairLine, pairs
from seventh.room.oversight.tallies import Period, Pots, Tallies
from seventh.room.refusals import NOT_NOW, RoomRefused
from seventh.room.settings import RoomSettings
from seventh.room.store import Store
from seventh.room.store.schema import log

Found = TypeVar("Found")


class Report(Struct, Generic[Found], frozen=True):
    """A report, and what it is based on."""

    found: Found
    read: int
    """Closed rounds of all time that have been read."""
    left: int
    """Closed rounds that have not been read yet: the report is complete when none are left."""
    moved: int
    """Rounds of the period that are not counted, because their archives were moved to files."""
    files: tuple[str, ...]
    unread: int
    """Rounds of the period that cannot be read."""


class TableRake(Struct, frozen=True):
    """Hands between players at one table."""

    game: str
    table: str
    hands: int
    staked: int
    rake: int


class HoldReport(Struct, frozen=True):
    """The hold against the dealer, and the rake between players."""

    hold: Hold
    rake: list[TableRake]


class Oversight:
    """Makes the reports."""

    def __init__(self, store: Store, settings: RoomSettings, clock: Clock, house_of: HouseOf) -> None:
        self._store = store
        self._house_of = house_of
        self._tallies = Tallies(store, settings, clock, house_of)

    def hold(self, period: Period, game: str = "", seconds: float = 1.0) -> Report[HoldReport]:
        """Actual against theoretical hold."""
        return self._report(
            lambda: HoldReport(hold(self._tallies, self._house_of, period, game), self._rake(period, game)),
            period,
            game,
            seconds,
        )

    def flow(self, period: Period, game: str = "", seconds: float = 1.0) -> Report[list[PairLine]]:
        """Who won how much from whom."""
        flags = self.flags()
        return self._report(lambda: pairs(self._tallies, period, flags, game), period, game, seconds)

    def shuffles(self, period: Period, game: str = "", seconds: float = 1.0) -> Report[Battery]:
        """The tests of the dealt decks."""
        decks = self._report(lambda: decks_in(self._tallies, period, game), period, game, seconds)
        found = battery(decks.found, self._tallies.unrevealed)
        # Their seeds are kept, so no deck is missing.
        return Report(found, decks.read, decks.left, 0, (), decks.unread)

    def flags(self) -> list[Flag]:
        """Players who shared a device or an address at a table between players."""
        query = select(log.c.at, log.c.table, log.c.body).where(log.c.kind == "flagged").order_by(log.c.seq)
        with self._store.reading() as connection:
            entries = [(row.at, row.table or "", _FLAG.decode(bytes(row.body))) for row in connection.execute(query)]
        return [Flag(at, table, frozenset(body.people), tuple(body.shares)) for at, table, body in entries]

    def _report(self, make: Callable[[], Found], period: Period, game: str, seconds: float) -> Report[Found]:
        tallies = self._tallies
        if not tallies.lock.acquire(timeout=max(10.0, 2 * seconds)):
            raise RoomRefused(NOT_NOW, "rounds are being read for another report; try again in a moment")
        try:
            left = tallies.catch_up(seconds)
            excluded = [one for (day, name), one in tallies.excluded.items() if day in period and game in ("", name)]
            moved = sum(one.moved for one in excluded)
            files = tuple(sorted(tallies.files)) if moved else ()
            return Report(make(), tallies.read, left, moved, files, sum(one.unread for one in excluded))
        finally:
            tallies.lock.release()

    def _rake(self, period: Period, game: str) -> list[TableRake]:
        tallies = self._tallies
        found: dict[tuple[str, str], Pots] = {}
        for (day, table, rules), one in tallies.pots.items():
            name = tallies.games[rules]
            if day in period and game in ("", name):
                sums = found.setdefault((name, table), Pots())
                sums.rounds += one.rounds
                sums.staked += one.staked
                sums.rake += one.rake
        return [
            TableRake(name, table, one.rounds, one.staked, int(one.rake))
            for (name, table), one in sorted(found.items())
        ]


class _FlagBody(Struct):
    people: list[str]
    shares: list[str]


_FLAG = msgspec.json.Decoder(_FlagBody)


def complete(report: Report[Found]) -> Found:
    """The contents of a report, which must be complete."""
    if report.left:
        raise RoomRefused(
            NOT_NOW, f"{report.left:,} rounds have not been read yet since the room was started; try again in a moment"
        )
    return report.found
