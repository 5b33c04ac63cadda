"""The tables of a room: those it opens by itself, private ones, and a seat for whoever wants one at once."""

from __future__ import annotations

import json
import logging
from secrets import token_bytes

import msgspec
from sqlalchemy import select

from seventh.games import GAMES, book_house, game_of, house_for, recorded_house
from seventh.house import House
from seventh.records.record import FORM
from seventh.room import frames
from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.frames import Tell
from seventh.room.gate import Gate
from seventh.room.people.accounts import Person
from seventh.room.people.people import People
from seventh.room.reading import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds.rounds import rules_in_force
from seventh.room.settings import RoomSettings
from seventh.room.store import Store, StoreFailed, schema
from seventh.room.tables.answering import Answering, Visitor
from seventh.room.tables.dealer_table import DealerTable
from seventh.room.tables.lobby import Lobby
from seventh.room.tables.stud_table import StudTable
from seventh.room.tables.table import LiveTable
from seventh.room.tables.table_state import Services, TableRow

log = logging.getLogger("seventh.room")

_LOOK_AFTER = 60_000
"""How often private tables are looked after."""


class RoomTables:
    """The part of a room that has tables."""

    store: Store
    settings: RoomSettings
    clock: Clock
    cashier: Cashier
    people: People
    gate: Gate
    lobby: Lobby
    tables: dict[str, LiveTable]
    _answering: Answering
    _bots: tuple[Person, ...]
    _stopped: bool

    async def _open_default_tables(self) -> None:
        if rows(self.store, select(schema.tables.c.id).limit(1)):
            return
        for plan in self.settings.tables:
            house = book_house(plan.game)
            for number in range(1, plan.count + 1):
                row = TableRow(f"{plan.game}-{number}", f"{house.title} {number}", house, opened=self.clock.now())
                await self._put(row)

    async def _put(self, row: TableRow, person: str | None = None) -> None:
        values = {
            "id": row.id,
            "name": row.name,
            "game": row.house.game,
            "house_hash": row.house.hash,
            "options": json.dumps({"owner": row.owner, "bots": row.bots, "form": FORM}),
            "state": "{}",
            "word": row.word,
            "opened": row.opened,
            "closed": None,
        }
        body = msgspec.json.encode(
            {"game": row.house.game, "house_hash": row.house.hash, "private": row.word is not None}
        )
        entry = LogEntry("table_opened", body, row.opened, row.id, person=person)
        change = Change(log=(entry,), writes=(Write("put", "tables", values),))
        await self.cashier.commit(rules_in_force(row.house) + change)

    async def _bring_rules_up_to_date(self) -> None:
        """Tables of an earlier release take today's values for settings that their rules could not name.

        A round that is open goes on by the rules under which it was opened: those are kept with the round.
        """
        tables, houses = schema.tables, schema.houses
        query = (
            select(tables.c.id, tables.c.options, tables.c.game, houses.c.data)
            .join(houses, houses.c.hash == tables.c.house_hash)
            .where(tables.c.closed.is_(None))
        )
        for row in rows(self.store, query):
            options = json.loads(row.options)
            if options.get("form") == FORM:
                continue
            book = book_house(row.game)
            newer = {key: value for key, value in book.as_data().items() if key in book.before()}
            house = recorded_house(newer | json.loads(row.data), row.game, "the table's rules")
            body = msgspec.json.encode({"house_hash": house.hash})
            entry = LogEntry("table_rules_updated", body, self.clock.now(), row.id)
            values = {"id": row.id, "house_hash": house.hash, "options": json.dumps(options | {"form": FORM})}
            change = Change(log=(entry,), writes=(Write("set", "tables", values),))
            await self.cashier.commit(rules_in_force(house) + change)

    def _rows(self) -> list[TableRow]:
        tables, houses = schema.tables, schema.houses
        query = (
            select(tables, houses.c.data)
            .join(houses, houses.c.hash == tables.c.house_hash)
            .where(tables.c.closed.is_(None))
            .order_by(tables.c.opened, tables.c.id)
        )
        found = []
        known: dict[str, House] = {}
        for row in rows(self.store, query):
            options = json.loads(row.options)
            house = known.setdefault(
                row.house_hash, recorded_house(json.loads(row.data), row.game, "the table's rules")
            )
            found.append(
                TableRow(
                    row.id, row.name, house, row.word, options.get("owner", ""), options.get("bots", True), row.opened
                )
            )
        return found

    def _add(self, row: TableRow) -> LiveTable:
        services = Services(
            self.settings, self.clock, self.store, self.cashier, self.people, self.gate, self.lobby.changed
        )
        against_house = game_of(row.house).round.AGAINST_HOUSE
        table = DealerTable(services, row) if against_house else StudTable(services, row, self._bots)
        self.tables[row.id] = table
        return table

    # Tables.

    def table(self, table: str) -> LiveTable:
        """The table with this id."""
        found = self.tables.get(table)
        if found is None:
            raise RoomRefused(UNKNOWN, f"there is no table {table!r}")
        return found

    async def open_table(self, house: House, name: str = "", bots: bool = True) -> LiveTable:
        """One more public table."""
        numbers = range(1, len(self.tables) + 2)
        table = next(f"{house.game}-{n}" for n in numbers if not self._taken(f"{house.game}-{n}"))
        number = table.rpartition("-")[2]
        row = TableRow(table, name or f"{house.title} {number}", house, bots=bots, opened=self.clock.now())
        return await self._opened(row)

    async def create_table(
        self, person: Person, game: str, name: str = "", house: House | None = None, bots: bool = False
    ) -> LiveTable:
        """A private table; `table.row.word` is the invitation to it."""
        if game not in GAMES:
            raise RoomRefused(MALFORMED, f"{game!r} is not a game", ", ".join(GAMES))
        if person.bot or person.deleted:
            raise RoomRefused(FORBIDDEN, "only people open tables")
        own = [table for table in self.tables.values() if table.row.owner == person.id]
        if len(own) >= self.settings.private_tables:
            raise RoomRefused(NOT_NOW, f"you have {len(own)} private tables already", f"{self.settings.private_tables}")
        house = house_for(game, house)
        name = " ".join(name.split())[:40] or f"{house.title}, private"
        row = TableRow(_word(10), name, house, _word(16), person.id, bots, self.clock.now())
        return await self._opened(row, person.id)

    async def _opened(self, row: TableRow, person: str | None = None) -> LiveTable:
        await self._put(row, person)
        table = self._add(row)
        await table.start()
        self.lobby.changed()
        return table

    def _taken(self, table: str) -> bool:
        return table in self.tables or bool(
            rows(self.store, select(schema.tables.c.id).where(schema.tables.c.id == table))
        )

    async def close_table(self, table: LiveTable, by: str = "") -> None:
        """Take a table off the list for good. Only between rounds, when nobody sits there."""
        if table.standing.live is not None or table.standing.chairs:
            raise RoomRefused(NOT_NOW, "somebody is at the table")
        at = self.clock.now()
        entry = LogEntry("table_closed", b"{}", at, table.id, person=by or None)
        await self.cashier.commit(
            Change(log=(entry,), writes=(Write("set", "tables", {"id": table.id, "closed": at}),))
        )
        del self.tables[table.id]
        await table.stop()
        self.lobby.changed()

    def _look_after_later(self) -> None:
        if not self._stopped:
            self.clock.call_at(self.clock.now() + _LOOK_AFTER, lambda: self.clock.spawn(self._look_after()))

    async def _look_after(self) -> None:
        """Close private tables that nobody has sat at for long."""
        if self._stopped:
            return
        now = self.clock.now()
        for table in list(self.tables.values()):
            idle = table.row.word is not None and table.idle_since
            if idle and idle + self.settings.private_table_idle <= now and not table.standing.chairs:
                try:
                    await self.close_table(table)
                except (RoomRefused, StoreFailed) as error:
                    log.warning("private table stays open", extra={"table": table.id, "error": str(error)})
        self._look_after_later()

    async def quick_seat(self, visitor: Visitor, game: str, ask: str, buy_in: int = 0) -> tuple[str, Tell]:
        """A seat at a table of this game, at once: where there is company first; says the table and the answer."""
        if game not in GAMES:
            raise RoomRefused(MALFORMED, f"{game!r} is not a game", ", ".join(GAMES))
        open_ones = [
            table
            for table in self.tables.values()
            if table.game == game
            and table.row.word is None
            and not table.notice
            and len(table.standing.chairs) < table.house.seats
        ]
        seated = [t for t in open_ones if any(c.person == visitor.person for c in t.standing.chairs.values())]
        if seated:
            return seated[0].id, frames.Done(ask, again=True)
        if not open_ones:
            raise RoomRefused(NOT_NOW, "every table of this game is full or closed", "queue at one")
        table = max(open_ones, key=lambda t: sum(not chair.bot for chair in t.standing.chairs.values()))
        limits, wallet = table.buy_in, self.cashier.wallet(visitor.person)
        usual = min(max(limits.minimum, limits.maximum // 2), max(wallet, limits.minimum))
        return table.id, await self._answering.with_id(visitor, frames.Sit(ask, table.id, buy_in or usual))


def _word(length: int) -> str:
    """A random word that nobody guesses, of small letters and digits that are not mistaken for one another."""
    letters = "abcdefghjkmnpqrstvwxyz0123456789"
    return "".join(letters[byte % 32] for byte in token_bytes(length))
