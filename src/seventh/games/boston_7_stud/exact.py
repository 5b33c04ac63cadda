"""Boston 7 Stud from stored counts: any pay table, any cap, and optimal play, in a few milliseconds.

For each of the 1,755 canonical three-card starts the counts give the number of deals by the final hand's category and
by win, tie or loss. The decision of B7 depends on the start alone, so nothing else matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.cards import Card, card_set, suit_masks
from seventh.games.boston_7_stud.house import Boston7House
from seventh.hands import three
from seventh.hands.poker import Category
from seventh.hands.three import Category as ThreeCategory
from seventh.lab import stored
from seventh.lab.figures import Joint, Outcome, Strategy, WagerFigures, merged
from seventh.lab.suits import canonical_sets, orbits, set_number

GAME = "boston-7-stud"
WAGERS = ("main", "ante_only", "three_card_bonus")
RESULTS = ("win", "tie", "loss")
CATEGORIES = tuple(Category)[:10]
DEALS = comb(49, 4) * comb(45, 7)
"""The number of ways each start can continue."""

_LARGEST = 2**63 // DEALS
"""Above this the sum over one start could overflow 64 bits."""


def stored_starts() -> NDArray[np.int64]:
    """The stored counts: deals by start, category of the final hand and result."""
    return stored.load(__name__.rpartition(".")[0])["starts"]


@dataclass(frozen=True)
class Starts:
    """The canonical starts: how many each represents, and each as three cards."""

    orbits: NDArray[np.int64]
    categories: NDArray[np.int64]
    strengths: NDArray[np.int64]


@cache
def starts() -> Starts:
    sets = canonical_sets(3)
    strengths = np.array([three.strength(a | b << 13 | c << 26 | d << 39) for a, b, c, d in sets.tolist()])
    return Starts(orbits(sets).astype(np.int64), strengths >> 26, strengths)


def start_number(cards: tuple[Card, ...]) -> int:
    """Which canonical start three cards belong to."""
    return int(set_number(*suit_masks(card_set(cards, 3, 3))))


@dataclass(frozen=True)
class Terms:
    """What one hand pays, by three-card category, final category and result; in antes, or in chips and capped."""

    unit: Fraction
    """One ante in these terms."""
    three_unit: Fraction
    bonus: tuple[tuple[tuple[Fraction, ...], ...], ...]
    """The ante bonus by three-card category, final category and result."""
    even: tuple[Fraction, ...]
    """What winning 1st and 2nd wagers are paid, by three-card category."""
    three: tuple[Fraction, ...]
    """The three-card bonus's net result by three-card category."""


def terms(house: Boston7House, amounts: Mapping[str, int], start: str = "main") -> Terms:
    """The terms of a hand that starts with `main` or `ante_only`; with amounts in chips they are rounded and capped."""
    ante, three_bet = amounts.get(start), amounts.get("three_card_bonus") if start == "main" else None
    cap = _cap(house, ante)
    pays, rounding = house.pays, house.rounding

    def payoff(table: Any, row: str, bet: int | None) -> Fraction:
        if row not in table:
            return Fraction(0)
        return table[row] if bet is None else Fraction(table.payoff(row, bet, rounding))

    unit, three_unit = Fraction(ante or 1), Fraction(three_bet or 1)
    bonus, even, three_results = [], [], []
    for three_category in ThreeCategory:
        row = three_category.name.lower()
        owed = payoff(pays.three_card_bonus, row, three_bet)
        # Without its own amount the three-card bonus is a separate wager, and does not use up the others' cap.
        paid, left = _cut(owed, cap) if three_bet is not None else (owed, cap)
        three_results.append(paid if row in pays.three_card_bonus else -three_unit)
        won, left_after_win = _cut(2 * unit, left) if start == "main" else (Fraction(0), left)
        even.append(won)
        owed_bonus = [payoff(pays.ante_bonus, category.name.lower(), ante) for category in CATEGORIES]
        bonus.append(
            tuple((_cut(owed, left_after_win)[0], _cut(owed, left)[0], _cut(owed, left)[0]) for owed in owed_bonus)
        )
    return Terms(unit, three_unit, tuple(bonus), tuple(even), tuple(three_results))


