"""Confirms the exact figures of the lab by simulation, for each wager and strategy.

    python -m tools.confirm_edges                                   10^8 rounds of each game and strategy
    python -m tools.confirm_edges high-card-flush --rounds 1000000 --seed 3 --workers 2
    python -m tools.confirm_edges boston-7-stud --starts            also each of the 1,755 starts of Boston 7 Stud

A z-score is the deviation of a simulated figure from the exact one in standard errors. If the figures are correct, 95%
of scores are within 1.96, and about one in 16,000 is beyond 4: the exit code is 1 if any is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from seventh.games import book_house, parse_house
from seventh.games.boston_7_stud import exact as boston
from seventh.games.boston_7_stud.kernel import play_starts, start_numbers, terms_of
from seventh.games.edges import edge
from seventh.games.simulation import simulate, simulated_games
from seventh.lab.figures import EdgeReport
from seventh.lab.simulation.report import Z95, SimulationReport
from seventh.lab.simulation.rounds import ROUNDS_A_CHUNK

LIMIT = 4.0
BOSTON_CAPS = "caps = [{ ante_up_to = 500, pays_at_most = 3000 }, { ante_up_to = 1000, pays_at_most = 9000 }]"
RUNS: dict[str, tuple[tuple[str, dict[str, int], str], ...]] = {
    "boston-7-stud": (
        ("optimal", {}, ""),
        ("never_fold", {}, ""),
        ("queen_high", {}, ""),
        ("optimal", {"main": 1000, "three_card_bonus": 1000}, BOSTON_CAPS),
        ("optimal", {"ante_only": 500}, BOSTON_CAPS),
    ),
    "seven-card-thrill": (
        ("optimal", {}, ""),
        ("optimal", {"poker": 500, "pair_of_kings": 500, "full_house": 500, "special": 100}, "cap = 20000"),
        ("optimal", {}, 'ace_to_five = "lowest"\njoker_in_flush = "ace"\nhalf_pay_kings = "holds_kings"'),
    ),
    "high-card-flush": (
        ("optimal", {}, ""),
        ("by_rank", {}, ""),
        ("optimal", {"main": 10_000, "flush": 2500, "straight_flush": 2500}, "aggregate_cap = 40000"),
    ),
}
"""What is simulated: the strategy, the amounts (empty for units without caps), and changes to the house settings."""

Row = tuple[str, float, float, float]
"""A figure's name, exact value, simulated value and z-score."""


def figures(found: SimulationReport, exact: EdgeReport) -> Iterator[Row]:
    """Every figure available from both: means, hit frequencies, and joint means."""
    joint = Fraction(0)
    for name, estimate in found.wagers.items():
        wager = exact.wagers[name]
        named = [strategy for strategy in wager.strategies if strategy.name == found.strategy]
        ev = named[0].ev if named else wager.ev
        if name != "ante_only" or len(found.wagers) == 1:
            joint += ev * (estimate.amount or 1)
        yield f"{name} mean", float(ev), estimate.mean, estimate.z_score(float(ev))
        if not named and 0 < wager.hit_frequency < 1:
            chance, rounds = float(wager.hit_frequency), estimate.rounds
            z = (estimate.hit_frequency - chance) / sqrt(chance * (1 - chance) / rounds)
            yield f"{name} hits", chance, estimate.hit_frequency, z
    if found.together and len(found.wagers) > 1:
        yield "together mean", float(joint), found.together.mean, found.together.z_score(float(joint))


