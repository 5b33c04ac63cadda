"""High Card Flush from stored counts, for every qualifier, raise and pay table that a house may choose.

With w and l the probabilities of winning and losing against a qualifying dealer, and u the probability that the dealer
does not qualify, a raise of r antes is worth u + (1 + r)(w - l), which is linear in r. So the best raise is the maximum
if w > l, otherwise the minimum, which is always one ante; and whether to fold does not depend on the maximum. The
counts of one qualifier, by these three actions, therefore cover every choice of raises and pay tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.cards import RANK_NAMES
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.hands.flush import COUNT_WORDS
from seventh.lab import stored
from seventh.lab.figures import Joint, Outcome, Strategy, WagerFigures, merged
from seventh.rounds.dealer.caps import in_proportion

GAME = "high-card-flush"
WAGERS = ("main", "flush", "straight_flush")
RESULTS = ("dealer does not qualify", "win", "tie", "loss")
NOT_QUALIFIED, WIN, TIE, LOSS = range(4)
FOLD, RAISE_LEAST, RAISE_MOST = range(3)
QUALIFIERS = tuple((length, high) for length in range(2, 8) for high in range(length + 1, 15))
"""Every qualifier that a house may choose: how many suited cards, and the rank of the highest."""

_ROWS = ("", "", "", "three_cards", "four_cards", "five_cards", "six_cards", "seven_cards")


def stored_counts() -> stored.Counts:
    """What is stored for every qualifier."""
    return stored.load(__name__.rpartition(".")[0])


def pay_row(cards: int) -> str:
    """The row of a bonus table for this many cards; empty if there is none."""
    return _ROWS[cards]


def most_raise(house: HighCardFlushHouse, length: int) -> int:
    """The largest raise in antes (H4)."""
    most = house.most_raise
    return most.four_or_fewer if length <= 4 else most.five if length == 5 else most.six_or_seven


@dataclass(frozen=True)
class Way:
    """One way a hand can end, with each wager's result per unit of that wager."""

    length: int
    run: int
    result: str
    raised: Fraction
    """In antes; 0 for a fold."""
    combinations: int
    pays: dict[str, Fraction]


@dataclass(frozen=True)
class Payer:
    """The results of one hand's wagers, in units, or in chips and capped if they have amounts."""

    house: HighCardFlushHouse
    amounts: dict[str, int]

    def unit(self, wager: str) -> int:
        return self.amounts.get(wager, 1)

    def owed(self, wager: str, cards: int) -> Fraction:
        """What a bonus wager pays for this many cards; negative if it loses."""
        table, row = getattr(self.house.pays, wager), _ROWS[cards]
        if row not in table:
            return Fraction(-self.unit(wager))
        if wager in self.amounts:
            return Fraction(table.payoff(row, self.amounts[wager], self.house.rounding))
        return Fraction(table[row])

    def results(self, length: int, run: int, raised: Fraction, result: int) -> dict[str, Fraction]:
        """Each wager's net result: in chips if it has an amount, otherwise in units. A raise of 0 is a fold."""
        ante = self.unit("main")
        even = Fraction(0)
        if raised == 0:
            main = Fraction(-ante)
        elif result == LOSS:
            main = -(1 + raised) * ante
        else:
            even = {NOT_QUALIFIED: Fraction(ante), WIN: (1 + raised) * ante, TIE: Fraction(0)}[result]
            main = even
        bonuses = {"flush": self.owed("flush", length), "straight_flush": self.owed("straight_flush", run)}
        return self._capped(main, even, bonuses)

    def _capped(self, main: Fraction, even: Fraction, bonuses: dict[str, Fraction]) -> dict[str, Fraction]:
        """H11: even money first; the bonuses share the rest in proportion, in whole chips by largest remainder."""
        results = {"main": main, **bonuses}
        left = Fraction(self.house.aggregate_cap)
        if not self.amounts or not left:
            return results
        if "main" in self.amounts:
            paid = min(even, left)
            results["main"] -= even - paid
            left -= paid
        winners = [wager for wager in bonuses if wager in self.amounts and bonuses[wager] > 0]
        owed = sum((bonuses[wager] for wager in winners), Fraction(0))
        if owed <= left:
            return results
        shares = in_proportion([int(bonuses[wager]) for wager in winners], int(left))
        return results | dict(zip(winners, map(Fraction, shares), strict=True))

    def most_owed(self) -> Fraction:
        """The maximum payout of one hand on wagers with amounts."""
        even = max((1 + most_raise(self.house, length)) * self.amounts.get("main", 0) for length in range(8))
        bonuses = [
            max(Fraction(0), *(self.owed(wager, cards) for cards in range(8)))
            for wager in ("flush", "straight_flush")
            if wager in self.amounts
        ]
        return sum(bonuses, Fraction(even))

    @property
    def decides_each_hand(self) -> bool:
        """Whether the cap can affect a decision, so that the stored decisions may not be optimal."""
        cap = self.house.aggregate_cap
        return bool(cap) and "main" in self.amounts and self.most_owed() > cap


def ways(table: NDArray[np.int64], payer: Payer) -> Iterator[Way]:
    """The outcomes in a house, from counts by length, run, action (fold, minimum raise, maximum raise) and result."""
    for length, run, action in np.argwhere(table.any(axis=3)).tolist():
        most = most_raise(payer.house, length)
        raised = Fraction((0, 1, most)[action])
        yield from _ways(table[length, run, action].tolist(), length, run, raised, payer)


