"""Damages one value in every column of every table of a room: `check` must name each (R45, R47).

Rows are changed behind the back of the database's triggers and constraints, as a bit that flips on a disk does.
"""

from __future__ import annotations

import base64
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import select

from seventh.games import GAMES
from seventh.records.hand_dealt_table import Player
from seventh.room import frames
from seventh.room.check import check
from seventh.room.clock import VirtualClock
from seventh.room.floor_asks import DecideAdjustment, ProposeAdjustment
from seventh.room.people.passwords import Passwords
from seventh.room.people.second_factor import STEP, totp
from seventh.room.room import Room
from seventh.room.settings import RoomSettings
from seventh.room.store import NotCommitted, StoreError
from seventh.room.store.location import FILE
from seventh.room.store.schema import players, rounds

HARMLESS = {
    "heads.flush": "only a running writer compares it with its own copy; the next commit rewrites it",
    "heads.room": "only a running writer compares it with its own copy; the next commit rewrites it",
}
"""Columns whose damage nobody has to notice, and why."""


class Flip(NamedTuple):
    """A value that is replaced."""

    table: str
    column: str
    where: str
    """A condition for the row, as SQL."""
    key: tuple[Any, ...]
    before: Any
    after: Any

    @property
    def name(self) -> str:
        return f"{self.table}.{self.column}"

    def __str__(self) -> str:
        return f"{self.name}: {self.before!r} became {self.after!r}"


class Guest:
    """A connection that plays by the script."""

    device = address = ""

    def __init__(self, room: Room, person: str) -> None:
        self.room, self.person = room, person

    def tell(self, frame: bytes) -> None:
        """Frames are not needed: the script looks at the table."""

    async def ask(self, ask: Any) -> None:
        answer = await self.room.answer(self, ask)
        assert answer is None or not isinstance(answer, frames.RefusedFrame), answer


async def furnish(data: Path, settings: RoomSettings) -> None:
    """Give a room that was played in rows in every other table too."""
    clock = VirtualClock()
    room = await Room.open(data, settings=settings, clock=clock, passwords=Passwords())
    try:
        boss = room.people.named("Boss")
        assert boss is not None
        await room.sessions.begin(boss.id, "127.0.0.1", "a browser")
        await room.sessions.new_token(boss.id, "a program", days=7)
        secret = (await room.people.second_factors.enrol(boss)).secret
        code = totp(base64.b32decode(secret), clock.now() // 1000 // STEP)
        await room.people.second_factors.confirm(boss.id, code)
        await room.close("player", boss.id, "a break", boss)
        floor = await room.people.register("Fran", "another long password", "floor")
        with room.store.reading() as connection:
            played = select(players.c.person, players.c.round).join(rounds, rounds.c.id == players.c.round)
            person, round_id = connection.execute(played.where(rounds.c.state == "played").limit(1)).one()
        await room.shares.make(person, round_id)
        await room.adjustments.propose(boss, ProposeAdjustment("0" * 16, person, 100, "a mistake of the house"))
        await room.adjustments.decide(floor, DecideAdjustment("1" * 16, room.adjustments.latest()[0].id, True))
        await room.limits.set_limit(boss, "loss", "day", 50_000)
        await room.limits.set_limit(boss, "loss", "day", None)
        await room.limits.set_interval(boss, 30)
        await room.limits.guard.go_on(boss.id)
        await room.limits.exclude(floor, 6)
        sitter, table = Guest(room, (await room.people.guest()).id), next(iter(room.tables.values()))
        await sitter.ask(frames.Sit("2" * 16, table.id, 20_000))
        await sitter.ask(frames.Leave("3" * 16, table.id))
        house = next(iter(GAMES.values())).book
        kept = await room.hand_dealt.open(boss, house, "Real cards", {1: Player("Ada", 100_000)})
        await room.save_house(boss, "furnished", house, 0)
        await room.save_house(boss, "unused", house, 0)
        await room.retire_house(boss, "unused", 1)
        if kept.table.round is None:
            await room.hand_dealt.begin(kept, boss, kept.moment)
    finally:
        await room.stop()


def flips(file: Path) -> Iterator[Flip]:
    """One for each column of each table that has rows; the first row with a value is changed, or if there is none, an
    empty one filled."""
    with closing(sqlite3.connect(file)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        for table in names:
            columns = db.execute(f'PRAGMA table_info("{table}")').fetchall()
            keys = [column[1] for column in sorted(columns, key=lambda column: column[5]) if column[5]]
            keys = keys or [columns[0][1]]
            where = " AND ".join(f'"{key}" = ?' for key in keys)
            chosen = ", ".join(f'"{key}"' for key in keys)
            for _, column, kind, *_ in columns:
                query = f'SELECT "{column}", {chosen} FROM "{table}" ORDER BY "{column}" IS NULL, {chosen} LIMIT 1'
                row = db.execute(query).fetchone()
                if row is not None:
                    yield Flip(table, column, where, row[1:], row[0], flipped(row[0], kind))


def flipped(value: Any, kind: str) -> Any:
    """The value with the lowest bit of its middle byte or character flipped; something where there was nothing."""
    match value:
        case None:
            return {"INTEGER": 1, "BLOB": b"x"}.get(kind, "x")
        case int():
            return value ^ 1
        case "" | b"":
            return value + (b"x" if isinstance(value, bytes) else "x")
        case str():
            at = len(value) // 2
            return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
        case _:
            at = len(value) // 2
            return value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]


def apply(flip: Flip, file: Path) -> None:
    """Change the value, past triggers, constraints and foreign keys."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f'DROP TRIGGER "{name}"')
        done = db.execute(f'UPDATE "{flip.table}" SET "{flip.column}" = ? WHERE {flip.where}', (flip.after, *flip.key))
        assert done.rowcount == 1, flip
        for _, sql in triggers:
            db.execute(sql)
        db.commit()


def named(data: Path) -> str:
    """What `check` says is wrong, in one line; nothing if it finds nothing."""
    try:
        return next((str(finding) for finding in check(data, workers=1) if not finding.ok), "")
    except (StoreError, NotCommitted) as error:
        return str(error)


def unnoticed(base: Path, say: Callable[[str], object] = lambda _: None) -> tuple[int, list[Flip]]:
    """How many columns the room in `base` has, and the flips that `check` does not name."""
    found, count = [], 0
    with tempfile.TemporaryDirectory(prefix="seventh-columns-") as scratch:
        for count, flip in enumerate(flips(base / "room" / FILE), 1):
            copy = Path(scratch) / str(count)
            shutil.copytree(base, copy)
            apply(flip, copy / "room" / FILE)
            line = named(copy / "room")
            say(f"{flip}: {line or 'UNNOTICED'}")
            if not line:
                found.append(flip)
            shutil.rmtree(copy)
    return count, found
