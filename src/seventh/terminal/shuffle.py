"""A shuffle for playing alone: the room's own, from a key that nobody keeps."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_bytes

from seventh.cards import Card
from seventh.fair import deck


def shuffled(cards: Iterable[Card]) -> list[Card]:
    """The same cards in a random order, every order equally likely."""
    return list(deck.shuffled(cards, deck.words(token_bytes(32))))
