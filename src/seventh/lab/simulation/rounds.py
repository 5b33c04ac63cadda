"""`simulate`: rounds by the million, as a check on exact figures and where there are none.

The rounds of a seed are cut into chunks of a fixed size, which workers take one after another; sums are put together in
the order of the chunks. So a seed gives the same figures, to the last digit, with any number of workers.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.house import house_for
from seventh.lab.simulation.plans import STRATEGIES, WAGERS, Plan, SimulationError, plan_of
from seventh.lab.simulation.report import Estimate, SimulationReport
from seventh.lab.simulation.terms import HITS, STAKED, SUM

__all__ = ["STRATEGIES", "WAGERS", "SimulationError", "SimulationReport", "simulate"]

Progress = Callable[[int], None]
"""Called with the number of rounds that are done."""
Chunk = tuple[NDArray[np.int64], NDArray[np.float64]]

ROUNDS_A_CHUNK = 1 << 18
"""A tenth of a second or less: that long it takes to stop."""
MOST_ROUNDS = 10**13
MOST_WORKERS = 256


def simulate(
    game: str,
    rounds: int,
    *,
    seed: int = 1,
    house: Any = None,
    wagers: Mapping[str, int] | None = None,
    strategy: str = "optimal",
    workers: int = 1,
    progress: Progress = lambda _: None,
) -> SimulationReport:
    """Play so many rounds for one player; without a house, in the book's.

    Without wagers a unit of each is made and nothing is capped. Amounts, in smallest chips, are the wagers of one hand:
    payoffs are then in whole chips and capped. Ctrl-C ends it early with what was played by then.
    """
    check_numbers(rounds, seed, workers)
    if game not in WAGERS:
        raise SimulationError(f"{game!r} cannot be simulated; the games are {', '.join(WAGERS)}")
    plan = plan_of(house_for(game, house), wagers, strategy)
    plan.play(seed, 0, 0)  # compiles what is not compiled yet
    started = time.perf_counter()
    counts = np.zeros((3, len(plan.wagers) + 1), dtype=object)
    products = np.zeros((len(plan.wagers) + 1,) * 2)
    done = 0
    stopped = False
    try:
        for size, (more, more_products) in _chunks(plan, rounds, seed, workers):
            counts += more
            products += more_products
            done += size
            progress(done)
    except KeyboardInterrupt:
        if done < 2:
            raise
        stopped = True
    return _report(plan, counts, products, done, seed, workers, time.perf_counter() - started, stopped)


def check_numbers(rounds: int, seed: int, workers: int) -> None:
    if not 2 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"{rounds} rounds cannot be simulated; allowed: 2 to {MOST_ROUNDS}")
    if not 0 <= seed < 1 << 64:
        raise SimulationError(f"{seed} is not a seed; allowed: 0 to {(1 << 64) - 1}")
    if not 1 <= workers <= MOST_WORKERS:
        raise SimulationError(f"{workers} workers cannot share the work; allowed: 1 to {MOST_WORKERS}")


def _chunks(plan: Plan, rounds: int, seed: int, workers: int) -> Iterator[tuple[int, Chunk]]:
    """The chunks in their order, while the next ones are being played: kernels run without the interpreter's lock."""
    pool = ThreadPoolExecutor(workers)
    waiting: deque[tuple[int, Future[Chunk]]] = deque()
    try:
        for first in range(0, rounds, ROUNDS_A_CHUNK):
            size = min(ROUNDS_A_CHUNK, rounds - first)
            waiting.append((size, pool.submit(plan.play, seed, first, size)))
            if len(waiting) > 2 * workers:
                size, chunk = waiting.popleft()
                yield size, chunk.result()
        for size, chunk in waiting:
            yield size, chunk.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _report(
    plan: Plan,
    counts: NDArray[Any],
    products: NDArray[np.float64],
    rounds: int,
    seed: int,
    workers: int,
    seconds: float,
    stopped: bool,
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
    # An ante alone is not part of the hand that the other wagers stand on.
    one_hand = [wager for wager in made if wager != "ante_only"]
    together = all(pair in plan.pairs for pair in combinations(one_hand, 2))
    return SimulationReport(
        plan.game,
        plan.house,
        plan.strategy,
        rounds,
        seed,
        workers,
        seconds,
        {wager: estimate(wager, column[wager], plan.bet(wager)) for wager in made},
        estimate("together", len(plan.wagers), 1 if plan.amounts else plan.unit) if together else None,
        covariances,
        stopped,
    )
