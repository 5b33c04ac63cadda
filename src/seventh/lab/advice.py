"""Advice: what each choice is worth with the cards a player holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seventh.cards import Card, format_cards
from seventh.notebook import hand_html, table_html


@dataclass(frozen=True)
class WagerValue:
    """What a wager is worth, or its final result if nothing can change it."""

    ev: Fraction
    """Net, per unit of the wager."""
    settled: bool
    row: str = ""
    """The row of its pay table, if one is certain."""

    def as_data(self) -> dict[str, Any]:
        return {"ev": str(self.ev), "decimal": float(self.ev), "settled": self.settled, "row": self.row or None}


@dataclass(frozen=True, repr=False)
class Advice:
    """The expectation of every choice."""

    game: str
    """The name of the game."""
    cards: tuple[Card, ...]
    """The player's cards."""
    best: str
    """The name of the choice that is worth most, a key of `actions`."""
    actions: dict[str, Fraction]
    """The net result of the whole hand in antes, including wagers already placed but not optional bonuses."""
    hand: str
    """The name of the hand."""
    plays: tuple[Card, ...]
    """The cards that make the hand."""
    wagers: dict[str, WagerValue] = field(default_factory=dict)
    """The wagers that no choice affects."""
    chances: dict[str, Fraction] = field(default_factory=dict)
    """The probabilities of the showdown's results, if there is one."""

    def __str__(self) -> str:
        """What `advise` prints."""
        from seventh.lab.text.advise import render

        return render(self)

    def __repr__(self) -> str:
        worth = ", ".join(f"{name} {float(ev):+.6f}" for name, ev in self._best_first())
        return f"<Advice {self.game} {format_cards(self.cards)}: {self.best} is best ({worth})>"

    def _repr_html_(self) -> str:
        rows = [(name.replace("_", " "), f"{float(ev):+.8f}", ev) for name, ev in self._best_first()]
        shown = hand_html(self.cards, self.plays, self.hand)
        return shown + table_html(f"best: {self.best.replace('_', ' ')}", ("choice", "expectation", "exact"), rows)

    def _best_first(self) -> list[tuple[str, Fraction]]:
        return sorted(self.actions.items(), key=lambda item: -item[1])

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
    """The action worth most; the first of them if several tie."""
    return max(actions, key=lambda name: actions[name])
