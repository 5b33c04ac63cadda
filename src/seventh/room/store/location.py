"""The location of a room's data."""

from __future__ import annotations

import contextlib
import os
from hashlib import sha256
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from seventh.room.store.errors import StoreError

FILE = "room.db"
"""The database's name in a data directory."""
LOCK = "room.lock"
RESTORING = "seventh_restoring"
"""A table that exists while a backup is being restored: until its open rounds are void, such a room must not start."""
HANDOVER = 2.0
"""Seconds to wait for the lock of a room that has just stopped: a server or writer process releases it a little
later."""


def default_data_dir() -> Path:
    """$SEVENTH_DATA if it is set, else a directory under the user's data home."""
    if chosen := os.environ.get("SEVENTH_DATA"):
        return Path(chosen)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share") / "seventh"


def server_url(text: str) -> URL:
    """Parse a PostgreSQL URL and set our driver."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError("invalid database URL; write it like postgresql://USER@HOST:PORT/DATABASE") from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise StoreError(
            f"the database URL starts with {url.drivername}://; only postgresql:// is supported"
            " (SQLite needs no URL, only a data directory)"
        )
    if not url.database:
        raise StoreError("the database URL names no database; write it like postgresql://USER@HOST:PORT/DATABASE")
    return url.set(drivername="postgresql+psycopg")


def number_of(file: Path) -> tuple[int, int]:
    """A file's identity, independent of its name: device and inode number; zeros if it does not exist."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def code_of_store() -> str:
    """A hash of the code on disk that reads and writes changes."""
    here = Path(__file__).parent
    files = [file for ending in ("py", "sql", "dict") for file in sorted(here.rglob(f"*.{ending}"))]
    files.append(here.parent / "changes.py")
    return sha256(b"".join([file.read_bytes() for file in files])).hexdigest()


def keep_private(file: Path) -> None:
    """Create a file readable by its owner only: it holds the secret seeds of rounds in progress."""
    with contextlib.suppress(OSError):  # opening it afterwards reports what is wrong
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
