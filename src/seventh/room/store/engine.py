"""What the writer needs of a database engine."""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import Engine as Readers

from seventh.room.store.batch import Heads, Rows
from seventh.room.store.statements import Preparer, Ready


class Engine(Protocol):
    """SQLite or PostgreSQL. `db` is a connection of the driver, used by the writer's thread alone."""

    name: str
    """As in a sentence: the file, or the server's address without a password."""
    readers: Readers
    """Connections for reading; each transaction sees one state of the database."""
    preparer: Preparer

    def connect(self) -> Any:
        """A connection for writing; it holds the room's lock."""

    def prepare(self, db: Any) -> None:
        """Refuse a database that is not ours, and bring ours up to date."""

    def begin(self, db: Any) -> None:
        """Begin a transaction that writes."""

    def run(self, db: Any, ready: Ready, rows: Rows) -> None:
        """Put these rows through one statement, in order."""

    def forget(self, db: Any) -> None:
        """Make sure that nothing of a commit that failed comes back after a crash."""

    def heads(self, db: Any) -> Heads:
        """What the database says its chains' heads are."""

    def failed(self, error: Exception) -> bool:
        """Whether the disk or the server failed, rather than refused what it was asked."""

    def lost(self, db: Any) -> bool:
        """Whether the connection is gone, so that a new one may do better."""

    def in_transaction(self, db: Any) -> bool:
        """Whether a transaction is begun and not ended."""

    def reason(self, error: BaseException) -> str | None:
        """Why the database cannot be used, in one line; None for an error that is not the driver's."""

    def give_back(self, db: Any) -> None:
        """Let another room have the lock that this connection holds."""

    def close(self) -> None:
        """Give everything back."""
