"""The anchor: the signed heads of both hash chains, in a small file outside the database (R47).

Each line is one JSON object: what the log and the transfers ended with at some time, signed with the room's key. Lines
are written after a commit is durable, a few times a second, so the anchor lags behind the database, never the other way
round: whatever it names must be in the database. A line that was cut short by a crash is ignored.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from time import time
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Table, select

from seventh.fair.receipt import is_signed
from seventh.room.custody.keys import RoomKey
from seventh.room.rounds.archived import IN_A_FILE, archived_hash
from seventh.room.store.errors import StoreError
from seventh.room.store.schema import heads, log, transfers

LONGEST = 1 << 20
"""The file is shortened when it gets larger than this many bytes …"""
KEPT = 500
"""… to this many lines."""


class Heads(NamedTuple):
    """The last row of each chain, and its hash in hexadecimal."""

    log: int
    log_hash: str
    transfers: int
    transfers_hash: str


class Anchored(Struct, frozen=True, omit_defaults=True):
    """A line of the anchor."""

    at: int
    """Milliseconds since 1970."""
    log: int
    log_hash: str
    transfers: int
    transfers_hash: str
    key: str
    """The public key that signed it."""
    signature: str = ""
    behind: bool = False
    """Whether an operator accepted data that was behind the lines before this one."""

    @property
    def heads(self) -> Heads:
        return Heads(self.log, self.log_hash, self.transfers, self.transfers_hash)

    @property
    def text(self) -> bytes:
        """What is signed."""
        fields = (self.at, *self.heads, self.key, int(self.behind))
        return f"seventh/anchor/1 {' '.join(map(str, fields))}".encode()

    @property
    def genuine(self) -> bool:
        """Whether the signature is that of its key."""
        return is_signed(self.key, self.text, self.signature)


class Anchor:
    """The anchor of one room. Only the process that runs the room appends to it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def lines(self) -> list[Anchored]:
        """All lines that can be read, genuine or not; none if there is no file."""
        try:
            data = self.file.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"cannot read the anchor {self.file}: {error.strerror}") from None
        found = []
        for line in data.split(b"\n"):
            with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
                found.append(_DECODER.decode(line))
        return found

    def last(self) -> Anchored | None:
        """The last genuine line."""
        return next((line for line in reversed(self.lines()) if line.genuine), None)

    def append(self, now: Heads, key: RoomKey, behind: bool = False, durable: bool = True) -> Anchored:
        """Write what is in the database now, which must be durable there already."""
        line = Anchored(int(time() * 1000), *now, key.public, behind=behind)
        line = msgspec.structs.replace(line, signature=key.sign(line.text))
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.file, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                size = os.fstat(descriptor).st_size
                whole = not size or os.pread(descriptor, 1, size - 1) == b"\n"
                os.write(descriptor, (b"" if whole else b"\n") + msgspec.json.encode(line) + b"\n")
                if durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StoreError(
                f"cannot write the anchor {self.file}: {error.strerror}; choose another place with $SEVENTH_ANCHOR"
            ) from None
        if size > LONGEST:
            self._shorten()
        return line

    def _shorten(self) -> None:
        part = self.file.with_name(f"{self.file.name}.part")
        with contextlib.suppress(OSError):  # where files can only be appended to, it keeps growing
            kept = self.file.read_bytes().split(b"\n")[-KEPT - 1 :]
            with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as opened:
                opened.write(b"\n".join(kept))
                opened.flush()
                os.fsync(opened.fileno())
            part.replace(self.file)


_DECODER = msgspec.json.Decoder(Anchored)


def heads_of(connection: Connection) -> Heads:
    """What the chains end with in the database."""
    row = connection.execute(select(heads)).one()
    return Heads(row.log_seq, bytes(row.log_hash).hex(), row.transfer_seq, bytes(row.transfer_hash).hex())


def missing_from(connection: Connection, line: Anchored) -> str:
    """What the line names and the database does not have; empty if it has everything."""
    now = heads_of(connection)
    return _missing(connection, log, "row {} of the log", now.log, line.log, line.log_hash) or _missing(
        connection, transfers, "transfer {}", now.transfers, line.transfers, line.transfers_hash
    )


def _missing(connection: Connection, table: Table, name: str, last: int, seq: int, expected: str) -> str:
    if not seq:
        return ""
    if seq > last:
        return f"{name.format(seq)} is anchored, but the last one is {last}"
    found = connection.execute(select(table.c.hash).where(table.c.seq == seq)).scalar()
    if found is None:
        found = archived_hash(connection, "log" if table is log else "transfers", seq)
    if found is None:
        return f"{name.format(seq)} is anchored, but missing"
    if found == IN_A_FILE or bytes(found).hex() == expected:
        return ""
    return f"{name.format(seq)} is not the one that was anchored"
