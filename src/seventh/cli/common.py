"""Shared by all commands: the app, its exceptions, integer parsing, loading a house, JSON output."""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter, Token

from seventh import __version__
from seventh.terminal.screen import complain, show

app = App(
    name="seventh",
    help="Casino games, played by the book and provably fair.",
    version=__version__,
    help_format="markdown",
    suppress_keyboard_interrupt=False,  # it would wait for every thread; `main` exits at once
)

Json = Annotated[bool, Parameter(negative="", help="Print one JSON object instead of text.")]
HouseFile = Annotated[Path | None, Parameter(help="A TOML file of house rules, instead of the book's.")]


class UsageError(Exception):
    """The command line is invalid. The message is the one line to show; the exit code is 2."""


class RequestFailed(Exception):
    """A valid request failed. The message is the one line to show; the exit code is 1."""


def whole_number(text: str, what: str) -> int:
    """Parse an integer written in decimal digits, optionally grouped with underscores."""
    if not re.fullmatch(r"-?[0-9]+(_[0-9]+)*", text):
        raise UsageError(f"{what}: {text!r} is not a whole number; write it like 1000000 or 1_000_000")
    if len(text) > MOST_DIGITS:
        raise UsageError(f"{what}: a {len(text)}-digit number is too large")
    return int(text)


MOST_DIGITS = 50


def _convert(_: Any, tokens: Sequence[Token]) -> int:
    return whole_number(tokens[0].value, tokens[0].keyword or "number")


Whole = Annotated[int, Parameter(converter=_convert)]
"""An integer option. Without the converter, 1000.5 and 0x10 would be accepted too."""
Workers = Annotated[
    Whole | None, Parameter(converter=_convert, help="Number of threads; default and maximum: one per processor.")
]


def house_of(game: str, file: Path | None, games: Iterable[str], part: str = "") -> Any:
    """The house rules to use: the book's, or those in a file. Warnings about the file go to stderr, one per line.

    `games` are the games that support this command; the error for any other says that it has no `part`.
    """
    from seventh.games import GAMES, book_house

    if game not in GAMES:
        raise UsageError(f"unknown game {game!r}; choose from {', '.join(GAMES)}")
    if game not in games:
        raise UsageError(f"{game} has no {part}; available for: {', '.join(games) or 'no game'}")
    return any_house(file, game) if file else book_house(game)


def any_house(file: Path, game: str | None = None) -> Any:
    """The house rules in a file, of any game if none is named. Warnings about the file go to stderr, one per line."""
    from seventh.games import load_house
    from seventh.house import HouseError

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            house = load_house(file, game)
        except HouseError as error:
            raise UsageError(error) from None
    for warning in found:
        complain(f"warning: {warning.message}")
    return house


def check_readable(file: Path) -> None:
    """Raise a usage error if the file cannot be opened."""
    try:
        file.open("rb").close()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None


def replace_bad_characters() -> None:
    """Replace characters the terminal cannot show and bytes that cannot be decoded, instead of failing."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(value: object) -> None:
    show(json.dumps(value, indent=2))
