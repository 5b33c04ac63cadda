"""Sets of cards up to a renaming of the suits, numbered without gaps.

No rule of these games distinguishes suits, so two sets that differ only in the names of their suits have the same
figures. A set is put into canonical form by sorting its four suits: longest first, and among equally long ones the
higher set of ranks first. The canonical sets of one size are numbered 0, 1, 2 … directly, without a search:

- a suit of p cards is one of C(13, p) sets of ranks, and has an index among them;
- suits of different lengths are independent: their indices are the digits of a number in a mixed base;
- g suits of one length are a multiset; with indices a >= b >= c … its number is C(a+g-1, g) + C(b+g-2, g-1) + ….

The functions here are plain Python over numpy tables; `kernels` compiles `set_number` for the long counts.

>>> [number_of_sets(size) for size in range(8)]
[1, 13, 169, 1755, 16432, 134459, 962988, 6009159]
"""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

LARGEST = 7
"""No hand of these games has more cards."""

CODES: NDArray[np.int32] = np.zeros(8192, dtype=np.int32)
"""For each set of ranks its length times 2048, plus its index among the sets of that length; -1 if it is too long."""
MASKS: NDArray[np.int32] = np.zeros((LARGEST + 1, 1716), dtype=np.int32)
"""The set of ranks with a given length and index."""
TERMS: NDArray[np.int64] = np.zeros((5, 1716), dtype=np.int64)
"""TERMS[g][a] is C(a+g-1, g): what the largest of g equally long suits adds to their number."""


def _fill_tables() -> None:
    CODES[:] = -1
    for length in range(LARGEST + 1):
        for place, mask in enumerate(sorted(sum(1 << rank for rank in c) for c in combinations(range(13), length))):
            CODES[mask] = length << 11 | place
            MASKS[length, place] = mask
    for group in range(1, 5):
        TERMS[group] = [comb(place + group - 1, group) for place in range(1716)]


_fill_tables()


def shapes(size: int) -> list[tuple[int, int, int, int]]:
    """The ways to split a number of cards among four suits, longest first."""
    lengths = range(size, -1, -1)
    return [
        (a, b, c, size - a - b - c)
        for a in lengths
        for b in lengths
        for c in lengths
        if a >= b >= c >= size - a - b - c >= 0
    ]


def _digits(shape: tuple[int, int, int, int]) -> tuple[list[int], list[int], int]:
    """For each suit of a shape: its row of TERMS and its factor in the mixed base; and how many sets there are."""
    groups, factors, base = [0] * 4, [0] * 4, 1
    for length in sorted(set(shape)):
        places = [place for place in range(4) if shape[place] == length]
        for nth, place in enumerate(places):
            groups[place], factors[place] = len(places) - nth, base
        base *= comb(comb(13, length) + len(places) - 1, len(places))
    return groups, factors, base


# One row per shape, indexed by its four lengths in base eight.
SHAPE_OF: NDArray[np.int16] = np.full(4096, -1, dtype=np.int16)
_SHAPES = [shape for size in range(LARGEST + 1) for shape in shapes(size)]
GROUPS: NDArray[np.int64] = np.zeros((len(_SHAPES), 4), dtype=np.int64)
FACTORS: NDArray[np.int64] = np.zeros((len(_SHAPES), 4), dtype=np.int64)
OFFSETS: NDArray[np.int64] = np.zeros(len(_SHAPES), dtype=np.int64)
_COUNTS = [0] * (LARGEST + 1)

for _row, _shape in enumerate(_SHAPES):
    SHAPE_OF[_shape[0] << 9 | _shape[1] << 6 | _shape[2] << 3 | _shape[3]] = _row
    GROUPS[_row], FACTORS[_row], _many = _digits(_shape)
    OFFSETS[_row] = _COUNTS[sum(_shape)]
    _COUNTS[sum(_shape)] += _many


def number_of_sets(size: int) -> int:
    """How many canonical sets of this size there are."""
    return _COUNTS[size]


def set_number(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The number of a set, given as the ranks held in each suit, among the canonical sets of its size."""
    a, b, c, d = CODES[clubs], CODES[diamonds], CODES[hearts], CODES[spades]
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    row = SHAPE_OF[(a >> 11) << 9 | (b >> 11) << 6 | (c >> 11) << 3 | d >> 11]
    return (  # type: ignore[no-any-return]
        OFFSETS[row]
        + FACTORS[row, 0] * TERMS[GROUPS[row, 0], a & 2047]
        + FACTORS[row, 1] * TERMS[GROUPS[row, 1], b & 2047]
        + FACTORS[row, 2] * TERMS[GROUPS[row, 2], c & 2047]
        + FACTORS[row, 3] * TERMS[GROUPS[row, 3], d & 2047]
    )


def canonical_sets(size: int) -> NDArray[np.int16]:
    """Every canonical set of one size in numerical order: the ranks held in each of the four suits."""
    return np.concatenate([_sets_of(shape) for shape in shapes(size)])


def _sets_of(shape: tuple[int, int, int, int]) -> NDArray[np.int16]:
    """The sets of one shape, by the indices of their suits; suits of one length are in descending order."""
    places: list[NDArray[np.int32]] = []
    for suit, length in enumerate(shape):
        if suit == 0:
            places = [np.arange(comb(13, length), dtype=np.int32)]
            continue
        many = places[-1] + 1 if length == shape[suit - 1] else np.full(len(places[-1]), comb(13, length))
        begins = (np.cumsum(many) - many).astype(np.int32)
        within = np.arange(many.sum(), dtype=np.int32) - np.repeat(begins, many)
        places = [*(np.repeat(column, many) for column in places), within]
    sets = np.empty((len(places[0]), 4), dtype=np.int16)
    for suit, length in enumerate(shape):
        sets[:, suit] = MASKS[length].astype(np.int16)[places[suit]]
    return sets


def orbits(sets: NDArray[np.int16], suits: int = 4) -> NDArray[np.uint8]:
    """How many sets in a deck with this many suits differ from each canonical one only in the names of the suits."""
    count = np.full(len(sets), factorial(suits), dtype=np.uint8)
    alike = np.ones(len(sets), dtype=np.uint8)
    for suit in range(1, suits):
        alike = alike * (sets[:, suit] == sets[:, suit - 1]) + np.uint8(1)
        count //= alike
    return count
