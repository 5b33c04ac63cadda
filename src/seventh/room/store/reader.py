"""Reads a room's database, whether or not the room is running."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from seventh.room.store import sqlite
from seventh.room.store.errors import StoreError, StoreFailed, one_line
from seventh.room.store.location import FILE, server_url
from seventh.room.store.migrate import form_of, latest_form
from seventh.room.store.patience import Patience


class Reader:
    """A database opened read-only."""

    def __init__(self, name: str, readers: Engine, patience: Patience | None = None) -> None:
        self.name = name
        """The file, or the server's address without the password."""
        self.readers = readers
        self.patience = patience or Patience()
        """How long a query on a server may take. A room sets it: while it reads, it does nothing else."""
        self._rests_until = 0.0

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read-only connection with a consistent snapshot; later changes are not visible."""
        began = monotonic()
        if began < self._rests_until:
            raise StoreFailed(f"{self.name} did not answer a moment ago")
        try:
            with self.readers.begin() as connection:
                yield connection
        except DBAPIError as error:
            # A server that took long to fail is left alone for as long, so that the room can do something else.
            took = monotonic() - began
            self._rests_until = monotonic() + took if self.patience.seconds is not None else 0.0
            raise StoreFailed(f"{self.name}: {one_line(error.orig)}") from None
        except UnicodeDecodeError as error:
            raise StoreFailed(sqlite.reason(error, self.name) or "") from None

    def close(self) -> None:
        """Close the connections."""
        self.readers.dispose()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_reader(data: Path | None = None, url: str | None = None) -> Reader:
    """Open a room's database for reading, without taking the room's lock. It must have this release's schema."""
    if url is not None:
        from seventh.room.store import postgresql  # its driver takes long to load

        server = postgresql.PostgresEngine(server_url(url))
        reader, reason = Reader(server.name, server.readers, server.reading_patience), postgresql.reason
    elif data is not None:
        file = data / FILE
        if not file.is_file():
            raise StoreError(f"no room in {data} (there is no {FILE})")
        reader, reason = Reader(str(file), sqlite.readers_of(file)), sqlite.reason
    else:
        raise StoreError("no data directory or database URL given")
    try:
        with reader.readers.begin() as connection:
            form, latest = form_of(connection), latest_form()
    except (DBAPIError, UnicodeDecodeError) as error:
        reader.close()
        raise StoreError(reason(error, reader.name)) from None
    if form != latest:
        reader.close()
        if form is None:
            raise StoreError(f"{reader.name} does not contain a room")
        raise StoreError(
            f"{reader.name} has schema {form}, this release needs {latest}; start the room once to migrate it"
        )
    return reader
