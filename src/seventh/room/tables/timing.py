"""The clock of each seat that has to decide: a span for every decision, and a time bank behind it that refills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from seventh.room.settings import RoomSettings


@dataclass(frozen=True)
class Deadline:
    """The clock of one decision."""

    decision: int
    runs_from: int
    """When the span for the decision is used up and the time bank begins to run."""
    ends: int


class Timing:
    """All clocks of one table."""

    def __init__(self, settings: RoomSettings) -> None:
        self._settings = settings
        self.banks: dict[int, int] = {}
        """What is left in each seat's time bank."""
        self.missed: dict[int, int] = {}
        """How many decisions in a row the clock has made for a seat."""
        self.deadlines: dict[int, Deadline] = {}

    def sits(self, seat: int) -> None:
        """A person sat down: a full bank."""
        self.banks[seat] = self._settings.time_bank
        self.missed.pop(seat, None)

    def leaves(self, seat: int) -> None:
        for kept in (self.banks, self.missed, self.deadlines):
            kept.pop(seat, None)

    def refill(self) -> None:
        """A round begins: part of each bank comes back."""
        most, more = self._settings.time_bank, self._settings.time_bank_refill
        for seat, left in self.banks.items():
            self.banks[seat] = min(left + more, most)

    def waits_for(self, decisions: Mapping[int, int], at: int, spans: Mapping[int, int]) -> None:
        """These seats have these decisions open: new ones get a clock, clocks of made ones stop.

        `spans` is for seats whose clock is another one: a bot's thinking, a person who is away.
        """
        for seat, deadline in list(self.deadlines.items()):
            if decisions.get(seat) != deadline.decision:
                del self.deadlines[seat]
                self._charge(seat, at - deadline.runs_from)
        for seat, decision in decisions.items():
            if seat not in self.deadlines:
                own = spans.get(seat)
                span = self._settings.decision_clock if own is None else own
                bank = self.banks.get(seat, 0) if own is None else 0
                self.deadlines[seat] = Deadline(decision, at + span, at + span + bank)

    def _charge(self, seat: int, over: int) -> None:
        if over > 0 and seat in self.banks:
            self.banks[seat] = max(self.banks[seat] - over, 0)

    def stop(self) -> None:
        """No clock runs: between rounds, or while the table is paused."""
        self.deadlines.clear()

    def due(self, at: int) -> list[int]:
        """The seats whose time is up, the earliest first."""
        return sorted(
            (seat for seat, deadline in self.deadlines.items() if deadline.ends <= at),
            key=lambda seat: (self.deadlines[seat].ends, seat),
        )

    @property
    def next(self) -> int | None:
        """When the next clock runs out."""
        return min((deadline.ends for deadline in self.deadlines.values()), default=None)
