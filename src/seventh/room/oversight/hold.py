"""The house's actual win against what was to be expected, from the exact figures of the rules of each round.

The theoretical win assumes optimal play, without caps. It follows from the wagers that start a hand; what is staked
later, such as a raise, is part of the handle and belongs to the same figure. Rounds are independent of each other. The
wagers of one hand are not, and their covariances are exact. The hands of one round share the dealer's cards, so for `n`
hands in a round an upper bound is used: the variance of their sum is at most `n` times the sum of their variances.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from seventh.room.luck import HouseOf, terms_of
from seventh.room.oversight.deviation import Deviation, deviation
from seventh.room.oversight.shapes import WHOLE
from seventh.room.oversight.sums import Sums
from seventh.room.oversight.tallies import Period, Tallies

Key = tuple[str, ...]


class HoldLine(Struct, frozen=True):
    """Actual against theoretical hold of some rounds."""

    key: Key
    """The game and the wager, the table, the game, or the game and the hash of the rules; nothing for the total."""
    rounds: int
    hands: int
    staked: int
    """The handle: everything wagered, without wagers that were returned because a hand was void."""
    won: int
    """What the house won."""
    expected: Fraction
    """What it was to win, if players play optimally."""
    variance: Fraction
    exact: bool
    """Whether the variance is exact, or an upper bound because hands share the dealer's cards."""
    deviation: Deviation
    decides: bool
    """Whether players make decisions, so that their mistakes are part of the difference."""
    cut: int
    """What caps took off payoffs, which the theoretical win does not consider."""

    @property
    def difference(self) -> Fraction:
        return self.won - self.expected


class Hold(Struct, frozen=True):
    """The hold of a period, in four groupings of the same rounds."""

    wagers: list[HoldLine]
    tables: list[HoldLine]
    games: list[HoldLine]
    houses: list[HoldLine]
    total: HoldLine
    void_rounds: int
    """Rounds that were void after wagers had been made; they are in no line."""
    void_won: int
    """What the house won in them, from hands that had folded before."""


class _Group:
    """Lines by key; each adds up rounds under several houses."""

    def __init__(self) -> None:
        self.sums: dict[Key, dict[str, Sums]] = {}

    def add(self, key: Key, rules: str, sums: Sums) -> None:
        self.sums.setdefault(key, {}).setdefault(rules, Sums()).include(sums)

    def lines(self, house_of: HouseOf) -> list[HoldLine]:
        return [_line(key, sums, house_of) for key, sums in sorted(self.sums.items())]


def _line(key: Key, by_house: dict[str, Sums], house_of: HouseOf) -> HoldLine:
    expected = variance = Fraction(0)
    for rules, sums in by_house.items():
        terms = terms_of(house_of(rules))
        assert terms is not None
        expected += sums.expected(terms)
        variance += sums.variance(terms)
    every = list(by_house.values())
    won = sum(sums.won for sums in every)
    third, most = sum(sums.third for sums in every), max((sums.most for sums in every), default=0.0)
    return HoldLine(
        key=key,
        rounds=sum(sums.rounds for sums in every),
        hands=sum(sums.hands for sums in every),
        staked=sum(sums.staked for sums in every),
        won=won,
        expected=expected,
        variance=variance,
        exact=not any(sums.several for sums in every),
        deviation=deviation(won - expected, variance, third, most),
        decides=any(sums.decides for sums in every),
        cut=sum(sums.cut for sums in every),
    )


def hold(tallies: Tallies, house_of: HouseOf, period: Period, game: str = "") -> Hold:
    """The hold of a period, of one game or of all. The lock of the tallies must be held."""
    wagers, tables, games, houses, total = (_Group() for _ in range(5))
    for (day, table, rules), parts in tallies.played.items():
        name = tallies.games[rules]
        if day not in period or game not in ("", name):
            continue
        for figure, sums in parts.items():
            if figure != WHOLE:
                wagers.add((name, figure), rules, sums)
                continue
            tables.add((name, table), rules, sums)
            games.add((name,), rules, sums)
            houses.add((name, rules), rules, sums)
            total.add((), rules, sums)
    void = [
        void for (day, _, rules), void in tallies.void.items() if day in period and game in ("", tallies.games[rules])
    ]
    lines = (group.lines(house_of) for group in (wagers, tables, games, houses))
    return Hold(
        next(lines),
        next(lines),
        next(lines),
        next(lines),
        _line((), total.sums.get((), {}), house_of),
        sum(one.rounds for one in void),
        sum(one.won for one in void),
    )
