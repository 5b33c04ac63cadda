"""The interface of a database engine to the writer."""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import Engine as Readers

from seventh.room.store.batch import Heads, Rows
from seventh.room.store.patience import Patience
from seventh.room.store.statements import Preparer, Ready


class Engine(Protocol):
    """SQLite or PostgreSQL. `db` is a driver connection, used only by the writer thread."""

    name: str
    """For messages: the file, or the server's address without the password."""
    readers: Readers
    """Read-only connections; each transaction sees a consistent snapshot."""
    reading_patience: Patience
    """How long the readers wait for a server."""
    preparer: Preparer

    def connect(self) -> Any:
        """Open a connection for writing, which holds the room's lock."""

    def prepare(self, db: Any, restoring: bool = False) -> None:
        """Refuse a database that is not ours, or only half restored; migrate ours to the current schema."""

    def begin(self, db: Any) -> None:
        """Begin a write transaction."""

    def run(self, db: Any, ready: Ready, rows: Rows) -> None:
        """Execute one statement for these rows, in order."""

    def rows(self, db: Any, table: str, keys: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The rows of a table with these primary keys, in any order, with the columns of the schema."""

    def forget(self, db: Any) -> None:
        """Ensure that a failed commit cannot reappear after a crash."""

    def heads(self, db: Any) -> Heads:
        """The chain heads stored in the database."""

    def failed(self, error: Exception) -> bool:
        """Whether the disk or the server failed, as opposed to refusing the change."""

    def lost(self, db: Any) -> bool:
        """Whether the connection is lost and a new one is worth trying."""

    def in_transaction(self, db: Any) -> bool:
        """Whether a transaction is open."""

    def reason(self, error: BaseException) -> str | None:
        """Why the database cannot be used, in one line; None if the error is not from the driver."""

    def release_lock(self, db: Any) -> None:
        """Release the room's lock held by this connection."""

    def close(self) -> None:
        """Release all resources."""
