"""The decision clocks: a fixed time for each decision, then a time bank that refills.

A clock starts when the cards that led to the decision have been shown. The server sets how long that takes, the same
for everybody: a time per deal plus a time per card.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from seventh.room.settings import RoomSettings
from seventh.room.tables.pace import Pace

NEVER = 2**62
"""The deadline of a clock that never runs out."""


@dataclass(frozen=True)
class Deadline:
    """The clock of one decision."""

    decision: int
    starts: int
    """When the cards have been shown."""
    bank_from: int
    """When the decision time is used up and the time bank starts."""
    ends: int


class Timing:
    """The clocks of one table."""

    def __init__(self, settings: RoomSettings, pace: Pace, away: Mapping[int, int]) -> None:
        self._settings = settings
        self._pace = pace
        self._away = away
        """The seats of disconnected players, and since when."""
        self.banks: dict[int, int] = {}
        """Each seat's remaining time bank."""
        self.missed: dict[int, int] = {}
        """The number of consecutive timeouts of each seat."""
        self.clocks: dict[int, Deadline] = {}
        """The clock of each open decision, assuming that its player is present; it may never run out."""
        self._shown = 0
        """When the cards dealt so far have been shown."""

    def sits(self, seat: int) -> None:
        """A player sat down: start with a full time bank."""
        self.banks[seat] = self._settings.time_bank
        self.missed.pop(seat, None)

    def leaves(self, seat: int) -> None:
        for kept in (self.banks, self.missed, self.clocks):
            kept.pop(seat, None)

    def acted(self, seat: int) -> None:
        """A player acted, and so is no longer idle."""
        self.missed.pop(seat, None)

    def idle(self, seat: int) -> bool:
        """Whether the seat's last decision timed out."""
        return seat in self.missed

    def refill(self) -> None:
        """A round starts: partly refill each time bank."""
        most, more = self._settings.time_bank, self._settings.time_bank_refill
        for seat, left in self.banks.items():
            self.banks[seat] = min(left + more, most)

    def dealt(self, cards: int, at: int) -> None:
        """Cards were dealt; they are shown after those still being shown."""
        if cards:
            self._shown = max(self._shown, at) + self._settings.dealing_time + cards * self._settings.card_time

    def waits_for(
        self,
        decisions: Mapping[int, int],
        at: int,
        thinking: Mapping[int, int],
        leaving: Collection[int] = (),
        unhurried: Mapping[int, int] | None = None,
        showing: Collection[int] = (),
    ) -> None:
        """Update the clocks for these open decisions: new ones get a clock, the others stop.

        `thinking` is how long each bot takes, which need not wait for the cards; players who are `leaving` get no time,
        and those who are `unhurried` until the given time, or all they want, because the hand began without a clock.
        Whoever is `showing` or mucking a hand holds up the pot, and has only a moment, or none if they are idle.
        """
        for seat, clock in list(self.clocks.items()):
            if decisions.get(seat) != clock.decision:
                del self.clocks[seat]
                self._charge(seat, at - clock.bank_from)
        for seat, decision in decisions.items():
            if seat in leaving:
                self.clocks[seat] = Deadline(decision, at, at, at)
                continue
            limit = NEVER if self._pace.decision is None else (unhurried or {}).get(seat, 0)
            endless = seat not in thinking and limit == NEVER
            if seat not in self.clocks or (self.clocks[seat].ends == NEVER) != endless:
                self.clocks[seat] = self._clock(seat, decision, at, thinking.get(seat), limit, seat in showing)

    def _clock(self, seat: int, decision: int, at: int, thinks: int | None, limit: int, shows: bool) -> Deadline:
        if thinks is not None:
            return Deadline(decision, at, at + thinks, at + thinks)
        starts = max(at, self._shown)
        if limit or self._pace.decision is None:
            return Deadline(decision, starts, limit, limit)
        if shows:
            ends = starts if self.idle(seat) or seat in self._away else starts + self._settings.showdown_clock
            return Deadline(decision, starts, ends, ends)
        if self.idle(seat):
            # Nobody who has timed out and whose connection is gone is waited for again.
            ends = starts if seat in self._away else starts + self._pace.idle
            return Deadline(decision, starts, ends, ends)
        bank_from = starts + self._pace.decision
        return Deadline(decision, starts, bank_from, bank_from + self.banks.get(seat, 0))

    def _charge(self, seat: int, over: int) -> None:
        if over > 0 and seat in self.banks:
            self.banks[seat] = max(self.banks[seat] - over, 0)

    def extend(self, span: int) -> None:
        """Give every player the time back that storage took."""
        for seat, clock in self.clocks.items():
            if clock.ends != NEVER:
                starts, bank_from, ends = (at + span for at in (clock.starts, clock.bank_from, clock.ends))
                self.clocks[seat] = Deadline(clock.decision, starts, bank_from, ends)

    def stop(self) -> None:
        """Stop all clocks: between rounds, or while the table is paused."""
        self.clocks.clear()

    @property
    def deadlines(self) -> dict[int, Deadline]:
        """The clocks that will run out. A disconnected player has no time bank; at a table without a clock they have
        until they lose the seat."""
        found = {seat: self._adjusted(seat, clock) for seat, clock in self.clocks.items()}
        return {seat: clock for seat, clock in found.items() if clock.ends != NEVER}

    def _adjusted(self, seat: int, clock: Deadline) -> Deadline:
        since = self._away.get(seat)
        if since is None:
            return clock
        if clock.ends == NEVER:
            gone = since + self._pace.away
            return replace(clock, bank_from=gone, ends=gone)
        return replace(clock, ends=min(clock.ends, max(clock.bank_from, since + self._pace.idle)))

    def due(self, at: int) -> list[int]:
        """The seats whose time is up, earliest first."""
        deadlines = self.deadlines
        return sorted(
            (seat for seat, deadline in deadlines.items() if deadline.ends <= at),
            key=lambda seat: (deadlines[seat].ends, seat),
        )

    @property
    def next(self) -> int | None:
        """When the next clock runs out."""
        return min((deadline.ends for deadline in self.deadlines.values()), default=None)
