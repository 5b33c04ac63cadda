"""Collusion at High Card Flush: what knowing other players' hands is worth.

Hands for six players are dealt at random. For the first of them the value of every choice is counted exactly over all
dealer hands from the cards that are left: 45 for a player who knows only their own hand, 7 fewer for each hand seen.
The gain of a deal is the value of the best choice with that knowledge, minus the value *given the same knowledge* of
the choice made without it. So only the dealt hands are random, and the error is small.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.games import house_for
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.high_card_flush.odds import CHOOSE, dealer_hands
from seventh.hands.kernels import BITS, longest_suit
from seventh.hands.tables import LENGTH_AT_PLACE, SUIT_AT_PLACE
from seventh.lab.chunks import fold
from seventh.lab.collusion import CollusionReport, Gain
from seventh.lab.simulation.deals import collect, deal, first_number, whole
from seventh.lab.simulation.report import SimulationError

Progress = Callable[[int], None]
"""Called with the number of deals done."""

SEATS = 6
"""There are not enough cards for more players."""
DEALS = 1_000_000
_CHUNK = 1 << 15
_ALL = (1 << 52) - 1

Sums = tuple[NDArray[np.float64], int]
"""Sums, and the number of deals they cover."""


@njit
def _gains(
    seed: np.uint64,
    first: int,
    deals: int,
    most_raise: NDArray[np.int64],
    least_length: int,
    least_ranks: int,
    counts: NDArray[np.float64],
) -> None:
    """Sum up, by the number of other hands seen: gains, their squares, and how often the choice changes."""
    deck = np.empty(52, np.uint8)
    for number in range(first, first + deals):
        collect(deck)
        deal(deck, first_number(seed, np.uint64(number)), 7 * SEATS)
        left = _ALL
        base = 0
        length = ranks = whole(0)
        for seen in range(SEATS):
            held = np.uint64(0)
            for i in range(7 * seen, 7 * seen + 7):
                held |= BITS[deck[i]]
            left &= ~whole(held)
            if seen == 0:
                place = longest_suit(held)
                length, ranks = whole(LENGTH_AT_PLACE[place]), whole(SUIT_AT_PLACE[place])
            unqualified, wins, _, losses = dealer_hands(left, length, ranks, least_length, least_ranks)
            everything, ahead = CHOOSE[52 - 7 * (seen + 1), 7], wins - losses
            best = 0
            worth = -everything
            for raised in (most_raise[length], 1):
                value = unqualified + (1 + raised) * ahead
                if value > worth or (value == worth and best == 0):
                    best, worth = raised, value
            if seen == 0:
                base = best
                continue
            without = unqualified + (1 + base) * ahead if base else -everything
            gain = (worth - without) / everything
            counts[seen, 0] += gain
            counts[seen, 1] += gain * gain
            counts[seen, 2] += gain > 0


def collusion(
    house: HighCardFlushHouse | None = None,
    deals: int = DEALS,
    *,
    seed: int = 1,
    workers: int = 1,
    progress: Progress = lambda _: None,
) -> CollusionReport:
    """What a player gains on the main wager, in antes, by seeing one to five other players' hands.

    Ctrl-C ends it early with the results so far.
    """
    if not 2 <= deals <= 10**12:
        raise SimulationError(f"{deals} deals is out of range; allowed: 2 to {10**12}")
    if not 0 <= seed < 1 << 64:
        raise SimulationError(f"{seed} is not a seed; allowed: 0 to {(1 << 64) - 1}")
    if not 1 <= workers <= 256:
        raise SimulationError(f"{workers} workers is out of range; allowed: 1 to 256")
    started = time.perf_counter()
    rules: HighCardFlushHouse = house_for("high-card-flush", house)
    most, need = rules.most_raise, rules.dealer_qualifies
    raises = np.array([most.four_or_fewer] * 5 + [most.five] + [most.six_or_seven] * 2, np.int64)
    least = 1 << need.high_card - 2 | (1 << need.length - 1) - 1

    def size(first: int) -> int:
        return min(_CHUNK, deals - first)

    def chunk(first: int) -> NDArray[np.float64]:
        counts = np.zeros((SEATS, 3))
        _gains(np.uint64(seed), first, size(first), raises, need.length, least, counts)
        return counts

    def add(sums: Sums, first: int, counts: NDArray[np.float64]) -> Sums:
        return sums[0] + counts, sums[1] + size(first)

    nothing: Sums = (np.zeros((SEATS, 3)), 0)
    (total, done), _ = fold(chunk, range(0, deals, _CHUNK), nothing, add, workers, lambda sums: progress(sums[1]))
    if not done:
        raise KeyboardInterrupt
    alone = _edge_alone(rules)
    return CollusionReport(
        rules.game,
        f"{rules.title} {rules.hash[:12]}",
        done,
        seed,
        alone,
        tuple(_gain(seen, total[seen], done, float(alone)) for seen in range(1, SEATS)),
        time.perf_counter() - started,
        deals,
    )


def _gain(seen: int, sums: NDArray[np.float64], deals: int, alone: float) -> Gain:
    mean = float(sums[0]) / deals
    error = sqrt(max(float(sums[1]) / deals - mean * mean, 0.0) / (deals - 1))
    return Gain(seen, mean, error, float(sums[2]) / deals, alone - mean)


def _edge_alone(house: HighCardFlushHouse) -> Fraction:
    from seventh.games.edges import edge  # only the figure to compare with comes from the exact lab

    return edge("high-card-flush", house).wagers["main"].house_edge
