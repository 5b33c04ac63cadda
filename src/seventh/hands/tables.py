"""The lookup tables behind the fast kernels, and what their numbers mean.

A kernel ranks a hand by adding up one 64-bit *key* a card. Two things can be read off the sum:

- **Is it a flush?** Each suit has a four-bit counter, in the lowest sixteen bits. A card adds one to its suit's, the
  joker to all four, and a hand starts with three in each (`EMPTY`), so the counter's top bit says "five or more".
- **Which ranks does it hold?** The top 26 bits are a number that no other set of ranks has. Ranks have numbers chosen
  so that sums of seven are all different (then sums of five or six are too: two more cards that fit into both hands
  would make equal sevens of them). Every card adds 2^23 on top, more than such a sum can reach, so that hands of
  different sizes cannot meet, and the joker adds four times that, so that hands with and without it cannot. All is
  multiplied by an odd number modulo 2^26, which keeps different numbers different and makes their bits look random.
  Overflow falls off the top of the word by itself.

A 26-bit number is too large to index a table with, but only 100,165 sets of ranks exist. Cut into 16,384 rows of 4,096
columns, the rows are almost empty, and can be laid over one another in one short array so that no two entries meet:
`PLACES` says where each row was laid, `2 * PLACES[row] + column` is the slot. Everything fits in a processor's
second-level cache. A flush is looked up by the thirteen bits of its suit, in slots of their own at the end.

What is found is the hand's *number*: 0 for the lowest of all hands (7-5-4-3-2), 7461 for a royal flush, 7462 for five
aces. `STRENGTHS` turns it into the strength that `seventh.hands.poker` gives the same hand.

`tools/build_tables.py` makes the file from the readable rankings; tests prove them equal on every hand there is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seventh.hands.poker import Category, Wheel
from seventh.hands.tables_file import CLASSES, load


def _longest_first_places() -> NDArray[np.uint16]:
    """A suit's place among all 8,192 sets of ranks by H2: more cards first; sets of equal size compare as numbers."""
    masks = np.arange(8192)
    places = np.empty(8192, np.uint16)
    places[np.lexsort((masks, np.bitwise_count(masks)))] = masks
    return places


def _run_lengths() -> NDArray[np.uint8]:
    """The longest run in a suit by H9. The ace counts at both ends; the bits that start a run of n are those that start
    a run of n - 1 and have a neighbour that does."""
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
"""The key of a hand without cards."""
PLACES: NDArray[np.uint16] = _stored["places"]
FLUSH_BASE = np.uint64(_stored["flush_base"])
LOWEST: NDArray[np.uint16] = _stored["lowest"]
"""By slot: a hand's number where A-2-3-4-5 is the lowest straight."""
SECOND: NDArray[np.uint16] = _stored["second"]
"""By slot: a hand's number where A-2-3-4-5 is the second-highest straight."""
STRENGTHS: NDArray[np.int32] = _stored["strengths"]
"""By number: the strength by `poker.strength` or `joker.strength`. Strictly rising."""
CATEGORIES: NDArray[np.uint8] = (STRENGTHS >> 26).astype(np.uint8)
"""By number: the value of the hand's `Category`."""
CATEGORY_STARTS: NDArray[np.uint16] = np.searchsorted(CATEGORIES, np.arange(len(Category) + 1)).astype(np.uint16)
"""By category: the lowest number in it. One more at the end closes the last category."""
SUIT_PLACES = _longest_first_places()
"""By a suit's thirteen bits: its place among suits by H2, 0 for no cards."""
RUN_LENGTHS = _run_lengths()
"""By a suit's thirteen bits: the length of its longest run by H9."""
SUIT_AT_PLACE: NDArray[np.uint16] = np.argsort(SUIT_PLACES).astype(np.uint16)
"""By a place of H2: the suit's thirteen bits."""
LENGTH_AT_PLACE: NDArray[np.uint8] = np.bitwise_count(SUIT_AT_PLACE)
"""By a place of H2: how many cards the suit has."""

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
    """The table of hands' numbers for a place of the wheel among straights."""
    return LOWEST if wheel is Wheel.LOWEST else SECOND


def numbers_of(strengths: ArrayLike) -> NDArray[np.uint16]:
    """The numbers of hands with these strengths: the way back from `STRENGTHS`."""
    wanted = np.asarray(strengths)
    numbers = np.minimum(np.searchsorted(STRENGTHS, wanted), CLASSES - 1)
    if not np.array_equal(STRENGTHS[numbers], wanted):
        raise ValueError("no hand has this strength")
    return numbers.astype(np.uint16)
