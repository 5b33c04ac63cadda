"""Running a simulation plan and summing up the results.

The rounds of a seed are split into chunks of a fixed size, so a seed gives identical figures with any number of
workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.lab.chunks import fold
from seventh.lab.simulation.plan import Plan
from seventh.lab.simulation.report import Estimate, SimulationError, SimulationReport
from seventh.lab.simulation.terms import HITS, STAKED, SUM

Progress = Callable[[int], None]
"""Called with the number of rounds done."""
Chunk = tuple[NDArray[np.int64], NDArray[np.float64]]
Sums = tuple[NDArray[Any], NDArray[np.float64], int]
"""Counts, products, and the number of rounds they cover."""

ROUNDS_A_CHUNK = 1 << 18
"""At most a tenth of a second of work."""
MOST_ROUNDS = 10**13
MOST_WORKERS = 256


def play_all(plan: Plan, rounds: int, seed: int, workers: int, progress: Progress) -> SimulationReport:
    """Simulate rounds from a seed. Ctrl-C ends it early with the results so far."""
    plan.play(seed, 0, 0)  # compile the kernel first
    started = time.perf_counter()
    columns = len(plan.wagers) + 1

    def size(first: int) -> int:
        return min(ROUNDS_A_CHUNK, rounds - first)

    def add(sums: Sums, first: int, chunk: Chunk) -> Sums:
        return sums[0] + chunk[0], sums[1] + chunk[1], sums[2] + size(first)

    nothing: Sums = (np.zeros((3, columns), dtype=object), np.zeros((columns, columns)), 0)
    (counts, products, done), _ = fold(
        lambda first: plan.play(seed, first, size(first)),
        range(0, rounds, ROUNDS_A_CHUNK),
        nothing,
        add,
        workers,
        lambda sums: progress(sums[2]),
    )
    if not done:
        raise KeyboardInterrupt
    return _report(plan, counts, products, done, rounds, seed, workers, time.perf_counter() - started)


def check_numbers(rounds: int, seed: int, workers: int) -> None:
    if not 2 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"{rounds} rounds cannot be simulated; allowed: 2 to {MOST_ROUNDS}")
    if not 0 <= seed < 1 << 64:
        raise SimulationError(f"{seed} is not a seed; allowed: 0 to {(1 << 64) - 1}")
    if not 1 <= workers <= MOST_WORKERS:
        raise SimulationError(f"{workers} workers is out of range; allowed: 1 to {MOST_WORKERS}")


def _report(
    plan: Plan,
    counts: NDArray[Any],
    products: NDArray[np.float64],
    rounds: int,
    asked: int,
    seed: int,
    workers: int,
    seconds: float,
) -> SimulationReport:
    column = {wager: place for place, wager in enumerate(plan.wagers)}
    made = [wager for wager in plan.wagers if plan.bet(wager)]

    def estimate(name: str, place: int, unit: int) -> Estimate:
        mean = counts[SUM, place] / rounds
        variance = max(products[place, place] / rounds - mean * mean, 0.0) * rounds / (rounds - 1)
        return Estimate(
            name,
            plan.amounts.get(name),
            rounds,
            mean / unit,
            sqrt(variance) / unit,
            counts[HITS, place] / rounds,
            counts[STAKED, place] / rounds / unit,
        )

    covariances = {}
    for first, second in combinations(made, 2):
        if (first, second) in plan.pairs:
            i, j = column[first], column[second]
            product = products[j, i] / rounds - counts[SUM, i] / rounds * (counts[SUM, j] / rounds)
            covariances[first, second] = product / (plan.bet(first) * plan.bet(second))
    one_hand = [wager for wager in made if wager not in plan.alone]
    together = all(pair in plan.pairs for pair in combinations(one_hand, 2))
    return SimulationReport(
        plan.game.name,
        plan.house,
        plan.strategy,
        rounds,
        seed,
        workers,
        seconds,
        {wager: estimate(wager, column[wager], plan.bet(wager)) for wager in made},
        estimate("together", len(plan.wagers), 1 if plan.amounts else plan.unit) if together else None,
        covariances,
        asked,
    )
