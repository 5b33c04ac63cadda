"""SQLite in a data directory: one file in WAL mode; every commit is on disk before it is reported."""

from __future__ import annotations

import contextlib
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
from seventh.room.store.location import FILE, HANDOVER, LOCK, RESTORING, keep_private
from seventh.room.store.migrate import migrate
from seventh.room.store.patience import Patience
from seventh.room.store.statements import Preparer, Ready, rows_by_key

MOST_ROWS = 512
"""Maximum number of rows in one statement."""
PATIENCE = 10.0
"""Seconds to wait while another program has the file locked."""
SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA wal_autocheckpoint = 16000",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA cache_size = -65536",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA secure_delete = FAST",
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
    """A data directory, locked by this process."""

    def __init__(self, data: Path, owner: int = 0) -> None:
        self.file = data / FILE
        self.name = str(self.file)
        self._lock = _take(data, owner or os.getpid())
        self.readers = readers_of(self.file)
        self.reading_patience = Patience()
        self.preparer = Preparer(self.readers.dialect)

    def connect(self) -> sqlite3.Connection:
        self._refuse_remains()
        if not self.file.exists():
            self._create()
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

    def _create(self) -> None:
        """Create the file. It is never empty under its name, so an empty one has lost its contents."""
        part = self.file.with_name(f"{FILE}.new")
        try:
            part.unlink(missing_ok=True)
            keep_private(part)
            with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as db:
                db.execute("PRAGMA journal_mode = WAL")
            part.rename(self.file)
        except OSError as error:
            raise StoreError(f"cannot create {self.name}: {error.strerror}") from None

    def _refuse_remains(self) -> None:
        """Refuse what is left of a room. SQLite would take it for a new database."""
        try:
            empty = self.file.stat().st_size == 0
        except FileNotFoundError:
            if (rest := self.file.with_name(f"{FILE}-wal")).exists():
                raise StoreError(
                    f"{self.name} is missing, but {rest.name} is there; restore a backup elsewhere"
                ) from None
            return
        if empty:
            raise StoreError(f"{self.name} is empty; restore a backup, or delete the file to start a new room")

    def prepare(self, db: sqlite3.Connection, restoring: bool = False) -> None:
        found = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if found and "alembic_version" not in found:
            raise StoreError(f"{self.name} is another program's database")
        if RESTORING in found and not restoring:
            raise StoreError(f"{self.name}: restoring was interrupted; delete the file and restore the backup again")
        self.readers.connect().close()  # keep one open: closing the last would delete the write-ahead log
        self.forget(db)  # also fails early if the file is read-only
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
            # Row counts are rounded up to powers of two, to keep few distinct statements; LIMIT drops the padding.
            places = 1 << (len(some) - 1).bit_length()
            values = list(chain.from_iterable(some))
            values += (None,) * ((places - len(some)) * len(some[0]))
            values.append(len(some))
            db.execute(ready.many(places), values)

    def rows(self, db: sqlite3.Connection, table: str, keys: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        for at in range(0, len(keys), MOST_ROWS):
            some = keys[at : at + MOST_ROWS]
            some += some[-1:] * ((1 << (len(some) - 1).bit_length()) - len(some))
            places = ", ".join([f"({', '.join('?' * len(some[0]))})"] * len(some))
            found += db.execute(f"{rows_by_key(table)} (VALUES {places})", list(chain.from_iterable(some)))
        return found

    def forget(self, db: sqlite3.Connection) -> None:
        # A commit that failed or was killed on its way to disk may be complete in the write-ahead log. It is invisible
        # now, but the next recovery would apply it. Any new commit overwrites it.
        self.begin(db)
        db.execute("PRAGMA user_version = 1")
        db.execute("COMMIT")

    def heads(self, db: sqlite3.Connection) -> Heads:
        found = db.execute("SELECT flush, log_seq, log_hash, transfer_seq, transfer_hash, room FROM heads")
        return Heads(*found.fetchone())

    def failed(self, error: Exception) -> bool:
        # Errors raised by SQLite have a code, those raised by Python's driver do not.
        return isinstance(error, OSError) or getattr(error, "sqlite_errorcode", 1) & 0xFF in FAILURES

    def lost(self, db: sqlite3.Connection) -> bool:  # noqa: ARG002 - a file is never lost
        return False

    def in_transaction(self, db: sqlite3.Connection) -> bool:
        return db.in_transaction

    def reason(self, error: BaseException) -> str | None:
        return reason(error, self.name)

    def release_lock(self, db: sqlite3.Connection) -> None:
        """Nothing to do: the process holds the lock, not the connection."""

    def close(self) -> None:
        self.readers.dispose()
        os.close(self._lock)


def readers_of(file: Path) -> Engine:
    """Read-only connections."""

    def connect() -> sqlite3.Connection:
        address = f"{file.absolute().as_uri()}?mode=ro"
        db = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA query_only = ON")
        return db

    readers = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=8, max_overflow=56)

    # Python's driver begins transactions for writes only; a consistent snapshot for reading needs one too.
    @event.listens_for(readers, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    return readers


def _take(data: Path, owner: int) -> int:
    """Take the directory's lock, which the operating system releases however the process ends."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(data, os.W_OK | os.X_OK):
            raise StoreError(f"the data directory {data} is read-only")
        lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"cannot use the data directory {data}: {error.strerror}") from None
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
        pass  # the process id is informational, and a full disk has no space for it
    return lock


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def reason(error: BaseException, name: str) -> str | None:
    """Why the file cannot be used, in one line; None if the error is not from SQLite."""
    if isinstance(error, DBAPIError):
        return reason(error.orig, name) if error.orig else None
    if isinstance(error, UnicodeDecodeError):  # the driver decodes text
        return f"{name} is damaged: it contains text that is not UTF-8; restore a backup"
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return f"{name} is damaged: {one_line(error)}; restore a backup"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return f"{name} is read-only"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{name} is locked by another program"
    return f"{name} cannot be used: {one_line(error)}"
