"""The figures of a wager, all derived from one list: what can happen, in how many deals, and what it pays.

Everything is exact. A `Fraction` becomes a float only for display.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from seventh.notebook import table_html


class LabError(ValueError):
    """A question the lab cannot answer. The message is one line that says why."""


def percent(value: Fraction | float, digits: int = 6) -> str:
    """A fraction as a percentage."""
    return f"{float(100 * value):.{digits}f}%"


@dataclass(frozen=True)
class Outcome:
    """One way a wager can end."""

    name: str
    """What happened, such as `win, flush`."""
    combinations: int
    """The number of deals that end this way."""
    pays: Fraction
    """The net result, per unit of the wager that starts it."""
    wagered: Fraction = Fraction(1)
    """The total wagered, in the same unit."""


@dataclass(frozen=True)
class Strategy:
    """A strategy other than the optimal one, and what it costs."""

    name: str
    rule: str
    """How to play it, in a sentence."""
    ev: Fraction
    cost: Fraction
    """How much less it is worth than optimal play, per unit of the wager that starts the hand."""

    def as_data(self) -> dict[str, Any]:
        return {"rule": self.rule, "ev": str(self.ev), "cost": str(self.cost), "cost_decimal": float(self.cost)}


@dataclass(frozen=True, repr=False)
class WagerFigures:
    """What one wager is worth to the player."""

    wager: str
    """The wager's name."""
    outcomes: tuple[Outcome, ...]
    """Every way the wager can end."""
    amount: int | None = None
    """In smallest chips, if the figures apply to this amount only; payoffs are then in whole chips and capped."""
    strategies: tuple[Strategy, ...] = ()
    """Simple strategies, best first, where there is a decision; the figures themselves are for optimal play."""

    @property
    def combinations(self) -> int:
        """The number of deals counted."""
        return sum(outcome.combinations for outcome in self.outcomes)

    def mean(self, values: Iterable[Fraction]) -> Fraction:
        """The mean of a value given for each outcome."""
        pairs = zip(self.outcomes, values, strict=True)
        return sum((outcome.combinations * value for outcome, value in pairs), Fraction(0)) / self.combinations

    @property
    def ev(self) -> Fraction:
        """The player's expectation per unit of the wager that starts the hand."""
        return self.mean(outcome.pays for outcome in self.outcomes)

    @property
    def house_edge(self) -> Fraction:
        """What the house wins on average, per unit of the wager that starts the hand: the negative of `ev`."""
        return -self.ev

    @property
    def average_wagered(self) -> Fraction:
        """The average total wagered per hand, in units of the wager that starts it."""
        return self.mean(outcome.wagered for outcome in self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge per unit of the average total wagered."""
        return self.house_edge / self.average_wagered

    @property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        return self.mean(outcome.pays**2 for outcome in self.outcomes) - self.ev**2

    @property
    def std_dev(self) -> float:
        """The standard deviation of the net result."""
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the hand ends in a net win."""
        hits = sum(outcome.combinations for outcome in self.outcomes if outcome.pays > 0)
        return Fraction(hits, self.combinations)

    def __repr__(self) -> str:
        return f"<WagerFigures {self.wager}: house edge {percent(self.house_edge)}, {len(self.outcomes)} outcomes>"

    def _repr_html_(self) -> str:
        total = self.combinations
        rows = [
            (
                outcome.name,
                f"{outcome.combinations:,}",
                f"{outcome.combinations / total:.8f}",
                outcome.pays if outcome.pays.denominator < 100 else f"{float(outcome.pays):.5f}",
                f"{float(outcome.pays * outcome.combinations / total):+.8f}",
            )
            for outcome in self.outcomes
        ]
        columns = ("outcome", "combinations", "probability", "pays", "contribution")
        return table_html(f"{self.wager}: house edge {percent(self.house_edge)}", columns, rows)

    def as_data(self) -> dict[str, Any]:
        """These figures in `edge --json`."""
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


@dataclass(frozen=True, repr=False)
class EdgeReport:
    """The figures of every wager of a game in one house."""

    game: str
    """The name of the game."""
    house: str
    """The house's title and the start of the hash that identifies its exact rules."""
    method: str
    """How the deals were counted."""
    seconds: float
    """How long it took."""
    wagers: dict[str, WagerFigures]
    """The figures of each wager, by name. `main` is the wager that starts a hand, with optimal decisions after it."""
    covariances: dict[tuple[str, str], Fraction] = field(default_factory=dict)
    """The covariance of each pair of wagers on one hand, per unit of each wager."""
    notes: tuple[str, ...] = ()
    """What to know about these figures, one line each."""

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

    def __str__(self) -> str:
        """What `edge` prints."""
        from seventh.lab.text.edge import render

        return render(self)

    def __repr__(self) -> str:
        edges = ", ".join(f"{name} {percent(figures.house_edge)}" for name, figures in self.wagers.items())
        return f"<EdgeReport {self.house}: house edge of {edges}>"

    def _repr_html_(self) -> str:
        columns = ("wager", "house edge", "exact expectation", "element of risk", "std dev", "hit frequency")
        rows = [
            (
                name,
                percent(figures.house_edge),
                figures.ev,
                percent(figures.element_of_risk),
                f"{figures.std_dev:.5f}",
                percent(figures.hit_frequency, 4),
            )
            for name, figures in self.wagers.items()
        ]
        return table_html(f"{self.house} ({self.method})", columns, rows, self.notes)

    def _correlation(self, pair: tuple[str, str], covariance: Fraction) -> float | None:
        spread = self.wagers[pair[0]].std_dev * self.wagers[pair[1]].std_dev
        return float(covariance) / spread if spread else None


@dataclass(frozen=True)
class Joint:
    """One way a hand can end for several wagers at once."""

    combinations: int
    pays: dict[str, Fraction]
    """The result of each wager, per unit of that wager."""


def covariances(joint: Iterable[Joint], figures: dict[str, WagerFigures]) -> dict[tuple[str, str], Fraction]:
    """The covariance of each pair of wagers in the joint outcomes."""
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
    """Merge outcomes with the same name, pay and total wagered; drop those that never happen.

    If a wager ignores some of the cards, every count is a multiple of the ways to deal them: dividing by `share` leaves
    the combinations of the cards that matter.
    """
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    for outcome in outcomes:
        key = outcome.name, outcome.pays, outcome.wagered
        counts[key] = counts.get(key, 0) + outcome.combinations
    assert not any(count % share for count in counts.values())
    return tuple(
        Outcome(name, count // share, pays, wagered) for (name, pays, wagered), count in counts.items() if count
    )
