"""Where a room keeps its data."""

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
HANDOVER = 2.0
"""Seconds to wait for the lock of a room that has just ended: a server, or a process that writes, gives it back a
little after the room's last word."""


def default_data_dir() -> Path:
    """SEVENTH_DATA if it is set, else the place where a person's programs keep their data."""
    if told := os.environ.get("SEVENTH_DATA"):
        return Path(told)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share") / "seventh"


def server_url(text: str) -> URL:
    """A PostgreSQL server's address, with the driver that we use."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError("the database URL cannot be read; write it postgresql://USER@HOST:PORT/DATABASE") from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise StoreError(
            f"the database URL begins with {url.drivername}://; allowed is postgresql://"
            " (SQLite needs no URL, only a data directory)"
        )
    if not url.database:
        raise StoreError("the database URL names no database; write it postgresql://USER@HOST:PORT/DATABASE")
    return url.set(drivername="postgresql+psycopg")


def number_of(file: Path) -> tuple[int, int]:
    """Which file it is, whatever it is called: its device and its number there; zeros if there is none."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def code_of_store() -> str:
    """A hash of the code that reads and writes changes, as it lies on the disk now."""
    here = Path(__file__).parent
    files = [*sorted(here.rglob("*.py")), *sorted(here.rglob("*.sql")), here.parent / "changes.py"]
    return sha256(b"".join([file.read_bytes() for file in files])).hexdigest()


def keep_private(file: Path) -> None:
    """Let a file that is about to be made be its owner's alone: it holds the seeds of rounds that are being played."""
    with contextlib.suppress(OSError):  # whoever opens it next says what is wrong
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
