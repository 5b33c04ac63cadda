"""The tables, for queries, and the statements that write a row.

Constraints and triggers are defined in `sql/`, where the database enforces them. Times are milliseconds since 1970;
JSON is stored as text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Delete,
    Insert,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    Update,
    bindparam,
    delete,
    insert,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from seventh.room.store.packing import unpack
from seventh.room.store.seals import SEAL, SEALED

metadata = MetaData()


class Flag(TypeDecorator[bool]):
    """A boolean, stored as INTEGER in strict SQLite tables."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:  # noqa: ARG002
        return None if value is None else bool(value)


class Packed(TypeDecorator[bytes]):
    """Bytes that the writer stores in packed form; readers get them plain."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        return None if value is None else unpack(bytes(value))


def _table(name: str, *columns: tuple[str, Any] | str, key: tuple[str, ...] = ("id",)) -> Table:
    """A table; a column without a type is text."""
    pairs = [(column, Text()) if isinstance(column, str) else column for column in columns]
    return Table(
        name,
        metadata,
        *(Column(column, kind, primary_key=column in key, autoincrement=False) for column, kind in pairs),
    )


def _int(name: str) -> tuple[str, Any]:
    return name, BigInteger()


def _bytes(name: str) -> tuple[str, Any]:
    return name, LargeBinary()


def _flag(name: str) -> tuple[str, Any]:
    return name, Flag()


heads = _table(
    "heads",
    _int("one"),
    _int("flush"),
    _int("log_seq"),
    _bytes("log_hash"),
    _int("transfer_seq"),
    _bytes("transfer_hash"),
    "room",
    key=("one",),
)
"""One row: the number of flushes, the heads of the two hash chains, and which writer committed last."""

accounts = _table("accounts", "id", "kind", _int("balance"), _flag("closed"))
"""The ledger's accounts. Only transfers change balances; the escrow of a finished round stays closed."""

transfers = _table(
    "transfers",
    _int("seq"),
    "id",
    "giver",
    "taker",
    _int("amount"),
    "kind",
    "round",
    "obligation",
    "reverses",
    _int("at"),
    _int("entry"),
    _bytes("hash"),
    key=("seq",),
)
"""Posted transfers; `entry` is the first log entry committed with the transfer."""

log = _table(
    "log",
    _int("seq"),
    _int("at"),
    "kind",
    "table",
    "round",
    "person",
    "action_id",
    ("body", Packed()),
    _bytes("hash"),
    key=("seq",),
)

houses = _table("houses", "hash", "game", "data", key=("hash",))
"""Rules in force, by their hash; `data` is `house.recorded()` as JSON."""

house_versions = _table(
    "house_versions", "house", _int("version"), "hash", "source", "by", _int("at"), key=("house", "version")
)
"""The versions of the room's houses by name, numbered from 1: the rules, who put them in force, and when. `source` is
`editor` for a person, or `file` for a house file on the command line."""

retired_houses = _table("retired_houses", "house", "by", _int("at"), key=("house",))
"""The houses that are not offered any more: who retired them, and when."""

people = _table(
    "people",
    "id",
    "name",
    "name_key",
    "role",
    _flag("bot"),
    _flag("guest"),
    "password",
    _int("created"),
    "seed_hash",
    _bytes("seed"),
    _int("deleted"),
    _int("locked_until"),
    _int("failures"),
    "settings",
)
"""`name_key` is unique; `seed` is a bot's account seed; `deleted` is the time of deletion (the row is kept)."""

web_sessions = _table(
    "web_sessions",
    "hash",
    "person",
    "csrf",
    _int("created"),
    _int("seen"),
    _int("expires"),
    "address",
    "agent",
    key=("hash",),
)

tokens = _table(
    "tokens",
    "hash",
    "person",
    "name",
    _int("created"),
    _int("used"),
    _int("revoked"),
    "scopes",
    _int("expires"),
    key=("hash",),
)

second_factors = _table(
    "second_factors", "person", _bytes("secret"), _int("confirmed"), _int("step"), "codes", key=("person",)
)
"""`step` is the last time step whose code was used; `codes` are the hashes of unused recovery codes."""

tables = _table(
    "tables", "id", "name", "game", "house_hash", "options", "state", "word", _int("opened"), _int("closed")
)
"""`word` is the invitation code of a private table; None for a public one."""

seats = _table("seats", "table", _int("seat"), "person", "data", key=("table", "seat"))

rounds = _table(
    "rounds",
    "id",
    "table",
    _int("number"),
    "game",
    "house_hash",
    "seats",
    _int("dealer_position"),
    "seed_hash",
    "client_seeds",
    "root",
    "state",
    "reason",
    _int("opened"),
    _int("closed"),
    "result",
)
"""`client_seeds` and `root` are None until set, once. `state` is open, played or void; the last two are final."""

