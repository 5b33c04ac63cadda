"""Ranks hands by their longest suit (H2) and by their longest suited run (H9).

>>> hand = longest_suit("QsTs5s2sKhKd3c")
>>> hand.name, hand.length, format_cards(hand.cards_that_play)
('four-card flush, queen high', 4, 'QsTs5s2s')
>>> run = longest_run("As2s3s9h9d9cKd")
>>> run.name, run.length
('three-card straight flush, ace to three', 3)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from seventh.cards import RANK_NAMES, Card, CardError, card_set, cards_in, format_cards, suit_masks
from seventh.notebook import hand_html

__all__ = ["LongestRun", "LongestSuit", "format_cards", "longest_run", "longest_run_length", "longest_suit", "strength"]

COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class _SuitedCards(ABC):
    """Cards of one suit picked out of a hand, compared by `strength`."""

    __slots__ = ("cards", "length", "strength", "suit")

    def __init__(self, cards: int, suit: int, length: int, strength: int) -> None:
        self.cards = cards
        """All cards of the hand, as a set."""
        self.suit = suit
        self.length = length
        self.strength = strength
        """Orders hands; equal strengths tie."""

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if type(other) is type(self) else NotImplemented

    def __lt__(self, other: _SuitedCards) -> bool:
        return self.strength < other.strength if type(other) is type(self) else NotImplemented

    def __le__(self, other: _SuitedCards) -> bool:
        return self.strength <= other.strength if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {format_cards(cards_in(self.cards))}: {self.name}>"

    def _repr_html_(self) -> str:
        return hand_html(cards_in(self.cards), self.cards_that_play, self.name)

    @property
    @abstractmethod
    def ranks(self) -> tuple[int, ...]:
        """The ranks that play, high to low."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the hand."""

    @property
    def cards_that_play(self) -> tuple[Card, ...]:
        """The cards that count, high to low."""
        of_suit = {card.rank: card for card in cards_in(self.cards) if card.suit == self.suit}
        return tuple(of_suit[rank] for rank in self.ranks)


class LongestSuit(_SuitedCards):
    """The suit with the most cards; between suits of equal length, the one that is higher card by card."""

    __slots__ = ()

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(rank for rank in range(14, 1, -1) if self.strength >> (rank - 2) & 1)

    @property
    def name(self) -> str:
        return f"{COUNT_WORDS[self.length]}-card flush, {RANK_NAMES[self.ranks[0] - 2]} high"


class LongestRun(_SuitedCards):
    """The longest suited sequence; between sequences of equal length, the one with the higher top card."""

    __slots__ = ()

    @property
    def ranks(self) -> tuple[int, ...]:
        top = self.strength & 15
        return tuple(rank if rank > 1 else 14 for rank in range(top, top - self.length, -1))

    @property
    def name(self) -> str:
        low = self.strength & 15 == self.length and self.length > 1
        extent = f"ace to {COUNT_WORDS[self.length]}" if low else f"{RANK_NAMES[(self.strength & 15) - 2]} high"
        return f"{COUNT_WORDS[self.length]}-card straight flush, {extent}"


def longest_suit(cards: str | Iterable[Card]) -> LongestSuit:
    """The hand that plays against the dealer (H2), of one to seven cards."""
    held = _natural(cards)
    best = strength(held)
    suit = max(suit for suit, mask in enumerate(suit_masks(held)) if mask == best & 8191)
    return LongestSuit(held, suit, best >> 13, best)


def strength(cards: int) -> int:
    """The longest suit of a set of cards as one integer: its length, then its ranks."""
    return max([mask.bit_count() << 13 | mask for mask in suit_masks(cards)])


def longest_run(cards: str | Iterable[Card]) -> LongestRun:
    """The best suited sequence (H9), of one to seven cards; the ace is high or low, never in the middle."""
    held = _natural(cards)
    length, top, suit = max(
        (length, top, suit) for suit, mask in enumerate(suit_masks(held)) for length, top in _runs(mask)
    )
    return LongestRun(held, suit, length, length << 4 | top)


def longest_run_length(cards: int) -> int:
    """The length of the longest suited sequence in a set."""
    length = 0
    for mask in suit_masks(cards):
        starts = mask << 1 | mask >> 12
        run = 0
        while starts:
            starts &= starts >> 1
            run += 1
        length = max(length, run)
    return length


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """Every maximal run in a set of ranks as its length and top rank; a run from the ace up starts at rank 1."""
    low_ace = mask << 1 | mask >> 12
    length = 0
    for rank in range(1, 16):
        if low_ace >> (rank - 1) & 1:
            length += 1
        elif length:
            # A lone ace is the highest card of its suit, not a one.
            if rank > 2:
                yield length, rank - 1
            length = 0


def _natural(cards: str | Iterable[Card]) -> int:
    held = card_set(cards, 1, 7)
    if held >> 52:
        raise CardError("Jk cannot be ranked here: the joker has no suit")
    return held
