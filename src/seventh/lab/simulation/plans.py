"""What is to be simulated: a game in a house, with given wagers and a way to play, made ready for the kernels.

Where a decision needs a table, it is taken from the exact lab as data: at Boston 7 Stud the starts with which the 2nd
wager is right, at High Card Flush the ranks from which `by_rank` raises. What a table is worth is then found by
dealing. At High Card Flush the best play is worked out here, hand by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.cards import DECK_52
from seventh.games.boston_7_stud import kernel as boston
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.high_card_flush import kernel as flush
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.seven_card_thrill import kernel as thrill
from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
from seventh.hands.tables import SUIT_PLACES
from seventh.house import PayTable, require_house
from seventh.lab.together import made_together

Kernel = Callable[..., None]

WAGERS = {
    "boston-7-stud": ("main", "ante_only", "three_card_bonus"),
    "seven-card-thrill": thrill.WAGERS,
    "high-card-flush": ("main", "flush", "straight_flush"),
}
STRATEGIES = {
    "boston-7-stud": ("optimal", "simple", "never_fold", "queen_high"),
    "seven-card-thrill": ("optimal", "simple"),
    "high-card-flush": ("optimal", "simple", "by_rank"),
}
"""Ways to play, by game. `simple` is the cheapest of the simple ones; at 7 Card Thrill nothing is decided."""
MOST = 10**9
"""Sums over a chunk of rounds with larger wagers might leave 64 bits."""


class SimulationError(ValueError):
    """Something that cannot be simulated. The message is one line that says why."""


@dataclass(frozen=True)
class Plan:
    """What to simulate. It can be sent to another process."""

    game: str
    house: str
    wagers: tuple[str, ...]
    """The columns of what the kernel counts; after them comes the one for all together."""
    amounts: dict[str, int]
    """In smallest chips; empty for plain units."""
    unit: int
    """So many chips are one unit, where there are no amounts."""
    strategy: str
    pairs: tuple[tuple[str, str], ...]
    """The wagers that one hand can have together."""
    terms: tuple[Any, ...]
    """What the kernel needs besides the seed and the rounds."""

    def play(self, seed: int, first: int, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Rounds of a seed: sums, hits and stakes by wager, and sums of products of two wagers."""
        columns = len(self.wagers) + 1
        counts, products = np.zeros((3, columns), np.int64), np.zeros((columns, columns))
        _KERNELS[self.game](np.uint64(seed), first, rounds, *self.terms, counts, products)
        return counts, products

    def bet(self, wager: str) -> int:
        """What one unit of a wager is in the kernel's chips; 0 if it is not made."""
        return self.amounts.get(wager, 0) if self.amounts else self.unit


_KERNELS: dict[str, Kernel] = {
    "boston-7-stud": boston.play_rounds,
    "seven-card-thrill": thrill.play_rounds,
    "high-card-flush": flush.play_rounds,
}


def plan_of(house: Any, wagers: Mapping[str, int] | None = None, strategy: str = "optimal") -> Plan:
    """The plan for a house: with amounts in chips just those wagers, capped together; else a unit of each, uncapped."""
    game = require_house(house).game
    if game not in WAGERS:
        raise SimulationError(f"{game!r} cannot be simulated; the games are {', '.join(WAGERS)}")
    if strategy not in STRATEGIES[game]:
        raise SimulationError(f"{game} has no strategy {strategy!r}; there are {', '.join(STRATEGIES[game])}")
    amounts = check_wagers(house, wagers or {})
    unit = _unit(house)
    terms = _TERMS[game](house, amounts, unit, strategy)
    pairs = tuple(pair for pair in combinations(WAGERS[game], 2) if made_together(house, *pair))
    return Plan(game, f"{house.title} {house.hash[:12]}", WAGERS[game], amounts, unit, strategy, pairs, terms)


