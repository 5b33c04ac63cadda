"""Poker rankings with a joker in a 53-card deck (T1, T6, T11).

The joker is an ace, or completes a straight, flush, straight flush or royal flush, and nothing else.
Five aces beat everything; A-2-3-4-5 is the second-highest straight.

>>> rank("AsAhAdAcJk2d3c").name
'five aces'
>>> rank("JkKs9d5c4h3s2d").name
'straight, ace to five'
>>> hand = rank("JkKsQs9s4s3d2d")
>>> hand.name, format_cards(hand.five), hand.joker_is
('flush, ace high', 'JkKsQs9s4s', Card('As'))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from seventh.cards import (
    ACE,
    ALL_52,
    DECK_52,
    JOKER,
    Card,
    card_set,
    cards_in,
    format_cards,
    suit_masks,
)
from seventh.hands import poker
from seventh.hands.poker import Category, PokerHand, Wheel

__all__ = ["JokerHand", "format_cards", "rank", "strength"]

FIVE_ACES = Category.FIVE_ACES << 26
TWO_ACE_FLUSH = Category.FLUSH << 26 | 1 << 13
"""The lowest strength of a flush with an ace and the joker as a second ace, in houses that allow that."""
_ACES = sum(card.bit for card in DECK_52 if card.rank == ACE)
_BY_RANK = tuple(tuple(card for card in DECK_52 if card.rank == rank) for rank in range(2, 15))
_BY_SUIT = tuple(tuple(card for card in DECK_52 if card.suit == suit) for suit in range(4))
_COMPLETED = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


class JokerHand(PokerHand):
    """A hand of the 53-card deck."""

    __slots__ = ()

    @property
    def joker_is(self) -> Card | None:
        """The card the joker represents; None if there is no joker, it does not play, or it is an extra ace."""
        if not self.cards & JOKER.bit or self._is_extra_ace:
            return None
        natural = self.cards & ALL_52
        if natural.bit_count() >= 5 and poker.strength(natural, self.wheel) == self.strength:
            return None
        return next(card for card, value in _readings(natural, self.wheel) if value == self.strength)

    @property
    def _is_extra_ace(self) -> bool:
        """Whether the joker is an ace in addition to those of the deck."""
        return self.category is Category.FIVE_ACES or self.strength >> 13 == TWO_ACE_FLUSH >> 13

    @property
    def five(self) -> tuple[Card, ...]:
        if self._is_extra_ace:
            others = tuple(cards_in(self.cards & ALL_52))
            aces = tuple(card for card in others if card.rank == ACE)
            return (JOKER, *(aces if self.category is Category.FIVE_ACES else poker.five_of(self, others)))
        stands_for = self.joker_is
        natural = self.cards & ALL_52 | (stands_for.bit if stands_for else 0)
        five = poker.five_of(self, tuple(cards_in(natural)))
        return tuple(JOKER if card is stands_for else card for card in five)

    @property
    def name(self) -> str:
        return "five aces" if self.category is Category.FIVE_ACES else super().name


def strength(cards: int, wheel: Wheel = Wheel.SECOND, second_ace: bool = False) -> int:
    """The strength of the best five cards in a set of five to seven that may include the joker.

    With `second_ace` the joker in a flush is an ace even with the ace of that suit, and such a flush beats any other.
    """
    natural = cards & ALL_52
    if natural == cards:
        return poker.strength(cards, wheel)
    if natural & _ACES == _ACES:
        return FIVE_ACES
    best = max(value for _, value in _readings(natural, wheel))
    return max(best, _two_ace_flush(natural)) if second_ace else best


def _two_ace_flush(natural: int) -> int:
    for suited in suit_masks(natural):
        if suited.bit_count() >= 4 and suited >> 12:
            return TWO_ACE_FLUSH | poker.highest(suited, 4)
    return 0


def _readings(natural: int, wheel: Wheel) -> Iterator[tuple[Card, int]]:
    """Every card the joker may represent with these natural cards, and the resulting strength.

    Which ace it is matters only for a flush, which the second loop covers; likewise any card of a rank completes a
    straight equally well.
    """
    ace = next(card for card in reversed(_BY_RANK[-1]) if not natural & card.bit)
    yield ace, poker.strength(natural | ace.bit, wheel)
    for suited, cards in zip(suit_masks(natural), _BY_SUIT, strict=True):
        if suited.bit_count() >= 4:
            yield from _completions(natural, reversed(cards), wheel)
    ranks = reduce(or_, suit_masks(natural))
    missing = (
        cards[-1]
        for rank, cards in enumerate(_BY_RANK)
        if not ranks >> rank & 1 and poker.straight_place(ranks | 1 << rank, wheel) is not None
    )
    yield from _completions(natural, missing, wheel)


def _completions(natural: int, candidates: Iterable[Card], wheel: Wheel) -> Iterator[tuple[Card, int]]:
    for card in candidates:
        if not natural & card.bit:
            value = poker.strength(natural | card.bit, wheel)
            if value >> 26 in _COMPLETED:
                yield card, value


def rank(cards: str | Iterable[Card], wheel: Wheel = Wheel.SECOND, second_ace: bool = False) -> JokerHand:
    """Rank five to seven cards of the 53-card deck."""
    held = card_set(cards, 5, 7)
    return JokerHand(held, strength(held, wheel, second_ace), wheel)
