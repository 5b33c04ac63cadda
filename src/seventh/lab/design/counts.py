"""What a pay table is worth, row by row: how often each row comes up, and what else happens to the wager.

A row that pays nothing is a row that does not qualify: the wager then loses, except where the bonus is paid on top of a
comparison with the dealer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Any

from seventh.games.boston_7_stud import exact as boston
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.seven_card_thrill import exact as thrill
from seventh.games.seven_card_thrill.classes import CLASSES, RESULTS
from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.hands.poker import Category
from seventh.lab import stored

Cell = tuple[int, int, int]
"""In how many deals, what is added to the row's pay, and what the wager comes to if the row pays nothing."""


class DesignError(ValueError):
    """A question about pay tables that makes no sense. The message is one line that says why."""


@dataclass(frozen=True)
class TableCounts:
    """All that can happen to a wager, by the rows of its pay table."""

    table: str
    """The pay table's name in the house."""
    rows: dict[str, tuple[Cell, ...]]
    """By row, best hand first."""
    others: tuple[tuple[int, int], ...]
    """What no row decides: in how many deals, and what the wager comes to."""

    @property
    def total(self) -> int:
        return sum(cell[0] for cells in self.rows.values() for cell in cells) + sum(count for count, _ in self.others)


def table_counts(house: Any, wager: str) -> TableCounts:
    """The counts for a wager whose pay table can be designed."""
    return DESIGNED[house.game][wager](house)


def _bonus(table: str, counts: dict[str, int], total: int) -> TableCounts:
    """A wager that pays by a row or loses."""
    return TableCounts(
        table,
        {row: ((count, 0, -1),) for row, count in counts.items()},
        ((total - sum(counts.values()), -1),),
    )


def _three_card_bonus(house: Boston7House) -> TableCounts:
    """Three cards (B6): twelve sets of ranks are in a row, from A-2-3 to A-K-Q; 4 of 64 suitings are of one suit."""
    runs, suited = 12, 4
    counts = {
        "royal": suited,
        "straight_flush": (runs - 1) * suited,
        "three_of_a_kind": 13 * comb(4, 3),
        "straight": runs * (4**3 - suited),
        "flush": (comb(13, 3) - runs) * suited,
        "pair": 13 * comb(4, 2) * 48,
    }
    return _bonus("three_card_bonus", {row: counts[row] for row, _ in house.pays.three_card_bonus.rows}, comb(52, 3))


def _ante_only(house: Boston7House) -> TableCounts:
    """The ante alone (B13): the bonus is paid beside the comparison with the dealer, or instead of it."""
    starts = stored.load(boston.GAME)["starts"]
    sums = (boston.starts().orbits @ starts.reshape(len(starts), -1)).reshape(-1, 3).tolist()
    by_table = house.ante_only == "bonus_table"
    rows: dict[str, tuple[Cell, ...]] = {}
    others = []
    named = {row for row, _ in house.pays.ante_bonus.rows}
    for category in reversed(tuple(Category)[:10]):
        win, tie, loss = sums[category]
        row = category.name.lower()
        if row not in named:
            others += [(win + tie + loss, -1)] if by_table else [(win + tie, 0), (loss, -1)]
        elif by_table:
            rows[row] = ((win + tie + loss, 0, -1),)
        else:
            rows[row] = ((win + tie, 0, 0), (loss, -1, -1))
    return TableCounts("ante_bonus", rows, tuple(others))


def _suit_counts(longest: Callable[[int], int]) -> list[int]:
    """How many hands of seven have each value of something that a hand's best suit decides, 0 to 7.

    Hands in which no suit has more than a value are a coefficient of the fourth power of a polynomial, which counts a
    suit's sets of ranks by their size.
    """
    values = [(mask.bit_count(), longest(mask)) for mask in range(8192) if mask.bit_count() <= 7]
    up_to = []
    for most in range(8):
        suit = [0] * 8
        for size, value in values:
            if value <= most:
                suit[size] += 1
        hands = [1] + [0] * 7
        for _ in range(4):
            hands = [sum(hands[i] * suit[n - i] for i in range(n + 1)) for n in range(8)]
        up_to.append(hands[7])
    return [count - below for below, count in zip([0, *up_to], up_to, strict=False)]


def _longest_run(mask: int) -> int:
    """The ace counts at both ends (H9)."""
    both_ends, length = mask << 1 | mask >> 12, 0
    while both_ends:
        both_ends &= both_ends >> 1
        length += 1
    return length


_LENGTHS = {"three_cards": 3, "four_cards": 4, "five_cards": 5, "six_cards": 6, "seven_cards": 7}


def _flush(house: Any) -> TableCounts:
    counts = _suit_counts(int.bit_count)
    return _bonus("flush", {row: counts[_LENGTHS[row]] for row, _ in house.pays.flush.rows}, comb(52, 7))


def _straight_flush(house: Any) -> TableCounts:
    counts = _suit_counts(_longest_run)
    rows = house.pays.straight_flush.rows
    return _bonus("straight_flush", {row: counts[_LENGTHS[row]] for row, _ in rows}, comb(52, 7))


def _thrill(wager: str) -> Callable[[ThrillHouse], TableCounts]:
    def counts(house: ThrillHouse) -> TableCounts:
        table = stored.load(thrill.GAME)[thrill.reading(house)].tolist()
        rows = dict.fromkeys((row for row, _ in getattr(house.pays, wager).rows), 0)
        lost = pushed = 0
        for kind, by_result in zip(CLASSES, table, strict=True):
            for result, count in zip(RESULTS, by_result, strict=True):
                row = thrill.row(house, wager, kind, result)
                if row in rows:
                    rows[row] += count
                elif wager == "poker" and result == "tie":
                    pushed += count
                else:
                    lost += count
        # Who beats the dealer does not lose, even where nothing is paid for it.
        at_zero = 0 if wager == "poker" else -1
        return TableCounts(
            wager, {row: ((count, 0, at_zero),) for row, count in rows.items()}, ((lost, -1), (pushed, 0))
        )

    return counts


DESIGNED: dict[str, dict[str, Callable[[Any], TableCounts]]] = {
    "boston-7-stud": {"three_card_bonus": _three_card_bonus, "ante_only": _ante_only},
    "seven-card-thrill": {wager: _thrill(wager) for wager in thrill.WAGERS},
    "high-card-flush": {"flush": _flush, "straight_flush": _straight_flush},
}
"""The wagers whose worth does not depend on how the hand is played, by game. `boston_main` has another one."""
