"""Where a rule comes from: the published rules of the game, or our reading where they leave a point open."""

from __future__ import annotations

from typing import Literal

Source = Literal["book", "reading", "house"]

SOURCES: dict[Source, str] = {
    "book": "what the published rules of the game say, in our words",
    "reading": "a point that the published rules leave open, and how this house decides it",
    "house": "what holds at this house whatever the game",
}
"""What each source means, for people."""


def _clauses(letter: str, book: int, readings: int) -> dict[str, Source]:
    """In every game the clauses that are readings as a whole come last."""
    numbers = range(1, book + readings + 1)
    return {f"{letter}{number}": "book" if number <= book else "reading" for number in numbers}


CLAUSES: dict[str, Source] = {
    "": "house",
    **_clauses("S", 15, 11),
    **_clauses("B", 19, 1),
    **_clauses("T", 10, 3),
    **_clauses("H", 11, 1),
}
"""The source of each clause. What a clause of the book leaves open is marked passage by passage, by `reading`."""


class Reading(str):
    """A passage that is a reading, also within a clause of the book."""

    __slots__ = ()


def reading(text: str) -> Reading:
    return Reading(text)
