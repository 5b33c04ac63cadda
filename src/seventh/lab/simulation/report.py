"""What a simulation found: estimates with their errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

Z95 = 1.959963984540054
"""Of a normal distribution, 95 percent lie within so many standard deviations."""


class SimulationError(ValueError):
    """Something that cannot be simulated. The message is one line that says why."""


@dataclass(frozen=True)
class Estimate:
    """One wager over all rounds. Figures are per unit of the wager that starts it."""

    wager: str
    amount: int | None
    """In smallest chips, if payoffs were rounded to chips and capped; None for plain units."""
    rounds: int
    mean: float
    std_dev: float
    hit_frequency: float
    """How often the hand ended with a gain."""
    average_wagered: float

    @property
    def std_error(self) -> float:
        return self.std_dev / sqrt(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the expectation lies, with a confidence of 95 percent."""
        return self.mean - Z95 * self.std_error, self.mean + Z95 * self.std_error

    def z_score(self, expectation: float) -> float:
        """By how many standard errors the mean is above an expectation."""
        return (self.mean - expectation) / self.std_error if self.std_error else 0.0

    def as_data(self) -> dict[str, Any]:
        return {
            "amount": self.amount,
            "mean": self.mean,
            "std_error": self.std_error,
            "confidence_95": list(self.interval),
            "std_dev": self.std_dev,
            "hit_frequency": self.hit_frequency,
            "average_wagered": self.average_wagered,
        }


@dataclass(frozen=True)
class SimulationReport:
    """A simulation's estimates, and all that it takes to repeat it."""

    game: str
    house: str
    """The house's title, and the beginning of the hash that names its exact rules."""
    strategy: str
    rounds: int
    seed: int
    workers: int
    seconds: float
    wagers: dict[str, Estimate]
    together: Estimate | None
    """The net result of all wagers that stand on one hand together, in units of one wager, or in chips; None where no
    hand can have them all."""
    covariances: dict[tuple[str, str], float] = field(default_factory=dict)
    """Of two wagers that one hand can have together, each per unit of itself."""
    asked: int = 0
    """How many rounds were asked for."""

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it before all of them."""
        return self.rounds < self.asked

    def as_data(self) -> dict[str, Any]:
        """What `simulate --json` prints."""
        return {
            "game": self.game,
            "house": self.house,
            "strategy": self.strategy,
            "rounds": self.rounds,
            "seed": self.seed,
            "workers": self.workers,
            "seconds": round(self.seconds, 3),
            "rounds_per_second": round(self.rounds / self.seconds) if self.seconds else None,
            "stopped": self.stopped,
            "rounds_asked": self.asked,
            "wagers": {name: estimate.as_data() for name, estimate in self.wagers.items()},
            "together": self.together.as_data() if self.together else None,
            "covariances": [{"wagers": list(pair), "covariance": value} for pair, value in self.covariances.items()],
        }
