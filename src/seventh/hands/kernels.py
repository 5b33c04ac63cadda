"""Fast kernels for ranking millions of hands.

There are two interfaces. From Python, whole arrays of hands:

>>> import numpy as np
>>> from seventh.cards import parse_cards
>>> hands = np.array([parse_cards("KsKd4h4cAs2d3c"), parse_cards("QsJs7h4cTs9s8s")], dtype=np.uint8)
>>> rank_hands(hands)
array([4774, 7459], dtype=uint16)

And from another kernel, one hand at a time; the kernel keeps two running sums while it deals: the *key* of the cards
(`EMPTY` plus `KEYS[card]` for each) and their *set* (`BITS[card]` for each). With five to seven cards,
`rank_lowest(key, cards)` or `rank_second(key, cards)` is the hand's number. Both sums are plain additions, so a loop
over the last card adds one card, not seven. Cards may come in any order and may include the joker.

Keys and sets are uint64 throughout. In a kernel, never add a plain integer to one: numba makes the sum a float.

`seventh.hands.tables` explains how this works and what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seventh.cards import CardError, DuplicateCard, MalformedCard, WrongCount
from seventh.compiled import njit
from seventh.hands.poker import Wheel
from seventh.hands.tables import (
    EMPTY,
    FLUSH_BASE,
    KEYS,
    LOWEST,
    PLACES,
    RUN_LENGTHS,
    SECOND,
    SUIT_PLACES,
    table_for,
)
from seventh.hands.tables_file import COLUMN_BITS, ROW_BITS

__all__ = [
    "BITS",
    "EMPTY",
    "FLUSH",
    "KEYS",
    "flush_slot",
    "longest_of_suits",
    "longest_run",
    "longest_run_of_suits",
    "longest_runs",
    "longest_suit",
    "longest_suits",
    "rank_hands",
    "rank_lowest",
    "rank_second",
    "rank_slot",
    "suits_and_runs",
]

Hands = NDArray[np.uint8]

BITS: NDArray[np.uint64] = np.uint64(1) << np.arange(53, dtype=np.uint64)
"""By card number: the set of this card alone."""
FLUSH = np.uint64(0x8888)
"""The bits of a key that are set if a suit has five or more cards, counting the joker in every suit."""

_ROW = np.uint64(64 - ROW_BITS)
_COLUMN = np.uint64(64 - ROW_BITS - COLUMN_BITS)
_COLUMNS = np.uint64((1 << COLUMN_BITS) - 1)
_ZERO, _ONE, _TWO, _JOKER = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(52)
_DIAMONDS, _HEARTS, _SPADES = np.uint64(13), np.uint64(26), np.uint64(39)
_SUIT = np.uint64(0x1FFF)
_D, _H, _S = np.uint64(0x80), np.uint64(0x800), np.uint64(0x8000)


@njit
def rank_slot(key: np.uint64) -> np.uint64:
    """The table slot of the hand with these ranks, ignoring suits."""
    return np.uint64(PLACES[key >> _ROW]) * _TWO + (key >> _COLUMN & _COLUMNS)


@njit
def flush_slot(key: np.uint64, cards: np.uint64) -> np.uint64:
    """The table slot of this hand's flush. Only for hands that have one: `key & FLUSH` is not 0."""
    suit = _ZERO
    if key & _D:
        suit = _DIAMONDS
    if key & _H:
        suit = _HEARTS
    if key & _S:
        suit = _SPADES
    return FLUSH_BASE + (cards >> suit & _SUIT) + (cards >> _JOKER) * np.uint64(8192)


# A flush in seven natural cards rules out a full house or quads, but four of a suit and the joker do not: with two more
# aces there are four of a kind. So the better of the two is taken, which is right for every hand.


@njit
def rank_lowest(key: np.uint64, cards: np.uint64) -> np.uint16:
    """The number of a hand of five to seven cards where A-2-3-4-5 is the lowest straight."""
    number = LOWEST[rank_slot(key)]
    if key & FLUSH:
        number = max(number, LOWEST[flush_slot(key, cards)])
    return np.uint16(number)


@njit
def rank_second(key: np.uint64, cards: np.uint64) -> np.uint16:
    """The number of a hand of five to seven cards where A-2-3-4-5 is the second-highest straight (T6)."""
    number = SECOND[rank_slot(key)]
    if key & FLUSH:
        number = max(number, SECOND[flush_slot(key, cards)])
    return np.uint16(number)


@njit
def longest_of_suits(clubs: np.uint64, diamonds: np.uint64, hearts: np.uint64, spades: np.uint64) -> np.uint16:
    """The place of a hand by its longest and then highest suit (H2), from its ranks in each suit."""
    minor = max(SUIT_PLACES[clubs], SUIT_PLACES[diamonds])
    major = max(SUIT_PLACES[hearts], SUIT_PLACES[spades])
    return np.uint16(max(minor, major))


@njit
def longest_run_of_suits(clubs: np.uint64, diamonds: np.uint64, hearts: np.uint64, spades: np.uint64) -> np.uint8:
    """The length of the longest suited run (H9), from the ranks in each suit."""
    minor = max(RUN_LENGTHS[clubs], RUN_LENGTHS[diamonds])
    major = max(RUN_LENGTHS[hearts], RUN_LENGTHS[spades])
    return np.uint8(max(minor, major))


