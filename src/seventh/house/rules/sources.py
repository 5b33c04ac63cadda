"""The source of a rule: the game's published rules, or our reading of a point that they leave open."""

from __future__ import annotations

from typing import Literal

Source = Literal["book", "reading", "house", "own"]
"""`own` means the source of the enclosing clause, until the game fills it in."""

SOURCES: dict[Source, str] = {
    "book": "a paraphrase of the game's published rules",
    "reading": "how this house decides a point that the published rules leave open",
    "house": "a rule of this house that applies to all games",
}
"""A description of each source."""


def numbered(letter: str, *, book: int, readings: int) -> dict[str, Source]:
    """The clauses of a game, H1, H2 and so on; those that are entirely readings come last.

    Readings within a clause of the book are marked passage by passage, with `reading`.
    """
    return {f"{letter}{number}": "book" if number <= book else "reading" for number in range(1, book + readings + 1)}


class Reading(str):
    """A passage that is a reading, even within a clause of the book."""

    __slots__ = ()


def reading(text: str) -> Reading:
    return Reading(text)
