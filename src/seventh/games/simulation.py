"""`simulate`: rounds of a game by the million, to check exact figures or to estimate those that are not known."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

from seventh.games import Game, game_of
from seventh.games.edges import check_amounts
from seventh.games.mathematics import games_with, mathematics_of
from seventh.house import PayTable
from seventh.lab.figures import LabError
from seventh.lab.mathematics import Mathematics, Simulation
from seventh.lab.simulation.plan import Plan
from seventh.lab.simulation.report import SimulationError, SimulationReport
from seventh.lab.simulation.rounds import Progress, check_numbers, play_all

__all__ = ["Plan", "SimulationError", "SimulationReport", "plan_of", "simulate", "simulated_games", "strategies"]


def simulated_games() -> list[str]:
    """The names of the games that can be simulated."""
    return games_with(lambda mathematics: mathematics.simulation)


def strategies(game: str | Game) -> tuple[str, ...]:
    """The strategies that a simulation supports."""
    return _simulation(game)[1].strategies


def _simulation(game: str | Game) -> tuple[Mathematics, Simulation]:
    refusal = "{} cannot be simulated"
    _, mathematics = mathematics_of(game, lambda known: known.simulation, refusal, SimulationError)
    assert mathematics.simulation is not None
    return mathematics, mathematics.simulation()


def simulate(
    game: str | Game,
    rounds: int,
    *,
    seed: int = 1,
    house: Any = None,
    wagers: Mapping[str, int] | None = None,
    strategy: str = "optimal",
    workers: int = 1,
    progress: Progress = lambda _: None,
) -> SimulationReport:
    """Simulate rounds for one player; in the book's house by default.

    Without wagers one unit of each is made and nothing is capped. Amounts, in smallest chips, are the wagers of one
    hand: payoffs are then in whole chips and capped. Ctrl-C ends it early with the results so far.
    """
    check_numbers(rounds, seed, workers)
    found, _ = mathematics_of(game, lambda known: known.simulation, "{} cannot be simulated", SimulationError)
    return play_all(_plan(found, found.house_for(house), wagers, strategy), rounds, seed, workers, progress)


def plan_of(house: Any, wagers: Mapping[str, int] | None = None, strategy: str = "optimal") -> Plan:
    """The plan for a house: wagers with amounts rounded and capped, otherwise one unit of each, uncapped."""
    return _plan(game_of(house), house, wagers, strategy)


def _plan(game: Game, house: Any, wagers: Mapping[str, int] | None, strategy: str) -> Plan:
    mathematics, simulation = _simulation(game)
    if strategy not in simulation.strategies:
        there = ", ".join(simulation.strategies)
        raise SimulationError(f"{game.name} has no strategy {strategy!r}; choose from {there}")
    amounts = _checked(game.name, mathematics, simulation, house, wagers or {})
    unit = _unit(house)
    return Plan(
        game,
        f"{house.title} {house.hash[:12]}",
        mathematics.wagers,
        amounts,
        unit,
        strategy,
        tuple(pair for pair in combinations(mathematics.wagers, 2) if mathematics.made_together(house, *pair)),
        mathematics.alone,
        simulation.terms(house, amounts, unit, strategy),
    )


def _checked(
    name: str, mathematics: Mathematics, simulation: Simulation, house: Any, wagers: Mapping[str, int]
) -> dict[str, int]:
    """The amounts in the game's order, after checking that they can be made on one hand."""
    try:
        amounts = check_amounts(name, mathematics, house, wagers)
    except LabError as error:
        raise SimulationError(str(error)) from None
    if amounts and (refusal := simulation.incomplete(house, amounts.keys())):
        raise SimulationError(refusal)
    return {wager: amounts[wager] for wager in mathematics.wagers if wager in amounts}


def _unit(house: Any) -> int:
    """The smallest wager on which every row pays whole chips."""
    tables = (table for table in vars(house.pays).values() if isinstance(table, PayTable))
    return lcm(*(Fraction(pays).denominator for table in tables for _, pays in table.rows))
