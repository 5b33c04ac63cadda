"""The games: one folder each, found by one registry; and what is asked of a game by its name or by a house of it."""

from __future__ import annotations

import tomllib
import warnings
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from seventh.games.game import Game
from seventh.games.registry import BUILT_IN, GAMES, GameError, game, missing
from seventh.house import House, HouseError, HouseWarning, Limits, require_house
from seventh.house.rules import Rules
from seventh.house.rules.common import notices_section, options_section
from seventh.house.rules.document import sourced
from seventh.rounds.round import Round
from seventh.rounds.session import Session

__all__ = [
    "FIRST_GAME",
    "GAMES",
    "Game",
    "GameError",
    "book_house",
    "game",
    "game_of",
    "house_for",
    "house_from_data",
    "load_house",
    "missing",
    "new_round",
    "new_session",
    "parse_house",
    "recorded_house",
    "rules_of",
    "wording_of",
]


FIRST_GAME = BUILT_IN[0].replace("_", "-")
"""The name of the game that lists begin with, for examples."""


def game_of(house: House) -> Game:
    """The game that a house's rules are for."""
    return GAMES[house.game if isinstance(house, House) else require_house(house).game]


def book_house(name: str) -> Any:
    """The rules as the book has them."""
    return GAMES[name].book


def house_for(name: str, house: object = None) -> Any:
    """The house to play a game by: the one given, if it is a house of that game; without one the book's."""
    return GAMES[name].house_for(house)


def load_house(path: str | Path, name: str | None = None) -> Any:
    """A house from its own TOML file, which names its `game` and overrides any part of the book's values."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise HouseError(str(path), [("", f"cannot be read: {reason}")]) from None
    return parse_house(text, name, str(path))


def parse_house(text: str, name: str | None = None, where: str = "house") -> Any:
    """A house from TOML text that overrides any part of the book's values."""
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise HouseError(where, [("", f"is not TOML: {error}")]) from None
    return house_from_data(own, name, where)


def house_from_data(own: dict[str, Any], name: str | None = None, where: str = "house") -> Any:
    """A house from plain values, such as `as_data` gives, that override any part of the book's."""
    named = own.get("game", name)
    if not isinstance(named, str) or named not in GAMES:
        said = f"is {named!r}" if "game" in own else "is missing"
        raise HouseError(where, [("game", f"{said}; allowed: {', '.join(GAMES)}")])
    if name not in (None, named):
        raise HouseError(where, [("game", f"is {named!r}, but rules for {name!r} were asked for")])
    return GAMES[named].house_from(own, where)


def recorded_house(recorded: dict[str, Any], name: str, where: str) -> Any:
    """The house whose `recorded` values these are; settings newer than the record have the value of its time."""
    if name not in GAMES:
        raise HouseError(where, [("", missing(name))])
    before = GAMES[name].house.before()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HouseWarning)  # shown to the person who put these rules in force
        return house_from_data({**before, **recorded}, name, where)


def rules_of(house: House) -> Rules:
    """The rules that a house plays by, in plain words.

    >>> [part.text for part in rules_of(book_house("high-card-flush")).of("H1")]
    ['Cards come from one deck of 52: seven for every player, seven for the dealer.']
    """
    found = game_of(house)
    rules = found.rules(house)
    unknown = {part.id for part in rules if part.id and part.id not in found.clauses}
    if unknown:
        raise GameError(f"{found.name}: its rules have {', '.join(sorted(unknown))}, which is not among its clauses")
    sections = (*rules.sections, notices_section(house), options_section(house, found.book))
    return sourced(replace(rules, sections=sections), found.clauses)


@lru_cache(maxsize=64)
def wording_of(house: House) -> Any:
    """The words of a house's game."""
    found, rules = game_of(house), rules_of(house)
    words = found.words(house, rules)
    if found.round.AGAINST_HOUSE:
        unnamed = [wager.key for wager in rules.wagers if not words.aliases.get(wager.key)]
        if unnamed:
            raise GameError(f"{found.name}: its words have no alias for {', '.join(unnamed)}, so nobody can type it")
    return words


def new_round(house: House, seats: dict[int, int], **start: Any) -> Round:
    """A round under these rules, with these chips at each seat; `start` is what else the game's round starts from."""
    return game_of(house).round(house, seats, **start)


def new_session(house: House, buy_in: Limits | None = None) -> Session:
    """A table under these rules with nobody at it; `buy_in` where the rules say nothing about it."""
    rules = game_of(house).round
    limits = rules.buy_in(house) or buy_in
    if limits is None:
        raise ValueError(f"the rules of {house.title} do not say what a player may bring: buy_in is needed")
    return Session(rules, house, limits)
