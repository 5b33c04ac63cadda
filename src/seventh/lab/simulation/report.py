"""The results of a simulation: estimates with their standard errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from seventh.lab.figures import percent
from seventh.notebook import table_html

Z95 = 1.959963984540054
"""95 percent of a normal distribution is within this many standard deviations of the mean."""


class SimulationError(ValueError):
    """Something that cannot be simulated. The message is one line that says why."""


@dataclass(frozen=True)
class Estimate:
    """One wager over all rounds. Figures are per unit of the wager that starts it."""

    wager: str
    """The wager's name."""
    amount: int | None
    """In smallest chips, if payoffs were rounded to chips and capped; None if amounts are in units."""
    rounds: int
    """The number of rounds."""
    mean: float
    """The average net result, an estimate of the expectation."""
    std_dev: float
    """The standard deviation of one round."""
    hit_frequency: float
    """How often the hand ended in a net win."""
    average_wagered: float
    """The average total wagered per round."""

    @property
    def std_error(self) -> float:
        """The standard error of the mean."""
        return self.std_dev / sqrt(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 percent confidence interval of the expectation."""
        return self.mean - Z95 * self.std_error, self.mean + Z95 * self.std_error

    def z_score(self, expectation: float) -> float:
        """How many standard errors the mean is above an expectation."""
        return (self.mean - expectation) / self.std_error if self.std_error else 0.0

    def as_data(self) -> dict[str, Any]:
        """These estimates in `simulate --json`."""
        return {
            "amount": self.amount,
            "mean": self.mean,
            "std_error": self.std_error,
            "confidence_95": list(self.interval),
            "std_dev": self.std_dev,
            "hit_frequency": self.hit_frequency,
            "average_wagered": self.average_wagered,
        }


@dataclass(frozen=True, repr=False)
class SimulationReport:
    """A simulation's estimates, and everything needed to repeat it."""

    game: str
    """The name of the game."""
    house: str
    """The house's title and the start of the hash that identifies its exact rules."""
    strategy: str
    """The name of the strategy that was played."""
    rounds: int
    """The number of rounds played."""
    seed: int
    """The random seed."""
    workers: int
    """The number of threads; the results do not depend on it."""
    seconds: float
    """How long it took."""
    wagers: dict[str, Estimate]
    """The estimates for each wager, by name."""
    together: Estimate | None
    """The net result of all wagers on one hand together, in units of one wager, or in chips; None where no hand can
    have them all."""
    covariances: dict[tuple[str, str], float] = field(default_factory=dict)
    """The covariance of each pair of wagers that can be made on one hand, per unit of each wager."""
    asked: int = 0
    """How many rounds were requested."""

    @property
    def stopped(self) -> bool:
        """Whether it was stopped early."""
        return self.rounds < self.asked

    def __str__(self) -> str:
        """What `simulate` prints."""
        from seventh.lab.text.simulate import render

        return render(self)

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {found.mean:+.6f} ± {found.std_error:.6f}" for name, found in self.wagers.items())
        return f"<SimulationReport {self.house}, {self._how_many}: {means}>"

    def _repr_html_(self) -> str:
        columns = ("wager", "mean", "std error", "95% confidence", "std dev", "hits")
        rows = [
            (
                name,
                f"{found.mean:+.6f}",
                f"{found.std_error:.6f}",
                "{:+.6f} to {:+.6f}".format(*found.interval),
                f"{found.std_dev:.5f}",
                percent(found.hit_frequency, 4),
            )
            for name, found in self.wagers.items()
        ]
        return table_html(f"{self.house}: {self._how_many}, {self.strategy} play, seed {self.seed}", columns, rows)

    @property
    def _how_many(self) -> str:
        return f"stopped after {self.rounds:,} of {self.asked:,} rounds" if self.stopped else f"{self.rounds:,} rounds"

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
