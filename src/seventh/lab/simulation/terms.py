"""What all games' simulations share: payoffs in whole chips, and sums over rounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.house import PayTable

Pays = NDArray[np.int64]

NO_CAP = 1 << 60
"""Higher than any payoff."""
SUM, HITS, STAKED = 0, 1, 2
"""The rows of counts: total net result, rounds with a net win, and the total wagered."""


def whole_chips(table: PayTable, row: str, wager: int, rounding: str) -> int | None:
    """What a row pays on a wager, rounded by the house's rule; None for a row that does not qualify."""
    if row not in table:
        return None
    pays = table[row]
    down = wager * pays.numerator // pays.denominator
    return down if rounding == "down" or down * pays.denominator == wager * pays.numerator else down + 1


@njit
def add_round(
    nets: NDArray[np.int64], staked: NDArray[np.int64], counts: NDArray[np.int64], products: NDArray[np.float64]
) -> None:
    """Add one round: sums exactly, squares and products of two wagers as floats."""
    for i in range(len(nets)):
        net = nets[i]
        counts[SUM, i] += net
        counts[HITS, i] += net > 0
        counts[STAKED, i] += staked[i]
        for j in range(i + 1):
            products[i, j] += np.float64(net) * np.float64(nets[j])
