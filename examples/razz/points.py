"""A simple bot's valuation of cards at Razz."""

from __future__ import annotations

from collections.abc import Sequence

from razz.low import low_rank
from seventh.cards import UNKNOWN, Card

HIGHEST_GOOD = 7
"""The highest rank that helps a low hand, counted from 0 for the ace: the eight."""


def points(cards: Sequence[Card], boards: Sequence[Sequence[Card]], street: int) -> int:
    """The value of a hand, 0 to 100, given the other boards.

    Each of the five lowest ranks is worth more the lower it is; a card still to come counts as a bad one.
    """
    ranks = sorted({low_rank(card) for card in cards})[:5]
    missing = min(5 - len(ranks), 7 - street)
    worth = sum(_worth(rank) for rank in ranks) + 5 * missing
    best = max((_worth_of_board(board) for board in boards if UNKNOWN not in board), default=0)
    return max(min(worth, 100) - max(best - worth, 0) // 2, 0)


def _worth(rank: int) -> int:
    return 12 + HIGHEST_GOOD - rank if rank <= HIGHEST_GOOD else max(12 - 4 * (rank - HIGHEST_GOOD), 0)


def _worth_of_board(board: Sequence[Card]) -> int:
    return sum(_worth(rank) for rank in {low_rank(card) for card in board})
