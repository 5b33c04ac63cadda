"""Random numbers for questions: the same for the same seed. Nothing is at stake, so no proof is needed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of numbers from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._blocks = 0

    def below(self, number: int) -> int:
        """A whole number from 0, below `number`."""
        most = 2**64 - 2**64 % number
        while True:
            self._blocks += 1
            block = sha256(self._seed + self._blocks.to_bytes(8)).digest()
            drawn = int.from_bytes(block[:8])
            if drawn < most:
                return drawn % number

    def one_of(self, some: Sequence[T]) -> T:
        return some[self.below(len(some))]

    def shuffled(self, some: Sequence[T]) -> list[T]:
        mixed = list(some)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def weighted(self, some: Sequence[T], weights: Sequence[int]) -> T:
        """One of these, as often as its weight says; weights are whole numbers above 0."""
        drawn = self.below(sum(weights))
        for one, weight in zip(some, weights, strict=True):
            if drawn < weight:
                return one
            drawn -= weight
        raise AssertionError("weights changed")
