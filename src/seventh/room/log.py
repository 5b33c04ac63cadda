"""Checks the hash chains of the event log and the transfers.

Rows that were moved to archives leave gaps in the tables. A gap is a run of an archive, given with the hashes before
and after it, so the chain can be followed across it; the rows within are checked with their archive.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from sqlalchemy import Connection, Table, select

from seventh.room.rounds.archive import Chain, Run, decode_runs
from seventh.room.rounds.archived import archives_of
from seventh.room.store.chain import START, log_hash, transfer_hash
from seventh.room.store.schema import heads, log, transfers

AT_ONCE = 5000
"""Rows per query."""


def check_log(connection: Connection) -> Iterator[str]:
    """Problems in the log's hash chain, row by row; none if it is intact."""
    return _check(connection, log, "log", log_hash, "row {} of the log")


def check_transfers(connection: Connection) -> Iterator[str]:
    """Problems in the transfers' hash chain."""
    return _check(connection, transfers, "transfers", transfer_hash, "transfer {}")


def archived_runs(connection: Connection, chain: Chain) -> list[Run]:
    """The rows of a chain that are in archives, in order."""
    return sorted(run for row in archives_of(connection) for run in decode_runs(bytes(row.runs)).of(chain))


def _check(
    connection: Connection, table: Table, chain: Chain, hash_of: Callable[..., bytes], named: str
) -> Iterator[str]:
    seq, end = ("log_seq", "log_hash") if chain == "log" else ("transfer_seq", "transfer_hash")
    last, before = 0, START
    runs = deque(archived_runs(connection, chain))

    def missing(number: int) -> str:
        numbers = str(last + 1) if number == last + 2 else f"{last + 1} to {number - 1}"
        return f"{named.format(numbers)}: missing"

    def archived(number: float) -> Iterator[str]:
        """Follow the chain across the archived rows before this one."""
        nonlocal last, before
        while runs and runs[0].first < number:
            run = runs.popleft()
            if run.first > last + 1:
                yield missing(run.first)
            elif run.first <= last:
                yield f"{named.format(run.first)}: it is in an archive too"
            elif run.before != before:
                yield f"{named.format(run.first)}: the archived row does not continue the one before"
            last, before = run.last, run.hash

    for row in _rows(connection, table):
        number, *values, recorded = row
        yield from archived(number)
        if number <= last:
            yield f"{named.format(number)}: it is in an archive too"
            continue
        if number != last + 1:
            yield missing(number)
        elif hash_of(before, number, *values) != recorded:
            yield f"{named.format(number)}: its hash does not match its content and the previous row"
        last, before = number, recorded
    yield from archived(inf)
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
