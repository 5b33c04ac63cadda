"""Coming and going at a live table: seats, buy-ins, the waiting list, sitting out, connections lost and found."""

from __future__ import annotations

from secrets import token_hex
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.ledger import stack, wallet
from seventh.room.people.accounts import Person
from seventh.room.refusals import FORBIDDEN, NO_CHIPS, NOT_NOW, NOT_SEATED, WRONG_AMOUNT, RoomRefused
from seventh.room.tables.standing import Chair, Standing, Step, Waiting
from seventh.room.tables.table_core import TableCore
from seventh.room.tables.viewers import Viewer
from seventh.rounds.legal import NotNow
from seventh.rounds.session import Session


class Origin(Protocol):
    """Where somebody's connection comes from, as far as it is known; empty if not."""

    @property
    def device(self) -> str: ...

    @property
    def address(self) -> str: ...


_LONGEST_QUEUE = 50


class Coming(TableCore):
    """A table that people come to and leave."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._admitted: set[str] = set()
        """Who has shown the invitation to a private table."""
        self._origins: dict[str, tuple[str, str]] = {}
        """Device and address of those who sit here."""
        self._flagged: set[frozenset[str]] = set()

    # Watching.

    def admit(self, person: str, invitation: str) -> None:
        """Let somebody in who has the word of a private table."""
        word = self.row.word
        if word is None or person == self.row.owner or person in self._admitted:
            return
        if self.standing.session.seat_of(person) or invitation == word:
            if person:
                self._admitted.add(person)
            return
        raise RoomRefused(FORBIDDEN, "this table is private: its invitation is needed")

    async def watch(self, viewer: Viewer, invitation: str = "") -> None:
        """Send this viewer the table from now on; a seated person is back with that."""
        self.admit(viewer.person, invitation)
        seat = self.standing.session.seat_of(viewer.person) if viewer.person else 0
        back = self.away.pop(seat, None) is not None
        if back:
            self._note_origin(viewer.person, viewer)
            self.timing.missed.pop(seat, None)
            self.tell(Step(self.standing))
        self.viewers.add(viewer)
        if back:
            await self._after_presence()

    async def unwatch(self, viewer: Viewer) -> None:
        """Send no more; a seated person without another connection is away from now on."""
        if viewer not in self.viewers:
            return
        self.viewers.remove(viewer)
        seat = self.standing.session.seat_of(viewer.person) if viewer.person else 0
        if seat and seat not in self.away and not self.viewers.of(viewer.person):
            self.away[seat] = self.services.clock.now()
            self.tell(Step(self.standing))
            await self._after_presence()
        if any(waiting.person == viewer.person for waiting in self.standing.queue) and not self.viewers.of(
            viewer.person
        ):
            await self._quietly_unqueue(viewer.person)

    async def _after_presence(self) -> None:
        """Who is here decides for whom the table waits."""
        await self.tick()

    async def _quietly_unqueue(self, person: str) -> None:
        def make(_: int) -> Step:
            return Step(_without_waiting(self.standing, person))

        try:
            await self.carry_out(make)
        except RoomRefused:
            return  # the list is looked through again when a seat is free

    # Seats.

    async def sit(self, person: Person, ask: str, buy_in: int, seat: int = 0, origin: Origin | None = None) -> None:
        """Take a seat with a buy-in."""

        def make(at: int) -> Step:
            self._may_enter(person, buy_in)
            return self.seated(Step(self.standing), person, buy_in, seat, at, ask)

        await self.carry_out(make)
        if origin is not None:
            await self._flag(person.id, origin)
        self.viewers.seated(person.id)

    def _may_enter(self, person: Person, buy_in: int) -> None:
        if self.row.word is not None and person.id not in self._admitted and person.id != self.row.owner:
            raise RoomRefused(FORBIDDEN, "this table is private: its invitation is needed")
        if person.deleted or person.role in ("floor", "auditor"):
            raise RoomRefused(FORBIDDEN, f"the role {person.role} does not play")
        self.services.gate.may_wager(person.id, self.id, self.game)
        self._has(person, buy_in)

    def _has(self, person: Person, amount: int) -> None:
        """Whether a wallet holds the chips that somebody wants to bring; refused if not."""
        if type(amount) is int and amount > self.services.cashier.wallet(person.id):
            raise RoomRefused(NO_CHIPS, "your wallet does not hold that much", "bring less, or refill the wallet")

    def seated(self, step: Step, person: Person, buy_in: int, seat: int, at: int, ask: str | None = None) -> Step:
        """The step after somebody took a seat; seat 0 is any free one."""
        session = step.standing.session
        if not seat:
            free = [place for place in range(1, self.house.seats + 1) if place not in session.seats]
            if not free:
                raise RoomRefused(NOT_NOW, "the table is full", "queue")
            seat = free[0]
        step = self.before_seats_change(step, at)
        session = step.standing.session.sit(seat, person.id, buy_in)
        chair = Chair(person.id, person.name, person.bot, at, buy_in)
        standing = replace(step.standing, session=session).with_chair(seat, chair)
        standing = _without_waiting(standing, person.id)
        account = stack(self.id, person.id)
        # The person's own id for it posts once, whatever happens on the way.
        transfer = Transfer(f"sit:{person.id}:{ask or token_hex(8)}", wallet(person.id), account, buy_in, "buy_in")
        change = Change(
            opens=(account,),
            transfers=(transfer,),
            log=(self.entry("sat", at, person.id, ask, seat=seat, buy_in=buy_in),),
            writes=(Write("put", "seats", {"table": self.id, "seat": seat, "person": person.id, "data": "{}"}),),
        )
        return step.then(standing, change)

    async def leave(self, person: Person, ask: str) -> None:
        """Leave the seat, from a round when it is over, or the waiting list."""

        def make(at: int) -> Step:
            if not self.standing.session.seat_of(person.id):
                standing = _without_waiting(self.standing, person.id)
                if standing is self.standing:
                    raise not_seated()
                return Step(standing, Change(log=(self.entry("left_queue", at, person.id, ask),)))
            return self.left(Step(self.standing), person.id, at, ask)

        await self.carry_out(make)
        self.viewers.seated(person.id)

    def left(self, step: Step, person: str, at: int, ask: str | None = None) -> Step:
        """The step after somebody got up, or asked to when the round is over."""
        step = self.before_seats_change(step, at)
        seat = step.standing.session.seat_of(person)
        if seat in step.standing.session.in_hand:
            session = step.standing.session.leave(seat)
            change = Change(log=(self.entry("leaves", at, person, ask, seat=seat),))
            return step.then(replace(step.standing, session=session), change)
        chips = step.standing.session.seats[seat].chips
        standing = replace(step.standing, session=step.standing.session.leave(seat)).without_chair(seat)
        return step.then(standing, self.gone(seat, person, chips, at, ask or token_hex(8), ask))

    def gone(self, seat: int, person: str, chips: int, at: int, name: str, ask: str | None = None) -> Change:
        """What is written when a person leaves the table with these chips."""
        account = stack(self.id, person)
        taken = Transfer(f"leave:{person}:{name}", account, wallet(person), chips, "cash_out")
        return Change(
            transfers=(taken,) if chips else (),
            log=(self.entry("left", at, person, ask, seat=seat, chips=chips),),
            writes=(Write("drop", "seats", {"table": self.id, "seat": seat}),),
        )

    def before_seats_change(self, step: Step, at: int) -> Step:  # noqa: ARG002
        """A table may want to begin its round anew when somebody comes or goes."""
        return step

    async def sit_out(self, person: Person, ask: str) -> None:
        """Keep the seat and miss rounds."""
        await self._change_seat(person, ask, "sits_out", lambda session, seat: session.sit_out(seat))

    async def sit_in(self, person: Person, ask: str) -> None:
        """Play again."""

        def sit_in(session: Session, seat: int) -> Session:
            self.services.gate.may_wager(person.id, self.id, self.game)
            self.timing.missed.pop(seat, None)
            return session.sit_in(seat)

        await self._change_seat(person, ask, "sits_in", sit_in)

    async def _change_seat(self, person: Person, ask: str, kind: str, change: Any) -> None:
        def make(at: int) -> Step:
            seat = self.seat(person.id)
            step = self.before_seats_change(Step(self.standing), at)
            standing = replace(step.standing, session=change(step.standing.session, seat))
            return step.then(standing, Change(log=(self.entry(kind, at, person.id, ask, seat=seat),)))

        await self.carry_out(make)

    async def rebuy(self, person: Person, ask: str, amount: int) -> None:
        """Bring more chips; during a round they come when it is over."""

        def make(at: int) -> Step:
            self.seat(person.id)
            self.services.gate.may_wager(person.id, self.id, self.game)
            self._has(person, amount)
            return self.rebought(Step(self.standing), person.id, amount, at, ask)

        await self.carry_out(make)

    def rebought(self, step: Step, person: str, amount: int, at: int, ask: str) -> Step:
        step = self.before_seats_change(step, at)
        seat = step.standing.session.seat_of(person)
        session = step.standing.session.rebuy(seat, amount)
        standing = replace(step.standing, session=session)
        entry = self.entry("rebuys", at, person, ask, seat=seat, amount=amount)
        if seat in session.in_hand:
            return step.then(standing, Change(log=(entry,)))
        transfer = Transfer(f"rebuy:{person}:{ask}", wallet(person), stack(self.id, person), amount, "buy_in")
        chair = standing.chairs[seat]
        standing = standing.with_chair(seat, msgspec.structs.replace(chair, brought=chair.brought + amount))
        return step.then(standing, Change(transfers=(transfer,), log=(entry,)))

    # The waiting list.

    async def queue(self, person: Person, ask: str, buy_in: int) -> None:
        """Wait for a seat, and take it with this buy-in when it is free."""

        def make(at: int) -> Step:
            self._may_enter(person, buy_in)
            if self.standing.session.seat_of(person.id):
                raise RoomRefused(NOT_NOW, "you have a seat at this table already")
            limits = self.buy_in
            if type(buy_in) is not int or not limits.minimum <= buy_in <= limits.maximum:
                allowed = f"{limits.minimum} to {limits.maximum}"
                raise RoomRefused(WRONG_AMOUNT, f"{buy_in} is not an amount to buy", allowed)
            if len(self.standing.queue) >= _LONGEST_QUEUE:
                raise RoomRefused(NOT_NOW, "the waiting list is full")
            standing = _without_waiting(self.standing, person.id)
            standing = replace(standing, queue=(*standing.queue, Waiting(person.id, person.name, buy_in)))
            return Step(standing, Change(log=(self.entry("queues", at, person.id, ask, buy_in=buy_in),)))

        await self.carry_out(make)

    def call_next(self, step: Step, at: int) -> Step:
        """Give free seats to those who wait; who is not here any more, or has no chips, is passed over."""
        while step.standing.queue and len(step.standing.session.seats) < self.house.seats:
            first = step.standing.queue[0]
            step = Step(_without_waiting(step.standing, first.person), step.change, step.events)
            if not self.viewers.of(first.person):
                continue
            person = self.services.people.person(first.person)
            try:
                self._may_enter(person, first.buy_in)
                step = self.seated(step, person, first.buy_in, 0, at)
            except (RoomRefused, NotNow):
                continue
        return step

    # Small things.

    def seat(self, person: str) -> int:
        """Where this person sits; refused if nowhere."""
        seat = self.standing.session.seat_of(person)
        if not seat:
            raise not_seated()
        return seat

    def entry(self, kind: str, at: int, person: str | None = None, ask: str | None = None, **body: Any) -> LogEntry:
        live = self.standing.live
        return LogEntry(kind, msgspec.json.encode(body), at, self.id, live.id if live else None, person, ask)

    def _note_origin(self, person: str, viewer: Viewer) -> None:
        device, address = getattr(viewer, "device", ""), getattr(viewer, "address", "")
        if device or address:
            self._origins[person] = (device, address)

    async def _flag(self, person: str, origin: Origin) -> None:
        """Write down when two people who play each other share a device or an address (R32)."""
        if self.rules.AGAINST_HOUSE:
            return
        self._origins[person] = (origin.device, origin.address)
        here = {chair.person for chair in self.standing.chairs.values()}
        at = self.services.clock.now()
        entries = []
        for other in sorted(here - {person}):
            pair = frozenset((person, other))
            theirs = self._origins.get(other)
            if theirs is None or pair in self._flagged:
                continue
            shared = [
                what
                for what, mine, your in zip(("device", "address"), self._origins[person], theirs, strict=True)
                if mine and mine == your
            ]
            if shared:
                self._flagged.add(pair)
                entries.append(self.entry("flagged", at, None, None, people=sorted(pair), shares=shared))
        if entries:
            await self.carry_out(lambda _: Step(self.standing, Change(log=tuple(entries))))


def not_seated() -> RoomRefused:
    return RoomRefused(NOT_SEATED, "you have no seat at this table", "sit")


def _without_waiting(standing: Standing, person: str) -> Standing:
    if all(waiting.person != person for waiting in standing.queue):
        return standing
    return replace(standing, queue=tuple(w for w in standing.queue if w.person != person))
