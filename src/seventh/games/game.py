"""A game as one value: everything that the rest of the program asks about it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from seventh.cards import DECK_53, Card
from seventh.house import House, build_house, require_house
from seventh.house.rules import Rules
from seventh.house.rules.sources import Source
from seventh.rounds.layout import Layout
from seventh.rounds.round import Round

if TYPE_CHECKING:
    from seventh.lab.mathematics import Mathematics  # numpy comes with it


class GameError(ValueError):
    """A game that cannot be loaded, or a name that no game has; the message is one line."""


@dataclass(frozen=True)
class Game:
    """One game. Its package exports one of these as `GAME`."""

    name: str
    """What the game is called on the command line and in records."""
    package: str
    """The package that holds everything of this game; `house.toml` in it has the book's rules."""
    house: type[House]
    """What a house may choose."""
    round: type[Round]
    clauses: Mapping[str, Source]
    """The ids of the clauses of its rules, and where each comes from."""
    rules: Callable[[Any], Rules]
    """The rules of a house in plain words; `rules_of` adds its notices and options."""
    layout: Layout
    """How its table looks."""
    words: Callable[[Any, Rules], Any]
    """What people call hands and wagers, and why a wager was settled as it was."""
    phh: str = ""
    """The variant in the PHH format of hand histories, for a game of stud; empty if it has none."""
    company: str = ""
    """Bots that play the game, as `module:name` of a tuple of them; empty if there are none."""

    mathematics_module: str | None = None
    """The module whose `MATHEMATICS` has the game's exact figures; it is imported when somebody asks for them."""

    @cached_property
    def mathematics(self) -> Mathematics | None:
        """The game's mathematics; None if it has none, as where players play each other."""
        if self.mathematics_module is None:
            return None
        try:
            found: Mathematics = import_module(self.mathematics_module).MATHEMATICS
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise GameError(f"the mathematics of {self.name} cannot be loaded: {why}") from error
        return found

    @property
    def folder(self) -> Traversable:
        """Where the game's files are."""
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
            raise GameError(f"{self.name}: house.toml says game = {data.get('game')!r}, and GAME has {self.name!r}")
        return data

    @cached_property
    def book(self) -> Any:
        """The house that plays by the book."""
        return self.house_from({}, f"the book's file of {self.name}")

    def house_for(self, house: object = None) -> Any:
        """The house to play by: the one given, if it is a house of this game; without one the book's."""
        return self.book if house is None else require_house(house, self.name)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards that the game is played with, in the order of a new deck."""
        return tuple(card for card in DECK_53 if card.bit & self.round.DECK)

    @cached_property
    def bots(self) -> tuple[Any, ...]:
        """The bots that keep a person company at the table."""
        module, _, name = self.company.partition(":")
        return tuple(getattr(import_module(module), name)) if module else ()

    def house_from(self, values: dict[str, Any], where: str) -> Any:
        """A house from plain values that override any part of the book's."""
        return build_house(self.house, _merged(self._book_data, values), where)

    def __reduce__(self) -> tuple[Any, ...]:
        """By its name: another process finds the game, a plug-in too, as this one did."""
        from seventh.games.registry import game

        return game, (self.name,)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def _merged(book: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = dict(book)
    for key, value in own.items():
        inner = book.get(key)
        merged[key] = _merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return merged
