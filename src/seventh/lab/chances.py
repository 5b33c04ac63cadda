"""Exact distributions of permutation statistics, and p-values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, erfc, exp, factorial, lgamma, log, sqrt

FEWEST = 10
"""Outcomes with a lower expected count than this are merged with their neighbours."""


@cache
def descent_chances(size: int) -> tuple[float, ...]:
    """The distribution of the number of ascents: Eulerian numbers."""
    row = [1]
    for n in range(2, size + 1):
        row = [(k + 1) * (row[k] if k < len(row) else 0) + (n - k) * (row[k - 1] if k else 0) for k in range(n)]
    return tuple(ways / factorial(size) for ways in row)


@cache
def fixed_chances(size: int) -> tuple[float, ...]:
    """The distribution of the number of fixed points, from derangements."""
    none = [1, 0]
    for n in range(2, size + 1):
        none.append((n - 1) * (none[n - 1] + none[n - 2]))
    return tuple(comb(size, k) * none[size - k] / factorial(size) for k in range(size + 1))


@cache
def cycle_chances(size: int) -> tuple[float, ...]:
    """The distribution of the number of cycles: Stirling numbers of the first kind."""
    row = [1]
    for n in range(size):
        row = [(n * row[k] if k < len(row) else 0) + (row[k - 1] if k else 0) for k in range(n + 2)]
    return tuple(ways / factorial(size) for ways in row)


def normal(found: float, mean: float, variance: float) -> float:
    """The two-sided p-value of a sum of many terms."""
    return erfc(abs(found - mean) / sqrt(2 * variance))


def fit(found: Sequence[int], chances: Sequence[float]) -> float:
    """The p-value of counts of independent outcomes with these probabilities."""
    total = sum(map(int, found))
    bins: list[list[float]] = []
    for seen, chance in zip(found, chances, strict=True):
        if bins and bins[-1][1] < FEWEST:
            bins[-1][0] += int(seen)
            bins[-1][1] += chance * total
        else:
            bins.append([int(seen), chance * total])
    if len(bins) > 1 and bins[-1][1] < FEWEST:
        rest = bins.pop()
        bins[-1] = [bins[-1][0] + rest[0], bins[-1][1] + rest[1]]
    if len(bins) < 2:
        raise ValueError(f"{total} decks are too few for this test")
    return spread(sum((seen - expected) ** 2 / expected for seen, expected in bins), len(bins) - 1)


def spread(chi_square: float, freedoms: int) -> float:
    """The two-sided p-value of a sum of squares: too even is suspicious too."""
    low = _gamma_below(freedoms / 2, float(chi_square) / 2)
    return 2 * min(low, 1 - low) if low < 0.9 else 2 * min(low, _gamma_above(freedoms / 2, float(chi_square) / 2))


def _gamma_below(shape: float, x: float) -> float:
    """The regularized incomplete gamma function, by its series."""
    if x <= 0:
        return 0.0
    if x > shape + 40 * sqrt(shape) + 40:
        return 1.0
    term = total = 1 / shape
    n = shape
    while term > total * 1e-16:
        n += 1
        term *= x / n
        total += term
    return min(1.0, total * exp(shape * log(x) - x - lgamma(shape)))


def _gamma_above(shape: float, x: float) -> float:
    """Its complement, by continued fraction, for x above the shape; accurate for small values."""
    if x > 1e6:
        return 0.0
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / (b or tiny)
    value = d
    for i in range(1, 100_000):
        a = -i * (i - shape)
        b += 2
        d = 1 / ((a * d + b) or tiny)
        c = (b + a / c) or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    power = shape * log(x) - x - lgamma(shape)
    return exp(power) * value if power > -700 else 0.0


def binomial_tail(tests: int, level: float, at_least: int) -> float:
    """The probability of this many rejections or more."""
    return sum(comb(tests, k) * level**k * (1 - level) ** (tests - k) for k in range(at_least, tests + 1))
