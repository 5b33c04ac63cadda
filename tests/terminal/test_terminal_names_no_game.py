"""The terminal uses only a `Game`, a `Round` and its words, so that a new game needs no changes in it."""

from pathlib import Path

import pytest

import seventh.terminal
from seventh.games import GAMES

SOURCES = sorted(Path(seventh.terminal.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_names_no_game(game):
    names = (game, game.replace("-", "_"), GAMES[game].book.title)
    named = [file.name for file in SOURCES for name in names if name in file.read_text(encoding="utf-8")]
    assert named == []


def test_the_terminal_checks_for_no_games_class():
    classes = {found.round.__name__ for found in GAMES.values()} | {found.house.__name__ for found in GAMES.values()}
    named = [(file.name, name) for file in SOURCES for name in classes if name in file.read_text(encoding="utf-8")]
    assert named == []
