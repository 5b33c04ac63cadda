"""The rules in force as data: sections of clauses and tables, for a terminal, a page or a rack card to lay out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

from seventh.house.rules.sources import SOURCES, Reading, Source


@dataclass(frozen=True)
class Passage:
    """A part of a clause's text that has one source."""

    text: str
    source: Source


@dataclass(frozen=True)
class Clause:
    """What one clause of the rules says here."""

    id: str
    """The clause's id, such as B5; empty for what holds in every game."""
    text: str
    source: Source
    """Where the clause comes from."""
    passages: tuple[Passage, ...]
    """The text in pieces: a clause of the book may hold readings."""


@dataclass(frozen=True)
class Table:
    """Rows that belong to a clause. The first column says what, the others how much."""

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
    """A wager of the game: its name for people, what may be put on it, and when."""

    key: str
    """Its name in actions and settlements."""
    title: str
    limits: str
    terms: str
    """What it needs beside it, or when it is made."""
    clause: str


@dataclass(frozen=True)
class Rules:
    """The rules of one house's game."""

    game: str
    title: str
    hash: str
    """Names these exact rules."""
    wagers: tuple[Wager, ...]
    sections: tuple[Section, ...]
    sources: dict[Source, str] = field(default_factory=lambda: dict(SOURCES))
    """What the sources of clauses and passages mean."""

    def __iter__(self) -> Iterator[Clause | Table]:
        for section in self.sections:
            yield from section.parts

    def of(self, clause: str) -> list[Clause | Table]:
        """Everything that stands under one clause id."""
        return [part for part in self if part.id == clause]

    def wager(self, key: str) -> Wager:
        return next(wager for wager in self.wagers if wager.key == key)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def clause(id: str, *sentences: str) -> Clause:  # noqa: A002 - the clause's own word
    """A clause from its sentences; empty ones, which do not hold in this house, are left out."""
    said = [sentence for sentence in sentences if sentence]
    passages = tuple(Passage(" ".join(some), source) for source, some in groupby(said, key=_source))
    return Clause(id, " ".join(said), "own", passages)


def table(id: str, title: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:  # noqa: A002
    """A table from the source of its clause, or a reading if its title is one."""
    return Table(id, str(title), columns, rows, _source(title))


def _source(text: str) -> Source:
    return "reading" if isinstance(text, Reading) else "own"


def sourced(rules: Rules, clauses: Mapping[str, Source]) -> Rules:
    """The rules with the source of every clause; what has no clause holds at the house whatever the game."""

    def named(part: Clause | Table) -> Clause | Table:
        own: Source = clauses[part.id] if part.id else "house"
        if isinstance(part, Table):
            return replace(part, source=own if part.source == "own" else part.source)
        passages = tuple(Passage(p.text, own if p.source == "own" else p.source) for p in part.passages)
        return replace(part, source=own, passages=passages)

    sections = tuple(Section(section.title, tuple(map(named, section.parts))) for section in rules.sections)
    return replace(rules, sections=sections)
