"""Counting High Card Flush: for every player hand, how many dealer hands do not qualify, lose, tie and win.

No dealer hand is enumerated: `odds` counts those below a hand from the ranks left in each suit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.games.high_card_flush.odds import hands_below
from seventh.hands.flush import longest_run_length
from seventh.lab.kernels import Deck, canonical_sets
from seventh.lab.suits import CODES

Array = NDArray[Any]

NOT_QUALIFIED, WIN, TIE, LOSS = range(4)
FOLD, RAISE_LEAST, RAISE_MOST = range(3)

STRENGTHS: NDArray[np.int64] = np.cumsum([0, 0, 0, *(comb(13, length) for length in range(2, 8))])
"""Where the hands of each length start when all hands of two to seven suited cards are numbered from the lowest."""

_RUNS: NDArray[np.int8] = np.array([longest_run_length(mask) for mask in range(8192)], dtype=np.int8)
_WIDE = np.int64(0)
"""Combined with a narrow integer it gives a wide one."""
_CHUNK = 250_000

Progress = Callable[[float], None]
"""Called with the fraction of the work that is done, 0 to 1."""


@dataclass(frozen=True)
class FlushCounts:
    """Deals of a player's and a dealer's hand, for one dealer qualifier."""

    optimal: NDArray[np.int64]
    """By the player's length, longest suited run, best action (fold, minimum raise, maximum raise) and dealer result
    (does not qualify, loses, ties, wins)."""
    simple: NDArray[np.int64]
    """The same for a strategy that depends only on the rank of the hand: see `simple_strategy`."""
    thresholds: tuple[int, int]
    """The lowest hands with which the simple strategy raises, and raises the maximum: length << 13, plus ranks."""
    by_rank: NDArray[np.int64]
    """Deals by the number of the player's hand (see `STRENGTHS`) and dealer result; not stored."""
    actions: NDArray[np.int64]
    """Hands by their number and best action; not stored."""


def count(qualifiers: list[tuple[int, int]], deck: Deck, progress: Progress) -> list[FlushCounts]:
    """The counts for each qualifier, given as the number of suited cards and the rank of the highest."""
    hands = PlayerHands(deck, lambda part: progress(part / 2))

    def against(done: int, length: int, high: int) -> FlushCounts:
        return hands.against(length, high, lambda part: progress(0.5 + (done + part) / len(qualifiers) / 2))

    return [against(done, length, high) for done, (length, high) in enumerate(qualifiers)]


class PlayerHands:
    """Every canonical player hand, and how many dealer hands rank below it and up to it."""

    def __init__(self, deck: Deck, progress: Progress) -> None:
        self.deck = deck
        sets = canonical_sets(7, deck)
        self.masks, self.orbits = sets.masks, sets.orbits
        self.below = np.zeros(len(self.masks), dtype=np.int64)
        self.up_to = np.zeros(len(self.masks), dtype=np.int64)
        for part in self._parts(progress):
            _rank_among_others(
                self.masks[part], self.orbits[part], deck.ranks, deck.suits, self.below[part], self.up_to[part]
            )

    def _parts(self, progress: Progress) -> Iterator[slice]:
        """Slices of the hands, so that progress shows and the work can be interrupted."""
        for start in range(0, len(self.masks), _CHUNK):
            yield slice(start, start + _CHUNK)
            progress(min(1, (start + _CHUNK) / len(self.masks)))

    def against(self, length: int, high: int, progress: Progress = lambda _: None) -> FlushCounts:
        """The counts if the dealer qualifies with this many suited cards, the highest of this rank."""
        least = 1 << (high - 2) | (1 << (length - 1)) - 1
        optimal = np.zeros((8, 8, 3, 4), dtype=np.int64)
        by_strength = np.zeros((STRENGTHS[8], 8, 4), dtype=np.int64)
        actions = np.zeros((STRENGTHS[8], 3), dtype=np.int64)
        memo = np.full(1 << 24, -1, dtype=np.int32)
        for part in self._parts(progress):
            _count(
                self.masks[part], self.orbits[part], self.below[part], self.up_to[part],
                self.deck.ranks, self.deck.suits, self.deck.others(),
                length, least, high - 2, memo, optimal, by_strength, actions,
            )  # fmt: skip
        return FlushCounts(optimal, *simple_strategy(by_strength), by_strength.sum(axis=1), actions)

    def decided(self, length: int, high: int, values: NDArray[np.int64], progress: Progress) -> NDArray[np.int64]:
        """Deals by length, run, action and result when each hand takes its best action.

        `values` gives the value of an action by the same four; of equally good actions the last is taken.
        """
        least = 1 << (high - 2) | (1 << (length - 1)) - 1
        table = np.zeros(values.shape, dtype=np.int64)
        memo = np.full(1 << 24, -1, dtype=np.int32)
        for part in self._parts(progress):
            _decide(
                self.masks[part], self.orbits[part], self.below[part], self.up_to[part],
                self.deck.ranks, self.deck.suits, self.deck.others(),
                length, least, high - 2, memo, values, table,
            )  # fmt: skip
        return table


