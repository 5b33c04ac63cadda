"""What the long counts share: canonical sets in bulk, for a whole deck or a reduced one.

A reduced deck keeps the same ranks in each of its suits (two to four of them). The checks use it to compare a count
with an enumeration that a slow and obvious program can finish.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.lab import suits
from seventh.lab.suits import MASKS, number_of_sets

Array = NDArray[Any]

set_number = njit(inline="always")(suits.set_number)


@dataclass(frozen=True)
class Deck:
    """The cards a count is over."""

    ranks: int = 8191
    """The ranks of each suit, bit 0 a two."""
    suits: int = 4
    joker: bool = False

    def __post_init__(self) -> None:
        # Suits of a canonical set are sorted, so a suit that the deck lacks must be able to sort last.
        assert 1 <= self.suits <= 4

    @property
    def naturals(self) -> int:
        """How many cards it has without the joker."""
        return self.ranks.bit_count() * self.suits

    def __len__(self) -> int:
        return self.naturals + self.joker

    def hands(self) -> int:
        """How many hands of seven it has."""
        return comb(len(self), 7)

    def others(self) -> int:
        """How many hands of seven are left when seven cards are gone."""
        return comb(len(self) - 7, 7)


@dataclass(frozen=True)
class CanonicalSets:
    """Every canonical set of one size, in the order of their numbers."""

    masks: NDArray[np.int16]
    """The ranks held in each of the four sorted suits."""
    orbits: NDArray[np.uint8]
    """How many sets of the deck each stands for; 0 if the deck does not hold it."""


def canonical_sets(size: int, deck: Deck) -> CanonicalSets:
    masks = np.zeros((number_of_sets(size), 4), dtype=np.int16)
    start = 0
    for shape in suits.shapes(size):
        start = _fill_shape(masks, start, np.array(shape), np.array([comb(13, n) for n in shape]))
    assert start == len(masks)
    orbits = np.zeros(len(masks), dtype=np.uint8)
    _fill_orbits(masks, orbits, deck.ranks, deck.suits)
    return CanonicalSets(masks, orbits)


@njit
def _fill_shape(masks: Array, start: int, shape: Array, many: Array) -> int:
    """The sets of one shape, from place `start` on; suits of one length come in falling order."""
    for a in range(many[0]):
        for b in range(a + 1 if shape[1] == shape[0] else many[1]):
            for c in range(b + 1 if shape[2] == shape[1] else many[2]):
                for d in range(c + 1 if shape[3] == shape[2] else many[3]):
                    masks[start, 0] = MASKS[shape[0], a]
                    masks[start, 1] = MASKS[shape[1], b]
                    masks[start, 2] = MASKS[shape[2], c]
                    masks[start, 3] = MASKS[shape[3], d]
                    start += 1
    return start


@njit
def _fill_orbits(masks: Array, orbits: Array, ranks: int, suits: int) -> None:
    factorials = (1, 1, 2, 6, 24)
    for row in range(len(masks)):
        held = masks[row, 0] | masks[row, 1] | masks[row, 2] | masks[row, 3]
        inside = held & ~ranks == 0
        for suit in range(suits, 4):
            inside = inside and masks[row, suit] == 0
        if not inside:
            continue
        count, alike = factorials[suits], 1
        for suit in range(1, suits):
            alike = alike + 1 if masks[row, suit] == masks[row, suit - 1] else 1
            count //= alike
        orbits[row] = count
