"""Speed of the lab: simulation, equity compared with PokerKit, and the search for pay tables, in one run.

    python -m benchmarks.lab            about a minute
    python -m benchmarks.lab --quick    fewer rounds

Each figure is the best of several runs, which alternate between the two so that load affects both equally.
PokerKit's equities and ours must agree within their errors, or the run fails.
"""

from __future__ import annotations

import os
import platform
import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np
from pokerkit import Card, Deck, StandardHighHand, calculate_equities

from seventh.games.design import Band, Pays, design
from seventh.games.simulation import simulate, simulated_games
from seventh.lab.equity.shares import equity

WANTED = 1000
"""The required ratio to PokerKit's samples per second."""
DEALS = (
    ("two hands on third street", ("AsKsQs", "AhAd2c")),
    ("three hands on fourth street", ("AsKsQsJs", "AhAd2c9d", "7c7d8h8s")),
    ("six hands on third street", ("AsKsQs", "AhAd2c", "7c7d8h", "9c9d4s", "JcTdTh", "2d3d4d")),
)


def best(turns: int, *jobs: Callable[[], Any]) -> list[float]:
    """Seconds per job, the best of several runs."""
    found = [float("inf")] * len(jobs)
    for _ in range(turns):
        for place, job in enumerate(jobs):
            started = perf_counter()
            job()
            found[place] = min(found[place], perf_counter() - started)
    return found


def simulations(rounds: int, turns: int) -> None:
    print(f"Simulation, {rounds:,} rounds, all wagers")
    for game in simulated_games():
        for strategy in ("optimal", "simple"):
            seconds = []
            for workers in (1, 2):
                simulate(game, 1000, strategy=strategy, workers=workers)
                seconds += best(turns, lambda w=workers, s=strategy, g=game: simulate(g, rounds, strategy=s, workers=w))  # type: ignore[misc]
            rates = "".join(f"{1e-6 * rounds / time:>10.1f} M/s" for time in seconds)
            print(f"  {game:<20}{strategy:<10}{rates}   (one and two threads)")


def equities(samples: int, theirs: int, turns: int) -> bool:
    print(f"\nEquity at stud, samples a second, one thread each, PokerKit {version('pokerkit')}")
    fine = True
    for name, hands in DEALS:
        ranges = [[list(Card.parse(hand))] for hand in hands]
        shares: list[list[float]] = []

        def peer(ranges: Any = ranges, shares: Any = shares) -> None:
            shares.append(calculate_equities(ranges, (), 7, 0, Deck.STANDARD, (StandardHighHand,), sample_count=theirs))

        def ours(hands: Any = hands) -> None:
            equity(hands, samples=samples, workers=1)

        equity(hands, samples=1000, workers=1)
        ours_seconds, their_seconds = best(turns, ours, peer)
        mine, other = equity(hands, samples=samples).hands, np.mean(shares, axis=0)
        error = 1 / sqrt(theirs * len(shares))
        agree = all(abs(float(hand.equity) - share) < 4 * error for hand, share in zip(mine, other, strict=True))
        ours_rate, their_rate = samples / ours_seconds, theirs / their_seconds
        ratio = ours_rate / their_rate
        fine &= agree and ratio >= WANTED
        print(
            f"  {name:<32}{1e-6 * ours_rate:>8.2f} M/s{their_rate:>10.0f} /s{ratio:>12,.0f} x"
            f"   {'equities agree' if agree else 'equities DISAGREE'}"
        )
    for _ in range(2):  # the first compiles
        exact = equity(("(AsKs)QsJs2d", "(AhAd)2c3d4h"), workers=1)
    print(f"  every one of {exact.runouts:,} run-outs: {1e-6 * exact.runouts / exact.seconds:.1f} M/s, exact")
    return fine


def searches() -> None:
    print("\nPay tables, candidates a second, one thread")
    rows = {
        "royal": "30..60",
        "straight_flush": "20..50",
        "three_of_a_kind": "15..40",
        "straight": "4..10",
        "flush": "2..6",
        "pair": "0..2",
    }
    pays = {row: Pays.parse(text) for row, text in rows.items()}
    of_main = {
        row: Pays.parse(text)
        for row, text in {
            "straight_flush": "30..80",
            "full_house": "3..8",
            "flush": "2..5",
            "straight": "1..20",
        }.items()
    }
    runs: list[tuple[str, str, str, dict[str, Pays], dict[str, Any]]] = [
        ("boston-7-stud", "three_card_bonus", "edge", pays, {}),
        ("boston-7-stud", "three_card_bonus", "edge and volatility", pays, {"volatility": Band.parse("2..3")}),
        ("boston-7-stud", "main", "edge, best play", of_main, {}),
    ]
    for game, wager, what, bounds, more in runs:
        for _ in range(2):  # the first compiles
            report = design(game, wager, bounds, Band.parse("2%..3%"), workers=1, **more)
        rate = report.candidates / report.seconds
        print(f"  {wager:<18}{what:<22}{report.candidates:>12,} tables{1e-6 * rate:>10.2f} M/s, {report.matched:,} fit")


def main() -> int:
    quick = "--quick" in sys.argv[1:]
    random.seed(7)
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors\n")
    simulations(500_000 if quick else 4_000_000, 2 if quick else 4)
    fine = equities(300_000 if quick else 2_000_000, 100 if quick else 400, 3)
    searches()
    print(f"\nEquity is {'at least' if fine else 'NOT'} {WANTED:,} times PokerKit's on every deal.")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
