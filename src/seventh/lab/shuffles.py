"""Statistical tests of shuffled decks.

If every order of the deck is equally likely, the distribution of each test statistic is known, exactly or in the limit
of many decks. Each test gives a p-value and rejects at level 0.001.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from seventh.lab.chances import binomial_tail, cycle_chances, descent_chances, fit, fixed_chances, normal, spread

LEVEL = 1 / 1000
"""The level of each test: the probability that a fair shuffle fails it."""
TOO_MANY = 1e-6
"""The battery fails if the rejections are less likely than this, or a single p-value is below this divided by the
number of tests."""

Decks = np.ndarray[Any, Any]


class Counts(NamedTuple):
    """The counts over many decks; counts of different decks add up."""

    decks: Any
    places: Any
    """How often each card was at each position."""
    follows: Any
    """How often each card followed each other card, cyclically."""
    rises: Any
    """The number of decks with each number of ascents."""
    sequences: Any
    """The same for the inverse permutation: rising sequences."""
    turns: Any
    """The total number of runs up and down."""
    serial: Any
    """The sum of products of neighbouring cards, with centred values."""
    between: Any
    """The sum of products of the same position in consecutive decks, and the number of pairs."""
    fixed: Any
    """The number of decks with each number of fixed points."""
    kept: Any
    """The same relative to the previous deck."""
    cycles: Any
    """The number of decks with each number of cycles."""

    def plus(self, other: Counts) -> Counts:
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def count(decks: Decks) -> Counts:
    """Count a batch of decks, one per row, with cards as numbers from 0."""
    number, size = decks.shape
    cards = decks.astype(np.int64)
    where = np.argsort(cards, axis=1)
    after = np.roll(cards, -1, axis=1)
    up, up_where = cards[:, 1:] > cards[:, :-1], where[:, 1:] > where[:, :-1]
    turns = 1 + (up[:, 1:] != up[:, :-1]).sum(axis=1)
    centred = 2 * cards - (size - 1)
    return Counts(
        np.int64(number),
        _table(np.broadcast_to(np.arange(size), cards.shape), cards, size),
        _table(cards, after, size),
        np.bincount(up.sum(axis=1), minlength=size),
        np.bincount(up_where.sum(axis=1), minlength=size),
        turns.sum(),
        (centred * (2 * after - (size - 1))).sum(),
        np.array([(centred[1:] * centred[:-1]).sum(), number - 1]),
        np.bincount((cards == np.arange(size)).sum(axis=1), minlength=size + 1),
        np.bincount((cards[1:] == cards[:-1]).sum(axis=1), minlength=size + 1),
        np.bincount(_cycles(cards), minlength=size + 1),
    )


def _table(rows: Decks, columns: Decks, size: int) -> Decks:
    return np.bincount((rows * size + columns).ravel(), minlength=size * size).reshape(size, size)


def _cycles(cards: Decks) -> Decks:
    """The number of cycles, counted by their smallest members, which are found by pointer doubling."""
    size = cards.shape[1]
    smallest = np.broadcast_to(np.arange(size), cards.shape)
    step = cards
    for _ in range(size.bit_length()):
        smallest = np.minimum(smallest, np.take_along_axis(smallest, step, axis=1))
        step = np.take_along_axis(step, step, axis=1)
    return np.asarray((smallest == np.arange(size)).sum(axis=1))


def p_values(counts: Counts) -> dict[str, float]:
    """Every test by name."""
    decks, size = int(counts.decks), len(counts.places)
    # A deck has each card in one position, so the table's margins are fixed: (size - 1)^2 degrees of freedom.
    places = counts.places - decks / size
    # Followers form a ring of all cards. With fixed margins, the rest splits into two independent parts: which
    # two cards are neighbours, and which of them comes first; each has the same variance in all directions.
    follows = counts.follows - decks / (size - 1) * (1 - np.eye(size))
    which, order = (follows + follows.T) / 2, (follows - follows.T) / 2
    ring, pair = 1 / (size - 1), 1 / ((size - 1) * (size - 2))
    values = np.arange(1 - size, size, 2, dtype=float)
    squares, fourths = float((values**2).sum()), float((values**4).sum())
    mean = -squares / (size - 1)
    variance = (squares**2 - fourths) / (size - 1) - mean**2
    variance += (squares**2 - 2 * fourths) / ((size - 1) * (size - 2))
    both, pairs = map(float, counts.between)
    first, last = counts.places[0], counts.places[-1]
    odd = int(counts.cycles[1 - size % 2 :: 2].sum())
    return {
        "position of every card": spread((places**2).sum() / decks * (size - 1), (size - 1) ** 2),
        "first card": fit(first, [1 / size] * size),
        "last card": fit(last, [1 / size] * size),
        "neighbours": spread((which**2).sum() / (decks * ring), size * (size - 3) // 2),
        "order of neighbours": spread((order**2).sum() / (decks * (ring + 2 * pair)), (size - 1) * (size - 2) // 2),
        "runs up and down": normal(float(counts.turns), decks * (2 * size - 1) / 3, decks * (16 * size - 29) / 90),
        "rises": fit(counts.rises, descent_chances(size)),
        "rising sequences": fit(counts.sequences, descent_chances(size)),
        "serial correlation": normal(float(counts.serial), decks * mean, decks * variance),
        "correlation with the next deck": normal(both, 0, pairs * squares**2 / (size - 1)),
        "cards left in place": fit(counts.fixed, fixed_chances(size)),
        "cards as in the deck before": fit(counts.kept, fixed_chances(size)),
        "cycles": fit(counts.cycles, cycle_chances(size)),
        "odd orders": normal(odd, decks / 2, decks / 4),
    }


class Verdict(NamedTuple):
    """The result of a run of the battery."""

    tests: int
    expected: float
    rejected: list[str]
    chance: float
    """The probability that a fair shuffle has this many rejections, or so small a p-value."""

    @property
    def passed(self) -> bool:
        return self.chance >= TOO_MANY


def verdict(found: dict[str, float]) -> Verdict:
    rejected = [name for name, p in found.items() if p < LEVEL]
    chance = min(binomial_tail(len(found), LEVEL, len(rejected)), len(found) * min(found.values()))
    return Verdict(len(found), len(found) * LEVEL, rejected, chance)