def simple_strategy(by_strength: NDArray[np.int64]) -> tuple[NDArray[np.int64], tuple[int, int]]:
    """The lowest hands with which to raise one ante and to raise the maximum, by the rank of the hand alone."""
    deals = by_strength.sum(axis=1)
    # Compared with losing the ante, a raise of one ante gains this much: -1 + 1 on each deal, plus the deal's result.
    raises = _best_start(deals @ np.array([2, 3, 1, -1]))
    # Every further ante gains the wins minus the losses, whatever the maximum is.
    most = _best_start(deals @ np.array([0, 1, 0, -1]))
    table = np.zeros((8, 8, 3, 4), dtype=np.int64)
    for length in range(2, 8):
        for number in range(STRENGTHS[length], STRENGTHS[length + 1]):
            action = FOLD if number < raises else RAISE_LEAST if number < most else RAISE_MOST
            table[length, :, action] += by_strength[number]
    return table, (_strength(raises), _strength(most))


def _best_start(gain: NDArray[np.int64]) -> int:
    """The number of the hand from which upwards the gains add up to most."""
    return int(np.argmax(np.cumsum(gain[::-1])[::-1]))


def _strength(number: int) -> int:
    length = int(np.searchsorted(STRENGTHS, number, side="right")) - 1
    mask = int(np.flatnonzero((length << 11 | number - STRENGTHS[length]) == CODES)[0])
    return length << 13 | mask


@njit
def _rank_among_others(masks: Array, orbits: Array, ranks: int, suits: int, below: Array, up_to: Array) -> None:
    left = np.zeros(4, dtype=np.int64)
    for row in range(len(masks)):
        if orbits[row]:
            for suit in range(suits):
                left[suit] = ranks & ~masks[row, suit]
            # Canonical sets are sorted by length, then by ranks: the first suit is the one that plays.
            length, playing = CODES[masks[row, 0]] >> 11 | _WIDE, masks[row, 0] | _WIDE
            below[row] = hands_below(left[0], left[1], left[2], left[3], length, playing)
            up_to[row] = hands_below(left[0], left[1], left[2], left[3], length, playing + 1)


@njit
def _dealer_hands(
    masks: Array, row: int, below: Array, up_to: Array, ranks: int, suits: int, others: int,
    qualifying_length: int, least: int, high: int, memo: Array, left: Array,
) -> tuple[int, int, int, int]:  # fmt: skip
    """How many dealer hands do not qualify, lose, tie and win against one hand."""
    low = (1 << high) - 1
    key = 0
    for suit in range(4):
        held = masks[row, suit]
        key = key << 6 | (CODES[held] >> 11) << 3 | CODES[held & low] >> 11
    if memo[key] < 0:
        # Hands that do not qualify depend only on how many cards, and low cards, each suit has lost.
        for suit in range(suits):
            left[suit] = ranks & ~masks[row, suit]
        memo[key] = hands_below(left[0], left[1], left[2], left[3], qualifying_length, least)
    unqualified = memo[key] | _WIDE
    length = CODES[masks[row, 0]] >> 11
    if length > qualifying_length or (length == qualifying_length and masks[row, 0] >= least):
        return unqualified, below[row] - unqualified, up_to[row] - below[row], others - up_to[row]
    return unqualified, 0, 0, others - unqualified


@njit(inline="always")
def _longest_run(masks: Array, row: int) -> int:
    return max(  # type: ignore[no-any-return]
        max(_RUNS[masks[row, 0]], _RUNS[masks[row, 1]]), max(_RUNS[masks[row, 2]], _RUNS[masks[row, 3]])
    )


@njit
def _count(
    masks: Array, orbits: Array, below: Array, up_to: Array, ranks: int, suits: int, others: int,
    qualifying_length: int, least: int, high: int, memo: Array, optimal: Array, by_strength: Array, actions: Array,
) -> None:  # fmt: skip
    left = np.zeros(4, dtype=np.int64)
    for row in range(len(masks)):
        weight = orbits[row] | _WIDE
        if weight == 0:
            continue
        unqualified, win, tie, loss = _dealer_hands(
            masks, row, below, up_to, ranks, suits, others, qualifying_length, least, high, memo, left
        )
        # A raise of r antes is worth unqualified + (1 + r)(win - loss), which is linear in r; folding is worth -others.
        if win > loss:
            action = RAISE_MOST
        elif unqualified + 2 * (win - loss) >= -others:
            action = RAISE_LEAST
        else:
            action = FOLD
        code = CODES[masks[row, 0]]
        length, run = code >> 11, _longest_run(masks, row)
        number = STRENGTHS[length] + (code & 2047)
        actions[number, action] += weight
        for table in (optimal[length, run, action], by_strength[number, run]):
            table[NOT_QUALIFIED] += weight * unqualified
            table[WIN] += weight * win
            table[TIE] += weight * tie
            table[LOSS] += weight * loss


@njit
def _decide(
    masks: Array, orbits: Array, below: Array, up_to: Array, ranks: int, suits: int, others: int,
    qualifying_length: int, least: int, high: int, memo: Array, values: Array, table: Array,
) -> None:  # fmt: skip
    left = np.zeros(4, dtype=np.int64)
    for row in range(len(masks)):
        weight = orbits[row] | _WIDE
        if weight == 0:
            continue
        unqualified, win, tie, loss = _dealer_hands(
            masks, row, below, up_to, ranks, suits, others, qualifying_length, least, high, memo, left
        )
        length, run = CODES[masks[row, 0]] >> 11, _longest_run(masks, row)
        best, best_worth = 0, np.int64(0)
        for action in range(values.shape[2]):
            value = values[length, run, action]
            worth = unqualified * value[0] + win * value[1] + tie * value[2] + loss * value[3]
            if action == 0 or worth >= best_worth:
                best, best_worth = action, worth
        found = table[length, run, best]
        found[NOT_QUALIFIED] += weight * unqualified
        found[WIN] += weight * win
        found[TIE] += weight * tie
        found[LOSS] += weight * loss
