"""The shares of a high-low split stud game: high, and eight-or-better low."""

from __future__ import annotations

from collections.abc import Sequence

from razz import low

from seventh.cards import Card
from seventh.hands import poker, showing
from seventh.rounds.stud.family import Share

EIGHT_HIGH = low.strength_of("8s7s6s5s4s")
"""The worst low that qualifies."""


def high_name(cards: Sequence[Card]) -> str:
    return poker.rank(cards).name if len(cards) >= 5 else showing.rank(cards).name


def high_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(poker.rank(cards).five)


def eight_or_better(cards: int) -> int | None:
    strength = low.strength(cards)
    return strength if strength >= EIGHT_HIGH else None


SHARES = (
    Share(poker.strength, high_name, high_five, "high"),
    Share(eight_or_better, low.name, low.five, "low"),
)
