"""SQLite in a data directory: one file, in WAL mode, every commit on the disk before it is reported."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from itertools import chain
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from seventh.room.store.batch import Heads, Rows
from seventh.room.store.errors import StoreError, one_line
from seventh.room.store.migrate import migrate
from seventh.room.store.place import FILE, HANDOVER, LOCK, keep_private
from seventh.room.store.statements import Preparer, Ready

MOST_ROWS = 512
"""In one statement."""
PATIENCE = 10.0
"""Seconds to wait for another program that has the file locked."""
SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA wal_autocheckpoint = 16000",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -65536",
    "PRAGMA temp_store = MEMORY",
)
FAILURES = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}


class SqliteEngine:
    """A data directory, held by this process alone."""

    def __init__(self, data: Path, owner: int = 0) -> None:
        self.file = data / FILE
        self.name = str(self.file)
        self._lock = _take(data, owner or os.getpid())
        self.readers = readers_of(self.file)
        self.preparer = Preparer(self.readers.dialect)

    def connect(self) -> sqlite3.Connection:
        keep_private(self.file)
        db = sqlite3.connect(
            self.file, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=512
        )
        try:
            for setting in SETTINGS:
                db.execute(setting)
        except BaseException:
            db.close()
            raise
        return db

    def prepare(self, db: sqlite3.Connection) -> None:
        found = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if found and "alembic_version" not in found:
            raise StoreError(f"{self.name} is the database of another program")
        self.readers.connect().close()  # one stays open: the last to close would take the write-ahead log away
        self.forget(db)  # a file that is read-only refuses it, too
        migrate(db, "sqlite", self.name)

    def begin(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")

    def run(self, db: sqlite3.Connection, ready: Ready, rows: Rows) -> None:
        if ready.many is None:
            db.executemany(ready.one, rows)
            return
        for at in range(0, len(rows), MOST_ROWS):
            some = rows[at : at + MOST_ROWS]
            if len(some) == 1:
                db.execute(ready.one, some[0])
                continue
            # A statement has places for a power of two, so that few different ones are kept, and takes what it is told.
            places = 1 << (len(some) - 1).bit_length()
            values = list(chain.from_iterable(some))
            values += (None,) * ((places - len(some)) * len(some[0]))
            values.append(len(some))
            db.execute(ready.many(places), values)

    def forget(self, db: sqlite3.Connection) -> None:
        # A commit that failed, or was killed, on its way to the disk may lie whole in the write-ahead log. Nobody sees
        # it, but the next recovery would. Any commit takes its place.
        self.begin(db)
        db.execute("PRAGMA user_version = 1")
        db.execute("COMMIT")

    def heads(self, db: sqlite3.Connection) -> Heads:
        found = db.execute("SELECT flush, log_seq, log_hash, transfer_seq, transfer_hash FROM heads")
        return Heads(*found.fetchone())

    def failed(self, error: Exception) -> bool:
        # Python gives an error's code, and an error of its own none.
        return isinstance(error, OSError) or getattr(error, "sqlite_errorcode", 1) & 0xFF in FAILURES

    def lost(self, db: sqlite3.Connection) -> bool:  # noqa: ARG002 - a disk that failed has not moved away
        return False

    def in_transaction(self, db: sqlite3.Connection) -> bool:
        return db.in_transaction

    def reason(self, error: BaseException) -> str | None:
        return reason(error, self.name)

    def give_back(self, db: sqlite3.Connection) -> None:
        """The lock is the process's, not the connection's."""

    def close(self) -> None:
        self.readers.dispose()
        os.close(self._lock)


def readers_of(file: Path) -> Engine:
    """Connections that only read."""

    def connect() -> sqlite3.Connection:
        address = f"{file.absolute().as_uri()}?mode=ro"
        db = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA query_only = ON")
        return db

    readers = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=8, max_overflow=56)

    # Python's driver begins a transaction for writing only; a read of one state needs one as well.
    @event.listens_for(readers, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    return readers


def _take(data: Path, owner: int) -> int:
    """Hold the directory's lock, which the operating system gives back however the process ends."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(data, os.W_OK | os.X_OK):
            raise StoreError(f"the data directory {data} is read-only")
        lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"the data directory {data} cannot be used: {error.strerror}") from None
    end = monotonic() + HANDOVER
    while not _locked(lock):
        if monotonic() > end:
            other = os.pread(lock, 20, 0).decode("ascii", "replace").strip()
            os.close(lock)
            raise StoreError(f"{data} is in use by another running room{f' (process {other})' if other else ''}")
        sleep(0.02)
    try:
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(owner).encode(), 0)
    except OSError:
        pass  # the number is a courtesy; the lock is what counts, and a full disk has no room for the number
    return lock


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def reason(error: BaseException, name: str) -> str | None:
    """Why the file cannot be used, in one line; None for an error that is not SQLite's."""
    if isinstance(error, DBAPIError):
        return reason(error.orig, name) if error.orig else None
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return f"{name} cannot be read: {one_line(error)}; restore a backup"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return f"{name} is read-only"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{name} is locked by another program"
    return f"{name} cannot be used: {one_line(error)}"
