"""Which games support a part of the mathematics, and access to it by game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from seventh.games import GAMES, Game
from seventh.lab.mathematics import Mathematics

Part = TypeVar("Part")


def games_with(part: Callable[[Mathematics], object]) -> list[str]:
    """The names of the games whose mathematics has a given part."""
    return [name for name, game in GAMES.items() if game.mathematics is not None and part(game.mathematics)]


def priced_games() -> list[str]:
    """The names of the games that have exact figures."""
    return [name for name, game in GAMES.items() if game.mathematics_module is not None]


def mathematics_of(
    game: str | Game, part: Callable[[Mathematics], object], refusal: str, error: type[ValueError]
) -> tuple[Game, Mathematics]:
    """A game and its mathematics, which must have a part; otherwise the error lists the games that do."""
    found = game if isinstance(game, Game) else GAMES.get(game)
    mathematics = found.mathematics if found else None
    if found is None or mathematics is None or not part(mathematics):
        named = repr(game.name if isinstance(game, Game) else game)
        raise error(f"{refusal.format(named)}; choose from {', '.join(games_with(part))}")
    return found, mathematics
