"""Plays random hands of fixed-limit stud with the same cards and actions here and in PokerKit.

    python -m tools.compare_pokerkit --hands 50000 --seed 1 --workers 2
    python -m tools.compare_pokerkit --block 1.17

At every decision both must allow the same actions, and at the end the stacks must be equal; known
deviations of PokerKit from the rulebook are named and counted. The same seed gives the same hands with any number of
workers.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent / "tests"
A_BLOCK = 100


def comparison() -> Any:
    """The module that compares, which is part of the tests."""
    for place in (TESTS, TESTS / "games" / "stud"):
        if str(place) not in sys.path:
            sys.path.insert(0, str(place))
    import against_pokerkit  # type: ignore[import-not-found]

    return against_pokerkit


def one_block(task: tuple[str, int]) -> tuple[Counter[str], str]:
    """The counts of a block of hands, and any difference."""
    against = comparison()
    try:
        return against.play_block(*task), ""
    except against.Difference as difference:
        return Counter(), str(difference)


def results(tasks: list[tuple[str, int]], workers: int) -> Iterator[tuple[Counter[str], str]]:
    if workers == 1:
        yield from map(one_block, tasks)
        return
    # Only the parent handles Ctrl-C; it then stops the workers.
    with multiprocessing.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(one_block, tasks)


def main(arguments: list[str]) -> int:
    first_line = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tools.compare_pokerkit", description=first_line)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--block", help="replay only this block")
    chosen = parser.parse_args(arguments)
    if chosen.hands < 1 or chosen.workers < 1:
        parser.error("--hands and --workers must be at least 1")
    sizes = [A_BLOCK] * (chosen.hands // A_BLOCK) + ([chosen.hands % A_BLOCK] if chosen.hands % A_BLOCK else [])
    tasks = [(f"{chosen.seed}.{number}", size) for number, size in enumerate(sizes)]
    if chosen.block:
        tasks = [(chosen.block, A_BLOCK)]
    total: Counter[str] = Counter()
    started = time.monotonic()
    try:
        for counts, difference in results(tasks, chosen.workers):
            if difference:
                print(difference)
                return 1
            total += counts
            if sys.stderr.isatty():
                print(f"\r{total['hands']:,} of {chosen.hands:,} hands ", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    seconds = time.monotonic() - started
    for name, number in total.most_common():
        print(f"{number:>10,}  {name}")
    print(f"{seconds:,.0f} s, {total['hands'] / seconds:,.0f} hands a second")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
