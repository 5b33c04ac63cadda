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


STUD = "seven-card-stud"


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
    seats: Annotated[int | None, Parameter(help="Stud: how many play, you among them; the others are bots.")] = None,
) -> None:
    """Play against the dealer, or stud against bots, round after round: `seventh play high-card-flush --plain`.

    Type ? at any prompt for what is possible there, and quit or Ctrl-D to leave.
    """
    from seventh.terminal.amounts import NotAnAmount, parse_amount
    from seventh.terminal.play import play, smallest_start
    from seventh.wording import WORDINGS

    rules = house_of(game, house, (*WORDINGS, STUD))
    if not plain:
        raise WrongWords(f"only line mode exists yet: seventh play {game} --plain")
    try:
        stack = None if chips is None else parse_amount(chips, rules)
    except NotAnAmount as error:
        raise WrongWords(f"--chips: {error}") from None
    if game == STUD:
        play_stud(rules, stack, seats)
        return
    if seats is not None:
        raise WrongWords(f"--seats is for stud; at {game} you play alone against the dealer")
    if stack is not None and stack < smallest_start(rules):
        raise WrongWords(f"--chips: {chips} does not cover the smallest wager, {rules.money(smallest_start(rules))}")
    if sys.stdin is None:
        raise RequestFailed("there is no input to play from")
    show_anything()
    play(rules, sys.stdin, sys.stdout, chips=stack)


def play_stud(rules: Any, stack: int | None, seats: int | None) -> None:
    from seventh.terminal.play_stud import PLAYERS, play_stud

    limits, players = rules.limits.buy_in, min(PLAYERS, rules.seats) if seats is None else seats
    if not 2 <= players <= rules.seats:
        raise WrongWords(f"--seats: {players} cannot play; stud here is for 2 to {rules.seats}")
    if stack is not None and not limits.minimum <= stack <= limits.maximum:
        allowed = f"{rules.money(limits.minimum)} to {rules.money(limits.maximum)}"
        raise WrongWords(f"--chips: {rules.money(stack)} is not a buy-in of this house; allowed: {allowed}")
    if sys.stdin is None:
        raise RequestFailed("there is no input to play from")
    show_anything()
    play_stud(rules, sys.stdin, sys.stdout, players, stack)


