"""`design`: the pay tables that meet a target, best first.

>>> bounds = {"pair": Pays.parse("1"), "flush": Pays.parse("3..4"), "straight": Pays.parse("5..6")}
>>> report = design("boston-7-stud", "three_card_bonus", bounds, Band.parse("2%..10%"))
>>> report.candidates, report.matched, str(report.tables[0].figures.ev)
(4, 2, '-308/5525')

A table fits or does not fit by whole numbers alone. Of the tables that fit, those with the roundest numbers come first
(`lab.design.roundness` says what is round); of equally round ones the nearest to the middle of the target, then the one
with the higher prizes. If none fits, the report has the nearest tables, and how low and how high the house edge can be.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seventh.games import Game
from seventh.games.mathematics import games_with, mathematics_of
from seventh.lab.design.bounds import Band, Pays
from seventh.lab.design.search import DesignedTable, Progress, search_tables
from seventh.lab.design.space import Wanted
from seventh.lab.design.tables import Choices, DesignError

__all__ = ["Band", "DesignError", "DesignReport", "Pays", "design", "designed_games"]


def designed_games() -> list[str]:
    """The names of the games with pay tables that can be designed."""
    return games_with(lambda mathematics: mathematics.designs)


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
    game: str | Game,
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
    refusal = "{} has no pay tables to design"
    found, mathematics = mathematics_of(game, lambda known: known.designs, refusal, DesignError)
    if wager not in mathematics.designs:
        there = ", ".join(mathematics.designs)
        raise DesignError(f"{found.name} has no pay table for {wager!r}; there are {there}")
    if not 1 <= top <= 10_000:
        raise DesignError(f"{top} tables cannot be listed; allowed: 1 to 10000")
    if workers is not None and not 1 <= workers <= 256:
        raise DesignError(f"{workers} workers cannot share the work; allowed: 1 to 256")
    started = time.perf_counter()
    house = found.house_for(house)
    designed = mathematics.designs[wager](house)
    space = designed.space(_choices(house, designed.table, rows))
    wanted = Wanted(target, hit_frequency, volatility, not any_order)
    fit, nearest = search_tables(space, wanted, top, workers or os.cpu_count() or 1, progress)
    return DesignReport(
        found.name,
        wager,
        designed.table,
        f"{house.title} {house.hash[:12]}",
        target,
        space.candidates,
        fit.matched,
        fit.tables,
        time.perf_counter() - started,
        fit.searched,
        nearest.tables if nearest else (),
        nearest.edges if nearest else None,
    )


def _choices(house: Any, table: str, rows: Mapping[str, Pays]) -> Choices:
    """What each row may pay, from the least."""
    own = dict(getattr(house.pays, table).rows)
    for row in rows:
        if row not in own:
            raise DesignError(f"{table} has no row {row!r}; its rows are {', '.join(own)}")
    return {row: rows[row].values if row in rows else (Fraction(pays),) for row, pays in own.items()}
