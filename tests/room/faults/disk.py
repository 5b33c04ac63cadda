"""The failing disk as the processes beneath it see it."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import sys
import tempfile
from pathlib import Path

from seventh.room.store import open_reader
from seventh.room.store.diagnosis import done, posted

FOREVER = 1 << 60
KILLED = 0
"""Instead of an error: the writing process is killed there."""


HANGING = -1
"""Instead of an error: the operation does not end until the disk is healed."""


class Disk:
    """The numbers that we share with the failing disk."""

    def __init__(self, control: Path) -> None:
        with control.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 32)

    def operations(self) -> int:
        return struct.unpack_from("q", self._shared)[0]

    def fail(self, first: int, last: int, error: int) -> None:
        struct.pack_into("4q", self._shared, 0, 0, first, last, error)

    def hang(self) -> None:
        """From now on, nothing that is written below the directory arrives."""
        self.fail(1, FOREVER, HANGING)

    def heal(self) -> None:
        struct.pack_into("2q", self._shared, 8, FOREVER, FOREVER)


def environment(library: Path, data: Path, control: Path) -> dict[str, str]:
    """The environment of a process whose disk fails below an empty directory when `Disk(control)` says so."""
    data.mkdir()
    control.write_bytes(struct.pack("4q", 0, FOREVER, FOREVER, 0))
    ours: dict[str, object] = {"LD_PRELOAD": library, "FAILING_DISK_BELOW": data, "FAILING_DISK_CONTROL": control}
    ours["PYTHONPATH"] = os.pathsep.join(sys.path)  # what the tests share is found from there too
    return os.environ | {name: str(value) for name, value in ours.items()}


def comes_back(data: Path, change) -> bool:
    """Whether the change would be there if everything were killed now: in a copy of the files, which is recovered."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("room.db", "room.db-wal"):
            shutil.copy(data / name, scratch)
        with open_reader(Path(scratch)) as reader, reader.reading() as connection:
            return done(connection, change) is not None or posted(connection, change) is not None
