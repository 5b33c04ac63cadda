"""Packs closed rounds into archives: the change that moves their log entries and transfers out of the tables.

Only rows of closed rounds are moved. All other entries of the log stay in it, such as who joined, sat down or was
granted chips, and so do the rounds' own rows with their seeds and players. The change has a log entry with two hashes,
one of the archive and one of what the database keeps about its rounds; the chain, and with it the anchor, vouches for
both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, exists, select

from seventh.fair import Secret
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.rounds.archive import (
    Archive,
    ArchivedRound,
    Chain,
    LogRow,
    Run,
    Runs,
    TransferRow,
    decode_runs,
    encode,
    encode_runs,
    packed,
    runs_of,
)
from seventh.room.rounds.archived import archives_of
from seventh.room.store.chain import START
from seventh.room.store.schema import (
    archived_rounds,
    heads,
    houses,
    live_seeds,
    log,
    players,
    rounds,
    seeds,
    transfers,
)

ARCHIVED = "archived"
"""The log entry of an archive."""
MOST = 256
"""Rounds per archive. The more there are, the longer the transaction that moves them."""


class Logged(msgspec.Struct, frozen=True):
    """What the log says about an archive."""

    archive: int
    rounds: int
    hash: str
    """SHA-256 of the archive's data."""
    index: str
    """SHA-256 of what the database keeps about its rounds."""


def due(connection: Connection, before: int, most: int = MOST) -> list[str]:
    """Rounds that were closed before a time and are not archived yet, oldest first. The round of the last transfer has
    to wait, because the next transfer is numbered after it."""
    last = select(transfers.c.round).where(transfers.c.seq == select(heads.c.transfer_seq).scalar_subquery())
    waits = connection.execute(last).scalar()
    logged = select(log.c.round).where(log.c.round.is_not(None)).distinct()
    query = (
        select(rounds.c.id)
        .where(
            rounds.c.id.in_(logged),
            rounds.c.state != "open",
            rounds.c.closed < before,
            ~exists().where(archived_rounds.c.round == rounds.c.id),
        )
        .order_by(rounds.c.opened, rounds.c.id)
        .limit(most + 1)
    )
    return [name for name in connection.execute(query).scalars() if name != waits][:most]


def archiving(connection: Connection, ids: Sequence[str], at: int) -> Change:
    """The change that moves these rounds to a new archive."""
    known = archives_of(connection)
    number = known[-1].number + 1 if known else 1
    logged, posted = _rows(connection, log, ids), _rows(connection, transfers, ids)
    own = _rounds(connection, ids, logged, posted)
    rules = {one.row["house_hash"] for one in own}
    archive = Archive(number, dict(_pairs(connection, houses, "hash", "data", rules)), own)
    runs = Runs(_runs(connection, log, logged, known), _runs(connection, transfers, posted, known))
    data = encode(archive)
    digest = sha256(data).digest()
    row: dict[str, Any] = {
        "number": number,
        "at": at,
        "rounds": len(own),
        "log_last": max((row["seq"] for row in logged), default=0),
        "transfer_last": max((row["seq"] for row in posted), default=0),
        "nets": msgspec.json.encode(archive.nets()).decode(),
        "runs": encode_runs(runs),
        "hash": digest,
        "data": data,
    }
    lines = [
        {
            "round": one.id,
            "archive": number,
            "entries": len(one.log),
            "transfers": len(one.transfers),
            "wagered": msgspec.json.encode(one.wagered()).decode(),
        }
        for one in own
    ]
    index = _digest(row, lines, _kept(connection, ids))
    said = Logged(number, len(own), digest.hex(), index)
    return Change(
        log=(LogEntry(ARCHIVED, msgspec.json.encode(said), at),),
        writes=(
            Write("put", "archives", row),
            *(Write("put", "archived_rounds", line) for line in lines),
        ),
    )


def index_of(connection: Connection, row: Any) -> str:
    """SHA-256 of what the database keeps about the rounds of an archive, as the log should have it."""
    found = connection.execute(select(archived_rounds).where(archived_rounds.c.archive == row.number)).mappings()
    lines = [dict(line) for line in found]
    kept = _kept(connection, [line["round"] for line in lines])
    return _digest({name: getattr(row, name) for name in _HASHED}, lines, kept)


