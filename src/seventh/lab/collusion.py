"""Collusion: what seeing other players' hands is worth, for games that can compute it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seventh.lab.simulation.report import Z95


@dataclass(frozen=True)
class Gain:
    """What seeing a number of other hands is worth, in antes."""

    seen: int
    gain: float
    std_error: float
    changed: float
    """How often a different choice becomes best."""
    edge: float
    """The remaining house edge, from the exact edge without collusion; negative if the player has the edge."""

    @property
    def interval(self) -> tuple[float, float]:
        return self.gain - Z95 * self.std_error, self.gain + Z95 * self.std_error

    def as_data(self) -> dict[str, Any]:
        return {
            "hands_seen": self.seen,
            "gain": self.gain,
            "std_error": self.std_error,
            "confidence_95": list(self.interval),
            "decisions_changed": self.changed,
            "house_edge": self.edge,
            "gain_of_all_who_share": self.gain * (self.seen + 1),
        }


@dataclass(frozen=True)
class CollusionReport:
    """What seeing one other hand, two other hands, and so on is worth."""

    game: str
    house: str
    deals: int
    seed: int
    edge: Fraction
    """The exact house edge without collusion."""
    gains: tuple[Gain, ...]
    seconds: float
    asked: int
    """How many deals were requested."""

    @property
    def stopped(self) -> bool:
        """Whether it was stopped early."""
        return self.deals < self.asked

    def as_data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "house": self.house,
            "deals": self.deals,
            "stopped": self.stopped,
            "deals_asked": self.asked,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "house_edge_alone": float(self.edge),
            "seen": [gain.as_data() for gain in self.gains],
        }
