"""Every setting of every game has a test in which it changes the result.

A test belongs to a setting by its name, `test_setting_<path>__<what changes>`, in the game's `_settings` tests or, for
what all games have in common, in `test_house_values.py`. It must mention every value that is not the book's.
"""

import ast
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from seventh.games import book_house
from seventh.games import game as game_named
from seventh.house.values import House, Limits, PayTable

TESTS = Path(__file__).parent.parent
COMMON = {field.name for field in fields(House)}
GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")


def settings(kind, value, path=""):
    """Every setting below a dataclass: its path, its type and the book's value."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        inner, own = hints[field.name], getattr(value, field.name)
        if is_dataclass(inner) and inner not in (Limits, PayTable):
            yield from settings(inner, own, f"{path}{field.name}.")
        else:
            yield f"{path}{field.name}", inner, own


def other_values(kind, value):
    """The values of a setting other than the book's, as written in a house file."""
    if kind is bool:
        return ["false" if value else "true"]
    if get_origin(kind) is Literal:
        return [choice for choice in get_args(kind) if choice != value]
    return []


def sources(file):
    """The text of each setting's tests in a file, by the setting's path with underscores."""
    text = file.read_text()
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_setting_"):
            key = node.name.removeprefix("test_setting_").split("__")[0]
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[key] = found.get(key, "") + "\n".join(text.splitlines()[start - 1 : node.end_lineno])
    return found


IN_COMMON = sources(TESTS / "house" / "test_house_values.py")
ALL = [(game, *setting) for game in GAMES for setting in settings(game_named(game).house, book_house(game))]


@pytest.mark.parametrize(("game", "path", "kind", "value"), ALL, ids=[f"{game}:{path}" for game, path, *_ in ALL])
def test_the_setting_has_a_test_with_its_other_values(game, path, kind, value):
    if path == "game":
        return  # names the game, and is nothing to choose
    own = sources(TESTS / "games" / f"test_{game.replace('-', '_')}_settings.py")
    source = (IN_COMMON if path in COMMON else own).get(path.replace(".", "_"))
    assert source, f"no test_setting_{path.replace('.', '_')}__..."
    for other in other_values(kind, value):
        assert other in source


@pytest.mark.parametrize("game", GAMES)
def test_no_test_is_named_after_a_setting_that_does_not_exist(game):
    known = {path.replace(".", "_") for name, path, *_ in ALL if name == game}
    own = sources(TESTS / "games" / f"test_{game.replace('-', '_')}_settings.py")
    assert set(own) | set(IN_COMMON) <= known