_HASHED = ("number", "at", "rounds", "log_last", "transfer_last", "nets", "runs", "hash")
_AT_ONCE = 500


def _digest(row: dict[str, Any], lines: list[dict[str, Any]], kept: Iterable[Any]) -> str:
    ordered = sorted(lines, key=lambda line: line["round"])
    values: list[Any] = [_plain(row[name]) for name in _HASHED]
    values.append([[_plain(line[name]) for name in archived_rounds.c.keys()] for line in ordered])  # noqa: SIM118
    values.append(list(kept))
    return sha256(msgspec.msgpack.encode(values)).hexdigest()


def _kept(connection: Connection, ids: Sequence[str]) -> list[Any]:
    """The rows of these rounds that stay in the database."""
    found: list[Any] = []
    for table, name in ((rounds, "id"), (seeds, "round"), (live_seeds, "round"), (players, "round")):
        rows = [list(map(_plain, row)) for row in _in(connection, table, name, sorted(ids))]
        found.append(sorted(rows, key=lambda row: [str(value) for value in row]))
    return found


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _in(connection: Connection, table: Table, column: str, ids: Sequence[str]) -> Iterable[Any]:
    for first in range(0, len(ids), _AT_ONCE):
        some = ids[first : first + _AT_ONCE]
        yield from connection.execute(select(table).where(table.c[column].in_(some)))


def _pairs(connection: Connection, table: Table, key: str, value: str, ids: Iterable[str]) -> Iterable[tuple[Any, Any]]:
    for row in _in(connection, table, key, sorted(ids)):
        yield row._mapping[key], _plain(row._mapping[value])


def _rows(connection: Connection, table: Table, ids: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of these rounds in a chain, in its order."""
    found = [
        {name: _plain(value) for name, value in row._mapping.items()} for row in _in(connection, table, "round", ids)
    ]
    return sorted(found, key=lambda row: row["seq"])


def _rounds(
    connection: Connection, ids: Sequence[str], logged: list[dict[str, Any]], posted: list[dict[str, Any]]
) -> list[ArchivedRound]:
    secrets = dict(_pairs(connection, seeds, "round", "seed", ids))
    seals = dict(_pairs(connection, live_seeds, "round", "sealed", ids))
    entries: dict[str, list[LogRow]] = {}
    moves: dict[str, list[TransferRow]] = {}
    keys = {name: Secret(seed) for name, seed in secrets.items()}
    for row in logged:
        body, again = packed(keys.get(row["round"]), row["round"], row["body"])
        values = (row["seq"], row["at"], row["kind"], row["table"], row["person"], row["action_id"])
        entries.setdefault(row["round"], []).append(LogRow(*values, body, again))
    for row in posted:
        moves.setdefault(row["round"], []).append(TransferRow(*(row[name] for name in TransferRow._fields)))
    found = sorted(_in(connection, rounds, "id", ids), key=lambda row: (row.opened, row.id))
    return [
        ArchivedRound(
            dict(row._mapping),
            secrets.get(row.id),
            seals.get(row.id),
            entries.get(row.id, []),
            moves.get(row.id, []),
        )
        for row in found
    ]


def _runs(connection: Connection, table: Table, rows: list[dict[str, Any]], known: Sequence[Any]) -> list[Run]:
    if not rows:
        return []
    ends: dict[int, bytes] | None = None

    def before(seq: int) -> bytes:
        nonlocal ends
        if seq == 1:
            return START
        found = connection.execute(select(table.c.hash).where(table.c.seq == seq - 1)).scalar()
        if found is not None:
            return bytes(found)
        if ends is None:
            chain: Chain = "log" if table is log else "transfers"
            ends = {run.last: run.hash for row in known for run in decode_runs(bytes(row.runs)).of(chain)}
        return ends[seq - 1]

    return runs_of(((row["seq"], row["hash"]) for row in rows), before)


def moving(numbers: Sequence[int], file: str, digest: str, at: int) -> Change:
    """The change after which the data of these archives is in a file only."""
    body = {"archives": list(numbers), "file": file, "hash": digest}
    return Change(
        log=(LogEntry("archives_moved", msgspec.json.encode(body), at),),
        writes=tuple(Write("set", "archives", {"number": number, "data": None, "file": file}) for number in numbers),
    )
