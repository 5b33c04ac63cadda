"""A second implementation of settlement, written from the clauses alone: slow, obvious, sharing only `cards.py`.

Everything comes in as plain data: the house as a TOML file would hold it, and for each player what lay on the layout,
the cards in the order they came, and what was decided. What comes out is, for each wager of each player, the chips of
the stake that are returned and the chips that the house pays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from seventh.cards import Card

Paid = dict[tuple[int, str], tuple[int, int]]
"""By seat and wager: the stake that is returned, and the payoff."""


@dataclass
class Hand:
    """One player's round as plain facts."""

    seat: int
    """0 is the first to be dealt to; settling goes from the last to the first."""
    wagers: dict[str, int]
    cards: tuple[Card, ...] = ()
    folded: bool = False
    claimed: frozenset[str] = field(default_factory=frozenset)
    """The wagers that were claimed, by showing the cards or with the fold."""
    kept: tuple[Card, ...] | None = None
    """The five cards that the player set; None leaves them to the house."""
    voided: str | None = None
    """The stage at which this hand alone was found void."""


def odds(pays: int | str) -> Fraction:
    """`35` is 35 to 1, `"3:2"` is 3 to 2."""
    if isinstance(pays, str):
        top, bottom = pays.split(":")
        return Fraction(int(top), int(bottom))
    return Fraction(pays)


def won(house: dict, pays: int | str, wager: int) -> int:
    """A payoff in whole chips; half a chip goes the way the house says."""
    exact = odds(pays) * wager
    whole = exact.numerator // exact.denominator
    if house["rounding"] == "up" and whole != exact:
        whole += 1
    return whole


def in_limits(house: dict, wager: str, amount: int) -> bool:
    limits = house["limits"][wager]
    return limits["minimum"] <= amount <= limits["maximum"] and amount % house["table_unit"] == 0
