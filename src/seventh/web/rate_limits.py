"""Rate limits: token buckets and connection counts, for a bounded number of names."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from seventh.web.settings import Rate

REMEMBERED = 20_000
"""Maximum number of names. The least recently used is dropped first; its bucket is full again by then."""


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._at = clock()

    def take(self) -> bool:
        """Take a token; false if there is none."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until the next token."""
        return max(0.0, 1 - self._left) / self._rate.per_second


class Buckets:
    """A bucket for each name."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        return self.of(name).take()

    def of(self, name: str) -> Bucket:
        bucket = self._of.get(name)
        if bucket is None:
            bucket = self._of[name] = Bucket(self._rate, self._clock)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        else:
            self._of.move_to_end(name)
        return bucket

    def __len__(self) -> int:
        return len(self._of)


class Counts:
    """The number of open things, such as connections, for each name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, int] = {}

    def open(self, name: str) -> bool:
        """Count one more; false if the maximum is reached."""
        if self._of.get(name, 0) >= self._most:
            return False
        self._of[name] = self._of.get(name, 0) + 1
        return True

    def close(self, name: str) -> None:
        left = self._of[name] - 1
        if left:
            self._of[name] = left
        else:
            del self._of[name]

    def __getitem__(self, name: str) -> int:
        return self._of.get(name, 0)

    def __len__(self) -> int:
        return len(self._of)
