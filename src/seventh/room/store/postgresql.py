"""PostgreSQL: a room holds an advisory lock for as long as its writer is connected."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

import psycopg
from sqlalchemy import create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from seventh.room.store.batch import Heads, Rows
from seventh.room.store.errors import StoreError, one_line
from seventh.room.store.location import HANDOVER, RESTORING
from seventh.room.store.migrate import migrate
from seventh.room.store.patience import Patience
from seventh.room.store.statements import Preparer, Ready, rows_by_key

ROOM = 0x7365_7665_6E74_68
"""The advisory lock's number: "seventh" in bytes."""
FAILURES = ("08", "25", "40", "53", "54", "55", "57", "58", "XX")
"""SQLSTATE classes of server, disk and network failures; the others are errors in the change."""
PATIENCE = 10
"""Seconds to wait for a connection, and for the server to notice a lost one."""
LONGEST_COMMIT = 60.0
"""Seconds after which a connection that does not answer the writer counts as lost."""


class _Connection(psycopg.Connection[Any]):
    """A connection that is closed if the server does not answer in time: TCP alone would wait for a stalled network
    without end."""

    patience = Patience()

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        allowed = self.patience.seconds
        if timeout is not None or allowed is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, allowed)
        except psycopg.OperationalError as error:
            if error.sqlstate is not None or not self._is_timeout(error):
                raise
            self.pgconn.finish()
            raise psycopg.OperationalError(f"the server did not answer for {allowed:.0f} s") from None

    @staticmethod
    def _is_timeout(error: psycopg.OperationalError) -> bool:
        return type(error).__name__ == "_WaitTimeout"  # psycopg does not export it


class PostgresEngine:
    """A database on a server, locked by this process."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.name = url.set(drivername="postgresql").render_as_string(hide_password=True)
        self.reading_patience = Patience()
        """How long the readers wait; they may be used by threads that must not hang."""
        self.readers = create_engine(
            url,
            creator=self._connect_reader,
            isolation_level="REPEATABLE READ",
            pool_size=8,
            max_overflow=56,
            pool_pre_ping=True,
        )
        self.preparer = Preparer(self.readers.dialect)
        self._backend = 0

    def _connect_reader(self) -> psycopg.Connection[Any]:
        _, settings = self.readers.dialect.create_connect_args(self.url)
        seconds = self.reading_patience.seconds
        patience = PATIENCE if seconds is None else max(int(seconds), 2)  # psycopg's minimum
        db = _Connection.connect(
            **{"connect_timeout": patience, "options": "-c default_transaction_read_only=on", **settings}
        )
        db.patience = self.reading_patience
        return db

    def connect(self) -> psycopg.Connection[Any]:
        _, settings = self.readers.dialect.create_connect_args(self.url)
        settings = {"connect_timeout": PATIENCE, "keepalives_idle": PATIENCE, "application_name": "seventh", **settings}
        db = _Connection.connect(**settings, autocommit=True)
        try:
            db.execute("SET synchronous_commit = on")
            self._take_lock(db)
            self._backend = db.info.backend_pid
            db.patience = Patience(LONGEST_COMMIT)
        except BaseException:
            db.close()
            raise
        return db

    def _take_lock(self, db: psycopg.Connection[Any]) -> None:
        """Acquire the lock; after that, none of our earlier connections can still commit."""
        if self._backend:
            # The server may not have noticed yet that our previous connection was lost.
            db.execute(
                "SELECT pg_terminate_backend(pid, %s) FROM pg_locks"
                " WHERE locktype = 'advisory' AND pid = %s AND classid = %s AND objid = %s",
                (PATIENCE * 1000, self._backend, ROOM >> 32, ROOM & 0xFFFF_FFFF),
            )
        end = monotonic() + HANDOVER
        while db.execute("SELECT pg_try_advisory_lock(%s)", (ROOM,)).fetchone() != (True,):
            if monotonic() > end:
                raise StoreError(f"{self.name} is in use by another running room")
            sleep(0.05)

    def prepare(self, db: psycopg.Connection[Any], restoring: bool = False) -> None:
        found = {row[0] for row in db.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
        if "transfers" in found and "alembic_version" not in found:
            raise StoreError(f"{self.name} contains the tables of another program")
        if RESTORING in found and not restoring:
            raise StoreError(f"{self.name}: restoring was interrupted; restore the backup to an empty database")
        migrate(db, "postgresql+psycopg", self.name)

    def begin(self, db: psycopg.Connection[Any]) -> None:
        db.execute("BEGIN")

    def run(self, db: psycopg.Connection[Any], ready: Ready, rows: Rows) -> None:
        if len(rows) == 1:
            db.execute(ready.one, rows[0], prepare=True)
        elif ready.many is None:
            db.cursor().executemany(ready.one, rows)
        else:
            db.execute(ready.many(len(rows)), [list(column) for column in zip(*rows, strict=True)], prepare=True)

    def rows(self, db: psycopg.Connection[Any], table: str, keys: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        arrays = ", ".join(f"%s::{'BIGINT' if isinstance(value, int) else 'TEXT'}[]" for value in keys[0])
        query = f"{rows_by_key(table)} (SELECT * FROM unnest({arrays}))"  # noqa: S608 - our own text
        return db.execute(query, [list(column) for column in zip(*keys, strict=True)], prepare=True).fetchall()

    def forget(self, db: psycopg.Connection[Any]) -> None:
        """Nothing to do: a failed commit on a server does not reappear."""

    def heads(self, db: psycopg.Connection[Any]) -> Heads:
        found = db.execute("SELECT flush, log_seq, log_hash, transfer_seq, transfer_hash, room FROM heads").fetchone()
        assert found is not None, "the row is inserted when the tables are created and cannot be deleted"
        return Heads(*found)

    def failed(self, error: Exception) -> bool:
        if not isinstance(error, psycopg.Error):
            return isinstance(error, OSError)
        if error.sqlstate is None:
            return isinstance(error, psycopg.OperationalError)
        return error.sqlstate[:2] in FAILURES

    def lost(self, db: psycopg.Connection[Any]) -> bool:
        return db.closed

    def in_transaction(self, db: psycopg.Connection[Any]) -> bool:
        return not db.closed and db.info.transaction_status != psycopg.pq.TransactionStatus.IDLE

    def reason(self, error: BaseException) -> str | None:
        return reason(error, self.name)

    def release_lock(self, db: psycopg.Connection[Any]) -> None:
        if not db.closed:
            db.execute("SELECT pg_advisory_unlock(%s)", (ROOM,))

    def close(self) -> None:
        self.readers.dispose()


def reason(error: BaseException, name: str) -> str | None:
    """Why the server cannot be used, in one line; None if the error is not from the driver."""
    if isinstance(error, DBAPIError):
        return reason(error.orig, name) if error.orig else None
    if not isinstance(error, psycopg.Error):
        return None
    if error.sqlstate == "25006":
        return f"{name} is read-only"
    return f"{name} cannot be used: {one_line(error)}"
