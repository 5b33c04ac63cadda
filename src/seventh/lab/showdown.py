"""Counting a showdown of seven cards against seven: for each player hand, the dealer hands below, equal and above.

Let P be the player's seven cards and v their rank. The dealer's hands that rank v or higher and hold no card of P are,
by inclusion and exclusion,

    D(P, v) = sum over the subsets S of P of (-1)^|S| N(S, v),

where N(S, v) counts the hands of the whole deck that contain S and rank v or higher. N depends on S only up to the
names of the suits, so it is needed for canonical sets alone. The 128 subsets are handled in two ways:

- Small sets (up to three natural cards, with or without the joker): a table of N for every rank is built in one pass
  over the hands, and looked up for each P.
- Larger sets, which few hands contain: for each canonical S all hands around it are visited, ranked and counted, and
  N(S, rank of P) is added to each hand P among them. The sum over an orbit of P then includes every subset of every
  P, because renaming the suits maps the pairs (S, P) to each other; so S counts as often as its orbit is large.

The total for P is D times the size of P's orbit, and must be divisible by it: the count checks itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.lab import showdown_kernels as kernels
from seventh.lab.kernels import CanonicalSets, Deck, canonical_sets

Array = NDArray[Any]
Progress = Callable[[float], None]
"""Called with the fraction of the work that is done, 0 to 1."""

_PIECES = 24


@dataclass(frozen=True)
class Showdown:
    """Every canonical player hand, and the number of dealer hands against it."""

    masks: Array
    """The natural cards by suit. Hands with the joker, if there is one, come last."""
    jokers: int
    """How many of the hands hold the joker."""
    orbits: Array
    """How many hands of the deck each represents."""
    strengths: Array
    """The distinct strengths that occur, lowest first."""
    ranks: Array
    """The index of each hand's strength among these."""
    wins: Array
    """Dealer hands that are lower."""
    low_wins: Array
    """Dealer hands that are lower, and below a given strength."""
    ties: Array
    losses: Array


def count(
    deck: Deck, progress: Progress, wheel_second: bool = False, second_ace: bool = False, low_below: int = 0
) -> Showdown:
    """All dealer hands against all player hands; a dealer hand is low if its strength is under `low_below`."""
    sets = {size: canonical_sets(size, deck) for size in range(8)}
    masks, orbits = sets[7].masks, sets[7].orbits
    if deck.joker:
        masks = np.concatenate([masks, sets[6].masks])
        orbits = np.concatenate([orbits, sets[6].orbits])
    jokers = len(sets[6].masks) if deck.joker else 0
    strengths, ranks = _ranked(masks, orbits, jokers, wheel_second, second_ace)
    low = int(np.searchsorted(strengths, low_below))
    progress(0.05)

    naturals = len(masks) - jokers
    totals = np.zeros((len(masks), 3), dtype=np.int64)
    table = np.zeros((2, kernels.OFFSETS[-1], len(strengths) + 1), dtype=np.int64)
    for rows, part in _pieces(len(masks)):
        kernels.fill_small(masks[rows], orbits[rows], ranks[rows], naturals - rows.start, table)
        progress(0.05 + 0.2 * part)
    table = _at_least(table, sets)
    for rows, part in _pieces(len(masks)):
        kernels.look_up_small(masks[rows], orbits[rows], ranks[rows], naturals - rows.start, low, table, totals[rows])
        progress(0.25 + 0.25 * part)
    del table
    for size, before, share in ((4, 0.5, 0.25), (5, 0.75, 0.2), (6, 0.95, 0.05)):
        for rows, part in _pieces(len(sets[size].masks)):
            kernels.spread(
                sets[size].masks[rows], sets[size].orbits[rows], size, deck.ranks, deck.suits, deck.joker,
                naturals, ranks, len(strengths), low, totals,
            )  # fmt: skip
            progress(min(before + share * part, 1))
    return _finished(deck, masks, jokers, orbits, strengths, ranks, totals)


def _pieces(rows: int) -> Iterator[tuple[slice, float]]:
    """Slices of the rows, each at most a second of work, so that progress shows and an interrupt is prompt."""
    step = -(-rows // _PIECES)
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows)), min(start + step, rows) / rows


def _ranked(masks: Array, orbits: Array, jokers: int, wheel_second: bool, second_ace: bool) -> tuple[Array, Array]:
    strengths = np.zeros(len(masks), dtype=np.int32)
    kernels.fill_strengths(masks, orbits, len(masks) - jokers, wheel_second, second_ace, strengths)
    dealt = orbits > 0
    different, places = np.unique(strengths[dealt], return_inverse=True)
    ranks = np.zeros(len(masks), dtype=np.int16)
    ranks[dealt] = places
    return different, ranks


def _at_least(table: Array, sets: dict[int, CanonicalSets]) -> Array:
    """From hands of each rank, summed over orbits, to hands of at least a rank, for one set of each orbit."""
    orbit_sizes = np.concatenate([sets[size].orbits for size in range(kernels.SMALL + 1)]).astype(np.int64)
    assert not table[:, orbit_sizes == 0].any()
    orbit_sizes[orbit_sizes == 0] = 1
    table, rest = np.divmod(table, orbit_sizes[None, :, None])
    assert not rest.any()
    return np.cumsum(table[:, :, ::-1], axis=2, dtype=np.int64)[:, :, ::-1].astype(np.int32)


def _finished(
    deck: Deck, masks: Array, jokers: int, orbits: Array, strengths: Array, ranks: Array, totals: Array
) -> Showdown:
    # P itself is the last of its subsets; only P contains it.
    whole = orbits.astype(np.int64)
    totals[:, 0] -= whole
    totals[:, 2] -= whole
    dealt = np.flatnonzero(orbits)
    counts, rest = np.divmod(totals[dealt], whole[dealt, None])
    assert not rest.any()
    at_least, above, at_least_low = np.zeros((3, len(masks)), dtype=np.int64)
    at_least[dealt], above[dealt], at_least_low[dealt] = counts.T
    others = np.where(orbits > 0, deck.others(), 0)
    return Showdown(
        masks, jokers, orbits, strengths, ranks,
        wins=others - at_least, low_wins=others - at_least_low, ties=at_least - above, losses=above,
    )  # fmt: skip
