"""The games: one folder each, found through one registry; and functions that take a game's name or a house."""

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
"""The game listed first, used in examples."""


def game_of(house: House) -> Game:
    """The game that a house's rules are for."""
    return GAMES[house.game if isinstance(house, House) else require_house(house).game]


def book_house(name: str) -> Any:
    """The book's rules."""
    return GAMES[name].book


def house_for(name: str, house: object = None) -> Any:
    """The given house, if it is for that game; the book's if none is given."""
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
        raise HouseError(where, [("", f"not valid TOML: {error}")]) from None
    return house_from_data(own, name, where)


def house_from_data(own: dict[str, Any], name: str | None = None, where: str = "house") -> Any:
    """A house from plain values, such as `as_data` returns, that override any part of the book's."""
    named = own.get("game", name)
    if not isinstance(named, str) or named not in GAMES:
        said = f"is {named!r}" if "game" in own else "is missing"
        raise HouseError(where, [("game", f"{said}; allowed: {', '.join(GAMES)}")])
    if name not in (None, named):
        raise HouseError(where, [("", f"these are rules for {named}, not for {name}")])
    return GAMES[named].house_from(own, where)


def recorded_house(recorded: dict[str, Any], name: str, where: str) -> Any:
    """The house with these `recorded` values; settings newer than the record get the value that applied at the time."""
    if name not in GAMES:
        raise HouseError(where, [("", missing(name))])
    before = GAMES[name].house.before()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HouseWarning)  # shown when these rules were put in force
        return house_from_data({**before, **recorded}, name, where)


def rules_of(house: House) -> Rules:
    """The rules text of a house.

    >>> [part.text for part in rules_of(book_house("high-card-flush")).of("H1")]
    ['The game uses one deck of 52 cards. Each player and the dealer get seven.']
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


def new_round(house: House, seats: dict[int, int], hand_dealt: bool = False, **start: Any) -> Round:
    """A round under these rules, with these chips at each seat; `start` has the game's other starting values."""
    hand = game_of(house).round(house, seats, **start)
    hand.hand_dealt = hand_dealt
    return hand


def new_session(house: House, buy_in: Limits | None = None) -> Session:
    """An empty table under these rules; `buy_in` is needed where the rules do not set one."""
    rules = game_of(house).round
    limits = rules.buy_in(house) or buy_in
    if limits is None:
        raise ValueError(f"the rules of {house.title} set no buy-in: buy_in is required")
    return Session(rules, house, limits)
