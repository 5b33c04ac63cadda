"""`equity`: each stud hand's average share of the pot, if all stay to the showdown.

>>> report = equity(["(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d"])
>>> report.exact, report.runouts
(True, 1560)
>>> print(report.hands[0].equity)
97/120
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.cards import UNKNOWN, Card, format_cards
from seventh.hands.kernels import BITS, EMPTY, KEYS
from seventh.lab.chunks import fold
from seventh.lab.equity.hands import Spot, parse_hand, spot_of
from seventh.lab.equity.kernels import every_runout, random_runouts
from seventh.lab.figures import percent
from seventh.notebook import Markup, cards_html, table_html

Counts = NDArray[np.int64]
Progress = Callable[[float], None]
"""Called with the fraction of the work that is done, 0 to 1."""

EXACT_UP_TO = 250_000_000
"""Up to this many run-outs are enumerated, which takes a few seconds; beyond it they are sampled."""
SAMPLES = 4_000_000
_CHUNK = 1 << 18


class EquityError(ValueError):
    """A number out of range. The message is one line that says what is allowed."""


@dataclass(frozen=True)
class HandEquity:
    """The results of one hand."""

    text: str
    """The hand, with its down cards in parentheses."""
    win: Fraction | float
    """How often it wins the whole pot. A fraction is exact."""
    tie: Fraction | float
    """How often it splits the pot."""
    equity: Fraction | float
    """Its average share of the pot."""
    std_error: float | None
    """The standard error of the equity: 0 if exact; None for part of an enumeration, which is not a random sample."""

    def as_data(self) -> dict[str, Any]:
        """This hand in `equity --json`."""
        exact = {"equity_exact": str(self.equity)} if isinstance(self.equity, Fraction) else {}
        return {
            "hand": self.text,
            "win": float(self.win),
            "tie": float(self.tie),
            "equity": float(self.equity),
            "std_error": self.std_error,
            **exact,
        }


@dataclass(frozen=True, repr=False)
class EquityReport:
    """The results of every hand, and how they were computed."""

    hands: tuple[HandEquity, ...]
    """The result of each hand, in the order given."""
    exact: bool
    """Whether every run-out was examined."""
    runouts: int
    """The number of ways in which the unknown cards can fall."""
    samples: int
    """How many of these were examined: all of them, or a random sample."""
    asked: int
    """How many were requested."""
    seed: int | None
    """The random seed; None if nothing was sampled."""
    common_to_come: int
    """The number of common cards to come, because the deck is too short for everyone's last card."""
    dead: str
    """The dead cards, which are in nobody's hand and not in the deck."""
    seconds: float
    """How long it took."""

    @property
    def stopped(self) -> bool:
        """Whether it was stopped early."""
        return self.samples < self.asked

    def __str__(self) -> str:
        """What `equity` prints."""
        from seventh.lab.text.equity import render

        return render(self)

    def __repr__(self) -> str:
        shares = ", ".join(f"{hand.text} {percent(hand.equity, 4)}" for hand in self.hands)
        return f"<EquityReport {self._how}: {shares}>"

    def _repr_html_(self) -> str:
        rows = [
            (
                Markup(cards_html(parse_hand(hand.text))),
                percent(hand.equity, 4),
                percent(hand.win, 4),
                percent(hand.tie, 4),
                *(() if hand.std_error is None or self.exact else (percent(hand.std_error, 4),)),
            )
            for hand in self.hands
        ]
        columns = ("hand", "equity", "wins", "ties", "std error")
        return table_html(f"Equity, {self._how}", columns[: len(rows[0])], rows)

    @property
    def _how(self) -> str:
        if self.stopped:
            return f"stopped after {self.samples:,} of {self.asked:,} run-outs"
        return f"exact, {self.runouts:,} run-outs" if self.exact else f"{self.samples:,} sampled run-outs"

    def as_data(self) -> dict[str, Any]:
        """What `equity --json` prints."""
        return {
            "exact": self.exact,
            "stopped": self.stopped,
            "runouts": self.runouts,
            "samples": self.samples,
            "samples_asked": self.asked,
            "seed": self.seed,
            "dead": self.dead,
            "common_cards_to_come": self.common_to_come,
            "seconds": round(self.seconds, 3),
            "hands": [hand.as_data() for hand in self.hands],
        }


