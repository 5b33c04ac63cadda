"""The rules in force as text for a screen or a page of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from seventh.house import House
from seventh.house.rules import Clause, Rules, Table, rules_of

WIDTH = 80
MARGIN = 6
"""Where the text begins; the clause id stands before it."""


def rules_text(house: House) -> str:
    """All of the rules."""
    return "\n".join(_lines(rules_of(house))) + "\n"


def clause_text(house: House, clause: str) -> str:
    """What the rules say under one clause id; empty if there is no such clause."""
    return "\n".join(_parts(rules_of(house).of(clause.upper())))


def _lines(rules: Rules) -> Iterator[str]:
    yield rules.title
    yield "=" * len(rules.title)
    yield ""
    yield "The rules in force, with the id of the clause before each of them."
    yield f"{rules.game}, rules {rules.hash}"
    for section in rules.sections:
        if section.parts:
            yield ""
            yield section.title
            yield "-" * len(section.title)
            yield from _parts(section.parts)


def _parts(parts: Iterable[Clause | Table]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Table):
            yield ""
            yield from _table(part)
            yield ""
        else:
            yield from _clause(part)


def _clause(part: Clause) -> Iterator[str]:
    for number, line in enumerate(wrap(part.text, WIDTH - MARGIN)):
        yield f"{part.id if number == 0 else '':<{MARGIN}}{line}"


def _table(table: Table) -> Iterator[str]:
    """Columns with numbers in them stand flush right, the others flush left."""
    rows = [table.columns, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    yield f"{table.id:<{MARGIN}}{table.title}"
    for row in rows:
        cells = [
            f"{cell:>{width}}" if column and _is_figures(table, column) else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield (" " * (MARGIN + 2) + "   ".join(cells)).rstrip()


def _is_figures(table: Table, column: int) -> bool:
    return len(table.columns) == 2 and column == 1
