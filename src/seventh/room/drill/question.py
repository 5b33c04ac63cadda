"""A question, and apart from it what is known only to the server until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seventh.room.drill.chance import Chance


@dataclass(frozen=True)
class Shown:
    """Cards in a question."""

    label: str
    cards: str
    """`??` for a hidden card."""
    note: str = ""


@dataclass(frozen=True)
class Solution:
    """What the server keeps to itself until the question is answered."""

    right: frozenset[str]
    """Every answer that counts as right."""
    says: str
    """The answer, in a sentence."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The figures or payouts behind it."""
    columns: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()
    """Cards that the question did not show."""


@dataclass(frozen=True)
class Question:
    """One question. Only `solution` must not be sent."""

    kind: str
    game: str
    topic: str
    """What it is an example of; mistakes make questions of the same topic more frequent."""
    title: str
    asks: str
    shown: tuple[Shown, ...]
    solution: Solution
    choices: tuple[tuple[str, str], ...] = ()
    """Answers to choose from, with their labels; empty if the answer is typed."""
    read: Callable[[str], str] | None = None
    """Reads a typed answer; raises `NotAnAnswer`."""
    allowed: str = ""
    """What can be typed."""
    facts: tuple[str, ...] = ()


class NotAnAnswer(ValueError):
    """Something typed that cannot be an answer; the message is one line."""


@dataclass(frozen=True)
class Kind:
    """A kind of question."""

    name: str
    title: str
    about: str
    games: Callable[[], list[str]]
    """The games it can be asked about."""
    ask: Callable[[list[str], Chance, Callable[[str], int]], Question]
    """A question on one of these games. The last argument is the weight of a topic: 1000 if it never goes wrong."""


def whole_number(least: int, most: int) -> Callable[[str], str]:
    """Reads a whole number within limits."""

    def read(text: str) -> str:
        text = text.strip()
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise NotAnAnswer(f"{text[:20]!r} is not a whole number; allowed: {least} to {most}")
        if not least <= int(text) <= most:
            raise NotAnAnswer(f"{int(text)} is out of range; allowed: {least} to {most}")
        return str(int(text))

    return read
