"""What is to be simulated, made ready for a kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from seventh.lab.mathematics import Mathematics


class Simulated(Protocol):
    """A game, as far as a simulation knows it."""

    @property
    def name(self) -> str: ...

    @property
    def mathematics(self) -> Mathematics | None: ...


@dataclass(frozen=True)
class Plan:
    """What to simulate: a game in a house, with given wagers and a way to play. It can be sent to another process."""

    game: Simulated
    house: str
    wagers: tuple[str, ...]
    """The columns of what the kernel counts; after them comes the one for all together."""
    amounts: dict[str, int]
    """In smallest chips; empty for plain units."""
    unit: int
    """So many chips are one unit, where there are no amounts."""
    strategy: str
    pairs: tuple[tuple[str, str], ...]
    """The wagers that one hand can have together."""
    alone: tuple[str, ...]
    """The wagers that are not part of the hand that all others stand on."""
    terms: tuple[Any, ...]
    """What the kernel needs besides the seed and the rounds."""

    def play(self, seed: int, first: int, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Rounds of a seed: sums, hits and stakes by wager, and sums of products of two wagers."""
        columns = len(self.wagers) + 1
        counts, products = np.zeros((3, columns), np.int64), np.zeros((columns, columns))
        mathematics = self.game.mathematics
        assert mathematics is not None
        assert mathematics.simulation is not None
        mathematics.simulation().kernel(np.uint64(seed), first, rounds, *self.terms, counts, products)
        return counts, products

    def bet(self, wager: str) -> int:
        """What one unit of a wager is in the kernel's chips; 0 if it is not made."""
        return self.amounts.get(wager, 0) if self.amounts else self.unit
