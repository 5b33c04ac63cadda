"""The tables of a room: those it opens by itself, private ones, and a seat for whoever wants one at once."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from secrets import token_bytes

import msgspec
from sqlalchemy import select

from seventh.games import GAMES, book_house, house_for, recorded_house
from seventh.house import House
from seventh.records.record import FORM
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.people.accounts import Person
from seventh.room.reading import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds.rounds import rules_in_force
from seventh.room.store import StoreFailed, schema
from seventh.room.tables.bots_at_tables import known_bots
from seventh.room.tables.services import Services, TableRow
from seventh.room.tables.table import LiveTable

log = logging.getLogger("seventh.room")

_LOOK_AFTER = 60_000
"""How often private tables are looked after."""


class Tables(Mapping[str, LiveTable]):
    """All tables of a room by their id."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, LiveTable] = {}
        self._bots: tuple[Person, ...] = ()
        self._stopped = False

    def __getitem__(self, table: str) -> LiveTable:
        return self._open[table]

    def __iter__(self) -> Iterator[str]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    async def start(self) -> None:
        """Open the tables that storage has, or those of a new room, and take every round up where it was."""
        services = self._services
        self._bots = await known_bots(services.people) if services.settings.company else ()
        await self._open_default_tables()
        await self._bring_rules_up_to_date()
        for row in self._rows():
            self._add(row)
        for table in list(self.values()):
            await table.start()
        self._look_after_later()

    async def stop(self) -> None:
        """Stop dealing; rounds in progress are kept for the next start."""
        self._stopped = True
        for table in self.values():
            await table.stop()

    async def _open_default_tables(self) -> None:
        if rows(self._services.store, select(schema.tables.c.id).limit(1)):
            return
        for plan in self._services.settings.tables:
            house = book_house(plan.game)
            for number in range(1, plan.count + 1):
                row = TableRow(
                    f"{plan.game}-{number}", f"{house.title} {number}", house, opened=self._services.clock.now()
                )
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
        await self._services.cashier.commit(rules_in_force(row.house) + change)

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
        for row in rows(self._services.store, query):
            options = json.loads(row.options)
            if options.get("form") == FORM:
                continue
            book = book_house(row.game)
            newer = {key: value for key, value in book.as_data().items() if key in book.before()}
            house = recorded_house(newer | json.loads(row.data), row.game, "the table's rules")
            body = msgspec.json.encode({"house_hash": house.hash})
            entry = LogEntry("table_rules_updated", body, self._services.clock.now(), row.id)
            values = {"id": row.id, "house_hash": house.hash, "options": json.dumps(options | {"form": FORM})}
            change = Change(log=(entry,), writes=(Write("set", "tables", values),))
            await self._services.cashier.commit(rules_in_force(house) + change)

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
        for row in rows(self._services.store, query):
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
        table = self._open[row.id] = LiveTable(self._services, row, self._bots)
        return table

    # Opening and closing.

    async def open(self, house: House, name: str = "", bots: bool = True) -> LiveTable:
        """One more public table."""
        numbers = range(1, len(self) + 2)
        table = next(f"{house.game}-{n}" for n in numbers if not self._taken(f"{house.game}-{n}"))
        number = table.rpartition("-")[2]
        row = TableRow(table, name or f"{house.title} {number}", house, bots=bots, opened=self._services.clock.now())
        return await self._opened(row)

    async def create(
        self, person: Person, game: str, name: str = "", house: House | None = None, bots: bool = False
    ) -> LiveTable:
        """A private table; `table.row.word` is the invitation to it."""
        if game not in GAMES:
            raise RoomRefused(MALFORMED, f"{game!r} is not a game", ", ".join(GAMES))
        if person.bot or person.deleted:
            raise RoomRefused(FORBIDDEN, "only people open tables")
        own = [table for table in self.values() if table.row.owner == person.id]
        if len(own) >= self._services.settings.private_tables:
            raise RoomRefused(
                NOT_NOW, f"you have {len(own)} private tables already", f"{self._services.settings.private_tables}"
            )
        house = house_for(game, house)
        name = " ".join(name.split())[:40] or f"{house.title}, private"
        row = TableRow(_word(10), name, house, _word(16), person.id, bots, self._services.clock.now())
        return await self._opened(row, person.id)

    async def _opened(self, row: TableRow, person: str | None = None) -> LiveTable:
        await self._put(row, person)
        table = self._add(row)
        await table.start()
        self._services.changed()
        return table

    def _taken(self, table: str) -> bool:
        return table in self._open or bool(
            rows(self._services.store, select(schema.tables.c.id).where(schema.tables.c.id == table))
        )

    async def close(self, table: LiveTable, by: str = "") -> None:
        """Take a table off the list for good. Only between rounds, when nobody sits there."""
        if table.standing.live is not None or table.standing.chairs:
            raise RoomRefused(NOT_NOW, "somebody is at the table")
        at = self._services.clock.now()
        entry = LogEntry("table_closed", b"{}", at, table.id, person=by or None)
        await self._services.cashier.commit(
            Change(log=(entry,), writes=(Write("set", "tables", {"id": table.id, "closed": at}),))
        )
        del self._open[table.id]
        await table.stop()
        self._services.changed()

    def _look_after_later(self) -> None:
        if not self._stopped:
            self._services.clock.call_at(
                self._services.clock.now() + _LOOK_AFTER, lambda: self._services.clock.spawn(self._look_after())
            )

    async def _look_after(self) -> None:
        """Close private tables that nobody has sat at for long."""
        if self._stopped:
            return
        now = self._services.clock.now()
        for table in list(self.values()):
            idle = table.row.word is not None and table.idle_since
            if idle and idle + self._services.settings.private_table_idle <= now and not table.standing.chairs:
                try:
                    await self.close(table)
                except (RoomRefused, StoreFailed) as error:
                    log.warning("private table stays open", extra={"table": table.id, "error": str(error)})
        self._look_after_later()

    # A seat at once.

    def quick(self, game: str, person: str = "") -> LiveTable:
        """Where to sit down at a game: where the person sits already, else where most people are and a seat is free."""
        public = [table for table in self.values() if table.game == game and table.row.word is None]
        if not public:
            raise RoomRefused(UNKNOWN, f"there is no table of {game!r}")
        seated = [table for table in public if person and table.standing.session.seat_of(person)]
        return max(seated or public, key=lambda table: (table.takes_people, table.people))

    def usual_buy_in(self, table: LiveTable, person: str = "") -> int:
        """What people bring: enough for a while, and not all they have."""
        least, most = table.buy_in.minimum, table.buy_in.maximum
        usual = max(least, min(most, 10 * least, self._services.settings.starting_chips // 4))
        return min(usual, max(self._services.cashier.wallet(person), least)) if person else usual


def _word(length: int) -> str:
    """A random word that nobody guesses, of small letters and digits that are not mistaken for one another."""
    letters = "abcdefghjkmnpqrstvwxyz0123456789"
    return "".join(letters[byte % 32] for byte in token_bytes(length))
