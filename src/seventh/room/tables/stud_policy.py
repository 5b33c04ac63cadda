"""A table where people play each other: hand after hand, seeds before each, and bots for whoever would be alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seventh.room.people.accounts import Person
from seventh.room.refusals import RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.bots_at_tables import filled_up, how_many, player_of, seed_for
from seventh.room.tables.standing import PLAYING, Step
from seventh.rounds.actions import DEALER, Action

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


class StudPolicy:
    """Seeds, the root of the cards, bots."""

    def __init__(self, table: LiveTable, bots: tuple[Person, ...] = ()) -> None:
        self._table = table
        self._bots = bots
        self._seeds_until = 0
        """When the shuffle waits no longer for people's own seeds."""

    def phase(self, live: LiveRound) -> str:  # noqa: ARG002
        return PLAYING

    def begun(self, live: LiveRound) -> bool:
        return live.seeds_closed

    def until(self) -> int:
        return self._seeds_until

    # Between hands.

    def with_company(self, step: Step, at: int) -> Step:
        table = self._table
        settings, seats, limits = table.services.settings, table.seats, table.buy_in
        company = settings.company if table.row.bots and not table.notice else 0
        session = step.standing.session
        wanted = how_many(session, step.standing.chairs.items(), company)
        here = [chair for chair in step.standing.chairs.values() if chair.bot]
        broke = [chair for chair in here if not session.seats[session.seat_of(chair.person)].plays]
        staying = [chair for chair in here if chair not in broke]
        for chair in (*broke, *staying[wanted:]):
            step = seats.left(step, chair.person, at)
        free = [bot for bot in self._bots if not step.standing.session.seat_of(bot.id)]
        buy_in = min(max(settings.bot_chips, limits.minimum), limits.maximum)
        for bot in free[: max(wanted - len(staying), 0)]:
            if len(step.standing.session.seats) >= table.house.seats - 1:
                break  # one seat stays free for a person
            change = filled_up(bot, table.services.cashier.wallet(bot.id), buy_in, at)
            step = seats.seated(step.then(step.standing, change), bot, buy_in, 0, at)
        return step

    def dealt_in(self, step: Step) -> Step:
        """Nobody pays an ante who may not wager."""
        table = self._table
        for seat in step.standing.session.ready:
            try:
                table.services.gate.may_wager(step.standing.session.seats[seat].player, table.id, table.game)
            except RoomRefused:
                session = step.standing.session.sit_out(seat)
                step = replace(step, standing=replace(step.standing, session=session))
        return step

    def opened(self, step: Step, at: int) -> Step:
        """The bots' parts of the shuffle are there from the beginning."""
        standing, people = step.standing, self._table.services.people
        for seat in standing.session.in_hand:
            live = step.standing.live
            if live is not None and standing.chairs[seat].bot:
                step = step.moved(
                    live.contribute(seat, seed_for(people.seed_of(standing.chairs[seat].person), live.id), at)
                )
        return step

    # During a hand.

    def go_on(self, step: Step, at: int) -> Step:
        live = step.standing.live
        assert live is not None
        if not live.seeds_closed:
            return self._close_seeds(step, live, at)
        # Only when the root of this hand's cards is committed and shown is the first card dealt.
        committed = self._table.standing.live
        if committed is not None and committed.id == live.id and committed.seeds_closed:
            return self._table.dealt_on(step, at)
        return step

    def _close_seeds(self, step: Step, live: LiveRound, at: int) -> Step:
        """Fix the deck, once the hash of the server seed is known and everybody's seed is here or the time is up."""
        committed = self._table.standing.live
        if committed is None or committed.id != live.id:
            return step
        # Who was away before the hand is not waited for; who lost the connection since may be back in a moment.
        lost = [seat for seat, since in self._table.away.items() if since < live.opened]
        awaited = [seat for seat in live.seats if seat not in live.client_seeds and seat not in lost]
        if awaited and at < self._seeds_until:
            return step
        return step.moved(live.close_seeds(at))

    def before_seats_change(self, step: Step, at: int) -> Step:  # noqa: ARG002
        return step

    def holds(self, seat: int) -> bool:
        return seat in self._table.standing.session.in_hand

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        return player_of(self._table.services.people.person(live.seats[seat].person))(live.hand, seat)

    # Time.

    def adopted(self, at: int) -> None:
        live = self._table.standing.live
        if live is None or live.seeds_closed:
            self._seeds_until = 0
        elif not self._seeds_until:
            self._seeds_until = at + self._table.services.settings.seed_window

    def next_due(self) -> int | None:
        live = self._table.standing.live
        if live is not None and live.seeds_closed and DEALER in live.hand.to_act:
            return self._table.services.clock.now()
        return self._seeds_until or None
