"""The seats of a live table: sitting down, buying in, sitting out, leaving, the waiting list."""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from seventh.room.changes import Change, Transfer, Write
from seventh.room.ledger import stack, wallet
from seventh.room.people.accounts import Person
from seventh.room.refusals import (
    FORBIDDEN,
    NO_CHIPS,
    NOT_NOW,
    NOT_SEATED,
    WRONG_AMOUNT,
    RoomRefused,
    by_the_rules,
)
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.presence import Origin, private
from seventh.room.tables.snapshot import Chair, Step, Waiting
from seventh.room.tables.table_bots import returned
from seventh.rounds.legal import NotNow, WrongAmount
from seventh.rounds.session import Session

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

_LONGEST_QUEUE = 50


class Seats:
    """The seats and the waiting list of one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._services = table.services

    def of(self, person: str) -> int:
        """The person's seat; refused if there is none."""
        seat = self._table.snapshot.session.seat_of(person)
        if not seat:
            raise not_seated()
        return seat

    # Sitting down and leaving.

    async def sit(self, person: Person, ask: str, buy_in: int, seat: int = 0, origin: Origin | None = None) -> None:
        """Take a seat with a buy-in."""

        def make(at: int) -> Step:
            self._may_enter(person, buy_in)
            return self.seated(Step(self._table.snapshot), person, buy_in, seat, at, ask)

        await self._table.loop.carry_out(make)
        if origin is not None:
            await self._table.presence.flag(person.id, origin)
        self._table.viewers.seated(person.id)

    def _may_enter(self, person: Person, buy_in: int) -> None:
        if not self._table.presence.may_enter(person.id):
            raise private()
        self._table.floor.check_removed(person.id)
        if self._table.hosting.closes(self._table.snapshot):
            raise RoomRefused(NOT_NOW, self._table.hosting.words.rstrip("."))
        if self._table.versions.closes:
            raise RoomRefused(NOT_NOW, self._table.versions.notice)
        if person.deleted or person.role in ("floor", "auditor"):
            raise RoomRefused(FORBIDDEN, f"the role {person.role} cannot play")
        self._may_bring(person, buy_in)
        self._has(person, buy_in)

    def _may_bring(self, person: Person, amount: int) -> None:
        """Refuse chips that the person's own limits do not allow; among players a whole stack can be lost at once."""
        table = self._table
        at_stake = None
        if not table.rules.AGAINST_HOUSE and type(amount) is int:
            known = table.exposure(person.id)
            at_stake = amount + (known.at_stake if known is not None else 0)
        self._services.gate.may_wager(person.id, table.id, table.game, at_stake=at_stake)

    def _has(self, person: Person, amount: int) -> None:
        """Refuse a buy-in that the wallet does not cover."""
        if type(amount) is int and amount > self._services.cashier.wallet(person.id):
            raise RoomRefused(
                NO_CHIPS, "you do not have that much in your wallet", "buy in for less, or refill your wallet"
            )

    def seated(self, step: Step, person: Person, buy_in: int, seat: int, at: int, ask: str | None = None) -> Step:
        """The step in which a person takes a seat; seat 0 means any free seat."""
        session = step.snapshot.session
        if not seat:
            free = [place for place in range(1, session.house.seats + 1) if place not in session.seats]
            if not free:
                raise RoomRefused(NOT_NOW, "the table is full", "queue")
            seat = free[0]
        step = self._table.policy.before_seats_change(step, at)
        try:
            session = step.snapshot.session.sit(seat, person.id, buy_in)
        except WrongAmount as refused:
            raise by_the_rules(refused, self._in_words("buy in for", 0)) from None
        chair = Chair(person.id, person.name, person.bot, at, buy_in)
        snapshot = replace(step.snapshot, session=session).with_chair(seat, chair)
        snapshot = snapshot.without_waiting(person.id)
        account = stack(self._table.id, person.id)
        # The request id makes sure that it posts only once.
        transfer = Transfer(f"sit:{person.id}:{ask or token_hex(8)}", wallet(person.id), account, buy_in, "buy_in")
        change = Change(
            opens=(account,),
            transfers=(transfer,),
            log=(self._table.entry("sat", at, person.id, ask, seat=seat, buy_in=buy_in),),
            writes=(Write("put", "seats", {"table": self._table.id, "seat": seat, "person": person.id, "data": "{}"}),),
        )
        return step.then(snapshot, change)

    def _in_words(self, does: str, chips: int) -> str:
        """The chips that may be bought by somebody who has some: `you can add $5 to $100`."""
        limits, money = self._table.buy_in, self._table.house.money
        least, most = max(limits.minimum - chips, 1), limits.maximum - chips
        if most < least:
            return f"your {money(chips)} are already the most that can be brought to this table"
        return f"you can {does} {money(least)}{f' to {money(most)}' if least < most else ''}"

    async def leave(self, person: Person, ask: str) -> None:
        """Leave the seat, at the end of the round if in one, or the waiting list."""

        table = self._table

        def make(at: int) -> Step:
            if not table.snapshot.session.seat_of(person.id):
                snapshot = table.snapshot.without_waiting(person.id)
                if snapshot is table.snapshot:
                    raise not_seated()
                return Step(snapshot, Change(log=(table.entry("left_queue", at, person.id, ask),)))
            return self.left(Step(table.snapshot), person.id, at, ask)

        await table.loop.carry_out(make)
        table.viewers.seated(person.id)

    def left(self, step: Step, person: str, at: int, ask: str | None = None) -> Step:
        """The step in which a person leaves, or asks to leave when the round is over."""
        step = self._table.policy.before_seats_change(step, at)
        seat = step.snapshot.session.seat_of(person)
        if seat in step.snapshot.session.in_hand:
            session = step.snapshot.session.leave(seat)
            change = Change(log=(self._table.entry("leaves", at, person, ask, seat=seat),))
            return step.then(replace(step.snapshot, session=session), change)
        chips = step.snapshot.session.seats[seat].chips
        snapshot = replace(step.snapshot, session=step.snapshot.session.leave(seat)).without_chair(seat)
        since = step.snapshot.chairs[seat].since
        return step.then(snapshot, self.gone(seat, person, chips, since, at, ask or token_hex(8), ask))

    def gone(
        self, seat: int, person: str, chips: int, since: int, at: int, name: str, ask: str | None = None
    ) -> Change:
        """The change that records that a person left the table with these chips."""
        account = stack(self._table.id, person)
        taken: tuple[Transfer, ...] = ()
        if chips:
            taken = (Transfer(f"leave:{person}:{name}", account, wallet(person), chips, "cash_out"),)
        writes = [Write("drop", "seats", {"table": self._table.id, "seat": seat})]
        if self._services.people.person(person).bot:
            taken += returned(person, chips, name)
        else:
            sitting = {"person": person, "since": since, "table": self._table.id, "until": at}
            writes.append(Write("put_or_set", "sittings", sitting))
        return Change(
            transfers=taken,
            log=(self._table.entry("left", at, person, ask, seat=seat, chips=chips),),
            writes=tuple(writes),
        )

    async def sit_out(self, person: Person, ask: str) -> None:
        """Sit out: keep the seat without being dealt in."""
        await self._change_seat(person, ask, "sits_out", lambda session, seat: session.sit_out(seat))

    async def sit_in(self, person: Person, ask: str | None) -> None:
        """Return from sitting out."""

        def sit_in(session: Session, seat: int) -> Session:
            self._services.gate.may_wager(person.id, self._table.id, self._table.game)
            self._table.timing.acted(seat)
            self._table.presence.acted(seat)
            return session.sit_in(seat)

        await self._change_seat(person, ask, "sits_in", sit_in)

    async def _change_seat(self, person: Person, ask: str | None, kind: str, change: Any) -> None:
        def make(at: int) -> Step:
            seat = self.of(person.id)
            step = self._table.policy.before_seats_change(Step(self._table.snapshot), at)
            snapshot = replace(step.snapshot, session=change(step.snapshot.session, seat))
            return step.then(snapshot, Change(log=(self._table.entry(kind, at, person.id, ask, seat=seat),)))

        await self._table.loop.carry_out(make)

    async def rebuy(self, person: Person, ask: str, amount: int) -> None:
        """Add chips; during a round they arrive when it is over."""

        def make(at: int) -> Step:
            self.of(person.id)
            self._may_bring(person, amount)
            self._has(person, amount)
            return self.rebought(Step(self._table.snapshot), person.id, amount, at, ask)

        await self._table.loop.carry_out(make)

    def rebought(self, step: Step, person: str, amount: int, at: int, ask: str) -> Step:
        step = self._table.policy.before_seats_change(step, at)
        seat = step.snapshot.session.seat_of(person)
        try:
            session = step.snapshot.session.rebuy(seat, amount)
        except WrongAmount as refused:
            before = step.snapshot.session
            chips = 0 if seat in before.in_hand else before.seats[seat].chips
            raise by_the_rules(refused, self._in_words("add", chips)) from None
        snapshot = replace(step.snapshot, session=session)
        later = seat in session.in_hand
        body = {"seat": seat, "amount": amount, "chips": 0 if later else session.seats[seat].chips}
        entry = self._table.entry("rebuys", at, person, ask, **body)
        if later:
            return step.then(snapshot, Change(log=(entry,)))
        transfer = Transfer(f"rebuy:{person}:{ask}", wallet(person), stack(self._table.id, person), amount, "buy_in")
        chair = snapshot.chairs[seat]
        snapshot = snapshot.with_chair(seat, replace(chair, brought=chair.brought + amount))
        return step.then(snapshot, Change(transfers=(transfer,), log=(entry,)))

    async def renamed(self, person: Person) -> None:
        """Update the name of a person who may be seated here."""

        def make(_: int) -> Step | None:
            snapshot = self._table.snapshot
            seat = snapshot.session.seat_of(person.id)
            if not seat or snapshot.chairs[seat].name == person.name:
                return None
            return Step(snapshot.with_chair(seat, replace(snapshot.chairs[seat], name=person.name)))

        if self._table.snapshot.session.seat_of(person.id):
            await self._table.loop.carry_out(make)

    def after_round(self, step: Step, live: LiveRound, at: int) -> Step:
        """The seats after a round: its result, and the requests made during it."""
        before = step.snapshot.session
        session = before.settled(live.nets, live.is_void)
        snapshot, change, nets = replace(step.snapshot, session=session), Change(), live.nets
        for seat in before.in_hand:
            person, chips = before.seats[seat].player, before.seats[seat].chips + nets[seat]
            after = session.seats.get(seat)
            if after is None:
                since = snapshot.chairs[seat].since
                snapshot = snapshot.without_chair(seat)
                change = change + self.gone(seat, person, chips, since, at, live.id)
            elif after.chips > chips:
                bought, chair = after.chips - chips, snapshot.chairs[seat]
                snapshot = snapshot.with_chair(seat, replace(chair, brought=chair.brought + bought))
                way = wallet(person), stack(self._table.id, person)
                change = change + Change(
                    transfers=(Transfer(f"{live.id}:rebuy:{seat}", *way, bought, "buy_in"),),
                    log=(self._table.entry("rebought", at, person, seat=seat, amount=bought, chips=after.chips),),
                )
        return step.then(snapshot, change)

    # The waiting list.

    async def queue(self, person: Person, ask: str, buy_in: int) -> None:
        """Wait for a seat, and take it with this buy-in when it is free."""

        table = self._table

        def make(at: int) -> Step:
            self._may_enter(person, buy_in)
            if table.snapshot.session.seat_of(person.id):
                raise RoomRefused(NOT_NOW, "you already have a seat at this table")
            limits = table.buy_in
            if type(buy_in) is not int or not limits.minimum <= buy_in <= limits.maximum:
                raise RoomRefused(WRONG_AMOUNT, self._in_words("buy in for", 0))
            if len(table.snapshot.queue) >= _LONGEST_QUEUE:
                raise RoomRefused(NOT_NOW, "the waiting list is full")
            snapshot = table.snapshot.without_waiting(person.id)
            snapshot = replace(snapshot, queue=(*snapshot.queue, Waiting(person.id, person.name, buy_in)))
            return Step(snapshot, Change(log=(table.entry("queues", at, person.id, ask, buy_in=buy_in),)))

        await table.loop.carry_out(make)

    def call_next(self, step: Step, at: int) -> Step:
        """Give free seats to the waiting list, skipping people who are gone or have no chips."""
        while step.snapshot.queue and len(step.snapshot.session.seats) < step.snapshot.session.house.seats:
            first = step.snapshot.queue[0]
            step = replace(step, snapshot=step.snapshot.without_waiting(first.person))
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
