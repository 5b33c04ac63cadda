"""A live table, on which round after round is played.

A table consists of these parts:

    loop        commits, applies and sends one change at a time; pauses, and handles failures
    policy      what differs between games: against the dealer, or between players
    seats       the seats with their chips, and the waiting list
    presence    who is connected, and who is away
    breaks      reality checks, and people who have excluded themselves
    decisions   decisions by players, or by the clock
    seeds       client seeds
    timing      the decision clocks
    pace        how long the table waits for its players
    viewers     the connections to which every change is sent
    hosting     the host's decisions at a private table
    floor       the calls of the floor staff
    chat, news  chat messages, arrivals and departures
    coach       what decisions are worth, for players who ask
    versions    the house that the table follows, and when it switches to new rules

The state of the table is one immutable value, `snapshot`, which only a commit changes.
"""

from __future__ import annotations

from dataclasses import replace as changed
from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.games import game_of, new_session
from seventh.house import House, Limits
from seventh.room.changes import LogEntry
from seventh.room.floor_asks import ALL
from seventh.room.frames import LastRound, LobbyTable, News
from seventh.room.gate import in_words
from seventh.room.limits.guard import Exposure
from seventh.room.people.accounts import Person
from seventh.room.refusals import STALE, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import Seated, open_round
from seventh.room.tables.breaks import Breaks
from seventh.room.tables.chat import Chat
from seventh.room.tables.coach import TableCoach
from seventh.room.tables.dealer_policy import DealerPolicy
from seventh.room.tables.decisions import Decisions
from seventh.room.tables.floor import Floor
from seventh.room.tables.hosting import Hosting
from seventh.room.tables.loop import TableLoop
from seventh.room.tables.news import TableNews
from seventh.room.tables.pace import alone, shared
from seventh.room.tables.policy import Policy
from seventh.room.tables.presence import Presence
from seventh.room.tables.seats import Seats, not_seated
from seventh.room.tables.seeds import Seeds
from seventh.room.tables.services import Services, TableRow
from seventh.room.tables.snapshot import CLOSED, PAUSED, SHOWING, WAITING, Hosted, Snapshot, Step
from seventh.room.tables.stud_policy import StudPolicy
from seventh.room.tables.table_view import lobby_row, moment_of
from seventh.room.tables.timing import NEVER, Timing
from seventh.room.tables.versions import TableVersions
from seventh.room.tables.viewers import Viewers
from seventh.rounds.actions import DEALER, Show
from seventh.rounds.events import Dealt
from seventh.rounds.session import Session


