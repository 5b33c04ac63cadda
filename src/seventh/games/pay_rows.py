"""The house edge of every wager against what one row of a pay table pays."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

from seventh.games import game_of
from seventh.games.edges import UnknownGame
from seventh.games.mathematics import mathematics_of
from seventh.house import HouseWarning
from seventh.house.values import PayTable
from seventh.lab import stored
from seventh.lab.figures import LabError
from seventh.lab.mathematics import Progress

Edges = list[tuple[Fraction, dict[str, Fraction]]]
"""For each pay, the house edge of each wager."""

POINTS = 9


class UnknownRow(LabError):
    """A row that the house's pay tables do not have."""


def pay_row(house: Any, table: str, row: str) -> Fraction:
    """What a row pays now; raises `UnknownRow`."""
    found = getattr(house.pays, table, None) if hasattr(house, "pays") else None
    if not isinstance(found, PayTable) or row not in dict(found.rows):
        raise UnknownRow(f"{house.title} has no pay table {table!r} with a row {row!r}")
    return found[row]


def edges_by_pay(house: Any, table: str, row: str, progress: Progress = lambda _: None) -> Edges:
    """The edges, without caps, for pays around what the row pays now and in the book."""
    now, by_book = (pay_row(rules, table, row) for rules in (house, game_of(house).book))
    _, mathematics = mathematics_of(house.game, lambda _: True, "there are no exact figures for {}", UnknownGame)
    counts = stored.load(game_of(house).package) if mathematics.recount is not None else {}
    found: Edges = []
    pays = _around(now, by_book)
    for done, pay in enumerate(pays):
        progress(done / len(pays))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HouseWarning)  # a pay below that of a lower hand is a point like any other
            changed = house.replace(pays={table: {row: pay}})
        figures = mathematics.price(changed, {}, counts, lambda _: None).figures
        found.append((pay, {name: one.house_edge for name, one in figures.items()}))
    return found


def _around(now: Fraction, by_book: Fraction) -> list[Fraction]:
    """Both pays, and whole ones from nothing to beyond the larger of them."""
    most = max(4, int(max(now, by_book) * 3 / 2))
    return sorted({now, by_book, *(Fraction(most * step // (POINTS - 1)) for step in range(POINTS))})