@njit
def longest_suit(cards: np.uint64) -> np.uint16:
    """The place of a hand by its longest and then highest suit (H2), as in `SUIT_PLACES`."""
    return longest_of_suits(
        cards & _SUIT, cards >> _DIAMONDS & _SUIT, cards >> _HEARTS & _SUIT, cards >> _SPADES & _SUIT
    )


@njit
def longest_run(cards: np.uint64) -> np.uint8:
    """The length of the longest suited run (H9), the ace high or low."""
    return longest_run_of_suits(
        cards & _SUIT, cards >> _DIAMONDS & _SUIT, cards >> _HEARTS & _SUIT, cards >> _SPADES & _SUIT
    )


@njit
def _bit_count(cards: np.uint64) -> np.uint64:
    """The number of cards in a set. The compiler recognises this pattern and emits a single instruction."""
    pairs = cards - (cards >> _ONE & np.uint64(0x5555555555555555))
    fours = (pairs & np.uint64(0x3333333333333333)) + (pairs >> _TWO & np.uint64(0x3333333333333333))
    bytes_ = fours + (fours >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return bytes_ * np.uint64(0x0101010101010101) >> np.uint64(56)


def _row_ranker(size: int) -> Callable[[NDArray[np.uint16], Hands, NDArray[np.uint16]], bool]:
    """A kernel for hands of one size: a loop of known length runs twice as fast."""
    cards_in_a_hand = np.uint64(size)

    @njit
    def rank_rows(table: NDArray[np.uint16], hands: Hands, numbers: NDArray[np.uint16]) -> bool:
        """Rank each row; False if a row has a duplicate card. The table is read here rather than in a helper that
        takes it as an argument: numba would count references to it around every branch."""
        missing = _ZERO
        for i in range(len(hands)):
            key, cards = EMPTY, _ZERO
            for j in range(size):
                key += KEYS[hands[i, j]]
                cards |= _ONE << np.uint64(hands[i, j])
            missing |= _bit_count(cards) ^ cards_in_a_hand
            number = table[rank_slot(key)]
            if key & FLUSH:
                number = max(number, table[flush_slot(key, cards)])
            numbers[i] = number
        return bool(missing == _ZERO)

    return rank_rows


_RANK_ROWS = {size: _row_ranker(size) for size in (5, 6, 7)}


@njit
def _suit_rows(hands: Hands, places: NDArray[np.uint16], runs: NDArray[np.uint8]) -> bool:
    sound = True
    for i in range(len(hands)):
        cards = _ZERO
        for j in range(hands.shape[1]):
            cards |= _ONE << np.uint64(hands[i, j])
        sound &= _bit_count(cards) == hands.shape[1]
        places[i] = longest_suit(cards)
        runs[i] = longest_run(cards)
    return sound


def rank_hands(hands: ArrayLike, wheel: Wheel = Wheel.LOWEST, *, threads: int = 1) -> NDArray[np.uint16]:
    """The numbers of hands of five to seven cards, one per row; cards are numbers, the joker 52."""
    checked = _checked(hands, 5, 7, highest=52)
    numbers = np.empty(len(checked), np.uint16)
    kernel, table = _RANK_ROWS[checked.shape[1]], table_for(wheel)
    if threads == 1:
        sound = kernel(table, checked, numbers)
    else:
        with ThreadPoolExecutor(threads) as pool:
            shares = zip(np.array_split(checked, threads), np.array_split(numbers, threads), strict=True)
            sound = all(pool.map(lambda share: kernel(table, *share), shares))
    if not sound:
        raise _duplicate(checked)
    return numbers


def longest_suits(hands: ArrayLike) -> NDArray[np.uint16]:
    """The places by longest suit (H2) of hands of one to seven cards, one per row, without a joker."""
    return suits_and_runs(hands)[0]


def longest_runs(hands: ArrayLike) -> NDArray[np.uint8]:
    """The lengths of the longest suited runs (H9) of hands of one to seven cards, one per row, without a joker."""
    return suits_and_runs(hands)[1]


def suits_and_runs(hands: ArrayLike) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """`longest_suits` and `longest_runs` in one pass."""
    checked = _checked(hands, 1, 7, highest=51)
    places, runs = np.empty(len(checked), np.uint16), np.empty(len(checked), np.uint8)
    if not _suit_rows(checked, places, runs):
        raise _duplicate(checked)
    return places, runs


def _checked(hands: ArrayLike, fewest: int, most: int, highest: int) -> Hands:
    """Validate card numbers, because kernels use them as array indices without bounds checks."""
    rows = np.asarray(hands)
    if rows.ndim != 2 or not fewest <= rows.shape[1] <= most:
        raise WrongCount(f"hands must be rows of {fewest} to {most} cards, not an array of shape {rows.shape}")
    if rows.dtype.kind not in "ui":
        raise MalformedCard(f"cards must be integers, not {rows.dtype}")
    if rows.size and (rows.max() > highest or (rows.dtype.kind == "i" and rows.min() < 0)):
        raise CardError(f"cards must be numbers from 0 to {highest}")
    return np.ascontiguousarray(rows, np.uint8)


def _duplicate(hands: Hands) -> DuplicateCard:
    in_order = np.sort(hands, axis=1)
    row = int((in_order[:, 1:] == in_order[:, :-1]).any(axis=1).argmax())
    return DuplicateCard(f"a card appears twice in hand {row}")
