"""The running room: opened from its storage, every table where it was, until it is stopped.

room = await Room.open(Path("data"))
table = room.tables.quick(game)
answer = await room.answer(visitor, frames.Sit("id-1", table.id, 10_000))
await room.stop()
"""

from __future__ import annotations

import logging
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from seventh.games import GAMES
from seventh.room import frames
from seventh.room.cashier import Cashier
from seventh.room.clock import Clock, RealClock
from seventh.room.frames import AnyAsk, Tell, Welcome
from seventh.room.gate import Closure, Gate
from seventh.room.history import History
from seventh.room.ledger import HOUSE, balance, fund_house, trial_balance
from seventh.room.people.accounts import ADMIN, FLOOR, Person
from seventh.room.people.passwords import Passwords
from seventh.room.people.people import People
from seventh.room.people.sessions import Sessions
from seventh.room.reading import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.requests import Requests, Visitor
from seventh.room.settings import RoomSettings
from seventh.room.store import Store, StoreError, StoreFailed, open_store, schema
from seventh.room.tables.lobby import Lobby
from seventh.room.tables.services import Services
from seventh.room.tables.standing import Step
from seventh.room.tables.table import LiveTable
from seventh.room.tables.tables import Tables
from seventh.room.tables.viewers import Viewer

log = logging.getLogger("seventh.room")

VISITOR = "visitor"
"""The role of somebody who has not entered: may watch public tables, and nothing else."""


