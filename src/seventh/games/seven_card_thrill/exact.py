"""7 Card Thrill from stored counts: five wagers, alone and together, under every rule variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from seventh.games.seven_card_thrill.classes import CLASSES, RESULTS
from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
from seventh.lab import stored
from seventh.lab.figures import Joint, Outcome, WagerFigures, merged

GAME = "seven-card-thrill"
WAGERS = (*PRIMARY, "special")
_SETTLED = ("tie", "lower")


def stored_counts() -> stored.Counts:
    """By rule variant: deals by class of the player's hand and result of the Poker wager."""
    return stored.load(__name__.rpartition(".")[0])


def reading(house: ThrillHouse) -> str:
    """The rule variants that change the ranking of hands; each has its own counts."""
    return f"{house.ace_to_five}_{house.joker_in_flush}"


def row(house: ThrillHouse, wager: str, kind: str, result: str) -> str:
    """The row of a wager's pay table that a hand of this class earns; empty if there is none."""
    if wager == "poker":
        return "" if result in _SETTLED else result
    place = CLASSES.index(kind)
    if wager == "pair_of_kings":
        if place < CLASSES.index("pair_of_kings"):
            return ""
        half = kind == "pair_of_kings" or (house.half_pay_kings == "holds_kings" and kind.endswith("kings"))
        return "kings" if half else "better"
    if wager == "special":
        return kind
    return wager if place >= CLASSES.index(wager) else ""


def results(house: ThrillHouse, kind: str, result: str, amounts: Mapping[str, int]) -> dict[str, Fraction]:
    """Each wager's result per unit of the wager; those with amounts are paid in whole chips, up to the cap (T12)."""
    left = house.cap if house.cap and amounts else None
    found = {}
    for wager in WAGERS:
        table, earned = getattr(house.pays, wager), row(house, wager, kind, result)
        if wager == "poker" and not earned:
            found[wager] = Fraction(0 if result == "tie" else -1)
        elif earned not in table:
            # Beating the dealer is never a loss, even in a house that pays nothing for it.
            found[wager] = Fraction(0 if wager == "poker" else -1)
        elif wager in amounts:
            paid = table.payoff(earned, amounts[wager], house.rounding)
            if left is not None:
                paid = min(paid, left)
                left -= paid
            found[wager] = Fraction(paid, amounts[wager])
        else:
            found[wager] = Fraction(table[earned])
    return found


def joint(table: NDArray[np.int64], house: ThrillHouse, amounts: Mapping[str, int]) -> Iterator[Joint]:
    for kind, counts in zip(CLASSES, table.tolist(), strict=True):
        for result, count in zip(RESULTS, counts, strict=True):
            yield Joint(count, results(house, kind, result, amounts))


def price(table: NDArray[np.int64], house: ThrillHouse, amounts: Mapping[str, int]) -> dict[str, WagerFigures]:
    outcomes: dict[str, list[Outcome]] = {wager: [] for wager in WAGERS}
    for kind, counts in zip(reversed(CLASSES), reversed(table.tolist()), strict=True):
        for result, count in zip(RESULTS, counts, strict=True):
            for wager, pays in results(house, kind, result, amounts).items():
                name = result if wager == "poker" else kind
                outcomes[wager].append(Outcome(name.replace("_", " "), count, pays))
    # Only the Poker wager depends on the dealer's cards, unless the others share a cap with it.
    capped = bool(house.cap) and "poker" in amounts
    return {
        wager: WagerFigures(wager, merged(found, 1 if wager == "poker" or capped else comb(46, 7)), amounts.get(wager))
        for wager, found in outcomes.items()
    }
