"""Ace-to-five low by the plainest route: every five cards of the hand, sorted by how often a rank is there."""

from collections import Counter
from itertools import combinations


def low_key(cards):
    """Compares as low hands do, the smallest being the best; of more than five cards the best five count."""
    return min(_key(five) for five in combinations(cards, min(len(cards), 5)))


def _key(cards):
    counts = Counter(1 if card.rank == 14 else card.rank for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]
