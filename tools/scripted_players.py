"""Scripted players, whose actions are determined by a seed word and the round, so that runs are reproducible.

They play just well enough for every kind of decision to come up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from seventh.room.rounds.live_round import LiveRound
from seventh.rounds.actions import Action, Bet, BetTo, Call, Fold, PlaceWagers
from seventh.rounds.spots import WagerSpots

Player = Callable[[LiveRound, int], Action]
"""Decides for a seat."""

SMALL = 4
"""A wager is the minimum or one of the next few amounts."""

T = TypeVar("T")


class RandomChoices:
    """Pseudo-random choices, determined by the seed words."""

    __slots__ = ("_number",)

    def __init__(self, *words: object) -> None:
        text = "|".join(map(str, words))
        self._number = int.from_bytes(sha256(text.encode()).digest())

    def below(self, top: int) -> int:
        self._number, found = divmod(self._number, top)
        return found

    def one_in(self, number: int) -> bool:
        return self.below(number) == 0

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def scripted(word: str) -> Player:
    """A player who always acts the same in the same round."""

    def play(live: LiveRound, seat: int) -> Action:
        return _decide(live, seat, RandomChoices(word, live.id, seat, live.decision(seat)))

    return play


def own_seed(word: str, live: LiveRound, seat: int) -> bytes:
    """The client seed of such a player."""
    return sha256(f"{word}|{live.id}|{seat}|seed".encode()).digest()


def _decide(live: LiveRound, seat: int, whim: RandomChoices) -> Action:
    legal = live.hand.legal(seat)
    spots = legal.of(PlaceWagers)
    if isinstance(spots, WagerSpots):
        return _wagers(spots, whim)
    raises, calls = legal.of(Bet) or legal.of(BetTo), legal.of(Call)
    if raises is not None and not whim.one_in(4 if calls is None else 3):
        return next(iter(raises))
    if calls is not None and not whim.one_in(5):
        return next(iter(calls))
    if raises is not None and legal.of(Fold) is None:
        return next(iter(raises))
    return live.hand.default(seat)


def _wagers(spots: WagerSpots, whim: RandomChoices) -> PlaceWagers:
    """Always the first wager, if affordable; each of the others half of the time."""
    chosen: dict[str, int] = {}
    left = spots.budget
    for name in spots.names:
        amounts = spots.spot(name, chosen).amounts(left)
        if amounts and (not chosen or whim.one_in(2)):
            chosen[name] = whim.one_of(amounts[:SMALL])
            left -= chosen[name]
    return PlaceWagers(chosen)
