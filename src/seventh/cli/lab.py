"""Commands of the lab: exact figures, advice, simulation, equity, pay table design."""

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
    UsageError,
    Whole,
    Workers,
    app,
    house_of,
    print_json,
    whole_number,
)
from seventh.terminal.long_work import run_long
from seventh.terminal.screen import complain, show

Seed = Annotated[Whole, Parameter(help="Random seed.")]
Amounts = Annotated[tuple[str, ...], Parameter(help="NAME=AMOUNT in smallest chips; repeatable.")]


@app.command
def edge(
    game: str,
    *,
    house: HouseFile = None,
    wager: Amounts = (),
    recompute: Annotated[
        bool, Parameter(negative="", help="Recount everything instead of using stored counts; takes minutes.")
    ] = False,
    json: Json = False,
) -> None:
    """Compute the exact house edge and other figures of every wager: `seventh edge GAME`.

    With amounts, payout caps apply and figures are in whole chips: `--wager main=500 --wager NAME=100`.
    """
    from seventh.games.edges import edge, priced_games
    from seventh.lab.text.edge import render

    rules = house_of(game, house, priced_games(), "exact figures")
    amounts = amounts_of(wager)
    try:
        report = run_long("counting", lambda progress: edge(game, rules, amounts, recompute, progress), partial=False)
    except KeyboardInterrupt:
        complain("interrupted; exact figures need the complete count")
        raise
    if json:
        print_json(report.as_data())
    else:
        show(render(report))


@app.command
def advise(game: str, *cards: str, house: HouseFile = None, json: Json = False) -> None:
    """Compute the exact expected value of every choice with these cards: `seventh advise GAME AsKs2d`.

    Give the cards a player holds at the decision; the dealer's up card may follow if the game has one.
    """
    from seventh.games.advice import advise, advised_games
    from seventh.lab.text.advise import render

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
    strategy: Annotated[
        str, Parameter(help="optimal, simple, or the name of a simple strategy listed by `edge`.")
    ] = "optimal",
    json: Json = False,
) -> None:
    """Simulate millions of rounds: `seventh simulate GAME --rounds 10000000`.

    Without amounts, every wager is one unit and no caps apply. Ctrl-C shows the results so far.
    """
    from seventh.games.simulation import simulate, simulated_games
    from seventh.lab.text.simulate import render

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
    dead: Annotated[str, Parameter(help="Dead cards; ?? for an unknown one.")] = "",
    common: Annotated[str, Parameter(help="The common card, if it has been dealt.")] = "",
    samples: Annotated[
        Whole | None, Parameter(help="Sample this many run-outs instead of enumerating all of them.")
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Compute the equity of stud hands, their average share of the pot: `seventh equity "(AsKs)Qs" "(????)2c"`.

    Down cards are in parentheses; ?? is an unknown card. Exact up to 250 million run-outs, sampled above that.
    Ctrl-C shows the results so far.
    """
    from seventh.lab.equity.shares import equity
    from seventh.lab.text.equity import render

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
    target_edge: Annotated[str, Parameter(help="House edge, LOW..HIGH, such as 2%..3%.")],
    row: Annotated[tuple[str, ...], Parameter(help="ROW=LOW..HIGH or ROW=LOW..HIGH..STEP; repeatable.")] = (),
    hit_frequency: Annotated[str | None, Parameter(help="Hit frequency, LOW..HIGH, such as 20%..25%.")] = None,
    volatility: Annotated[str | None, Parameter(help="Standard deviation, LOW..HIGH.")] = None,
    any_order: Annotated[bool, Parameter(negative="", help="Allow a hand to pay more than a better hand.")] = False,
    top: Annotated[Whole, Parameter(help="Number of tables to show.")] = 10,
    house: HouseFile = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Find pay tables that meet a target, roundest numbers first.

    `seventh design GAME --wager NAME --target-edge 2%..3% --row straight=5..8 --row flush=2..5`;
    rows not named keep the house's pays. Roundest are pays up to 10, and 20, 25, 50, 100, 200, 250 and so on;
    then 15, 30, 35, 40, 60, 75, 150 and the like; then other whole numbers; then fractions. If no table fits, shows the
    nearest tables and the possible range of house edges, and exits with code 1. Ctrl-C shows the best tables so far.
    """
    from seventh.games.design import Band, Pays, design, designed_games
    from seventh.terminal.design import none_fits, render

    rules = house_of(game, house, designed_games(), "pay tables that can be designed")
    bounds = {}
    for words in row:
        name, found, text = words.partition("=")
        if not found:
            raise UsageError(f"--row {words}: expected ROW=LOW..HIGH, such as flush=2..5")
        if name in bounds:
            raise UsageError(f"--row {name} is given twice")
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
    game: Annotated[str, Parameter(help="Default: the first game that supports this.")] = "",
    *,
    deals: Annotated[Whole, Parameter(help="Number of full tables to deal.")] = 1_000_000,
    seed: Seed = 1,
    workers: Workers = None,
    house: HouseFile = None,
    json: Json = False,
) -> None:
    """Compute what a player gains by seeing other players' hands: `seventh collusion GAME`.

    For game protection. Ctrl-C shows the results so far.
    """
    from seventh.games.collusion import collusion, collusion_games
    from seventh.lab.text.collusion import render

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
            raise UsageError(f"--wager {words}: expected NAME=AMOUNT in smallest chips, such as main=500")
        if name in amounts:
            raise UsageError(f"--wager {name} is given twice")
        amounts[name] = whole_number(amount, f"--wager {name}")
    return amounts


class Report(Protocol):
    """The result of long-running work, complete or partial."""

    @property
    def stopped(self) -> bool: ...

    def as_data(self) -> dict[str, Any]: ...


Found = TypeVar("Found", bound=Report)


def print_report(report: Found, render: Callable[[Found], str], json: bool) -> None:
    """Print the results; the exit code says if they are partial."""
    if json:
        print_json(report.as_data())
    else:
        show(render(report))
    if report.stopped:
        raise KeyboardInterrupt
