"""Three-card hands, as ranked for the three-card bonus (B6): a straight beats a flush.

>>> rank("AsKsQs").name, rank("Ad2c3h").name
('royal', 'straight, three high')
>>> rank("2s2d2h") > rank("KsQdJh") > rank("AsTs2s")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import total_ordering

from seventh.cards import Card, CardError, card_set, cards_in, format_cards, suit_masks
from seventh.hands.poker import rank_name, rank_plural
from seventh.notebook import hand_html

_ACE_TWO_THREE = 0b1_0000_0000_0011
_ROYAL_RANKS = 0b1_1100_0000_0000


class Category(IntEnum):
    """Three-card hand categories, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    ROYAL = 6

    @property
    def title(self) -> str:
        return self.name.lower().replace("_", " ")


@total_ordering
class ThreeCardHand:
    """Three cards, ordered by strength."""

    __slots__ = ("cards", "strength")

    def __init__(self, cards: int, strength: int) -> None:
        self.cards = cards
        self.strength = strength
        """Orders hands: the category, the ranks that make it, the other ranks."""

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, ThreeCardHand) else NotImplemented

    def __lt__(self, other: ThreeCardHand) -> bool:
        return self.strength < other.strength if isinstance(other, ThreeCardHand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<ThreeCardHand {format_cards(cards_in(self.cards))}: {self.name}>"

    def _repr_html_(self) -> str:
        return hand_html(cards_in(self.cards), self.cards_that_play, self.name)

    @property
    def category(self) -> Category:
        return Category(self.strength >> 26)

    @property
    def cards_that_play(self) -> tuple[Card, ...]:
        """All three, the pair before the odd card."""
        pair = self.strength >> 13 & 8191
        return tuple(sorted(cards_in(self.cards), key=lambda card: not pair >> (card.rank - 2) & 1))

    @property
    def name(self) -> str:
        """The name of the hand."""
        category = self.category
        if category is Category.ROYAL:
            return "royal"
        if category in (Category.PAIR, Category.THREE_OF_A_KIND):
            made_of = (self.strength >> 13 & 8191).bit_length() + 1
            if category is Category.THREE_OF_A_KIND:
                return f"three of a kind, {rank_plural(made_of)}"
            return f"pair of {rank_plural(made_of)}, {rank_name((self.strength & 8191).bit_length() + 1)} kicker"
        ranks = self.strength & 8191
        top = 3 if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and ranks == 1 else ranks.bit_length() + 1
        return (
            f"{rank_name(top)} high" if category is Category.HIGH_CARD else f"{category.title}, {rank_name(top)} high"
        )


def strength(cards: int) -> int:
    """The strength of a set of exactly three cards."""
    masks = suit_masks(cards)
    clubs, diamonds, hearts, spades = masks
    ranks = clubs | diamonds | hearts | spades
    count = ranks.bit_count()
    if count == 1:
        return Category.THREE_OF_A_KIND << 26 | ranks << 13
    if count == 2:
        pair = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
        return Category.PAIR << 26 | pair << 13 | ranks & ~pair
    suited = ranks in masks
    if ranks & ranks >> 1 & ranks >> 2 or ranks == _ACE_TWO_THREE:
        # The ace of A-2-3 is low: 1 sorts below 2-3-4.
        order = 1 if ranks == _ACE_TWO_THREE else ranks
        if suited:
            return (Category.ROYAL if ranks == _ROYAL_RANKS else Category.STRAIGHT_FLUSH) << 26 | order
        return Category.STRAIGHT << 26 | order
    return (Category.FLUSH if suited else Category.HIGH_CARD) << 26 | ranks


def rank(cards: str | Iterable[Card]) -> ThreeCardHand:
    """Rank exactly three cards of the 52-card deck."""
    held = card_set(cards, 3, 3)
    if held >> 52:
        raise CardError("Jk cannot be ranked here: the three-card bonus has no joker")
    return ThreeCardHand(held, strength(held))
