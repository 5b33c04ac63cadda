"""Reading a room's database, whether or not a room is running on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from seventh.room.store import postgresql, sqlite
from seventh.room.store.errors import StoreError, StoreFailed, one_line
from seventh.room.store.migrate import form_of, scripts
from seventh.room.store.place import FILE, server_url


class Reader:
    """An open database that is only read."""

    def __init__(self, name: str, readers: Engine) -> None:
        self.name = name
        """The file, or the server's address without a password."""
        self.readers = readers

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading; everything read through it is of one moment, and changes since are not seen."""
        try:
            with self.readers.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise StoreFailed(f"{self.name}: {one_line(error.orig)}") from None

    def close(self) -> None:
        """Let go of the database."""
        self.readers.dispose()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_reader(data: Path | None = None, url: str | None = None) -> Reader:
    """Open a room's database for reading, without the lock of a running room. It must have this release's form."""
    if url is not None:
        server = postgresql.PostgresEngine(server_url(url))
        reader, reason = Reader(server.name, server.readers), postgresql.reason
    elif data is not None:
        file = data / FILE
        if not file.is_file():
            raise StoreError(f"there is no room in {data}: no file {FILE}")
        reader, reason = Reader(str(file), sqlite.readers_of(file)), sqlite.reason
    else:
        raise StoreError("say where the room's data is: a data directory, or a database URL")
    try:
        with reader.readers.begin() as connection:
            form, latest = form_of(connection), scripts().get_current_head()
    except DBAPIError as error:
        reader.close()
        raise StoreError(reason(error, reader.name)) from None
    if form != latest:
        reader.close()
        if form is None:
            raise StoreError(f"{reader.name} holds no room")
        raise StoreError(f"{reader.name} has form {form}, and this release reads form {latest}; start the room once")
    return reader
