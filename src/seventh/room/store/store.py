"""A room's database: `commit` writes changes; everything else only reads."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sqlalchemy import Engine as Readers
from sqlalchemy.exc import DBAPIError

from seventh.room.changes import Change
from seventh.room.store.diagnosis import done, posted
from seventh.room.store.engine import Engine
from seventh.room.store.errors import StoreError
from seventh.room.store.location import FILE, server_url
from seventh.room.store.migrate import form_of
from seventh.room.store.patience import Patience
from seventh.room.store.reader import Reader, open_reader
from seventh.room.store.remote_writer import RemoteWriter
from seventh.room.store.sqlite import SqliteEngine
from seventh.room.store.writer import Commits, Committed, Resumed, Tell, Writer


class Store(Reader):
    """An open database. One thread of one process writes; any number of threads read."""

    def __init__(self, name: str, readers: Readers, writer: Commits, patience: Patience | None = None) -> None:
        super().__init__(name, readers, patience)
        self.writer = writer

    def commit(self, change: Change) -> Future[Committed]:
        """Request a change. The future resolves once it is on disk; until then, it must not be shown to anyone."""
        return self.writer.commit(change)

    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        """Request many changes at a lower cost than with futures. `tell` is called on a writer thread with batches of
        answers, each with the token its change was requested with."""
        self.writer.commit_each(changes, tell)

    def has(self, change: Change) -> bool:
        """Whether a change is committed, judging by the ids of its transfers and actions; False if it has none."""
        with self.reading() as connection:
            return done(connection, change) is not None or posted(connection, change) is not None

    def close(self) -> None:
        """Commit pending changes and close the database."""
        self.writer.close()
        super().close()

    def __enter__(self) -> Store:
        return self


def open_store(data: Path | None = None, url: str | None = None, separate_process: bool = False) -> Store:
    """Open a room's database, in a data directory or on a server; create it if needed, and migrate it.

    With `separate_process`, another process does the writing and does not compete for the GIL: for a busy room.
    """
    if data is None and url is None:
        raise StoreError("no data directory or database URL given")
    return _open_remote(data, url) if separate_process else open_here(data, url)


def open_here(
    data: Path | None, url: str | None, owner: int = 0, resumed: Resumed | None = None, restoring: bool = False
) -> Store:
    """Open a store that this process writes to; `owner` is the room's process id if that is another process.

    A writer that replaces another one of the same room is `resumed`; `Overtaken` if another room wrote meanwhile.
    """
    engine: Engine
    if url is not None:
        from seventh.room.store.postgresql import PostgresEngine  # its driver takes long to load

        engine = PostgresEngine(server_url(url))
    else:
        assert data is not None
        engine = SqliteEngine(data, owner)
    db: Any = None
    try:
        db = engine.connect()
        engine.prepare(db, restoring)
        writer = Writer(engine, db, Reader(engine.name, engine.readers), resumed)
        return Store(engine.name, engine.readers, writer, engine.reading_patience)
    except BaseException as error:
        if db is not None:
            db.close()
        engine.close()
        if why := engine.reason(error):
            raise StoreError(why) from None
        raise


def has_room(data: Path | None, url: str | None) -> bool:
    """Whether there is a room, of this or another release, in working order or not."""
    if url is None:
        return data is not None and (data / FILE).is_file()
    from seventh.room.store.postgresql import PostgresEngine  # its driver takes long to load

    engine = PostgresEngine(server_url(url))
    try:
        with engine.readers.begin() as connection:
            return form_of(connection) is not None
    except DBAPIError as error:
        raise StoreError(engine.reason(error)) from None
    finally:
        engine.close()


def _open_remote(data: Path | None, url: str | None) -> Store:
    writer = RemoteWriter(data, url)
    try:
        reader = open_reader(data, url)
    except BaseException:
        writer.close()
        raise
    return Store(reader.name, reader.readers, writer, reader.patience)
