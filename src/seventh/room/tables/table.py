"""A live table: decisions of people and of the clock, from the first wager to the result on show."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from seventh.room import frames
from seventh.room.changes import Change, Transfer
from seventh.room.clock import Alarm
from seventh.room.frames import LastRound
from seventh.room.ledger import stack, wallet
from seventh.room.people.accounts import Person
from seventh.room.refusals import MALFORMED, NOT_NOW, REPRICED, STALE, RoomRefused
from seventh.room.rounds.live_round import LiveRound, Moved
from seventh.room.tables.coming import Coming, not_seated
from seventh.room.tables.standing import Standing, Step
from seventh.rounds import actions as actions_module
from seventh.rounds.actions import DEALER, Action
from seventh.rounds.events import Dealt

_SEEDS_GATHER = 50
"""Milliseconds for which people's seeds are gathered, to be written together."""

CLOCK = "clock"
"""Who decided, when a person did not."""

_SEAT_ACTIONS: Any = None
for _kind in vars(actions_module).values():
    if isinstance(_kind, type) and issubclass(_kind, Action) and _kind is not Action and _kind.role == "seat":
        _SEAT_ACTIONS = _kind if _SEAT_ACTIONS is None else _SEAT_ACTIONS | _kind


def action_of(data: Any) -> Action:
    """The action that a client's plain data stand for."""
    try:
        action: Action = msgspec.convert(data, _SEAT_ACTIONS)
    except msgspec.ValidationError as error:
        raise RoomRefused(MALFORMED, f"that is not an action: {error}") from None
    return action


