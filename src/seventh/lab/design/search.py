"""`design`: the pay tables that meet a target, best first.

>>> bounds = {"pair": Pays.parse("1"), "flush": Pays.parse("3..4"), "straight": Pays.parse("5..6")}
>>> report = design("boston-7-stud", "three_card_bonus", bounds, Band.parse("2%..10%"))
>>> report.candidates, report.matched, str(report.tables[0].figures.ev)
(4, 2, '-308/5525')

A table fits or does not fit by whole numbers alone. The nearest to the middle of the target comes first; among equally
near ones the one with rounder numbers, then the one with the higher prizes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.house import book_house
from seventh.lab.chunks import fold
from seventh.lab.design.boston_main import BOSTON, MainSpace
from seventh.lab.design.bounds import Band, Pays
from seventh.lab.design.counts import DESIGNED, DesignError, table_counts
from seventh.lab.design.space import Choices, Figures, LinearSpace, Wanted, clipped

__all__ = ["WAGERS", "Band", "DesignError", "DesignReport", "Pays", "design"]

Progress = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""

WAGERS = {game: (*wagers, *(["main"] if game == BOSTON else [])) for game, wagers in DESIGNED.items()}
"""The wagers with a pay table, by game. That of `main` at Boston 7 Stud is the ante bonus, under the best play."""
MOST_CANDIDATES = 10**12
_KEPT = 2000
"""At least so many of the nearest are kept until the end, where they are put into their exact order."""
_EQUALLY_NEAR = 50_000

Nearest = tuple[NDArray[np.int64], int, int]
"""The nearest tables that fit, how many fit, and of how many looked at."""


@dataclass(frozen=True)
class DesignedTable:
    """A pay table that fits, and what it makes of the wager."""

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


def roundness(pays: Mapping[str, Fraction]) -> int:
    """How many digits a table's numbers need, zeros at the end not counted; a fraction counts both of its numbers."""
    return sum(len(str(n).rstrip("0")) for p in pays.values() for n in (p.numerator, p.denominator) if n != 1)


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
    """The best tables for a wager whose house edge lies in the target; rows without bounds pay what the house has.

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
    house = house or book_house(game)
    space: MainSpace | LinearSpace
    if wager == "main":
        name, space = "ante_bonus", MainSpace(house, _choices(house, "ante_bonus", rows))
    else:
        counts = table_counts(house, wager)
        name, space = counts.table, LinearSpace(counts, _choices(house, counts.table, rows))
    if space.candidates > MOST_CANDIDATES:
        raise DesignError(f"{space.candidates:,} tables are too many; narrow the rows to {MOST_CANDIDATES:,} or fewer")
    wanted = Wanted(target, hit_frequency, volatility, not any_order)
    near, matched, searched = _search(space, wanted, max(top, _KEPT), workers or os.cpu_count() or 1, progress)

    def order(found: tuple[int, int]) -> tuple[Any, ...]:
        pays = space.table(found[0])
        distance = abs(-Fraction(found[1], space.scale) - target.middle)
        return distance, roundness(pays), [-value for value in pays.values()]

    best = sorted(near, key=order)[:top]
    tables = tuple(DesignedTable(space.table(number), space.figures(number)) for number, _ in best)
    seconds = time.perf_counter() - started
    return DesignReport(
        game,
        wager,
        name,
        f"{house.title} {house.hash[:12]}",
        target,
        space.candidates,
        matched,
        tables,
        seconds,
        searched,
    )


def _choices(house: Any, table: str, rows: Mapping[str, Pays]) -> Choices:
    """What each row may pay, from the least."""
    own = dict(getattr(house.pays, table).rows)
    for row in rows:
        if row not in own:
            raise DesignError(f"{table} has no row {row!r}; its rows are {', '.join(own)}")
    return {row: rows[row].values if row in rows else (Fraction(pays),) for row, pays in own.items()}


def _search(
    space: MainSpace | LinearSpace, wanted: Wanted, keep: int, workers: int, progress: Progress
) -> tuple[list[tuple[int, int]], int, int]:
    """Number and sum of results of the nearest tables that fit, how many fit, and of how many looked at."""
    last = space.candidates // space.sizes[-1]
    middle = clipped(round(-wanted.edge.middle * space.scale))

    def add(state: Nearest, first: int, found: NDArray[np.int64]) -> Nearest:
        near, matched, _ = state
        searched = min(first + space.step, last) * space.sizes[-1]
        return _nearest(np.concatenate([near, found]), middle, keep), matched + len(found), searched

    nothing: Nearest = (np.empty((0, 2), np.int64), 0, 0)
    (near, matched, searched), _ = fold(
        space.searcher(wanted),
        range(0, last, space.step),
        nothing,
        add,
        workers,
        lambda state: progress(state[2] / space.candidates),
    )
    if not searched:
        raise KeyboardInterrupt
    return [(number, result) for number, result in near.tolist()], matched, searched


def _nearest(found: NDArray[np.int64], middle: int, keep: int) -> NDArray[np.int64]:
    """Those of the tables whose sum of results is nearest to the middle, with all that are as near as the last."""
    if len(found) <= keep:
        return found
    distance = np.abs(found[:, 1] - middle)
    limit = np.partition(distance, keep - 1)[keep - 1]
    # Sums are whole numbers and the middle need not be: one more on either side may be nearer in truth.
    near: NDArray[np.int64] = found[distance <= limit + 1]
    return near[:_EQUALLY_NEAR]