class Room:
    """Everything that runs."""

    def __init__(
        self,
        store: Store,
        settings: RoomSettings | None = None,
        clock: Clock | None = None,
        passwords: Passwords | None = None,
    ) -> None:
        self.store = store
        self.settings = settings or RoomSettings()
        self.clock = clock or RealClock()
        self.cashier = Cashier(store)
        self.people = People(store, self.cashier, self.settings, self.clock, passwords)
        self.sessions = Sessions(store, self.cashier, self.people, self.settings, self.clock)
        self.history = History(store, self.settings, self.clock)
        self.gate = Gate()
        self.lobby = Lobby(self.clock, self.settings.lobby_interval, lambda: self.tables.values())
        services = Services(self.settings, self.clock, store, self.cashier, self.people, self.gate, self.lobby.changed)
        self.tables = Tables(services)
        self._requests = Requests(self)
        self._watches: dict[Viewer, set[str]] = {}
        self._here: dict[str, set[Viewer]] = {}
        """Everybody's connections that have said hello, by person."""
        self.cashier.moved = self._wallet_moved

    @classmethod
    async def open(
        cls,
        data: Path | None = None,
        url: str | None = None,
        settings: RoomSettings | None = None,
        clock: Clock | None = None,
        passwords: Passwords | None = None,
        apart: bool = False,
    ) -> Room:
        """Open the storage, with a process of its own for what is written if it is `apart`, and start.

        `StoreError` says in one line why that cannot be.
        """
        store = open_store(data, url, apart)
        try:
            room = cls(store, settings, clock, passwords)
            await room.start()
        except BaseException:
            store.close()
            raise
        return room

    # Starting and stopping.

    async def start(self) -> None:
        """Check the books, open the tables, and take every round up where it was."""
        with self.store.reading() as connection:
            books = trial_balance(connection)
            holds = balance(connection, HOUSE)
        if not books.ok:
            drifts = "; ".join(map(str, books.drifting)) or f"the accounts sum to {books.total}"
            raise StoreError(f"the books are not in order, and nothing is dealt until they are: {drifts}")
        lacks = self.settings.house_bankroll - holds
        if lacks > 0:
            await self.cashier.commit(fund_house(lacks, f"fund:{token_hex(8)}", self.clock.now()))
        for row in rows(self.store, schema.closures.select()):
            self.gate.closed(Closure(row.scope, row.who, row.why, row.by or "", row.at))
        await self.tables.start()

    async def stop(self) -> None:
        """Stop dealing and close the storage. Rounds in progress are kept for the next start."""
        self.lobby.close()
        await self.tables.stop()
        self.people.close()
        self.store.close()

    # Connections.

    def welcome(self, visitor: Visitor) -> Welcome:
        """The answer to a client's first frame. From now on it is told when the person's wallet changes."""
        now = self.clock.now()
        if not visitor.person:
            return Welcome(frames.VERSION, "", "Visitor", VISITOR, True, 0, now)
        person, purse = self.people.person(visitor.person), self.people.wallet(visitor.person)
        self._here.setdefault(person.id, set()).add(visitor)
        known = (person.id, person.name, person.role, person.guest)
        return Welcome(frames.VERSION, *known, purse.wallet, now, purse.refill_to, purse.next_refill)

    def _wallet_moved(self, person: str) -> None:
        if person not in self._here:
            return
        try:
            frame = msgspec.json.encode(self.people.wallet(person))
        except StoreFailed:
            return  # the next frame of a table, or the next welcome, says what is in it
        for viewer in tuple(self._here[person]):
            viewer.tell(frame)

    async def answer(self, visitor: Visitor, ask: AnyAsk) -> Tell | None:
        """Do what a client asks. The answer goes to that client; everybody else is told by frames of the table."""
        return await self._requests.answer(visitor, ask)

    async def watch(self, visitor: Viewer, table: str, invitation: str = "", words: bool = True) -> None:
        """Send somebody the frames of a table from now on, with or without everything in words."""
        await self.table(table).presence.watch(visitor, invitation, words)
        self._watches.setdefault(visitor, set()).add(table)

    def watched_by(self, visitor: Viewer) -> frozenset[str]:
        """The tables whose frames somebody is sent."""
        return frozenset(self._watches.get(visitor, ()))

    async def unwatch(self, visitor: Viewer, table: str) -> None:
        """Send no more."""
        self._watches.get(visitor, set()).discard(table)
        if table in self.tables:
            await self.tables[table].presence.unwatch(visitor)

    async def gone(self, visitor: Viewer) -> None:
        """A connection is lost: it watches nothing any more, and its person is away where there is no other one."""
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
            raise RoomRefused(UNKNOWN, f"there is no table {table!r}")
        return found

    async def quick_seat(self, visitor: Visitor, game: str, ask: str, buy_in: int = 0) -> tuple[str, Tell]:
        """A seat at a table of this game, at once: where there is company first; says the table and the answer."""
        if game not in GAMES:
            raise RoomRefused(MALFORMED, f"{game!r} is not a game", ", ".join(GAMES))
        table = self.tables.quick(game, visitor.person)
        if table.standing.session.seat_of(visitor.person):
            return table.id, frames.Done(ask, again=True)
        if not table.takes_people:
            raise RoomRefused(NOT_NOW, "every table of this game is full or closed", "queue at one")
        chips = buy_in or self.tables.usual_buy_in(table, visitor.person)
        answer = await self.answer(visitor, frames.Sit(ask, table.id, chips))
        assert answer is not None
        return table.id, answer

    # Closing and opening (R24).

    async def close(self, scope: str, who: str, why: str, by: Person) -> None:
        """Take no new wagers: of all, of a game, at a table, of a player. Rounds that have begun are finished."""
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
        """Take wagers again."""
        self._may_close(by)
        await self.cashier.commit(self.gate.opening(scope, who, by.id, self.clock.now()))
        self.gate.opened(scope, who)
        await self._gate_changed()

    def _may_close(self, by: Person) -> None:
        if by.role not in (FLOOR, ADMIN):
            raise RoomRefused(FORBIDDEN, "only the floor and the admin close and open")

    async def _gate_changed(self) -> None:
        for table in list(self.tables.values()):
            table.tell(Step(table.standing))
            await table.tick()
        self.lobby.changed()

    # People.

    async def delete_person(self, person: Person) -> None:
        """Delete an account: its seats are given up when their rounds are over, and then nobody knows who it was."""
        for table in list(self.tables.values()):
            if any(chair.person == person.id for chair in table.standing.chairs.values()):
                await table.seats.leave(person, f"deleted:{token_hex(8)}")
        await self.people.delete(person.id)
        self.sessions.forget(person.id)

    def figures(self) -> dict[str, Any]:
        """Counts for whoever watches over the room."""
        chairs = [chair for table in self.tables.values() for chair in table.standing.chairs.values()]
        states = [table.state for table in self.tables.values()]
        return {
            "tables": len(states),
            "paused": states.count("paused"),
            "halted": sum(bool(table.loop.halted) for table in self.tables.values()),
            "playing": states.count("playing") + states.count("betting"),
            "seated": sum(not chair.bot for chair in chairs),
            "bots": sum(chair.bot for chair in chairs),
            "viewers": sum(len(table.viewers) for table in self.tables.values()),
        }
