"""Random deals inside kernels: a seed gives the same deals on every machine, with any number of workers.

The generator is SplitMix64 in counter mode: number n of a seed is `mixed(mixed(seed) + n * GOLDEN)`, and round r owns
the numbers from 32 r on. So every round of a seed is dealt independently of which worker runs it and of what was dealt
before. A number gives two cards, 32 bits each: an index among the n cards left is `bits * n >> 32`, by Lemire's
method, which rejects the few values that would make some indices more likely and mixes a new one.

It is fast and good enough for simulation. Do not use it where predicting the cards could win money.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit

Deck = NDArray[np.uint8]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
NUMBERS_A_ROUND = np.uint64(32)
"""Enough for 64 cards, so that no two rounds share a number."""

_TWO_WORDS = np.uint64(1 << 32)
_WORD = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@njit
def whole(value: Any) -> int:
    """A signed integer: numba turns the sum of a signed and an unsigned one into a float."""
    return np.int64(value)  # type: ignore[return-value]


@njit
def mixed(value: np.uint64) -> np.uint64:
    """SplitMix64's mixing function."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@njit
def first_number(seed: np.uint64, number: np.uint64) -> np.uint64:
    """The counter at which a round starts."""
    return mixed(seed) + number * NUMBERS_A_ROUND * GOLDEN


@njit
def place_among(bits: np.uint64, left: np.uint64) -> np.uint64:
    """A uniformly random index below `left`, from 32 random bits."""
    product = bits * left
    if product & _WORD < left:
        unfair = (_TWO_WORDS - left) % left
        while product & _WORD < unfair:
            bits = mixed(bits + GOLDEN + product)
            product = (bits & _WORD) * left
    return product >> _HALF


@njit
def deal(deck: Deck, counter: np.uint64, cards: int) -> None:
    """Move random cards to the front of a deck (Fisher-Yates); the rest of it was not dealt."""
    size = len(deck)
    numbers = np.uint64(0)
    for i in range(cards):
        if i & 1:
            bits = numbers >> _HALF
        else:
            numbers = mixed(counter)
            counter += GOLDEN
            bits = numbers & _WORD
        j = i + whole(place_among(bits, np.uint64(size - i)))
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card


@njit
def collect(deck: Deck) -> None:
    """Restore a deck's order."""
    for i in range(len(deck)):
        deck[i] = i


@njit
def round_cards(deck: Deck, seed: np.uint64, number: np.uint64, cards: int) -> None:
    """The first cards of a round's deal, at the front of the deck."""
    collect(deck)
    deal(deck, first_number(seed, number), cards)
