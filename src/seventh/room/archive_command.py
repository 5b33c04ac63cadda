"""Moves old rounds of a room that is not running to an archive file."""

from __future__ import annotations

import contextlib
import sqlite3
from hashlib import sha256
from pathlib import Path
from time import time

from msgspec import Struct
from sqlalchemy import func, select

from seventh.room.archive_file import verify_archives, write_archives
from seventh.room.backup import written_atomically
from seventh.room.custody.anchor import heads_of
from seventh.room.custody.guard import Guarded, open_guarded
from seventh.room.custody.location import Custody
from seventh.room.rounds.archive import BadArchive
from seventh.room.rounds.archiving import archiving, due, moving
from seventh.room.store.errors import StoreError
from seventh.room.store.location import FILE
from seventh.room.store.schema import archived_rounds, archives, rounds


class MovedRounds(Struct, frozen=True):
    """What was moved to a file."""

    rounds: int
    archives: int


def archive(file: Path, before: int, data: Path | None, url: str | None, custody: Custody) -> MovedRounds:
    """Pack all rounds that were closed before a time, and move the archives that have no others to a new file.

    The file is complete, on disk and verified before anything leaves the database. `StoreError` says why it failed.
    """
    if file.exists():
        raise StoreError(f"{file} already exists; an archive does not overwrite files")
    with (guarded := open_guarded(data, url, custody)).store:
        moved = _moved(guarded, file, before)
    if data is not None:
        # The room runs as well without it; the space is then used for new rounds.
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(data / FILE)) as db:
            db.execute("VACUUM")
    return moved


def _moved(guarded: Guarded, file: Path, before: int) -> MovedRounds:
    store = guarded.store
    while True:
        with store.reading() as connection:
            ids = due(connection, before)
            change = archiving(connection, ids, _now()) if ids else None
        if change is None:
            break
        store.commit(change).result()
    last = func.max(rounds.c.closed)
    query = (
        select(archives.c.number, archives.c.rounds)
        .join(archived_rounds, archived_rounds.c.archive == archives.c.number)
        .join(rounds, rounds.c.id == archived_rounds.c.round)
        .where(archives.c.file.is_(None))
        .group_by(archives.c.number, archives.c.rounds)
        .having(last < before)
        .order_by(archives.c.number)
    )
    with store.reading() as connection:
        found = connection.execute(query).all()
        if not found:
            raise StoreError("no rounds to archive: no round still in the database ended before that date")
        numbers = [row.number for row in found]
        with written_atomically(file) as part:
            with part.open("wb") as opened:
                write_archives(connection, numbers, opened, guarded.key, _now())
            try:
                verify_archives(part)
            except BadArchive as error:
                raise StoreError(f"nothing was moved, because `seventh check` would fail: {error}") from None
            digest = sha256(part.read_bytes()).hexdigest()
    store.commit(moving(numbers, file.name, digest, _now())).result()
    with store.reading() as connection:
        guarded.anchor.append(heads_of(connection), guarded.key)
    return MovedRounds(sum(row.rounds for row in found), len(found))


def _now() -> int:
    return int(time() * 1000)
