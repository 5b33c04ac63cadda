"""A copy of a room's data in one file, taken while the room runs, and a room made from such a file."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy.engine import URL

from seventh.room.store import open_reader, open_store
from seventh.room.store.errors import StoreError, one_line
from seventh.room.store.place import FILE, keep_private, server_url
from seventh.room.store.postgresql import reason as server_reason
from seventh.room.store.sqlite import SqliteEngine
from seventh.room.store.sqlite import reason as file_reason

SQLITE_FILE = b"SQLite format 3\x00"
POSTGRES_FILE = b"PGDMP"


def backup(file: Path, data: Path | None = None, url: str | None = None) -> None:
    """Copy a room's data to a new file. The room may run meanwhile; the copy is of one moment."""
    if file.exists():
        raise StoreError(f"{file} is there already; a backup does not overwrite anything")
    open_reader(data, url).close()  # which says what is wrong if there is no room
    with _made_whole(file) as part:
        if url is not None:
            keep_private(part)
            _run("pg_dump", server_url(url), "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        else:
            assert data is not None, "or there would be no reader"
            _copy(data / FILE, part)


def restore(file: Path, data: Path | None = None, url: str | None = None) -> None:
    """Make a room from a backup. Where a room is already, nothing is touched."""
    try:
        with file.open("rb") as opened:
            start = opened.read(len(SQLITE_FILE))
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}") from None
    if url is not None:
        if not start.startswith(POSTGRES_FILE):
            raise StoreError(f"{file} is no backup of a room on PostgreSQL")
        _restore_server(file, server_url(url))
    elif data is None:
        raise StoreError("say where the room shall be: a data directory, or a database URL")
    elif start != SQLITE_FILE:
        raise StoreError(f"{file} is no backup of a room on SQLite")
    else:
        _restore_file(file, data)
    open_store(data, url).close()  # an older form is brought up to date


def _copy(source: Path, target: Path) -> None:
    """SQLite's own way to copy a database that others are writing to."""
    keep_private(target)
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
            contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, that needs no other beside it
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied to {target.parent}: {one_line(error)}") from None


def _restore_file(file: Path, data: Path) -> None:
    target = data / FILE
    if target.exists():
        raise StoreError(f"there is a room in {data} already; a backup is restored to an empty directory")
    lock = SqliteEngine(data)  # so that no room starts here meanwhile
    try:
        with _made_whole(target) as part:
            _copy(file, part)
            with contextlib.closing(sqlite3.connect(part)) as copy:
                found = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
                if not {"alembic_version", "transfers", "log"} <= found:
                    raise StoreError(f"{file} is the database of another program")
                problem = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
                if problem != "ok":
                    raise StoreError(f"{file} is damaged: {one_line(problem)}")
    except sqlite3.Error as error:
        raise StoreError(file_reason(error, str(file)) or "") from None
    finally:
        lock.close()


def _restore_server(file: Path, url: URL) -> None:
    name = url.set(drivername="postgresql").render_as_string(hide_password=True)
    try:
        with psycopg.connect(_conninfo(url), password=url.password, connect_timeout=10) as db:
            found = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
    except psycopg.Error as error:
        raise StoreError(server_reason(error, name) or "") from None
    if found is None or found[0]:
        raise StoreError(f"{name} has tables already; a backup is restored to an empty database")
    _run("pg_restore", url, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(file))


def _run(program: str, url: URL, *words: str) -> None:
    """Run one of PostgreSQL's own programs; a password goes by the environment, where other users cannot see it."""
    path = shutil.which(program)
    if path is None:
        raise StoreError(f"{program} is needed and is not on the PATH; it comes with PostgreSQL's client programs")
    environment = dict(os.environ, PGCONNECT_TIMEOUT="10")
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    command = [path, "--no-password", f"--dbname={_conninfo(url)}", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)  # noqa: S603 - our own words
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()] or ["it says nothing"]
        raise StoreError(f"{program} failed: {said[0].removeprefix(f'{program}: ').removeprefix('error: ')}")


def _conninfo(url: URL) -> str:
    named: dict[str, Any] = {"host": url.host, "port": url.port, "user": url.username, "dbname": url.database}
    return make_conninfo("", **{name: value for name, value in {**named, **url.query}.items() if value is not None})


@contextlib.contextmanager
def _made_whole(file: Path) -> Iterator[Path]:
    """A file to write to, which gets its name when it is complete and on the disk; only its owner may read it."""
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        if file.exists():
            raise StoreError(f"{file} came to be there meanwhile; nothing is overwritten")
        part.rename(file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
