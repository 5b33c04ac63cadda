"""The rules in force as data: sections of clauses and tables, to be laid out for a terminal, a page or a rack card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import groupby
from typing import Any

from seventh.house.rules.sources import SOURCES, Reading, Source
from seventh.notebook import table_html


@dataclass(frozen=True)
class Passage:
    """A part of a clause's text with a single source."""

    text: str
    source: Source


@dataclass(frozen=True)
class Clause:
    """One clause of the rules."""

    id: str
    """The clause id, such as B5; empty for rules common to all games."""
    text: str
    source: Source
    """The clause's source."""
    passages: tuple[Passage, ...]
    """The text split by source: a clause of the book may include readings."""


@dataclass(frozen=True)
class Table:
    """A table that belongs to a clause. The first column names the row, the others hold its values."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: Source


@dataclass(frozen=True)
class Section:
    title: str
    parts: tuple[Clause | Table, ...]


@dataclass(frozen=True)
class Wager:
    """A wager of the game: its title, limits, and when it may be made."""

    key: str
    """Its name in actions and settlements."""
    title: str
    limits: str
    terms: str
    """When it is made and what it requires."""
    clause: str


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of one house's game."""

    game: str
    title: str
    hash: str
    """Identifies these exact rules."""
    wagers: tuple[Wager, ...]
    sections: tuple[Section, ...]
    sources: dict[Source, str] = field(default_factory=lambda: dict(SOURCES))
    """What the sources of clauses and passages mean."""

    def __iter__(self) -> Iterator[Clause | Table]:
        for section in self.sections:
            yield from section.parts

    def of(self, clause: str) -> list[Clause | Table]:
        """All parts with one clause id."""
        return [part for part in self if part.id == clause]

    def wager(self, key: str) -> Wager:
        return self._wagers[key]

    @cached_property
    def _wagers(self) -> dict[str, Wager]:
        return {wager.key: wager for wager in self.wagers}

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        """What `seventh rules` prints."""
        from seventh.house.rules.text import rules_text

        return rules_text(self)

    def __repr__(self) -> str:
        return f"<Rules of {self.title} {self.hash[:12]}: {len({part.id for part in self if part.id})} clauses>"

    def _repr_html_(self) -> str:
        parts = [f"<h3>{escape(self.title)}</h3>"]
        for section in self.sections:
            if section.parts:
                parts.append(f"<h4>{escape(section.title)}</h4>")
                parts += [_part_html(part) for part in section.parts]
        return "".join(parts)


def _part_html(part: Clause | Table) -> str:
    if isinstance(part, Table):
        return table_html(f"{part.id} {part.title}".strip(), part.columns, part.rows)
    return f"<p><b>{escape(part.id)}</b> {escape(part.text)}</p>"


def clause(id: str, *sentences: str) -> Clause:  # noqa: A002 - the clause's own word
    """A clause from its sentences; empty ones, which do not apply in this house, are left out."""
    said = [sentence for sentence in sentences if sentence]
    passages = tuple(Passage(" ".join(some), source) for source, some in groupby(said, key=_source))
    return Clause(id, " ".join(said), "own", passages)


def table(id: str, title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:  # noqa: A002
    """A table with the source of its clause, or a reading if its title is one."""
    return Table(id, str(title), columns, rows, _source(title))


def _source(text: str) -> Source:
    return "reading" if isinstance(text, Reading) else "own"


def sourced(rules: Rules, clauses: Mapping[str, Source]) -> Rules:
    """The rules with the source of every clause filled in; parts without a clause id are house rules."""

    def named(part: Clause | Table) -> Clause | Table:
        own: Source = clauses[part.id] if part.id else "house"
        if isinstance(part, Table):
            return replace(part, source=own if part.source == "own" else part.source)
        passages = tuple(Passage(p.text, own if p.source == "own" else p.source) for p in part.passages)
        return replace(part, source=own, passages=passages)

    sections = tuple(Section(section.title, tuple(map(named, section.parts))) for section in rules.sections)
    return replace(rules, sections=sections)
