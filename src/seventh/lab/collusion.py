"""Collusion: what it is worth to a player to see the hands of others, by a game that can say so."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seventh.lab.simulation.report import Z95


@dataclass(frozen=True)
class Gain:
    """What it is worth to see so many other hands, in antes."""

    seen: int
    gain: float
    std_error: float
    changed: float
    """How often another choice is better."""
    edge: float
    """The house edge that is left, by the exact edge without collusion; negative if the player has the edge."""

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
    """What seeing one other hand, two, and so on is worth."""

    game: str
    house: str
    deals: int
    seed: int
    edge: Fraction
    """The exact house edge of a player alone."""
    gains: tuple[Gain, ...]
    seconds: float
    asked: int
    """How many deals were asked for."""

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it before all of them."""
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
