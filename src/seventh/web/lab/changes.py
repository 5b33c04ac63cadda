"""A house that differs from the book: from the fields of a form, a link or a house file; and in what it differs."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlencode

from seventh.games import GAMES, book_house, house_from_data, rules_of
from seventh.house import House, HouseError
from seventh.house.changes import setting_words
from seventh.house.rules import Clause
from seventh.house.rules.common import departures_of
from seventh.house.settings import changed_texts, read_texts
from seventh.house.toml import house_toml
from seventh.house.values import Problem

WAGER = "wager."
"""Fields of amounts are named after the wager, with this before it."""


@dataclass
class Changed:
    """What somebody made of the book's rules, or of others that are in force."""

    book: Any
    """What the house is compared with."""
    house: Any = None
    """None if it is not valid."""
    problems: list[Problem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    amounts: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """The fields as they were given, the invalid ones too."""
    written: dict[str, str] = field(default_factory=dict)
    """Amounts as somebody wrote them in a form."""

    @cached_property
    def query(self) -> str:
        """The part of a link that shares these rules: only what differs from the book."""
        found = changed_texts(self.house, self.book) if self.house else {}
        return urlencode({**found, **{f"{WAGER}{name}": amount for name, amount in self.amounts.items()}})

    @property
    def toml(self) -> str:
        """The house file."""
        return house_toml(self.house, book_house(self.house.game))


def changed_by_texts(game: str, texts: Mapping[str, str], base: House | None = None) -> Changed:
    """The book, or another base, with these fields changed; `wager.` fields are amounts."""
    book = base or book_house(game)
    given = dict(texts)
    found = Changed(book, texts=given)
    amounts = {path.removeprefix(WAGER): text for path, text in given.items() if path.startswith(WAGER)}
    data, problems, places = read_texts(
        book, {path: text for path, text in given.items() if not path.startswith(WAGER)}
    )
    found.problems += problems
    _build(found, data, places)
    _read_amounts(found, amounts)
    return found


def changed_by_file(game: str, text: str, base: House | None = None) -> Changed:
    """The book with a house file's changes, compared with the book or another base."""
    found = Changed(base or book_house(game))
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        found.problems.append(("", f"not valid TOML: {error}"))
        return found
    if _huge(data):
        found.problems.append(("", "has a number of more than 30 digits"))
        return found
    _build(found, data, {})
    if found.house:
        found.texts = changed_texts(found.house, found.book)
    return found


def _huge(value: object) -> bool:
    """Whether there is a number that no form could show and no figure be computed with."""
    if isinstance(value, dict):
        return any(map(_huge, value.values()))
    if isinstance(value, list):
        return any(map(_huge, value))
    return isinstance(value, int) and abs(value) >= 10**30


def _build(found: Changed, data: dict[str, Any], places: Mapping[str, str]) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            house = house_from_data(data, found.book.game, "house")
        except HouseError as error:
            found.problems += [(_field(path, places), message) for path, message in error.problems]
            return
        except RecursionError:
            found.problems.append(("", "nested too deeply"))
            return
    if not found.problems:
        found.house = house
    found.warnings = [_in_words(str(each.message).removeprefix("house: ")) for each in warned]


def _in_words(warning: str) -> str:
    """A warning that begins with the words for a setting, not with its path."""
    path, _, rest = warning.partition(" ")
    words = setting_words(path)
    return f"{words[:1].upper()}{words[1:]} {rest}" if "." in path else warning


def _field(path: str, places: Mapping[str, str]) -> str:
    """The field that a problem belongs to: empty entries of a list were left out."""
    entry, _, name = path.partition("].")
    return f"{places.get(f'{entry}]', f'{entry}]')}.{name}" if name else path


def _read_amounts(found: Changed, amounts: Mapping[str, str]) -> None:
    """The wagers in chips for which figures are wanted."""
    mathematics = GAMES[found.book.game].mathematics
    for name, text in amounts.items():
        plain = text.strip()
        if not plain:
            continue
        if mathematics is None or name not in mathematics.wagers:
            found.problems.append((f"{WAGER}{name}"[:100], "is not a wager that has figures"))
        elif not (plain.isascii() and plain.isdecimal() and len(plain) < 10 and int(plain)):
            found.problems.append((f"{WAGER}{name}", f"is {plain[:40]!r}; allowed: a whole number of chips, 1 or more"))
        else:
            found.amounts[name] = int(plain)
    if found.house and mathematics and (refusal := mathematics.impossible(found.house, found.amounts.keys())):
        found.problems.append((f"{WAGER}{next(iter(found.amounts))}", refusal))
    if found.problems:
        found.house = None


def departures(found: Changed) -> list[dict[str, str]]:
    """Every setting that differs from the book's."""
    return [
        {"path": path, "clause": clause, "house": own, "book": by_book}
        for path, clause, own, by_book in departures_of(found.house, found.book)
    ]


def rule_changes(house: House, book: House) -> list[dict[str, str]]:
    """The clauses whose text differs from the book's, in the order of the rules."""
    own, by_book = _clauses(house), _clauses(book)
    found = []
    for kind, first, last, start, end in SequenceMatcher(None, by_book, own, autojunk=False).get_opcodes():
        if kind != "equal":
            before, after = by_book[first:last], own[start:end]
            for clause in dict.fromkeys(part[0] for part in (*before, *after)):
                texts = (" ".join(text for name, text in side if name == clause) for side in (before, after))
                found.append(dict(zip(("book", "house"), texts, strict=True), clause=clause))
    return found


@lru_cache(maxsize=64)
def _clauses(house: House) -> list[tuple[str, str]]:
    return [_text(part) for part in rules_of(house) if part.id]


def _text(part: Any) -> tuple[str, str]:
    if isinstance(part, Clause):
        return part.id, part.text
    return part.id, f"{part.title}: " + "; ".join(": ".join(row) for row in part.rows)
