"""The command line. Every command imports what it needs when it runs, so that none waits for another's libraries.

Exit codes: 0 done, 1 the check or the request failed, 2 the words were wrong. Errors are one line on stderr.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn

from cyclopts import App, CycloptsError, Parameter

from seventh import __version__
from seventh.cards import parse_cards

app = App(
    name="seventh",
    help="Four seven-card casino games, played, run and proved by the book.",
    version=__version__,
    help_format="markdown",
)

Json = Annotated[bool, Parameter(negative="", help="Print one JSON object instead of text.")]
Amounts = Annotated[tuple[str, ...], Parameter(help="NAME=AMOUNT in smallest chips; may be given several times.")]
HouseFile = Annotated[Path | None, Parameter(help="A house's own rules in TOML, instead of the book's.")]


class WrongWords(Exception):
    """What was asked for does not exist; the message is the one line to show."""


class RequestFailed(Exception):
    """The words were right, but what they asked for failed; the message is the one line to show."""


@app.command
def rank(*cards: str, json: Json = False) -> None:
    """Name and rank a hand: `seventh rank AsKsQsJsTs2c3d`.

    Every ranking that is defined for that many cards is shown, with the cards that play.
    """
    from seventh.terminal.ranking import rankings

    found = rankings(" ".join(cards))
    if json:
        print_json({line.ranking: line.as_data() for line in found})
    else:
        for line in found:
            print(line)


@app.command
def play(
    game: str,
    *,
    plain: Annotated[bool, Parameter(negative="", help="Line by line, for any terminal and for a pipe.")] = False,
    house: HouseFile = None,
    chips: Annotated[str | None, Parameter(help="What to sit down with, such as 500.")] = None,
) -> None:
    """Play against the dealer, round after round: `seventh play high-card-flush --plain`.

    Type ? at any prompt for what is possible there, and quit or Ctrl-D to leave.
    """
    from seventh.terminal.amounts import NotAnAmount, parse_amount
    from seventh.terminal.play import play, smallest_start
    from seventh.terminal.wording import WORDINGS

    rules = house_of(game, house, WORDINGS)
    if not plain:
        raise WrongWords(f"only line mode exists yet: seventh play {game} --plain")
    try:
        stack = None if chips is None else parse_amount(chips, rules)
    except NotAnAmount as error:
        raise WrongWords(f"--chips: {error}") from None
    if stack is not None and stack < smallest_start(rules):
        raise WrongWords(f"--chips: {chips} does not cover the smallest wager, {rules.money(smallest_start(rules))}")
    if sys.stdin is None:
        raise RequestFailed("there is no input to play from")
    show_anything()
    play(rules, sys.stdin, sys.stdout, chips=stack)


@app.command
def rules(game: str, *, house: HouseFile = None, json: Json = False) -> None:
    """The rules in force, with clause ids and pay tables: `seventh rules boston-7-stud`."""
    from seventh.house.rules import RULES, rules_of
    from seventh.terminal.rules import rules_text

    played = house_of(game, house, RULES)
    show_anything()
    if json:
        print_json(rules_of(played).as_data())
    else:
        print(rules_text(played), end="")


@app.command
def edge(
    game: str,
    *,
    house: HouseFile = None,
    wager: Amounts = (),
    recompute: Annotated[
        bool, Parameter(negative="", help="Count everything anew, in minutes, not milliseconds.")
    ] = False,
    json: Json = False,
) -> None:
    """The exact figures of every wager: `seventh edge high-card-flush`.

    With amounts the caps apply, and figures are in whole chips: `--wager main=500 --wager three_card_bonus=100`.
    """
    from seventh.lab.edges import WAGERS, edge
    from seventh.terminal.edge import render

    rules = house_of(game, house, WAGERS)
    with progress_bar("counting", shown=recompute) as progress:
        report = edge(game, rules, amounts_of(wager), recompute, progress)
    if json:
        print_json(report.as_data())
    else:
        print(render(report))


@app.command
def advise(game: str, *cards: str, house: HouseFile = None, json: Json = False) -> None:
    """The exact expectation of every choice with these cards: `seventh advise boston-7-stud AsKs2d`.

    Three cards at Boston 7 Stud, seven at the others; at 7 Card Thrill an eighth is the dealer's up card.
    """
    from seventh.lab.advice import advise
    from seventh.lab.edges import WAGERS
    from seventh.terminal.advise import render

    advice = advise(game, parse_cards(" ".join(cards)), house_of(game, house, WAGERS))
    if json:
        print_json(advice.as_data())
    else:
        print(render(advice))


def amounts_of(wagers: Iterable[str]) -> dict[str, int]:
    """`main=500` as a wager's name and its amount in smallest chips."""
    amounts: dict[str, int] = {}
    for words in wagers:
        name, _, amount = words.partition("=")
        if not amount.isdecimal():
            raise WrongWords(f"--wager {words}: write it NAME=AMOUNT, the amount in smallest chips, such as main=500")
        amounts[name] = int(amount)
    return amounts


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


def stop(message: object, code: int) -> NoReturn:
    text = " ".join(str(message).split())
    print(f"seventh: {text}", file=sys.stderr)
    sys.exit(code)


def drop_output() -> None:
    """Send what is still to be printed nowhere; else Python complains once more while flushing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: list[str] | None = None) -> None:
    """Run one command and turn what goes wrong into one line and an exit code."""
    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout:
            sys.stdout.flush()
    except (CycloptsError, WrongWords) as error:
        stop(error, 2)
    except ValueError as error:
        # The project's own value errors say what is wrong with what was typed; any other is a mistake of ours.
        if not type(error).__module__.startswith("seventh."):
            raise
        stop(error, 2)
    except RequestFailed as error:
        stop(error, 1)
    except BrokenPipeError:
        drop_output()  # the reader of a pipe went away, which is no failure of ours
        sys.exit(0)
    except OSError as error:
        drop_output()
        stop(error, 1)
    except KeyboardInterrupt:
        sys.exit(130)
