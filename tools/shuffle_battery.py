"""Statistics of dealt decks: `python -m tools.shuffle_battery --decks 1000000 --workers 2`.

Every test has a distribution that is known exactly, or in the limit of many decks, if every order of the deck is
equally likely. Each gives a p-value, of which one in a thousand is rejected; how many rejections to expect is said,
and the battery fails when there are so many that a fair shuffle shows them less than once in a million runs.

With `--stream FILE` the bytes that decks are made of are written instead, for batteries that test bits:

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
from typing import Any, NamedTuple

import numpy as np

from seventh.fair.deck import Inputs, shuffled_deck, stream
from seventh.fair.secret import Secret
from seventh.games import GAMES
from tools.chances import binomial_tail, cycle_chances, descent_chances, fit, fixed_chances, normal, spread

LEVEL = 1 / 1000
"""The part of all tests that a fair shuffle fails."""
TOO_MANY = 1e-6
"""Rejections that are less likely than this are no chance, nor is a single p-value below this, shared by all tests."""
CHUNK = 5_000
STREAM = 256
"""How many bytes of a round's stream are written: a deck takes 208 of them, or a few more."""

Decks = np.ndarray[Any, Any]


class Counts(NamedTuple):
    """What is counted of many decks; counts of different decks add up."""

    decks: Any
    places: Any
    """How often each card lay at each position."""
    follows: Any
    """How often each card followed each other one, the first following the last."""
    rises: Any
    """How many decks had each number of positions where the next card is higher."""
    sequences: Any
    """The same of the positions of cards: cards of which the next higher one lies further down."""
    turns: Any
    """Sum of the runs up and down."""
    serial: Any
    """Sum of products of neighbours, the values of cards being centred."""
    between: Any
    """Sum of products of the same position in this deck and the next, and how many there are."""
    fixed: Any
    """How many decks had each number of cards where they were before the shuffle."""
    kept: Any
    """The same of cards where they were in the deck before."""
    cycles: Any
    """How many decks had each number of cycles."""

    def plus(self, other: Counts) -> Counts:
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def count(decks: Decks) -> Counts:
    """Count a batch of decks, one a row, cards as numbers from 0."""
    number, size = decks.shape
    cards = decks.astype(np.int64)
    where = np.argsort(cards, axis=1)
    after = np.roll(cards, -1, axis=1)
    up, up_where = cards[:, 1:] > cards[:, :-1], where[:, 1:] > where[:, :-1]
    turns = 1 + (up[:, 1:] != up[:, :-1]).sum(axis=1)
    centred = 2 * cards - (size - 1)
    return Counts(
        np.int64(number),
        _table(np.broadcast_to(np.arange(size), cards.shape), cards, size),
        _table(cards, after, size),
        np.bincount(up.sum(axis=1), minlength=size),
        np.bincount(up_where.sum(axis=1), minlength=size),
        turns.sum(),
        (centred * (2 * after - (size - 1))).sum(),
        np.array([(centred[1:] * centred[:-1]).sum(), number - 1]),
        np.bincount((cards == np.arange(size)).sum(axis=1), minlength=size + 1),
        np.bincount((cards[1:] == cards[:-1]).sum(axis=1), minlength=size + 1),
        np.bincount(_cycles(cards), minlength=size + 1),
    )


def _table(rows: Decks, columns: Decks, size: int) -> Decks:
    return np.bincount((rows * size + columns).ravel(), minlength=size * size).reshape(size, size)


def _cycles(cards: Decks) -> Decks:
    """The number of cycles: each has one member that is its smallest, found by ever longer steps around it."""
    size = cards.shape[1]
    smallest = np.broadcast_to(np.arange(size), cards.shape)
    step = cards
    for _ in range(size.bit_length()):
        smallest = np.minimum(smallest, np.take_along_axis(smallest, step, axis=1))
        step = np.take_along_axis(step, step, axis=1)
    return np.asarray((smallest == np.arange(size)).sum(axis=1))


def p_values(counts: Counts) -> dict[str, float]:
    """Every test by its name."""
    decks, size = int(counts.decks), len(counts.places)
    # A deck puts each card in one place, so the table's margins are fixed: it has (size - 1)^2 freedoms.
    places = counts.places - decks / size
    # Followers make a ring of all cards. With fixed margins, what is left falls apart in two independent pieces: which
    # two cards are neighbours, and which of them comes first; each varies alike in all directions.
    follows = counts.follows - decks / (size - 1) * (1 - np.eye(size))
    which, order = (follows + follows.T) / 2, (follows - follows.T) / 2
    ring, pair = 1 / (size - 1), 1 / ((size - 1) * (size - 2))
    values = np.arange(1 - size, size, 2, dtype=float)
    squares, fourths = float((values**2).sum()), float((values**4).sum())
    mean = -squares / (size - 1)
    variance = (squares**2 - fourths) / (size - 1) - mean**2
    variance += (squares**2 - 2 * fourths) / ((size - 1) * (size - 2))
    both, pairs = map(float, counts.between)
    first, last = counts.places[0], counts.places[-1]
    odd = int(counts.cycles[1 - size % 2 :: 2].sum())
    return {
        "position of every card": spread((places**2).sum() / decks * (size - 1), (size - 1) ** 2),
        "first card": fit(first, [1 / size] * size),
        "last card": fit(last, [1 / size] * size),
        "neighbours": spread((which**2).sum() / (decks * ring), size * (size - 3) // 2),
        "order of neighbours": spread((order**2).sum() / (decks * (ring + 2 * pair)), (size - 1) * (size - 2) // 2),
        "runs up and down": normal(float(counts.turns), decks * (2 * size - 1) / 3, decks * (16 * size - 29) / 90),
        "rises": fit(counts.rises, descent_chances(size)),
        "rising sequences": fit(counts.sequences, descent_chances(size)),
        "serial correlation": normal(float(counts.serial), decks * mean, decks * variance),
        "correlation with the next deck": normal(both, 0, pairs * squares**2 / (size - 1)),
        "cards left in place": fit(counts.fixed, fixed_chances(size)),
        "cards as in the deck before": fit(counts.kept, fixed_chances(size)),
        "cycles": fit(counts.cycles, cycle_chances(size)),
        "odd orders": normal(odd, decks / 2, decks / 4),
    }


class Verdict(NamedTuple):
    """What a run of the battery comes to."""

    tests: int
    expected: float
    rejected: list[str]
    chance: float
    """How likely a fair shuffle shows so many rejections, or so small a p-value."""

    @property
    def passed(self) -> bool:
        return self.chance >= TOO_MANY


def verdict(found: dict[str, float]) -> Verdict:
    rejected = [name for name, p in found.items() if p < LEVEL]
    chance = min(binomial_tail(len(found), LEVEL, len(rejected)), len(found) * min(found.values()))
    return Verdict(len(found), len(found) * LEVEL, rejected, chance)


# Decks.


def inputs_of(game: str, seed: str, number: int) -> Inputs:
    """A round's inputs that anybody can make again."""
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
    options.add_argument("--decks", type=int, default=100_000, help="how many decks of each game")
    options.add_argument("--games", nargs="+", choices=sorted(GAMES), default=sorted(GAMES))
    options.add_argument("--seed", default="seventh", help="any text; the same one gives the same decks")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--stream", metavar="FILE", help="write raw bytes to a file, or to - instead of testing")
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
    print(f"A fair shuffle looks like that or worse with probability {min(end.chance, 1):.2g}.")
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
        sys.stderr.close()  # the reader has had enough
    finally:
        if file != "-":
            out.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
