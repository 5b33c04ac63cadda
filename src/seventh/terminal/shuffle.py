"""A shuffle for playing alone: every order of the deck equally likely, from the operating system's secrets."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import randbelow

from seventh.cards import Card


def shuffled(cards: Iterable[Card]) -> list[Card]:
    """The same cards in a random order: Fisher and Yates, and `randbelow` rejects what would favour some order."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        chosen = randbelow(last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck
