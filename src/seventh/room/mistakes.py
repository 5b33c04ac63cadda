"""The decisions of a person's rounds that cost something, by kind, as far as the game has a coach.

Valuing a decision takes some milliseconds, so only the latest rounds are looked at, and what was found is kept.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from seventh.records.remarks import remarks
from seventh.room.history import History
from seventh.room.refusals import RoomRefused

_SECONDS = 1.5
_KEPT = 100_000
"""The number of rounds whose decisions are kept in memory, of all people together."""


class Decided(Struct, frozen=True):
    """A decision that has figures."""

    chosen: str
    best: str
    cost: Fraction
    """In chips; 0 if there was nothing better."""


class Mistake(Struct, frozen=True):
    """A kind of mistake."""

    chosen: str
    best: str
    times: int
    cost: Fraction
    """In chips, of all of them together."""


class Mistakes:
    """Looks for them."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], tuple[Decided, ...]] = OrderedDict()

    def latest(self, person: str, rounds: Iterable[str], seconds: float = _SECONDS) -> tuple[list[Decided], int]:
        """A person's decisions in these rounds, as many of them as can be valued in this time, and their number. What
        was valued before takes no time."""
        found, looked, until = list[Decided](), 0, time.monotonic() + seconds
        for name in rounds:
            if time.monotonic() > until and (person, name) not in self._kept:
                break
            found += self.decided(person, name)
            looked += 1
        return found, looked

    def decided(self, person: str, round_id: str) -> tuple[Decided, ...]:
        """A person's decisions in a round."""
        with self._lock:
            known = self._kept.get((person, round_id))
        if known is not None:
            return known
        try:
            found = self._history.round(person, round_id)
        except RoomRefused:  # it cannot be replayed
            return ()
        known = tuple(
            Decided(remark.chosen or "other amount", remark.best, remark.chips)
            for remark in remarks(found.live.house, found.record, found.line.seat)
        )
        with self._lock:
            self._kept[person, round_id] = known
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return known


def by_kind(decided: Iterable[Decided]) -> list[Mistake]:
    """The mistakes among these decisions, the most expensive kind first."""
    sums: dict[tuple[str, str], list[Fraction]] = {}
    for one in decided:
        if one.cost:
            sums.setdefault((one.chosen, one.best), []).append(one.cost)
    found = [Mistake(chosen, best, len(costs), sum(costs, Fraction(0))) for (chosen, best), costs in sums.items()]
    return sorted(found, key=lambda mistake: mistake.cost, reverse=True)
