"""The dealer's hands against three cards, counted by rank.

A dealer's hand has one of 455 rank patterns: three different ranks, a pair and another, or three of a kind. The number
of hands with a pattern follows from the number of cards left of each rank; suited hands are counted separately.

>>> from seventh.cards import card_set
>>> sum(dealer_hands(card_set("Qd6c4h"), 12)) == DEALER_HANDS
True
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

from seventh.cards import DECK_52, Card, cards_in, suit_masks
from three_card_poker.hand import qualifies, strength

DEALER_HANDS = comb(49, 3)
RESULTS = ("dealer does not qualify", "win", "tie", "loss")
"""The results of a player who plays, in the order of the counts."""


def _cards(ranks: tuple[int, int, int], suits: tuple[int, int, int]) -> tuple[Card, ...]:
    return tuple(DECK_52[13 * suit + rank] for rank, suit in zip(ranks, suits, strict=True))


_DIFFERENT = [
    (ranks, sum(1 << rank for rank in ranks), strength(_cards(ranks, (0, 0, 1))), strength(_cards(ranks, (0, 0, 0))))
    for ranks in combinations(range(13), 3)
]
"""Three ranks, the same as a set, and their strength unsuited and suited."""
_PAIRS = [(pair, other, strength(_cards((pair, pair, other), (0, 1, 0)))) for pair, other in permutations(range(13), 2)]
_THREES = [(rank, strength(_cards((rank, rank, rank), (0, 1, 2)))) for rank in range(13)]


def dealer_hands(held: int, high_card: int) -> tuple[int, int, int, int]:
    """The number of dealer hands that do not qualify against, lose to, tie with and beat a set of three cards."""
    own = strength(cards_in(held))
    suits = [8191 & ~suit for suit in suit_masks(held)]
    left = [sum(suit >> rank & 1 for suit in suits) for rank in range(13)]
    found = [0, 0, 0, 0]

    def add(worth: int, hands: int) -> None:
        found[0 if not qualifies(worth, high_card) else 1 if worth < own else 2 if worth == own else 3] += hands

    for (low, middle, high), ranks, mixed, suited in _DIFFERENT:
        in_one_suit = sum(suit & ranks == ranks for suit in suits)
        add(suited, in_one_suit)
        add(mixed, left[low] * left[middle] * left[high] - in_one_suit)
    for pair, other, worth in _PAIRS:
        add(worth, comb(left[pair], 2) * left[other])
    for rank, worth in _THREES:
        add(worth, comb(left[rank], 3))
    unqualified, win, tie, loss = found
    return unqualified, win, tie, loss
