"""`collusion`: what seeing other players' hands is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.games import Game
from seventh.games.mathematics import games_with, mathematics_of
from seventh.lab.collusion import CollusionReport
from seventh.lab.simulation.report import SimulationError

__all__ = ["CollusionReport", "collusion", "collusion_games"]


def collusion_games() -> list[str]:
    """The names of the games that support it."""
    return games_with(lambda mathematics: mathematics.collusion)


def collusion(
    game: str | Game,
    house: Any,
    deals: int,
    *,
    seed: int = 1,
    workers: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> CollusionReport:
    """What a player gains on the main wager, in antes, by seeing the hands of one other player, two, and so on."""
    refusal = "there are no collusion figures for {}"
    found, mathematics = mathematics_of(game, lambda known: known.collusion, refusal, SimulationError)
    assert mathematics.collusion is not None
    return mathematics.collusion(found.house_for(house), deals, seed, workers, progress)
