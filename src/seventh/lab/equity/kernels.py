"""Stud showdowns by the million: every run-out in turn, or random ones.

Both kernels count by the set of winning hands: element 5 of the counts, binary 101, is a tie of hands 0 and 2. A hand
is passed as the key and the set of its known cards (see `hands.kernels`), and the number of cards still to come.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.hands.kernels import rank_lowest
from seventh.lab.simulation.deals import collect, deal, first_number, whole

Words = NDArray[np.uint64]
Counts = NDArray[np.int64]

_ONE = np.uint64(1)


@njit
def every_runout(
    keys: Words, sets: Words, to_come: Counts, winners: Counts, deck: Words, bits: Words, first: int, counts: Counts
) -> None:
    """Count the run-outs in which the first card to come is the deck's `first`, or all if no card is to come.

    Hands are ordered by how many cards they lack, fewest first, and `winners` says which bit belongs to which. A hand
    is ranked once it is complete, and its rank is kept while the hands after it run through theirs.
    """
    hands, size, slots = len(keys), len(deck), to_come.sum()
    owner = np.empty(slots, np.int64)
    opens, closes = np.zeros(slots, np.bool_), np.zeros(slots, np.bool_)
    best, leading = np.full(hands + 1, -1), np.zeros(hands + 1, np.int64)
    slot = 0
    for hand in range(hands):
        for number in range(to_come[hand]):
            owner[slot], opens[slot], closes[slot] = hand, number == 0, number == to_come[hand] - 1
            slot += 1
        if to_come[hand] == 0:
            number = whole(rank_lowest(keys[hand], sets[hand]))
            best[hand + 1] = max(best[hand], number)
            leading[hand + 1] = _leaders(best[hand], leading[hand], number, winners[hand])
    if slots == 0:
        counts[leading[hands]] += 1
        return
    place, taken = np.full(slots, -1), np.zeros(slots, np.uint64)
    key, held = np.zeros(slots + 1, np.uint64), np.zeros(slots + 1, np.uint64)
    key[0], held[0] = keys[owner[0]], sets[owner[0]]
    used = np.uint64(0)
    slot = 0
    place[0] = first - 1
    while slot >= 0:
        i = place[slot]
        used &= ~taken[slot]
        taken[slot] = 0
        if slot == slots - 1:
            # The last card: one loop, in which only the last hand changes.
            hand = hands - 1
            old, old_leading, bit = best[hand], leading[hand], winners[hand]
            key_so_far, held_so_far = key[slot], held[slot]
            stop = first + 1 if slot == 0 else size
            for j in range(i + 1, stop):
                if used >> np.uint64(j) & _ONE == 0:
                    number = whole(rank_lowest(key_so_far + deck[j], held_so_far | bits[j]))
                    counts[_leaders(old, old_leading, number, bit)] += 1
            slot -= 1
            continue
        i += 1
        while i < size and used >> np.uint64(i) & _ONE:
            i += 1
        if i >= size or (slot == 0 and i > first):
            slot -= 1
            continue
        place[slot] = i
        taken[slot] = _ONE << np.uint64(i)
        used |= taken[slot]
        hand = owner[slot]
        key[slot + 1], held[slot + 1] = key[slot] + deck[i], held[slot] | bits[i]
        if closes[slot]:
            number = whole(rank_lowest(key[slot + 1], held[slot + 1]))
            best[hand + 1] = max(best[hand], number)
            leading[hand + 1] = _leaders(best[hand], leading[hand], number, winners[hand])
            key[slot + 1], held[slot + 1] = keys[hand + 1], sets[hand + 1]
        slot += 1
        # The cards of one hand come in deck order; those of the next hand start from the beginning again.
        place[slot] = -1 if opens[slot] else i


@njit
def _leaders(best: int, leading: int, number: int, bit: int) -> int:
    """Who leads after one more hand is ranked."""
    if number > best:
        return bit
    return leading | bit if number == best else leading


@njit
def random_runouts(
    keys: Words,
    sets: Words,
    to_come: Counts,
    deck: Words,
    bits: Words,
    common: int,
    seed: np.uint64,
    first: int,
    samples: int,
    counts: Counts,
) -> None:
    """Count random run-outs from a seed; `common` cards are dealt before the hands' own."""
    hands, needed = len(keys), common + to_come.sum()
    order = np.empty(len(deck), np.uint8)
    for sample in range(first, first + samples):
        collect(order)
        deal(order, first_number(seed, np.uint64(sample)), needed)
        shared_key, shared = np.uint64(0), np.uint64(0)
        for j in range(common):
            shared_key += deck[order[j]]
            shared |= bits[order[j]]
        dealt = common
        best, leading = -1, 0
        for hand in range(hands):
            key, held = keys[hand] + shared_key, sets[hand] | shared
            for j in range(dealt, dealt + to_come[hand]):
                key += deck[order[j]]
                held |= bits[order[j]]
            dealt += to_come[hand]
            number = whole(rank_lowest(key, held))
            if number > best:
                best, leading = number, 1 << hand
            elif number == best:
                leading |= 1 << hand
        counts[leading] += 1
