"""The one way to a terminal for text: whatever comes from a file or a person is shown there, and commands nothing.

A title, a name or an error message may hold characters that move the cursor, change colours or reverse the direction of
writing. They are shown as Python would write them, `\\x1b` for an escape.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import TextIO

SUIT_SIGNS = "♣♦♥♠"
SUIT_LETTERS = str.maketrans(SUIT_SIGNS, "cdhs")
"""What a terminal gets that cannot show the signs."""


def visible(text: str) -> str:
    """The text with control and formatting characters written out; line feeds and spaces stay."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(letter if _harmless(letter) else _written_out(letter) for letter in text)


def show(text: str = "", stream: TextIO | None = None, end: str = "\n") -> None:
    """Print a text; to the standard output unless another stream is given."""
    stream = stream or sys.stdout
    shown = visible(text)
    if not shown.isascii() and not _shows_suits(stream.encoding):
        shown = shown.translate(SUIT_LETTERS)
    print(shown, file=stream, end=end)


def complain(message: object) -> None:
    """One line on the standard error stream, in the program's name."""
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
