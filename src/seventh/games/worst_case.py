"""The most that a seat's wagers could win: what a house must have at hand before it takes them.

Each wager counts with the best row of its pay table, as if one hand could have them all, and the cap cuts the sum. A
wager that the rules allow to be added after the cards counts in full from the beginning: a house that could not pay it
must say so before the deal, not to somebody who holds a good hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from seventh.games.boston_7_stud import round as boston
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.high_card_flush import round as flush
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.house import House, PayTable


def worst_case(house: House, wagers: Mapping[str, int]) -> int:
    """The most that these wagers of one seat can be paid, stakes not counted, with all that may be added to them."""
    if not any(wagers.values()):
        return 0
    return _OF_GAME[type(house)](house, wagers)


def _top(table: PayTable, wager: int, rounding: str) -> int:
    if not wager:
        return 0
    return max([table.payoff(row, wager, rounding) for row in table], default=0)


def _high_card_flush(house: HighCardFlushHouse, wagers: Mapping[str, int]) -> int:
    ante = wagers.get(flush.ANTE, 0)
    most = house.most_raise
    raised = wagers.get(flush.RAISE, ante * max(most.four_or_fewer, most.five, most.six_or_seven))
    total = ante + raised
    for name in flush.BONUSES:
        if name in wagers:
            total += _top(getattr(house.pays, name), wagers[name], house.rounding)
    return _cut(total, house.aggregate_cap)


def _boston_7_stud(house: Boston7House, wagers: Mapping[str, int]) -> int:
    ante, first = wagers.get(boston.ANTE, 0), wagers.get(boston.FIRST, 0)
    second = wagers.get(boston.SECOND, first)
    pays, rounding = house.pays, house.rounding
    three_card = _top(pays.three_card_bonus, wagers.get(boston.THREE_CARD_BONUS, 0), rounding)
    total = first + second + _top(pays.ante_bonus, ante, rounding) + three_card
    return _cut(total, next((tier.pays_at_most for tier in house.caps if ante <= tier.ante_up_to), 0))


def _seven_card_thrill(house: ThrillHouse, wagers: Mapping[str, int]) -> int:
    tops = [_top(getattr(house.pays, name), amount, house.rounding) for name, amount in wagers.items()]
    return _cut(sum(tops), house.cap)


def _cut(total: int, cap: int) -> int:
    return min(total, cap) if cap else total


_OF_GAME: dict[type[House], Callable[[Any, Mapping[str, int]], int]] = {
    HighCardFlushHouse: _high_card_flush,
    Boston7House: _boston_7_stud,
    ThrillHouse: _seven_card_thrill,
}
