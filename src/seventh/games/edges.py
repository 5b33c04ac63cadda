"""`edge`: the exact figures of every wager of a game in a house."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from seventh.games import Game
from seventh.games.mathematics import mathematics_of, priced_games
from seventh.lab import stored
from seventh.lab.figures import EdgeReport, LabError, covariances
from seventh.lab.mathematics import Mathematics, Progress

__all__ = ["BadAmount", "UnknownGame", "UnknownWager", "edge", "priced_games"]

MOST = 10**9
"""Payoffs of larger wagers could overflow 64 bits in compiled code."""


class UnknownGame(LabError):
    """A game the lab has no figures for."""


class UnknownWager(LabError):
    """A wager the game does not have."""


class BadAmount(LabError):
    """An invalid amount."""


def edge(
    game: str | Game,
    house: Any = None,
    wagers: Mapping[str, int] | None = None,
    recompute: bool = False,
    progress: Progress = lambda _: None,
) -> EdgeReport:
    """The exact figures of every wager; in the book's house by default.

    Amounts, in smallest chips, are the wagers of one hand: their figures are in whole chips and capped, for exactly
    these amounts together. `recompute` recounts everything, which takes a minute or two; `progress` reports on it.
    """
    started = time.perf_counter()
    found, mathematics = mathematics_of(game, lambda _: True, "there are no exact figures for {}", UnknownGame)
    house = found.house_for(house)
    amounts = check_amounts(found.name, mathematics, house, wagers or {})
    counts: stored.Counts = {}
    if mathematics.recount is not None:
        counts = mathematics.recount(house, progress) if recompute else stored.load(found.package)
    priced = mathematics.price(house, amounts, counts, progress)
    recounted = recompute or priced.recounted or mathematics.recount is None
    return EdgeReport(
        found.name,
        f"{house.title} {house.hash[:12]}",
        "exact, recounted" if recounted else "exact, from stored counts",
        time.perf_counter() - started,
        priced.figures,
        {
            pair: value
            for pair, value in covariances(priced.joint, priced.figures).items()
            if mathematics.made_together(house, *pair)
        },
        (*_limits_notes(mathematics, house, amounts), *mathematics.notes(house, amounts)),
    )


def check_amounts(name: str, mathematics: Mathematics, house: Any, wagers: Mapping[str, int]) -> dict[str, int]:
    """The amounts, after checking that they are wagers of this game that can be made on one hand."""
    for wager, amount in wagers.items():
        if wager not in mathematics.wagers:
            raise UnknownWager(f"{name} has no wager {wager!r}; its wagers are {', '.join(mathematics.wagers)}")
        if type(amount) is not int or not 0 < amount <= MOST:
            raise BadAmount(f"{wager} is {amount!r}; a wager is a whole number of chips from 1 to {MOST}")
    if refusal := mathematics.impossible(house, wagers.keys()):
        raise BadAmount(refusal)
    return dict(wagers)


def _limits_notes(mathematics: Mathematics, house: Any, amounts: Mapping[str, int]) -> Iterator[str]:
    for wager, amount in amounts.items():
        limits = getattr(house.limits, mathematics.spots.get(wager, wager))
        if not limits.minimum <= amount <= limits.maximum:
            least, most = house.money(limits.minimum), house.money(limits.maximum)
            yield f"{wager} of {house.money(amount)} is outside the table's limits, {least} to {most}"
        if amount % house.table_unit:
            yield f"{wager} of {house.money(amount)} is not in table units of {house.money(house.table_unit)}"