seeds = _table("seeds", "round", _bytes("seed"), key=("round",))

live_seeds = _table("live_seeds", "round", _bytes("sealed"), key=("round",))
"""The seeds of open rounds, sealed with the room's key, which is not in the database."""

players = _table("players", "person", _int("opened"), "round", _int("seat"), key=("person", "opened", "round"))
"""Who played in which round, for histories."""

grants = _table("grants", "person", _int("number"), _int("at"), _int("amount"), key=("person", "number"))
"""Play chips granted to a person, numbered from 1."""

closures = _table("closures", "scope", "who", "why", "by", _int("at"), key=("scope", "who"))
"""What is closed to new wagers: `scope` is all, game, table or player, and `who` its id ("" for all)."""

archives = _table(
    "archives",
    _int("number"),
    _int("at"),
    _int("rounds"),
    _int("log_last"),
    _int("transfer_last"),
    "nets",
    _bytes("runs"),
    _bytes("hash"),
    _bytes("data"),
    "file",
    key=("number",),
)
"""Log entries and transfers of closed rounds, packed; `data` is None once it has moved to `file`. `nets` is what the
transfers add up to by account, `runs` where the rows belong in the two chains."""

archived_rounds = _table(
    "archived_rounds", "round", _int("archive"), _int("entries"), _int("transfers"), "wagered", key=("round",)
)
"""Which archive has a round, with how many rows, and what each seat wagered in it."""

shares = _table("shares", "token", "person", "round", _int("made"), key=("token",))
"""Links by which players show their rounds to others."""

adjustments = _table("adjustments", "id", "person", _int("amount"), "why", "by", _int("at"), _int("expires"))
"""Proposed manual changes of a person's chips."""

adjustment_decisions = _table(
    "adjustment_decisions", "adjustment", "proposed_by", "by", _flag("approved"), _int("at"), key=("adjustment",)
)
"""Each proposal is decided at most once, by another person than proposed it."""

hand_dealt_tables = _table("hand_dealt_tables", "id", "name", "owner", "state", _int("opened"), _int("closed"))
"""Tables at which a person deals real cards; `state` is everything but the current round, as JSON."""

hand_dealt_rounds = _table(
    "hand_dealt_rounds", "table", _int("number"), "record", _int("begun"), _int("changed"), key=("table", "number")
)
"""The record of each round at such a table, replaced with every step."""

play_limits = _table(
    "play_limits",
    "person",
    "kind",
    "period",
    _int("amount"),
    _int("at"),
    _int("later"),
    _int("later_at"),
    key=("person", "kind", "period"),
)
"""The limits that people set themselves. From `later_at` on `later` replaces `amount`; None is no limit."""

exclusions = _table("exclusions", "person", "kind", _int("since"), _int("until"), key=("person",))
"""Time-outs and self-exclusions; `until` is None for a permanent one. Past ones are kept."""

reality_checks = _table("reality_checks", "person", _int("minutes"), _int("answered"), key=("person",))
"""How often a person is reminded, None for the house's interval, and when they last answered."""

sittings = _table("sittings", "person", _int("since"), "table", _int("until"), key=("person", "since", "table"))
"""From when to when a person had a seat; written when they leave it."""


for _name in SEALED:
    metadata.tables[_name].append_column(Column(SEAL, LargeBinary()))


def key_of(table: str) -> tuple[str, ...]:
    """The names of a table's primary key columns."""
    return tuple(column.name for column in metadata.tables[table].primary_key)


def statement(how: str, table: Table, columns: Iterable[str]) -> Insert | Update | Delete:
    """A statement that inserts, updates or deletes one row. The primary key columns that select the row are parameters
    too, named `key_` plus the column where the statement does not set them."""
    key = [column.name for column in table.primary_key]
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    one = [table.c[name] == bindparam(f"key_{name}") for name in key]
    match how:
        case "put":
            return insert(table).values(values)
        case "put_new":
            # PostgreSQL's construct; SQLAlchemy compiles it for SQLite too.
            return postgresql.insert(table).values(values).on_conflict_do_nothing()
        case "put_or_set":
            put = postgresql.insert(table).values(values)
            changed = {name: put.excluded[name] for name in values if name not in key}
            return put.on_conflict_do_update(index_elements=key, set_=changed)
        case "set":
            return update(table).where(*one).values({name: values[name] for name in values if name not in key})
        case "drop":
            return delete(table).where(*one)
    raise ValueError(f"unknown kind of write: {how!r}")
