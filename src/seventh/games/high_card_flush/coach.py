"""The coach of High Card Flush: fold, or raise by how much, and where raising begins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from seventh.cards import Card
from seventh.games.dealer_coach import NOTHING, Offered, offered
from seventh.games.high_card_flush import exact
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.high_card_flush.mathematics import MATHEMATICS
from seventh.games.high_card_flush.round import ANTE, RAISE
from seventh.games.high_card_flush.words import RANK_SIGNS
from seventh.hands import flush
from seventh.house.rules.common import NUMBERS
from seventh.lab.coaching import Cell, Choice, Coaching, Picture
from seventh.rounds.actions import Action, Bet, Fold

SAYS = "Net result of the whole hand, not counting bonus bets and ignoring caps."


def coach(view: Any, house: HighCardFlushHouse) -> Coaching:
    seen = offered(view)
    if isinstance(seen, Coaching):
        return seen
    if seen.fold is None:
        return NOTHING
    assert MATHEMATICS.advise is not None
    advice = MATHEMATICS.advise(seen.cards, house)
    ante = seen.own.wagers[ANTE]
    edge = advice.chances["win"] - advice.chances["loss"]
    unqualified = advice.chances["dealer does not qualify"]

    def worth(action: Action) -> Fraction | None:
        match action:
            case Fold():
                return advice.actions["fold"]
            case Bet(wager=wager, amount=amount) if wager == RAISE:
                return unqualified + (1 + Fraction(amount, ante)) * edge
        return None

    choices = tuple(
        Choice(_name(action, ante), action, value)
        for action in _listed(seen, ante)
        if (value := worth(action)) is not None
    )
    return Coaching(SAYS, ante, choices, worth, advice.hand, lambda: _picture(seen.cards, house))


def _listed(seen: Offered, ante: int) -> Iterator[Action]:
    """Folding first, and each whole number of antes that may be raised."""
    if seen.fold is not None:
        yield seen.fold
    if seen.bet is not None:
        for amount in range(seen.bet.least, seen.bet.most + 1, ante):
            if not (amount - seen.bet.least) % seen.bet.step:
                yield Bet(RAISE, amount)


def _name(action: Action, ante: int) -> str:
    return f"raise_{action.amount // ante}x" if isinstance(action, Bet) else "fold"


FOLD, RAISES, MOST, EITHER = Cell("worst", "F"), Cell("good", "R"), Cell("best", "M"), Cell("even", "?")
_SECONDS = range(3, 14)
"""The second rank of three suited cards, 3 to king."""


def _picture(cards: tuple[Card, ...], house: HighCardFlushHouse) -> Picture:
    """By the longest suit: its length, and its highest and second cards where these decide."""
    raises, most = exact.stored_counts()["thresholds"][exact.qualifier_number(house)].tolist()
    rows = [("2 suited", 2, 0), *((f"3, 2nd {RANK_SIGNS[rank - 2]}", 3, rank) for rank in _SECONDS)]
    rows += [(f"{length} suited", length, 0) for length in range(4, 8)]

    def cell(length: int, high: int, second: int) -> Cell | None:
        bounds = _bounds(length, high, second)
        if bounds is None:
            return None
        low, top = bounds
        several = exact.most_raise(house, length) > 1
        if top < raises:
            return FOLD
        if low < raises:
            return EITHER
        return MOST if several and low >= most else RAISES

    own = flush.longest_suit(cards)
    row = next(
        place
        for place, (_, length, second) in enumerate(rows)
        if length == own.length and second in (0, own.ranks[1] if own.length == 3 else 0)
    )
    column = own.ranks[0] - 2
    grid = tuple(tuple(cell(length, high, second) for high in range(2, 15)) for _, length, second in rows)
    first = _hand(raises)
    verdict = {"F": "below it", "R": "above it", "M": "above it, where the largest raise is best"}
    found = grid[row][column]
    assert found is not None
    where = verdict.get(found.sign, "right at it, where the other cards decide")
    words = (
        f"On the whole, raising begins with {first}. Your hand, {own.name}, is {where}. "
        "Near the boundary the other cards can tip the balance: the figures above take them into account."
    )
    legend = ((FOLD, "fold"), (EITHER, "depends on the other cards"), (RAISES, "raise"), (MOST, "raise the most"))
    return Picture(
        "Where raising begins", "Columns: highest card of your longest suit. Rows: its length and second card.",
        RANK_SIGNS, tuple(name for name, *_ in rows), grid, (row, column), legend, words,
    )  # fmt: skip


def _bounds(length: int, high: int, second: int) -> tuple[int, int] | None:
    """The weakest and the strongest suit of this length and highest card; None if there is none."""
    below = second - 2 if second else high - 2
    free = length - (2 if second else 1)
    if below < free or second >= high:
        return None
    fixed = 1 << (high - 2) | (1 << (second - 2) if second else 0)
    lowest = (1 << free) - 1
    return length << 13 | fixed | lowest, length << 13 | fixed | lowest << (below - free)


def _hand(strength: int) -> str:
    ranks = [RANK_SIGNS[rank] for rank in range(12, -1, -1) if strength >> rank & 1]
    return f"{NUMBERS[strength >> 13]} suited cards, {'-'.join(ranks)}"