class LiveTable:
    """A table on which rounds are played."""

    def __init__(self, services: Services, row: TableRow, bots: tuple[Person, ...] = ()) -> None:
        self.services = services
        self.row = row
        self.id = row.id
        self.game = row.house.game
        self.rules = game_of(row.house).round
        self.snapshot = Snapshot(self.empty_session())
        self.loop = TableLoop(self)
        self.policy: Policy = DealerPolicy(self) if self.rules.AGAINST_HOUSE else StudPolicy(self, bots)
        self.versions = TableVersions(self)
        self.seats = Seats(self)
        self.presence = Presence(self)
        self.breaks = Breaks(self)
        self.decisions = Decisions(self)
        self.hosting = Hosting(self)
        self.floor = Floor(self)
        self.chat = Chat(self)
        self.coach = TableCoach(self)
        self.news = TableNews(self)
        self.seeds = Seeds(self)
        self.pace = alone(services.settings) if row.alone else shared(services.settings)
        self.timing = Timing(services.settings, self.pace, self.presence.away)
        # Where cards stay hidden, spectators see the table with a delay.
        delay = services.settings.spectator_delay if self.rules.KEEPS_SECRETS else 0
        self.viewers = Viewers(services.clock, delay, bool(services.settings.spares_decisions))
        self.ready: set[int] = set()
        """The seats that are ready for the deal, or for the next round."""
        self.showing = False
        """Whether the result of the last round is being shown."""
        self.showing_until = 0
        """Until when, if there is a time limit."""
        self.overs: dict[str, LiveRound] = {}
        """The latest finished round that each seated person took part in; empty after a restart."""
        self._unhurried_round = ""
        """The id of the latest round that the only person at the table played without a clock."""
        self.changed_at = services.clock.now()
        """When something last happened here."""
        self.seq = 0
        self.idle_since = services.clock.now()
        """Since when the table has been empty; 0 if it is not."""

    def empty_session(self, house: House | None = None) -> Session:
        """The session of an empty table, under the table's rules or others."""
        return new_session(house or self.row.house, self.services.settings.dealer_buy_in(self.row.times))

    # Queries.

    @property
    def house(self) -> House:
        """The rules in force: those of the round in progress, unless it was opened by an earlier release."""
        house: House = self.snapshot.session.house
        return house

    @property
    def buy_in(self) -> Limits:
        """The buy-in limits."""
        return self.snapshot.session.buy_in

    @property
    def away(self) -> dict[int, int]:
        """The seats of disconnected players, and since when."""
        return self.presence.away

    @property
    def notice(self) -> str:
        """Why the table is paused or closed, as text; empty otherwise."""
        if self.loop.halted or self.loop.paused:
            return self.loop.halted or self.loop.paused
        if self.floor.stops_all:
            return self.floor.notice
        closure = self.services.gate.closure_of(self.id, self.game)
        return in_words(closure) if closure is not None else self.versions.notice

    @property
    def state(self) -> str:
        if self.loop.halted:
            return CLOSED
        if self.loop.paused or self.floor.stops_all:
            return PAUSED
        if self.snapshot.live is not None:
            return self.policy.phase(self.snapshot.live)
        if self.showing:
            return SHOWING
        return CLOSED if self.services.gate.closure_of(self.id, self.game) else WAITING

    @property
    def people(self) -> int:
        """The number of seated players, without bots."""
        return sum(not chair.bot for chair in self.snapshot.chairs.values())

    @property
    def takes_people(self) -> bool:
        """Whether a seat is free and the table is not closed."""
        return not self.notice and len(self.snapshot.chairs) < self.house.seats

    def tell(self, step: Step, news: tuple[News, ...] = ()) -> None:
        """Send the table to every viewer."""
        self.seq += 1
        self.viewers.tell(moment_of(self, step, news))

    def rename(self, name: str) -> None:
        """Change the table's name."""
        self.row = changed(self.row, name=name)

    def lobby_row(self) -> LobbyTable:
        """The table's line in the lobby."""
        return lobby_row(self)

    def chips_of(self, seat: int) -> int:
        """A seat's current stack, without chips in the pot or on the layout."""
        live = self.snapshot.live
        if live is not None and seat in live.seats:
            return live.stacks[seat]
        return self.snapshot.session.seats[seat].chips

    def exposure(self, person: str) -> Exposure | None:
        """What a person has at stake here; None without a seat."""
        return self.breaks.exposure(person)

    def round_of(self, person: Person, round_id: str) -> tuple[LiveRound, int]:
        """The current round, if it is this one, and the person's seat in it; refused otherwise."""
        live = self.snapshot.live
        seat = next((s for s, seated in live.seats.items() if seated.person == person.id), 0) if live else 0
        if live is None or live.id != round_id:
            if not any(chair.person == person.id for chair in self.snapshot.chairs.values()):
                raise not_seated()
            raise RoomRefused(STALE, "that round is not in progress", live.id if live else "")
        if not seat:
            raise not_seated()
        return live, seat

    def entry(self, kind: str, at: int, person: str | None = None, ask: str | None = None, **body: Any) -> LogEntry:
        """A log entry about this table."""
        live = self.snapshot.live
        return LogEntry(kind, msgspec.json.encode(body), at, self.id, live.id if live else None, person, ask)

    # Starting and stopping.

    async def start(self) -> None:
        """Resume the table from storage."""
        await self.loop.start()

    async def stop(self) -> None:
        """Stop; a round in progress is in storage and resumes at the next start."""
        self.viewers.close()
        await self.loop.stop()

    async def tick(self) -> None:
        """Do everything that is due."""
        await self.loop.tick()

    def restore(self, snapshot: Snapshot) -> None:
        """Resume from a snapshot in storage: everybody is away until they reconnect."""
        if snapshot.hosted is None and self.row.word is not None:  # opened by an earlier release
            snapshot = replace(snapshot, hosted=Hosted(self.row.owner))
        now, before, self.snapshot = self.services.clock.now(), self.snapshot, snapshot
        for seat, chair in snapshot.chairs.items():
            self.timing.sits(seat)
            if not chair.bot:
                self.away[seat] = now
        self.idle_since = 0 if any(not chair.bot for chair in snapshot.chairs.values()) else now
        self.changed_from(before, now)
        self.tell(Step(snapshot))

    # From one round to the next.

    def follow(self, step: Step, at: int) -> Step:
        """The step with everything that follows without a player's decision, to be committed together."""
        return self.hosting.settled(self._go_on(step, at), at)

    def _go_on(self, step: Step, at: int) -> Step:
        held = step.snapshot.held
        if held is None:
            step = self.versions.before_wagers(step, at)
        if step.snapshot.live is not None:
            if held is None:
                step = self.policy.advance(step, at)
            live = step.snapshot.live
            if live is not None and live.over:
                return self.finished(step, at)
        elif held is not None and held.what == ALL:
            return step
        elif step.snapshot.over is self.snapshot.over and self._show_over(at):
            if self.hosting.closes(step.snapshot):
                return self.hosting.closed(step, at)
            if self.versions.closes:
                return self.versions.closed(step, at)
            step = self.versions.switched(step, at)
            step = self.policy.with_bots(self.seats.call_next(step, at), at)
            step = self.seats.call_next(step, at)  # bots have given up seats
            step = self.open_round(step, at)
        return step

    def open_round(self, step: Step, at: int) -> Step:
        """Open a round, if there are enough players and one of them is a person who is present."""
        hosted = step.snapshot.hosted
        if self.services.gate.closure_of(self.id, self.game) is not None or (hosted is not None and hosted.waits):
            return step
        step = self.policy.dealt_in(step)
        snapshot = step.snapshot
        here = [
            seat for seat in snapshot.session.ready if not snapshot.chairs[seat].bot and seat not in self.presence.away
        ]
        if not here or not snapshot.session.can_start:
            return step
        session, hand = snapshot.session.start()
        number = snapshot.number + 1
        live, change = open_round(
            table=self.id,
            number=number,
            house=session.house,
            seats={seat: Seated(session.seats[seat].player, chips) for seat, chips in hand.seats.items()},
            dealer_position=hand.dealer_position,
            at=at,
            key=self.services.key,
        )
        step = step.then(replace(snapshot, session=session, number=number, live=live), change)
        return self.policy.opened(step, at)

    def dealt_on(self, step: Step, at: int) -> Step:
        """Let the dealer act if it is the dealer's turn, and take automatic actions for players."""
        while True:
            live = step.snapshot.live
            if live is None or live.over:
                return step
            if DEALER in live.hand.to_act:
                step = step.moved(live.deal_on(at))
            else:
                further = self.decisions.automatic(step, live, at)
                if further is None:
                    return step
                step = further

    def finished(self, step: Step, at: int) -> Step:
        """Apply the result of a finished round."""
        live = step.snapshot.live
        assert live is not None
        step = self.seats.after_round(step, live, at)
        snapshot = replace(step.snapshot, live=None, over=live, last=self._last(live))
        return self.hosting.now_paused(replace(step, snapshot=snapshot), at)

    def _last(self, live: LiveRound) -> LastRound:
        outcome = live.hand.outcome
        reason = live.called_off
        if not reason and outcome is not None:
            clause = f" ({outcome.clause})" if outcome.reason and outcome.clause else outcome.clause
            reason = f"{outcome.reason}{clause}"
        at_once = not self.rules.KEEPS_SECRETS or not self.services.settings.seed_reveal_delay
        nets = {live.seats[seat].person: net for seat, net in live.nets.items()}
        return LastRound(live.id, live.is_void, reason, nets, live.revealed if at_once else "")

    def _show_over(self, at: int) -> bool:
        """Whether the result has been shown long enough: the time is up, or everybody present is ready."""
        if not self.showing or (self.showing_until and at >= self.showing_until):
            return True
        here = [s for s in self.snapshot.session.ready if s not in self.away and not self.snapshot.chairs[s].bot]
        return bool(here) and all(seat in self.ready for seat in here)

    # Time.

    def due(self, at: int) -> Step | None:
        """The step that is due now, if any."""
        if self.floor.stops_all:
            return None
        return self.decisions.by_clock(at) or self.presence.absent_leave(at) or self.breaks.due(at) or self._follows(at)

    def _follows(self, at: int) -> Step | None:
        if self.showing and self._show_over(at):
            self._show(None, at)
            return self.follow(
                Step(self.snapshot), at
            )  # viewers must at least learn that the result is no longer shown
        step = self.follow(Step(self.snapshot), at)
        return None if step.snapshot is self.snapshot else step

    def next_due(self) -> int | None:
        """When something is due next."""
        if self.floor.stops_all:
            return None
        times = (
            self.timing.next,
            None if self.floor.held else self.policy.next_due(),
            self.showing_until or None,
            self.presence.next_absence(),
            self.breaks.next_due(),
        )
        return min((time for time in times if time is not None), default=None)

    # Applying a committed step.

    def adopt(self, step: Step, at: int) -> None:
        """Apply a committed step and send it to the viewers."""
        before, self.snapshot = self.snapshot, step.snapshot
        self.changed_at = at
        if self.snapshot.session.house is not self.row.house:
            self.row = changed(self.row, house=self.snapshot.session.house)
        self.breaks.adopted(before)
        for seat, chair in before.chairs.items():
            now = self.snapshot.chairs.get(seat)
            if now is not None and now.person == chair.person:
                continue
            self.timing.leaves(seat)
            self.ready.discard(seat)
            self.away.pop(seat, None)
            self.presence.acted(seat)
            self.overs.pop(chair.person, None)
        if before.chairs is not self.snapshot.chairs:
            people = [chair for chair in self.snapshot.chairs.values() if not chair.bot]
            self.idle_since = 0 if people else self.idle_since or at
        self.hosting.adopted(step)
        self.changed_from(before, at)
        self.tell(step, self.news.of(step.change.log))
        self.hosting.dismiss_removed(before)
        self.versions.adopted(step, before)
        self.floor.dismiss_removed(before)
        if before.session is not self.snapshot.session or before.queue is not self.snapshot.queue:
            self.services.changed()

    def extend_clocks(self, span: int) -> None:
        """Give back the time that storage took: everything that runs out does so that much later (R25)."""
        self.timing.extend(span)
        self.policy.extend(span)
        if self.showing_until:
            self.showing_until += span

    def changed_from(self, before: Snapshot, at: int) -> None:
        """Update the clocks."""
        snapshot = self.snapshot
        for seat, chair in snapshot.chairs.items():
            known = before.chairs.get(seat)
            if known is None or known.person != chair.person:
                self.timing.sits(seat)
                if not chair.bot:
                    self.presence.sat_down(seat, chair.person, at)
        live, was = snapshot.live, before.live
        if live is not None and (was is None or was.id != live.id):
            self.timing.refill()
            self.ready.clear()
            self._show(None, at)
        if snapshot.over is not before.over and snapshot.over is not None:
            self._show(snapshot.over, at)
            self.ready.clear()
            here = {chair.person for chair in snapshot.chairs.values()}
            took_part = {snapshot.over.seats[seat].person for seat in snapshot.over.taking_part}
            self.overs |= dict.fromkeys(took_part & here, snapshot.over)
            if not snapshot.over.is_void:
                self.loop.failures = 0
        if self.showing and not self.showing_until and not self.people:
            self._show(None, at)
        if live is not None and was is not None and was.id == live.id:
            new = live.hand.events[len(was.hand.events) :]
            self.timing.dealt(sum(len(event.cards) // 2 for event in new if isinstance(event, Dealt)), at)
        if self.floor.stops_all:
            self.timing.stop()
        else:
            if before.held is not None and snapshot.held is None:
                self.policy.extend(at - before.held.since)
            self._run_clocks(live, at)
        self.policy.adopted(at)

    def _show(self, over: LiveRound | None, at: int) -> None:
        """Start or stop showing the result of a round."""
        self.showing = over is not None
        self.showing_until = at + self.pace.result if self.showing and self.pace.result is not None else 0

    def _run_clocks(self, live: LiveRound | None, at: int) -> None:
        if live is None or not self.policy.begun(live):
            self.timing.waits_for({}, at, {})
            return
        decisions = {seat: live.decision(seat) for seat in live.hand.to_act if isinstance(seat, int)}
        thinks = self.services.settings.bot_thinks
        thinking = {seat: thinks for seat, chair in self.snapshot.chairs.items() if chair.bot}
        leaving = [seat for seat, seated in self.snapshot.session.seats.items() if seated.leaves]
        # Bots do not mind waiting for the only person at their table. Whoever joins them during a hand waits for its
        # end: a clock that appeared in the middle of a decision would be unfair. Only a player who has done nothing for
        # as long as an absent one may is not waited for any longer.
        by_themselves = self.people == 1 and bool(thinking) and not self.snapshot.queue
        if by_themselves:
            self._unhurried_round = live.id
        calm = self._unhurried_round == live.id
        limit = NEVER if by_themselves else at + self.pace.away
        unhurried = {seat: limit for seat in live.seats if calm and seat not in thinking}
        showing = [seat for seat in decisions if live.hand.legal(seat).of(Show) is not None]
        self.timing.waits_for(decisions, at, thinking, leaving, unhurried, showing)
