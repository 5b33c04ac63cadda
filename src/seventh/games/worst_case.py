"""The most that a house can lose to one hand and in one round, with every wager at its maximum.

It is an upper limit: every wager wins its top award, even where no single hand could win them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from seventh.games import game_of
from seventh.rounds.spots import SpotRule


@dataclass(frozen=True)
class WorstCase:
    """The most that players can win, in smallest chips."""

    hand: int
    """By one hand, after caps."""
    uncapped: int
    """By one hand, if there were no caps."""
    round: int
    """By all seats in one round, after caps."""
    wagers: dict[str, int]
    """The wagers of that hand before the deal."""


def worst_case(house: Any) -> WorstCase | None:
    """The worst case for the house; None where players play each other."""
    rules = game_of(house).round
    if not rules.AGAINST_HOUSE:
        return None
    found = []
    for wagers in _placements(rules.spots(house), {}):
        lines = rules.best_case(house, wagers)
        paid, owed = sum(line.payoff for line in lines), sum(line.uncapped or line.payoff for line in lines)
        found.append(WorstCase(paid, owed, paid * house.seats, wagers))
    worst = max(found, key=lambda case: (case.hand, case.uncapped))
    cap = rules.round_cap(house)
    together = worst.uncapped if cap is not None else worst.hand
    most = together * house.seats
    return WorstCase(worst.hand, worst.uncapped, most if cap is None else min(most, cap), worst.wagers)


def _placements(rules: tuple[SpotRule, ...], chosen: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Every way to place the maximum on some spots and nothing on the others."""
    if not rules:
        yield dict(chosen)
        return
    yield from _placements(rules[1:], chosen)
    spot = rules[0].spot(chosen)
    if spot.maximum:
        yield from _placements(rules[1:], {**chosen, rules[0].wager: spot.maximum})
