"""The running room: opened from its storage, every table where it was, until it is stopped.

room = await Room.open(Path("data"))
table = room.tables.quick(game)
answer = await room.answer(visitor, frames.Sit("id-1", table.id, 10_000))
await room.stop()
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.house import House
from seventh.room import frames
from seventh.room.adjustments import Adjustments
from seventh.room.archiver import Archiver
from seventh.room.casebook import Casebook
from seventh.room.cashier import Cashier
from seventh.room.changes import Change
from seventh.room.clock import Clock, RealClock
from seventh.room.custody.guard import Guarded, open_guarded
from seventh.room.custody.keeper import Keeper
from seventh.room.custody.location import Custody, custody_of
from seventh.room.drill.drill import Drill
from seventh.room.floor_asks import AnyFloorAsk
from seventh.room.frames import AnyAsk, Tell, Welcome
from seventh.room.gate import Closure, Gate
from seventh.room.hand_dealt import HandDealtTables
from seventh.room.history import History
from seventh.room.houses import Houses, Version
from seventh.room.ledger import HOUSE, balance, fund_house, trial_balance
from seventh.room.limits.desk import LimitDesk
from seventh.room.mistakes import Mistakes
from seventh.room.oversight.oversight import Oversight
from seventh.room.people.accounts import ADMIN, FLOOR, Person
from seventh.room.people.passwords import Passwords
from seventh.room.people.people import People
from seventh.room.people.purge import Purge
from seventh.room.people.sessions import Sessions
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, RoomRefused, no_table
from seventh.room.requests import Requests, Visitor
from seventh.room.results import Results
from seventh.room.settings import RoomSettings
from seventh.room.shares import Shares
from seventh.room.store import Store, StoreError, StoreFailed, schema
from seventh.room.tables.lobby import Lobby
from seventh.room.tables.services import Services
from seventh.room.tables.snapshot import Step
from seventh.room.tables.table import LiveTable
from seventh.room.tables.tables import Tables
from seventh.room.tables.viewers import Viewer

log = logging.getLogger("seventh.room")

READING = 3.0
"""Seconds that a query may take while the room is running."""
VISITOR = "visitor"
"""The role of a visitor who has not entered: may only watch public tables."""


class Room:
    """Everything that runs."""

    def __init__(
        self,
        store: Store,
        settings: RoomSettings | None = None,
        clock: Clock | None = None,
        passwords: Passwords | None = None,
        guarded: Guarded | None = None,
    ) -> None:
        self.store = store
        self._guarded = guarded
        self._keeper: Keeper | None = None
        self.settings = settings or RoomSettings()
        self.clock = clock or RealClock()
        self.cashier = Cashier(store, self.settings.commit_deadline)
        self.key = guarded.key if guarded is not None else None
        """The room's key, which seals the seeds of rounds in progress and of second factors; None only in tests."""
        self.people = People(store, self.cashier, self.settings, self.clock, passwords, self.key)
        self.sessions = Sessions(store, self.cashier, self.people, self.settings, self.clock)
        self.history = History(store, self.settings, self.clock)
        self.results = Results(store)
        self.mistakes = Mistakes(self.history)
        self.oversight = Oversight(store, self.settings, self.clock, self.results.house)
        self.shares = Shares(store, self.cashier, self.people, self.history, self.clock)
        self.hand_dealt = HandDealtTables(store, self.cashier, self.clock)
        self.limits = LimitDesk(self)
        self.gate = Gate(guard=self.limits.guard)
        self.houses = Houses(store, self.cashier, self.clock)
        self.lobby = Lobby(self.clock, self.settings.lobby_interval, lambda: self.tables.values())
        services = Services(
            self.settings,
            self.clock,
            store,
            self.cashier,
            self.people,
            self.gate,
            self.houses,
            self.lobby.changed,
            self.key,
        )
        self.coaches = services.coaches
        self.tables = Tables(services)
        self.drill = Drill(store, self.cashier, self.coaches)
        self.purge = Purge(store, self.cashier, self.people, self.sessions, self.settings, self.clock)
        self.archiver = Archiver(store, self.cashier, self.settings, self.clock)
        self.adjustments = Adjustments(self)
        self.casebook = Casebook(self)
        self._requests = Requests(self)
        self._watches: dict[Viewer, set[str]] = {}
        self._here: dict[str, set[Viewer]] = {}
        """Connections that have said hello, by person."""
        self.cashier.moved = self._wallet_moved
        self.cashier.overtaken = self._overtaken
        self.over = asyncio.Event()
        """Set when the room must be stopped, for the reason in `why_over`."""
        self.why_over = ""

    @classmethod
    async def open(
        cls,
        data: Path | None = None,
        url: str | None = None,
        settings: RoomSettings | None = None,
        clock: Clock | None = None,
        passwords: Passwords | None = None,
        separate_process: bool = False,
        custody: Custody | None = None,
        behind_anchor: bool = False,
        houses: Mapping[str, House] | None = None,
    ) -> Room:
        """Open the storage, with a separate writer process if requested, and start.

        `custody` says where the key and the anchor are; `behind_anchor` accepts data that lacks what is anchored;
        `houses` are the rules of house files, by the name of the house.
        `StoreError` says in one line why this failed.
        """
        custody = custody or custody_of(data, url)
        guarded = open_guarded(data, url, custody, separate_process=separate_process, behind_anchor=behind_anchor)
        try:
            room = cls(guarded.store, settings, clock, passwords, guarded)
            await room.start(houses)
        except BaseException as error:
            guarded.store.close()
            if isinstance(error, ValueError | LookupError | TypeError):  # data that cannot be read
                # Its message stays out of the log: it could name cards.
                log.error("the room could not start", extra={"error": type(error).__name__})
                why = f"{guarded.store.name} is damaged ({type(error).__name__})"
                raise StoreError(f"{why}; `seventh check` says what is wrong") from error
            raise
        return room

    # Starting and stopping.

    async def start(self, houses: Mapping[str, House] | None = None) -> None:
        """Check the books, open the tables, and resume every round."""
        with self.store.reading() as connection:
            books = trial_balance(connection)
            holds = balance(connection, HOUSE)
        if not books.ok:
            drifts = "; ".join(map(str, books.drifting)) or f"the accounts sum to {books.total}"
            raise StoreError(f"the books do not balance, so the room will not start: {drifts}")
        if self._guarded is not None:
            self._guarded.accept_loss(self.clock.now())
            self._keeper = self._guarded.keeper()
        lacks = self.settings.house_bankroll - holds
        if lacks > 0:
            await self.cashier.commit(fund_house(lacks, f"fund:{token_hex(8)}", self.clock.now()))
        for row in rows(self.store, schema.closures.select()):
            self.gate.closed(Closure(row.scope, row.who, row.why, row.by or "", row.at))
        self.limits.book.start()
        await self.people.second_factors.start()
        await self.houses.start(houses or {})
        await self.tables.start()
        self.store.patience.seconds = READING
        self.purge.start(self._uses_table)
        self.archiver.start()

    async def stop(self) -> None:
        """Stop dealing and close the storage. Rounds in progress are kept for the next start."""
        self.purge.stop()
        await self.archiver.stop()
        self.lobby.close()
        await self.tables.stop()
        self.coaches.close()
        self.people.close()
        if self._keeper is not None:
            self._keeper.close()
        self.store.close()

    # Connections.

    def welcome(self, visitor: Visitor) -> Welcome:
        """The answer to a client's first frame. From then on the client is sent changes to the person's wallet."""
        now = self.clock.now()
        if not visitor.person:
            return Welcome(frames.VERSION, "", "Visitor", VISITOR, True, 0, now, key=self.public_key)
        person, purse = self.people.person(visitor.person), self.people.wallet(visitor.person)
        self._here.setdefault(person.id, set()).add(visitor)
        known = (person.id, person.name, person.role, person.guest)
        return Welcome(frames.VERSION, *known, purse.wallet, now, purse.refill_to, purse.next_refill, self.public_key)

    @property
    def public_key(self) -> str:
        """The key that verifies the room's signatures."""
        return self._guarded.key.public if self._guarded is not None else ""

    def _overtaken(self, why: str) -> None:
        """Another room has used the storage: nothing that this one knows can be trusted, so it ends (R20)."""
        if not self.why_over:
            log.critical(why)
        self.why_over = why
        self.over.set()

    def _wallet_moved(self, person: str, change: Change) -> None:
        if person not in self._here:
            return
        table, told = self.tables.came_back(person, change)
        try:
            frame = msgspec.json.encode(replace(self.people.wallet(person), table=table, told=told))
        except StoreFailed:
            return  # the next `table` or `welcome` frame has the balance
        for viewer in tuple(self._here[person]):
            viewer.tell(frame)

    async def answer(self, visitor: Visitor, ask: AnyAsk | AnyFloorAsk) -> Tell | None:
        """Carry out a client's request. The answer goes to that client; others learn of it from the table's frames."""
        return await self._requests.answer(visitor, ask)

    async def watch(self, visitor: Viewer, table: str, invitation: str = "", words: bool = True) -> None:
        """Send a viewer the frames of a table from now on, with or without descriptions in words."""
        await self.table(table).presence.watch(visitor, invitation, words)
        self._watches.setdefault(visitor, set()).add(table)

    def watched_by(self, visitor: Viewer) -> frozenset[str]:
        """The tables that a viewer watches."""
        return frozenset(self._watches.get(visitor, ()))

    async def unwatch(self, visitor: Viewer, table: str) -> None:
        """Stop sending frames."""
        self._watches.get(visitor, set()).discard(table)
        if table in self.tables:
            await self.tables[table].presence.unwatch(visitor)

    async def gone(self, visitor: Viewer) -> None:
        """Handle a lost connection: it stops watching, and its person is away unless another connection is open."""
        self.lobby.unwatch(visitor)
        if visitor in (here := self._here.get(visitor.person, set())):
            here.remove(visitor)
            if not here:
                del self._here[visitor.person]
        for table in self._watches.pop(visitor, set()):
            await self.unwatch(visitor, table)

    # Tables.

    def table(self, table: str) -> LiveTable:
        """The table with this id."""
        found = self.tables.get(table)
        if found is None:
            raise no_table(table)
        return found

    async def quick_seat(self, visitor: Visitor, game: str, ask: str, buy_in: int = 0) -> tuple[str, Tell]:
        """Take a seat at a table of this game, with others if possible; returns the table and the answer."""
        if game not in self.houses:
            raise RoomRefused(MALFORMED, f"{game!r} is not a game", ", ".join(self.houses))
        table = self.tables.quick(game, visitor.person)
        if table.snapshot.session.seat_of(visitor.person):
            return table.id, frames.Done(ask, again=True)
        if not table.takes_people:
            raise RoomRefused(NOT_NOW, "every table of this game is full or closed; join a waiting list")
        chips = buy_in or self.tables.usual_buy_in(table, visitor.person)
        answer = await self.answer(visitor, frames.Sit(ask, table.id, chips))
        assert answer is not None
        return table.id, answer

    # Houses.

    async def save_house(self, person: Person, name: str, rules: House, seen: int) -> Version:
        """Put new rules of a house in force: at its tables from the next round on."""
        tables = [table for table in self.tables.values() if table.row.follows == name]
        for table in tables:
            taken = [seat for seat, chair in table.snapshot.chairs.items() if not chair.bot]
            if taken and max(taken) > rules.seats:
                why = f"seats is {rules.seats}, but seat {max(taken)} is taken at {table.row.name}"
                raise RoomRefused(NOT_NOW, why, f"{max(taken)} or more, or wait until that seat is free")
        version = await self.houses.save(person, name, rules, seen)
        for table in tables:
            await table.tick()
        self.lobby.changed()
        return version

    async def retire_house(self, person: Person, name: str, seen: int) -> None:
        """Stop offering a house; its tables close after their current round."""
        await self.houses.retire(person, name, seen)
        for table in [table for table in self.tables.values() if table.row.follows == name]:
            await table.tick()
        self.lobby.changed()

    async def bring_back_house(self, person: Person, name: str) -> Version:
        """Offer a retired house again, with as many tables as a new house has."""
        version = await self.houses.bring_back(person, name)
        await self.tables.open_planned(name)
        self.lobby.changed()
        return version

    # Closing and opening (R24).

    async def close(self, scope: str, who: str, why: str, by: Person) -> None:
        """Stop new wagers: all of them, or those of a game, table or player. Rounds in progress are finished."""
        self._may_close(by)
        if scope == "table":
            self.table(who)
        if scope == "player":
            self.people.person(who)
        closure = Closure(scope, who, why, by.id, self.clock.now())
        await self.cashier.commit(self.gate.closing(closure))
        self.gate.closed(closure)
        await self._gate_changed()

    async def open_again(self, scope: str, who: str, by: Person) -> None:
        """Accept wagers again."""
        self._may_close(by)
        await self.cashier.commit(self.gate.opening(scope, who, by.id, self.clock.now()))
        self.gate.opened(scope, who)
        await self._gate_changed()

    def _may_close(self, by: Person) -> None:
        if by.role not in (FLOOR, ADMIN):
            raise RoomRefused(FORBIDDEN, "only floor staff and admins can close and reopen")

    async def _gate_changed(self) -> None:
        for table in list(self.tables.values()):
            table.tell(Step(table.snapshot))
            await table.tick()
        self.lobby.changed()

    # People.

    async def rename_person(self, person: Person, name: str) -> Person:
        """Rename a person, at the tables too."""
        known = await self.people.rename(person.id, name)
        for table in list(self.tables.values()):
            await table.seats.renamed(known)
        return known

    async def delete_person(self, person: Person) -> None:
        """Delete an account: its seats are given up when their rounds are over, and its name is erased."""
        await self._leave_all(person)
        await self.sessions.end_all(
            person.id, commit=lambda writes: self.people.delete(person.id, writes + self.shares.dropping(person.id))
        )
        await self._leave_all(person)  # a request to sit down may have come in between

    async def _leave_all(self, person: Person) -> None:
        for table in list(self.tables.values()):
            if any(chair.person == person.id for chair in table.snapshot.chairs.values()):
                await table.seats.leave(person, f"deleted:{token_hex(8)}")

    def _uses_table(self, person: str) -> bool:
        """Whether somebody has a seat, hosts a table or is connected."""
        return person in self._here or any(
            table.hosting.host == person or any(chair.person == person for chair in table.snapshot.chairs.values())
            for table in self.tables.values()
        )

    def figures(self) -> dict[str, Any]:
        """Counts for monitoring."""
        chairs = [chair for table in self.tables.values() for chair in table.snapshot.chairs.values()]
        states = [table.state for table in self.tables.values()]
        return {
            "tables": len(states),
            "paused": sum(bool(table.loop.paused) for table in self.tables.values()),
            "halted": sum(bool(table.loop.halted) for table in self.tables.values()),
            "playing": states.count("playing") + states.count("betting"),
            "seated": sum(not chair.bot for chair in chairs),
            "bots": sum(chair.bot for chair in chairs),
            "viewers": sum(len(table.viewers) for table in self.tables.values()),
        }
