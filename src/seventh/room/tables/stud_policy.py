"""Policy of a table between players: client seeds before each hand, and bots for a person who would be alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seventh.room.people.accounts import Person
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.snapshot import PLAYING, Step
from seventh.room.tables.table_bots import bankroll, bots_wanted, player_of, seed_for
from seventh.rounds.actions import DEALER, Action

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class StudPolicy:
    """Client seeds, the card commitments, bots."""

    def __init__(self, table: LiveTable, bots: tuple[Person, ...] = ()) -> None:
        self._table = table
        self._bots = bots
        self._seeds_until = 0
        """When the shuffle stops waiting for client seeds."""

    def phase(self, live: LiveRound) -> str:  # noqa: ARG002
        return PLAYING

    def begun(self, live: LiveRound) -> bool:
        return live.seeds_closed

    def until(self) -> int:
        return self._seeds_until

    @property
    def most_bots(self) -> int:
        return min(len(self._bots), self._table.house.seats - 1)

    # What may be wagered and lost: the whole stack, with chips that are on their way to it.

    def most_staked(self, action: Action) -> int:  # noqa: ARG002
        return 0

    def at_stake(self, seat: int) -> int:
        seated = self._table.snapshot.session.seats[seat]
        return seated.chips + seated.buys

    # Between hands.

    def with_bots(self, step: Step, at: int) -> Step:
        table = self._table
        settings, seats, limits = table.services.settings, table.seats, step.snapshot.session.buy_in
        session, hosted = step.snapshot.session, step.snapshot.hosted
        if hosted is not None and hosted.waits:
            return step
        company = settings.company if table.row.bots and not table.notice else 0
        own = hosted.bots if hosted is not None and not table.notice else None
        waiting = len(step.snapshot.queue)
        wanted = bots_wanted(session, step.snapshot.chairs.items(), company, own, waiting)
        here = [chair for chair in step.snapshot.chairs.values() if chair.bot]
        broke = [chair for chair in here if not session.seats[session.seat_of(chair.person)].plays]
        staying = [chair for chair in here if chair not in broke]
        for chair in (*broke, *staying[wanted:]):
            step = seats.left(step, chair.person, at)
        free = [bot for bot in self._bots if not step.snapshot.session.seat_of(bot.id)]
        buy_in = min(max(settings.bot_chips, limits.minimum), limits.maximum)
        for bot in free[: max(wanted - len(staying), 0)]:
            if len(step.snapshot.session.seats) >= session.house.seats - (own is None):
                break  # keep one seat free for a person, unless the host decides otherwise
            step = seats.seated(step.then(step.snapshot, bankroll(bot, buy_in, at)), bot, buy_in, 0, at)
        return step

    def dealt_in(self, step: Step) -> Step:
        """Sit out players who may not wager, so that they pay no ante."""
        table = self._table
        for seat in step.snapshot.session.ready:
            if step.snapshot.chairs[seat].bot:
                continue
            if table.services.gate.why_not(step.snapshot.session.seats[seat].player, table.id, table.game):
                session = step.snapshot.session.sit_out(seat)
                step = replace(step, snapshot=replace(step.snapshot, session=session))
        return step

    def opened(self, step: Step, at: int) -> Step:
        """Add the bots' client seeds right away."""
        snapshot, people = step.snapshot, self._table.services.people
        for seat in snapshot.session.in_hand:
            live = step.snapshot.live
            if live is not None and snapshot.chairs[seat].bot:
                step = step.moved(
                    live.contribute(seat, seed_for(people.seed_of(snapshot.chairs[seat].person), live.id), at)
                )
        return step

    # During a hand.

    def advance(self, step: Step, at: int) -> Step:
        live = step.snapshot.live
        assert live is not None
        if not live.seeds_closed:
            return self._close_seeds(step, live, at)
        # The first card is dealt only after the root of the hand's cards is committed and shown.
        committed = self._table.snapshot.live
        if committed is not None and committed.id == live.id and committed.seeds_closed:
            return self._table.dealt_on(step, at)
        return step

    def _close_seeds(self, step: Step, live: LiveRound, at: int) -> Step:
        """Fix the deck, once the server seed's hash has been shown and all client seeds are here or the time is up."""
        committed = self._table.snapshot.live
        if committed is None or committed.id != live.id:
            return step
        # Do not wait for players who were away before the hand; one who lost the connection since may be back soon.
        lost = [seat for seat, since in self._table.away.items() if since < live.opened]
        awaited = [seat for seat in live.seats if seat not in live.client_seeds and seat not in lost]
        if awaited and at < self._seeds_until:
            return step
        return step.moved(live.close_seeds(at))

    def may_step(self, live: LiveRound) -> bool:
        return not live.seeds_closed or DEALER in live.hand.to_act

    def deal_step(self, step: Step, live: LiveRound, at: int) -> Step:
        # The root of the cards is committed and shown before the first card.
        return step.moved(live.deal_step(at) if live.seeds_closed else live.close_seeds(at))

    def before_seats_change(self, step: Step, at: int, why: str = "") -> Step:  # noqa: ARG002
        return step

    def holds(self, seat: int) -> bool:
        return seat in self._table.snapshot.session.in_hand

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        return player_of(self._table.services.people.person(live.seats[seat].person))(live.hand, seat)

    # Time.

    def adopted(self, at: int) -> None:
        live = self._table.snapshot.live
        if live is None or live.seeds_closed:
            self._seeds_until = 0
        elif not self._seeds_until:
            self._seeds_until = at + self._table.services.settings.seed_window

    def extend(self, span: int) -> None:
        if self._seeds_until:
            self._seeds_until += span

    def next_due(self) -> int | None:
        live = self._table.snapshot.live
        if live is not None and live.seeds_closed and DEALER in live.hand.to_act:
            return self._table.services.clock.now()
        return self._seeds_until or None