def _ways(counts: list[int], length: int, run: int, raised: Fraction, payer: Payer) -> Iterator[Way]:
    for result, name in enumerate(RESULTS):
        pays = payer.results(length, run, raised, result)
        units = {wager: value / payer.unit(wager) for wager, value in pays.items()}
        yield Way(length, run, name, raised, counts[result], units)


def capped_ways(payer: Payer, count: Callable[[NDArray[np.int64]], NDArray[np.int64]]) -> Iterator[Way]:
    """The same where the cap can matter: every hand is decided again, for the total of all its wagers.

    `count` takes the value of each hand by length, run, action and result, in chips, and counts the best actions. With
    a cap the value of a raise has a kink where the cap is reached, so those two are tried along with the extremes.
    """
    choices = {(length, run): _raises(payer, length, run) for length in range(8) for run in range(8)}
    values = np.zeros((8, 8, 5, 4), dtype=np.int64)
    for (length, run), raises in choices.items():
        for action, raised in enumerate(raises):
            for result in range(4):
                pays = payer.results(length, run, raised, result)
                values[length, run, action, result] = sum(int(pays[wager]) for wager in payer.amounts)
    table = count(values)
    for length, run, action in np.argwhere(table.any(axis=3)).tolist():
        yield from _ways(table[length, run, action].tolist(), length, run, choices[length, run][action], payer)


def _raises(payer: Payer, length: int, run: int) -> list[Fraction]:
    """Folding, and the raises that can be best: four of them, some of which may be equal."""
    ante, unit, most = payer.unit("main"), payer.house.table_unit, most_raise(payer.house, length)
    owed = sum(max(payer.owed(wager, cards), Fraction(0)) * (wager in payer.amounts)
               for wager, cards in (("flush", length), ("straight_flush", run)))  # fmt: skip
    steps = max(0, int(payer.house.aggregate_cap - owed - 2 * ante) // unit)
    bend = [min(most * ante, ante + (steps + more) * unit) for more in (1, 0)]
    return [Fraction(0), Fraction(most), *(Fraction(amount, ante) for amount in bend), Fraction(1)]


def figures(found: list[Way], amounts: dict[str, int]) -> dict[str, WagerFigures]:
    """The figures of the three wagers from all the ways a hand can end."""
    main = merged(Outcome(_main_name(way), way.combinations, way.pays["main"], 1 + way.raised) for way in found)
    flush, straight_flush = (
        merged(
            (
                Outcome(f"{COUNT_WORDS[cards(way)]} card{'s' * (cards(way) > 1)}", way.combinations, way.pays[wager])
                for way in sorted(found, key=cards, reverse=True)
            ),
            _share(wager, amounts),
        )
        for wager, cards in (("flush", _length), ("straight_flush", _run))
    )
    return {
        "main": WagerFigures("main", main, amounts.get("main")),
        "flush": WagerFigures("flush", flush, amounts.get("flush")),
        "straight_flush": WagerFigures("straight_flush", straight_flush, amounts.get("straight_flush")),
    }


def _share(wager: str, amounts: dict[str, int]) -> int:
    """The bonus wagers do not depend on the dealer's cards, unless they share a cap with the ante."""
    return 1 if wager in amounts and "main" in amounts else comb(45, 7)


def _length(way: Way) -> int:
    return way.length


def _run(way: Way) -> int:
    return way.run


def _main_name(way: Way) -> str:
    return f"{way.result}, raise {way.raised}x" if way.raised else "fold"


def simple_strategy(table: NDArray[np.int64], raises: int, most: int, payer: Payer, best: Fraction) -> Strategy:
    """A strategy that depends only on the rank of the hand: from one hand up it raises, from another the maximum."""
    found = merged(Outcome("", way.combinations, way.pays["main"]) for way in ways(table, payer))
    ev = WagerFigures("main", found).ev
    return Strategy("by_rank", rule(payer.house, raises, most), ev, best - ev)


def rule(house: HighCardFlushHouse, raises: int, most: int) -> str:
    """The strategy in a sentence. Where no more than one ante is allowed, the maximum is one ante."""
    longer = [length for length in range(most >> 13, 8) if most_raise(house, length) > 1]
    if not longer:
        return f"Raise one ante with {_at_least(raises)}, otherwise fold."
    most = max(most, longer[0] << 13 | (1 << longer[0]) - 1)
    if most <= raises:
        return f"Raise the maximum with {_at_least(raises)}, otherwise fold."
    return (
        f"Raise with {_at_least(raises)}, otherwise fold; raise the maximum with {_at_least(most)}, otherwise one ante."
    )


def _at_least(strength: int) -> str:
    length, held = strength >> 13, strength & 8191
    if held == (1 << length) - 1:
        return f"{COUNT_WORDS[length]} suited cards or more"
    ranks = [RANK_NAMES[rank] for rank in range(12, -1, -1) if held >> rank & 1]
    return f"{COUNT_WORDS[length]} suited cards, {'-'.join(ranks)}, or better"


def joint(found: list[Way]) -> Iterator[Joint]:
    return (Joint(way.combinations, way.pays) for way in found)


def qualifier_number(house: HighCardFlushHouse) -> int:
    need: Any = house.dealer_qualifies
    return QUALIFIERS.index((need.length, need.high_card))
