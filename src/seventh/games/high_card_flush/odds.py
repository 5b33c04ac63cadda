"""The dealer hands at High Card Flush, counted inside a kernel for any cards that are left.

A dealer hand is below a bound of n cards exactly if every suit has fewer than n cards, or n that are below the bound's
as a set of ranks. So the number of seven-card hands below it is the coefficient of x^7 in a product of four
polynomials, one per suit, whose coefficients count the sets of ranks that the suit may have. The eight coefficients
are eight variables rather than an array, and a product takes a few nanoseconds.

Any cards may be left: 45 when a player knows seven, fewer when others have shown theirs.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit

Coefficients = tuple[int, int, int, int, int, int, int, int]

CHOOSE: NDArray[np.int64] = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)
_SIZE = np.array([mask.bit_count() for mask in range(8192)], np.int64)
_TOP = np.array([max(mask.bit_length() - 1, 0) for mask in range(8192)], np.int64)


@njit
def sets_below(ranks: int, size: int, bound: int) -> int:
    """How many sets of a given size of these ranks are below a bound, as numbers.

    A set is below if it lacks the highest rank in which the two differ, and the bound has it.
    """
    count = 0
    while bound:
        top = _TOP[bound]
        count += CHOOSE[_SIZE[ranks & (1 << top) - 1], size]
        if size == 0 or not ranks >> top & 1:
            break
        size -= 1
        bound ^= 1 << top
    return count


@njit
def suit_coefficients(ranks: int, length: int, bound: int) -> Coefficients:
    """How many ways a suit may hold 0 to 7 of its ranks below the bound."""
    n = _SIZE[ranks]
    edge = sets_below(ranks, length, bound)
    return (
        CHOOSE[n, 0] if length > 0 else edge,
        CHOOSE[n, 1] if length > 1 else (edge if length == 1 else 0),
        CHOOSE[n, 2] if length > 2 else (edge if length == 2 else 0),
        CHOOSE[n, 3] if length > 3 else (edge if length == 3 else 0),
        CHOOSE[n, 4] if length > 4 else (edge if length == 4 else 0),
        CHOOSE[n, 5] if length > 5 else (edge if length == 5 else 0),
        CHOOSE[n, 6] if length > 6 else (edge if length == 6 else 0),
        CHOOSE[n, 7] if length > 7 else (edge if length == 7 else 0),
    )


@njit
def product(a: Coefficients, b: Coefficients) -> Coefficients:
    """The product of two polynomials up to x^7."""
    return (
        a[0] * b[0],
        a[0] * b[1] + a[1] * b[0],
        a[0] * b[2] + a[1] * b[1] + a[2] * b[0],
        a[0] * b[3] + a[1] * b[2] + a[2] * b[1] + a[3] * b[0],
        a[0] * b[4] + a[1] * b[3] + a[2] * b[2] + a[3] * b[1] + a[4] * b[0],
        a[0] * b[5] + a[1] * b[4] + a[2] * b[3] + a[3] * b[2] + a[4] * b[1] + a[5] * b[0],
        a[0] * b[6] + a[1] * b[5] + a[2] * b[4] + a[3] * b[3] + a[4] * b[2] + a[5] * b[1] + a[6] * b[0],
        a[0] * b[7] + a[1] * b[6] + a[2] * b[5] + a[3] * b[4] + a[4] * b[3] + a[5] * b[2] + a[6] * b[1] + a[7] * b[0],
    )


@njit
def hands_below(c: int, d: int, h: int, s: int, length: int, bound: int) -> int:
    """How many seven-card hands from these ranks in clubs, diamonds, hearts and spades are below a bound by H2."""
    if length == 3:
        return short_hands(
            _SIZE[c],
            _SIZE[d],
            _SIZE[h],
            _SIZE[s],
            sets_below(c, 3, bound),
            sets_below(d, 3, bound),
            sets_below(h, 3, bound),
            sets_below(s, 3, bound),
        )
    a = product(suit_coefficients(c, length, bound), suit_coefficients(d, length, bound))
    b = product(suit_coefficients(h, length, bound), suit_coefficients(s, length, bound))
    total = a[0] * b[7] + a[1] * b[6] + a[2] * b[5] + a[3] * b[4]
    return total + a[4] * b[3] + a[5] * b[2] + a[6] * b[1] + a[7] * b[0]


@njit
def short_hands(c: int, d: int, h: int, s: int, c3: int, d3: int, h3: int, s3: int) -> int:
    """The same for the most common bound, from the number of ranks left in each suit and of allowed sets of three.

    Two suits then have at most six cards together, so clubs and diamonds have one to six, hearts and spades the rest.
    """
    c2, d2, h2, s2 = c * (c - 1) // 2, d * (d - 1) // 2, h * (h - 1) // 2, s * (s - 1) // 2
    minor1, major1 = c + d, h + s
    minor2, major2 = c2 + c * d + d2, h2 + h * s + s2
    minor3, major3 = c3 + c2 * d + c * d2 + d3, h3 + h2 * s + h * s2 + s3
    minor4, major4 = c3 * d + c2 * d2 + c * d3, h3 * s + h2 * s2 + h * s3
    minor5, major5 = c3 * d2 + c2 * d3, h3 * s2 + h2 * s3
    total = minor1 * h3 * s3 + minor2 * major5 + minor3 * major4
    return total + minor4 * major3 + minor5 * major2 + c3 * d3 * major1


@njit
def no_suit_longer_than_three(c: int, d: int, h: int, s: int) -> int:
    """How many seven-card hands have no suit of four cards or more."""
    c, d, h, s = _SIZE[c], _SIZE[d], _SIZE[h], _SIZE[s]
    return short_hands(c, d, h, s, CHOOSE[c, 3], CHOOSE[d, 3], CHOOSE[h, 3], CHOOSE[s, 3])


@njit
def dealer_hands(left: int, length: int, ranks: int, least_length: int, least_ranks: int) -> tuple[int, int, int, int]:
    """How many dealer hands do not qualify, lose, tie and win against a hand of these suited ranks.

    `left` are the cards that the dealer may have, `least` the lowest hand that qualifies.
    """
    c, d, h, s = left & 8191, left >> 13 & 8191, left >> 26 & 8191, left >> 39 & 8191
    everything = CHOOSE[_SIZE[c] + _SIZE[d] + _SIZE[h] + _SIZE[s], 7]
    unqualified = hands_below(c, d, h, s, least_length, least_ranks)
    if length < least_length or (length == least_length and ranks < least_ranks):
        return unqualified, 0, 0, everything - unqualified
    below = hands_below(c, d, h, s, length, ranks)
    up_to = hands_below(c, d, h, s, length, ranks + 1)
    return unqualified, below - unqualified, up_to - below, everything - up_to
