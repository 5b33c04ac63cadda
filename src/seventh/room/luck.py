"""Results against what was to be expected: from the exact figures of each wager in the house it was made in.

The expectation of a round is that of best play, without caps; its variance includes that wagers on one hand win and
lose together. Rounds without figures, such as those in which players play each other, have neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct

from seventh.games import game_of
from seventh.house import House
from seventh.lab.figures import EdgeReport
from seventh.room.results import PlayedLine

HouseOf = Callable[[str], House]
"""Finds a house by its hash."""


class Expected(Struct, frozen=True):
    """What a number of rounds can be expected to win."""

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def __add__(self, other: Expected) -> Expected:
        return Expected(self.mean + other.mean, self.variance + other.variance)


@lru_cache(maxsize=64)
def figures_of(house: House) -> EdgeReport | None:
    """The exact figures of a house; None for a game without them."""
    from seventh.games.edges import edge  # numpy takes long to load

    return edge(house.game, house) if game_of(house).mathematics else None


def begun(house: House, line: PlayedLine) -> dict[str, int]:
    """The wagers of a round to which figures apply. None do in a void round, in which only hands that had folded before
    can have lost; and a wager that was returned because its hand was void counts as not made."""
    return {} if line.void else _made(house, line)


def _made(house: House, line: PlayedLine) -> dict[str, int]:
    mathematics = game_of(house).mathematics
    if mathematics is None:
        return {}
    return mathematics.begun({name: made.amount for name, made in line.wagers.items() if not made.void})


def figure_of(house: House, line: PlayedLine, wager: str) -> str:
    """The figures to which a wager belongs: its own, or those of the hand that it is part of."""
    mathematics = game_of(house).mathematics
    if mathematics is None or wager in mathematics.wagers:
        return wager
    return next((name for name in _made(house, line) if name in mathematics.spots), wager)


class Terms(Struct, frozen=True):
    """The figures of a house, per unit of each wager."""

    means: dict[str, Fraction]
    products: dict[tuple[str, str], Fraction]
    """Variances, and covariances of pairs in the order of the wagers."""


@lru_cache(maxsize=64)
def terms_of(house: House) -> Terms | None:
    report = figures_of(house)
    if report is None:
        return None
    products = {(name, name): found.variance for name, found in report.wagers.items()} | report.covariances
    return Terms({name: found.ev for name, found in report.wagers.items()}, products)


def expected(house: House, line: PlayedLine) -> Expected:
    """What a round can be expected to win."""
    terms = terms_of(house)
    return expectation(terms, begun(house, line)) if terms is not None else Expected()


def expectation(terms: Terms, amounts: dict[str, int]) -> Expected:
    """What a hand with these wagers can be expected to win."""
    mean = sum((amount * terms.means[name] for name, amount in amounts.items()), Fraction(0))
    variance = Fraction(0)
    names = list(amounts)
    for place, first in enumerate(names):
        variance += amounts[first] ** 2 * terms.products[first, first]
        for second in names[place + 1 :]:
            shared = terms.products.get((first, second), terms.products.get((second, first), Fraction(0)))
            variance += 2 * amounts[first] * amounts[second] * shared
    return Expected(mean, variance)


class Course(Struct, frozen=True):
    """The results of rounds with figures, one after another."""

    nets: list[int]
    """The total won after each round."""
    means: list[float]
    """The total that was to be expected by then."""
    spreads: list[float]
    """The standard deviation of that total."""
    total: Expected


class _Kind:
    """Rounds with the same wagers in the same house."""

    __slots__ = ("counts", "mean", "one", "times", "variance")

    def __init__(self, one: Expected, counts: bool) -> None:
        self.one = one
        self.counts = counts
        self.mean, self.variance, self.times = float(one.mean), float(one.variance), 0


def course(house_of: HouseOf, lines: Iterable[PlayedLine]) -> Course:
    """How a person's results compare with their expectation. Sums are exact, except for those of the single points."""
    nets, means, spreads = list[int](), list[float](), list[float]()
    net, mean, variance = 0, 0.0, 0.0
    known: dict[Any, _Kind] = {}
    for line in lines:
        key = line.rules, line.void, tuple((name, made.amount, made.void) for name, made in line.wagers.items())
        kind = known.get(key)
        if kind is None:
            house = house_of(line.rules)
            kind = known[key] = _Kind(expected(house, line), bool(begun(house, line)))
        if not kind.counts:
            continue
        kind.times += 1
        net, mean, variance = net + line.net, mean + kind.mean, variance + kind.variance
        nets.append(net)
        means.append(mean)
        spreads.append(variance**0.5)
    # Many rounds have the same wagers: few products instead of many sums of long fractions.
    total = Expected()
    for kind in known.values():
        total += Expected(kind.times * kind.one.mean, kind.times * kind.one.variance)
    return Course(nets, means, spreads, total)
