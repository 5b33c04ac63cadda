"""Plays random rounds and checks each settlement against an independent one by the rulebook.

    python -m tools.fuzz all --rounds 1000000 --workers 2
    python -m tools.fuzz boston-7-stud --rounds 50000 --seed 7
    python -m tools.fuzz boston-7-stud --block 7.1234

Houses, players, wagers, decisions and irregularities are random; the same seed gives the same rounds with any number of
workers. Chips are checked after every action, cards and replays in a sample of rounds, and every settlement. A failure
is printed with the block that reproduces it, the house and all actions, and the exit code is 1.
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
GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")


def playing() -> Any:
    """The module that plays, which is part of the tests."""
    if str(TESTS) not in sys.path:
        sys.path.insert(0, str(TESTS))
    import playing.rounds  # type: ignore[import-not-found]

    return playing.rounds


def one_block(task: tuple[str, str, int]) -> tuple[Counter[str], str]:
    """The counts of a block of rounds, and any failure."""
    rounds = playing()
    try:
        return Counter(rounds.play_block(*task)), ""
    except rounds.Failure as failure:
        return Counter(), str(failure)


def results(tasks: list[tuple[str, str, int]], workers: int) -> Iterator[tuple[Counter[str], str]]:
    if workers == 1:
        yield from map(one_block, tasks)
        return
    # Only the parent handles Ctrl-C; it then stops the workers.
    with multiprocessing.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(one_block, tasks, chunksize=4)


def run(game: str, rounds: int, seed: str, workers: int) -> bool:
    """Play and report; returns whether all checks passed."""
    block = playing().ROUNDS_A_BLOCK
    sizes = [block] * (rounds // block) + ([rounds % block] if rounds % block else [])
    tasks = [(game, f"{seed}.{number}", size) for number, size in enumerate(sizes)]
    total: Counter[str] = Counter()
    started = shown = time.monotonic()
    lively = sys.stderr.isatty()
    try:
        for counts, failure in results(tasks, workers):
            if failure:
                print(f"{game}: FAILED after {total['rounds']:,} rounds\n{failure}", flush=True)
                return False
            total.update(counts)
            now = time.monotonic()
            if now - shown >= (0.5 if lively else 30):
                shown = now
                text = f"{game}: {total['rounds']:,} of {rounds:,}, {total['rounds'] / (now - started):,.0f} a second"
                print(f"\r{text} " if lively else text, end="" if lively else "\n", file=sys.stderr, flush=True)
    finally:
        if lively:
            print("\r\033[K", end="", file=sys.stderr)
        seconds = time.monotonic() - started
        counted = ", ".join(f"{number:,} {what}" for what, number in sorted(total.items()) if what != "rounds")
        print(
            f"{game}: {total['rounds']:,} rounds: {counted}; "
            f"{seconds:,.0f} s, {total['rounds'] / seconds:,.0f} rounds a second",
            flush=True,
        )
    return True


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=[*GAMES, "all"])
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds of each game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--block", help="replay only this block")
    chosen = parser.parse_args(arguments)
    games = GAMES if chosen.game == "all" else (chosen.game,)
    if chosen.rounds < 1 or chosen.workers < 1:
        parser.error("--rounds and --workers must be at least 1")
    try:
        if chosen.block:
            failures = [one_block((game, chosen.block, playing().ROUNDS_A_BLOCK))[1] for game in games]
            print("\n".join(filter(None, failures)) or "all checks passed")
            return 1 if any(failures) else 0
        held = [run(game, chosen.rounds, chosen.seed, chosen.workers) for game in games]
        return 0 if all(held) else 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
