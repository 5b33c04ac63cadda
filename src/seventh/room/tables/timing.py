"""The clock of each seat that has to decide: a span for every decision, and a time bank behind it that refills.

A clock starts when the cards that led to the decision have been shown. How long that takes the server says, for
everybody alike: a time for each deal and a time for each card of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from seventh.room.settings import RoomSettings


@dataclass(frozen=True)
class Deadline:
    """The clock of one decision."""

    decision: int
    starts: int
    """When the cards have been shown."""
    bank_from: int
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
        self._shown = 0
        """When the cards dealt so far have been shown."""

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

    def dealt(self, cards: int, at: int) -> None:
        """So many cards were dealt just now; they are shown after those that are still on their way."""
        if cards:
            self._shown = max(self._shown, at) + self._settings.dealing_time + cards * self._settings.card_time

    def waits_for(
        self, decisions: Mapping[int, int], at: int, thinking: Mapping[int, int], away: Collection[int] = ()
    ) -> None:
        """These seats have these decisions open: new ones get a clock, clocks of made ones stop.

        `thinking` is how long the bots among them take, who need not see the cards; whoever is `away` has no time bank.
        """
        for seat, deadline in list(self.deadlines.items()):
            if decisions.get(seat) != deadline.decision:
                del self.deadlines[seat]
                self._charge(seat, at - deadline.bank_from)
        for seat, decision in decisions.items():
            if seat in self.deadlines:
                continue
            if seat in thinking:
                acts = at + thinking[seat]
                self.deadlines[seat] = Deadline(decision, at, acts, acts)
                continue
            starts = max(at, self._shown)
            bank_from = starts + self._settings.decision_clock
            bank = 0 if seat in away else self.banks.get(seat, 0)
            self.deadlines[seat] = Deadline(decision, starts, bank_from, bank_from + bank)

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
