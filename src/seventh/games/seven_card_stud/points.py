"""A simple bot's valuation of cards at Seven-Card Stud."""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import UNKNOWN, Card
from seventh.hands import poker, showing

MADE = {
    "HIGH_CARD": 0,
    "PAIR": 24,
    "TWO_PAIR": 48,
    "THREE_OF_A_KIND": 64,
    "STRAIGHT": 76,
    "FLUSH": 82,
    "FULL_HOUSE": 92,
    "FOUR_OF_A_KIND": 98,
    "STRAIGHT_FLUSH": 100,
    "ROYAL_FLUSH": 100,
}
"""Points for a made hand; a pair and high cards get more for their ranks."""


def points(cards: Sequence[Card], boards: Sequence[Sequence[Card]], street: int) -> int:
    """The value of a hand, 0 to 100, given the other boards."""
    worth = _made(cards) + (_draw(cards) if street < 7 else 0)
    return max(min(worth, 100) - _threat(boards, MADE[_category(cards)]), 0)


def _category(cards: Sequence[Card]) -> str:
    return poker.rank(cards).category.name if len(cards) >= 5 else showing.rank(cards).category.name


def _made(cards: Sequence[Card]) -> int:
    category = _category(cards)
    points = MADE[category]
    ranks = sorted((card.rank for card in cards), reverse=True)
    if category == "HIGH_CARD":
        return points + sum(max(rank - 9, 0) for rank in ranks[:3])
    if category == "PAIR":
        paired = next(rank for rank in ranks if ranks.count(rank) == 2)
        return points + paired + max(ranks[0] - 11, 0)
    return points


def _draw(cards: Sequence[Card]) -> int:
    """Points for flush and straight draws."""
    to_come = 7 - len(cards)
    suited = max(sum(card.suit == suit for card in cards) for suit in range(4))
    ranks = {card.rank for card in cards}
    ranks |= {1} if 14 in ranks else set()
    in_a_row = max(len(ranks & set(range(low, low + 5))) for low in range(1, 11))
    points = 0
    if suited < 5 and suited + to_come >= 5:
        points = {3: 14, 4: 26}.get(suited, 0) if suited > 3 or len(cards) <= 4 else 0
    if in_a_row < 5 and in_a_row + to_come >= 5 and (in_a_row > 3 or len(cards) == 3):
        points = max(points, {3: 10, 4: 18}.get(in_a_row, 0))
    return points


def _threat(boards: Sequence[Sequence[Card]], made: int) -> int:
    """Points off for boards that already beat the player's whole hand."""
    shown = [MADE[showing.rank(board[:4]).category.name] for board in boards if UNKNOWN not in board]
    return max(max(shown, default=0) - made, 0) // 2
