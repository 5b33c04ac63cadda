"""The event log: rows that follow each other, each with the hash of the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Table, select

from seventh.room.store.chain import START, log_hash, transfer_hash
from seventh.room.store.schema import heads, log, transfers

AT_ONCE = 5000
"""Rows that are read together."""


def check_log(connection: Connection) -> Iterator[str]:
    """What is wrong with the chain of the log, row by row; nothing if it is whole."""
    return _check(connection, log, log_hash, "log_seq", "log_hash", "row {} of the log")


def check_transfers(connection: Connection) -> Iterator[str]:
    """What is wrong with the chain of the transfers."""
    return _check(connection, transfers, transfer_hash, "transfer_seq", "transfer_hash", "transfer {}")


def _check(
    connection: Connection, table: Table, hash_of: Callable[..., bytes], seq: str, end: str, named: str
) -> Iterator[str]:
    last, before = 0, START
    for row in _rows(connection, table):
        number, *values, recorded = row
        name = named.format(number)
        if number != last + 1:
            missing = str(last + 1) if number == last + 2 else f"{last + 1} to {number - 1}"
            yield f"{named.format(missing)}: missing"
        elif hash_of(before, number, *values) != recorded:
            yield f"{name}: its hash is not that of its content after the row before"
        last, before = number, recorded
    head = connection.execute(select(heads.c[seq], heads.c[end])).one_or_none()
    if head is None:
        yield "the heads of the chains are missing"
    elif head[0] > last:
        yield (
            f"{named.format(last + 1)} to {head[0]}: missing from the end"
            if head[0] > last + 1
            else (f"{named.format(last + 1)}: missing from the end")
        )
    elif (head[0], bytes(head[1])) != (last, before):
        yield f"{named.format(last)}: the chain should end with row {head[0]} and its hash"


def _rows(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    """All rows in order; bytes as bytes."""
    last = 0
    while True:
        query = select(table).where(table.c.seq > last).order_by(table.c.seq).limit(AT_ONCE)
        found = connection.execute(query).all()
        for row in found:
            yield tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
        if len(found) < AT_ONCE:
            return
        last = found[-1].seq
