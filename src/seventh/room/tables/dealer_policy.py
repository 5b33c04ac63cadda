"""Policy of a table against the dealer: betting stays open for a while after the first wager, then hands are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.snapshot import BETTING, PLAYING, Snapshot, Step
from seventh.rounds.actions import DEALER, Action, PlaceWagers
from seventh.rounds.dealer.phases import IN, OPEN, WAGERS, DealerRound
from seventh.rounds.dealer.state import Hand

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class DealerPolicy:
    """The betting window and what follows from it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._window_ends = 0
        """When betting closes; 0 before the first wager."""
        self._last_call_ends = 0
        """When it closes because only idle players have not bet yet; 0 while anybody else is waited for."""

    def phase(self, live: LiveRound) -> str:
        return PLAYING if self.begun(live) else BETTING

    def begun(self, live: LiveRound) -> bool:
        return live.hand.phase != WAGERS

    def until(self) -> int:
        return self._first(self._window_ends, self._last_call_ends)

    @staticmethod
    def _first(*times: int) -> int:
        return min(filter(None, times), default=0)

    most_bots = 0

    # What may be wagered and lost.

    def most_staked(self, action: Action) -> int:
        table = self._table
        return table.rules.most_staked(table.house, action.amounts) if isinstance(action, PlaceWagers) else 0

    def at_stake(self, seat: int) -> int:
        live = self._table.snapshot.live
        wagers = live.books.wagers.get(seat) if live is not None and not live.over else None
        return live.hand.most_staked(live.house, wagers) if live is not None and wagers else 0

    # Between rounds: no bots are needed, and players who may not wager simply do not.

    def with_bots(self, step: Step, at: int) -> Step:  # noqa: ARG002
        return step

    def dealt_in(self, step: Step) -> Step:
        return step

    def opened(self, step: Step, at: int) -> Step:  # noqa: ARG002
        return step

    # During a round.

    def advance(self, step: Step, at: int) -> Step:
        live, table = step.snapshot.live, self._table
        assert live is not None
        if self.begun(live):
            return table.dealt_on(step, at)
        if not self._window_closes(live, step.snapshot, at):
            return step
        return self._betting_closed(step.moved(live.deal_on(at)), live, at)

    def _betting_closed(self, step: Step, live: LiveRound, at: int) -> Step:
        for seat in [seat for seat, hand in _hands(live).items() if hand.status is OPEN]:
            step = self._table.decisions.missed(step, seat, at, "Betting closed before you placed a bet.")
        return step

    def may_step(self, live: LiveRound) -> bool:
        if self.begun(live):
            return DEALER in live.hand.to_act
        return any(hand.status is IN for hand in _hands(live).values())

    def deal_step(self, step: Step, live: LiveRound, at: int) -> Step:
        after = step.moved(live.deal_step(at))
        return after if self.begun(live) else self._betting_closed(after, live, at)

    def _window_closes(self, live: LiveRound, snapshot: Snapshot, at: int) -> bool:
        """Whether betting closes: the time is up, or every player present is ready."""
        hands = _hands(live)
        if not any(hand.status is IN for hand in hands.values()):
            return False
        ends = self._ends(live)
        return bool(ends and at >= ends) or not any(self._waits(seat, hand, snapshot) for seat, hand in hands.items())

    def _waits(self, seat: int, hand: Hand, snapshot: Snapshot) -> bool:
        """Whether betting stays open for this seat: not if it is ready or leaving, nor, before it has wagered, if it is
        away or may not wager. It stays open for a seat that timed out last time, but not for as long."""
        table = self._table
        if hand.status not in (IN, OPEN) or seat in table.ready or snapshot.session.seats[seat].leaves:
            return False
        gate, person = table.services.gate, snapshot.session.seats[seat].player
        if hand.status is IN:
            return not gate.excluded(person)
        return not (seat in table.away or gate.why_not(person, table.id, table.game))

    def _only_idle(self, live: LiveRound, snapshot: Snapshot) -> bool:
        """Whether betting stays open only for players who timed out last time and have not wagered."""
        waits = {seat: hand for seat, hand in _hands(live).items() if self._waits(seat, hand, snapshot)}
        idle = self._table.timing.idle
        return bool(waits) and all(hand.status is OPEN and idle(seat) for seat, hand in waits.items())

    def _ends(self, live: LiveRound) -> int:
        """When betting closes on its own: at the end of the window or of the last call, or, without a window, when
        everyone who wagered has been away too long; 0 if neither."""
        table = self._table
        wagered = [seat for seat, hand in _hands(live).items() if hand.status is IN]
        if self._window_ends or not wagered or not all(seat in table.away for seat in wagered):
            return self.until()
        return max(table.away[seat] for seat in wagered) + table.pace.away

    def before_seats_change(self, step: Step, at: int, why: str = "the seats changed before the first wager") -> Step:
        """Void a round without wagers when the seats change, so that everybody can be in the next one."""
        live = step.snapshot.live
        if live is None or not self._untouched(live):
            return step
        after, change, _ = live.void(why, at)
        session = step.snapshot.session.settled(after.nets, after.is_void)
        return step.then(replace(step.snapshot, session=session, live=None), change)

    def _untouched(self, live: LiveRound) -> bool:
        return not self.begun(live) and not any(hand.wagers for hand in _hands(live).values())

    def holds(self, seat: int) -> bool:
        snapshot = self._table.snapshot
        return seat in snapshot.session.in_hand and snapshot.live is not None and not self._untouched(snapshot.live)

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        return live.hand.default(seat)  # no bots sit here

    # Time.

    def adopted(self, at: int) -> None:
        snapshot, pace = self._table.snapshot, self._table.pace
        live = snapshot.live
        if live is None or self.begun(live) or not any(hand.status is IN for hand in _hands(live).values()):
            self._window_ends = self._last_call_ends = 0
            return
        if not self._window_ends and pace.bets is not None:
            self._window_ends = at + pace.bets
        if not self._only_idle(live, snapshot):
            self._last_call_ends = 0
        elif not self._last_call_ends:
            self._last_call_ends = at + pace.last_call

    def extend(self, span: int) -> None:
        if self._window_ends:
            self._window_ends += span
        if self._last_call_ends:
            self._last_call_ends += span

    def next_due(self) -> int | None:
        live = self._table.snapshot.live
        return self._ends(live) or None if live is not None and not self.begun(live) else None


def _hands(live: LiveRound) -> dict[int, Hand]:
    hand = live.hand
    assert isinstance(hand, DealerRound)
    return hand.hands
