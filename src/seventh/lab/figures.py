"""The figures of a wager, all from one list: what can happen, in how many deals, and what it pays.

Everything is exact. A `Fraction` becomes a float only where it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any


class LabError(ValueError):
    """A question that the lab cannot answer. The message is one line that says why."""


@dataclass(frozen=True)
class Outcome:
    """One way a wager can end."""

    name: str
    combinations: int
    """In how many of all deals."""
    pays: Fraction
    """The net result, per unit of the wager that starts it."""
    wagered: Fraction = Fraction(1)
    """Everything that was put up by then, in the same unit."""


@dataclass(frozen=True)
class Strategy:
    """A way to play that is not the best one, and what it costs."""

    name: str
    rule: str
    """How to play it, in a sentence."""
    ev: Fraction
    cost: Fraction
    """How much less it is worth than the best play, per unit of the wager that starts the hand."""

    def as_data(self) -> dict[str, Any]:
        return {"rule": self.rule, "ev": str(self.ev), "cost": str(self.cost), "cost_decimal": float(self.cost)}


@dataclass(frozen=True)
class WagerFigures:
    """What one wager is worth to the player."""

    wager: str
    outcomes: tuple[Outcome, ...]
    amount: int | None = None
    """In smallest chips, if the figures hold for this amount only; payoffs are then in whole chips and capped."""
    strategies: tuple[Strategy, ...] = ()
    """Simple ways to play, best first, where there is a decision; the figures themselves are for the best play."""

    @property
    def combinations(self) -> int:
        return sum(outcome.combinations for outcome in self.outcomes)

    def mean(self, values: Iterable[Fraction]) -> Fraction:
        """The average of something that each outcome has."""
        pairs = zip(self.outcomes, values, strict=True)
        return sum((outcome.combinations * value for outcome, value in pairs), Fraction(0)) / self.combinations

    @property
    def ev(self) -> Fraction:
        """The player's expectation per unit of the wager that starts the hand."""
        return self.mean(outcome.pays for outcome in self.outcomes)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def average_wagered(self) -> Fraction:
        """All that is put up in an average hand, in units of the wager that starts it."""
        return self.mean(outcome.wagered for outcome in self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        """The house's part of everything that is wagered."""
        return self.house_edge / self.average_wagered

    @property
    def variance(self) -> Fraction:
        return self.mean(outcome.pays**2 for outcome in self.outcomes) - self.ev**2

    @property
    def std_dev(self) -> float:
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the hand ends with a gain."""
        hits = sum(outcome.combinations for outcome in self.outcomes if outcome.pays > 0)
        return Fraction(hits, self.combinations)

    def as_data(self) -> dict[str, Any]:
        total, ev, wagered, variance, hits = (
            self.combinations, self.ev, self.average_wagered, self.variance, self.hit_frequency
        )  # fmt: skip
        return {
            "ev": str(ev),
            "house_edge": float(-ev),
            "element_of_risk": float(-ev / wagered),
            "average_wagered": float(wagered),
            "variance": float(variance),
            "std_dev": sqrt(variance),
            "hit_frequency": float(hits),
            "combinations": total,
            "amount": self.amount,
            "exact": {
                "average_wagered": str(wagered),
                "element_of_risk": str(-ev / wagered),
                "variance": str(variance),
                "hit_frequency": str(hits),
            },
            "outcomes": [
                {
                    "name": outcome.name,
                    "combinations": outcome.combinations,
                    "probability": outcome.combinations / total,
                    "pays": str(outcome.pays),
                    "contribution": float(outcome.pays * outcome.combinations / total),
                }
                for outcome in self.outcomes
            ],
            "strategies": {strategy.name: strategy.as_data() for strategy in self.strategies},
        }


@dataclass(frozen=True)
class EdgeReport:
    """The figures of every wager of a game in one house."""

    game: str
    house: str
    """The house's title, and the beginning of the hash that names its exact rules."""
    method: str
    seconds: float
    wagers: dict[str, WagerFigures]
    covariances: dict[tuple[str, str], Fraction] = field(default_factory=dict)
    """Of two wagers of one hand, each per unit of itself."""
    notes: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """What `edge --json` prints."""
        return {
            "game": self.game,
            "house": self.house,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "wagers": {name: figures.as_data() for name, figures in self.wagers.items()},
            "covariances": [
                {
                    "wagers": list(pair),
                    "covariance": str(value),
                    "decimal": float(value),
                    "correlation": self._correlation(pair, value),
                }
                for pair, value in self.covariances.items()
            ],
            "notes": list(self.notes),
        }

    def _correlation(self, pair: tuple[str, str], covariance: Fraction) -> float | None:
        spread = self.wagers[pair[0]].std_dev * self.wagers[pair[1]].std_dev
        return float(covariance) / spread if spread else None


@dataclass(frozen=True)
class Joint:
    """One way a hand can end for several wagers at once."""

    combinations: int
    pays: dict[str, Fraction]
    """What each wager comes to, per unit of itself."""


def covariances(joint: Iterable[Joint], figures: dict[str, WagerFigures]) -> dict[tuple[str, str], Fraction]:
    """The covariance of each pair of wagers that the joint outcomes know."""
    joint = tuple(joint)
    if not joint:
        return {}
    total = sum(way.combinations for way in joint)
    names = [name for name in figures if name in joint[0].pays]
    pairs = [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]
    found = {}
    for first, second in pairs:
        product = sum((way.combinations * way.pays[first] * way.pays[second] for way in joint), Fraction(0)) / total
        found[first, second] = product - figures[first].ev * figures[second].ev
    return found


def merged(outcomes: Iterable[Outcome], share: int = 1) -> tuple[Outcome, ...]:
    """Outcomes of one name that pay the same and were wagered the same are one; those that never happen are none.

    Where a wager does not look at some of the cards, every count is a multiple of the ways to deal these: `share` takes
    that factor out, so that combinations are of the cards that matter.
    """
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    for outcome in outcomes:
        key = outcome.name, outcome.pays, outcome.wagered
        counts[key] = counts.get(key, 0) + outcome.combinations
    assert not any(count % share for count in counts.values())
    return tuple(
        Outcome(name, count // share, pays, wagered) for (name, pays, wagered), count in counts.items() if count
    )
