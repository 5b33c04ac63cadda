"""Searching: the pay tables that meet the requirements, best first.

Whether a table fits is decided in integers alone. Of the tables that fit, those with the roundest numbers come first
(see `roundness`); of equally round ones, the one nearest the middle of the target, then the one with the higher
prizes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.lab.chunks import fold
from seventh.lab.design.bounds import Band
from seventh.lab.design.space import LARGEST, Figures, Space, Wanted, clipped
from seventh.lab.design.tables import DesignError

Progress = Callable[[float], None]
"""Called with the fraction of the work that is done, 0 to 1."""

MOST_CANDIDATES = 10**12
_KEPT = 2000
"""At least this many of the best are kept until the end, when they are sorted exactly."""
_EQUALLY_GOOD = 50_000
_ANY_EDGE = Band(Fraction(-(10**15)), Fraction(10**15))


@dataclass(frozen=True)
class DesignedTable:
    """A pay table and the figures it gives the wager."""

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
    """A pay as written in a house file."""
    return pays.numerator if pays.denominator == 1 else f"{pays.numerator}:{pays.denominator}"


@dataclass(frozen=True)
class Matches:
    """The tables that meet some requirements."""

    tables: tuple[DesignedTable, ...]
    """The best of them."""
    matched: int
    edges: Band | None
    """The lowest and the highest house edge; None if there is no table."""
    searched: int
    """How many tables were examined, fewer than all if the search was stopped."""


def search_tables(
    space: Space, wanted: Wanted, top: int, workers: int, progress: Progress
) -> tuple[Matches, Matches | None]:
    """The roundest tables that meet the requirements; if none of them all does, the nearest ones as well."""
    if space.candidates > MOST_CANDIDATES:
        raise DesignError(f"{space.candidates:,} tables are too many; narrow the rows to {MOST_CANDIDATES:,} or fewer")
    search = Search(space, wanted.edge.middle, max(top, _KEPT), workers, progress)
    fit = search.best(wanted, top, rounder_first=True)
    if fit.matched or fit.searched < space.candidates:
        return fit, None
    return fit, search.best(replace(wanted, edge=_ANY_EDGE), top, rounder_first=False)


@dataclass(frozen=True)
class Found:
    """The state of a search so far."""

    kept: NDArray[np.int64]
    """Number and sum of results of each of the best tables."""
    matched: int
    least: int
    most: int
    """The range of the sums of results."""
    searched: int


@dataclass(frozen=True)
class Search:
    """Enumerates all tables and keeps the best of those that meet the requirements."""

    space: Space
    middle: Fraction
    """The house edge to come close to."""
    keep: int
    workers: int
    progress: Progress

    def best(self, wanted: Wanted, top: int, rounder_first: bool) -> Matches:
        """The tables that meet the requirements, ordered by roundness first or by distance first."""
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
        return Matches(tables, found.matched, edges, found.searched)

    def _order(self, table: tuple[int, int, int], rounder_first: bool) -> tuple[Any, ...]:
        number, result, roundness = table
        distance = abs(-Fraction(result, self.space.scale) - self.middle)
        first = (roundness, distance) if rounder_first else (distance, roundness)
        return *first, [-value for value in self.space.table(number).values()]

    def _kept(self, found: NDArray[np.int64], rounder_first: bool) -> NDArray[np.int64]:
        """The best of the tables, given by number and sum of results, including all that tie with the last of them."""
        if len(found) <= self.keep:
            return found
        distance = np.abs(found[:, 1] - clipped(round(-self.middle * self.space.scale)))
        grades = self.space.roundness(found[:, 0]) if rounder_first else np.zeros_like(distance)
        last = np.partition(grades, self.keep - 1)[self.keep - 1]
        rounder, as_round = grades < last, grades == last
        room = self.keep - np.count_nonzero(rounder)
        # Sums are integers and the middle need not be: the next one on either side may really be nearer.
        limit = np.partition(distance[as_round], room - 1)[room - 1] + 1
        return np.concatenate([found[rounder], found[as_round & (distance <= limit)]])[:_EQUALLY_GOOD]
