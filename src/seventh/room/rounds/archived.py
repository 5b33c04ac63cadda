"""Finds archived rounds again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from seventh.room.rounds import round_log
from seventh.room.rounds.archive import Archive, ArchivedRound, BadArchive, Chain, decode, decode_runs, hashes_of
from seventh.room.rounds.replaying import InconsistentRound, Stored
from seventh.room.store.packing import unpack
from seventh.room.store.schema import archived_rounds, archives


class MovedAway(InconsistentRound):
    """A round is in an archive that was moved to a file."""

    def __init__(self, round_id: str, file: str) -> None:
        super().__init__(round_id, f"it is archived in {file}; `seventh verify {file} --round {round_id}` shows it")


def archived_round(connection: Connection, round_id: str) -> tuple[ArchivedRound, Archive] | None:
    """A round and the archive that has it; None if it is not archived."""
    query = (
        select(archives.c.hash, archives.c.data, archives.c.file)
        .join(archived_rounds, archived_rounds.c.archive == archives.c.number)
        .where(archived_rounds.c.round == round_id)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    if row.data is None:
        raise MovedAway(round_id, row.file)
    try:
        archive = _decoded(bytes(row.data), bytes(row.hash))
    except BadArchive as error:
        raise InconsistentRound(round_id, f"its archive is damaged: {error}") from None
    for one in archive.rounds:
        if one.id == round_id:
            return one, archive
    raise InconsistentRound(round_id, "it is not in its archive")


def stored_in_archive(connection: Connection, round_id: str) -> Stored | None:
    """A round as its replay needs it; None if it is not archived."""
    found = archived_round(connection, round_id)
    if found is None:
        return None
    one, archive = found
    try:
        return one.stored(archive.houses[one.row["house_hash"]])
    except (BadArchive, LookupError) as error:
        raise InconsistentRound(round_id, f"its archive cannot be read: {error}") from None


def log_bodies(connection: Connection, round_id: str) -> list[tuple[int, str, bytes]]:
    """The time, kind and body of each log entry of an archived round; empty if it is not archived."""
    found = archived_round(connection, round_id)
    if found is None:
        return []
    one = found[0]
    return [(row.at, row.kind, body) for row, body in zip(one.log, one.bodies(), strict=True)]


def archived_wagers(connection: Connection, ids: Iterable[str]) -> dict[str, dict[int, int]]:
    """What each seat wagered in those of these rounds that are archived."""
    query = select(archived_rounds.c.round, archived_rounds.c.wagered).where(archived_rounds.c.round.in_(list(ids)))
    return {name: _WAGERS.decode(wagered) for name, wagered in connection.execute(query)}


def archived_steps(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[list[bytes], str, str]]:
    """For each archived round the bodies of its steps, the file that has it instead, or why it cannot be read."""
    if not ids:
        return {}
    query = select(archived_rounds.c.archive, archived_rounds.c.round).where(archived_rounds.c.round.in_(ids))
    by_archive: dict[int, list[str]] = {}
    for number, name in connection.execute(query):
        by_archive.setdefault(number, []).append(name)
    found: dict[str, tuple[list[bytes], str, str]] = {}
    for number, names in by_archive.items():
        one = select(archives.c.hash, archives.c.data, archives.c.file).where(archives.c.number == number)
        row = connection.execute(one).one()
        if row.data is None:
            found |= dict.fromkeys(names, ([], row.file or "", ""))
            continue
        try:
            archive = _decoded(bytes(row.data), bytes(row.hash))
        except BadArchive as error:
            found |= dict.fromkeys(names, ([], "", f"its archive is damaged: {error}"))
            continue
        wanted = set(names)
        for kept in archive.rounds:
            if kept.id in wanted:
                steps = [entry for entry in kept.log if entry.kind == round_log.STEP]
                found[kept.id] = ([unpack(entry.body) if entry.packed else entry.body for entry in steps], "", "")
    return found


IN_A_FILE = b"in a file"
"""In place of a hash that cannot be computed here, since its archive was moved to a file."""


def archived_hash(connection: Connection, chain: Chain, seq: int) -> bytes | None:
    """The hash of an archived row; None if there is no such row."""
    last = archives.c.log_last if chain == "log" else archives.c.transfer_last
    for row in connection.execute(select(archives).where(last >= seq).order_by(archives.c.number)):
        try:
            runs = decode_runs(bytes(row.runs))
        except BadArchive:
            continue  # `check` names it
        for run in runs.of(chain):
            if run.first <= seq <= run.last:
                if run.last == seq:
                    return run.hash
                if row.data is None:
                    return IN_A_FILE
                return _hashes(bytes(row.data), bytes(row.hash), bytes(row.runs), chain).get(seq)
    return None


@lru_cache(maxsize=8)
def _hashes(data: bytes, expected: bytes, runs: bytes, chain: Chain) -> dict[int, bytes]:
    try:
        return hashes_of(decode(data, expected), decode_runs(runs), chain)
    except BadArchive:
        return {}


def archive_of(row: Any) -> Archive:
    """The contents of an archive that has not moved to a file, from its row."""
    return decode(bytes(row.data), bytes(row.hash))


def archives_of(connection: Connection, with_data: bool = False) -> Sequence[Any]:
    """The rows of all archives, in order."""
    columns = [column for column in archives.c if with_data or column.name != "data"]
    return connection.execute(select(*columns).order_by(archives.c.number)).all()


_WAGERS = msgspec.json.Decoder(dict[int, int])
_decoded = lru_cache(maxsize=4)(decode)
