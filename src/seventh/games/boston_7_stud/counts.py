"""Counting Boston 7 Stud: from each three-card start, the final hand's category by win, tie and loss.

Every seven-card hand contains 35 three-card starts. So each canonical hand, with its dealer hands counted by
`showdown`, is added to its 35 canonical starts, once for each hand in its orbit; the total of a start's orbit is then
divided by the orbit's size.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.lab import showdown
from seventh.lab.kernels import Deck, canonical_sets, set_number
from seventh.lab.suits import number_of_sets

Array = NDArray[Any]

WIN, TIE, LOSS = range(3)
CATEGORIES = 10


def count(deck: Deck, progress: showdown.Progress) -> NDArray[np.int64]:
    """Deals by start, category of the player's final hand, and result, for one member of each start's orbit."""
    hands = showdown.count(deck, lambda part: progress(part * 0.95))
    table = np.zeros((number_of_sets(3), CATEGORIES, 3), dtype=np.int64)
    categories = (hands.strengths >> 26)[hands.ranks]
    _add_to_starts(hands.masks, hands.orbits, categories, hands.wins, hands.ties, hands.losses, table)
    orbits = canonical_sets(3, deck).orbits.astype(np.int64)
    orbits[orbits == 0] = 1
    table, rest = np.divmod(table, orbits[:, None, None])
    assert not rest.any()
    progress(1.0)
    return table


@njit
def _add_to_starts(
    masks: Array, orbits: Array, categories: Array, wins: Array, ties: Array, losses: Array, table: Array
) -> None:
    cards = np.zeros(7, dtype=np.int64)
    for row in range(len(masks)):
        if orbits[row] == 0:
            continue
        count = 0
        for suit in range(4):
            for rank in range(13):
                if masks[row, suit] >> rank & 1:
                    cards[count] = np.int64(1) << (13 * suit + rank)
                    count += 1
        for i in range(7):
            for j in range(i):
                for k in range(j):
                    three = cards[i] | cards[j] | cards[k]
                    start = set_number(three & 8191, three >> 13 & 8191, three >> 26 & 8191, three >> 39 & 8191)
                    table[start, categories[row], 0] += orbits[row] * wins[row]
                    table[start, categories[row], 1] += orbits[row] * ties[row]
                    table[start, categories[row], 2] += orbits[row] * losses[row]
