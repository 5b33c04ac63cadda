"""`design`: the pay tables that meet a target, best first.

>>> bounds = {"pair": Pays.parse("1"), "flush": Pays.parse("3..4"), "straight": Pays.parse("5..6")}
>>> report = design("boston-7-stud", "three_card_bonus", bounds, Band.parse("2%..10%"))
>>> report.candidates, report.matched, str(report.tables[0].figures.ev)
(4, 2, '-308/5525')

A table fits or does not fit by whole numbers alone. Of the tables that fit, those with the roundest numbers come first
(`roundness` says what is round); of equally round ones the nearest to the middle of the target, then the one with the
higher prizes. If none fits, the report has the nearest tables, and how low and how high the house edge can be.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.games import house_for
from seventh.games.boston_7_stud.design import BOSTON, MainSpace
from seventh.lab.chunks import fold
from seventh.lab.design.bounds import Band, Pays
from seventh.lab.design.counts import DESIGNED, DesignError, table_counts
from seventh.lab.design.space import LARGEST, Choices, Figures, LinearSpace, Wanted, clipped

__all__ = ["WAGERS", "Band", "DesignError", "DesignReport", "Pays", "design"]

Progress = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""

WAGERS = {game: (*wagers, *(["main"] if game == BOSTON else [])) for game, wagers in DESIGNED.items()}
"""The wagers with a pay table, by game. That of `main` at Boston 7 Stud is the ante bonus, under the best play."""
MOST_CANDIDATES = 10**12
_KEPT = 2000
"""At least so many of the best are kept until the end, where they are put into their exact order."""
_EQUALLY_GOOD = 50_000
_ANY_EDGE = Band(Fraction(-(10**15)), Fraction(10**15))


@dataclass(frozen=True)
class DesignedTable:
    """A pay table, and what it makes of the wager."""

    pays: dict[str, Fraction]
    """By row, best hand first."""
    figures: Figures

    def as_data(self) -> dict[str, Any]:
        return {
            "pays": {row: plain(pays) for row, pays in self.pays.items()},
            "ev": str(self.figures.ev),
            "house_edge": float(-self.figures.ev),
            "hit_frequency": float(self.figures.hit_frequency),
            "std_dev": self.figures.std_dev,
        }


def plain(pays: Fraction) -> int | str:
    """A pay as a house's file has it."""
    return pays.numerator if pays.denominator == 1 else f"{pays.numerator}:{pays.denominator}"


