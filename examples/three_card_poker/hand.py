"""Hand rankings of Three Card Poker (P2).

They are those of `seventh.hands.three`, except that a suited ace-king-queen is not a separate category: here it is the
highest straight flush.

>>> row_of(strength("AsKsQs")), name("AsKsQs"), name("Qd6c4h")
('straight_flush', 'straight flush, ace high', 'queen high')
>>> strength("4s3s2s") > strength("3s2sAs") > strength("AhAdAs") > strength("3s2dAs") > strength("AsKs9s")
True
"""

from __future__ import annotations

from collections.abc import Iterable

from seventh.cards import Card
from seventh.hands import three

FULL = 3
ROWS = tuple("straight_flush" if kind is three.Category.ROYAL else kind.name.lower() for kind in three.Category)
"""The pay table row of each kind of hand, lowest first; a high card has none."""
PAIR = three.Category.PAIR << 26
"""No hand without a pair is as strong as this."""


def strength(cards: str | Iterable[Card]) -> int:
    """The strength of a hand, which orders hands."""
    return three.rank(cards).strength


def row_of(strength: int) -> str:
    """The row of a pay table that a hand of this strength belongs to."""
    return ROWS[strength >> 26]


def qualifies(strength: int, high_card: int) -> bool:
    """Whether a hand is a pair or better, or has a card of this rank or higher (P5)."""
    return strength >= PAIR or strength >= 1 << high_card - 2


def name(cards: str | Iterable[Card]) -> str:
    """The name of a three-card hand."""
    return three.rank(cards).name.replace("royal", "straight flush, ace high")
