"""Side pots, shares, odd chips and rake, as plain arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """An amount and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def pots_of(contributions: Sequence[tuple[int, int, bool]]) -> list[Pot]:
    """Split (seat, chips put in, still in) into the main pot and side pots.

    Each pot takes from every player up to the next smallest stake still in, so that nobody can win more from another
    player than they put in themselves. Chips of folded hands stay in the pots that they reach.
    """
    pots: list[Pot] = []
    below = 0
    for level in sorted({chips for _, chips, still_in in contributions if still_in and chips}):
        amount = sum([min(chips, level) - min(chips, below) for _, chips, _ in contributions])
        pots.append(
            Pot(amount, tuple([seat for seat, chips, still_in in contributions if still_in and chips >= level]))
        )
        below = level
    above = sum([max(chips - below, 0) for _, chips, _ in contributions])
    if above:
        # No player still in has put in as much: it goes to the last pot, or to the last player left.
        last = pots.pop() if pots else Pot(0, tuple([seat for seat, _, still_in in contributions if still_in]))
        pots.append(Pot(last.amount + above, last.seats))
    return pots


def shares(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Split a pot among its winners; odd chips go one each to the first."""
    return dict(zip(winners, parts(amount, len(winners)), strict=True))


def parts(amount: int, number: int) -> list[int]:
    """Divide a pot into equal parts; odd chips go one each to the first."""
    whole, odd = divmod(amount, number)
    return [whole + (place < odd) for place in range(number)]


def rake_of(pots: Sequence[Pot], per_thousand: int, cap: int) -> list[int]:
    """The rake from each pot: whole chips, rounded down, until the cap is reached."""
    taken: list[int] = []
    for pot in pots:
        rake = pot.amount * per_thousand // 1000
        taken.append(min(rake, cap - sum(taken)) if cap else rake)
    return taken
