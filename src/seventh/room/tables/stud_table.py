"""A table of Seven-Card Stud: hand after hand, with company for whoever would be alone."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from seventh.room.people.accounts import Person
from seventh.room.refusals import RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import Seated, open_round
from seventh.room.tables.bots_at_tables import filled_up, how_many, player_of, seed_for
from seventh.room.tables.standing import PLAYING, Standing, Step
from seventh.room.tables.table import LiveTable
from seventh.room.tables.table_state import Services, TableRow
from seventh.rounds.actions import DEALER, Action


class StudTable(LiveTable):
    """Seven-Card Stud, live."""

    REVEALS_AT_ONCE: ClassVar[bool] = False

    def __init__(self, services: Services, row: TableRow, bots: tuple[Person, ...] = ()) -> None:
        self.delay = services.settings.spectator_delay
        self.bots = bots
        self.seeds_until = 0
        """When the shuffle waits no longer for people's own seeds."""
        super().__init__(services, row)

    @property
    def phase(self) -> str:
        return PLAYING

    def begun(self, live: LiveRound) -> bool:
        return live.seeds_closed

    def until(self) -> int:
        return self.seeds_until or self.showing_until

    # What follows.

    def follow(self, step: Step, at: int) -> Step:
        live = step.standing.live
        if live is not None and not live.seeds_closed:
            return self._seeds_closed(step, at)
        if live is not None and self._root_is_known(live):
            step = self.dealt_on(step, at)
            live = step.standing.live
            if live is not None and live.over:
                return self.finished(step, at)
        if live is None and step.standing.over is self.standing.over and self.show_over(at):
            step = self._opened(self._company(self.call_next(step, at), at), at)
        return step

    def _root_is_known(self, live: LiveRound) -> bool:
        """Whether the root of this hand's cards is committed and shown: only then the first card is dealt."""
        committed = self.standing.live
        return committed is not None and committed.id == live.id and committed.seeds_closed

    def _seeds_closed(self, step: Step, at: int) -> Step:
        live = step.standing.live
        assert live is not None
        # Who was away before the hand is not waited for; who lost the connection since may be back in a moment.
        lost = [seat for seat, since in self.away.items() if since < live.opened]
        awaited = [seat for seat in live.seats if seat not in live.client_seeds and seat not in lost]
        known = self.standing.live
        if known is None or known.id != live.id:
            return step  # the hash of the server seed comes first
        if awaited and at < self.seeds_until:
            return step
        return self.moved(step, live.close_seeds(at))

    def _company(self, step: Step, at: int) -> Step:
        """Bots come and go between hands."""
        settings = self.services.settings
        company = settings.company if self.row.bots and not self.notice else 0
        wanted = how_many(step.standing.session, step.standing.chairs.items(), company)
        here = [chair for chair in step.standing.chairs.values() if chair.bot]
        broke = [c for c in here if not step.standing.session.seats[step.standing.session.seat_of(c.person)].plays]
        staying = [chair for chair in here if chair not in broke]
        for chair in (*broke, *staying[wanted:]):
            step = self.left(step, chair.person, at)
        free = [bot for bot in self.bots if not step.standing.session.seat_of(bot.id)]
        buy_in = min(max(settings.bot_chips, self.buy_in.minimum), self.buy_in.maximum)
        for bot in free[: max(wanted - len(staying), 0)]:
            if len(step.standing.session.seats) >= self.house.seats - 1:
                break  # one seat stays free for a person
            change = filled_up(bot, self.services.cashier.wallet(bot.id), buy_in, at)
            step = self.seated(step.then(step.standing, change), bot, buy_in, 0, at)
        return step

    def _opened(self, step: Step, at: int) -> Step:
        """Deal the next hand, if at least two play and one of them is a person who is here."""
        if self.services.gate.closure_of(self.id, self.game) is not None:
            return step
        step = self._sit_out_the_closed(step)
        standing = step.standing
        session = standing.session
        here = [seat for seat in session.ready if not standing.chairs[seat].bot and seat not in self.away]
        if not session.can_start or not here:
            return step
        session, hand = session.start()
        number = standing.number + 1
        seats = {seat: Seated(session.seats[seat].player, session.seats[seat].chips) for seat in session.in_hand}
        live, change = open_round(
            table=self.id,
            number=number,
            house=self.house,
            seats=seats,
            dealer_position=hand.dealer_position,
            at=at,
        )
        step = step.then(replace(standing, session=session, number=number, live=live, over=None), change)
        for seat in session.in_hand:
            if standing.chairs[seat].bot:
                live = step.standing.live or live
                seed = seed_for(self.services.people.seed_of(standing.chairs[seat].person), live.id)
                step = self.moved(step, live.contribute(seat, seed, at))
        return step

    def _sit_out_the_closed(self, step: Step) -> Step:
        """Nobody pays an ante who may not wager."""
        for seat in step.standing.session.ready:
            try:
                self.services.gate.may_wager(step.standing.session.seats[seat].player, self.id, self.game)
            except RoomRefused:
                session = step.standing.session.sit_out(seat)
                step = replace(step, standing=replace(step.standing, session=session))
        return step

    # Time.

    def due(self, at: int) -> Step | None:
        return self.clock_decides(at) or self.absent_leave(at) or self.follows(at)

    def next_due(self) -> int | None:
        live = self.standing.live
        if live is not None and live.seeds_closed and DEALER in live.hand.to_act:
            return self.services.clock.now()
        times = [self.timing.next, self.seeds_until or None, self.showing_until or None, self.next_absence()]
        return min((time for time in times if time is not None), default=None)

    def adopted(self, before: Standing, at: int) -> None:
        super().adopted(before, at)
        live = self.standing.live
        if live is None or live.seeds_closed:
            self.seeds_until = 0
        elif not self.seeds_until:
            self.seeds_until = at + self.services.settings.seed_window

    def bot_action(self, live: LiveRound, seat: int) -> Action:
        return player_of(self.services.people.person(live.seats[seat].person))(live.hand, seat)
