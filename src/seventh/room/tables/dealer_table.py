"""A table against the dealer: wagers stay open for a while after the first one, then everybody's hand is played."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import Seated, open_round
from seventh.room.tables.standing import BETTING, PLAYING, Standing, Step
from seventh.room.tables.table import LiveTable
from seventh.rounds.actions import Action
from seventh.rounds.dealer.walk import IN, OPEN, WAGERS, DealerRound


class DealerTable(LiveTable):
    """Boston 7 Stud Poker, 7 Card Thrill or High Card Flush, live."""

    def __init__(self, *args: Any) -> None:
        self.window_ends = 0
        """When the wagers close; 0 before the first one."""
        super().__init__(*args)

    @property
    def phase(self) -> str:
        live = self.standing.live
        return BETTING if live is not None and not self.begun(live) else PLAYING

    def begun(self, live: LiveRound) -> bool:
        return live.hand.phase != WAGERS

    def until(self) -> int:
        return self.window_ends or self.showing_until

    # What follows.

    def follow(self, step: Step, at: int) -> Step:
        live = step.standing.live
        if live is not None and (self.begun(live) or self._closes(live, at)):
            step = self._dealt(step, at)
            live = step.standing.live
            if live is not None and live.over:
                return self.finished(step, at)
        if live is None and step.standing.over is self.standing.over and self.show_over(at):
            step = self._opened(self.call_next(step, at), at)
        return step

    def _dealt(self, step: Step, at: int) -> Step:
        live = step.standing.live
        assert live is not None
        if self.begun(live):
            return self.dealt_on(step, at)
        idle = [seat for seat, hand in _hands(live).items() if hand.status is OPEN]
        step = self.moved(step, live.deal_on(at))
        for seat in idle:
            step = self.missed(step, seat)
        return step

    def _closes(self, live: LiveRound, at: int) -> bool:
        """Whether the wagers close: the time is up, or nobody who is here needs more of it."""
        hands = _hands(live)
        if not any(hand.status is IN for hand in hands.values()):
            return False
        if self.window_ends and at >= self.window_ends:
            return True
        return all(
            seat in self.ready or (hand.status is not IN and (hand.status is not OPEN or seat in self.away))
            for seat, hand in hands.items()
        )

    def _opened(self, step: Step, at: int) -> Step:
        """Begin a round, if somebody is here to play it."""
        standing = step.standing
        if self.services.gate.closure_of(self.id, self.game) is not None:
            return step
        ready = standing.session.ready
        if not any(seat not in self.away for seat in ready):
            return step
        session, _ = standing.session.start()
        number = standing.number + 1
        seats = {seat: Seated(session.seats[seat].player, session.seats[seat].chips) for seat in ready}
        live, change = open_round(table=self.id, number=number, house=self.house, seats=seats, at=at)
        return step.then(replace(standing, session=session, number=number, live=live, over=None), change)

    def before_seats_change(self, step: Step, at: int) -> Step:
        """A round in which nobody has wagered is called off when the seats change, so that all can be in the next."""
        live = step.standing.live
        if live is None or not self._untouched(live):
            return step
        after, change, _ = live.void("the seats changed before the first wager", at)
        session = step.standing.session.settled(after.nets, after.is_void)
        return step.then(replace(step.standing, session=session, live=None), change)

    def _untouched(self, live: LiveRound) -> bool:
        return not self.begun(live) and not any(hand.wagers for hand in _hands(live).values())

    def stays(self, seat: int) -> bool:
        live = self.standing.live
        return super().stays(seat) and live is not None and not self._untouched(live)

    # Time.

    def due(self, at: int) -> Step | None:
        return self.clock_decides(at) or self.absent_leave(at) or self.follows(at)

    def next_due(self) -> int | None:
        times = [self.timing.next, self.window_ends or None, self.showing_until or None, self.next_absence()]
        return min((time for time in times if time is not None), default=None)

    def adopted(self, before: Standing, at: int) -> None:
        super().adopted(before, at)
        live = self.standing.live
        wagered = live is not None and not self.begun(live) and any(h.status is IN for h in _hands(live).values())
        if not wagered:
            self.window_ends = 0
        elif not self.window_ends:
            self.window_ends = at + self.services.settings.betting_window

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        return live.hand.default(seat)  # bots play stud only


def _hands(live: LiveRound) -> dict[int, Any]:
    hand = live.hand
    assert isinstance(hand, DealerRound)
    return hand.hands
