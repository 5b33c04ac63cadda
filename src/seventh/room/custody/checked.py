"""The mark that `seventh check` leaves: how far everything was replayed, signed with the room's key.

It is a small file beside the anchor. Archives never change, and the log has their hashes; so rounds in archives that
were replayed once need not be replayed again, as long as the archives are the same. Without the key there is no mark.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Set as AbstractSet
from pathlib import Path

import msgspec
from msgspec import Struct

from seventh import __version__
from seventh.fair.receipt import is_signed
from seventh.room.custody.keys import RoomKey


class Checked(Struct, frozen=True):
    """How far the data was found to be in order."""

    at: int
    """Milliseconds since 1970."""
    release: str
    """The release that checked. Another one replays everything again."""
    archives: int
    """The last archive whose rounds were replayed."""
    digest: str
    """SHA-256 of what the log says about these archives."""
    log: int
    """The last row of the log at that time."""
    key: str
    signature: str = ""

    @property
    def text(self) -> bytes:
        """What is signed."""
        fields = (self.at, self.release, self.archives, self.digest, self.log, self.key)
        return f"seventh/checked/1 {' '.join(map(str, fields))}".encode()


def mark_beside(anchor: Path) -> Path:
    """Where the mark is kept."""
    return anchor.with_suffix(".checked")


def read_mark(file: Path, keys: AbstractSet[str]) -> Checked | None:
    """The mark, if it is of this release and signed with one of the room's keys."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Checked)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    genuine = found.key in keys and is_signed(found.key, found.text, found.signature)
    return found if genuine and found.release == __version__ else None


def write_mark(file: Path, at: int, archives: int, digest: str, log: int, key: RoomKey) -> None:
    """Leave a mark. If it cannot be written, the next check takes longer."""
    mark = Checked(at, __version__, archives, digest, log, key.public)
    mark = msgspec.structs.replace(mark, signature=key.sign(mark.text))
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    with contextlib.suppress(OSError):
        part.write_bytes(msgspec.json.encode(mark) + b"\n")
        part.replace(file)
