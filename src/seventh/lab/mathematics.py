"""The interface to a game's mathematics: one value that provides every figure of the game.

`edge`, `advise`, `simulate` and `design` in `seventh.games` know no game. They use its `Mathematics`, which a module in
its folder exports as `MATHEMATICS`; `Game.mathematics` names that module, which is imported only when needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from seventh.cards import Card
from seventh.lab.advice import Advice
from seventh.lab.collusion import CollusionReport
from seventh.lab.design.tables import Designed
from seventh.lab.figures import Joint, WagerFigures
from seventh.lab.stored import Counts

Amounts = Mapping[str, int]
"""Amounts wagered, in smallest chips."""
Progress = Callable[[float], None]
"""Called with the fraction of the work that is done, 0 to 1."""


@dataclass(frozen=True)
class Priced:
    """The figures of a game's wagers in a house."""

    figures: dict[str, WagerFigures]
    joint: Iterable[Joint] = ()
    """How the wagers of one hand end together; without them there are no covariances."""
    recounted: bool = False
    """Whether deals had to be counted again because the stored counts do not cover this house."""


@dataclass(frozen=True)
class Choice:
    """A choice of the player, and how often it is the best one."""

    name: str
    """In words, such as `fold`."""
    chance: Fraction


@dataclass(frozen=True)
class Play:
    """Optimal play of a wager, in short."""

    wager: str
    choices: tuple[Choice, ...]
    """The chances add up to one."""
    rule: str = ""
    """Where the choices change, in a sentence."""


@dataclass(frozen=True)
class Simulation:
    """How rounds of a game are simulated."""

    strategies: tuple[str, ...]
    """Strategies, `optimal` first; `simple` is the best of the simple ones."""
    terms: Callable[[Any, dict[str, int], int, str], tuple[Any, ...]]
    """The kernel's parameters for a house, a strategy, and either amounts or one unit of each wager without caps;
    must be picklable."""
    kernel: Callable[..., None]
    """Called with the seed, the first round, the number of rounds, the terms, and two arrays to add to: sums, hits and
    stakes by wager and for all wagers of a hand together (see `simulation.terms`), and sums of products."""
    incomplete: Callable[[Any, Collection[str]], str | None] = lambda *_: None
    """Why a hand cannot be played with exactly these wagers; None if it can."""


@dataclass(frozen=True)
class Mathematics:
    """The mathematics of one game."""

    wagers: tuple[str, ...]
    """The wagers that have figures, in the order of reports."""
    price: Callable[[Any, Amounts, Counts, Progress], Priced]
    """The exact figures in a house, from the counts; wagers with amounts are paid in whole chips and capped."""
    recount: Callable[[Any, Progress], Counts] | None = None
    """Recompute counts: those that a house needs, or all that the game's folder stores if the house is None. A game
    without it stores none, and its figures come from its rules alone."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Display names of wagers that are not spots of the layout."""
    spots: Mapping[str, str] = field(default_factory=dict)
    """For figures of a whole hand: the layout spot of the wager that starts it."""
    alone: tuple[str, ...] = ()
    """Wagers that are made on a hand without any others."""
    exclusive: Callable[[Any, str, str], bool] = lambda *_: False
    """Whether a house refuses two wagers on one hand, other than those always made alone."""
    impossible: Callable[[Any, Collection[str]], str | None] = lambda *_: None
    """Why no house accepts these wagers on one hand; None if one does."""
    notes: Callable[[Any, Amounts], Iterable[str]] = lambda *_: ()
    """Notes on figures for these amounts, beyond the table limits."""
    play: Callable[[Any, Counts], tuple[Play, ...]] = lambda *_: ()
    """Optimal play in a house, uncapped, for each wager with a decision."""
    slow_with_amounts: bool = False
    """Whether amounts can change the optimal strategy, so that figures for them take minutes."""
    advise: Callable[[tuple[Card, ...], Any], Advice] | None = None
    """The expectation of every choice with these cards."""
    cards: tuple[int, ...] = ()
    """How many cards `advise` takes."""
    cards_note: str = ""
    """What any cards beyond a hand are."""
    warm_up: Callable[[Any], object] = lambda _: None
    """Load what advice needs, so that the first hand is answered as fast as the next."""
    simulation: Callable[[], Simulation] | None = None
    """Load the simulation, which imports numba; exact figures do without it."""
    collusion: Callable[[Any, int, int, int, Callable[[int], None]], CollusionReport] | None = None
    """What a player gains by seeing other players' hands: takes the house, the number of deals, the seed, the number of
    workers, and a function that is called with the number of deals done."""
    designs: Mapping[str, Callable[[Any], Designed]] = field(default_factory=dict)
    """The wagers whose pay table can be designed, and what designing it takes in a house."""

    def begun(self, placed: Amounts) -> dict[str, int]:
        """The wagers with figures that were made on a hand, from what was placed on its spots: a whole hand by the spot
        that starts it."""
        for name in self.alone:
            spot = self.spots.get(name, name)
            if placed.keys() == {spot}:
                return {name: placed[spot]}
        names = [name for name in self.wagers if name not in self.alone]
        return {name: placed[spot] for name in names if (spot := self.spots.get(name, name)) in placed}

    def made_together(self, house: Any, first: str, second: str) -> bool:
        """Whether two wagers can be made on one hand."""
        return not (first in self.alone or second in self.alone or self.exclusive(house, first, second))
