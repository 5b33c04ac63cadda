"""`design`: the pay tables that meet a target, best first.

>>> bounds = {"pair": Pays.parse("1"), "flush": Pays.parse("3..4"), "straight": Pays.parse("5..6")}
>>> report = design("boston-7-stud", "three_card_bonus", bounds, Band.parse("2%..10%"))
>>> report.candidates, report.matched, str(report.tables[0].figures.ev)
(4, 2, '-308/5525')

Whether a table fits is decided in integers alone. Of the tables that fit, those with the roundest numbers come first
(see `lab.design.roundness`); of equally round ones, the one nearest the middle of the target, then the one with the
higher prizes. If none fits, the report has the nearest tables, and the range of possible house edges.
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
    """The tables that fit, and how many were examined."""

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
    """How many of the candidates were examined."""
    nearest: tuple[DesignedTable, ...] = ()
    """If no table fits: those nearest the target house edge that meet all other requirements."""
    reachable: Band | None = None
    """If no table fits: the range of house edges of those that meet all other requirements; None if none does."""

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped early."""
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
    """The roundest tables for a wager whose house edge is within the target; rows without bounds keep the house's pay.

    Unless `any_order` is set, no hand may pay more than a better one. Ctrl-C ends it early with the best tables so far.
    """
    refusal = "{} has no pay tables to design"
    found, mathematics = mathematics_of(game, lambda known: known.designs, refusal, DesignError)
    if wager not in mathematics.designs:
        there = ", ".join(mathematics.designs)
        raise DesignError(f"{found.name} has no pay table for {wager!r}; choose from {there}")
    if not 1 <= top <= 10_000:
        raise DesignError(f"{top} tables cannot be listed; allowed: 1 to 10000")
    if workers is not None and not 1 <= workers <= 256:
        raise DesignError(f"{workers} workers is out of range; allowed: 1 to 256")
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
    """What each row may pay, lowest first."""
    own = dict(getattr(house.pays, table).rows)
    for row in rows:
        if row not in own:
            raise DesignError(f"{table} has no row {row!r}; its rows are {', '.join(own)}")
    return {row: rows[row].values if row in rows else (Fraction(pays),) for row, pays in own.items()}
