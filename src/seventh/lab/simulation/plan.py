"""What to simulate, prepared for a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from seventh.lab.mathematics import Mathematics


class Simulated(Protocol):
    """The part of a game that a simulation uses."""

    @property
    def name(self) -> str: ...

    @property
    def mathematics(self) -> Mathematics | None: ...


@dataclass(frozen=True)
class Plan:
    """What to simulate: a game in a house, with given wagers and a strategy. Can be sent to another process."""

    game: Simulated
    house: str
    wagers: tuple[str, ...]
    """The columns of the kernel's counts; the column of their total follows them."""
    amounts: dict[str, int]
    """In smallest chips; empty for units."""
    unit: int
    """Chips per unit, if there are no amounts."""
    strategy: str
    pairs: tuple[tuple[str, str], ...]
    """The wagers that can be made on one hand together."""
    alone: tuple[str, ...]
    """The wagers that are not part of the hand the others share."""
    terms: tuple[Any, ...]
    """The kernel's parameters other than the seed and the rounds."""

    def play(self, seed: int, first: int, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Rounds from a seed: sums, hits and stakes by wager, and sums of products of two wagers."""
        columns = len(self.wagers) + 1
        counts, products = np.zeros((3, columns), np.int64), np.zeros((columns, columns))
        mathematics = self.game.mathematics
        assert mathematics is not None
        assert mathematics.simulation is not None
        mathematics.simulation().kernel(np.uint64(seed), first, rounds, *self.terms, counts, products)
        return counts, products

    def bet(self, wager: str) -> int:
        """One unit of a wager in the kernel's chips; 0 if it is not made."""
        return self.amounts.get(wager, 0) if self.amounts else self.unit
