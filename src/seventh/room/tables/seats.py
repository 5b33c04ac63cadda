"""The seats of a live table: who takes one, with which chips, who sits out, who leaves, who waits for one."""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from seventh.room.changes import Change, Transfer, Write
from seventh.room.ledger import stack, wallet
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, NO_CHIPS, NOT_NOW, NOT_SEATED, WRONG_AMOUNT, RoomRefused
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.presence import Origin, private
from seventh.room.tables.standing import Chair, Step, Waiting
from seventh.rounds.legal import NotNow
from seventh.rounds.session import Session

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

_LONGEST_QUEUE = 50


class Seats:
    """The seats of one table, and the list of those who wait for one."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._services = table.services

    def of(self, person: str) -> int:
        """Where this person sits; refused if nowhere."""
        seat = self._table.standing.session.seat_of(person)
        if not seat:
            raise not_seated()
        return seat

    # Coming and going.

    async def sit(self, person: Person, ask: str, buy_in: int, seat: int = 0, origin: Origin | None = None) -> None:
        """Take a seat with a buy-in."""

        def make(at: int) -> Step:
            self._may_enter(person, buy_in)
            return self.seated(Step(self._table.standing), person, buy_in, seat, at, ask)

        await self._table.loop.carry_out(make)
        if origin is not None:
            await self._table.presence.flag(person.id, origin)
        self._table.viewers.seated(person.id)

    def _may_enter(self, person: Person, buy_in: int) -> None:
        if not self._table.presence.may_enter(person.id):
            raise private()
        if person.deleted or person.role in ("floor", "auditor"):
            raise RoomRefused(FORBIDDEN, f"the role {person.role} does not play")
        self._services.gate.may_wager(person.id, self._table.id, self._table.game)
        self._has(person, buy_in)

    def _has(self, person: Person, amount: int) -> None:
        """Whether a wallet holds the chips that somebody wants to bring; refused if not."""
        if type(amount) is int and amount > self._services.cashier.wallet(person.id):
            raise RoomRefused(NO_CHIPS, "your wallet does not hold that much", "bring less, or refill the wallet")

    def seated(self, step: Step, person: Person, buy_in: int, seat: int, at: int, ask: str | None = None) -> Step:
        """The step after somebody took a seat; seat 0 is any free one."""
        session = step.standing.session
        if not seat:
            free = [place for place in range(1, self._table.house.seats + 1) if place not in session.seats]
            if not free:
                raise RoomRefused(NOT_NOW, "the table is full", "queue")
            seat = free[0]
        step = self._table.policy.before_seats_change(step, at)
        session = step.standing.session.sit(seat, person.id, buy_in)
        chair = Chair(person.id, person.name, person.bot, at, buy_in)
        standing = replace(step.standing, session=session).with_chair(seat, chair)
        standing = standing.without_waiting(person.id)
        account = stack(self._table.id, person.id)
        # The person's own id for it posts once, whatever happens on the way.
        transfer = Transfer(f"sit:{person.id}:{ask or token_hex(8)}", wallet(person.id), account, buy_in, "buy_in")
        change = Change(
            opens=(account,),
            transfers=(transfer,),
            log=(self._table.entry("sat", at, person.id, ask, seat=seat, buy_in=buy_in),),
            writes=(Write("put", "seats", {"table": self._table.id, "seat": seat, "person": person.id, "data": "{}"}),),
        )
        return step.then(standing, change)

    async def leave(self, person: Person, ask: str) -> None:
        """Leave the seat, from a round when it is over, or the waiting list."""

        table = self._table

        def make(at: int) -> Step:
            if not table.standing.session.seat_of(person.id):
                standing = table.standing.without_waiting(person.id)
                if standing is table.standing:
                    raise not_seated()
                return Step(standing, Change(log=(table.entry("left_queue", at, person.id, ask),)))
            return self.left(Step(table.standing), person.id, at, ask)

        await table.loop.carry_out(make)
        table.viewers.seated(person.id)

    def left(self, step: Step, person: str, at: int, ask: str | None = None) -> Step:
        """The step after somebody got up, or asked to when the round is over."""
        step = self._table.policy.before_seats_change(step, at)
        seat = step.standing.session.seat_of(person)
        if seat in step.standing.session.in_hand:
            session = step.standing.session.leave(seat)
            change = Change(log=(self._table.entry("leaves", at, person, ask, seat=seat),))
            return step.then(replace(step.standing, session=session), change)
        chips = step.standing.session.seats[seat].chips
        standing = replace(step.standing, session=step.standing.session.leave(seat)).without_chair(seat)
        return step.then(standing, self.gone(seat, person, chips, at, ask or token_hex(8), ask))

    def gone(self, seat: int, person: str, chips: int, at: int, name: str, ask: str | None = None) -> Change:
        """What is written when a person leaves the table with these chips."""
        account = stack(self._table.id, person)
        taken = Transfer(f"leave:{person}:{name}", account, wallet(person), chips, "cash_out")
        return Change(
            transfers=(taken,) if chips else (),
            log=(self._table.entry("left", at, person, ask, seat=seat, chips=chips),),
            writes=(Write("drop", "seats", {"table": self._table.id, "seat": seat}),),
        )

    async def sit_out(self, person: Person, ask: str) -> None:
        """Keep the seat and miss rounds."""
        await self._change_seat(person, ask, "sits_out", lambda session, seat: session.sit_out(seat))

    async def sit_in(self, person: Person, ask: str) -> None:
        """Play again."""

        def sit_in(session: Session, seat: int) -> Session:
            self._services.gate.may_wager(person.id, self._table.id, self._table.game)
            self._table.timing.missed.pop(seat, None)
            return session.sit_in(seat)

        await self._change_seat(person, ask, "sits_in", sit_in)

    async def _change_seat(self, person: Person, ask: str, kind: str, change: Any) -> None:
        def make(at: int) -> Step:
            seat = self.of(person.id)
            step = self._table.policy.before_seats_change(Step(self._table.standing), at)
            standing = replace(step.standing, session=change(step.standing.session, seat))
            return step.then(standing, Change(log=(self._table.entry(kind, at, person.id, ask, seat=seat),)))

        await self._table.loop.carry_out(make)

    async def rebuy(self, person: Person, ask: str, amount: int) -> None:
        """Bring more chips; during a round they come when it is over."""

        def make(at: int) -> Step:
            self.of(person.id)
            self._services.gate.may_wager(person.id, self._table.id, self._table.game)
            self._has(person, amount)
            return self.rebought(Step(self._table.standing), person.id, amount, at, ask)

        await self._table.loop.carry_out(make)

    def rebought(self, step: Step, person: str, amount: int, at: int, ask: str) -> Step:
        step = self._table.policy.before_seats_change(step, at)
        seat = step.standing.session.seat_of(person)
        session = step.standing.session.rebuy(seat, amount)
        standing = replace(step.standing, session=session)
        entry = self._table.entry("rebuys", at, person, ask, seat=seat, amount=amount)
        if seat in session.in_hand:
            return step.then(standing, Change(log=(entry,)))
        transfer = Transfer(f"rebuy:{person}:{ask}", wallet(person), stack(self._table.id, person), amount, "buy_in")
        chair = standing.chairs[seat]
        standing = standing.with_chair(seat, replace(chair, brought=chair.brought + amount))
        return step.then(standing, Change(transfers=(transfer,), log=(entry,)))

    def after_round(self, step: Step, live: LiveRound, at: int) -> Step:
        """The seats when a round is over: its result, and what people asked for during it."""
        before = step.standing.session
        session = before.settled(live.nets, live.is_void)
        standing, change, nets = replace(step.standing, session=session), Change(), live.nets
        for seat in before.in_hand:
            person, chips = before.seats[seat].player, before.seats[seat].chips + nets[seat]
            after = session.seats.get(seat)
            if after is None:
                standing = standing.without_chair(seat)
                change = change + self.gone(seat, person, chips, at, live.id)
            elif after.chips > chips:
                bought, chair = after.chips - chips, standing.chairs[seat]
                standing = standing.with_chair(seat, replace(chair, brought=chair.brought + bought))
                way = wallet(person), stack(self._table.id, person)
                change = change + Change(transfers=(Transfer(f"{live.id}:rebuy:{seat}", *way, bought, "buy_in"),))
        return step.then(standing, change)

    # The waiting list.

    async def queue(self, person: Person, ask: str, buy_in: int) -> None:
        """Wait for a seat, and take it with this buy-in when it is free."""

        table = self._table

        def make(at: int) -> Step:
            self._may_enter(person, buy_in)
            if table.standing.session.seat_of(person.id):
                raise RoomRefused(NOT_NOW, "you have a seat at this table already")
            limits = table.buy_in
            if type(buy_in) is not int or not limits.minimum <= buy_in <= limits.maximum:
                allowed = f"{limits.minimum} to {limits.maximum}"
                raise RoomRefused(WRONG_AMOUNT, f"{buy_in} is not an amount to buy", allowed)
            if len(table.standing.queue) >= _LONGEST_QUEUE:
                raise RoomRefused(NOT_NOW, "the waiting list is full")
            standing = table.standing.without_waiting(person.id)
            standing = replace(standing, queue=(*standing.queue, Waiting(person.id, person.name, buy_in)))
            return Step(standing, Change(log=(table.entry("queues", at, person.id, ask, buy_in=buy_in),)))

        await table.loop.carry_out(make)

    def call_next(self, step: Step, at: int) -> Step:
        """Give free seats to those who wait; who is not here any more, or has no chips, is passed over."""
        while step.standing.queue and len(step.standing.session.seats) < self._table.house.seats:
            first = step.standing.queue[0]
            step = Step(step.standing.without_waiting(first.person), step.change, step.events)
            if not self._table.viewers.of(first.person):
                continue
            person = self._services.people.person(first.person)
            try:
                self._may_enter(person, first.buy_in)
                step = self.seated(step, person, first.buy_in, 0, at)
            except (RoomRefused, NotNow):
                continue
        return step


def not_seated() -> RoomRefused:
    return RoomRefused(NOT_SEATED, "you have no seat at this table", "sit")
