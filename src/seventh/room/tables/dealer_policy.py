"""A table against the dealer: wagers stay open for a while after the first one, then everybody's hand is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.standing import BETTING, PLAYING, Step
from seventh.rounds.actions import Action
from seventh.rounds.dealer.state import Hand
from seventh.rounds.dealer.walk import IN, OPEN, WAGERS, DealerRound

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class DealerPolicy:
    """The betting window, and whatever follows from the wagers in it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._window_ends = 0
        """When the wagers close; 0 before the first one."""

    def phase(self, live: LiveRound) -> str:
        return PLAYING if self.begun(live) else BETTING

    def begun(self, live: LiveRound) -> bool:
        return live.hand.phase != WAGERS

    def until(self) -> int:
        return self._window_ends

    # Between rounds: nobody needs company, and whoever may not wager just does not.

    def with_company(self, step: Step, at: int) -> Step:  # noqa: ARG002
        return step

    def dealt_in(self, step: Step) -> Step:
        return step

    def opened(self, step: Step, at: int) -> Step:  # noqa: ARG002
        return step

    # During a round.

    def go_on(self, step: Step, at: int) -> Step:
        live, table = step.standing.live, self._table
        assert live is not None
        if self.begun(live):
            return table.dealt_on(step, at)
        if not self._window_closes(live, at):
            return step
        idle = [seat for seat, hand in _hands(live).items() if hand.status is OPEN]
        step = step.moved(live.deal_on(at))
        for seat in idle:
            step = table.decisions.missed(step, seat)
        return step

    def _window_closes(self, live: LiveRound, at: int) -> bool:
        """Whether the wagers close: the time is up, or nobody who is here needs more of it."""
        hands, ready, away = _hands(live), self._table.ready, self._table.away
        if not any(hand.status is IN for hand in hands.values()):
            return False
        if self._window_ends and at >= self._window_ends:
            return True
        return all(
            seat in ready or (hand.status is not IN and (hand.status is not OPEN or seat in away))
            for seat, hand in hands.items()
        )

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

    def holds(self, seat: int) -> bool:
        standing = self._table.standing
        return seat in standing.session.in_hand and standing.live is not None and not self._untouched(standing.live)

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        return live.hand.default(seat)  # no bots sit here

    # Time.

    def adopted(self, at: int) -> None:
        live = self._table.standing.live
        wagered = live is not None and not self.begun(live) and any(h.status is IN for h in _hands(live).values())
        if not wagered:
            self._window_ends = 0
        elif not self._window_ends:
            self._window_ends = at + self._table.services.settings.betting_window

    def next_due(self) -> int | None:
        return self._window_ends or None


def _hands(live: LiveRound) -> dict[int, Hand]:
    hand = live.hand
    assert isinstance(hand, DealerRound)
    return hand.hands