def check_wagers(house: Any, wagers: Mapping[str, int]) -> dict[str, int]:
    """The amounts, once they are known to be wagers that one hand can have together."""
    game = house.game
    for name, amount in wagers.items():
        if name not in WAGERS[game]:
            raise SimulationError(f"{game} has no wager {name!r}; its wagers are {', '.join(WAGERS[game])}")
        if type(amount) is not int or not 0 < amount <= MOST:
            raise SimulationError(f"{name} is {amount!r}; a wager is a whole number of chips from 1 to {MOST}")
    made = wagers.keys()
    if {"main", "ante_only"} <= made:
        raise SimulationError("main and ante_only are not made together: the ante has a 1st wager beside it or not")
    primary = [name for name in PRIMARY if name in made]
    if isinstance(house, ThrillHouse):
        if "special" in made and not primary:
            raise SimulationError("special stands beside a primary wager (T3)")
        if len(primary) > 1 and house.primary_wagers == "exactly_one":
            raise SimulationError(f"{' and '.join(primary)} are not made together in this house (T2)")
    elif made and not {"main", "ante_only"} & made:
        raise SimulationError(f"{' and '.join(made)} stand beside a main wager; give its amount too")
    elif {"ante_only", "three_card_bonus"} <= made:
        raise SimulationError("three_card_bonus is not open to the ante alone (B3)")
    return {name: wagers[name] for name in WAGERS[game] if name in wagers}


def _unit(house: Any) -> int:
    """The least wager on which every row pays whole chips."""
    tables = (table for table in vars(house.pays).values() if isinstance(table, PayTable))
    return lcm(*(Fraction(pays).denominator for table in tables for _, pays in table.rows))


def _boston_terms(house: Boston7House, amounts: dict[str, int], unit: int, strategy: str) -> tuple[Any, ...]:
    capped = bool(amounts)
    bets = amounts or dict.fromkeys(WAGERS["boston-7-stud"], unit)
    together = boston.terms_of(house, bets.get("main", 0), bets.get("three_card_bonus", 0), capped=capped)
    alone = boston.terms_of(house, bets.get("ante_only", 0), alone=True, capped=capped)
    return together, alone, _boston_decisions(house, amounts, strategy)


def _boston_decisions(house: Boston7House, amounts: dict[str, int], strategy: str) -> NDArray[np.uint8]:
    if strategy in ("simple", "never_fold"):
        return np.ones((52, 52, 52), np.uint8)
    if strategy == "queen_high":
        return boston.queen_high()
    from seventh.games.boston_7_stud import exact  # the table of decisions is data of the exact lab
    from seventh.lab import stored

    plays = exact.best_play(stored.load(exact.GAME)["starts"], exact.terms(house, amounts))
    return plays[start_numbers()].astype(np.uint8)


@cache
def start_numbers() -> NDArray[np.int32]:
    """By three card numbers in any order: which of the 1,755 starts they are in the tables of the exact lab."""
    from seventh.games.boston_7_stud import exact

    numbers = {
        (a, b, c): exact.start_number((DECK_52[a], DECK_52[b], DECK_52[c])) for a, b, c in combinations(range(52), 3)
    }
    return boston.for_every_order(numbers)


def _thrill_terms(house: ThrillHouse, amounts: dict[str, int], unit: int, strategy: str) -> tuple[Any, ...]:
    del strategy  # there is nothing to decide
    return (thrill.terms_of(house, amounts or dict.fromkeys(thrill.WAGERS, unit), capped=bool(amounts)),)


def _flush_terms(house: HighCardFlushHouse, amounts: dict[str, int], unit: int, strategy: str) -> tuple[Any, ...]:
    bets = amounts or dict.fromkeys(WAGERS["high-card-flush"], unit)
    terms = flush.terms_of(
        house, bets["main"], bets.get("flush", 0), bets.get("straight_flush", 0), capped=bool(amounts)
    )
    return (terms, flush.OPTIMAL, flush.OPTIMAL) if strategy == "optimal" else (terms, *_thresholds(house))


def _thresholds(house: HighCardFlushHouse) -> tuple[int, int]:
    """The places by H2 from which `by_rank` raises, and raises the most, in this house: data of the exact lab."""
    from seventh.games.high_card_flush import exact
    from seventh.lab import stored

    raises, most = stored.load(exact.GAME)["thresholds"][exact.qualifier_number(house)].tolist()
    return int(SUIT_PLACES[raises & 8191]), int(SUIT_PLACES[most & 8191])


_TERMS: dict[str, Callable[[Any, dict[str, int], int, str], tuple[Any, ...]]] = {
    "boston-7-stud": _boston_terms,
    "seven-card-thrill": _thrill_terms,
    "high-card-flush": _flush_terms,
}