def equity(
    hands: Sequence[str],
    dead: str = "",
    common: str = "",
    *,
    samples: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress = lambda _: None,
) -> EquityReport:
    """The equity of two to eight hands of three to seven cards; exact up to `EXACT_UP_TO` run-outs.

    `samples` draws that many random run-outs, however few there are. Ctrl-C ends it early with the results so far.
    """
    started = time.perf_counter()
    spot = spot_of(hands, dead, common)
    if samples is not None and not 2 <= samples <= 10**12:
        raise EquityError(f"{samples} samples cannot be drawn; allowed: 2 to {10**12}")
    if not 0 <= seed < 1 << 64:
        raise EquityError(f"{seed} is not a seed; allowed: 0 to {(1 << 64) - 1}")
    if workers is not None and not 1 <= workers <= 256:
        raise EquityError(f"{workers} workers is out of range; allowed: 1 to 256")
    every = samples is None and spot.runouts <= EXACT_UP_TO
    asked = spot.runouts if every else samples or SAMPLES
    work = _every(spot) if every else _sampled(spot, asked, seed)
    counts, whole = _counted(work, 1 << len(hands), workers or os.cpu_count() or 1, asked, progress)
    done = int(counts.sum())
    if not done:
        raise KeyboardInterrupt
    assert done == asked or not whole
    found = tuple(_hand(text, place, counts, every) for place, text in enumerate(hands))
    if every and done < asked:
        found = tuple(replace(hand, equity=float(hand.equity), std_error=None) for hand in found)
    return EquityReport(
        found,
        every and done == asked,
        spot.runouts,
        done,
        asked,
        None if every else seed,
        spot.common_to_come,
        format_cards(spot.dead),
        time.perf_counter() - started,
    )


Piece = Callable[[Counts], None]
"""Adds its findings to counts by the set of winning hands."""


def _counted(work: Iterator[Piece], size: int, workers: int, asked: int, progress: Progress) -> tuple[Counts, bool]:
    """The total of all pieces of work, by the set of winning hands, and whether the work was completed."""

    def count(piece: Piece) -> Counts:
        counts = np.zeros(size, np.int64)
        piece(counts)
        return counts

    def add(total: Counts, _: Piece, counts: Counts) -> Counts:
        return total + counts

    nothing = np.zeros(size, np.int64)
    return fold(count, work, nothing, add, workers, lambda total: progress(int(total.sum()) / asked))


def _known(spot: Spot, more: Sequence[Card] = ()) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The key and the set of each hand's known cards, including the common cards and `more` of them."""
    held = [
        np.array([card for card in (*hand, *spot.common, *more) if card is not UNKNOWN], np.int64)
        for hand in spot.hands
    ]
    keys = np.array([np.append(KEYS[cards], EMPTY).sum(dtype=np.uint64) for cards in held], np.uint64)
    return keys, np.array([BITS[cards].sum(dtype=np.uint64) for cards in held], np.uint64)


def _every(spot: Spot) -> Iterator[Piece]:
    """A piece of work for every choice of common cards and of the first card after them."""
    order = np.argsort(spot.to_come, kind="stable")
    to_come, winners = np.array(spot.to_come, np.int64)[order], np.int64(1) << order
    for shared in combinations(spot.unseen, spot.common_to_come):
        keys, sets = _known(spot, shared)
        left = np.array([card for card in spot.unseen if card not in shared], np.int64)
        for first in range(len(left) if to_come.any() else 1):
            yield partial(every_runout, keys[order], sets[order], to_come, winners, KEYS[left], BITS[left], first)


def _sampled(spot: Spot, samples: int, seed: int) -> Iterator[Piece]:
    keys, sets = _known(spot)
    left = np.array(spot.unseen, np.int64)
    deal = partial(
        random_runouts,
        keys,
        sets,
        np.array(spot.to_come, np.int64),
        KEYS[left],
        BITS[left],
        spot.common_to_come,
        np.uint64(seed),
    )
    for first in range(0, samples, _CHUNK):
        yield partial(deal, first, min(_CHUNK, samples - first))


def _hand(text: str, place: int, counts: Counts, exact: bool) -> HandEquity:
    total = int(counts.sum())
    mine = [(int(count), mask.bit_count()) for mask, count in enumerate(counts) if mask >> place & 1]
    win = Fraction(sum(count for count, sharers in mine if sharers == 1), total)
    tie = Fraction(sum(count for count, sharers in mine if sharers > 1), total)
    share = sum((Fraction(count, sharers) for count, sharers in mine), Fraction(0)) / total
    found = HandEquity(text, win, tie, share, 0.0)
    if exact:
        return found
    square = sum((Fraction(count, sharers**2) for count, sharers in mine), Fraction(0)) / total
    error = sqrt((square - share**2) / (total - 1))
    return replace(found, win=float(win), tie=float(tie), equity=float(share), std_error=error)
