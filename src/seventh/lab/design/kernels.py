"""Enumerating pay tables, in integers only.

A pay table is a choice of one pay for each row. For every pay of every row it is known what it adds to the sum of
results, to the sum of squares and to the number of hits, so a table's figures are sums with one term per row. Tables
that differ only in the last row are enumerated in one loop.

The variance needs 128 bits: multiplied by the square of the number of deals it is `deals * squares - sum * sum`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit

Numbers = NDArray[np.int64]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@njit
def wide_product(a: np.uint64, b: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The product of two 64-bit words, as a high and a low word."""
    a0, a1, b0, b1 = a & _LOW, a >> _HALF, b & _LOW, b >> _HALF
    low, middle, other, high = a0 * b0, a1 * b0, a0 * b1, a1 * b1
    carry = (low >> _HALF) + (middle & _LOW) + (other & _LOW)
    return high + (middle >> _HALF) + (other >> _HALF) + (carry >> _HALF), (carry << _HALF) | (low & _LOW)


@njit
def variance_within(
    total: int, squares: int, result: int, least: tuple[np.uint64, np.uint64], most: tuple[np.uint64, np.uint64]
) -> bool:
    """Whether `total * squares - result * result` is between two 128-bit numbers."""
    high, low = wide_product(np.uint64(total), np.uint64(squares))
    size = np.uint64(abs(result))
    minus_high, minus_low = wide_product(size, size)
    borrow = np.uint64(1) if low < minus_low else np.uint64(0)
    low = low - minus_low
    high = high - minus_high - borrow
    if high < least[0] or (high == least[0] and low < least[1]):
        return False
    return bool(high < most[0] or (high == most[0] and low <= most[1]))


@njit
def search(
    first: int,
    last: int,
    sizes: Numbers,
    pays: Numbers,
    results: Numbers,
    squares: Numbers,
    hits: Numbers,
    base: Numbers,
    bounds: Numbers,
    least: tuple[np.uint64, np.uint64],
    most: tuple[np.uint64, np.uint64],
    spread_matters: bool,
    falling: bool,
    found: Numbers,
) -> int:
    """Enumerate the tables whose rows but the last are numbered from `first` up to `last`; returns how many fit.

    `base` is the contribution of everything but the rows: sum of results, of squares, hits, and the number of deals.
    `bounds` are the minimum and maximum sum of results and number of hits. Tables that fit are written to `found`:
    the table's number and its sum of results.
    """
    rows = len(sizes)
    inner = sizes[rows - 1]
    fit = 0
    for number in range(first, last):
        rest = number
        result, square, hit = base[0], base[1], base[2]
        above = np.int64(-1)
        fine = True
        for row in range(rows - 2, -1, -1):  # from the last row but one up to the best
            choice = rest % sizes[row]
            rest //= sizes[row]
            pay = pays[row, choice]
            if falling and above >= 0 and pay < above:
                fine = False
                break
            above = pay
            result += results[row, choice]
            square += squares[row, choice]
            hit += hits[row, choice]
        if not fine:
            continue
        limit = pays[rows - 2, number % sizes[rows - 2]] if falling and rows > 1 else np.int64(1) << 62
        for choice in range(inner):
            if pays[rows - 1, choice] > limit:
                break
            total = result + results[rows - 1, choice]
            if total < bounds[0] or total > bounds[1]:
                continue
            hit_total = hit + hits[rows - 1, choice]
            if hit_total < bounds[2] or hit_total > bounds[3]:
                continue
            if spread_matters and not variance_within(base[3], square + squares[rows - 1, choice], total, least, most):
                continue
            found[fit, 0] = number * inner + choice
            found[fit, 1] = total
            fit += 1
    return fit
