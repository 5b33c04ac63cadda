"""The failing disk as the processes beneath it see it."""

from __future__ import annotations

import mmap
import shutil
import struct
import tempfile
from pathlib import Path

from seventh.room.store import open_reader
from seventh.room.store.diagnosis import done, posted

FOREVER = 1 << 60
KILLED = 0
"""Instead of an error: the process that writes ends there."""


class Disk:
    """The numbers that we share with the failing disk."""

    def __init__(self, control: Path) -> None:
        with control.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 32)

    def operations(self) -> int:
        return struct.unpack_from("q", self._shared)[0]

    def fail(self, first: int, last: int, error: int) -> None:
        struct.pack_into("4q", self._shared, 0, 0, first, last, error)

    def heal(self) -> None:
        struct.pack_into("2q", self._shared, 8, FOREVER, FOREVER)


def comes_back(data: Path, change) -> bool:
    """Whether the change would be there if everything were killed now: in a copy of the files, which is recovered."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("room.db", "room.db-wal"):
            shutil.copy(data / name, scratch)
        with open_reader(Path(scratch)) as reader, reader.reading() as connection:
            return done(connection, change) is not None or posted(connection, change) is not None
