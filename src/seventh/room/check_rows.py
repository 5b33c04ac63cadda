"""Audits single rows: those that are overwritten against their seals, and copies of what stands elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby

import msgspec
from sqlalchemy import Connection, func, select

from seventh.games import recorded_house
from seventh.house import HouseError, hash_of
from seventh.room.custody.keys import RoomKey
from seventh.room.people.second_factor import is_sealed, secret_of
from seventh.room.rounds.round_log import KINDS
from seventh.room.store.schema import accounts, houses, key_of, log, metadata, players, rounds, second_factors
from seventh.room.store.seals import SEALED, seal_of

AT_ONCE = 5000
"""Rows per query."""


def wrong_seals(connection: Connection) -> Iterator[str]:
    """Rows that are not as the writer left them."""
    for name in SEALED:
        table = metadata.tables[name]
        key = key_of(name)
        for row in connection.execution_options(yield_per=AT_ONCE).execute(table.select()).mappings():
            if seal_of(name, dict(row)) != bytes(row["seal"]):
                # Sessions and tokens are known by hashes, of which the beginning is enough.
                which = " ".join(str(row[column])[:40] for column in key)
                yield f"row {which} of {name} does not match its seal"


def wrong_second_factors(connection: Connection, key: RoomKey | None) -> Iterator[str]:
    """Second factors whose secrets are not sealed, or with another key."""
    for row in connection.execute(select(second_factors).order_by(second_factors.c.person)) if key is not None else ():
        if not is_sealed(row):
            yield f"the second factor of {row.person} is not sealed; start the room once"
        elif secret_of(row, key) is None:
            yield f"the second factor of {row.person} is sealed with another key; it works with recovery codes only"


def sealed_rows(connection: Connection) -> int:
    """How many rows have a seal."""
    counts = (connection.execute(select(func.count()).select_from(metadata.tables[name])).scalar() for name in SEALED)
    return sum(int(count or 0) for count in counts)


def broken_constraints(connection: Connection) -> Iterator[str]:
    """SQLite: rows that violate a constraint. `PRAGMA integrity_check` ignores these on a read-only connection."""
    if connection.dialect.name != "sqlite":
        return
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE '%CHECK%'"
    for table, sql in connection.exec_driver_sql(query).all():
        for name, condition in _conditions(sql):
            count = connection.exec_driver_sql(f'SELECT count(*) FROM "{table}" WHERE NOT ({condition})').scalar()  # noqa: S608
            if count:
                yield f"{count} row{'s' * (count > 1)} of {table} violate{'s' * (count == 1)} {name}"


def _conditions(sql: str) -> Iterator[tuple[str, str]]:
    """The named CHECK constraints in the definition of a table."""
    for found in re.finditer(r"CONSTRAINT (\w+) CHECK \(", sql):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        yield found[1], sql[found.end() : end - 1]


def wrong_copies(connection: Connection) -> Iterator[str]:
    """Rows that repeat what stands elsewhere: rules, closed escrows, ends of rounds, and who played in which round."""
    yield from _wrong_houses(connection)
    yield from _wrong_escrows(connection)
    yield from _wrong_ends(connection)
    yield from _wrong_players(connection)


def _wrong_houses(connection: Connection) -> Iterator[str]:
    for row in connection.execute(select(houses).order_by(houses.c.hash)):
        try:
            data = json.loads(row.data)
            recorded_house(data, row.game, "its rules")
            fits = hash_of(data) == row.hash
        except (HouseError, LookupError, TypeError, ValueError, msgspec.MsgspecError):
            fits = False
        if not fits:
            yield f"the rules {row.hash} of {row.game} do not match their hash"


def _wrong_escrows(connection: Connection) -> Iterator[str]:
    """An account is closed if and only if it is the escrow of a round that is over."""
    both = accounts.outerjoin(rounds, rounds.c.id == func.substr(accounts.c.id, len("escrow:") + 1))
    over = (accounts.c.kind == "escrow") & func.coalesce(rounds.c.state != "open", False)
    query = select(accounts.c.id, accounts.c.closed).select_from(both).where(accounts.c.closed != over)
    for name, closed in connection.execute(query.order_by(accounts.c.id)):
        yield f"{name} is {'closed' if closed else 'open'}, unlike its round"


def _wrong_ends(connection: Connection) -> Iterator[str]:
    """A round ends with the last entry of its own in the log."""
    own = select(func.max(log.c.seq)).where(log.c.round.is_not(None), log.c.kind.in_(KINDS)).group_by(log.c.round)
    both = rounds.join(log, log.c.round == rounds.c.id)
    query = select(rounds.c.id).select_from(both).where(log.c.seq.in_(own), rounds.c.closed != log.c.at)
    for name in connection.execute(query.order_by(rounds.c.id)).scalars():
        yield f"round {name}: its end time does not match the log"


def _wrong_players(connection: Connection) -> Iterator[str]:
    """The index of who played in which round, against the seats of the rounds."""
    streaming = connection.execution_options(yield_per=AT_ONCE)
    groups = groupby(streaming.execute(select(players).order_by(players.c.round)), lambda row: row.round)
    found, rows = next(groups, ("", iter(())))
    for row in streaming.execute(select(rounds.c.id, rounds.c.opened, rounds.c.seats).order_by(rounds.c.id)):
        indexed: set[tuple[str, int, int]] = set()
        if found == row.id:
            indexed = {(one.person, one.seat, one.opened) for one in rows}
            found, rows = next(groups, ("", iter(())))
        try:
            seated = {(one["person"], int(seat), row.opened) for seat, one in json.loads(row.seats).items()}
        except (AttributeError, LookupError, TypeError, ValueError):
            continue  # the replay says so
        if indexed != seated:
            yield f"round {row.id}: its players in the index do not match its seats"
