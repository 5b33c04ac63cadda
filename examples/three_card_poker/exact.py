"""The exact figures of Three Card Poker: every hand of the player against every hand of the dealer.

Hands that differ only by a permutation of the suits are equivalent, so only 1,755 of the 22,100 are examined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from seventh.cards import cards_in
from seventh.lab.figures import Joint, Outcome, Strategy, WagerFigures, merged
from seventh.lab.mathematics import Priced
from seventh.lab.suits import canonical_sets, orbits
from three_card_poker.hand import row_of, strength
from three_card_poker.house import ThreeCardPokerHouse
from three_card_poker.odds import DEALER_HANDS, RESULTS, dealer_hands

WAGERS = ("main", "pair_plus")
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "ten", "jack", "queen", "king", "ace")


@dataclass(frozen=True)
class HandClass:
    """Player hands that are equivalent up to a permutation of the suits."""

    strength: int
    number: int
    """The number of hands."""
    results: tuple[int, int, int, int]
    """The number of dealer hands for each of `RESULTS`."""

    @property
    def plays(self) -> bool:
        """Whether playing is at least as good as folding; hands with an ante bonus always are."""
        unqualified, win, _, loss = self.results
        return unqualified + 2 * (win - loss) >= -DEALER_HANDS


@cache
def hand_classes(high_card: int) -> tuple[HandClass, ...]:
    """All player hands against a dealer who qualifies with this high card, numbered as in `lab.suits`."""
    sets = canonical_sets(3)
    found = []
    for masks, number in zip(sets.tolist(), orbits(sets).tolist(), strict=True):
        held = sum(mask << 13 * suit for suit, mask in enumerate(masks))
        found.append(HandClass(strength(cards_in(held)), number, dealer_hands(held, high_card)))
    return tuple(found)


@dataclass(frozen=True)
class Payer:
    """The results of the wagers, per unit; rounded to whole chips if there is an amount."""

    house: ThreeCardPokerHouse
    amounts: Mapping[str, int]

    def table(self, wager: str, table: str, row: str) -> Fraction | None:
        """What a row pays on a wager; None if the table has no such row."""
        pays = getattr(self.house.pays, table)
        if row not in pays:
            return None
        if wager not in self.amounts:
            return Fraction(pays[row])
        return Fraction(pays.payoff(row, self.amounts[wager], self.house.rounding), self.amounts[wager])

    def main(self, row: str, result: int) -> Fraction:
        """Ante, play and bonus together, in antes."""
        return (1, 2, 0, -2)[result] + (self.table("main", "ante_bonus", row) or Fraction(0))

    def pair_plus(self, row: str) -> Fraction:
        pays = self.table("pair_plus", "pair_plus", row)
        return Fraction(-1) if pays is None else pays


@dataclass(frozen=True)
class Way:
    """One way a hand can end."""

    name: str
    row: str
    combinations: int
    main: Fraction
    wagered: Fraction
    pair_plus: Fraction


def ways(classes: tuple[HandClass, ...], payer: Payer, plays: Callable[[HandClass], bool]) -> Iterator[Way]:
    """Every way a hand with both wagers can end, given which hands play. A fold loses both (P4)."""
    for known in classes:
        row = row_of(known.strength)
        if not plays(known):
            yield Way("fold", row, known.number * DEALER_HANDS, Fraction(-1), Fraction(1), Fraction(-1))
            continue
        bonus = f", {row.replace('_', ' ')}" if payer.table("main", "ante_bonus", row) else ""
        for result, name in enumerate(RESULTS):
            deals = known.number * known.results[result]
            yield Way(f"{name}{bonus}", row, deals, payer.main(row, result), Fraction(2), payer.pair_plus(row))


def priced(house: ThreeCardPokerHouse, amounts: Mapping[str, int]) -> Priced:
    """The figures of both wagers, and how they end together."""
    payer, classes = Payer(house, amounts), hand_classes(house.dealer_qualifies)
    rows = [*dict(house.pays.pair_plus.rows), "high_card"]
    found = sorted(ways(classes, payer, lambda known: known.plays), key=lambda way: rows.index(way.row))
    best = merged(map(_main, found))
    pair_plus = merged(
        (Outcome(way.row.replace("_", " "), way.combinations, way.pair_plus) for way in found), DEALER_HANDS
    )
    simple = (_by_rank(classes, payer, WagerFigures("main", best).ev),)
    return Priced(
        {
            "main": WagerFigures("main", best, amounts.get("main"), simple),
            "pair_plus": WagerFigures("pair_plus", pair_plus, amounts.get("pair_plus")),
        },
        [Joint(way.combinations, {"main": way.main, "pair_plus": way.pair_plus}) for way in found],
    )


def _by_rank(classes: tuple[HandClass, ...], payer: Payer, best: Fraction) -> Strategy:
    """The strategy that depends only on the rank of the hand, and its cost."""
    least = best_threshold(classes)
    ev = WagerFigures("main", merged(map(_main, ways(classes, payer, lambda known: known.strength >= least)))).ev
    return Strategy("by_rank", f"Play with {threshold_name(least)} or better, otherwise fold.", ev, best - ev)


def _main(way: Way) -> Outcome:
    return Outcome(way.name, way.combinations, way.main, way.wagered)


def best_threshold(classes: tuple[HandClass, ...]) -> int:
    """The lowest strength to play for a strategy that depends only on the rank of the hand."""
    gains: dict[int, int] = {}
    for known in classes:
        unqualified, win, _, loss = known.results
        gain = known.number * (unqualified + 2 * (win - loss) + DEALER_HANDS)
        gains[known.strength] = gains.get(known.strength, 0) + gain
    best = total = 0
    found = max(gains) + 1
    for worth in sorted(gains, reverse=True):
        total += gains[worth]
        if total >= best:
            best, found = total, worth
    return found


def threshold_name(strength: int) -> str:
    """A hand without a pair by its ranks: `queen-6-4`."""
    row = row_of(strength)
    if row != "high_card":
        return row.replace("_", " ")
    return "-".join(_RANKS[rank] for rank in range(12, -1, -1) if strength >> rank & 1)
