"""Statistical tests of the shuffle: `python -m tools.shuffle_battery --decks 1000000 --workers 2`.

If every order of the deck is equally likely, the distribution of each test statistic is known, exactly or in the limit
of many decks. Each test gives a p-value and rejects at level 0.001; the expected number of rejections is printed, and
the battery fails if there are so many that a fair shuffle would produce them less than once in a million runs.

With `--stream FILE` the raw random bytes are written instead, for batteries that test bits:

    python -m tools.shuffle_battery --decks 10000000 --stream - | dieharder -a -g 200
    python -m tools.shuffle_battery --decks 1000000 --stream bits.bin; ent bits.bin
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256

import numpy as np

from seventh.fair.deck import Inputs, shuffled_deck, stream
from seventh.fair.secret import Secret
from seventh.games import GAMES
from seventh.lab.shuffles import LEVEL, Counts, Decks, count, p_values, verdict

CHUNK = 5_000
STREAM = 256
"""The number of bytes of each round's stream to write; a deck uses 208 or a few more."""


# Decks.


def inputs_of(game: str, seed: str, number: int) -> Inputs:
    """Reproducible inputs of a round."""
    server_seed = Secret(sha256(f"{seed} {game} {number}".encode()).digest())
    return Inputs(server_seed, game, "battery", str(number), {1: b"battery"})


def decks_of(game: str, seed: str, start: int, number: int) -> Decks:
    orders = b"".join(bytes(shuffled_deck(inputs_of(game, seed, i))) for i in range(start, start + number))
    return np.frombuffer(orders, dtype=np.uint8).reshape(number, -1)


def counted(game: str, seed: str, start: int, number: int) -> Counts:
    return count(decks_of(game, seed, start, number))


def battery(game: str, seed: str, decks: int, workers: int = 1) -> dict[str, float]:
    """The p-values of one game's decks."""
    jobs = [(game, seed, start, min(CHUNK, decks - start)) for start in range(0, decks, CHUNK)]
    total: Counts | None = None
    for counts in _done(jobs, workers):
        total = counts if total is None else total.plus(counts)
    assert total is not None
    return p_values(total)


def _done(jobs: list[tuple[str, str, int, int]], workers: int) -> Iterator[Counts]:
    if workers == 1:
        yield from (counted(*job) for job in jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(counted, *zip(*jobs, strict=True))


def main(words: list[str]) -> int:
    options = argparse.ArgumentParser(prog="python -m tools.shuffle_battery")
    options.add_argument("--decks", type=int, default=100_000, help="number of decks of each game")
    options.add_argument("--games", nargs="+", choices=sorted(GAMES), default=sorted(GAMES))
    options.add_argument("--seed", default="seventh", help="random seed, any text")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--stream", metavar="FILE", help="write raw bytes to FILE (- for stdout) instead of testing")
    chosen = options.parse_args(words)
    if chosen.decks < 1 or chosen.workers < 1:
        options.error("at least one deck and one worker are needed")
    if chosen.stream:
        write_stream(chosen.stream, chosen.games[0], chosen.seed, chosen.decks)
        return 0
    started, found = time.monotonic(), dict[str, float]()
    for game in chosen.games:
        for name, p in battery(game, chosen.seed, chosen.decks, chosen.workers).items():
            print(f"{game:18} {name:32} p = {p:.6f}{'  rejected' if p < LEVEL else ''}", flush=True)
            found[f"{game}: {name}"] = p
    end = verdict(found)
    rate = chosen.decks * len(chosen.games) / (time.monotonic() - started)
    print(f"\n{chosen.decks} decks of each game, {rate:.0f} decks a second.")
    print(f"{end.tests} tests at level {LEVEL}: {end.expected:.3f} rejections expected, {len(end.rejected)} found.")
    print(f"Probability of this or a worse result for a fair shuffle: {min(end.chance, 1):.2g}.")
    print("passed" if end.passed else f"FAILED: {', '.join(end.rejected)}")
    return 0 if end.passed else 1


def write_stream(file: str, game: str, seed: str, decks: int) -> None:
    """The streams of successive rounds, one after another."""
    size = len(inputs_of(game, seed, 0).cards)
    out = sys.stdout.buffer if file == "-" else open(file, "wb")  # noqa: SIM115 - closed below, stdout is not
    try:
        for number in range(decks):
            out.write(stream(inputs_of(game, seed, number).key("deck", size), STREAM))
        out.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reader has closed the pipe
    finally:
        if file != "-":
            out.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
