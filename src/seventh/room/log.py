"""Checks the hash chains of the event log and the transfers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Table, select

from seventh.room.store.chain import START, log_hash, transfer_hash
from seventh.room.store.schema import heads, log, transfers

AT_ONCE = 5000
"""Rows per query."""


def check_log(connection: Connection) -> Iterator[str]:
    """Problems in the log's hash chain, row by row; none if it is intact."""
    return _check(connection, log, log_hash, "log_seq", "log_hash", "row {} of the log")


def check_transfers(connection: Connection) -> Iterator[str]:
    """Problems in the transfers' hash chain."""
    return _check(connection, transfers, transfer_hash, "transfer_seq", "transfer_hash", "transfer {}")


def _check(
    connection: Connection, table: Table, hash_of: Callable[..., bytes], seq: str, end: str, named: str
) -> Iterator[str]:
    last, before = 0, START
    for row in _rows(connection, table):
        number, *values, recorded = row
        if number != last + 1:
            missing = str(last + 1) if number == last + 2 else f"{last + 1} to {number - 1}"
            yield f"{named.format(missing)}: missing"
        elif hash_of(before, number, *values) != recorded:
            yield f"{named.format(number)}: its hash does not match its content and the previous row"
        last, before = number, recorded
    head = connection.execute(select(heads.c[seq], heads.c[end])).one_or_none()
    if head is None:
        yield "the chain heads are missing"
    elif head[0] > last:
        yield (
            f"{named.format(last + 1)} to {head[0]}: missing from the end"
            if head[0] > last + 1
            else (f"{named.format(last + 1)}: missing from the end")
        )
    elif (head[0], bytes(head[1])) != (last, before):
        yield f"{named.format(last)}: the chain should end with row {head[0]} and its hash"


def _rows(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    """All rows in order, with memoryviews converted to bytes."""
    last = 0
    while True:
        query = select(table).where(table.c.seq > last).order_by(table.c.seq).limit(AT_ONCE)
        found = connection.execute(query).all()
        # SQLite gives bytes; PostgreSQL's driver, memoryviews.
        if found and any(isinstance(value, memoryview) for value in found[0]):
            yield from (tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in found)
        else:
            yield from map(tuple, found)
        if len(found) < AT_ONCE:
            return
        last = found[-1].seq
