"""Lookup tables of the fast kernels, and what their numbers mean.

A kernel ranks a hand by summing one 64-bit *key* per card. The sum encodes two things:

- **Is it a flush?** Each suit has a four-bit counter, in the lowest sixteen bits. A card adds one to its suit's, the
  joker to all four, and a hand starts with three in each (`EMPTY`), so the counter's top bit means "five or more".
- **Which ranks does it hold?** The top 26 bits are unique to a set of ranks. Ranks have numbers chosen so that sums of
  seven are all different (and so are sums of five or six: adding the same two cards to both would give equal sums of
  seven). Every card also adds 2^23, more than such a sum can reach, so that hands of different sizes cannot collide,
  and the joker adds four times that, so that hands with and without it cannot. The total is multiplied by an odd number
  modulo 2^26, which keeps distinct numbers distinct and scrambles their bits. Overflow beyond the word is discarded.

A 26-bit number is too large for a table index, but only 100,165 sets of ranks exist. Split into 16,384 rows of 4,096
columns, the rows are almost empty and can be overlaid in one short array without collisions (row displacement):
`PLACES` holds each row's offset, and `2 * PLACES[row] + column` is the slot. Everything fits in a processor's
second-level cache. A flush is looked up by the thirteen bits of its suit, in separate slots at the end.

The table entry is the hand's *number*: 0 for the lowest hand (7-5-4-3-2), 7461 for a royal flush, 7462 for five
aces. `STRENGTHS` converts it to the strength that `seventh.hands.poker` gives the same hand.

`tools/build_tables.py` generates the file from the readable rankings; tests check that they agree on every hand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seventh.hands.poker import Category, Wheel
from seventh.hands.tables_file import CLASSES, load


def _longest_first_places() -> NDArray[np.uint16]:
    """A suit's place among all 8,192 sets of ranks (H2): by size, then as numbers."""
    masks = np.arange(8192)
    places = np.empty(8192, np.uint16)
    places[np.lexsort((masks, np.bitwise_count(masks)))] = masks
    return places


def _run_lengths() -> NDArray[np.uint8]:
    """The longest run in a suit (H9). The ace counts at both ends; a bit starts a run of n if it and its neighbour both
    start runs of n - 1."""
    masks = np.arange(8192)
    starts = masks << 1 | masks >> 12
    lengths = np.zeros(8192, np.uint8)
    while starts.any():
        lengths += starts > 0
        starts &= starts >> 1
    return np.minimum(lengths, 13).astype(np.uint8)  # with a whole suit, the ace would be counted twice


_stored = load()
KEYS: NDArray[np.uint64] = _stored["keys"]
"""By card number, the joker's last."""
EMPTY = np.uint64(_stored["empty"])
"""The key of an empty hand."""
PLACES: NDArray[np.uint16] = _stored["places"]
FLUSH_BASE = np.uint64(_stored["flush_base"])
LOWEST: NDArray[np.uint16] = _stored["lowest"]
"""By slot: the hand's number if A-2-3-4-5 is the lowest straight."""
SECOND: NDArray[np.uint16] = _stored["second"]
"""By slot: the hand's number if A-2-3-4-5 is the second-highest straight."""
STRENGTHS: NDArray[np.int32] = _stored["strengths"]
"""By number: the strength as in `poker.strength` or `joker.strength`. Strictly increasing."""
CATEGORIES: NDArray[np.uint8] = (STRENGTHS >> 26).astype(np.uint8)
"""By number: the value of the hand's `Category`."""
CATEGORY_STARTS: NDArray[np.uint16] = np.searchsorted(CATEGORIES, np.arange(len(Category) + 1)).astype(np.uint16)
"""By category: its lowest number. A last entry marks the end."""
SUIT_PLACES = _longest_first_places()
"""By a suit's thirteen bits: its place among suits (H2), 0 for no cards."""
RUN_LENGTHS = _run_lengths()
"""By a suit's thirteen bits: the length of its longest run (H9)."""
SUIT_AT_PLACE: NDArray[np.uint16] = np.argsort(SUIT_PLACES).astype(np.uint16)
"""By place (H2): the suit's thirteen bits."""
LENGTH_AT_PLACE: NDArray[np.uint8] = np.bitwise_count(SUIT_AT_PLACE)
"""By place (H2): the number of cards in the suit."""

for _array in (
    *_stored.values(),
    CATEGORIES,
    CATEGORY_STARTS,
    SUIT_PLACES,
    RUN_LENGTHS,
    SUIT_AT_PLACE,
    LENGTH_AT_PLACE,
):
    _array.flags.writeable = False


def table_for(wheel: Wheel) -> NDArray[np.uint16]:
    """The table of hand numbers for this ranking of the wheel."""
    return LOWEST if wheel is Wheel.LOWEST else SECOND


def numbers_of(strengths: ArrayLike) -> NDArray[np.uint16]:
    """The numbers of hands with these strengths: the inverse of `STRENGTHS`."""
    wanted = np.asarray(strengths)
    numbers = np.minimum(np.searchsorted(STRENGTHS, wanted), CLASSES - 1)
    if not np.array_equal(STRENGTHS[numbers], wanted):
        raise ValueError("no hand has this strength")
    return numbers.astype(np.uint16)
