"""Deriving the counts anew, from nothing but the cards and the rankings. This is where numba is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.games.boston_7_stud import counts as boston_counts
from seventh.games.boston_7_stud import exact as boston
from seventh.games.high_card_flush import counts as flush_counts
from seventh.games.high_card_flush import exact as high_card_flush
from seventh.games.seven_card_thrill import counts as thrill_counts
from seventh.games.seven_card_thrill import exact as thrill
from seventh.lab.kernels import Deck
from seventh.lab.stored import Counts

Progress = Callable[[float], None]
"""Called with the part of the work that is done, 0 to 1."""

READINGS = tuple(
    (f"{wheel}_{joker}", wheel == "second", joker == "ace")
    for wheel in ("second", "lowest")
    for joker in ("highest_missing", "ace")
)
"""The four rankings of 7 Card Thrill: where A-2-3-4-5 stands, and whether the joker in a flush may be a second ace."""


def boston_counts_of(progress: Progress) -> Counts:
    return {"starts": boston_counts.count(Deck(), progress)}


def flush_counts_of(progress: Progress, qualifiers: list[tuple[int, int]]) -> Counts:
    found = flush_counts.count(qualifiers, Deck(), progress)
    return {
        "qualifiers": np.array(qualifiers),
        "optimal": np.array([counts.optimal for counts in found]),
        "simple": np.array([counts.simple for counts in found]),
        "thresholds": np.array([counts.thresholds for counts in found]),
    }


def thrill_counts_of(progress: Progress, readings: list[str]) -> Counts:
    wanted = [reading for reading in READINGS if reading[0] in readings]
    return {
        name: thrill_counts.count(wheel_second, second_ace, _part(progress, done, len(wanted)))
        for done, (name, wheel_second, second_ace) in enumerate(wanted)
    }


def _part(progress: Progress, done: int, of: int) -> Progress:
    return lambda part: progress((done + part) / of)


def everything(game: str, progress: Progress) -> Counts:
    """All that is stored for a game."""
    if game == boston.GAME:
        return boston_counts_of(progress)
    if game == high_card_flush.GAME:
        return flush_counts_of(progress, list(high_card_flush.QUALIFIERS))
    return thrill_counts_of(progress, [name for name, _, _ in READINGS])


def for_house(game: str, house: Any, progress: Progress) -> Counts:
    """Just what one house needs."""
    if game == boston.GAME:
        return boston_counts_of(progress)
    if game == high_card_flush.GAME:
        need = house.dealer_qualifies
        return flush_counts_of(progress, [(need.length, need.high_card)])
    return thrill_counts_of(progress, [thrill.reading(house)])


def capped_flush_counts(house: Any, values: NDArray[np.int64], progress: Progress) -> NDArray[np.int64]:
    """The best actions where a cap can cut: counts by length, run, action and result."""
    hands = flush_counts.PlayerHands(Deck(), _part(progress, 0, 2))
    need = house.dealer_qualifies
    return hands.decided(need.length, need.high_card, values, _part(progress, 1, 2))