def run(game: str, rounds: int, seed: int, workers: int) -> list[float]:
    """Simulate a game in every variant and print the deviation of each figure; returns the z-scores."""
    scores = []
    for number, (strategy, amounts, changes) in enumerate(RUNS[game]):
        house = parse_house(changes, game)
        # Each run has different deals, so that the scores are independent.
        found = simulate(
            game, rounds, seed=seed + number, house=house, wagers=amounts, strategy=strategy, workers=workers
        )
        if found.stopped:
            raise KeyboardInterrupt
        exact = edge(game, house, amounts)
        made = ", ".join(f"{name} {amount}" for name, amount in amounts.items()) or "units, uncapped"
        print(
            f"{game}, {strategy} play, {made}, seed {seed + number}: {rounds:,} rounds, {found.seconds:.1f} s, "
            f"{rounds / found.seconds:,.0f} a second"
        )
        if changes:
            print("  " + "; ".join(changes.splitlines()))
        for name, expected, value, z in figures(found, exact):
            mark = "" if abs(z) <= Z95 else "outside 95%" if abs(z) <= LIMIT else "WRONG"
            print(f"  {name:<26}{expected:>+15.8f}{value:>+15.8f}{z:>+8.2f}  {mark}".rstrip())
            scores.append(z)
        print(flush=True)
    return scores


def run_starts(rounds: int, seed: int, workers: int) -> list[float]:
    """Check the expected value of playing on from each start of Boston 7 Stud; returns the combined z-score.

    Royal flushes are rare and pay a lot, so the sample variance of a start is a poor estimate: mean, variance and
    fourth moment are exact. The sum of squared scores then has a known mean and variance whatever the payoffs.
    """
    house = book_house(boston.GAME)
    counts_by_start = boston.stored_starts().reshape(1755, -1) / boston.DEALS
    results = np.array(boston.play_results(boston.terms(house, {})), dtype=float).reshape(7, -1)
    values = results[boston.starts().categories]
    exact = (counts_by_start * values).sum(axis=1)
    spread = values - exact[:, None]
    variance, fourth = ((counts_by_start * spread**power).sum(axis=1) for power in (2, 4))
    terms, numbers = terms_of(house, 1, capped=False), start_numbers()

    def chunk(first: int) -> tuple[Any, ...]:
        sums, counts = np.zeros(1755, np.int64), np.zeros(1755, np.int64)
        play_starts(np.uint64(seed), first, min(ROUNDS_A_CHUNK, rounds - first), terms, numbers, sums, counts)
        return sums, counts

    started = time.perf_counter()
    sums, counts = np.zeros(1755, np.int64), np.zeros(1755, np.int64)
    with ThreadPoolExecutor(workers) as pool:
        for more_sums, more_counts in pool.map(chunk, range(0, rounds, ROUNDS_A_CHUNK)):
            sums += more_sums
            counts += more_counts
    mean = sums / counts
    scores = (mean - exact) / np.sqrt(variance / counts)
    chi_square = float((scores**2).sum())
    z = (chi_square - 1755) / sqrt(float((2 + (fourth / variance**2 - 3) / counts).sum()))
    print(
        f"boston-7-stud, 1,755 starts, always playing: {rounds:,} rounds, {time.perf_counter() - started:.1f} s\n"
        f"  chi-square {chi_square:.1f} of 1755 (z {z:+.2f}), largest z {float(np.abs(scores).max()):.2f}, "
        f"within 95%: {float((np.abs(scores) <= Z95).mean()):.3f}, fewest rounds of a start {int(counts.min()):,}\n"
        f"  starts where folding is better: exact {int((exact < -2).sum())}, simulated {int((mean < -2).sum())}\n",
        flush=True,
    )
    return [z]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.confirm_edges", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", choices=[*simulated_games(), "all"], default="all")
    parser.add_argument("--rounds", type=int, default=10**8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--starts", action="store_true", help="also every start of Boston 7 Stud")
    words = parser.parse_args(arguments)
    if words.rounds < 10_000 or words.workers < 1 or words.seed < 0:
        parser.error("--rounds must be at least 10000, --workers at least 1, --seed at least 0")
    scores: list[float] = []
    try:
        for game in simulated_games() if words.game == "all" else (words.game,):
            scores += run(game, words.rounds, words.seed, words.workers)
        if words.starts:
            scores += run_starts(words.rounds, words.seed, words.workers)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    inside = sum(abs(z) <= Z95 for z in scores)
    print(f"{inside} of {len(scores)} figures within 95% confidence, largest |z| {max(map(abs, scores)):.2f}")
    return 0 if all(abs(z) <= LIMIT for z in scores) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
