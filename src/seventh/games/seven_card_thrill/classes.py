"""The classes of hand that the wagers of 7 Card Thrill distinguish, under every variant of T8."""

from __future__ import annotations

from seventh.cards import ACE, KING
from seventh.hands.poker import Category

CLASSES = (
    "high_card",
    "pair_below_kings",
    "pair_of_kings",
    "pair_of_aces",
    "two_pair",
    "two_pair_with_kings",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "full_house_over_kings",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_aces",
)
HIGHER, LOW_DEALER_HAND, TIE, LOWER = range(4)
RESULTS = ("higher", "low_dealer_hand", "tie", "lower")
"""The results of the Poker wager: higher than a hand that is not low, higher than a low one, equal, lower."""

_KINGS, _ACES = 1 << (KING - 2), 1 << (ACE - 2)
LOW_BELOW = _KINGS | _KINGS >> 1
"""Without a pair a strength is the set of five ranks: below king and queen is king-jack high or lower (T7)."""


def class_of(strength: int) -> int:
    """The class of a hand, from its strength."""
    category = Category(strength >> 26)
    made_of, rest = strength >> 13 & 8191, strength & 8191
    name = category.name.lower()
    if category is Category.PAIR:
        name = {_KINGS: "pair_of_kings", _ACES: "pair_of_aces"}.get(made_of, "pair_below_kings")
    elif category is Category.TWO_PAIR and made_of & _KINGS:
        name = "two_pair_with_kings"
    elif category is Category.FULL_HOUSE and rest == _KINGS:
        name = "full_house_over_kings"
    return CLASSES.index(name)