def _cap(house: Boston7House, ante: int | None) -> int | None:
    """The maximum payout of a hand with this ante (B14); None for no cap."""
    if ante is None:
        return None
    tier = next((tier for tier in house.caps if ante <= tier.ante_up_to), None)
    return tier.pays_at_most or None if tier else None


def _cut(owed: Fraction, left: Fraction | int | None) -> tuple[Fraction, Fraction | None]:
    """The payoff, and what is left of the cap after it."""
    if left is None:
        return owed, None
    paid = min(owed, Fraction(left))
    return paid, left - paid


def play_results(terms: Terms) -> list[list[list[Fraction]]]:
    """The net result of a hand that places the 2nd wager, by three-card category, final category and result."""
    return [
        [[terms.even[kind] + bonus[0], bonus[1], bonus[2] - 3 * terms.unit] for bonus in terms.bonus[kind]]
        for kind in range(len(ThreeCategory))
    ]


def play_values(counts: NDArray[np.int64], terms: Terms) -> tuple[NDArray[Any], int]:
    """For each start the sum of the results of playing on over all deals, and the value of one ante in these units.

    Sums are exact: in 64 bits where they fit, otherwise in Python's integers.
    """
    results = play_results(terms)
    scale = lcm(*(value.denominator for rows in results for row in rows for value in row), terms.unit.denominator)
    values = [[[int(value * scale) for value in row] for row in rows] for rows in results]
    largest = max(abs(value) for rows in values for row in rows for value in row)
    table = np.array(values, dtype=np.int64 if largest < _LARGEST else object)
    of_start = table.reshape(len(ThreeCategory), -1)[starts().categories]
    flat = counts.reshape(len(counts), -1)
    sums = (flat * of_start).sum(axis=1) if table.dtype == np.int64 else (flat.astype(object) * of_start).sum(axis=1)
    return sums, int(terms.unit * scale)


def best_play(counts: NDArray[np.int64], terms: Terms) -> NDArray[np.bool_]:
    """The starts with which to place the 2nd wager: where folding, which costs two antes, is not better."""
    sums, unit = play_values(counts, terms)
    return np.asarray(sums >= -2 * unit * DEALS, dtype=np.bool_)


def main_outcomes(counts: NDArray[np.int64], terms: Terms, plays: NDArray[np.bool_]) -> Iterator[tuple[Outcome, int]]:
    """Every outcome of ante, 1st and 2nd wager for given decisions, with the three-card category it started from."""
    results = play_results(terms)
    weighted = counts.reshape(len(counts), -1) * starts().orbits[:, None]
    for kind in ThreeCategory:
        of_kind = starts().categories == kind
        folded = int(starts().orbits[of_kind & ~plays].sum()) * DEALS
        yield Outcome("fold", folded, Fraction(-2), Fraction(2)), kind
        sums = weighted[of_kind & plays].sum(axis=0).reshape(len(CATEGORIES), 3).tolist()
        for category in reversed(CATEGORIES):
            for place, result in enumerate(RESULTS):
                pays = results[kind][category][place] / terms.unit
                yield Outcome(f"{result}, {category.title}", sums[category][place], pays, Fraction(3)), kind


def price(counts: NDArray[np.int64], house: Boston7House, amounts: Mapping[str, int]) -> dict[str, WagerFigures]:
    """The figures of the three wagers; those with an amount are rounded to chips and capped together."""
    return price_together(counts, house, amounts)[0]


