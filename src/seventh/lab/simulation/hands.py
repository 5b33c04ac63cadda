"""Random hands in bulk."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seventh.cards import WrongCount
from seventh.compiled import njit
from seventh.lab.simulation.deals import round_cards


@njit
def _deal_rows(hands: NDArray[np.uint8], seed: np.uint64) -> None:
    deck = np.empty(52, np.uint8)
    for row in range(len(hands)):
        round_cards(deck, seed, np.uint64(row), hands.shape[1])
        for place in range(hands.shape[1]):
            hands[row, place] = deck[place]


def random_hands(count: int, cards: int, seed: int) -> NDArray[np.uint8]:
    """Random hands from a 52-card deck, one per row, each card by its number."""
    if not 1 <= cards <= 52 or count < 0:
        raise WrongCount(f"cannot deal {count} hands of {cards} cards; a hand has 1 to 52 cards")
    hands = np.empty((count, cards), np.uint8)
    _deal_rows(hands, np.uint64(seed))
    return hands
