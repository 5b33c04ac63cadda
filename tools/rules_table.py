"""Generates the table in docs/rules.md: every clause of the rules with its code, settings and tests.

`python -m tools.rules_table` writes it; `--check` only reports problems: a clause without a test, code that does not
exist, or an outdated page. The clauses are data (tools/clauses.toml): a new game needs only a new table there. A test
belongs to every clause whose id is in its name, as in `test_B15_exposed_dealer_card_voids...`.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from seventh.games import GAMES
from seventh.house.values import Limits, PayTable

ROOT = Path(__file__).resolve().parent.parent
CLAUSES = ROOT / "tools" / "clauses.toml"
PAGE = ROOT / "docs" / "rules.md"
BEGIN, END = "<!-- clauses: written by tools/rules_table.py -->", "<!-- end of clauses -->"

HEAD = "| clause | source | rule | settings | code | tests |"
RULE = "| --- | --- | --- | --- | --- | --- |"

_ID = re.compile(r"(?<=_)([A-Z]\d+)(?=_|\Z)")


@dataclass(frozen=True)
class Clause:
    """One clause of one game."""

    id: str
    game: str
    rule: str
    """The rule, summarised in our own words."""
    code: tuple[str, ...]
    """Where it is implemented: `games/caps.py: cut_in_order`, with the path relative to src/seventh."""


@dataclass(frozen=True, order=True)
class Test:
    """A test and the clauses it belongs to."""

    file: str
    name: str
    clauses: tuple[str, ...]

    @property
    def node(self) -> str:
        """Its pytest node id."""
        return f"{self.file}::{self.name}"


@cache
def clauses() -> tuple[Clause, ...]:
    games = tomllib.loads(CLAUSES.read_text())
    return tuple(
        Clause(name, game, entry["rule"], tuple(entry["code"]))
        for game, entries in games.items()
        for name, entry in entries.items()
    )


@cache
def tests() -> tuple[Test, ...]:
    """Every test with a clause's id in its name, from all test files."""
    found = []
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                ids = tuple(_ID.findall(node.name))
                if ids:
                    found.append(Test(file.relative_to(ROOT).as_posix(), node.name, ids))
    return tuple(sorted(found))


def tests_of(clause: str) -> list[Test]:
    """The clause's tests: those that play rounds before those that only rank hands."""
    own = [test for test in tests() if clause in test.clauses]
    return sorted(own, key=lambda test: not test.file.startswith("tests/games/"))


@cache
def settings_of() -> dict[str, list[str]]:
    """The settings that belong to each clause, by their path in a house file."""
    found: dict[str, list[str]] = {}
    for game in GAMES.values():
        for clause, path in _settings(game.house):
            found.setdefault(game.book.clause_id(clause), []).append(path)
    return found


def _source(clause: Clause) -> str:
    return next(found.clauses[clause.id] for found in GAMES.values() if clause.id in found.clauses)


def _settings(kind: Any, path: str = "") -> Iterator[tuple[str, str]]:
    hints = get_type_hints(kind)
    for field in fields(kind):
        inner, clause = hints[field.name], field.metadata.get("clause", "")
        if is_dataclass(inner) and inner not in (Limits, PayTable):
            yield from _settings(inner, f"{path}{field.name}.")
        elif clause:
            yield clause, f"{path}{field.name}"


def problems() -> list[str]:
    """All problems with the clauses, their code and their tests."""
    found = [*_misnumbered()]
    for clause in clauses():
        if not tests_of(clause.id):
            found.append(f"{clause.id} has no test: no test name contains _{clause.id}_")
        found += [f"{clause.id} names {place}, which does not exist" for place in clause.code if not _exists(place)]
        if not clause.code:
            found.append(f"{clause.id} names no code")
    known = {clause.id for clause in clauses()}
    letters = {name[0] for name in known}
    for test in tests():
        strays = [name for name in test.clauses if name[0] in letters and name not in known]
        found += [f"{test.node} names {name}, which is not a clause" for name in strays]
    return found


def _misnumbered() -> Iterator[str]:
    for game in dict.fromkeys(clause.game for clause in clauses()):
        ids = [clause.id for clause in clauses() if clause.game == game]
        wanted = [f"{ids[0][0]}{number}" for number in range(1, len(ids) + 1)]
        if ids != wanted:
            yield f"the clauses of {game} are {', '.join(ids)}, not {', '.join(wanted)}"


def _exists(place: str) -> bool:
    file, _, name = place.partition(": ")
    path = ROOT / "src" / "seventh" / file
    return path.is_file() and name in _names(path)


@cache
def _names(path: Path) -> frozenset[str]:
    """The functions, classes and methods that a file defines."""

    def walk(nodes: list[ast.stmt], prefix: str) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield prefix + node.name
                if isinstance(node, ast.ClassDef):
                    yield from walk(node.body, f"{prefix}{node.name}.")

    return frozenset(walk(ast.parse(path.read_text()).body, ""))


def table() -> str:
    """The generated part of the page."""
    parts = []
    for game in dict.fromkeys(clause.game for clause in clauses()):
        parts += [f"## {game}", "", HEAD, RULE]
        parts += [_row(clause) for clause in clauses() if clause.game == game]
        parts.append("")
    return "\n".join(parts)


def _row(clause: Clause) -> str:
    settings = "<br>".join(f"`{path}`" for path in settings_of().get(clause.id, []))
    code = "<br>".join(_code_link(place) for place in clause.code)
    by_file: dict[str, list[str]] = {}
    for test in tests_of(clause.id):
        by_file.setdefault(test.file, []).append(test.name)
    own = "<br>".join(
        f"[{Path(file).name}](../{file}): " + ", ".join(f"`{name}`" for name in names)
        for file, names in by_file.items()
    )
    return f"| {clause.id} | {_source(clause)} | {clause.rule} | {settings} | {code} | {own} |"


def _code_link(place: str) -> str:
    file, _, name = place.partition(": ")
    return f"[{file}](../src/seventh/{file}) `{name}`"


def page() -> str:
    """The complete page."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n{END}{after}"


def main(arguments: list[str]) -> int:
    found = problems()
    if arguments == ["--check"]:
        if page() != PAGE.read_text():
            found.append("docs/rules.md is not up to date: run python -m tools.rules_table")
    elif arguments:
        print("usage: python -m tools.rules_table [--check]", file=sys.stderr)
        return 2
    else:
        PAGE.write_text(page())
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
