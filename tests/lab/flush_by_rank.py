"""High Card Flush by the rank of the player's hand alone, counted without enumerating hands.

How many deals give the player at most one rank and the dealer at most another? The condition is about each suit by
itself: the player's cards of a suit and the dealer's are two sets that share no rank, each within its bound. With
c(a, b) such pairs of a and b ranks, the deals are the coefficient of x^7 y^7 in the fourth power of the sum of
c(a, b) x^a y^b. Differences of these numbers say how often each rank wins, ties and loses.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

SETS = [[tuple(sorted(chosen, reverse=True)) for chosen in combinations(range(2, 15), size)] for size in range(8)]
SETS = [sorted(sets) for sets in SETS]
MASKS = [[sum(1 << rank for rank in ranks) for ranks in sets] for sets in SETS]


def hands(pairs: np.ndarray) -> int:
    """The coefficient of x^7 y^7 in the fourth power."""
    square = np.zeros((8, 8), dtype=np.int64)
    for a, b in np.argwhere(pairs).tolist():
        square[a:, b:] += pairs[a, b] * pairs[: 8 - a, : 8 - b]
    return int((square * square[::-1, ::-1]).sum())


def suit_pairs(length: int, many: int, other_length: int, other_many: int, both: int) -> np.ndarray:
    """c(a, b) if the player has fewer than `length` cards of a suit, or one of `many` sets of that length.

    The same for the dealer; `both` are the pairs of such longest sets that share no rank.
    """
    pairs = np.zeros((8, 8), dtype=np.int64)
    for a in range(length):
        for b in range(min(other_length, 14 - a)):
            pairs[a, b] = comb(13, a) * comb(13 - a, b)
    for b in range(min(other_length, 14 - length)):
        pairs[length, b] = many * comb(13 - length, b)
    for a in range(min(length, 14 - other_length)):
        pairs[a, other_length] = other_many * comb(13 - other_length, a)
    pairs[length, other_length] = both
    return pairs


def deals_by_rank(least_length: int, least_high: int) -> dict[tuple[int, tuple[int, ...]], tuple[int, int, int, int]]:
    """By length and ranks of the player's hand: deals in which the dealer does not qualify, loses, ties, wins."""
    least = (least_high, *range(least_length, 1, -1))
    below_least = SETS[least_length].index(least)
    unqualified_masks = MASKS[least_length][:below_least]
    found = {}
    for length in range(2, 8):
        both = with_unqualified = 0
        lower = lower_unqualified = 0
        for many, (ranks, mask) in enumerate(zip(SETS[length], MASKS[length], strict=True)):
            apart = sum(not mask & other for other in MASKS[length][:many])
            if many == 0:
                lower = hands(suit_pairs(length, 0, length, 0, 0))
                lower_unqualified = hands(suit_pairs(length, 0, least_length, below_least, 0))
            with_unqualified += sum(not mask & other for other in unqualified_masks)
            mixed = hands(suit_pairs(length, many + 1, length, many, both + apart))
            upper = hands(suit_pairs(length, many + 1, length, many + 1, both + 2 * apart))
            unqualified_to = hands(suit_pairs(length, many + 1, least_length, below_least, with_unqualified))
            unqualified, win, tie = unqualified_to - lower_unqualified, mixed - lower, upper - 2 * mixed + lower
            everything = hands(suit_pairs(length, many + 1, 7, comb(13, 7), (many + 1) * comb(13 - length, 7)))
            everything -= hands(suit_pairs(length, many, 7, comb(13, 7), many * comb(13 - length, 7)))
            loss = everything - win - tie
            if (length, ranks) < (least_length, least):
                win, tie, loss = 0, 0, everything - unqualified
            else:
                win -= unqualified
            found[length, ranks] = unqualified, win, tie, loss
            both, lower, lower_unqualified = both + 2 * apart, upper, unqualified_to
    return found
