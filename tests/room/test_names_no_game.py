"""The room names no game, so that a new game needs no changes in it."""

from pathlib import Path

import pytest

import seventh.room
from seventh.games import GAMES

SOURCES = sorted(Path(seventh.room.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("game", GAMES)
def test_the_room_names_no_game(game):
    names = (game, game.replace("-", "_"), GAMES[game].book.title)
    named = [str(file) for file in SOURCES for name in names if name in file.read_text(encoding="utf-8")]
    assert named == []


def test_the_room_checks_for_no_games_class():
    classes = {found.round.__name__ for found in GAMES.values()} | {found.house.__name__ for found in GAMES.values()}
    named = [(file.name, name) for file in SOURCES for name in classes if name in file.read_text(encoding="utf-8")]
    assert named == []
