"""`seventh.game`: a game under one house's rules, with its figures, simulation and rounds.

Its repr is the call that creates it:

>>> import seventh
>>> changed = all_games()[0].replace(rounding="down")
>>> eval(repr(changed)) == changed
True
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seventh.cards import Card
from seventh.extras import needs_extra
from seventh.games import GAMES, game_of, rules_of
from seventh.games import game as game_named
from seventh.games import load_house as load_any_house
from seventh.house import House
from seventh.house.rules import Rules
from seventh.library.dealt import DealtRound
from seventh.rounds.round import Round
from seventh.terminal.long_work import run_long

if TYPE_CHECKING:
    from seventh.lab.advice import Advice
    from seventh.lab.figures import EdgeReport
    from seventh.lab.simulation.report import SimulationReport


def game(name: str, house: House | None = None) -> HouseGame:
    """A game by name (see `all_games`), under the book's rules or those of a house."""
    return HouseGame(game_named(name).house_for(house))


def all_games() -> tuple[HouseGame, ...]:
    """All games under the book's rules, including installed plug-ins."""
    return tuple(HouseGame(found.book) for found in GAMES.values())


def load_house(path: str | os.PathLike[str]) -> Any:
    """Load a house from a TOML file, which names its `game` and every setting that differs from the book's."""
    return load_any_house(Path(path))


class HouseGame:
    """A game under one house's rules. Immutable: `replace` returns a new one."""

    __slots__ = ("house",)

    def __init__(self, house: Any) -> None:
        self.house = house
        """The rules in force: limits, pay tables and options."""

    @property
    def name(self) -> str:
        """The game's name on the command line and in records."""
        return str(self.house.game)

    @property
    def title(self) -> str:
        """The game's display name."""
        return str(self.house.title)

    def replace(self, **changes: Any) -> HouseGame:
        """The same game with some rules changed, as by `House.replace`."""
        return HouseGame(self.house.replace(**changes))

    def rules(self) -> Rules:
        """The rules in force in plain English, with clause ids and pay tables; `print` them for text."""
        return rules_of(self.house)

    def edge(self, wagers: Mapping[str, int] | None = None, *, recompute: bool = False) -> EdgeReport:
        """The exact figures of every wager.

        With `wagers`, amounts in smallest chips such as `{"main": 500}`, payoffs are rounded to whole chips and capped
        for these amounts. `recompute` recounts every deal, which takes a minute or two.
        """
        with needs_extra("seventh.game(...).edge()"):
            from seventh.games.edges import edge

            return run_long(
                "counting", lambda progress: edge(self.name, self.house, wagers, recompute, progress), partial=False
            )

    def advise(self, cards: str | Iterable[Card], up_card: str | Card | None = None) -> Advice:
        """The exact expected value of every choice with these cards, and the dealer's up card if there is one."""
        with needs_extra("seventh.game(...).advise()"):
            from seventh.games.advice import advise

            return advise(self.name, cards, self.house, up_card)

    def simulate(
        self,
        rounds: int,
        *,
        seed: int = 1,
        wagers: Mapping[str, int] | None = None,
        strategy: str = "optimal",
        workers: int | None = None,
    ) -> SimulationReport:
        """Simulate random rounds: estimates with standard errors, reproducible by seed.

        Uses one thread per processor by default. If interrupted, the report covers the rounds played so far and its
        `stopped` is true.
        """
        with needs_extra("seventh.game(...).simulate()"):
            from seventh.games.simulation import simulate

            return run_long(
                "simulating",
                lambda progress: simulate(
                    self.name,
                    rounds,
                    seed=seed,
                    house=self.house,
                    wagers=wagers,
                    strategy=strategy,
                    workers=os.cpu_count() or 1 if workers is None else workers,
                    progress=lambda done: progress(done / rounds),
                ),
            )

    def deal(
        self,
        wagers: Mapping[str, int] | None = None,
        *,
        players: int | None = None,
        chips: int | None = None,
        seed: int | None = None,
    ) -> DealtRound:
        """Deal a round up to the first decision.

        Against the dealer every player makes the same `wagers`, such as `{"ante": 500}`; by default the minimum
        on the first spot. Without a `seed` the cards are unpredictable. The record of the round proves its deck.
        """
        return DealtRound(self.house, wagers, players=players, chips=chips, seed=seed)

    def round(self, seats: Mapping[int, int], **start: Any) -> Round:
        """A new round with these chips at each seat, for your own drivers and bots."""
        return game_of(self.house).round(self.house, dict(seats), **start)

    def __eq__(self, other: object) -> bool:
        return self.house == other.house if isinstance(other, HouseGame) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.house.hash)

    def __repr__(self) -> str:
        changes = _difference(self.house.as_data(), game_of(self.house).book.as_data())
        changed = ", ".join(f"{name}={value!r}" for name, value in changes.items())
        return f"seventh.game({self.name!r})" + (f".replace({changed})" if changed else "")

    def _repr_html_(self) -> str:
        from seventh.house.rules.document import Table
        from seventh.notebook import table_html

        tables = [part for part in self.rules() if isinstance(part, Table)]
        shown = "".join(table_html(f"{part.id} {part.title}".strip(), part.columns, part.rows) for part in tables)
        return f"<h3>{escape(self.title)}</h3><p><code>{escape(repr(self))}</code></p>{shown}"


def _difference(values: dict[str, Any], book: dict[str, Any]) -> dict[str, Any]:
    """The values that differ from the book's; nested tables are compared key by key."""
    found = {}
    for key, value in values.items():
        inner = book.get(key)
        if value != inner:
            found[key] = _difference(value, inner) if isinstance(value, dict) and isinstance(inner, dict) else value
    return found
