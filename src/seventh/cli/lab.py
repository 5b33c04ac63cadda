"""The lab: exact figures, advice, simulation, pay tables."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from seventh.cards import parse_cards
from seventh.cli.common import HouseFile, Json, RequestFailed, WrongWords, app, house_of, print_json, progress_bar

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
    """Pay tables that meet a target, those with the roundest numbers first.

    `seventh design boston-7-stud --wager three_card_bonus --target-edge 2%..3% --row straight=5..8 --row flush=2..5`;
    rows that are not named pay what the house has. Roundest are pays up to 10, and 20, 25, 50, 100, 200, 250 and so on;
    then 15, 30, 35, 40, 60, 75, 150 and the like; then other whole numbers; then fractions. If no table fits, the
    nearest ones are shown, with how low and how high the house edge can be, and the exit code is 1.
    """
    from seventh.lab.design.search import WAGERS, Band, Pays, design
    from seventh.terminal.design import none_fits, render

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
    if not report.tables:
        raise RequestFailed(none_fits(report))


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
