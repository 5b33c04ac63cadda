"""The compiled loops of `showdown`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.lab.kernels import set_number
from seventh.lab.strengths import joker_strength, natural_strength
from seventh.lab.suits import number_of_sets

Array = NDArray[Any]

WIDE = np.int64(0)
"""Combined with a narrow integer it gives a wide one; sets of ranks are narrow."""
SMALL = 3
"""Sets of up to this many natural cards are in the table."""
OFFSETS: Array = np.array([sum(number_of_sets(k) for k in range(size)) for size in range(SMALL + 2)])
"""Where the sets of each size start in it."""


@njit
def fill_strengths(
    masks: Array, orbits: Array, naturals: int, wheel_second: bool, second_ace: bool, strengths: Array
) -> None:
    for row in range(len(masks)):
        if orbits[row]:
            a, b = (masks[row, 0] | WIDE), (masks[row, 1] | WIDE)
            c, d = (masks[row, 2] | WIDE), (masks[row, 3] | WIDE)
            if row < naturals:
                strengths[row] = natural_strength(a, b, c, d, wheel_second)
            else:
                strengths[row] = joker_strength(a, b, c, d, wheel_second, second_ace)


@njit(inline="always")
def _list_cards(masks: Array, row: int, cards: Array) -> int:
    """The cards of a hand, each as its suit and rank packed into one number, and how many there are."""
    count = 0
    for suit in range(4):
        for rank in range(13):
            if masks[row, suit] >> rank & 1:
                cards[count] = 1 << (13 * suit + rank)
                count += 1
    return count


@njit(inline="always")
def _number(cards: int) -> int:
    return set_number(cards & 8191, cards >> 13 & 8191, cards >> 26 & 8191, cards >> 39 & 8191)


@njit(inline="always")
def _small_subsets(cards: Array, count: int, places: Array) -> None:
    """The indices of all subsets of up to three cards in the table of small sets, by size."""
    places[0] = 0
    found = 1
    for i in range(count):
        places[found] = OFFSETS[1] + _number(cards[i])
        found += 1
    for i in range(count):
        for j in range(i):
            places[found] = OFFSETS[2] + _number(cards[i] | cards[j])
            found += 1
    for i in range(count):
        for j in range(i):
            for k in range(j):
                places[found] = OFFSETS[3] + _number(cards[i] | cards[j] | cards[k])
                found += 1


@njit
def fill_small(masks: Array, orbits: Array, ranks: Array, naturals: int, table: Array) -> None:
    cards = np.zeros(7, dtype=np.int64)
    places = np.zeros(64, dtype=np.int64)
    for row in range(len(masks)):
        if orbits[row]:
            count = _list_cards(masks, row, cards)
            _small_subsets(cards, count, places)
            subsets = 1 + count + count * (count - 1) // 2 + count * (count - 1) * (count - 2) // 6
            for n in range(subsets):
                table[0, places[n], ranks[row]] += orbits[row]
                if row >= naturals:
                    table[1, places[n], ranks[row]] += orbits[row]


@njit
def look_up_small(
    masks: Array, orbits: Array, ranks: Array, naturals: int, low: int, table: Array, totals: Array
) -> None:
    cards = np.zeros(7, dtype=np.int64)
    places = np.zeros(64, dtype=np.int64)
    for row in range(len(masks)):
        if orbits[row]:
            count = _list_cards(masks, row, cards)
            _small_subsets(cards, count, places)
            rank = ranks[row]
            low_rank = min(rank, low)
            at_least, above, at_least_low = np.int64(0), np.int64(0), np.int64(0)
            sign, of_size = 1, 1
            first = 0
            for size in range(4):
                for n in range(first, first + of_size):
                    at_least += sign * table[0, places[n], rank]
                    above += sign * table[0, places[n], rank + 1]
                    at_least_low += sign * table[0, places[n], low_rank]
                    if row >= naturals:
                        at_least -= sign * table[1, places[n], rank]
                        above -= sign * table[1, places[n], rank + 1]
                        at_least_low -= sign * table[1, places[n], low_rank]
                first += of_size
                of_size = of_size * (count - size) // (size + 1)
                sign = -sign
            totals[row, 0] += orbits[row] * at_least
            totals[row, 1] += orbits[row] * above
            totals[row, 2] += orbits[row] * at_least_low


@njit
def spread(
    masks: Array, orbits: Array, size: int, deck_ranks: int, suits: int, joker: bool,
    naturals: int, ranks: Array, different: int, low: int, totals: Array,
) -> None:  # fmt: skip
    """Add N(S, rank of P) to every P around every set S of one size, 4 to 6, without and with the joker in S."""
    hands = np.zeros(17296 + 1128, dtype=np.int64)
    others = np.zeros(48, dtype=np.int64)
    at_least = np.zeros(different + 1, dtype=np.int64)
    with_joker = np.zeros(different + 1, dtype=np.int64)
    sign = 1 if size % 2 == 0 else -1
    for row in range(len(masks)):
        if orbits[row] == 0:
            continue
        held = 0
        left = 0
        for suit in range(suits):
            held |= (masks[row, suit] | WIDE) << (13 * suit)
            for rank in range(13):
                if deck_ranks >> rank & 1 and not masks[row, suit] >> rank & 1:
                    others[left] = 1 << (13 * suit + rank)
                    left += 1
        plain, count = _complete(held, size, others, left, joker, naturals, hands)
        if size == 6:
            _count_pairs(hands, count, sign * (orbits[row] | WIDE), ranks, low, totals)
        else:
            at_least[:] = 0
            with_joker[:] = 0
            for n in range(count):
                at_least[ranks[hands[n]]] += 1
                if n >= plain:
                    with_joker[ranks[hands[n]]] += 1
            for rank in range(different - 1, -1, -1):
                at_least[rank] += at_least[rank + 1]
                with_joker[rank] += with_joker[rank + 1]
            weight = sign * (orbits[row] | WIDE)
            for n in range(count):
                hand = hands[n]
                rank = ranks[hand]
                low_rank = min(rank, low)
                totals[hand, 0] += weight * at_least[rank]
                totals[hand, 1] += weight * at_least[rank + 1]
                totals[hand, 2] += weight * at_least[low_rank]
                if n >= plain:
                    totals[hand, 0] -= weight * with_joker[rank]
                    totals[hand, 1] -= weight * with_joker[rank + 1]
                    totals[hand, 2] -= weight * with_joker[low_rank]


@njit
def _complete(
    held: int, size: int, others: Array, left: int, joker: bool, naturals: int, hands: Array
) -> tuple[int, int]:
    """Number every seven-card hand around a set, those without the joker first; returns their count and the total."""
    count = 0
    if size == 6:
        for i in range(left):
            hands[count] = _number(held | others[i])
            count += 1
    elif size == 5:
        for i in range(left):
            for j in range(i):
                hands[count] = _number(held | others[i] | others[j])
                count += 1
    else:
        for i in range(left):
            for j in range(i):
                for k in range(j):
                    hands[count] = _number(held | others[i] | others[j] | others[k])
                    count += 1
    plain = count
    if joker:
        if size == 6:
            hands[count] = naturals + _number(held)
            count += 1
        elif size == 5:
            for i in range(left):
                hands[count] = naturals + _number(held | others[i])
                count += 1
        else:
            for i in range(left):
                for j in range(i):
                    hands[count] = naturals + _number(held | others[i] | others[j])
                    count += 1
    return plain, count


@njit
def _count_pairs(hands: Array, count: int, weight: int, ranks: Array, low: int, totals: Array) -> None:
    """The same for the few hands around six cards; the one with the joker is last, and it alone contains all seven."""
    near = np.zeros(48, dtype=np.int16)
    for n in range(count):
        near[n] = ranks[hands[n]]
    for n in range(count):
        rank = near[n]
        low_rank = min(rank, low)
        at_least, above, at_least_low = 0, 0, 0
        for m in range(count):
            at_least += near[m] >= rank
            above += near[m] > rank
            at_least_low += near[m] >= low_rank
        totals[hands[n], 0] += weight * at_least
        totals[hands[n], 1] += weight * above
        totals[hands[n], 2] += weight * at_least_low
