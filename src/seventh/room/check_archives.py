"""Audits archives: that each is the one that the log names, and that its rounds replay like any other.

What the log says about an archive covers its data and what the database keeps about its rounds, so comparing two hashes
shows that nothing has changed. Replaying the rounds in it is needed once; a signed mark remembers that it was done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from seventh.room.rounds.archive import Archive, BadArchive, chain_problems, decode_runs
from seventh.room.rounds.archived import archive_of, archives_of
from seventh.room.rounds.archiving import ARCHIVED, Logged, index_of
from seventh.room.rounds.replaying import InconsistentRound, differences, replay
from seventh.room.store.schema import archived_rounds, archives, log, rounds, seeds


def archives_in_log(connection: Connection) -> dict[int, Logged]:
    """What the log says about each archive."""
    of_room = log.c.table.is_(None), log.c.round.is_(None), log.c.person.is_(None)
    bodies = connection.execute(select(log.c.body).where(*of_room, log.c.kind == ARCHIVED).order_by(log.c.seq))
    said = [msgspec.json.decode(bytes(body), type=Logged) for body in bodies.scalars()]
    return {one.archive: one for one in said}


def changed_archives(connection: Connection) -> Iterator[str]:
    """Archives that are not as the log says."""
    logged = archives_in_log(connection)
    numbers = set()
    for row in archives_of(connection):
        numbers.add(row.number)
        name, said = f"archive {row.number}", logged.get(row.number)
        if said is None:
            yield f"{name}: it is not in the log"
        elif bytes(row.hash).hex() != said.hash:
            yield f"{name}: its hash does not match the log"
        elif index_of(connection, row) != said.index:
            yield f"{name}: the rows of its rounds have changed"
        data = connection.execute(select(archives.c.data).where(archives.c.number == row.number)).scalar()
        if data is not None and sha256(data).digest() != bytes(row.hash):
            yield f"{name}: its content does not match its hash"
    for number in sorted(logged.keys() - numbers):
        yield f"archive {number}: it is in the log, but missing"


def archive_troubles(connection: Connection, number: int) -> tuple[list[str], Counter[str]]:
    """What is wrong with the rounds of an archive, and how many of them are sealed, by state."""
    row = connection.execute(select(archives).where(archives.c.number == number)).one()
    try:
        archive = archive_of(row)
        found = [f"archive {number}: {line}" for line in chain_problems(archive, decode_runs(bytes(row.runs)))]
    except BadArchive as error:
        return [f"archive {number}: {error}"], Counter()
    if msgspec.json.decode(row.nets) != archive.nets():
        found.append(f"archive {number}: its transfers do not add up to its nets")
    found += [f"archive {number}: {line}" for line in _index_problems(connection, archive)]
    lines, sealed = round_troubles(archive)
    return found + lines, sealed


def round_troubles(archive: Archive) -> tuple[list[str], Counter[str]]:
    """Replay the rounds of an archive: what is wrong with them, and how many of them are sealed, by state."""
    found: list[str] = []
    sealed: Counter[str] = Counter()
    for one in archive.rounds:
        if one.seed is None:
            sealed[one.row["state"]] += 1
            continue
        rules = archive.houses.get(one.row["house_hash"])
        if rules is None:
            found.append(f"round {one.id}: its rules are missing")
            continue
        try:
            meant = replay(one.stored(rules)).transfers
        except InconsistentRound as error:
            found.append(str(error))
            continue
        posted: dict[str, tuple[Any, ...]] = {
            transfer.id: (transfer.giver, transfer.taker, transfer.amount)
            for transfer in one.transfers
            if transfer.reverses is None
        }
        found += differences(one.id, meant, posted)
    return found, sealed


def _index_problems(connection: Connection, archive: Archive) -> Iterator[str]:
    """Where the archive and the database have the same, they must agree."""
    ids = [one.id for one in archive.rounds]
    lines = {
        row.round: (row.entries, row.transfers, msgspec.json.decode(row.wagered, type=dict[int, int]))
        for row in connection.execute(select(archived_rounds).where(archived_rounds.c.archive == archive.number))
    }
    if lines != {one.id: (len(one.log), len(one.transfers), one.wagered()) for one in archive.rounds}:
        yield "its rounds do not match the database"
    rows = {row["id"]: dict(row) for row in connection.execute(select(rounds).where(rounds.c.id.in_(ids))).mappings()}
    secrets = dict(connection.execute(select(seeds.c.round, seeds.c.seed).where(seeds.c.round.in_(ids))).all())
    for one in archive.rounds:
        if rows.get(one.id) != one.row:
            yield f"round {one.id}: its row in the database differs from the archive"
        kept = secrets.get(one.id)
        if (None if kept is None else bytes(kept)) != one.seed:
            yield f"round {one.id}: its seed in the database differs from the archive"