@app.command
def replay(file: Path, *, json: Json = False) -> None:
    """Replay a hand of stud in PHH, check it, and print the final stacks: `seventh replay FILE.phh`.

    Every action is checked against the rules and the result against the file's finishing stacks.
    """
    from seventh.records import phh
    from seventh.terminal.replay import replay_data, replay_lines

    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongWords(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RequestFailed(f"{file}: not a text file, and so not PHH") from None
    try:
        played = [phh.replay(hand) for hand in phh.read(text)]
    except (phh.PhhError, phh.DoesNotReplay) as error:
        raise RequestFailed(f"{file}: {error}") from None
    if json:
        found = [replay_data(hand) for hand in played]
        print_json(found[0] if len(found) == 1 else {"hands": found})
        return
    show_anything()
    print("\n\n".join("\n".join(replay_lines(hand)) for hand in played))


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


@app.command
def simulate(
    game: str,
    *,
    rounds: int,
    seed: Annotated[int, Parameter(help="Names the deals: the same seed gives the same figures.")] = 1,
    workers: Annotated[int | None, Parameter(help="How many threads; every processor by default.")] = None,
    house: HouseFile = None,
    wager: Amounts = (),
    strategy: Annotated[str, Parameter(help="optimal, simple, or a simple strategy that `edge` names.")] = "optimal",
    json: Json = False,
) -> None:
    """Play rounds by the million: `seventh simulate high-card-flush --rounds 10000000`.

    Without amounts a unit of every wager is made and nothing is capped. Ctrl-C shows what was found by then.
    """
    from seventh.lab.simulation.rounds import WAGERS, simulate
    from seventh.terminal.simulate import render

    rules = house_of(game, house, WAGERS)
    with progress_bar("dealing") as progress:
        report = simulate(
            game,
            rounds,
            seed=seed,
            house=rules,
            wagers=amounts_of(wager),
            strategy=strategy,
            workers=os.cpu_count() or 1 if workers is None else workers,
            progress=lambda done: progress(done / rounds),
        )
    if json:
        print_json(report.as_data())
    else:
        print(render(report))
    if report.stopped:
        raise KeyboardInterrupt


@app.command
def equity(
    *hands: str,
    dead: Annotated[str, Parameter(help="Cards out of play; ?? for one that nobody has seen.")] = "",
    common: Annotated[str, Parameter(help="A common card that lies on the table already.")] = "",
    samples: Annotated[int | None, Parameter(help="Draw so many run-outs instead of going through all.")] = None,
    seed: Annotated[int, Parameter(help="Names the run-outs that are drawn.")] = 1,
    workers: Annotated[int | None, Parameter(help="How many threads; every processor by default.")] = None,
    json: Json = False,
) -> None:
    """Stud: the share of the pot that each hand wins on average: `seventh equity "(AsKs)Qs" "(????)2c"`.

    Cards in parentheses lie down, ?? is unknown. Exact up to 250 million run-outs, else sampled.
    """
    from seventh.lab.equity.shares import equity
    from seventh.terminal.equity import render

    with progress_bar("dealing") as progress:
        report = equity(hands, dead, common, samples=samples, seed=seed, workers=workers, progress=progress)
    if json:
        print_json(report.as_data())
    else:
        print(render(report))


@app.command
def design(
    game: str,
    *,
    wager: str,
    target_edge: Annotated[str, Parameter(help="The house edge, LOW..HIGH, such as 2%..3%.")],
    row: Annotated[
        tuple[str, ...], Parameter(help="ROW=LOW..HIGH, or ROW=LOW..HIGH..STEP; may be given several times.")
    ] = (),
    hit_frequency: Annotated[str | None, Parameter(help="LOW..HIGH, such as 20%..25%.")] = None,
    volatility: Annotated[str | None, Parameter(help="The standard deviation, LOW..HIGH.")] = None,
    any_order: Annotated[bool, Parameter(negative="", help="Let a hand pay more than a better one.")] = False,
    top: Annotated[int, Parameter(help="How many tables to show.")] = 10,
    house: HouseFile = None,
    workers: Annotated[int | None, Parameter(help="How many threads; every processor by default.")] = None,
    json: Json = False,
) -> None:
    """Pay tables that meet a target, the nearest to its middle first.

    `seventh design boston-7-stud --wager three_card_bonus --target-edge 2%..3% --row royal=30..60 --row flush=2..5`;
    rows that are not named pay what the house has. Of equally near tables, those with rounder numbers come first.
    """
    from seventh.lab.design.search import WAGERS, Band, Pays, design
    from seventh.terminal.design import render

    rules = house_of(game, house, WAGERS)
    bounds = {}
    for words in row:
        name, found, text = words.partition("=")
        if not found:
            raise WrongWords(f"--row {words}: write it ROW=LOW..HIGH, such as flush=2..5")
        bounds[name] = Pays.parse(text, f"--row {name}")
    with progress_bar("searching") as progress:
        report = design(
            game,
            wager,
            bounds,
            Band.parse(target_edge, "--target-edge"),
            hit_frequency=Band.parse(hit_frequency, "--hit-frequency") if hit_frequency else None,
            volatility=Band.parse(volatility, "--volatility") if volatility else None,
            house=rules,
            any_order=any_order,
            top=top,
            workers=workers,
            progress=progress,
        )
    if json:
        print_json(report.as_data())
    else:
        print(render(report))


@app.command
def collusion(
    *,
    deals: Annotated[int, Parameter(help="How many tables of six to deal.")] = 1_000_000,
    seed: Annotated[int, Parameter(help="Names the deals: the same seed gives the same figures.")] = 1,
    workers: Annotated[int | None, Parameter(help="How many threads; every processor by default.")] = None,
    house: HouseFile = None,
    json: Json = False,
) -> None:
    """High Card Flush: what a player gains by seeing one to five other hands, for those who protect the game."""
    from seventh.lab.collusion import collusion, render

    rules = house_of("high-card-flush", house, ("high-card-flush",))
    threads = os.cpu_count() or 1 if workers is None else workers
    with progress_bar("dealing") as progress:
        report = collusion(rules, deals, seed=seed, workers=threads, progress=lambda done: progress(done / deals))
    if json:
        print_json(report.as_data())
    else:
        print(render(report))


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
