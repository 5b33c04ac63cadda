"""Every hand, up to renaming the suits: one of each class, and how many hands the class has.

No ranking distinguishes suits. So hands fall into classes of up to 24, and what is true of one hand in a class is true
of all: 6,009,159 classes represent the 133,784,560 seven-card hands.

A class is a choice of four sets of ranks, one per suit, in any order. With the suits sorted by length, and equally long
ones by their ranks, each class is generated once.

>>> suits, sizes = suit_classes(5)
>>> len(sizes), int(sizes.sum())
(134459, 2598960)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
from numpy.typing import NDArray

Suits = NDArray[np.uint64]
Sizes = NDArray[np.int64]

_RANK_SETS = np.arange(8192, dtype=np.uint64)


def suit_classes(cards: int) -> tuple[Suits, Sizes]:
    """For each class of hands of a size: the ranks that one holds in each suit, and how many hands it has."""
    parts = [_with_lengths(lengths) for lengths in _lengths(cards)]
    return np.concatenate([suits for suits, _ in parts]), np.concatenate([sizes for _, sizes in parts])


def class_sets(suits: Suits) -> NDArray[np.uint64]:
    """Hands given by the ranks in each suit, as sets of cards."""
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(suits << np.array([0, 13, 26, 39], np.uint64), axis=1)
    return sets


def class_cards(sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Sets of the same number of cards as card numbers, one hand per row."""
    size = int(np.bitwise_count(sets[:1]).sum())
    cards = np.empty((len(sets), size), np.uint8)
    left = sets.copy()
    for place in range(size):
        below = left - np.uint64(1)
        cards[:, place] = np.bitwise_count(below & ~left)  # the number of zeros before the lowest card
        left &= below
    return cards


def _lengths(cards: int) -> Iterator[tuple[int, ...]]:
    """The ways to spread cards over four suits, longest first."""
    for lengths in combinations_with_replacement(range(min(cards, 13), -1, -1), 4):
        if sum(lengths) == cards:
            yield lengths


def _with_lengths(lengths: tuple[int, ...]) -> tuple[Suits, Sizes]:
    suits, sizes = np.zeros((1, 0), np.uint64), np.full(1, factorial(4))
    for length, times in Counter(lengths).items():
        more, orders = _equally_long(length, times)
        suits = np.hstack([np.repeat(suits, len(more), axis=0), np.tile(more, (len(suits), 1))])
        sizes = np.repeat(sizes, len(more)) // np.tile(orders, len(sizes))
    return suits, sizes


def _equally_long(length: int, times: int) -> tuple[Suits, Sizes]:
    """Every choice of a number of suits of one length, and the number of orders in which each is the same."""
    choices = _RANK_SETS[np.bitwise_count(_RANK_SETS) == length]
    picks = np.array(list(combinations_with_replacement(range(len(choices)), times)))
    alike, orders = np.ones(len(picks), np.int64), np.ones(len(picks), np.int64)
    for i in range(1, times):
        alike = np.where(picks[:, i] == picks[:, i - 1], alike + 1, 1)
        orders *= alike
    return choices[picks], orders
