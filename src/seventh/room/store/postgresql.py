"""PostgreSQL by URL: a room holds an advisory lock for as long as its writer is connected."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

import psycopg
from sqlalchemy import create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from seventh.room.store.batch import Heads, Rows
from seventh.room.store.errors import StoreError, one_line
from seventh.room.store.migrate import migrate
from seventh.room.store.place import HANDOVER
from seventh.room.store.statements import Preparer, Ready

ROOM = 0x7365_7665_6E74_68
"""The advisory lock's number: "seventh" in bytes."""
FAILURES = ("08", "25", "40", "53", "54", "55", "57", "58", "XX")
"""Classes of SQLSTATE that blame the server, the disk or the network; others blame what was asked."""
PATIENCE = 10
"""Seconds to wait for a connection, and for the server to see that one is gone."""


class PostgresEngine:
    """A database on a server, held by this process alone."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.name = url.set(drivername="postgresql").render_as_string(hide_password=True)
        self.readers = create_engine(
            url,
            isolation_level="REPEATABLE READ",
            pool_size=8,
            max_overflow=56,
            pool_pre_ping=True,
            connect_args={"connect_timeout": PATIENCE, "options": "-c default_transaction_read_only=on"},
        )
        self.preparer = Preparer(self.readers.dialect)
        self._backend = 0

    def connect(self) -> psycopg.Connection[Any]:
        _, settings = self.readers.dialect.create_connect_args(self.url)
        settings = {"connect_timeout": PATIENCE, "keepalives_idle": PATIENCE, "application_name": "seventh", **settings}
        db: psycopg.Connection[Any] = psycopg.connect(**settings, autocommit=True)
        try:
            db.execute("SET synchronous_commit = on")
            self._take_lock(db)
            self._backend = db.info.backend_pid
        except BaseException:
            db.close()
            raise
        return db

    def _take_lock(self, db: psycopg.Connection[Any]) -> None:
        """Once the lock is ours, no earlier connection of ours can still commit anything."""
        if self._backend:
            # The server may not know yet that our connection before this one is lost.
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

    def prepare(self, db: psycopg.Connection[Any]) -> None:
        found = {row[0] for row in db.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
        if "transfers" in found and "alembic_version" not in found:
            raise StoreError(f"{self.name} holds the tables of another program")
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

    def forget(self, db: psycopg.Connection[Any]) -> None:
        """A server has no such commits."""

    def heads(self, db: psycopg.Connection[Any]) -> Heads:
        found = db.execute("SELECT flush, log_seq, log_hash, transfer_seq, transfer_hash FROM heads").fetchone()
        assert found is not None, "the row is put in when the tables are made, and cannot be deleted"
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

    def give_back(self, db: psycopg.Connection[Any]) -> None:
        if not db.closed:
            db.execute("SELECT pg_advisory_unlock(%s)", (ROOM,))

    def close(self) -> None:
        self.readers.dispose()


def reason(error: BaseException, name: str) -> str | None:
    """Why the server cannot be used, in one line; None for an error that is not the driver's."""
    if isinstance(error, DBAPIError):
        return reason(error.orig, name) if error.orig else None
    if not isinstance(error, psycopg.Error):
        return None
    if error.sqlstate == "25006":
        return f"{name} is read-only"
    return f"{name} cannot be used: {one_line(error)}"
