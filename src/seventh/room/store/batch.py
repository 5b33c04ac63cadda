"""Changes that are committed together, as rows of a few large statements.

The order is: new accounts, log entries, transfers, everything else; log entries and transfers in the order of the
changes. A batch is therefore not quite equivalent to its changes in sequence: a transfer does not see the writes of an
earlier change. That matters for one write only, closing a round's escrow. If a later transfer leaves chips in it, the
closing fails and the batch is bisected down to the offending change; chips that a later change sends in and out again
go unnoticed. The room never does this, because it waits for each change of a round before requesting the next. Other
writes are grouped by statement; a second write to the same row starts a new group.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import time
from typing import Any, NamedTuple

from seventh.room.changes import Change, Write
from seventh.room.store.chain import log_hash, transfer_hash
from seventh.room.store.packing import pack
from seventh.room.store.schema import key_of
from seventh.room.store.seals import SEALED
from seventh.room.store.statements import Preparer, Ready

LOG = ("seq", "at", "kind", "table", "round", "person", "action_id", "body", "hash")
TRANSFER = ("seq", "id", "giver", "taker", "amount", "kind", "round", "obligation", "reverses", "at", "entry", "hash")

Rows = list[tuple[Any, ...]]


class Heads(NamedTuple):
    """The number of flushes, and the heads of the two hash chains."""

    flush: int
    log_seq: int
    log_hash: bytes
    transfer_seq: int
    transfer_hash: bytes
    room: str
    """The writer that committed last."""


class Batch(NamedTuple):
    """Statements with their rows, in order, and the chain heads after the commit."""

    work: list[tuple[Ready, Rows]]
    heads: Heads
    entries: list[int]
    """For each change, the number of its first log entry; 0 if it has none."""
    to_seal: dict[str, list[tuple[Any, ...]]]
    """By table, the primary keys of the rows to seal once they are written."""


def batch_of(changes: Iterable[Change], heads: Heads, preparer: Preparer) -> Batch:
    """The rows of these changes, chained to the existing rows."""
    flush, log_seq, last_log, transfer_seq, last_transfer, room = heads
    opened: dict[str, None] = {}
    logged: Rows = []
    posted: Rows = []
    writes: list[Write] = []
    entries = []
    for change in changes:
        for account in change.opens:
            opened[account] = None
        first = log_seq + 1 if change.log else None
        entries.append(first or 0)
        for entry in change.log:
            log_seq += 1
            row = (log_seq, entry.at, entry.kind, entry.table, entry.round, entry.person, entry.action_id, entry.body)
            last_log = log_hash(last_log, *row)
            logged.append((*row[:-1], pack(entry.body), last_log))
        if change.transfers:
            at = change.log[0].at if change.log else int(time() * 1000)
            for transfer in change.transfers:
                transfer_seq += 1
                posting = (
                    transfer_seq,
                    transfer.id,
                    transfer.giver,
                    transfer.taker,
                    transfer.amount,
                    transfer.kind,
                    transfer.round,
                    transfer.obligation,
                    transfer.reverses,
                    at,
                    first,
                )
                last_transfer = transfer_hash(last_transfer, *posting)
                posted.append((*posting, last_transfer))
        writes.extend(change.writes)
    after = Heads(flush + 1, log_seq, last_log, transfer_seq, last_transfer, room)
    fixed: list[tuple[str, str, tuple[str, ...], Rows]] = [
        ("put_new", "accounts", ("id", "kind"), [(name, name.partition(":")[0]) for name in opened]),
        ("put", "log", LOG, logged),
        ("put", "transfers", TRANSFER, posted),
    ]
    work = [(preparer.ready(how, table, columns), rows) for how, table, columns, rows in fixed if rows]
    work += grouped(writes, preparer)
    last = {"one": 1, **after._asdict()}
    ready = preparer.ready("set", "heads", last)
    work.append((ready, [ready.row(last)]))
    return Batch(work, after, entries, _to_seal(writes))


def _to_seal(writes: Iterable[Write]) -> dict[str, list[tuple[Any, ...]]]:
    found: dict[str, dict[tuple[Any, ...], None]] = {}
    for write in writes:
        if write.table in SEALED and write.how != "drop":
            key = tuple(write.values[name] for name in key_of(write.table))
            found.setdefault(write.table, {})[key] = None
    return {table: list(keys) for table, keys in found.items()}


def grouped(writes: Iterable[Write], preparer: Preparer) -> list[tuple[Ready, Rows]]:
    """Group writes by statement; a second write to the same row starts a new group."""
    done: list[tuple[Ready, Rows]] = []
    groups: dict[Ready, Rows] = {}
    touched: set[Any] = set()
    for write in writes:
        ready = preparer.ready(write.how, write.table, write.values)
        row = ready.row(write.values)
        key = (write.table, ready.key(row))
        if key in touched:
            done += groups.items()
            groups, touched = {}, set()
        touched.add(key)
        groups.setdefault(ready, []).append(row)
    return done + list(groups.items())
