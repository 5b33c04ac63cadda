"""How many hands of each kind there are: every hand of a deck, dealt and counted.

>>> from seventh.cards import DECK_52
>>> by_category(count_ranks(DECK_52, 5))[Category.FULL_HOUSE]
3744

All 133,784,560 seven-card hands take a quarter of a second. Hands are dealt in the order of the deck. Their first cards
make a list of *beginnings*; the kernel completes each with the last four cards in four nested loops, adding one card's
key in each. Whether the last card can complete a flush at all is known in advance: mostly it cannot, and the innermost
loop only adds, looks up and counts.

The beginnings are independent, so threads share them: kernels run without the GIL, each thread takes the next batch
when it has finished one, and nothing is compiled twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seventh.cards import Card, CardError, WrongCount, check_distinct
from seventh.compiled import njit
from seventh.hands.kernels import BITS, EMPTY, FLUSH, KEYS, flush_slot, longest_run, longest_suit, rank_slot
from seventh.hands.poker import Category, Wheel
from seventh.hands.tables import CATEGORY_STARTS, LENGTH_AT_PLACE, table_for
from seventh.hands.tables_file import CLASSES

__all__ = ["by_category", "by_length", "count_ranks", "count_suits"]

Keys = NDArray[np.uint64]
Counts = NDArray[np.int64]

_DEPTH = 4
_BATCHES = 64
_ONE_MORE = np.uint64(0x1111)


@njit
def _count_ranks(
    table: NDArray[np.uint16], deck: Keys, bits: Keys, keys: Keys, sets: Keys, nexts: NDArray[np.int64], counts: Counts
) -> None:
    """Count the hands that start with each beginning (its key, its set, the position of the next card in the deck)."""
    size = len(deck)
    for beginning in range(len(keys)):
        for a in range(nexts[beginning], size - 3):
            key_a = keys[beginning] + deck[a]
            for b in range(a + 1, size - 2):
                key_b = key_a + deck[b]
                for c in range(b + 1, size - 1):
                    key_c = key_b + deck[c]
                    if key_c + _ONE_MORE & FLUSH:
                        set_c = sets[beginning] + bits[a] + bits[b] + bits[c]
                        for d in range(c + 1, size):
                            key = key_c + deck[d]
                            number = table[rank_slot(key)]
                            if key & FLUSH:
                                number = max(number, table[flush_slot(key, set_c + bits[d])])
                            counts[number] += 1
                    else:
                        for d in range(c + 1, size):
                            counts[table[rank_slot(key_c + deck[d])]] += 1


@njit
def _count_suits(bits: Keys, sets: Keys, nexts: NDArray[np.int64], places: Counts, runs: Counts) -> None:
    size = len(bits)
    for beginning in range(len(sets)):
        for a in range(nexts[beginning], size - 3):
            set_a = sets[beginning] + bits[a]
            for b in range(a + 1, size - 2):
                set_b = set_a + bits[b]
                for c in range(b + 1, size - 1):
                    set_c = set_b + bits[c]
                    for d in range(c + 1, size):
                        places[longest_suit(set_c + bits[d])] += 1
                        runs[longest_run(set_c + bits[d])] += 1


class _Beginnings(NamedTuple):
    """The deck in dealing order, and every start of a hand that leaves four cards to come."""

    deck: Keys
    bits: Keys
    keys: Keys
    sets: Keys
    nexts: NDArray[np.int64]

    def batches(self) -> list[NDArray[np.int64]]:
        """Beginnings early in the deck have far more hands after them, so each batch takes every 64th of them."""
        everything = np.arange(len(self.keys))
        return [everything[start::_BATCHES] for start in range(min(_BATCHES, len(everything)))]


def _beginnings(deck: Iterable[Card], size: int, held: Iterable[Card]) -> _Beginnings:
    # Cards of one rank side by side: neighbours in the innermost loop then look up the same slot. The joker first, so
    # that it is met in the beginnings and not in the innermost loop.
    cards = sorted(deck, key=lambda card: (card.rank, card.suit))
    own = tuple(held)
    check_distinct((*cards, *own))
    if any(card > 52 for card in (*cards, *own)):
        raise CardError("an unknown card (??) cannot be ranked")
    first = size - len(own) - _DEPTH
    if not 5 <= size <= 7 or first < 0:
        raise WrongCount(f"hands have 5 to 7 cards, {_DEPTH} or more of them to come, not {size} with {len(own)} held")
    numbers = np.array(cards, np.int64)
    starts = np.array(list(combinations(range(len(cards)), first)), np.int64).reshape(comb(len(cards), first), first)
    deck_keys, deck_bits = KEYS[numbers], BITS[numbers]
    mine = np.array([*own], np.int64)
    return _Beginnings(
        deck_keys,
        deck_bits,
        # As arrays: keys are sums modulo 2**64, and numpy warns of scalars that wrap around.
        KEYS[mine].sum(keepdims=True) + deck_keys[starts].sum(axis=1) + EMPTY,
        BITS[mine].sum(keepdims=True) + deck_bits[starts].sum(axis=1),
        starts[:, -1] + 1 if first else np.zeros(1, np.int64),
    )


def count_ranks(
    deck: Iterable[Card],
    size: int = 7,
    *,
    held: Iterable[Card] = (),
    wheel: Wheel = Wheel.LOWEST,
    threads: int | None = 1,
) -> Counts:
    """How many hands of a deck have each number, 0 to 7462. `held` cards are in every hand, and not in the deck.

    With `threads=None` all processors are used.
    """
    start = _beginnings(deck, size, held)
    table = table_for(wheel)

    def count(batch: NDArray[np.int64]) -> Counts:
        counts = np.zeros(CLASSES, np.int64)
        _count_ranks(table, start.deck, start.bits, start.keys[batch], start.sets[batch], start.nexts[batch], counts)
        return counts

    total = np.zeros(CLASSES, np.int64)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for counts in pool.map(count, start.batches()):
            total += counts
    return total


def count_suits(deck: Iterable[Card], size: int = 7, *, threads: int | None = 1) -> tuple[Counts, Counts]:
    """How many hands of a deck without joker have each place by H2, and how many have each length of run by H9."""
    start = _beginnings(deck, size, ())
    if start.bits.max() > BITS[51]:
        raise CardError("Jk cannot be ranked here: the joker has no suit")

    def count(batch: NDArray[np.int64]) -> tuple[Counts, Counts]:
        places, runs = np.zeros(8192, np.int64), np.zeros(14, np.int64)
        _count_suits(start.bits, start.sets[batch], start.nexts[batch], places, runs)
        return places, runs

    all_places, all_runs = np.zeros(8192, np.int64), np.zeros(14, np.int64)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for places, runs in pool.map(count, start.batches()):
            all_places += places
            all_runs += runs
    return all_places, all_runs


def by_category(counts: Counts) -> dict[Category, int]:
    """Counts by number, summed by category."""
    return {
        category: int(counts[CATEGORY_STARTS[category] : CATEGORY_STARTS[category + 1]].sum()) for category in Category
    }


def by_length(places: Counts) -> list[int]:
    """Counts by place of H2, summed by how many cards the longest suit has, 0 to 13."""
    return [int(places[length == LENGTH_AT_PLACE].sum()) for length in range(14)]
