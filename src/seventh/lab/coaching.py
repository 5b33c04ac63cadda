"""Coaching: what each choice of a decision is worth, from what the player who decides can see.

Figures are those of `advise`: the net result of the whole hand, including wagers already placed but not optional
bonuses, uncapped, in units of the wager that starts the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from seventh.rounds.actions import Action


@dataclass(frozen=True)
class Choice:
    """One choice of a decision."""

    name: str
    """As in `advise`: `fold`, `play`, `raise_2x`."""
    action: Action
    ev: Fraction
    """In antes."""


@dataclass(frozen=True)
class Cell:
    """One square of a picture."""

    tone: str
    """One of the picture's tones."""
    sign: str
    """One or two characters, for those who cannot tell the colours apart."""


@dataclass(frozen=True)
class Picture:
    """A strategy as a grid of hands, with the player's own marked."""

    title: str
    axes: str
    """What the columns and rows are."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    """By row; None where there are no hands."""
    own: tuple[int, int] | None
    """Row and column of the player's hand; None if it is not in the picture."""
    legend: tuple[tuple[Cell, str], ...]
    words: str
    """The same in sentences, for those who cannot see it."""


@dataclass(frozen=True)
class Coaching:
    """What a coach has to say about a seat's choices."""

    says: str
    """What the figures leave out, or why there are none, in a sentence or two."""
    unit: int = 0
    """One ante, in chips."""
    choices: tuple[Choice, ...] = ()
    """The choices, as offered; empty if there is nothing to value."""
    worth: Callable[[Action], Fraction | None] = lambda _: None
    """What an action is worth in antes, listed or not; None for one that is not a choice of this decision."""
    hand: str = ""
    """The name of the hand."""
    picture: Callable[[], Picture] | None = None

    @property
    def best(self) -> Choice | None:
        """The choice worth most, the first of them if several tie."""
        return max(self.choices, key=lambda choice: choice.ev, default=None)

    def cost(self, action: Action) -> Fraction | None:
        """How many antes less than the best choice an action is worth; None if it has no figure."""
        best, worth = self.best, self.worth(action)
        return best.ev - worth if best is not None and worth is not None else None
