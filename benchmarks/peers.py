"""The other evaluators, each as a function from hands to scores, called in its fastest way.

Everything that can be prepared (card objects, encoded sets) is prepared before timing starts.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import eval7
import numpy as np
import phevaluator
import pkrbot
import treys
from numpy.typing import NDArray
from pokerkit import StandardHighHand

from seventh.cards import DECK_52, card_of, format_cards
from seventh.compiled import njit

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about setuptools, from a dependency
    import sval

Scores = Any
_index, _lookup = sval.calculate_index, sval.rank_lookup


@dataclass(frozen=True)
class Peer:
    """An evaluator and how to call it."""

    name: str
    prepare: Callable[[NDArray[np.uint8]], Any]
    """Converts rows of card numbers to its input."""
    score: Callable[[Any], Scores]
    """The timed function."""
    low_is_strong: bool = False
    most: int = 10**9
    """Maximum number of hands, for slow evaluators."""


def _objects(make: Callable[[str], Any]) -> Callable[[NDArray[np.uint8]], list[list[Any]]]:
    cards = [make(card.text) for card in DECK_52]
    return lambda hands: [[cards[number] for number in hand] for hand in hands.tolist()]


def sval_sets(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Convert a set: sval has four bits per rank, ours thirteen per suit."""
    numbers = hands.astype(np.int64)
    bits: NDArray[np.int64] = (np.int64(1) << (4 * (numbers % 13) + numbers // 13)).sum(axis=1)
    return bits


def _strings(hands: NDArray[np.uint8]) -> list[str]:
    return [format_cards(map(card_of, hand)) for hand in hands.tolist()]


def _pkrbot_bytes(hands: NDArray[np.uint8]) -> list[tuple[bytes, bytes]]:
    return [(bytes(ranks), bytes(suits)) for ranks, suits in zip(hands % 13, hands // 13, strict=True)]


@njit
def sval_loop(sets: NDArray[np.int64], scores: NDArray[np.int64]) -> None:
    """sval at its fastest: called from compiled code, with prepared sets."""
    for i in range(len(sets)):
        scores[i] = _lookup[_index(sets[i])]


@njit
def sval_cards_loop(hands: NDArray[np.uint8], bits: NDArray[np.int64], scores: NDArray[np.int64]) -> None:
    """The same from card numbers."""
    for i in range(len(hands)):
        cards = np.int64(0)
        for j in range(7):
            cards |= bits[hands[i, j]]
        scores[i] = _lookup[_index(cards)]


_treys = treys.Evaluator()

CALLED = (
    Peer("pkrbot.evaluate", _objects(pkrbot.Card), lambda hands: [pkrbot.evaluate(hand) for hand in hands]),
    Peer("pkrbot.evaluate_raw", _pkrbot_bytes, lambda hands: [pkrbot.evaluate_raw(*hand, 7) for hand in hands]),
    Peer("eval7.evaluate", _objects(eval7.Card), lambda hands: [eval7.evaluate(hand) for hand in hands]),
    Peer(
        "phevaluator.evaluate_cards, numbers",
        lambda hands: (4 * (hands % 13) + hands // 13).tolist(),
        lambda hands: [phevaluator.evaluate_cards(*hand) for hand in hands],
        low_is_strong=True,
    ),
    Peer(
        "sval, called from Python",
        lambda hands: sval_sets(hands).tolist(),
        lambda hands: [_lookup[_index(hand)] for hand in hands],
    ),
    Peer(
        "treys.Evaluator.evaluate",
        _objects(treys.Card.new),
        lambda hands: [_treys.evaluate(hand[:2], hand[2:]) for hand in hands],
        low_is_strong=True,
        most=10_000,
    ),
    Peer(
        "pokerkit.StandardHighHand",
        _strings,
        lambda hands: [StandardHighHand.from_game(hand).entry.index for hand in hands],
        most=1_000,
    ),
)
