"""The dealer hands against one hand of 7 Card Thrill, counted by ranks: no enumeration, no numba, milliseconds.

The strength of a hand without a flush depends only on the multiset of its ranks, and there are only 49,205 multisets
of seven ranks (18,395 of six, with the joker). The number of ways to deal a multiset from the cards that are left is
a product of binomial coefficients. That counts every hand as if suits did not matter. Some of them contain a flush and
are stronger: these are few kinds, four to seven suited ranks and up to two other cards, and each is moved from below a
bound to above it if only the flush reaches the bound.

This method is independent: it shares the bounds with the count over all hands, but none of its steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from seventh.cards import ACE, suit_masks
from seventh.hands import joker, poker
from seventh.hands.poker import Wheel

Table = NDArray[np.int64]

_CHOOSE: Table = np.array([[comb(n, k) for k in range(5)] for n in range(5)])
_BITS: Table = 1 << np.arange(13)
_FIVES: Table = 5 ** np.arange(13)
_HAND = 7


@cache
def multisets(size: int) -> Table:
    """Every way to have a number of cards, as how many of each rank; ordered by their numbers in base five."""
    rows: list[tuple[int, ...]] = [()]
    for rank in range(13):
        after = 4 * (12 - rank)
        rows = [(*row, n) for row in rows for n in range(5) if 0 <= size - sum(row) - n <= after]
    table = np.array(rows)
    return table[np.argsort(table @ _FIVES)]


def _highest(ranks: Table, count: int) -> Table:
    """The highest `count` of each set of ranks."""
    kept = np.zeros_like(ranks)
    for _ in range(count):
        left = ranks & ~kept
        top = np.where(left > 0, np.int64(1) << (np.frexp(np.maximum(left, 1))[1].astype(np.int64) - 1), 0)
        kept |= top
    return kept


@cache
def _places(wheel: Wheel) -> Table:
    """For each set of ranks the index of its best straight, -1 if it has none."""
    places = np.full(8192, -1, dtype=np.int64)
    sets = np.arange(8192)
    for place, run in enumerate(poker.STRAIGHTS[wheel]):
        places[sets & run == run] = place
    return places


def _strengths(table: Table, wheel: Wheel) -> Table:
    """The strength of each multiset as `hands.poker` gives it, ignoring flushes."""
    ranks, twice, thrice, four = ((table >= n) @ _BITS for n in (1, 2, 3, 4))
    three = _highest(thrice, 1)
    pair = _highest(twice & ~three, 1)
    pairs = _highest(twice, 2)
    place = _places(wheel)[ranks]
    one_pair = 1 << 26 | pairs << 13 | _highest(ranks & ~pairs, 3)
    two_pair = 2 << 26 | pairs << 13 | _highest(ranks & ~pairs, 1)
    three_alike = 3 << 26 | three << 13 | _highest(ranks & ~three, 2)
    full_house = 6 << 26 | three << 13 | pair
    four_alike = 7 << 26 | four << 13 | _highest(ranks & ~four, 1)
    value = np.where(twice > 0, np.where(pairs & (pairs - 1) > 0, two_pair, one_pair), _highest(ranks, 5))
    value = np.where(three > 0, three_alike, value)
    value = np.where(place >= 0, 4 << 26 | place, value)
    value = np.where((three > 0) & (pair > 0), full_house, value)
    return np.where(four > 0, four_alike, value)


@cache
def plain_strengths(with_joker: bool, wheel: Wheel) -> Table:
    """The strength of every multiset, ignoring flushes: of seven cards, or of six with the joker."""
    if not with_joker:
        return _strengths(multisets(7), wheel)
    table = multisets(6)
    aces = table[:, ACE - 2]
    one_more = table.copy()
    one_more[:, ACE - 2] = np.minimum(aces + 1, 4)
    best = _strengths(one_more, wheel)
    ranks = (table >= 1) @ _BITS
    for bit in _BITS.tolist():
        place = _places(wheel)[ranks | bit]
        best = np.maximum(best, np.where(place >= 0, 4 << 26 | place, 0))
    return np.where(aces == 4, joker.FIVE_ACES, best)


class _Flushes:
    """Hands with a flush: the suited ranks, and the ranks of the other cards."""

    def __init__(self, suited: int, others: int, with_joker: bool, wheel: Wheel, second_ace: bool) -> None:
        self.sets: Table = np.array([sum(1 << rank for rank in chosen) for chosen in combinations(range(13), suited)])
        rest = multisets(others) if others else np.zeros((1, 13), dtype=np.int64)
        # There are at most three other cards of a rank.
        self.others = rest[rest.max(axis=1) <= 3]
        joker_bit = 1 << 52 if with_joker else 0
        self.strengths: Table = np.array([_suited(int(ranks) | joker_bit, wheel, second_ace) for ranks in self.sets])
        in_suit = (self.sets[:, None] >> np.arange(13) & 1) @ _FIVES
        numbers = multisets(6 if with_joker else 7) @ _FIVES
        keys = in_suit[:, None] + (self.others @ _FIVES)[None, :]
        self.plain = plain_strengths(with_joker, wheel)[np.minimum(np.searchsorted(numbers, keys), len(numbers) - 1)]

    def raised(self, suit: int, others: Table, bounds: Sequence[int]) -> list[int]:
        """How many such hands reach each bound only by the flush, given the ranks left in the suit and in others."""
        ways = _CHOOSE[others[None, :], self.others].prod(axis=1)
        there = self.sets & ~suit == 0
        lifted = []
        for bound in bounds:
            reach = there & (self.strengths >= bound)
            lifted.append(int(((self.plain[reach] < bound) @ ways).sum()))
        return lifted


def _suited(cards: int, wheel: Wheel, second_ace: bool) -> int:
    """The strength of cards of one suit and perhaps the joker: of the flush, or straight flush, they contain."""
    return joker.strength(cards, wheel, second_ace)


@cache
def _flushes(with_joker: bool, wheel: Wheel, second_ace: bool) -> tuple[_Flushes, ...]:
    natural = 6 if with_joker else 7
    least = 4 if with_joker else 5
    return tuple(
        _Flushes(suited, natural - suited, with_joker, wheel, second_ace) for suited in range(least, natural + 1)
    )


def hands_below(left: int, bounds: Sequence[int], wheel: Wheel, second_ace: bool = False) -> list[int]:
    """How many seven-card hands from a set of cards, which may include the joker, are weaker than each strength."""
    suits = suit_masks(left)
    totals = _below(suits, bounds, False, wheel, second_ace)
    if left >> 52:
        with_joker = _below(suits, bounds, True, wheel, second_ace)
        totals = [plain + joined for plain, joined in zip(totals, with_joker, strict=True)]
    return totals


def _below(
    suits: tuple[int, int, int, int], bounds: Sequence[int], with_joker: bool, wheel: Wheel, second_ace: bool
) -> list[int]:
    held = np.array([[mask >> rank & 1 for rank in range(13)] for mask in suits])
    of_rank = held.sum(axis=0)
    columns = _columns(6 if with_joker else 7)
    ways = _CHOOSE[of_rank[0]][columns[0]]
    for rank in range(1, 13):
        ways *= _CHOOSE[of_rank[rank]][columns[rank]]
    strengths = plain_strengths(with_joker, wheel)
    totals = [int(ways[strengths < bound].sum()) for bound in bounds]
    for suit, mask in enumerate(suits):
        for kind in _flushes(with_joker, wheel, second_ace):
            raised = kind.raised(mask, of_rank - held[suit], bounds)
            totals = [total - lifted for total, lifted in zip(totals, raised, strict=True)]
    return totals


@cache
def _columns(size: int) -> tuple[NDArray[np.intp], ...]:
    """The multisets by rank, as they are looked up."""
    return tuple(np.ascontiguousarray(multisets(size)[:, rank], dtype=np.intp) for rank in range(13))


def warm_up(wheel: Wheel, second_ace: bool) -> None:
    """Build the tables, so that the first question is answered as fast as the next."""
    for with_joker in (False, True):
        _flushes(with_joker, wheel, second_ace)


def hands_of(left: int) -> int:
    """How many seven-card hands a set of cards has."""
    return comb(left.bit_count(), _HAND)
