"""What beats what, by trying everything: every five of the seven, and every card that the joker may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from seventh.cards import Card

ORDER = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_aces",
)
SHAPES = {
    (1, 1, 1, 1, 1): "high_card",
    (1, 1, 1, 2): "pair",
    (1, 2, 2): "two_pair",
    (1, 1, 3): "three_of_a_kind",
    (2, 3): "full_house",
    (1, 4): "four_of_a_kind",
    (5,): "five_aces",
}
WHEEL = (2, 3, 4, 5, 14)
Rank = tuple[int, tuple[float, ...]]
"""The place of the category in ORDER, then the ranks that break ties. Rank tuples compare as hands do."""


def name(rank: Rank) -> str:
    return ORDER[rank[0]]


def at_least(rank: Rank, category: str) -> bool:
    return rank[0] >= ORDER.index(category)


@lru_cache(maxsize=64)  # one round asks for the same few hands wager by wager
def best(cards: tuple[Card, ...], wheel: float = 5, joker_flush: str = "highest_missing") -> Rank:
    """The best five of any five or more cards."""
    return max(five(some, wheel, joker_flush) for some in combinations(cards, 5))


def five(cards: Iterable[Card], wheel: float = 5, joker_flush: str = "highest_missing") -> Rank:
    ranks = tuple(sorted([card.rank for card in cards]))
    suits = {card.suit for card in cards} - {-1}
    if ranks[0] == 0:
        return _with_joker(ranks[1:], len(suits) == 1, wheel, joker_flush)
    return _natural(ranks, len(suits) == 1, wheel)


@cache
def _natural(ranks: tuple[int, ...], suited: bool, wheel: float) -> Rank:
    """Five ranks, lowest first, and whether they share a suit."""
    times = Counter(ranks)
    shape = SHAPES[tuple(sorted(times.values()))]
    ties: tuple[float, ...] = (*sorted(times, key=lambda rank: (times[rank], rank), reverse=True),)
    if ranks == WHEEL or (len(times) == 5 and ranks[4] - ranks[0] == 4):
        height = wheel if ranks == WHEEL else ranks[4]
        shape, ties = "straight", (height,)
        if suited:
            shape = "royal_flush" if height == 14 else "straight_flush"
    elif suited and shape == "high_card":
        shape = "flush"
    return ORDER.index(shape), ties


@cache
def _with_joker(others: tuple[int, ...], suited: bool, wheel: float, joker_flush: str) -> Rank:
    """Four ranks and the joker: an ace, or whatever completes a straight, a flush or both (T1)."""
    tries = [_natural(tuple(sorted((*others, 14))), False, wheel)]
    for stands_for in range(2, 15):
        with_it = tuple(sorted((*others, stands_for)))
        straight = _natural(with_it, False, wheel)
        if name(straight) == "straight":
            tries.append(straight)
        if suited and stands_for not in others:
            tries.append(_natural(with_it, True, wheel))
    if suited and joker_flush == "ace":
        # A joker that is an ace even with the ace of the suit: a flush with two aces.
        tries = [rank for rank in tries if name(rank) != "flush"]
        tries.append((ORDER.index("flush"), tuple(sorted((*others, 14), reverse=True))))
    return max(tries)


def three(cards: Iterable[Card]) -> str | None:
    """The row of the three-card pay table (B6), or None."""
    cards = tuple(cards)
    assert len(cards) == 3
    ranks = sorted(card.rank for card in cards)
    suited = len({card.suit for card in cards}) == 1
    straight = ranks == [2, 3, 14] or ranks == list(range(ranks[0], ranks[0] + 3))
    if straight and suited:
        return "royal" if ranks == [12, 13, 14] else "straight_flush"
    if len(set(ranks)) == 1:
        return "three_of_a_kind"
    if straight:
        return "straight"
    if suited:
        return "flush"
    return "pair" if len(set(ranks)) == 2 else None


def longest_suit(cards: Iterable[Card]) -> tuple[int, tuple[int, ...]]:
    """High Card Flush (H2): how many, then the ranks from the top."""
    held = [tuple(sorted((card.rank for card in cards if card.suit == suit), reverse=True)) for suit in range(4)]
    return max((len(ranks), ranks) for ranks in held)


def longest_suited_run(cards: Iterable[Card]) -> int:
    """High Card Flush (H9): the most cards of one suit in sequence, the ace above the king or below the two."""
    longest = 0
    for suit in range(4):
        held = {card.rank for card in cards if card.suit == suit}
        if 14 in held:
            held.add(1)
        for low in held:
            length = 0
            while low + length in held:
                length += 1
            longest = max(longest, length)
    return longest
