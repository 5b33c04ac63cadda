"""Counting 7 Card Thrill: the player's class of hand by the Poker wager's result, over all deals.

The other four wagers depend only on the class, so this one table covers all five, alone and together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seventh.games.seven_card_thrill.classes import CLASSES, LOW_BELOW, class_of
from seventh.lab import showdown
from seventh.lab.kernels import Deck

DECK = Deck(joker=True)


def count(wheel_second: bool, second_ace: bool, progress: showdown.Progress, deck: Deck = DECK) -> NDArray[np.int64]:
    """Deals by the player's class and the Poker wager's result: higher, higher than a low hand, tie, lower."""
    hands = showdown.count(deck, progress, wheel_second, second_ace, LOW_BELOW)
    classes = np.array([class_of(int(strength)) for strength in hands.strengths])[hands.ranks]
    orbits = hands.orbits.astype(np.int64)
    table = np.zeros((len(CLASSES), 4), dtype=np.int64)
    results = (hands.wins - hands.low_wins, hands.low_wins, hands.ties, hands.losses)
    for number in range(len(CLASSES)):
        members = classes == number
        table[number] = [int((orbits[members] * result[members]).sum()) for result in results]
    return table