@dataclass(frozen=True)
class DesignReport:
    """The tables that fit, and how many were looked at."""

    game: str
    wager: str
    table: str
    """The pay table's name in the house."""
    house: str
    target: Band
    candidates: int
    matched: int
    tables: tuple[DesignedTable, ...]
    seconds: float
    searched: int
    """How many of the candidates were looked at."""
    nearest: tuple[DesignedTable, ...] = ()
    """If no table fits: those whose house edge is nearest to the target and that meet everything else."""
    reachable: Band | None = None
    """If no table fits: the lowest and the highest house edge of those that meet everything else; None if none does."""

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped the search before all of them."""
        return self.searched < self.candidates

    def as_data(self) -> dict[str, Any]:
        """What `design --json` prints."""
        return {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.table,
            "house": self.house,
            "target_edge": [str(self.target.low), str(self.target.high)],
            "candidates": self.candidates,
            "searched": self.searched,
            "stopped": self.stopped,
            "matched": self.matched,
            "seconds": round(self.seconds, 3),
            "candidates_per_second": round(self.searched / self.seconds) if self.seconds else None,
            "tables": [table.as_data() for table in self.tables],
            "nearest": [table.as_data() for table in self.nearest],
            "reachable_edge": [str(self.reachable.low), str(self.reachable.high)] if self.reachable else None,
        }


def design(
    game: str,
    wager: str,
    rows: Mapping[str, Pays],
    target: Band,
    *,
    hit_frequency: Band | None = None,
    volatility: Band | None = None,
    house: Any = None,
    any_order: bool = False,
    top: int = 10,
    workers: int | None = None,
    progress: Progress = lambda _: None,
) -> DesignReport:
    """The roundest tables for a wager whose house edge lies in the target; rows without bounds pay what the house has.

    Unless `any_order`, only tables in which no hand pays more than a better one. Ctrl-C ends it early with the best
    tables found by then.
    """
    if game not in WAGERS:
        raise DesignError(f"{game!r} has no pay tables to design; the games are {', '.join(WAGERS)}")
    if wager not in WAGERS[game]:
        raise DesignError(f"{game} has no pay table for {wager!r}; there are {', '.join(WAGERS[game])}")
    if not 1 <= top <= 10_000:
        raise DesignError(f"{top} tables cannot be listed; allowed: 1 to 10000")
    if workers is not None and not 1 <= workers <= 256:
        raise DesignError(f"{workers} workers cannot share the work; allowed: 1 to 256")
    started = time.perf_counter()
    house = house_for(game, house)
    space: MainSpace | LinearSpace
    if wager == "main":
        name, space = "ante_bonus", MainSpace(house, _choices(house, "ante_bonus", rows))
    else:
        counts = table_counts(house, wager)
        name, space = counts.table, LinearSpace(counts, _choices(house, counts.table, rows))
    if space.candidates > MOST_CANDIDATES:
        raise DesignError(f"{space.candidates:,} tables are too many; narrow the rows to {MOST_CANDIDATES:,} or fewer")
    search = Search(space, target.middle, max(top, _KEPT), workers or os.cpu_count() or 1, progress)
    wanted = Wanted(target, hit_frequency, volatility, not any_order)
    tables, matched, _, searched = search.best(wanted, top, rounder_first=True)
    nearest: tuple[DesignedTable, ...] = ()
    reachable = None
    if not matched and searched == space.candidates:
        nearest, _, reachable, _ = search.best(replace(wanted, edge=_ANY_EDGE), top, rounder_first=False)
    return DesignReport(
        game,
        wager,
        name,
        f"{house.title} {house.hash[:12]}",
        target,
        space.candidates,
        matched,
        tables,
        time.perf_counter() - started,
        searched,
        nearest,
        reachable,
    )


def _choices(house: Any, table: str, rows: Mapping[str, Pays]) -> Choices:
    """What each row may pay, from the least."""
    own = dict(getattr(house.pays, table).rows)
    for row in rows:
        if row not in own:
            raise DesignError(f"{table} has no row {row!r}; its rows are {', '.join(own)}")
    return {row: rows[row].values if row in rows else (Fraction(pays),) for row, pays in own.items()}


@dataclass(frozen=True)
class Found:
    """What a search has come to so far."""

    kept: NDArray[np.int64]
    """Number and sum of results of the best tables."""
    matched: int
    least: int
    most: int
    """The sums of results lie between these."""
    searched: int


@dataclass(frozen=True)
class Search:
    """Going through all tables, and keeping the best of those that meet what is wanted."""

    space: MainSpace | LinearSpace
    middle: Fraction
    """The house edge to be near to."""
    keep: int
    workers: int
    progress: Progress

    def best(
        self, wanted: Wanted, top: int, rounder_first: bool
    ) -> tuple[tuple[DesignedTable, ...], int, Band | None, int]:
        """The best tables, the rounder or else the nearer first; how many there are, the range of their edges, and how
        many were looked at before somebody stopped it."""
        space, last = self.space, self.space.candidates // self.space.sizes[-1]
        search = space.searcher(wanted)

        def chunk(first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            found = search(first)
            return found[:, 1], self._kept(found, rounder_first)

        def add(so_far: Found, first: int, more: tuple[NDArray[np.int64], NDArray[np.int64]]) -> Found:
            results, good = more
            searched = min(first + space.step, last) * space.sizes[-1]
            if not len(results):
                return replace(so_far, searched=searched)
            return Found(
                self._kept(np.concatenate([so_far.kept, good]), rounder_first),
                so_far.matched + len(results),
                min(so_far.least, int(results.min())),
                max(so_far.most, int(results.max())),
                searched,
            )

        nothing = Found(np.empty((0, 2), np.int64), 0, LARGEST, -LARGEST, 0)
        found, _ = fold(
            chunk,
            range(0, last, space.step),
            nothing,
            add,
            self.workers,
            lambda so_far: self.progress(so_far.searched / space.candidates),
        )
        if not found.searched:
            raise KeyboardInterrupt
        numbers, results = found.kept.T
        graded = zip(numbers.tolist(), results.tolist(), space.roundness(numbers).tolist(), strict=True)
        best = sorted(graded, key=lambda table: self._order(table, rounder_first))[:top]
        tables = tuple(DesignedTable(space.table(number), space.figures(number)) for number, _, _ in best)
        edges = Band(Fraction(-found.most, space.scale), Fraction(-found.least, space.scale)) if found.matched else None
        return tables, found.matched, edges, found.searched

    def _order(self, table: tuple[int, int, int], rounder_first: bool) -> tuple[Any, ...]:
        number, result, roundness = table
        distance = abs(-Fraction(result, self.space.scale) - self.middle)
        first = (roundness, distance) if rounder_first else (distance, roundness)
        return *first, [-value for value in self.space.table(number).values()]

    def _kept(self, found: NDArray[np.int64], rounder_first: bool) -> NDArray[np.int64]:
        """The best of the tables, given by number and sum of results, with all that are as good as the last of them."""
        if len(found) <= self.keep:
            return found
        distance = np.abs(found[:, 1] - clipped(round(-self.middle * self.space.scale)))
        grades = self.space.roundness(found[:, 0]) if rounder_first else np.zeros_like(distance)
        last = np.partition(grades, self.keep - 1)[self.keep - 1]
        rounder, as_round = grades < last, grades == last
        room = self.keep - np.count_nonzero(rounder)
        # Sums are whole numbers and the middle need not be: one more on either side may be nearer in truth.
        limit = np.partition(distance[as_round], room - 1)[room - 1] + 1
        return np.concatenate([found[rounder], found[as_round & (distance <= limit)]])[:_EQUALLY_GOOD]
