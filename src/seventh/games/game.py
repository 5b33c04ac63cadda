"""A game as one value: everything the rest of the program needs to know about it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from seventh.cards import DECK_53, Card
from seventh.extras import extra_of
from seventh.house import House, build_house, require_house
from seventh.house.load import merged
from seventh.house.rules import Rules
from seventh.house.rules.sources import Source
from seventh.rounds.layout import Layout
from seventh.rounds.round import Round

if TYPE_CHECKING:
    from seventh.lab.coaching import Coaching
    from seventh.lab.mathematics import Mathematics  # imports numpy


class GameError(ValueError):
    """A game that cannot be loaded, or an unknown name; the message is one line."""


@dataclass(frozen=True)
class Game:
    """One game. Its package exports one of these as `GAME`."""

    name: str
    """The game's name on the command line and in records."""
    package: str
    """The package that contains the game; its `house.toml` has the book's rules."""
    house: type[House]
    """The settings a house may choose."""
    round: type[Round]
    clauses: Mapping[str, Source]
    """The clause ids of its rules, and their sources."""
    rules: Callable[[Any], Rules]
    """The rules text of a house; `rules_of` adds its notices and options."""
    layout: Layout
    """The look of its table."""
    words: Callable[[Any, Rules], Any]
    """The names of hands and wagers, and the reasons for settlements."""
    phh: str = ""
    """The game's variant in the PHH hand history format, for stud games; empty if it has none."""
    company: str = ""
    """Bots that play the game, as `module:name` of a tuple of them; empty if there are none."""

    mathematics_module: str | None = None
    """The module whose `MATHEMATICS` has the game's exact figures; imported when needed."""
    coach_module: str | None = None
    """The module whose `coach` values a seat's choices from its view and the house; imported when needed."""

    @cached_property
    def coach(self) -> Callable[[Any, Any], Coaching] | None:
        """The game's coach; None if it has none."""
        if self.coach_module is None:
            return None
        found: Callable[[Any, Any], Coaching] = import_module(self.coach_module).coach
        return found

    @cached_property
    def mathematics(self) -> Mathematics | None:
        """The game's mathematics; None if it has none, as where players play each other."""
        if self.mathematics_module is None:
            return None
        try:
            found: Mathematics = import_module(self.mathematics_module).MATHEMATICS
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and extra_of(error.name):
                raise  # a missing extra, not a fault of the game
            why = f"{type(error).__name__}: {error}"
            raise GameError(f"the mathematics of {self.name} cannot be loaded: {why}") from error
        return found

    @property
    def folder(self) -> Traversable:
        """The game's directory."""
        return resources.files(self.package)

    @cached_property
    def _book_data(self) -> dict[str, Any]:
        file = self.folder.joinpath("house.toml")
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise GameError(f"{self.name}: there is no house.toml in {self.folder}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise GameError(f"{self.name}: house.toml is not TOML: {error}") from None
        if data.get("game") != self.name:
            raise GameError(f"{self.name}: house.toml says game = {data.get('game')!r}, but GAME has {self.name!r}")
        return data

    @cached_property
    def book(self) -> Any:
        """The house with the book's rules."""
        return self.house_from({}, f"the book's file of {self.name}")

    def house_for(self, house: object = None) -> Any:
        """The given house, if it is for this game; the book's if none is given."""
        return self.book if house is None else require_house(house, self.name)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The game's deck, in the order of a new deck."""
        return tuple(card for card in DECK_53 if card.bit & self.round.DECK)

    @cached_property
    def bots(self) -> tuple[Any, ...]:
        """The bots that can play at the table."""
        module, _, name = self.company.partition(":")
        return tuple(getattr(import_module(module), name)) if module else ()

    def house_from(self, values: dict[str, Any], where: str) -> Any:
        """A house from plain values that override any part of the book's."""
        return build_house(self.house, merged(self._book_data, values), where)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: another process finds the game, including a plug-in, in the same way."""
        from seventh.games.registry import game

        return game, (self.name,)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
