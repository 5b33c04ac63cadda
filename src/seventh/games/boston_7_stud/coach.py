"""The coach of Boston 7 Stud: fold or the second bet, and where a start stands among all of them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from seventh.cards import RANKS, Card, cards_in
from seventh.games.boston_7_stud import exact
from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.boston_7_stud.mathematics import MATHEMATICS
from seventh.games.boston_7_stud.round import ANTE, SECOND
from seventh.games.dealer_coach import NOTHING, offered
from seventh.lab.coaching import Cell, Choice, Coaching, Picture
from seventh.lab.suits import canonical_sets
from seventh.rounds.actions import Action, Bet, Fold

SAYS = "Net result of the whole hand, not counting the three-card bonus and ignoring caps."
SETS = Coaching("Nothing to decide: the best five of seven are never worth less than any other five.")


def coach(view: Any, house: Boston7House) -> Coaching:
    seen = offered(view)
    if isinstance(seen, Coaching):
        return seen
    if seen.fold is None:
        return SETS if seen.sets else NOTHING
    assert MATHEMATICS.advise is not None
    advice = MATHEMATICS.advise(seen.cards, house)

    def worth(action: Action) -> Fraction | None:
        match action:
            case Fold():
                return advice.actions["fold"]
            case Bet(wager=wager) if wager == SECOND:
                return advice.actions["play"]
        return None

    choices = [Choice("fold", seen.fold, advice.actions["fold"])]
    if seen.bet is not None:
        choices.append(Choice("play", Bet(SECOND, seen.bet.least), advice.actions["play"]))
    return Coaching(
        SAYS, seen.own.wagers[ANTE], tuple(choices), worth, advice.hand, lambda: _picture(seen.cards, house)
    )


_BANDS = ((Fraction(-3, 2), Cell("worst", "--")), (Fraction(-1), Cell("bad", "-")), (Fraction(0), Cell("even", "·")))
_GOOD, _BEST = Cell("good", "+"), Cell("best", "++")
_LEGEND = (
    (_BANDS[0][1], "loses more than one and a half antes on average"),
    (_BANDS[1][1], "loses one to one and a half antes on average"),
    (_BANDS[2][1], "loses less than one ante on average"),
    (_GOOD, "wins up to one ante on average"),
    (_BEST, "wins more than one ante on average"),
)


def _cell(worth: Fraction) -> Cell:
    for below, cell in _BANDS:
        if worth < below:
            return cell
    return _GOOD if worth <= 1 else _BEST


def _place(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Row and column of a start: its two highest ranks, suited above the diagonal, pairs on it, trips there too."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    paired = next((rank for rank in ranks if ranks.count(rank) > 1), 0)
    if paired:
        return 14 - paired, 14 - paired
    high, second = 14 - ranks[0], 14 - ranks[1]
    return (high, second) if len({card.suit for card in cards}) == 1 else (second, high)


@lru_cache(maxsize=8)
def _grid(house: Boston7House) -> tuple[tuple[tuple[Cell | None, ...], ...], np.ndarray[Any, Any]]:
    """The average worth of playing on, by square, and the worth of every start."""
    sums, unit = exact.play_values(exact.stored_starts(), exact.terms(house, {}))
    totals = [[0] * 13 for _ in range(13)]
    hands = [[0] * 13 for _ in range(13)]
    for number, (a, b, c, d) in enumerate(canonical_sets(3).tolist()):
        row, column = _place(tuple(cards_in(a | b << 13 | c << 26 | d << 39)))
        many = int(exact.starts().orbits[number])
        totals[row][column] += int(sums[number]) * many
        hands[row][column] += many
    share = unit * exact.DEALS
    cells = tuple(
        tuple(_cell(Fraction(total, share * many)) if many else None for total, many in zip(*both, strict=True))
        for both in zip(totals, hands, strict=True)
    )
    return cells, sums


def _picture(cards: tuple[Card, ...], house: Boston7House) -> Picture:
    cells, sums = _grid(house)
    row, column = _place(cards)
    orbits = exact.starts().orbits
    below = int(orbits[sums < sums[exact.start_number(cards)]].sum())
    share = Fraction(100 * below, int(orbits.sum()))
    square = cells[row][column]
    kind = next((text for cell, text in _LEGEND if cell == square), "")
    words = (
        f"Your three cards are worth more than {int(10 * share) / 10} percent of all starting hands. "
        f"Playing on with hands like yours {kind}; folding always loses two antes."
    )
    signs = tuple(reversed(["10" if rank == "T" else rank for rank in RANKS]))
    axes = "Your two highest cards: all of one suit above the diagonal, other hands below it, pairs and trips on it."
    return Picture("Starting hands", axes, signs, signs, cells, (row, column), _LEGEND, words)
