"""A room's database: changes go in by `commit`, everything else is read."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sqlalchemy import Engine as Readers

from seventh.room.changes import Change
from seventh.room.store.apart import WriterApart
from seventh.room.store.diagnosis import done, posted
from seventh.room.store.engine import Engine
from seventh.room.store.errors import StoreError
from seventh.room.store.place import server_url
from seventh.room.store.postgresql import PostgresEngine
from seventh.room.store.reader import Reader, open_reader
from seventh.room.store.sqlite import SqliteEngine
from seventh.room.store.writer import Commits, Committed, Tell, Writer


class Store(Reader):
    """An open database. One thread of one process writes to it; any number of threads read."""

    def __init__(self, name: str, readers: Readers, writer: Commits) -> None:
        super().__init__(name, readers)
        self.writer = writer

    def commit(self, change: Change) -> Future[Committed]:
        """Ask for a change. The future resolves when it is on the disk; until then nobody may be told."""
        return self.writer.commit(change)

    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        """Ask for many changes at a lower price than futures have: `tell` gets the answers, with the words that the
        changes were asked for with, on a thread of the writer and many at a time."""
        self.writer.commit_each(changes, tell)

    def has(self, change: Change) -> bool:
        """Whether a change is committed, told by the ids of its transfers and actions; one without is never known."""
        with self.reading() as connection:
            return done(connection, change) is not None or posted(connection, change) is not None

    def close(self) -> None:
        """Commit what was asked for, and let go of the database."""
        self.writer.close()
        super().close()

    def __enter__(self) -> Store:
        return self


def open_store(data: Path | None = None, url: str | None = None, apart: bool = False) -> Store:
    """Open a room's database, in a data directory or on a server; make it if it is not there, bring it up to date.

    With `apart` a process of its own does the writing, and Python's lock is the room's alone: for a room that is busy.
    """
    if data is None and url is None:
        raise StoreError("say where the room's data is: a data directory, or a database URL")
    return _opened_apart(data, url) if apart else open_here(data, url)


def open_here(data: Path | None, url: str | None, owner: int = 0) -> Store:
    """A store that this process writes to, for a room in the process `owner` if it is another."""
    engine: Engine
    if url is not None:
        engine = PostgresEngine(server_url(url))
    else:
        assert data is not None
        engine = SqliteEngine(data, owner)
    db: Any = None
    try:
        db = engine.connect()
        engine.prepare(db)
        return Store(engine.name, engine.readers, Writer(engine, db, Reader(engine.name, engine.readers)))
    except BaseException as error:
        if db is not None:
            db.close()
        engine.close()
        if why := engine.reason(error):
            raise StoreError(why) from None
        raise


def _opened_apart(data: Path | None, url: str | None) -> Store:
    writer = WriterApart(data, url)
    try:
        reader = open_reader(data, url)
    except BaseException:
        writer.close()
        raise
    return Store(reader.name, reader.readers, writer)
