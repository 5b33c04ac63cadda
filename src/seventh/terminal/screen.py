"""Output to the terminal, with control characters escaped.

A title, a name or an error message may contain characters that move the cursor, change colours or reverse the writing
direction. They are shown escaped as in Python, `\\x1b` for an escape character.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import TextIO

SUIT_SIGNS = "♣♦♥♠"
SUIT_LETTERS = str.maketrans(SUIT_SIGNS, "cdhs")
"""Replacements for terminals that cannot show the suit signs."""


def visible(text: str) -> str:
    """The text with control and formatting characters escaped; line feeds and spaces are kept."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(letter if _harmless(letter) else _written_out(letter) for letter in text)


def show(text: str = "", stream: TextIO | None = None, end: str = "\n") -> None:
    """Print text, to standard output by default."""
    stream = stream or sys.stdout
    shown = visible(text)
    if not shown.isascii() and not _shows_suits(stream.encoding):
        shown = shown.translate(SUIT_LETTERS)
    print(shown, file=stream, end=end)


def complain(message: object) -> None:
    """Print one line to standard error, prefixed with the program's name."""
    show(f"seventh: {' '.join(str(message).split())}", sys.stderr)


def _shows_suits(encoding: str | None) -> bool:
    try:
        SUIT_SIGNS.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _harmless(letter: str) -> bool:
    return letter.isprintable() or letter == "\n" or unicodedata.category(letter) == "Zs"


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode()
