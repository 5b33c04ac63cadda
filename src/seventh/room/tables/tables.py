"""The tables of a room: public, private and single-player ones; opening, closing, and finding a seat."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from secrets import token_bytes

import msgspec
from sqlalchemy import select

from seventh.games import GAMES, book_house, game_of, house_for, recorded_house
from seventh.house import House
from seventh.records.record import FORM
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.people.accounts import Person
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds.rounds import rules_in_force
from seventh.room.settings import usual_count
from seventh.room.store import StoreError, StoreFailed, schema
from seventh.room.tables.hosting import check_bots, table_name
from seventh.room.tables.services import Services, TableRow, in_a_sentence
from seventh.room.tables.snapshot import Hosted
from seventh.room.tables.table import LiveTable
from seventh.room.tables.table_bots import known_bots

log = logging.getLogger("seventh.room")

_CLEANUP_INTERVAL = 60_000
"""How often idle private tables are closed, in milliseconds."""


class Tables(Mapping[str, LiveTable]):
    """All tables of a room by id."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, LiveTable] = {}
        self._bots: tuple[Person, ...] = ()
        self._stopped = False
        self._opening = asyncio.Lock()
        """Makes sure that nobody gets two single-player tables of a game."""

    def __getitem__(self, table: str) -> LiveTable:
        return self._open[table]

    def __iter__(self) -> Iterator[str]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    def came_back(self, person: str, change: Change) -> tuple[str, str]:
        """The table from which this change returns a person's chips unasked, and a sentence about it; else empty."""
        for entry in change.log:
            unasked = entry.kind == "left" and entry.person == person and entry.action_id is None
            table = self._open.get(entry.table or "") if unasked else None
            if table is not None:
                chips = table.house.money(msgspec.json.decode(entry.body)["chips"])
                return table.id, f"{chips} from {in_a_sentence(table.row.name)} is back in your wallet."
        return "", ""

    async def start(self) -> None:
        """Open the stored tables, or those of a new room, and resume every round."""
        services = self._services
        self._bots = await known_bots(services.people) if services.settings.company else ()
        await self._open_planned_tables()
        await self._bring_rules_up_to_date()
        for row in self._rows():
            self._add(row)
        for table in list(self.values()):
            await table.start()
        self._schedule_cleanup()

    async def stop(self) -> None:
        """Stop dealing; rounds in progress are kept for the next start."""
        self._stopped = True
        for table in self.values():
            await table.stop()

    async def _open_planned_tables(self) -> None:
        """Open the tables of a new room, and those of houses that are new to the room."""
        houses, planned = self._services.houses, self._planned()
        if unknown := [name for name in planned if name not in houses.known]:
            raise StoreError(f"tables has the house {unknown[0]!r}; allowed: {', '.join(houses)}")
        new_room = not rows(self._services.store, select(schema.tables.c.id).limit(1))
        names = [name for name in planned if new_room or name in houses.added]
        for name in dict.fromkeys((*names, *houses.added)):
            for row in self._missing(name):
                await self._put(row)

    async def open_planned(self, name: str) -> None:
        """Open the tables of a house that came back."""
        for row in self._missing(name):
            await self._opened(row)

    def _planned(self) -> Counter[str]:
        """How many tables the settings plan, by house."""
        planned = Counter[str]()
        for plan in self._services.settings.tables:
            planned[plan.house or plan.game] += plan.count
        return planned

    def _missing(self, name: str) -> list[TableRow]:
        """The planned tables of a house that are not open; a closed table's number is not used again."""
        planned, tables = self._planned(), schema.tables
        wanted = planned[name] if name in planned else usual_count(self._services.houses[name].rules.game)
        query = select(tables.c.id, tables.c.closed).where(tables.c.id.startswith(f"{name}-", autoescape=True))
        known = {row.id: row.closed is not None for row in rows(self._services.store, query)}
        free = (number for number in itertools.count(1) if f"{name}-{number}" not in known)
        open_now = sum(not closed for table, closed in known.items() if table.removeprefix(f"{name}-").isdecimal())
        return [self._public_row(name, number) for number in itertools.islice(free, max(wanted - open_now, 0))]

    def _public_row(self, name: str, number: int) -> TableRow:
        version = self._services.houses[name]
        at = self._services.clock.now()
        return TableRow(f"{name}-{number}", f"{version.title} {number}", version.rules, opened=at, follows=name)

    async def _put(self, row: TableRow, person: str | None = None) -> None:
        values = {
            "id": row.id,
            "name": row.name,
            "game": row.house.game,
            "house_hash": row.house.hash,
            "options": json.dumps(
                {
                    "owner": row.owner,
                    "bots": row.bots,
                    "alone": row.alone,
                    "form": FORM,
                    "times": str(row.times),
                    "house": row.follows,
                }
            ),
            "state": msgspec.json.encode({"hosted": row.hosted}).decode(),
            "word": row.word,
            "opened": row.opened,
            "closed": None,
        }
        body = msgspec.json.encode({"game": row.house.game, "house_hash": row.house.hash, "private": not row.public})
        entry = LogEntry("table_opened", body, row.opened, row.id, person=person)
        change = Change(log=(entry,), writes=(Write("put", "tables", values),))
        await self._services.cashier.commit(rules_in_force(row.house) + change)

    async def _bring_rules_up_to_date(self) -> None:
        """Add the current defaults for settings that are missing from the rules of tables of an earlier release.

        An open round continues under the rules it was opened with, which are stored with the round.
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
                    row.id,
                    row.name,
                    house,
                    row.word,
                    options.get("owner", ""),
                    options.get("bots", True),
                    row.opened,
                    options.get("alone", False),
                    Fraction(options.get("times", 1)),
                    # Tables of earlier releases were all played by the book, some at a multiple of its stakes.
                    follows=options.get("house", row.game if house.hash == book_house(row.game).hash else ""),
                )
            )
        return found

    def _add(self, row: TableRow) -> LiveTable:
        table = self._open[row.id] = LiveTable(self._services, row, self._bots)
        table.hosting.when_closed = self._forget
        return table

    # Opening and closing.

    async def open_of(self, name: str) -> LiveTable:
        """Open another public table of a house."""
        self._services.houses.in_force(name)
        numbers = range(1, len(self) + 2)
        return await self._opened(self._public_row(name, next(n for n in numbers if not self._taken(f"{name}-{n}"))))

    async def open(self, house: House, name: str = "", bots: bool = True) -> LiveTable:
        """Open a public table."""
        numbers = range(1, len(self) + 2)
        table = next(f"{house.game}-{n}" for n in numbers if not self._taken(f"{house.game}-{n}"))
        number = table.rpartition("-")[2]
        row = TableRow(table, name or f"{house.title} {number}", house, bots=bots, opened=self._services.clock.now())
        return await self._opened(row)

    async def create(
        self,
        person: Person,
        game: str,
        name: str = "",
        house: House | None = None,
        bots: bool | int = False,
        times: Fraction = Fraction(1),
        waits: bool = False,
        watched: bool = False,
        follows: str = "",
    ) -> LiveTable:
        """Open a private table with this person as its host; `table.row.word` is the invitation code.

        `bots` is a number, or whether to have the default number; a table that `waits` is started by its host. A table
        that `follows` a house has its rules; `house` are rules of its own.
        """
        if game not in GAMES:
            raise RoomRefused(MALFORMED, f"{game!r} is not a game", ", ".join(GAMES))
        if person.bot or person.deleted:
            raise RoomRefused(FORBIDDEN, "bots cannot open tables")
        own = [
            table
            for table in self.values()
            if person.id in (table.row.owner, table.hosting.host) and not table.row.alone
        ]
        if len(own) >= self._services.settings.private_tables:
            raise RoomRefused(
                NOT_NOW, f"you already have {len(own)} private tables", f"{self._services.settings.private_tables}"
            )
        if house is None:
            follows = follows or game
        house = self._services.houses.in_force(follows).rules if follows else house_for(game, house)
        number = None if isinstance(bots, bool) else bots
        if number is not None:
            check_bots(number, self.most_bots(house))
        row = TableRow(
            _word(10),
            table_name(name) or f"{house.title}, private",
            house,
            _word(16),
            person.id,
            bool(bots),
            self._services.clock.now(),
            times=times,
            hosted=Hosted(person.id, started=not waits, bots=number, watched=watched),
            follows=follows,
        )
        return await self._opened(row, person.id)

    async def alone(self, person: Person, name: str) -> LiveTable:
        """The person's single-player table of a house, with bots if the game needs other players: nobody else can sit
        or watch; no clock."""
        houses = self._services.houses
        if not self.playable_alone(name):
            allowed = ", ".join(each for each in houses if self.playable_alone(each))
            raise RoomRefused(UNKNOWN, f"{name!r} cannot be played alone", allowed)
        async with self._opening:
            for table in self.values():
                if table.row.alone and table.row.owner == person.id and table.row.follows == name:
                    return table
            version, at = houses[name], self._services.clock.now()
            bots = not game_of(version.rules).round.AGAINST_HOUSE
            row = TableRow(_word(10), f"Your {version.title} table", version.rules, owner=person.id, bots=bots)
            return await self._opened(replace(row, opened=at, alone=True, follows=name), person.id)

    def playable_alone(self, name: str) -> bool:
        """Whether a house can be played at a single-player table: against the dealer, or against bots."""
        if name not in self._services.houses:
            return False
        house = self._services.houses[name].rules
        return game_of(house).round.AGAINST_HOUSE or self.most_bots(house) > 0

    def most_bots(self, house: House) -> int:
        """The maximum number of bots at a table with these rules."""
        return 0 if game_of(house).round.AGAINST_HOUSE else min(len(self._bots), house.seats - 1)

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
        """Close a table permanently. It must be empty and between rounds."""
        if table.snapshot.live is not None or table.snapshot.chairs:
            raise RoomRefused(NOT_NOW, "the table is not empty")
        at = self._services.clock.now()
        entry = LogEntry("table_closed", b"{}", at, table.id, person=by or None)
        await self._services.cashier.commit(
            Change(log=(entry,), writes=(Write("set", "tables", {"id": table.id, "closed": at}),))
        )
        del self._open[table.id]
        await table.stop()
        self._services.changed()

    def _forget(self, table: LiveTable) -> None:
        """Forget a table that was closed by its host."""
        if self._open.pop(table.id, None) is not None:
            self._services.clock.spawn(table.stop())
            self._services.changed()

    def _schedule_cleanup(self) -> None:
        if not self._stopped:
            self._services.clock.call_at(
                self._services.clock.now() + _CLEANUP_INTERVAL,
                lambda: self._services.clock.spawn(self._close_idle_tables()),
            )

    async def _close_idle_tables(self) -> None:
        """Close private tables that have been empty for long, and single-player tables whose player has left."""
        if self._stopped:
            return
        now, settings = self._services.clock.now(), self._services.settings
        for table in list(self.values()):
            patience = settings.own_table_idle if table.row.alone else settings.private_table_idle
            idle = not table.row.public and not table.snapshot.chairs and table.idle_since
            if idle and idle + patience <= now:
                try:
                    await self.close(table)
                except (RoomRefused, StoreFailed) as error:
                    log.warning("cannot close idle table", extra={"table": table.id, "error": str(error)})
        self._schedule_cleanup()

    # Quick seat.

    def quick(self, name: str, person: str = "") -> LiveTable:
        """The table of a house to join: the person's current one, or the one with the most people and a free seat."""
        public = [table for table in self.values() if table.row.public and (table.row.follows or table.game) == name]
        if not public:
            raise RoomRefused(UNKNOWN, f"there is no table for {name!r}")
        seated = [table for table in public if person and table.snapshot.session.seat_of(person)]
        return max(seated or public, key=lambda table: (table.takes_people, table.people))

    def usual_buy_in(self, table: LiveTable, person: str = "") -> int:
        """The default buy-in: enough to play for a while, but not the whole wallet."""
        least, most = table.buy_in.minimum, table.buy_in.maximum
        usual = max(least, min(most, 10 * least, self._services.settings.starting_chips // 4))
        return min(usual, max(self._services.cashier.wallet(person), least)) if person else usual


def _word(length: int) -> str:
    """A random code of unambiguous lower-case letters and digits."""
    letters = "abcdefghjkmnpqrstvwxyz0123456789"
    return "".join(letters[byte % 32] for byte in token_bytes(length))