class LiveTable(Coming):
    """A table at which rounds are played."""

    REVEALS_AT_ONCE: ClassVar[bool] = True
    """Whether the seed is shown as soon as a round is over."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._seeds_alarm: Alarm | None = None

    # What people do.

    async def act(self, person: Person, ask: frames.Act) -> None:
        """A person's answer to a decision."""

        def make(at: int) -> Step:
            live, seat = self._own_round(person, ask.round)
            if ask.decision != live.decision(seat) or not ask.decision:
                raise RoomRefused(STALE, "that decision is not open any more", f"{live.decision(seat)}")
            action = action_of(ask.action)
            price = live.price(seat, action)
            if price > 0:
                self.services.gate.may_wager(person.id, self.id, self.game, in_round=self.begun(live))
            moved = live.act(seat, action, at, person.id, ask.id)
            if price != ask.price:
                raise RoomRefused(REPRICED, f"that costs {price} and not {ask.price}", f"{price}")
            return self.moved(Step(self.standing), moved)

        await self.carry_out(make)
        self.timing.missed.pop(self.standing.session.seat_of(person.id), None)

    def _own_round(self, person: Person, round_id: str) -> tuple[LiveRound, int]:
        live = self.standing.live
        seat = next((s for s, seated in live.seats.items() if seated.person == person.id), 0) if live else 0
        if live is None or live.id != round_id:
            if not any(chair.person == person.id for chair in self.standing.chairs.values()):
                raise not_seated()
            raise RoomRefused(STALE, "that round is not being played", live.id if live else "")
        if not seat:
            raise not_seated()
        return live, seat

    async def seed(self, person: Person, round_id: str, seed: str) -> None:
        """The part of the shuffle that the person's own program chose.

        It is written with whatever is written next, and by itself once everybody's is here or a moment has passed: all
        programs send theirs at the same time.
        """

        def make(at: int) -> Step | None:
            live, seat = self._own_round(person, round_id)
            try:
                chosen = bytes.fromhex(seed)
            except ValueError:
                raise RoomRefused(MALFORMED, "a seed is hexadecimal", "1 to 32 bytes") from None
            live.contribute(seat, chosen, at)
            given = {place for place, (of, _) in self.seeds.items() if of == live.id} | {*live.client_seeds, *self.away}
            if seat in given and seat not in self.away:
                raise RoomRefused(NOT_NOW, f"seat {seat} has given its seed already")
            self.seeds[seat] = (live.id, chosen)
            return Step(self.standing) if given.union({seat}).issuperset(live.seats) else None

        await self.carry_out(make)
        if self.seeds and self._seeds_alarm is None:
            at = self.services.clock.now() + _SEEDS_GATHER
            self._seeds_alarm = self.services.clock.call_at(at, self._seeds_are_due)

    def _seeds_are_due(self) -> None:
        self._seeds_alarm = None
        if self.seeds and not self._stopped:
            self.services.clock.spawn(self._write_seeds())

    async def _write_seeds(self) -> None:
        with suppress(RoomRefused):  # a table that stands still takes them when it goes on
            await self.carry_out(lambda _: Step(self.standing) if self.seeds else None)

    def with_seeds(self, step: Step, at: int) -> Step:
        live = step.standing.live
        for seat, (round_id, seed) in self.seeds.items():
            if live is None or live.id != round_id or live.over or live.seeds_closed or seat in live.client_seeds:
                continue
            step = self.moved(step, live.contribute(seat, seed, at))
            live = step.standing.live
        return step

    async def say_ready(self, person: Person, round_id: str) -> None:
        """No more time is needed before the cards, or before the next round."""
        seat = self.seat(person.id)
        live, last = self.standing.live, self.standing.last
        if round_id != (live.id if live else last.id if last else ""):
            raise RoomRefused(STALE, "that round is not the one at the table", live.id if live else "")
        if live is not None and self.begun(live):
            raise RoomRefused(NOT_NOW, "the cards are being played")
        if seat not in self.ready:
            self.ready.add(seat)
            self.tell(Step(self.standing))
            await self.tick()

    def moved(self, step: Step, moved: Moved) -> Step:
        """A step of the round."""
        return step.then(replace(step.standing, live=moved.after), moved.change, moved.events)

    @abstractmethod
    def begun(self, live: LiveRound) -> bool:
        """Whether the wagers that a person makes now belong to a round that plays already."""

    # What the clock does.

    def clock_decides(self, at: int) -> Step | None:
        """The published default for the first seat whose time is up; a bot's own choice when it has thought."""
        live = self.standing.live
        for seat in self.timing.due(at):
            if live is None or not live.decision(seat):
                continue
            chair = self.standing.chairs.get(seat)
            if chair is not None and chair.bot:
                return self.moved(Step(self.standing), live.act(seat, self.bot_action(live, seat), at, chair.person))
            person = live.seats[seat].person
            step = self.moved(Step(self.standing), live.act(seat, live.hand.default(seat), at, person, by=CLOCK))
            return self.missed(step, seat)
        return None

    def missed(self, step: Step, seat: int) -> Step:
        """The clock decided for a seat; if that happens again and again the person sits out."""
        self.timing.missed[seat] = self.timing.missed.get(seat, 0) + 1
        seated = step.standing.session.seats.get(seat)
        if seated is None or seated.wants_out or self.timing.missed[seat] < self.services.settings.missed_decisions:
            return step
        return replace(step, standing=replace(step.standing, session=step.standing.session.sit_out(seat)))

    @abstractmethod
    def bot_action(self, live: LiveRound, seat: int) -> Action:
        """What the bot at this seat does."""

    def absent_leave(self, at: int) -> Step | None:
        """The first person who has been away too long gets up."""
        for seat, goes in self._absent():
            if goes <= at:
                return self.left(Step(self.standing), self.standing.chairs[seat].person, at)
        return None

    def _absent(self) -> list[tuple[int, int]]:
        """People who are away and could get up now, and when they will."""
        chairs, patience = self.standing.chairs, self.services.settings.away_leaves
        return [
            (seat, since + patience)
            for seat, since in self.away.items()
            if seat in chairs and not chairs[seat].bot and not self.stays(seat)
        ]

    def stays(self, seat: int) -> bool:
        """Whether a seat cannot be given up now: it is in a round that will be played."""
        return seat in self.standing.session.in_hand

    def next_absence(self) -> int | None:
        """When the next absent person gets up."""
        return min((goes for _, goes in self._absent()), default=None)

    # The end of a round.

    def finished(self, step: Step, at: int) -> Step:
        live = step.standing.live
        assert live is not None
        before = step.standing.session
        session = before.settled(live.nets, live.is_void)
        standing = replace(step.standing, session=session, live=None, over=live, last=self._last(live))
        change = Change()
        nets = live.nets
        for seat in before.in_hand:
            person, chips = before.seats[seat].player, before.seats[seat].chips + nets[seat]
            after = session.seats.get(seat)
            if after is None:
                standing = standing.without_chair(seat)
                change = change + self.gone(seat, person, chips, at, live.id)
            elif after.chips > chips:
                bought, chair = after.chips - chips, standing.chairs[seat]
                standing = standing.with_chair(seat, msgspec.structs.replace(chair, brought=chair.brought + bought))
                way = wallet(person), stack(self.id, person)
                change = change + Change(transfers=(Transfer(f"{live.id}:rebuy:{seat}", *way, bought, "buy_in"),))
        return step.then(standing, change)

    def _last(self, live: LiveRound) -> LastRound:
        outcome = live.hand.outcome
        reason = live.called_off or (outcome.reason or outcome.clause if outcome else "")
        at_once = self.REVEALS_AT_ONCE or not self.services.settings.seed_reveal_delay
        nets = {live.seats[seat].person: net for seat, net in live.nets.items()}
        return LastRound(live.id, live.is_void, reason, nets, live.revealed if at_once else "")

    # The standing has changed.

    def adopted(self, before: Standing, at: int) -> None:
        standing = self.standing
        for seat, chair in standing.chairs.items():
            known = before.chairs.get(seat)
            if known is None or known.person != chair.person:
                self.timing.sits(seat)
                if not chair.bot and not self.viewers.of(chair.person):
                    self.away.setdefault(seat, at)
        live, was = standing.live, before.live
        if live is not None and (was is None or was.id != live.id):
            self.timing.refill()
            self.ready.clear()
            self.showing_until = 0
        if standing.over is not before.over and standing.over is not None:
            self.showing_until = at + self.services.settings.showing_time
            self.ready.clear()
            if not standing.over.is_void:
                self.failures = 0
        if live is not None and was is not None and was.id == live.id:
            new = live.hand.events[len(was.hand.events) :]
            self.timing.dealt(sum(len(event.cards) // 2 for event in new if isinstance(event, Dealt)), at)
        self._run_clocks(live, at)

    def _run_clocks(self, live: LiveRound | None, at: int) -> None:
        if live is None or not self.begun(live):
            self.timing.waits_for({}, at, {})
            return
        decisions = {seat: live.decision(seat) for seat in live.hand.to_act if isinstance(seat, int)}
        thinks = self.services.settings.bot_thinks
        thinking = {seat: thinks for seat, chair in self.standing.chairs.items() if chair.bot}
        self.timing.waits_for(decisions, at, thinking, self.away)

    # Common steps.

    def dealt_on(self, step: Step, at: int) -> Step:
        """Let the dealer act, if it is the dealer's turn."""
        live = step.standing.live
        if live is None or live.over or DEALER not in live.hand.to_act:
            return step
        return self.moved(step, live.deal_on(at))

    def show_over(self, at: int) -> bool:
        """Whether the result has been on show long enough: the time is up, or everybody here wants to go on."""
        if not self.showing_until:
            return True
        here = [s for s in self.standing.session.ready if s not in self.away and not self.standing.chairs[s].bot]
        return at >= self.showing_until or (bool(here) and all(seat in self.ready for seat in here))

    def follows(self, at: int) -> Step | None:
        """What follows now without any decision, if anything does."""
        if self.showing_until and self.show_over(at):
            self.showing_until = 0
            return self.follow(Step(self.standing), at)  # at least the viewers are told that the show is over
        step = self.follow(Step(self.standing), at)
        return None if step.standing is self.standing else step
