"""The ante bonus of Boston 7 Stud under optimal play: the table affects which starts are worth the 2nd wager (B7).

For each of the 1,755 starts the better of folding and playing counts. Playing is worth a sum over the rows, so tables
that differ only in the last row start from the same sums.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.games.boston_7_stud import exact as boston
from seventh.games.boston_7_stud.house import Boston7House
from seventh.hands.poker import Category
from seventh.house import PayTable
from seventh.lab.design.space import LARGEST, Figures, Space, Wanted, clipped
from seventh.lab.design.tables import Choices, DesignError

Numbers = NDArray[np.int64]


@njit
def search_main(
    first: int,
    last: int,
    sizes: Numbers,
    pays: Numbers,
    counts: Numbers,
    without: Numbers,
    folding: Numbers,
    least: int,
    most: int,
    falling: bool,
    found: Numbers,
) -> int:
    """Like `kernels.search`. By start: `counts` of each row, what playing is worth without them, and folding."""
    rows, starts = len(sizes), len(without)
    inner = sizes[rows - 1]
    played = np.empty(starts, np.int64)
    row_counts = counts[rows - 1]
    fit = 0
    for number in range(first, last):
        rest, above, fine = number, np.int64(-1), True
        played[:] = without
        for row in range(rows - 2, -1, -1):
            pay = pays[row, rest % sizes[row]]
            rest //= sizes[row]
            if falling and above >= 0 and pay < above:
                fine = False
                break
            above = pay
            for start in range(starts):
                played[start] += pay * counts[row, start]
        if not fine:
            continue
        limit = pays[rows - 2, number % sizes[rows - 2]] if falling else np.int64(1) << 62
        for choice in range(inner):
            pay = pays[rows - 1, choice]
            if pay > limit:
                break
            total = 0
            for start in range(starts):
                total += max(played[start] + pay * row_counts[start], folding[start])
            if least <= total <= most:
                found[fit, 0] = number * inner + choice
                found[fit, 1] = total
                fit += 1
    return fit


class MainSpace(Space):
    """Tables of the ante bonus, priced with the main hand."""

    def __init__(self, house: Boston7House, choices: Choices) -> None:
        super().__init__(choices)
        self.house = house
        self.starts = boston.stored_starts()
        orbits = boston.starts().orbits
        weighted = self.starts * orbits[:, None, None]
        self.rows = np.array([weighted[:, Category[row.upper()], :].sum(axis=1) for row in choices])
        results = weighted.sum(axis=1)
        self.scale = int(orbits.sum()) * boston.DEALS * self.unit
        most = int(self.rows.sum()) * int(self.pays.max()) + 3 * self.scale
        if most >= LARGEST:
            # Rare hands pay most: try a bound by rows before giving up.
            most = sum(int(row.sum()) * int(pays.max()) for row, pays in zip(self.rows, self.pays, strict=True))
            if most + 3 * self.scale >= LARGEST:
                raise DesignError("these pays are too large, or their steps too fine, to be summed exactly")
        self.without = (2 * results[:, 0] - 3 * results[:, 2]) * self.unit
        self.folding = -2 * orbits * boston.DEALS * self.unit

    @property
    def step(self) -> int:
        return max(1, (1 << 14) // self.sizes[-1])

    def searcher(self, wanted: Wanted) -> Callable[[int], Numbers]:
        if wanted.hit_frequency or wanted.volatility:
            raise DesignError("main can be designed by its edge only: its other figures depend on the strategy")
        bounds = [-wanted.edge.high * self.scale, -wanted.edge.low * self.scale]
        least, most = clipped(-(-bounds[0] // 1)), clipped(bounds[1] // 1)
        fixed = np.array(self.sizes), self.pays, self.rows, self.without, self.folding, least, most, wanted.falling
        last = self.candidates // self.sizes[-1]

        def chunk(first: int) -> Numbers:
            found = np.empty((min(self.step, last - first) * self.sizes[-1], 2), np.int64)
            return found[: search_main(first, min(first + self.step, last), *fixed, found)].copy()

        return chunk

    def figures(self, number: int) -> Figures:
        """The exact figures of a table, by its number, as `edge` gives them."""
        table = PayTable(tuple(self.table(number).items()))
        house = replace(self.house, pays=replace(self.house.pays, ante_bonus=table))
        main = boston.price(self.starts, house, {})["main"]
        return Figures(main.ev, main.hit_frequency, main.std_dev)
