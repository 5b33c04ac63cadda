"""Ranks stud up cards: the lowest brings in (S4), the highest hand showing opens later streets (S8).

>>> lowest_up_card(parse_cards("2d2c3s"))
1
>>> rank("KsKd4c4h") > rank("KsKdAc2h") > rank("AsKsQsJs")
True
>>> rank("AsKsQsJs").name
'ace high'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import total_ordering

from seventh.cards import Card, CardError, card_set, cards_in, format_cards, parse_cards, suit_masks
from seventh.hands.poker import rank_name, rank_plural
from seventh.notebook import hand_html

__all__ = ["Category", "ShowingHand", "low_card_order", "lowest_up_card", "parse_cards", "rank", "strength"]


class Category(IntEnum):
    """Categories of up cards, lowest first; straights and flushes need five cards and so do not occur."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    FOUR_OF_A_KIND = 4

    @property
    def title(self) -> str:
        return self.name.lower().replace("_", " ")


@total_ordering
class ShowingHand:
    """One to four up cards, ordered by strength."""

    __slots__ = ("cards", "strength")

    def __init__(self, cards: int, strength: int) -> None:
        self.cards = cards
        self.strength = strength
        """Orders hands: the category, the ranks that make it, the other ranks. Suits never count."""

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, ShowingHand) else NotImplemented

    def __lt__(self, other: ShowingHand) -> bool:
        return self.strength < other.strength if isinstance(other, ShowingHand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<ShowingHand {format_cards(cards_in(self.cards))}: {self.name}>"

    def _repr_html_(self) -> str:
        return hand_html(cards_in(self.cards), self.cards_that_play, self.name)

    @property
    def category(self) -> Category:
        return Category(self.strength >> 26)

    @property
    def cards_that_play(self) -> tuple[Card, ...]:
        """All cards, those that make the hand first."""
        made_of = self.strength >> 13 & 8191
        return tuple(sorted(cards_in(self.cards), key=lambda card: not made_of >> (card.rank - 2) & 1))

    @property
    def name(self) -> str:
        """The name of the hand."""
        made_of, rest = self.strength >> 13 & 8191, self.strength & 8191
        high = made_of.bit_length() + 1
        match self.category:
            case Category.HIGH_CARD:
                return f"{rank_name(rest.bit_length() + 1)} high"
            case Category.PAIR:
                name = f"pair of {rank_plural(high)}"
            case Category.TWO_PAIR:
                low = (made_of & (made_of - 1) and made_of & -made_of).bit_length() + 1
                name = f"two pair, {rank_plural(high)} and {rank_plural(low)}"
            case category:
                name = f"{category.title}, {rank_plural(high)}"
        return f"{name}, {rank_name(rest.bit_length() + 1)} kicker" if rest else name


def strength(cards: int) -> int:
    """The strength of a set of one to four up cards."""
    clubs, diamonds, hearts, spades = suit_masks(cards)
    ranks = clubs | diamonds | hearts | spades
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    if not twice:
        return ranks
    if clubs & diamonds & hearts & spades:
        return Category.FOUR_OF_A_KIND << 26 | twice << 13
    if clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds):
        category = Category.THREE_OF_A_KIND
    else:
        category = Category.TWO_PAIR if twice & (twice - 1) else Category.PAIR
    return category << 26 | twice << 13 | ranks & ~twice


def rank(cards: str | Iterable[Card]) -> ShowingHand:
    """Rank one to four up cards of the 52-card deck."""
    held = card_set(cards, 1, 4)
    if held >> 52:
        raise CardError("Jk cannot be ranked here: stud has no joker")
    return ShowingHand(held, strength(held))


def low_card_order(card: Card) -> int:
    """Sort key of up cards for the bring-in: rank with the ace high, then clubs, diamonds, hearts, spades."""
    return card.rank * 4 + card.suit


def lowest_up_card(cards: Sequence[Card]) -> int:
    """The index of the lowest up card, which starts the betting."""
    return min(range(len(cards)), key=lambda place: low_card_order(cards[place]))
