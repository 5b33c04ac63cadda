"""A live table: from the first wager to the result on show, round after round.

A table has parts, and each of them can be read by itself:

    loop        does one thing at a time: commits it, adopts it, tells it; pauses and fails when it must
    policy      what differs between games: against the dealer, or among players
    seats       who sits where with which chips, and who waits for a seat
    presence    who watches, and who is away
    decisions   what people decide, and the clock in their place
    seeds       people's own parts of the shuffle
    timing      the clocks of those who have to decide
    viewers     connections that are told of every change

How the table stands is one value, `standing`, which only a commit changes.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.games import game_of, new_session
from seventh.house import Limits
from seventh.room.changes import LogEntry
from seventh.room.frames import LastRound, LobbyTable
from seventh.room.gate import in_words
from seventh.room.people.accounts import Person
from seventh.room.refusals import STALE, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import Seated, open_round
from seventh.room.tables.dealer_policy import DealerPolicy
from seventh.room.tables.decisions import Decisions
from seventh.room.tables.loop import TableLoop
from seventh.room.tables.policy import Policy
from seventh.room.tables.presence import Presence
from seventh.room.tables.seats import Seats, not_seated
from seventh.room.tables.seeds import Seeds
from seventh.room.tables.services import Services, TableRow
from seventh.room.tables.standing import CLOSED, PAUSED, SHOWING, WAITING, Standing, Step
from seventh.room.tables.stud_policy import StudPolicy
from seventh.room.tables.table_view import lobby_row, moment_of
from seventh.room.tables.timing import Timing
from seventh.room.tables.viewers import Viewers
from seventh.rounds.actions import DEALER
from seventh.rounds.events import Dealt
from seventh.rounds.session import Session


class LiveTable:
    """A table at which rounds are played."""

    def __init__(self, services: Services, row: TableRow, bots: tuple[Person, ...] = ()) -> None:
        self.services = services
        self.row = row
        self.id = row.id
        self.house = row.house
        self.game = row.house.game
        self.rules = game_of(row.house).round
        self.standing = Standing(self.empty_session())
        self.loop = TableLoop(self)
        self.policy: Policy = DealerPolicy(self) if self.rules.AGAINST_HOUSE else StudPolicy(self, bots)
        self.seats = Seats(self)
        self.presence = Presence(self)
        self.decisions = Decisions(self)
        self.seeds = Seeds(self)
        self.timing = Timing(services.settings)
        # Where cards stay hidden, those without a seat see the table later.
        self.viewers = Viewers(services.clock, services.settings.spectator_delay if self.rules.KEEPS_SECRETS else 0)
        self.ready: set[int] = set()
        """Seats that need no more time before the cards, or before the next round."""
        self.showing_until = 0
        """Until when the result of the last round is on show; 0 if none is."""
        self.seq = 0
        self.idle_since = services.clock.now()
        """Since when nobody sits here; 0 while somebody does."""

    def empty_session(self) -> Session:
        """The table with nobody at it."""
        settings = self.services.settings
        return new_session(self.house, Limits(settings.dealer_buy_in_least, settings.dealer_buy_in_most))

    # What there is to see.

    @property
    def buy_in(self) -> Limits:
        """What one may bring to the table."""
        return self.standing.session.buy_in

    @property
    def away(self) -> dict[int, int]:
        """Seats whose person has no connection, since when."""
        return self.presence.away

    @property
    def notice(self) -> str:
        """Why the table is paused or closed, in words; empty otherwise."""
        if self.loop.halted or self.loop.paused:
            return self.loop.halted or self.loop.paused
        closure = self.services.gate.closure_of(self.id, self.game)
        return in_words(closure) if closure is not None else ""

    @property
    def state(self) -> str:
        if self.loop.halted:
            return CLOSED
        if self.loop.paused:
            return PAUSED
        if self.standing.live is not None:
            return self.policy.phase(self.standing.live)
        if self.showing_until:
            return SHOWING
        return CLOSED if self.services.gate.closure_of(self.id, self.game) else WAITING

    @property
    def people(self) -> int:
        """How many people sit here, bots aside."""
        return sum(not chair.bot for chair in self.standing.chairs.values())

    @property
    def takes_people(self) -> bool:
        """Whether somebody could sit down now: a seat is free and the table is not closed."""
        return not self.notice and len(self.standing.chairs) < self.house.seats

    def tell(self, step: Step) -> None:
        """Tell every viewer how the table stands."""
        self.seq += 1
        self.viewers.tell(moment_of(self, step))

    def lobby_row(self) -> LobbyTable:
        """The table's line on the list."""
        return lobby_row(self)

    def chips_of(self, seat: int) -> int:
        """The chips that belong to a seat now, without what lies in a round's pot or on its layout."""
        live = self.standing.live
        if live is not None and seat in live.seats:
            return live.stacks[seat]
        return self.standing.session.seats[seat].chips

    def round_of(self, person: Person, round_id: str) -> tuple[LiveRound, int]:
        """The round at the table, if it is this one, and the person's seat in it; refused if there is none."""
        live = self.standing.live
        seat = next((s for s, seated in live.seats.items() if seated.person == person.id), 0) if live else 0
        if live is None or live.id != round_id:
            if not any(chair.person == person.id for chair in self.standing.chairs.values()):
                raise not_seated()
            raise RoomRefused(STALE, "that round is not being played", live.id if live else "")
        if not seat:
            raise not_seated()
        return live, seat

    def entry(self, kind: str, at: int, person: str | None = None, ask: str | None = None, **body: Any) -> LogEntry:
        """A line of the log about this table."""
        live = self.standing.live
        return LogEntry(kind, msgspec.json.encode(body), at, self.id, live.id if live else None, person, ask)

    # Starting and stopping.

    async def start(self) -> None:
        """Take the table up where storage has it."""
        await self.loop.start()

    async def stop(self) -> None:
        """Do nothing more; a round in progress is in storage and goes on at the next start."""
        self.viewers.close()
        await self.loop.stop()

    async def tick(self) -> None:
        """Do whatever is due."""
        await self.loop.tick()

    def take_up(self, standing: Standing) -> None:
        """Go on from what storage has: everybody is away until a connection is back."""
        now, before, self.standing = self.services.clock.now(), self.standing, standing
        for seat, chair in standing.chairs.items():
            self.timing.sits(seat)
            if not chair.bot:
                self.away[seat] = now
        self.idle_since = 0 if any(not chair.bot for chair in standing.chairs.values()) else now
        self.changed_from(before, now)
        self.tell(Step(standing))

    # From one round to the next.

    def follow(self, step: Step, at: int) -> Step:
        """Everything that follows without anybody's decision, to be committed together with the step."""
        if step.standing.live is not None:
            step = self.policy.go_on(step, at)
            live = step.standing.live
            if live is not None and live.over:
                return self.finished(step, at)
        elif step.standing.over is self.standing.over and self._show_over(at):
            step = self.policy.with_company(self.seats.call_next(step, at), at)
            step = self.open_round(step, at)
        return step

    def open_round(self, step: Step, at: int) -> Step:
        """Begin a round, if enough play and one of them is a person who is here."""
        if self.services.gate.closure_of(self.id, self.game) is not None:
            return step
        step = self.policy.dealt_in(step)
        standing = step.standing
        here = [
            seat for seat in standing.session.ready if not standing.chairs[seat].bot and seat not in self.presence.away
        ]
        if not here or not standing.session.can_start:
            return step
        session, hand = standing.session.start()
        number = standing.number + 1
        live, change = open_round(
            table=self.id,
            number=number,
            house=self.house,
            seats={seat: Seated(session.seats[seat].player, chips) for seat, chips in hand.seats.items()},
            dealer_position=hand.dealer_position,
            at=at,
        )
        step = step.then(replace(standing, session=session, number=number, live=live, over=None), change)
        return self.policy.opened(step, at)

    def dealt_on(self, step: Step, at: int) -> Step:
        """Let the dealer act, if it is the dealer's turn."""
        live = step.standing.live
        if live is None or live.over or DEALER not in live.hand.to_act:
            return step
        return step.moved(live.deal_on(at))

    def finished(self, step: Step, at: int) -> Step:
        """Take over the result of a round that is over."""
        live = step.standing.live
        assert live is not None
        step = self.seats.after_round(step, live, at)
        standing = replace(step.standing, live=None, over=live, last=self._last(live))
        return replace(step, standing=standing)

    def _last(self, live: LiveRound) -> LastRound:
        outcome = live.hand.outcome
        reason = live.called_off or (outcome.reason or outcome.clause if outcome else "")
        at_once = not self.rules.KEEPS_SECRETS or not self.services.settings.seed_reveal_delay
        nets = {live.seats[seat].person: net for seat, net in live.nets.items()}
        return LastRound(live.id, live.is_void, reason, nets, live.revealed if at_once else "")

    def _show_over(self, at: int) -> bool:
        """Whether the result has been on show long enough: the time is up, or everybody here wants to go on."""
        if not self.showing_until:
            return True
        here = [s for s in self.standing.session.ready if s not in self.away and not self.standing.chairs[s].bot]
        return at >= self.showing_until or (bool(here) and all(seat in self.ready for seat in here))

    # Time.

    def due(self, at: int) -> Step | None:
        """What has to happen now because of the time, if anything."""
        return self.decisions.of_the_clock(at) or self.presence.absent_leave(at) or self._follows(at)

    def _follows(self, at: int) -> Step | None:
        if self.showing_until and self._show_over(at):
            self.showing_until = 0
            return self.follow(Step(self.standing), at)  # at least the viewers are told that the show is over
        step = self.follow(Step(self.standing), at)
        return None if step.standing is self.standing else step

    def next_due(self) -> int | None:
        """When the clock has to look at the table again."""
        times = (
            self.timing.next,
            self.policy.next_due(),
            self.showing_until or None,
            self.presence.next_absence(),
        )
        return min((time for time in times if time is not None), default=None)

    # The standing has changed.

    def adopt(self, step: Step, at: int) -> None:
        """A step is committed: go on from it, and tell it."""
        before, self.standing = self.standing, step.standing
        for seat, chair in before.chairs.items():
            now = self.standing.chairs.get(seat)
            if now is not None and now.person == chair.person:
                continue
            self.timing.leaves(seat)
            self.ready.discard(seat)
            self.away.pop(seat, None)
        if before.chairs is not self.standing.chairs:
            people = [chair for chair in self.standing.chairs.values() if not chair.bot]
            self.idle_since = 0 if people else self.idle_since or at
        self.changed_from(before, at)
        self.tell(step)
        if before.session is not self.standing.session or before.queue is not self.standing.queue:
            self.services.changed()

    def changed_from(self, before: Standing, at: int) -> None:
        """Bring the clocks up to date."""
        standing = self.standing
        for seat, chair in standing.chairs.items():
            known = before.chairs.get(seat)
            if known is None or known.person != chair.person:
                self.timing.sits(seat)
                if not chair.bot:
                    self.presence.sat_down(seat, chair.person, at)
        live, was = standing.live, before.live
        if live is not None and (was is None or was.id != live.id):
            self.timing.refill()
            self.ready.clear()
            self.showing_until = 0
        if standing.over is not before.over and standing.over is not None:
            self.showing_until = at + self.services.settings.showing_time
            self.ready.clear()
            if not standing.over.is_void:
                self.loop.failures = 0
        if live is not None and was is not None and was.id == live.id:
            new = live.hand.events[len(was.hand.events) :]
            self.timing.dealt(sum(len(event.cards) // 2 for event in new if isinstance(event, Dealt)), at)
        self._run_clocks(live, at)
        self.policy.adopted(at)

    def _run_clocks(self, live: LiveRound | None, at: int) -> None:
        if live is None or not self.policy.begun(live):
            self.timing.waits_for({}, at, {})
            return
        decisions = {seat: live.decision(seat) for seat in live.hand.to_act if isinstance(seat, int)}
        thinks = self.services.settings.bot_thinks
        thinking = {seat: thinks for seat, chair in self.standing.chairs.items() if chair.bot}
        self.timing.waits_for(decisions, at, thinking, self.away)
