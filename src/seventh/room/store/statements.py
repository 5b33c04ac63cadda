"""Statements compiled for the driver: for one row, and for many rows at once.

The driver's own `executemany` steps through the rows and releases the GIL at each; in a busy room the writer would wait
for the GIL thousands of times a second. One statement with many rows needs few steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Insert, Update
from sqlalchemy.engine import Dialect

from seventh.room.store import schema

PLACEHOLDER = {"sqlite": re.compile(r"\?"), "postgresql": re.compile(r"%\((\w+)\)s(::[A-Z]+)?")}
KEPT = 1000
"""Maximum number of cached statements. The room uses a few dozen; more means that the cache is being missed."""


@dataclass(frozen=True, eq=False)
class Ready:
    """A statement for one engine."""

    table: str
    one: str
    """SQL for one row, with the driver's positional placeholders."""
    many: Callable[[int], str] | None
    """SQL for a given number of rows, with on SQLite one more parameter that limits how many are used; None if there is
    no such form."""
    row: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    """The values in the order of the placeholders."""
    key: Callable[[tuple[Any, ...]], Any]
    """The primary key of the affected row."""


@dataclass(frozen=True)
class Preparer:
    """Compiles and caches statements for one engine."""

    dialect: Dialect
    kept: dict[Any, Ready] = field(default_factory=dict)

    def ready(self, how: str, table: str, columns: Iterable[str]) -> Ready:
        """The statement for this kind of write to a row with these columns."""
        name = (how, table, *columns)
        found = self.kept.get(name)
        if found is None:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            found = self.kept[name] = prepare(how, table, name[2:], self.dialect)
        return found


def prepare(how: str, name: str, columns: tuple[str, ...], dialect: Dialect) -> Ready:
    """Compile a statement that takes these columns."""
    table = schema.metadata.tables.get(name)
    if table is None:
        raise ValueError(f"no such table: {name!r}")
    statement = schema.statement(how, table, columns)
    compiled = statement.compile(dialect=dialect)
    holder = PLACEHOLDER[dialect.name]
    holders = list(holder.finditer(compiled.string))
    if dialect.name == "sqlite":
        names, casts, mark = list(compiled.positiontup or ()), [""] * len(holders), "?"
    else:
        names, casts, mark = [found[1] for found in holders], [found[2] or "" for found in holders], "%s"
    sql = holder.sub(lambda found: mark + (found[2] or "" if mark == "%s" else ""), compiled.string)
    key = [column.name for column in table.primary_key]
    if how in ("set", "drop"):
        key = [f"key_{column}" for column in key]
    given = itemgetter(*(name.removeprefix("key_") for name in names))
    return Ready(
        name,
        sql,
        _rows_of(statement, sql, casts, dialect.name),
        given if len(names) > 1 else lambda values: (given(values),),
        itemgetter(*(names.index(column) for column in key)),
    )


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
        # A SELECT before ON CONFLICT needs a WHERE, or ON is parsed as a join condition.
        text = f"{head}SELECT * FROM unnest({arrays}) WHERE true{tail}"  # noqa: S608 - our own text
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


@cache
def rows_by_key(table: str) -> str:
    """The beginning of a query for rows by their primary keys, up to the list of keys."""
    columns = ", ".join(f'"{column.name}"' for column in schema.metadata.tables[table].columns)
    key = ", ".join(f'"{name}"' for name in schema.key_of(table))
    return f'SELECT {columns} FROM "{table}" WHERE ({key}) IN'  # noqa: S608 - our own text


def _taken(row: str, places: int) -> str:
    """SQLite: the first rows of this many."""
    return f"SELECT * FROM (VALUES {', '.join([row] * places)}) LIMIT ?"  # noqa: S608 - our own text
