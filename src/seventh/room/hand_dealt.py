"""Tables at which a person deals real cards: kept in storage step by step, so that nothing is lost.

Players have names but no accounts, and their chips are counted at the table only: no wallet and no account of the
ledger changes. Only the person who opened a table and the floor can see or use it. Every entry is committed, with an
entry in the event log, before the dealer sees its effect.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from sqlalchemy import select

from seventh.house import House
from seventh.records.hand_dealt_lines import WagerLine, wager_lines
from seventh.records.hand_dealt_table import HandDealtTable, Player, check_names
from seventh.records.record import Record, read_record, write_record
from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.people.accounts import ADMIN, FLOOR, Person
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, STALE, UNKNOWN, RoomRefused
from seventh.room.store import Store, schema
from seventh.rounds.hand_dealing import NotUnderstood

STAFF = (FLOOR, ADMIN)
MOST_OPEN = 5
"""The number of open tables of a person who is not staff."""
MOST_LISTED = 200
LONGEST_ENTRY = 200
LONGEST_NAME = 40


@dataclass
class Kept:
    """A hand-dealt table in memory, as committed."""

    id: str
    name: str
    owner: str
    opened: int
    closed: int | None
    table: HandDealtTable
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def moment(self) -> str:
        """Identifies the state that a page was made from."""
        dealt = self.table.round
        return f"{self.table.number}.{dealt.moment if dealt is not None else '-'}"


class HandDealtTables:
    """All hand-dealt tables of the room."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock) -> None:
        self._store, self._cashier, self._clock = store, cashier, clock
        self._kept: dict[str, Kept] = {}

    # Reading.

    def open_tables(self, person: Person) -> list[Any]:
        """The tables this person may use, latest first: id, name, owner, game, rounds, opened and closed."""
        table = schema.hand_dealt_tables
        query = select(table).order_by(table.c.opened.desc()).limit(MOST_LISTED)
        if person.role not in STAFF:
            query = query.where(table.c.owner == person.id)
        return rows(self._store, query)

    def get(self, table: str, person: Person) -> Kept:
        """A table that this person may use."""
        kept = self._kept.get(table) or self._load(table)
        if person.id != kept.owner and person.role not in STAFF:
            raise RoomRefused(UNKNOWN, f"there is no hand-dealt table {table!r}")
        return kept

    def _load(self, table: str) -> Kept:
        tables, rounds = schema.hand_dealt_tables, schema.hand_dealt_rounds
        found = rows(self._store, select(tables).where(tables.c.id == table))
        if not found:
            raise RoomRefused(UNKNOWN, f"there is no hand-dealt table {table!r}")
        (row,) = found
        state = json.loads(row.state)
        record = None
        if state["in_round"]:
            query = select(rounds.c.record).where(rounds.c.table == table, rounds.c.number == state["number"])
            record = read_record(rows(self._store, query)[0].record)
        kept = Kept(row.id, row.name, row.owner, row.opened, row.closed, HandDealtTable.restored(state, record))
        return self._kept.setdefault(table, kept)

    def rounds(self, table: str) -> list[Any]:
        """The rounds of a table, latest first: number, record, begun and changed."""
        found = schema.hand_dealt_rounds
        query = select(found).where(found.c.table == table).order_by(found.c.number.desc()).limit(MOST_LISTED)
        return rows(self._store, query)

    def lines(self, table: str) -> list[WagerLine]:
        """Every wager of the finished rounds of a table, in order."""
        found = schema.hand_dealt_rounds
        query = select(found.c.record).where(found.c.table == table).order_by(found.c.number)
        return [line for row in rows(self._store, query) for line in wager_lines(read_record(row.record))]

    def record(self, table: str, number: int) -> Record:
        """The record of one round."""
        found = schema.hand_dealt_rounds
        row = rows(self._store, select(found.c.record).where(found.c.table == table, found.c.number == number))
        if not row:
            raise RoomRefused(UNKNOWN, f"this table has no round {number}")
        return read_record(row[0].record)

    # Changing.

    async def open(self, person: Person, house: House, name: str, players: dict[int, Player]) -> Kept:
        """Open a table."""
        if person.guest or person.bot:
            raise RoomRefused(FORBIDDEN, "hand-dealt tables are for staff and registered players", "register first")
        name = " ".join(name.split()) or house.title
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise RoomRefused(MALFORMED, "invalid table name", f"up to {LONGEST_NAME} printable characters")
        mine = [row for row in self.open_tables(person) if row.owner == person.id and row.closed is None]
        if person.role not in STAFF and len(mine) >= MOST_OPEN:
            raise RoomRefused(NOT_NOW, f"you have {len(mine)} hand-dealt tables open", "close one first")
        try:
            check_names(players)
            table = HandDealtTable(house, players)
        except NotUnderstood as problem:
            raise RoomRefused(MALFORMED, str(problem)) from None
        now = self._clock.now()
        kept = Kept(token_hex(6), name, person.id, now, None, table)
        values = {"id": kept.id, "name": name, "owner": person.id, "state": _state(table), "opened": now}
        body = {"name": name, "game": house.game, "house_hash": house.hash}
        await self._commit(kept, person, "hand_dealt_opened", body, Write("put", "hand_dealt_tables", values))
        self._kept[kept.id] = kept
        return kept

    async def enter(self, kept: Kept, person: Person, moment: str, text: str) -> None:
        """Carry out one entry of the dealer in the current round."""
        if len(text) > LONGEST_ENTRY:
            raise NotUnderstood(f"An entry has at most {LONGEST_ENTRY} characters")

        def work(table: HandDealtTable) -> None:
            if table.round is None:
                raise NotUnderstood("No round has begun")
            table.round.enter(text)

        await self._change(kept, person, moment, "hand_dealt_entry", {"entry": text}, work)

    async def begin(self, kept: Kept, person: Person, moment: str) -> None:
        """Begin the next round."""

        def work(table: HandDealtTable) -> None:
            table.begin({"table": kept.name, "hand_dealt_table": kept.id})

        await self._change(kept, person, moment, "hand_dealt_round", {}, work)

    async def seat(self, kept: Kept, person: Person, moment: str, seat: int, name: str, chips: int) -> None:
        """Seat a player."""
        body = {"seat": seat, "name": name, "chips": chips}
        await self._change(kept, person, moment, "hand_dealt_seated", body, lambda table: table.seat(seat, name, chips))

    async def add_chips(self, kept: Kept, person: Person, moment: str, seat: int, chips: int) -> None:
        """Count more chips to a player."""
        body = {"seat": seat, "chips": chips}
        await self._change(kept, person, moment, "hand_dealt_chips", body, lambda table: table.add_chips(seat, chips))

    async def leave(self, kept: Kept, person: Person, moment: str, seat: int) -> None:
        """Take a player off the table."""
        await self._change(kept, person, moment, "hand_dealt_left", {"seat": seat}, lambda table: table.leave(seat))

    async def sit_out(self, kept: Kept, person: Person, moment: str, seat: int, out: bool) -> None:
        """Leave a player out of the next rounds, or deal the player in again."""
        body = {"seat": seat, "out": out}
        await self._change(kept, person, moment, "hand_dealt_sits_out", body, lambda table: table.sit_out(seat, out))

    async def close(self, kept: Kept, person: Person) -> None:
        """Close a table; its records are kept."""
        async with kept.lock:
            if kept.closed is not None:
                return
            if not kept.table.between_rounds:
                raise NotUnderstood("This round is not over; finish it, or call it off")
            now = self._clock.now()
            values = {"id": kept.id, "closed": now}
            await self._commit(kept, person, "hand_dealt_closed", {}, Write("set", "hand_dealt_tables", values))
            kept.closed = now

    async def _change(
        self,
        kept: Kept,
        person: Person,
        moment: str,
        kind: str,
        body: dict[str, Any],
        work: Callable[[HandDealtTable], object],
    ) -> None:
        """Change a copy of the table, commit it, and only then let it replace the old one."""
        async with kept.lock:
            if kept.closed is not None:
                raise NotUnderstood("This table is closed")
            if moment != kept.moment:
                raise RoomRefused(STALE, "the table has moved on; look at the instruction again")
            dealt = kept.table.round
            table = HandDealtTable.restored(kept.table.state(), dealt.record() if dealt is not None else None)
            work(table)
            now = self._clock.now()
            writes = [Write("set", "hand_dealt_tables", {"id": kept.id, "state": _state(table)})]
            if table.round is not None:
                values = {"table": kept.id, "number": table.number, "record": write_record(table.round.record())}
                if table.number > kept.table.number:
                    writes.append(Write("put", "hand_dealt_rounds", {**values, "begun": now, "changed": now}))
                else:
                    writes.append(Write("set", "hand_dealt_rounds", {**values, "changed": now}))
            await self._commit(kept, person, kind, {"round": table.number, **body}, *writes)
            kept.table = table

    async def _commit(self, kept: Kept, person: Person, kind: str, body: dict[str, Any], *writes: Write) -> None:
        entry = LogEntry(kind, json.dumps(body).encode(), self._clock.now(), kept.id, person=person.id)
        await self._cashier.commit(Change(log=(entry,), writes=tuple(writes)))


def _state(table: HandDealtTable) -> str:
    return json.dumps({**table.state(), "in_round": table.round is not None})
