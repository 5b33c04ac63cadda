"""Sums of rounds against the dealer, whose expectation and variance stay exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from seventh.room.luck import Terms
from seventh.room.oversight.shapes import Part

Key = TypeVar("Key")


class Sums:
    """Rounds under one house: those with one wager, or all."""

    __slots__ = ("cut", "decides", "hands", "means", "most", "products", "rounds", "several", "staked", "third", "won")

    def __init__(self) -> None:
        self.rounds = self.hands = 0
        self.staked = self.won = self.cut = 0
        self.means: dict[str, int] = {}
        self.products: dict[tuple[str, str], int] = {}
        self.third = self.most = 0.0
        self.several = self.decides = False
        """Whether a round had more than one hand, so that the variance is an upper bound; and whether players make
        decisions."""

    def add(self, part: Part, won: int, cut: int) -> None:
        """Add a round."""
        self.rounds += 1
        self.hands += part.hands
        self.staked += part.staked
        self.won += won
        self.cut += cut
        _add(self.means, part.means)
        _add(self.products, part.products)
        self.third += part.third
        self.most = max(self.most, part.most)
        self.several = self.several or part.hands > 1
        self.decides = self.decides or part.decides

    def include(self, other: Sums) -> None:
        """Add the rounds of other sums under the same house."""
        self.rounds += other.rounds
        self.hands += other.hands
        self.staked += other.staked
        self.won += other.won
        self.cut += other.cut
        _add(self.means, other.means)
        _add(self.products, other.products)
        self.third += other.third
        self.most = max(self.most, other.most)
        self.several = self.several or other.several
        self.decides = self.decides or other.decides

    def expected(self, terms: Terms) -> Fraction:
        """What the house was to win."""
        return -sum((factor * terms.means[name] for name, factor in self.means.items()), Fraction(0))

    def variance(self, terms: Terms) -> Fraction:
        """The variance of what the house wins; an upper bound with several hands in a round."""
        return sum((factor * _product(terms, pair) for pair, factor in self.products.items()), Fraction(0))


def _add(sums: dict[Key, int], more: Mapping[Key, int]) -> None:
    for key, factor in more.items():
        sums[key] = sums.get(key, 0) + factor


def _product(terms: Terms, pair: tuple[str, str]) -> Fraction:
    return terms.products.get(pair, terms.products.get((pair[1], pair[0]), Fraction(0)))
