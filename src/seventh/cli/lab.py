"""The lab: exact figures, advice, simulation, pay tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Protocol, TypeVar

from cyclopts import Parameter

from seventh.cards import parse_cards
from seventh.cli.common import (
    HouseFile,
    Json,
    RequestFailed,
    Whole,
    Workers,
    WrongWords,
    app,
    house_of,
    print_json,
    whole_number,
)
from seventh.cli.long_work import run_long
from seventh.terminal.screen import complain, show

Seed = Annotated[Whole, Parameter(help="Random seed: the same seed gives the same figures.")]
Amounts = Annotated[tuple[str, ...], Parameter(help="NAME=AMOUNT in smallest chips; may be given several times.")]


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
    """The exact figures of every wager: `seventh edge GAME`.

    With amounts the caps apply, and figures are in whole chips: `--wager main=500 --wager NAME=100`.
    """
    from seventh.games.edges import edge, priced_games
    from seventh.terminal.edge import render

    rules = house_of(game, house, priced_games(), "exact figures")
    amounts = amounts_of(wager)
    try:
        report = run_long("counting", lambda progress: edge(game, rules, amounts, recompute, progress), partial=False)
    except KeyboardInterrupt:
        complain("stopped; exact figures need the whole count, so there are none")
        raise
    if json:
        print_json(report.as_data())
    else:
        show(render(report))


@app.command
def advise(game: str, *cards: str, house: HouseFile = None, json: Json = False) -> None:
    """The exact expectation of every choice with these cards: `seventh advise GAME AsKs2d`.

    As many cards as a player holds when there is something to decide; the dealer's up card may follow, if one lies up.
    """
    from seventh.games.advice import advise, advised_games
    from seventh.terminal.advise import render

    advice = advise(game, parse_cards(" ".join(cards)), house_of(game, house, advised_games(), "advice"))
    if json:
        print_json(advice.as_data())
    else:
        show(render(advice))


@app.command
def simulate(
    game: str,
    *,
    rounds: Whole,
    seed: Seed = 1,
    workers: Workers = None,
    house: HouseFile = None,
    wager: Amounts = (),
    strategy: Annotated[str, Parameter(help="optimal, simple, or a simple strategy that `edge` names.")] = "optimal",
    json: Json = False,
) -> None:
    """Play rounds by the million: `seventh simulate GAME --rounds 10000000`.

    Without amounts a unit of every wager is made and nothing is capped. Ctrl-C shows what was found by then.
    """
    from seventh.games.simulation import simulate, simulated_games
    from seventh.terminal.simulate import render

    rules = house_of(game, house, simulated_games(), "simulation")
    amounts = amounts_of(wager)
    report = run_long(
        "dealing",
        lambda progress: simulate(
            game,
            rounds,
            seed=seed,
            house=rules,
            wagers=amounts,
            strategy=strategy,
            workers=os.cpu_count() or 1 if workers is None else workers,
            progress=lambda done: progress(done / rounds),
        ),
    )
    print_report(report, render, json)


@app.command
def equity(
    *hands: str,
    dead: Annotated[str, Parameter(help="Cards out of play; ?? for one that nobody has seen.")] = "",
    common: Annotated[str, Parameter(help="A common card that lies on the table already.")] = "",
    samples: Annotated[
        Whole | None, Parameter(help="Sample so many run-outs instead of enumerating all of them.")
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Stud: the share of the pot that each hand wins on average: `seventh equity "(AsKs)Qs" "(????)2c"`.

    Cards in parentheses lie down, ?? is unknown. Exact up to 250 million run-outs, else sampled.
    Ctrl-C shows what was found by then.
    """
    from seventh.lab.equity.shares import equity
    from seventh.terminal.equity import render

    report = run_long(
        "dealing",
        lambda progress: equity(hands, dead, common, samples=samples, seed=seed, workers=workers, progress=progress),
    )
    print_report(report, render, json)


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
    top: Annotated[Whole, Parameter(help="How many tables to show.")] = 10,
    house: HouseFile = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Pay tables that meet a target, those with the roundest numbers first.

    `seventh design GAME --wager NAME --target-edge 2%..3% --row straight=5..8 --row flush=2..5`;
    rows that are not named pay what the house has. Roundest are pays up to 10, and 20, 25, 50, 100, 200, 250 and so on;
    then 15, 30, 35, 40, 60, 75, 150 and the like; then other whole numbers; then fractions. If no table fits, the
    nearest ones are shown, with how low and how high the house edge can be, and the exit code is 1. Ctrl-C shows
    the best ones found by then.
    """
    from seventh.games.design import Band, Pays, design, designed_games
    from seventh.terminal.design import none_fits, render

    rules = house_of(game, house, designed_games(), "pay tables that can be designed")
    bounds = {}
    for words in row:
        name, found, text = words.partition("=")
        if not found:
            raise WrongWords(f"--row {words}: write it ROW=LOW..HIGH, such as flush=2..5")
        if name in bounds:
            raise WrongWords(f"--row {name} is given twice; a row has one range")
        bounds[name] = Pays.parse(text, f"--row {name}")
    target = Band.parse(target_edge, "--target-edge")
    hits = Band.parse(hit_frequency, "--hit-frequency") if hit_frequency else None
    spread = Band.parse(volatility, "--volatility") if volatility else None
    report = run_long(
        "searching",
        lambda progress: design(
            game,
            wager,
            bounds,
            target,
            hit_frequency=hits,
            volatility=spread,
            house=rules,
            any_order=any_order,
            top=top,
            workers=workers,
            progress=progress,
        ),
    )
    print_report(report, render, json)
    if not report.tables:
        raise RequestFailed(none_fits(report))


@app.command
def collusion(
    game: Annotated[str, Parameter(help="By default the first game for which this is known.")] = "",
    *,
    deals: Annotated[Whole, Parameter(help="How many full tables to deal.")] = 1_000_000,
    seed: Seed = 1,
    workers: Workers = None,
    house: HouseFile = None,
    json: Json = False,
) -> None:
    """What a player gains by seeing the hands of others, for those who protect the game: `seventh collusion GAME`.

    Ctrl-C shows what was found by then.
    """
    from seventh.games.collusion import collusion, collusion_games
    from seventh.terminal.collusion import render

    game = game or collusion_games()[0]
    rules = house_of(game, house, collusion_games(), "figures on collusion")
    threads = os.cpu_count() or 1 if workers is None else workers
    report = run_long(
        "dealing",
        lambda progress: collusion(
            game, rules, deals, seed=seed, workers=threads, progress=lambda done: progress(done / deals)
        ),
    )
    print_report(report, render, json)


def amounts_of(wagers: Iterable[str]) -> dict[str, int]:
    """`main=500` as a wager's name and its amount in smallest chips."""
    amounts: dict[str, int] = {}
    for words in wagers:
        name, _, amount = words.partition("=")
        if not name or not amount:
            raise WrongWords(f"--wager {words}: write it NAME=AMOUNT, the amount in smallest chips, such as main=500")
        if name in amounts:
            raise WrongWords(f"--wager {name} is given twice; a wager has one amount")
        amounts[name] = whole_number(amount, f"--wager {name}")
    return amounts


class Report(Protocol):
    """What long work found, whether or not it came to its end."""

    @property
    def stopped(self) -> bool: ...

    def as_data(self) -> dict[str, Any]: ...


Found = TypeVar("Found", bound=Report)


def print_report(report: Found, render: Callable[[Found], str], json: bool) -> None:
    """Print what was found; who asked for all of it learns from the exit code that this is not all."""
    if json:
        print_json(report.as_data())
    else:
        show(render(report))
    if report.stopped:
        raise KeyboardInterrupt