def price_together(
    counts: NDArray[np.int64], house: Boston7House, amounts: Mapping[str, int]
) -> tuple[dict[str, WagerFigures], list[Joint]]:
    """The same, and how the main hand and the three-card bonus end together."""
    known = terms(house, amounts)
    ways = list(main_outcomes(counts, known, best_play(counts, known)))
    main = WagerFigures("main", merged(outcome for outcome, _ in ways), amounts.get("main"))
    found = {
        "main": replace(main, strategies=_strategies(counts, known, main.ev)),
        "ante_only": ante_only_figures(counts, house, amounts),
        "three_card_bonus": three_card_figures(known, amounts),
    }
    three_results = [result / known.three_unit for result in known.three]
    joint = [
        Joint(outcome.combinations, {"main": outcome.pays, "three_card_bonus": three_results[kind]})
        for outcome, kind in ways
        if outcome.combinations
    ]
    return found, joint


def main_ev(counts: NDArray[np.int64], house: Boston7House) -> Fraction:
    """Only the expectation of the main hand under optimal play, uncapped: what a search over pay tables needs."""
    known = terms(house, {})
    results = [value for row in play_results(known)[0] for value in row]
    plays = best_play(counts, known)
    orbits = starts().orbits
    sums = (np.where(plays, orbits, 0) @ counts.reshape(len(counts), -1)).tolist()
    folded = int(orbits[~plays].sum()) * DEALS
    total = sum((count * value for count, value in zip(sums, results, strict=True)), Fraction(-2 * folded))
    return total / (int(orbits.sum()) * DEALS)


def _strategies(counts: NDArray[np.int64], known: Terms, best: Fraction) -> tuple[Strategy, ...]:
    found = []
    for name, rule, plays in _simple_strategies():
        outcomes = merged(outcome for outcome, _ in main_outcomes(counts, known, plays))
        ev = WagerFigures("main", outcomes).ev
        found.append(Strategy(name, rule, ev, best - ev))
    return tuple(sorted(found, key=lambda strategy: strategy.cost))


def _simple_strategies() -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    yield "never_fold", "Always place the 2nd wager.", np.ones(len(starts().orbits), dtype=np.bool_)
    queen_high = three.strength(card_set("Qs3d2c"))
    yield (
        "queen_high",
        "Place the 2nd wager with a queen, a pair, a flush or a straight or better, otherwise fold.",
        starts().strengths >= queen_high,
    )


def ante_only_figures(counts: NDArray[np.int64], house: Boston7House, amounts: Mapping[str, int]) -> WagerFigures:
    """The ante alone, which involves no decision."""
    known = terms(house, amounts, "ante_only")
    flat = counts.reshape(len(counts), -1)
    sums = (starts().orbits @ flat).reshape(len(CATEGORIES), 3).tolist()
    outcomes = []
    for category in reversed(CATEGORIES):
        # A cap partly used up by the three-card bonus does not matter here: an ante alone cannot have that bonus.
        bonus = known.bonus[0][category]
        if house.ante_only == "bonus_table":
            qualifies = category.name.lower() in house.pays.ante_bonus
            pays = bonus[2] / known.unit if qualifies else Fraction(-1)
            outcomes.append(Outcome(category.title, sum(sums[category]), pays))
        else:
            for place, result in enumerate(RESULTS):
                pays = (bonus[place] - (known.unit if result == "loss" else 0)) / known.unit
                outcomes.append(Outcome(f"{result}, {category.title}", sums[category][place], pays))
    # Without a decision the first three cards do not matter: each seven-card hand is counted with its 35 starts.
    share = comb(7, 3) * (comb(45, 7) if house.ante_only == "bonus_table" else 1)
    return WagerFigures("ante_only", merged(outcomes, share), amounts.get("ante_only"))


def three_card_figures(known: Terms, amounts: Mapping[str, int]) -> WagerFigures:
    outcomes = [
        Outcome(
            category.title,
            int(starts().orbits[starts().categories == category].sum()),
            known.three[category] / known.three_unit,
        )
        for category in reversed(ThreeCategory)
    ]
    return WagerFigures("three_card_bonus", merged(outcomes), amounts.get("three_card_bonus"))
