"""SQLAlchemy statements made ready for the driver: for one row, and for many rows in one go.

The driver's own `executemany` takes a step for each row, and gives up Python's lock at each; with a busy room beside it
the writer would wait for that lock thousands of times a second. One statement that holds many rows needs few steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.engine import Dialect

PLACEHOLDER = {"sqlite": re.compile(r"\?"), "postgresql": re.compile(r"%\((\w+)\)s(::[A-Z]+)?")}
KEPT = 1000
"""Statements kept ready. The room's own are a few dozen; more means that somebody makes them anew each time."""


@dataclass(frozen=True, eq=False)
class Ready:
    """A statement for one engine."""

    table: str
    one: str
    """SQL for one row, with the driver's positional placeholders."""
    many: Callable[[int], str] | None
    """SQL with places for so many rows, and on SQLite one more value that says how many are taken; None if there is no
    such form."""
    row: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    """The values in the order of the placeholders."""
    key: Callable[[tuple[Any, ...]], Any] | None
    """Which row of the table is touched; None if that cannot be told."""


@dataclass(frozen=True)
class Preparer:
    """Makes statements ready for one engine, and keeps them."""

    dialect: Dialect
    kept: dict[Any, Ready] = field(default_factory=dict)

    def ready(self, statement: Any, values: Mapping[str, Any]) -> Ready:
        """The statement for the driver."""
        name = (statement, *values)
        found = self.kept.get(name)
        if found is None:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            found = self.kept[name] = prepare(statement, values, self.dialect)
        return found


def prepare(statement: Any, values: Mapping[str, Any], dialect: Dialect) -> Ready:
    """Compile a statement that takes these values."""
    # An INSERT without named columns takes those that it is given; an UPDATE would take its key for a value to set.
    columns = [name for name in values if name in statement.table.c] if isinstance(statement, Insert) else None
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    holder = PLACEHOLDER[dialect.name]
    holders = list(holder.finditer(compiled.string))
    if dialect.name == "sqlite":
        names, casts, mark = list(compiled.positiontup or ()), [""] * len(holders), "?"
    else:
        names, casts, mark = [found[1] for found in holders], [found[2] or "" for found in holders], "%s"
    sql = holder.sub(lambda found: mark + (found[2] or "" if mark == "%s" else ""), compiled.string)
    rows = _rows_of(statement, sql, casts, dialect.name)
    return Ready(
        statement.table.name, sql, rows, _row_of(names, values, compiled.params), _key_of(statement, names, sql)
    )


def _row_of(
    names: list[str], values: Mapping[str, Any], constants: Mapping[str, Any]
) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    taken = [name if name in values else name.removeprefix("key_") for name in names]
    if missing := [name for name in taken if name not in values and constants.get(name) is None]:
        raise KeyError(f"no value for {', '.join(missing)}")
    if len(taken) > 1 and all(name in values for name in taken):
        return itemgetter(*taken)
    return lambda given: tuple(given[name] if name in given else constants[name] for name in taken)


def _key_of(statement: Any, names: list[str], sql: str) -> Callable[[tuple[Any, ...]], Any] | None:
    """How to tell which row is touched, from the values in order."""
    key = [column.name for column in statement.table.primary_key]
    if isinstance(statement, Insert):
        wanted = key
    elif isinstance(statement, (Update, Delete)) and sql.count(" WHERE ") == 1:
        wanted = [f"key_{name}" for name in key]
        compared = " AND ".join([r'\w+\."?\w+"? = (?:\?|%s(?:::[A-Z]+)?)'] * len(key))
        if not re.fullmatch(compared, sql.partition(" WHERE ")[2]):
            return None
    else:
        return None
    if any(name not in names for name in wanted):
        return None
    return itemgetter(*(names.index(name) for name in wanted))


def _rows_of(statement: Any, sql: str, casts: list[str], engine: str) -> Callable[[int], str] | None:
    """The form for many rows: the placeholders of one row become the columns of a list of rows."""
    flat = " ".join(sql.split())
    if isinstance(statement, Insert):
        found = re.fullmatch(r"(INSERT INTO .+?\) )VALUES (\([^()]+\))([^?%]*)", flat)
        if found is None:
            return None
        head, row, tail = found.groups()
        if engine == "sqlite":
            return lru_cache(maxsize=None)(lambda places: f"{head}{_taken(row, places)}{tail}")
        if not all(casts):
            return None
        arrays = ", ".join(f"%s{cast}[]" for cast in casts)
        # A SELECT before ON CONFLICT must have a WHERE, or SQL takes ON for a join.
        text = f"{head}SELECT * FROM unnest({arrays}) WHERE true{tail}"  # noqa: S608 - our own words
        return lambda _: text
    if isinstance(statement, Update) and flat.count(" WHERE ") == 1:
        numbers = iter(range(1, len(casts) + 1))
        named = re.sub(r"\?|%s(::[A-Z]+)?", lambda _: f"v.column{next(numbers)}", flat)
        head, _, where = named.partition(" WHERE ")
        row = f"({', '.join('?' * len(casts))})"
        if engine == "sqlite":
            return lru_cache(maxsize=None)(lambda places: f"{head} FROM ({_taken(row, places)}) AS v WHERE {where}")
        if not all(casts):
            return None
        arrays = ", ".join(f"%s{cast}[]" for cast in casts)
        columns = ", ".join(f"column{number}" for number in range(1, len(casts) + 1))
        text = f"{head} FROM unnest({arrays}) AS v ({columns}) WHERE {where}"
        return lambda _: text
    return None


def _taken(row: str, places: int) -> str:
    """SQLite: the first of these places."""
    return f"SELECT * FROM (VALUES {', '.join([row] * places)}) LIMIT ?"  # noqa: S608 - our own words
