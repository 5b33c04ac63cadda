"""The rules in force as text, 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from seventh.house.rules.document import Clause, Rules, Table
from seventh.house.rules.sources import SOURCES

WIDTH = 80
MARGIN = 6
"""Left margin of the text; holds the clause id."""
LEGEND = f"Text in [brackets] is a reading: {SOURCES['reading']}."
"""How readings are distinguished from the book's text."""
THE_HOUSES = "Limits on wagers, and rules without an id, are set by the house."


def rules_text(rules: Rules) -> str:
    """The complete rules."""
    return "\n".join(_lines(rules)) + "\n"


def clause_text(rules: Rules, clause: str) -> str:
    """The text of one clause; empty if there is no such clause."""
    parts = rules.of(clause.upper())
    marked = any(isinstance(part, Clause) and "[" in _marked(part) for part in parts)
    return "\n".join([*_parts(parts), *(wrap(LEGEND, WIDTH) if marked else [])])


def _lines(rules: Rules) -> Iterator[str]:
    yield rules.title
    yield "=" * len(rules.title)
    yield ""
    yield f"The rules in force for {rules.game}, with clause ids."
    yield f"Rules hash: {rules.hash}"
    yield ""
    yield from wrap(f"A clause is {SOURCES['book']}. {LEGEND} {THE_HOUSES}", WIDTH)
    for section in rules.sections:
        if section.parts:
            yield ""
            yield section.title
            yield "-" * len(section.title)
            yield from _parts(section.parts)


def _parts(parts: Iterable[Clause | Table]) -> Iterator[str]:
    """Clauses follow one another without blank lines; tables are set off by them."""
    before: Clause | Table | None = None
    for part in parts:
        if before is not None and (isinstance(part, Table) or isinstance(before, Table)):
            yield ""
        yield from _table(part) if isinstance(part, Table) else _clause(part)
        before = part


def _clause(part: Clause) -> Iterator[str]:
    for number, line in enumerate(wrap(_marked(part), WIDTH - MARGIN)):
        yield f"{part.id if number == 0 else '':<{MARGIN}}{line}"


def _marked(part: Clause) -> str:
    """The text with its readings in brackets."""
    return " ".join(f"[{one.text}]" if one.source == "reading" else one.text for one in part.passages)


def _table(table: Table) -> Iterator[str]:
    """Two-column tables have right-aligned figures; in wider ones the last column is text, which is wrapped."""
    yield f"{table.id:<{MARGIN}}{f'[{table.title}]' if table.source == 'reading' else table.title}"
    rows = [table.columns, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    figures = len(widths) == 2
    indent = MARGIN + 2
    start = indent + sum(widths[:-1]) + 3 * (len(widths) - 1)
    for row in rows:
        *cells, last = row
        head = " " * indent + "".join(f"{cell:<{width}}   " for cell, width in zip(cells, widths, strict=False))
        if figures:
            yield f"{head}{last:>{widths[-1]}}"
        else:
            first, *more = wrap(last, max(WIDTH - start, 12)) or [""]
            yield f"{head}{first}".rstrip()
            yield from (" " * start + line for line in more)
