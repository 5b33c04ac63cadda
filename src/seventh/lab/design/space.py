"""The candidate tables: numbered, bounded and searched, for wagers worth the sum of their rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm, prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.lab.design.bounds import Band
from seventh.lab.design.kernels import search
from seventh.lab.design.roundness import grade
from seventh.lab.design.tables import Choices, DesignError, TableCounts

LARGEST = 1 << 62
CHUNK = 1 << 20
"""How many tables are examined per chunk."""


@dataclass(frozen=True)
class Wanted:
    """The requirements for a table."""

    edge: Band
    hit_frequency: Band | None = None
    volatility: Band | None = None
    falling: bool = True
    """Whether a hand may never pay more than a better one."""


@dataclass(frozen=True)
class Figures:
    """The figures a table gives a wager."""

    ev: Fraction
    hit_frequency: Fraction
    std_dev: float


class Space(ABC):
    """All candidate tables, numbered like the readings of a counter whose last digit is the lowest row."""

    scale: int
    """A table's expectation is its sum of results divided by this."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.sizes = [len(values) for values in choices.values()]
        self.candidates = prod(self.sizes)
        self.unit = lcm(*(value.denominator for values in choices.values() for value in values))
        """Pays are multiples of one over this."""
        self.pays = self.padded([[int(value * self.unit) for value in values] for values in choices.values()])
        self.grades = [np.array([grade(value) for value in values]) for values in choices.values()]
        """How round each pay of each row is."""

    @abstractmethod
    def searcher(self, wanted: Wanted) -> Callable[[int], NDArray[np.int64]]:
        """A function that searches the chunk starting at a reading: number and sum of results of the fitting tables."""

    @abstractmethod
    def figures(self, number: int) -> Figures:
        """The exact figures of a table, by its number."""

    @property
    def step(self) -> int:
        """How many readings of all digits but the last make a chunk."""
        return max(1, CHUNK // self.sizes[-1])

    def padded(self, rows: list[list[int]]) -> NDArray[np.int64]:
        table = np.zeros((len(rows), max(self.sizes)), np.int64)
        for place, values in enumerate(rows):
            table[place, : len(values)] = values
        return table

    def chosen(self, number: int) -> list[int]:
        """Which of its pays each row has in the table with this number."""
        chosen = []
        for size in reversed(self.sizes):
            number, choice = divmod(number, size)
            chosen.append(choice)
        return chosen[::-1]

    def roundness(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sum of the rows' grades, for the tables with these numbers."""
        total = np.zeros_like(numbers)
        for size, grades in zip(reversed(self.sizes), reversed(self.grades), strict=True):
            numbers, choices = np.divmod(numbers, size)
            total += grades[choices]
        return total

    def table(self, number: int) -> dict[str, Fraction]:
        chosen = self.chosen(number)
        return {row: values[choice] for (row, values), choice in zip(self.choices.items(), chosen, strict=True)}


class LinearSpace(Space):
    """Tables of a wager whose result is the sum of its rows' contributions."""

    def __init__(self, counts: TableCounts, choices: Choices) -> None:
        super().__init__(choices)
        self.counts = counts
        self.share = gcd(
            *(cell[0] for cells in counts.rows.values() for cell in cells), *(count for count, _ in counts.others)
        )
        self.total = counts.total // self.share
        self.scale = self.total * self.unit
        self.rows = [[self._adds(row, value) for value in values] for row, values in choices.items()]
        """By row and choice: what it adds to the results, the squares and the hits, in units."""
        others = [(count // self.share, net * self.unit) for count, net in counts.others]
        self.base = [
            sum(count * net for count, net in others),
            sum(count * net**2 for count, net in others),
            sum(count for count, net in others if net > 0),
        ]

    def _adds(self, row: str, pays: Fraction) -> tuple[int, int, int]:
        cells = [
            (count // self.share, int((pays + offset if pays else at_zero) * self.unit))
            for count, offset, at_zero in self.counts.rows[row]
        ]
        return (
            sum(count * net for count, net in cells),
            sum(count * net**2 for count, net in cells),
            sum(count for count, net in cells if net > 0),
        )

    def searcher(self, wanted: Wanted) -> Callable[[int], NDArray[np.int64]]:
        hits = wanted.hit_frequency or Band(Fraction(0), Fraction(1))
        spread = wanted.volatility or Band(Fraction(0), Fraction(0))
        bounds = [
            ceil(-wanted.edge.high * self.scale),
            floor(-wanted.edge.low * self.scale),
            ceil(hits.low * self.total),
            floor(hits.high * self.total),
        ]
        variances = (
            _two_words(ceil((spread.low * self.scale) ** 2)),
            _two_words(floor((spread.high * self.scale) ** 2)),
        )
        used = [0, 1, 2] if wanted.volatility else [0, 2]
        for place in used:
            most = sum(max(abs(adds[place]) for adds in row) for row in self.rows) + abs(self.base[place])
            if most >= LARGEST:
                raise DesignError("these pays are too large, or their steps too fine, to be summed exactly")
        tables = [
            self.padded([[adds[place] if place in used else 0 for adds in row] for row in self.rows])
            for place in range(3)
        ]
        base = [value if place in used else 0 for place, value in enumerate(self.base)]
        fixed: tuple[Any, ...] = (
            np.array(self.sizes),
            self.pays,
            *tables,
            np.array([*base, self.total]),
            np.array([clipped(bound) for bound in bounds]),
            *variances,
            wanted.volatility is not None,
            wanted.falling,
        )
        last = self.candidates // self.sizes[-1]

        def chunk(first: int) -> NDArray[np.int64]:
            found = np.empty((min(self.step, last - first) * self.sizes[-1], 2), np.int64)
            work: tuple[Any, ...] = (first, min(first + self.step, last), *fixed, found)
            return found[: search(*work)].copy()

        return chunk

    def figures(self, number: int) -> Figures:
        adds = [row[choice] for row, choice in zip(self.rows, self.chosen(number), strict=True)]
        result, squares, hits = (self.base[place] + sum(add[place] for add in adds) for place in range(3))
        ev = Fraction(result, self.scale)
        variance = Fraction(squares, self.scale * self.unit) - ev**2
        return Figures(ev, Fraction(hits, self.total), sqrt(variance))


def clipped(value: int) -> int:
    return max(-LARGEST, min(LARGEST, value))


def _two_words(value: int) -> tuple[np.uint64, np.uint64]:
    value = min(value, (1 << 128) - 1)
    return np.uint64(value >> 64), np.uint64(value & (1 << 64) - 1)
