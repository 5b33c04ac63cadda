"""Backs up a room's data to one file, even while the room is running, and restores it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy.engine import URL

from seventh.room.custody.anchor import Anchor, heads_of
from seventh.room.custody.guard import compare
from seventh.room.custody.keys import load_key
from seventh.room.custody.location import Custody, custody_of
from seventh.room.store import Store, open_reader
from seventh.room.store.errors import StoreError, one_line
from seventh.room.store.location import FILE, RESTORING, keep_private, server_url
from seventh.room.store.postgresql import reason as server_reason
from seventh.room.store.sqlite import SqliteEngine
from seventh.room.store.sqlite import reason as file_reason
from seventh.room.store.store import open_here
from seventh.room.tables.recovery import void_open_rounds

SQLITE_FILE = b"SQLite format 3\x00"
POSTGRES_FILE = b"PGDMP"
VOID = "the room was restored from a backup"
"""Why the rounds that were open in it are void."""


def backup(file: Path, data: Path | None = None, url: str | None = None) -> None:
    """Copy a room's data to a new file. The room may be running; the copy is a consistent snapshot."""
    if file.exists():
        raise StoreError(f"{file} already exists; a backup does not overwrite files")
    open_reader(data, url).close()  # raises if there is no room
    with written_atomically(file) as part:
        if url is not None:
            keep_private(part)
            _run("pg_dump", server_url(url), "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        else:
            assert data is not None, "open_reader has checked this"
            _copy(data / FILE, part)


def restore(
    file: Path,
    data: Path | None = None,
    url: str | None = None,
    custody: Custody | None = None,
    behind_anchor: bool = False,
) -> int:
    """Restore a room from a backup, and void its open rounds; returns how many there were.

    Players may have seen the seeds of these rounds since the backup was made. An existing room is never touched. A
    backup that lacks what is anchored is refused unless `behind_anchor` accepts that.
    """
    try:
        with file.open("rb") as opened:
            start = opened.read(len(SQLITE_FILE))
    except OSError as error:
        raise StoreError(f"cannot read {file}: {error.strerror}") from None
    if url is not None:
        if not start.startswith(POSTGRES_FILE):
            raise StoreError(f"{file} is not a backup of a PostgreSQL room")
        _restore_server(file, server_url(url))
    elif data is None:
        raise StoreError("no data directory or database URL given")
    elif start != SQLITE_FILE:
        raise StoreError(f"{file} is not a backup of a SQLite room")
    else:
        _restore_file(file, data)
    try:
        with open_here(data, url, restoring=True) as store:  # which also migrates an older schema
            voided = _settle(store, custody or custody_of(data, url), behind_anchor)
    except StoreError:
        _undo(data, url)
        raise
    _finish(data, url)
    return voided


def _settle(store: Store, custody: Custody, behind_anchor: bool) -> int:
    """Compare what was restored with the anchor, and void its open rounds."""
    anchor, key = Anchor(custody.anchor), load_key(custody.key)
    behind = compare(store, anchor, anchor.last(), behind_anchor)
    lost = {"missing": behind} if behind else {}
    voided = void_open_rounds(store, VOID, "restored", int(time() * 1000), key, **lost)
    with store.reading() as connection:
        anchor.append(heads_of(connection), key, behind=bool(behind))
    return voided


def _undo(data: Path | None, url: str | None) -> None:
    """Remove what was restored to a place that was empty before."""
    if url is not None:
        server = server_url(url)
        with psycopg.connect(_conninfo(server), password=server.password, connect_timeout=10) as db:
            for name in ("pg_tables", "pg_proc"):
                for (drop,) in db.execute(_DROPS[name]).fetchall():
                    db.execute(drop)
    elif data is not None:
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
            (data / name).unlink(missing_ok=True)


_DROPS = {
    "pg_tables": "SELECT format('DROP TABLE %I CASCADE', tablename) FROM pg_tables WHERE schemaname = current_schema()",
    "pg_proc": "SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure) FROM pg_proc"
    " WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'seventh\\_%'",
}


def _finish(data: Path | None, url: str | None) -> None:
    """Allow the room to start."""
    if url is not None:
        server = server_url(url)
        with psycopg.connect(_conninfo(server), password=server.password, connect_timeout=10) as db:
            db.execute(f"DROP TABLE {RESTORING}")
    elif data is not None:
        with contextlib.closing(sqlite3.connect(data / FILE, isolation_level=None)) as file:
            file.execute(f"DROP TABLE {RESTORING}")


def _copy(source: Path, target: Path) -> None:
    """Copy a live database with SQLite's backup API."""
    keep_private(target)
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
            contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a single file without a write-ahead log
    except sqlite3.Error as error:
        raise StoreError(f"cannot copy {source} to {target.parent}: {one_line(error)}") from None


def _restore_file(file: Path, data: Path) -> None:
    target = data / FILE
    if target.exists():
        raise StoreError(f"{data} already contains a room; restore to an empty directory")
    if (rest := target.with_name(f"{FILE}-wal")).exists():  # SQLite would apply it to the restored file
        raise StoreError(f"{data} contains what is left of a room, {rest.name}; restore to an empty directory")
    lock = SqliteEngine(data)  # keeps a room from starting here meanwhile
    try:
        with written_atomically(target) as part:
            _copy(file, part)
            with contextlib.closing(sqlite3.connect(part)) as copy:
                found = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
                if not {"alembic_version", "transfers", "log"} <= found:
                    raise StoreError(f"{file} is another program's database")
                problem = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
                if problem != "ok":
                    raise StoreError(f"{file} is damaged: {one_line(problem)}")
                copy.execute(f"CREATE TABLE {RESTORING} (started TEXT)")
    except sqlite3.Error as error:
        raise StoreError(file_reason(error, str(file)) or "") from None
    finally:
        lock.close()


def _restore_server(file: Path, url: URL) -> None:
    name = url.set(drivername="postgresql").render_as_string(hide_password=True)
    try:
        with psycopg.connect(_conninfo(url), password=url.password, connect_timeout=10) as db:
            found = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
            if found is None or found[0]:
                raise StoreError(f"{name} already has tables; restore to an empty database")
            db.execute(f"CREATE TABLE {RESTORING} (started TEXT)")
    except psycopg.Error as error:
        raise StoreError(server_reason(error, name) or "") from None
    _run("pg_restore", url, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(file))


def _run(program: str, url: URL, *words: str) -> None:
    """Run a PostgreSQL client program; the password is passed in the environment, hidden from other users."""
    path = shutil.which(program)
    if path is None:
        raise StoreError(f"{program} is not on the PATH; install the PostgreSQL client programs")
    environment = dict(os.environ, PGCONNECT_TIMEOUT="10")
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    command = [path, "--no-password", f"--dbname={_conninfo(url)}", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)  # noqa: S603 - fixed program
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()] or ["no message"]
        raise StoreError(f"{program} failed: {said[0].removeprefix(f'{program}: ').removeprefix('error: ')}")


def _conninfo(url: URL) -> str:
    named: dict[str, Any] = {"host": url.host, "port": url.port, "user": url.username, "dbname": url.database}
    return make_conninfo("", **{name: value for name, value in {**named, **url.query}.items() if value is not None})


@contextlib.contextmanager
def written_atomically(file: Path) -> Iterator[Path]:
    """A file to write to, renamed into place once complete and on disk; readable by its owner only."""
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        if file.exists():
            raise StoreError(f"{file} was created in the meantime and was not overwritten")
        part.rename(file)
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
