"""Speed of ranking hands, compared with other evaluators on the same hands in the same run.

    python -m benchmarks.hands            everything, under a minute
    python -m benchmarks.hands --quick    fewer hands

Each figure is the best of several runs, which alternate between evaluators so that load on the machine affects all of
them equally. Single-thread work is measured in CPU time, so that other programs matter little; two threads are measured
in wall-clock time, which is meaningful only on an idle machine. Every peer's order of the hands is compared with ours:
the benchmark fails if one disagrees.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from functools import partial
from math import comb
from time import perf_counter, process_time
from typing import Any

import numpy as np
import phevaluator
from numpy.typing import NDArray

from benchmarks.peers import CALLED, sval_cards_loop, sval_loop, sval_sets
from seventh.cards import DECK_52, DECK_53, card_of, format_cards
from seventh.compiled import njit
from seventh.hands import joker, poker
from seventh.hands.kernels import BITS, EMPTY, KEYS, rank_hands, rank_lowest
from seventh.hands.poker import Wheel
from tools.kernel_counts import count_ranks

TURNS = 9


def deal(count: int, seed: int = 7) -> NDArray[np.uint8]:
    """Random seven-card hands."""
    source = np.random.default_rng(seed)
    parts = [source.random((min(50_000, count), 52)).argpartition(7, axis=1)[:, :7] for _ in range(-(-count // 50_000))]
    return np.concatenate(parts).astype(np.uint8)


@njit
def our_loop(keys: NDArray[np.uint64], sets: NDArray[np.uint64], scores: NDArray[np.int64]) -> None:
    """Ours, like sval_loop: keys and sets are prepared."""
    for i in range(len(keys)):
        scores[i] = rank_lowest(keys[i], sets[i])


@njit
def our_cards_loop(hands: NDArray[np.uint8], scores: NDArray[np.int64]) -> None:
    """Ours, like sval_cards_loop: from card numbers."""
    for i in range(len(hands)):
        key, cards = EMPTY, np.uint64(0)
        for j in range(7):
            key += KEYS[hands[i, j]]
            cards |= BITS[hands[i, j]]
        scores[i] = rank_lowest(key, cards)


Jobs = dict[str, tuple[int, Callable[[], Any]]]


IN_THE_CACHE = 50_000
"""Number of hands per compiled loop: with more, the loop would measure memory access, not ranking."""


def best_times(jobs: Jobs, turns: int = TURNS, clock: Callable[[], float] = process_time) -> dict[str, float]:
    """Seconds per hand for jobs with their numbers of hands, the best of several runs."""
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(turns + 1):  # the first compiles
        for name, (count, job) in jobs.items():
            started = clock()
            job()
            best[name] = min(best[name], (clock() - started) / count)
    return best


def order_of(scores: Any) -> NDArray[np.intp]:
    """Each hand's rank among the distinct scores: equal for two evaluators only if they agree on every pair."""
    return np.unique(scores, return_inverse=True)[1]


def show(title: str, times: dict[str, float], ours: str) -> None:
    print(f"\n{title}")
    for name, seconds in times.items():
        ratio = "" if name == ours else f"{seconds / times[ours]:10.1f} x"
        print(f"  {name:44}{rate(seconds):>16}{ratio}")


def rate(seconds: float) -> str:
    return f"{1e-6 / seconds:.1f} M/s" if seconds < 1e-7 else f"{1e6 * seconds:.2f} us a hand"


def many_hands(hands: NDArray[np.uint8]) -> bool:
    ours = "seventh rank_hands"
    jobs: Jobs = {
        ours: (len(hands), lambda: rank_hands(hands)),
        "seventh rank_hands, two threads": (len(hands), lambda: rank_hands(hands, threads=2)),
    }
    expected = rank_hands(hands)
    agreed = True
    for peer in CALLED:
        some = hands[: min(peer.most, len(hands) // 10)]
        ready = peer.prepare(some)
        jobs[peer.name] = (len(some), partial(peer.score, ready))
        scores = np.array(peer.score(ready), np.int64) * (-1 if peer.low_is_strong else 1)
        if not np.array_equal(order_of(scores), order_of(expected[: len(some)])):
            print(f"{peer.name} orders these hands differently")
            agreed = False
    times = best_times(jobs, 7, clock=perf_counter)
    show("Random seven-card hands, from Python, wall-clock time (ratio: how many times ours is faster)", times, ours)
    return agreed


def in_kernels(hands: NDArray[np.uint8]) -> bool:
    hands = hands[:IN_THE_CACHE]
    numbers = len(hands)
    keys = EMPTY + KEYS[hands].sum(axis=1, dtype=np.uint64)
    sets = BITS[hands].sum(axis=1, dtype=np.uint64)
    theirs, bits = sval_sets(hands), sval_sets(np.arange(52, dtype=np.uint8)[:, None])
    mine, yours = np.empty(numbers, np.int64), np.empty(numbers, np.int64)
    times = best_times(
        {
            "seventh rank_lowest, from keys": (numbers, lambda: our_loop(keys, sets, mine)),
            "sval, from its sets": (numbers, lambda: sval_loop(theirs, yours)),
        }
    )
    show("Random seven-card hands, inside a compiled loop", times, "seventh rank_lowest, from keys")
    agreed = np.array_equal(order_of(mine), order_of(yours))
    times = best_times(
        {
            "seventh rank_lowest, from card numbers": (numbers, lambda: our_cards_loop(hands, mine)),
            "sval, from card numbers": (numbers, lambda: sval_cards_loop(hands, bits, yours)),
        }
    )
    show("", times, "seventh rank_lowest, from card numbers")
    agreed &= np.array_equal(order_of(mine), order_of(yours))
    if not agreed:
        print("sval orders these hands differently")
    return agreed


def one_hand(hands: NDArray[np.uint8]) -> None:
    texts = [format_cards(map(card_of, hand)) for hand in hands.tolist()]
    apart = [[text[i : i + 2] for i in range(0, 14, 2)] for text in texts]
    times = best_times(
        {
            "seventh poker.rank(text)": (len(texts), lambda: [poker.rank(text) for text in texts]),
            "phevaluator.evaluate_cards(*strings)": (
                len(apart),
                lambda: [phevaluator.evaluate_cards(*strings) for strings in apart],
            ),
            "seventh joker.rank(text)": (len(texts), lambda: [joker.rank(text) for text in texts]),
        }
    )
    show("One hand given as text", times, "seventh poker.rank(text)")


def every_hand() -> None:
    print("\nEvery seven-card hand, dealt and counted by class")
    for deck, wheel in ((DECK_52, Wheel.LOWEST), (DECK_53, Wheel.SECOND)):
        count = comb(len(deck), 7)
        for threads, name, clock in ((1, "one thread", process_time), (2, "two threads", perf_counter)):
            counted: Jobs = {name: (count, partial(count_ranks, deck, wheel=wheel, threads=threads))}
            seconds = best_times(counted, clock=clock)[name]
            print(f"  {count:,} of {len(deck)} cards, {name:12}{rate(seconds):>18}{seconds * count:8.2f} s")


def main() -> int:
    quick = "--quick" in sys.argv[1:]
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors, {platform.machine()}"
    )
    hands = deal(200_000 if quick else 1_000_000)
    agreed = many_hands(hands)
    agreed &= in_kernels(hands)
    one_hand(hands[:20_000])
    every_hand()
    print(f"\nEvery evaluator {'gives' if agreed else 'does NOT give'} these hands the same order.")
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
