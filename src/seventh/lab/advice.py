"""Advice: what each choice is worth with the cards that a player holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seventh.cards import Card, format_cards


@dataclass(frozen=True)
class WagerValue:
    """What a wager is worth, or has come to if nothing can change it any more."""

    ev: Fraction
    """Net, per unit of the wager."""
    settled: bool
    row: str = ""
    """The row of its pay table, if one is certain."""

    def as_data(self) -> dict[str, Any]:
        return {"ev": str(self.ev), "decimal": float(self.ev), "settled": self.settled, "row": self.row or None}


@dataclass(frozen=True)
class Advice:
    """The worth of every choice."""

    game: str
    cards: tuple[Card, ...]
    best: str
    actions: dict[str, Fraction]
    """The net result of the whole hand in units of the ante, wagers already placed included, optional bonuses not."""
    hand: str
    """What the cards are called."""
    plays: tuple[Card, ...]
    """The cards that make the hand."""
    wagers: dict[str, WagerValue] = field(default_factory=dict)
    """The wagers that no choice changes."""
    chances: dict[str, Fraction] = field(default_factory=dict)
    """How the showdown goes, if there is one."""

    def as_data(self) -> dict[str, Any]:
        """What `advise --json` prints."""
        return {
            "game": self.game,
            "cards": format_cards(self.cards),
            "hand": self.hand,
            "plays": format_cards(self.plays),
            "best": self.best,
            "actions": {name: {"ev": str(ev), "decimal": float(ev)} for name, ev in self.actions.items()},
            "wagers": {name: value.as_data() for name, value in self.wagers.items()},
            "chances": {name: str(chance) for name, chance in self.chances.items()},
        }


def best_of(actions: dict[str, Fraction]) -> str:
    """The first of the actions that are worth most."""
    return max(actions, key=lambda name: actions[name])
