"""What a game's folder says of its own mathematics: one value, from which every figure of the game is asked.

`edge`, `advise`, `simulate` and `design` of `seventh.games` know no game. They ask its `Mathematics`, which a module of
its folder exports as `MATHEMATICS`; `Game.mathematics` names that module, and nothing loads it before it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from seventh.cards import Card
from seventh.lab.advice import Advice
from seventh.lab.collusion import CollusionReport
from seventh.lab.design.tables import Designed
from seventh.lab.figures import Joint, WagerFigures
from seventh.lab.stored import Counts

Amounts = Mapping[str, int]
"""Of some wagers, in smallest chips."""
Progress = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""


@dataclass(frozen=True)
class Priced:
    """What a game knows of its wagers in a house."""

    figures: dict[str, WagerFigures]
    joint: Iterable[Joint] = ()
    """How the wagers of one hand end together; without it there are no covariances."""
    counted_anew: bool = False
    """Whether the stored counts did not answer this, and deals were counted again."""


@dataclass(frozen=True)
class Simulation:
    """How rounds of a game are simulated."""

    strategies: tuple[str, ...]
    """Ways to play, `optimal` first; `simple` is the cheapest of the simple ones."""
    terms: Callable[[Any, dict[str, int], int, str], tuple[Any, ...]]
    """What the kernel is told of a house, for amounts, or else for a unit of each wager without caps, and a strategy;
    it must be possible to pickle it."""
    kernel: Callable[..., None]
    """Called with seed, first round, how many, the terms, and two arrays to add to: sums, hits and stakes by wager and
    for all wagers of a hand together (see `simulation.terms`), and sums of products."""
    incomplete: Callable[[Any, Collection[str]], str | None] = lambda *_: None
    """Why nobody can play a hand with just these wagers; None if one can."""


@dataclass(frozen=True)
class Mathematics:
    """The mathematics of one game."""

    wagers: tuple[str, ...]
    """The wagers that have figures, in the order in which reports show them."""
    price: Callable[[Any, Amounts, Counts, Progress], Priced]
    """The exact figures in a house, from the counts; wagers with amounts are paid in whole chips and capped."""
    recount: Callable[[Any, Progress], Counts] | None = None
    """Derive counts anew: those that a house needs, or all that the game's folder stores if the house is None. A game
    without it stores none, and is priced from nothing but its rules."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What people call a wager that is no spot of the layout."""
    spots: Mapping[str, str] = field(default_factory=dict)
    """For figures of a whole hand: the spot of the layout with the wager that starts it."""
    alone: tuple[str, ...] = ()
    """Wagers that are made on a hand without any others."""
    exclusive: Callable[[Any, str, str], bool] = lambda *_: False
    """Whether a house refuses two wagers on one hand, apart from those that are always alone."""
    impossible: Callable[[Any, Collection[str]], str | None] = lambda *_: None
    """Why no house takes these wagers on one hand; None if one does."""
    notes: Callable[[Any, Amounts], Iterable[str]] = lambda *_: ()
    """What a reader of figures for these amounts should know, beyond the limits of the table."""
    slow_with_amounts: bool = False
    """Whether amounts can change the best play, so that figures for them take minutes."""
    advise: Callable[[tuple[Card, ...], Any], Advice] | None = None
    """The worth of every choice with these cards."""
    cards: tuple[int, ...] = ()
    """How many cards `advise` may be asked about."""
    cards_note: str = ""
    """What the further cards are, if there may be more than a hand."""
    warm_up: Callable[[Any], object] = lambda _: None
    """Load what advice needs, so that the first hand is answered as fast as the next."""
    simulation: Callable[[], Simulation] | None = None
    """Load how rounds are simulated; numba comes with it, which exact figures do without."""
    collusion: Callable[[Any, int, int, int, Callable[[int], None]], CollusionReport] | None = None
    """What a player gains by seeing the hands of others: in a house, from so many deals of a seed, by so many workers;
    the last is called with the number of deals that are done."""
    designs: Mapping[str, Callable[[Any], Designed]] = field(default_factory=dict)
    """The wagers whose pay table can be designed, and what it takes in a house."""

    def made_together(self, house: Any, first: str, second: str) -> bool:
        """Whether two wagers can stand on one hand."""
        return not (first in self.alone or second in self.alone or self.exclusive(house, first, second))
