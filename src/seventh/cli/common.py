"""What every command uses: the app, its kinds of failure, the house asked for, progress, JSON."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from seventh import __version__

app = App(
    name="seventh",
    help="Four seven-card casino games, played, run and proved by the book.",
    version=__version__,
    help_format="markdown",
)

Json = Annotated[bool, Parameter(negative="", help="Print one JSON object instead of text.")]
HouseFile = Annotated[Path | None, Parameter(help="A house's own rules in TOML, instead of the book's.")]


class WrongWords(Exception):
    """What was asked for does not exist; the message is the one line to show."""


class RequestFailed(Exception):
    """The words were right, but what they asked for failed; the message is the one line to show."""


@contextmanager
def progress_bar(doing: str, shown: bool = True) -> Iterator[Callable[[float], None]]:
    """A bar on a terminal, and nothing in a pipe; call it with the part that is done, 0 to 1."""
    if not shown or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=1.0)
        yield lambda part: bar.update(task, completed=part)


def house_of(game: str, file: Path | None, games: Iterable[str]) -> Any:
    """The house to play by: the book's, or the one in a file. Warnings about a file go to stderr, a line each."""
    from seventh.house import HouseError, book_house, load_house

    if game not in games:
        raise WrongWords(f"{game!r} is not a game here; there are {', '.join(games)}")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            house = load_house(file, game) if file else book_house(game)
        except HouseError as error:
            raise WrongWords(error) from None
    for warning in found:
        print(f"seventh: warning: {warning.message}", file=sys.stderr)
    return house


def show_anything() -> None:
    """Let a character that the terminal cannot show, or a byte that is no character, be a mark and no failure."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2))
