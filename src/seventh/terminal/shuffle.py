"""The shuffle for terminal play: the room's algorithm with a random key."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_bytes

from seventh.cards import Card
from seventh.fair import deck


def shuffled(cards: Iterable[Card]) -> list[Card]:
    """The cards in uniformly random order."""
    return list(deck.shuffled(cards, deck.words(token_bytes(32))))
