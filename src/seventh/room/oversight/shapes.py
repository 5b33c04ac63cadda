"""What the figures of a house say about a round, from its wagers alone.

Expectations and variances are kept as the integers by which the figures per unit are multiplied, so that those of many
rounds add up fast and stay exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from seventh.games import game_of
from seventh.house import House
from seventh.room.luck import figures_of, terms_of

Hand = tuple[tuple[str, int, bool], ...]
"""The wagers of a hand: spot, amount, and whether it was returned because the hand was void."""

WHOLE = ""
"""The key of all wagers of a round together."""


class Part(Struct, frozen=True):
    """One wager of a round, or all of them."""

    hands: int
    staked: int
    means: dict[str, int]
    """The amount wagered at the figures of each wager."""
    products: dict[tuple[str, str], int]
    """The factors of variances, and of twice the covariances."""
    third: float
    """An upper bound of the third absolute central moment."""
    most: float
    """An upper bound of the distance from the expectation."""
    decides: bool
    """Whether players make decisions in this game after the deal."""


class Shape(Struct, frozen=True):
    """A round by its wagers."""

    parts: dict[str, Part]
    """Each figure, and `WHOLE`; empty if no wager has figures."""
    figures: tuple[str, ...]
    """The figure to which each wager of each hand belongs; empty if there is none."""


class _Unit(Struct, frozen=True):
    """The figures of a wager of 1."""

    third: float
    """The cube root of the third absolute central moment."""
    most: float
    decides: bool


@lru_cache(maxsize=64)
def _units(house: House) -> Mapping[str, _Unit]:
    report = figures_of(house)
    wagers = report.wagers.items() if report is not None else ()
    # Even a bonus can depend on a decision, such as to fold without claiming it.
    decides = any(found.strategies for _, found in wagers)
    return {
        name: _Unit(
            float(found.mean(abs(outcome.pays - found.ev) ** 3 for outcome in found.outcomes)) ** (1 / 3),
            max(abs(float(outcome.pays - found.ev)) for outcome in found.outcomes),
            decides,
        )
        for name, found in wagers
    }


@lru_cache(maxsize=20_000)
def shape_of(house: House, hands: tuple[Hand, ...]) -> Shape:
    """The shape of a round with these hands."""
    mathematics, terms = game_of(house).mathematics, terms_of(house)
    figures, begun = list[str](), list[dict[str, int]]()
    staked: dict[str, int] = {}
    if mathematics is None or terms is None:
        return Shape({}, tuple("" for hand in hands for _ in hand))
    for hand in hands:
        made = mathematics.begun({spot: amount for spot, amount, void in hand if not void})
        if made:
            begun.append(made)
        whole = next((name for name in made if name in mathematics.spots), "")
        for spot, amount, void in hand:
            figure = "" if void or not made else spot if spot in made else whole
            figures.append(figure)
            if figure:
                staked[figure] = staked.get(figure, 0) + amount
    parts = {}
    if begun:
        units = _units(house)
        parts = {
            name: _part([{name: made[name]} for made in begun if name in made], staked[name], units)
            for name in sorted({name for made in begun for name in made})
        }
        parts[WHOLE] = _part(begun, sum(staked.values()), units)
    return Shape(parts, tuple(figures))


def _part(hands: Sequence[Mapping[str, int]], staked: int, units: Mapping[str, _Unit]) -> Part:
    means: dict[str, int] = {}
    products: dict[tuple[str, str], int] = {}
    for hand in hands:
        for name, amount in hand.items():
            means[name] = means.get(name, 0) + amount
            # The variance of a sum of n terms is at most n times the sum of theirs. It is exact for one hand.
            products[name, name] = products.get((name, name), 0) + len(hands) * amount**2
        for first, second in combinations(hand, 2):
            twice = 2 * len(hands) * hand[first] * hand[second]
            products[first, second] = products.get((first, second), 0) + twice
    made = [(units[name], amount) for hand in hands for name, amount in hand.items()]
    return Part(
        len(hands),
        staked,
        means,
        products,
        sum(amount * unit.third for unit, amount in made) ** 3,  # Minkowski's inequality
        sum(amount * unit.most for unit, amount in made),
        any(unit.decides for unit, _ in made),
    )
