"""Finding games: the folders next to this file, installed plug-ins, and folders listed in SEVENTH_GAMES."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from seventh.games.game import Game, GameError

__all__ = ["BUILT_IN", "GAMES", "GROUP", "VARIABLE", "GameError", "Games", "game"]

BUILT_IN = ("high_card_flush", "boston_7_stud", "seven_card_thrill", "seven_card_stud")
"""The folders of the built-in games, in the order of lists."""
GROUP = "seventh.games"
"""Entry point group of installed games."""
VARIABLE = "SEVENTH_GAMES"
"""Environment variable: folders that each contain one game, separated as in PATH."""


class Games(Mapping[str, Game]):
    """All games by name."""

    def __getitem__(self, name: str) -> Game:
        return _all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_all())

    def __len__(self) -> int:
        return len(_all())


GAMES = Games()


def game(name: str) -> Game:
    """The game with this name."""
    found = GAMES.get(name)
    if found is None:
        raise GameError(missing(name))
    return found


def missing(name: str) -> str:
    """The message for an unknown game, in a record too: it may be a plug-in's."""
    known = ", ".join(GAMES)
    return (
        f"unknown game {name!r}; choose from {known}. A plug-in must be installed, or its folder listed in {VARIABLE}"
    )


@cache
def _all() -> dict[str, Game]:
    found: dict[str, Game] = {}
    for where, loaded in _found():
        if not isinstance(loaded, Game):
            raise GameError(f"{where}: GAME is missing, or is not a seventh.games.Game")
        if loaded.name in found:
            raise GameError(f"{where}: there is already a game called {loaded.name}")
        found[loaded.name] = loaded
    return found


def _found() -> Iterator[tuple[str, object]]:
    for folder in BUILT_IN:
        yield folder, import_module(f"seventh.games.{folder}").GAME
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            yield f"plug-in {point.name}", point.load()
        except (ImportError, AttributeError) as error:
            raise GameError(f"plug-in {point.name} cannot be loaded: {error}") from error
    for text in os.environ.get(VARIABLE, "").split(os.pathsep):
        if text:
            yield f"{VARIABLE}: {text}", getattr(_package(Path(text)), "GAME", None)


def _package(folder: Path) -> ModuleType:
    """The package in a folder that need not be on Python's path, under the folder's own name."""
    folder = folder.resolve()
    name, file = folder.name, folder / "__init__.py"
    if not file.is_file():
        raise GameError(f"{VARIABLE}: {folder} is not a game's folder; it has no __init__.py")
    if not name.isidentifier():
        raise GameError(f"{VARIABLE}: {folder}: a game's folder must be named like a Python module, such as my_game")
    imported = sys.modules.get(name)
    if imported is not None and _is_in(imported, file):
        return imported
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None or imported is not None:
        raise GameError(f"{VARIABLE}: {folder}: there is already a module called {name}; rename the folder")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise GameError(f"{VARIABLE}: {folder} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def _is_in(module: ModuleType, file: Path) -> bool:
    """Whether a module that a program has already imported is this file."""
    return module.__file__ is not None and Path(module.__file__).resolve() == file
