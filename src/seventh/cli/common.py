"""What every command uses: the app, its kinds of failure, whole numbers, the house asked for, JSON."""

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
    help="Casino games, played, run and proved by the book.",
    version=__version__,
    help_format="markdown",
    suppress_keyboard_interrupt=False,  # it would wait for every thread; `main` leaves at once
)

Json = Annotated[bool, Parameter(negative="", help="Print one JSON object instead of text.")]
HouseFile = Annotated[Path | None, Parameter(help="A house's own rules in TOML, instead of the book's.")]


class WrongWords(Exception):
    """What was asked for does not exist; the message is the one line to show."""


class RequestFailed(Exception):
    """The words were right, but what they asked for failed; the message is the one line to show."""


def whole_number(text: str, what: str) -> int:
    """Digits, with underscores between them if they help reading, and nothing else."""
    if not re.fullmatch(r"-?[0-9]+(_[0-9]+)*", text):
        raise WrongWords(f"{what}: {text!r} is not a whole number; write digits only, such as 1000000 or 1_000_000")
    if len(text) > MOST_DIGITS:
        raise WrongWords(f"{what}: a number of {len(text)} digits is too large")
    return int(text)


MOST_DIGITS = 50


def _convert(_: Any, tokens: Sequence[Token]) -> int:
    return whole_number(tokens[0].value, tokens[0].keyword or "number")


Whole = Annotated[int, Parameter(converter=_convert)]
"""A whole number on the command line; without this, 1000.5 and 0x10 would be numbers too."""
Workers = Annotated[
    Whole | None, Parameter(converter=_convert, help="How many threads; one a processor by default and at most.")
]


def house_of(game: str, file: Path | None, games: Iterable[str], part: str = "") -> Any:
    """The house to play by: the book's, or the one in a file. Warnings about a file go to stderr, a line each.

    `games` are those that can be asked for; another one has no such `part`.
    """
    from seventh.games import GAMES, book_house, load_house
    from seventh.house import HouseError

    if game not in GAMES:
        raise WrongWords(f"{game!r} is not a game here; there are {', '.join(GAMES)}")
    if game not in games:
        raise WrongWords(f"{game} has no {part}; the games that have are {', '.join(games) or 'none'}")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            house = load_house(file, game) if file else book_house(game)
        except HouseError as error:
            raise WrongWords(error) from None
    for warning in found:
        complain(f"warning: {warning.message}")
    return house


def check_readable(file: Path) -> None:
    """A file that is not there is a mistake in what was typed, whatever was to be done with it."""
    try:
        file.open("rb").close()
    except OSError as error:
        raise WrongWords(f"{file} cannot be read: {error.strerror}") from None


def show_anything() -> None:
    """Let a character that the terminal cannot show, or a byte that is no character, be a mark and no failure."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(value: object) -> None:
    show(json.dumps(value, indent=2))
