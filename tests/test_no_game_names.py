"""Nothing outside `games/` names a game or checks for its class, so that a new game needs no changes there."""

import ast
import re
from pathlib import Path

import pytest

import seventh
from seventh.games import GAMES
from seventh.games.registry import BUILT_IN
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.house import StudHouse

SOURCE = Path(seventh.__file__).parent
WRITTEN = {".py", ".js", ".css", ".html", ".svg", ".toml", ".sql", ".mako"}
"""What people write. The golden vectors of the shuffle (`fair/vectors.txt`) are data, of rounds of real games."""
FILES = {
    path.relative_to(SOURCE).as_posix(): path
    for path in sorted(SOURCE.rglob("*"))
    if path.suffix in WRITTEN and SOURCE / "games" not in path.parents
}
NUMERALS = {"7": "seven", "seven": "7"}


def built_in():
    return [game for game in GAMES.values() if game.package.removeprefix("seventh.games.") in BUILT_IN]


def spellings():
    """Every way to write a game's name, from what its folder, its title and its own classes are called."""
    found = set()
    for game in built_in():
        found |= {words(game.name), words(game.package.rpartition(".")[2]), words(game.book.title)}
        own = [kind for kind in (game.house, game.round) if kind.__module__.startswith(game.package)]
        found |= {words(re.sub("House$|Round$", "", kind.__name__)) for kind in own}
    return sorted(found)


def words(name):
    """`high-card-flush`, `High Card Flush` and `HighCardFlush` are the same three words."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])", " ", name)
    return tuple(re.split(r"[\s_-]+", apart.lower()))


def pattern(spelling):
    """The words in any case, with anything or nothing between them that joins words; numbers in digits or letters."""
    parts = [f"(?:{word}|{NUMERALS[word]})" if word in NUMERALS else re.escape(word) for word in spelling]
    return r"(?:\s|[_-]|&nbsp;|\*)*".join(parts)


NAMED = re.compile("|".join(map(pattern, spellings())), re.IGNORECASE)


def test_every_spelling_is_found():
    for text in (
        "high-card-flush",
        "high_card_flush",
        "High Card\nFlush",
        "HighCardFlushRound",
        "HIGH_CARD_FLUSH",
        "boston-7-stud",
        "Boston 7",
        "Boston7House",
        "7 Card Thrill",
        "sevenCardThrill",
        "Seven-Card Stud",
        "7-card stud",
    ):
        assert NAMED.search(text), text
    for text in ("stud", "flush", "seven cards", "StudRound", "three-card bonus"):
        assert not NAMED.search(text), text


@pytest.mark.parametrize("file", FILES)
def test_no_file_names_a_game(file):
    text = FILES[file].read_text(encoding="utf-8")
    found = [(text.count("\n", 0, name.start()) + 1, name[0]) for name in NAMED.finditer(text)]
    assert not NAMED.search(file)
    assert [f"{file}:{line}: {name}" for line, name in found] == []


def classes_of_games():
    """The classes in the games' folders, and what every game of stud is made of."""
    found = {kind.__name__ for kind in StudRound.__mro__ if kind.__module__.startswith("seventh.rounds.stud")}
    found |= {StudHouse.__name__}
    for folder in BUILT_IN:
        for path in (SOURCE / "games" / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    return found


def asked_classes(tree):
    """The classes that a module tests values for, by `isinstance`, `issubclass`, `type(...) is` or a pattern."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("isinstance", "issubclass") and len(node.args) == 2:
                yield from names_in(node.args[1])
        elif isinstance(node, ast.MatchClass):
            yield from names_in(node.cls)
        elif isinstance(node, ast.Compare) and "type(" in ast.unparse(node):
            for side in (node.left, *node.comparators):
                yield from names_in(side)


def names_in(node):
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id, inner.lineno
        elif isinstance(inner, ast.Attribute):
            yield inner.attr, inner.lineno


CLASSES = classes_of_games()


def test_a_check_for_a_games_class_is_detected():
    for line in (
        "isinstance(hand, StudRound)",
        "isinstance(house, (House, rules.StudHouse))",
        "issubclass(kind, HighCardFlushHouse | None)",
        "type(hand) is Boston7Round",
        "match hand:\n    case StudRound(): pass",
    ):
        assert {name for name, _ in asked_classes(ast.parse(line))} & CLASSES, line


@pytest.mark.parametrize("file", [file for file in FILES if file.endswith(".py")])
def test_no_module_checks_for_a_games_class(file):
    asked = asked_classes(ast.parse(FILES[file].read_text(encoding="utf-8")))
    assert [f"{file}:{line}: {name}" for name, line in asked if name in CLASSES] == []
