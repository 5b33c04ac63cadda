"""What the long counts share: canonical sets in bulk, for a full or a reduced deck.

A reduced deck has the same ranks in each of its two to four suits. The checks use one to compare a count with an
enumeration small enough for a slow, obvious program.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.lab import suits

set_number = njit(inline="always")(suits.set_number)


@dataclass(frozen=True)
class Deck:
    """The deck a count runs over."""

    ranks: int = 8191
    """The ranks of each suit, bit 0 a two."""
    suits: int = 4
    joker: bool = False

    def __post_init__(self) -> None:
        # The suits of a canonical set are sorted, so a suit the deck lacks must sort last.
        assert 1 <= self.suits <= 4

    @property
    def naturals(self) -> int:
        """The number of cards without the joker."""
        return self.ranks.bit_count() * self.suits

    def __len__(self) -> int:
        return self.naturals + self.joker

    def hands(self) -> int:
        """The number of seven-card hands."""
        return comb(len(self), 7)

    def others(self) -> int:
        """The number of seven-card hands left after seven cards are dealt."""
        return comb(len(self) - 7, 7)


@dataclass(frozen=True)
class CanonicalSets:
    """Every canonical set of one size, in numerical order."""

    masks: NDArray[np.int16]
    """The ranks held in each of the four sorted suits."""
    orbits: NDArray[np.uint8]
    """How many sets of the deck each represents; 0 if the deck does not contain it."""


def canonical_sets(size: int, deck: Deck) -> CanonicalSets:
    masks = suits.canonical_sets(size)
    orbits = suits.orbits(masks, deck.suits)
    held = masks[:, 0] | masks[:, 1] | masks[:, 2] | masks[:, 3]
    orbits[(held & ~deck.ranks != 0) | masks[:, deck.suits :].any(axis=1)] = 0
    return CanonicalSets(masks, orbits)
