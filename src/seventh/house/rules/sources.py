"""Where a rule comes from: the published rules of the game, or our reading where they leave a point open."""

from __future__ import annotations

from typing import Literal

Source = Literal["book", "reading", "house", "own"]
"""`own` is the source of the clause that a passage stands in, until the game says which that is."""

SOURCES: dict[Source, str] = {
    "book": "what the published rules of the game say, in our words",
    "reading": "a point that the published rules leave open, and how this house decides it",
    "house": "what holds at this house whatever the game",
}
"""What each source means, for people."""


def numbered(letter: str, *, book: int, readings: int) -> dict[str, Source]:
    """The clauses of a game, of which those that are readings as a whole come last: H1, H2 and so on.

    What a clause of the book leaves open is marked passage by passage, by `reading`.
    """
    return {f"{letter}{number}": "book" if number <= book else "reading" for number in range(1, book + readings + 1)}


class Reading(str):
    """A passage that is a reading, also within a clause of the book."""

    __slots__ = ()


def reading(text: str) -> Reading:
    return Reading(text)
