"""Archives in a file of their own: a header that says what is in it, then the archives as they were in the database.

The header is one line of JSON, signed with the room's key, so that `head -1 FILE` shows which rounds the file has. Each
archive follows as its runs and its data; the header has the sizes and hashes of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from seventh.fair.receipt import is_signed
from seventh.records.record import Record
from seventh.room.check_archives import round_troubles
from seventh.room.custody.keys import RoomKey
from seventh.room.rounds.archive import Archive, BadArchive, Runs, chain_problems, decode, decode_runs
from seventh.room.rounds.replaying import InconsistentRound, replay
from seventh.room.store.schema import archived_rounds, archives, rounds

FORMAT = "seventh/archive/1"


class Part(Struct, frozen=True):
    """An archive in a file."""

    number: int
    rounds: int
    opened: int
    """When its first round was opened, in milliseconds since 1970."""
    closed: int
    """When its last round was closed."""
    runs_size: int
    runs_hash: str
    size: int
    hash: str
    """SHA-256 of the data, as in the room's log."""


class Header(Struct, frozen=True):
    """The first line of a file."""

    format: str
    at: int
    """When it was written."""
    archives: list[Part]
    key: str
    """The room's public key."""
    signature: str = ""

    @property
    def text(self) -> bytes:
        """What is signed."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""))


class Verified(Struct, frozen=True):
    """What was found in a file."""

    header: Header
    rounds: int
    sealed: int
    """Rounds whose seed is sealed with a key that was lost: void, and not replayed."""


def write_archives(connection: Connection, numbers: Sequence[int], file: IO[bytes], key: RoomKey, at: int) -> None:
    """Write archives of the database to a file."""
    parts = [_part(connection, number) for number in numbers]
    header = Header(FORMAT, at, parts, key.public)
    header = msgspec.structs.replace(header, signature=key.sign(header.text))
    file.write(msgspec.json.encode(header) + b"\n")
    for number in numbers:
        row = connection.execute(select(archives.c.runs, archives.c.data).where(archives.c.number == number)).one()
        file.write(bytes(row.runs))
        file.write(bytes(row.data))


def _part(connection: Connection, number: int) -> Part:
    row = connection.execute(select(archives).where(archives.c.number == number)).one()
    times = select(func.min(rounds.c.opened), func.max(rounds.c.closed)).join(
        archived_rounds, archived_rounds.c.round == rounds.c.id
    )
    opened, closed = connection.execute(times.where(archived_rounds.c.archive == number)).one()
    runs, data = bytes(row.runs), bytes(row.data)
    digest = sha256(runs).hexdigest()
    return Part(number, row.rounds, opened, closed, len(runs), digest, len(data), bytes(row.hash).hex())


def read_header(file: IO[bytes]) -> Header:
    """The header of a file; raises `BadArchive` if it is not genuine."""
    try:
        header = msgspec.json.decode(file.readline(), type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadArchive(f"its header cannot be read: {error}") from None
    if header.format != FORMAT:
        raise BadArchive(f"its format is {header.format!r}; this release reads {FORMAT!r}")
    if not is_signed(header.key, header.text, header.signature):
        raise BadArchive("the signature of its header is wrong")
    return header


def read_archives(file: Path) -> Iterator[tuple[Part, Archive, Runs]]:
    """The archives in a file; raises `BadArchive` if one is not as the header says."""
    with file.open("rb") as opened:
        for part in read_header(opened).archives:
            runs, data = opened.read(part.runs_size), opened.read(part.size)
            if sha256(runs).hexdigest() != part.runs_hash:
                raise BadArchive(f"archive {part.number}: its runs do not match their hash")
            try:
                yield part, decode(data, bytes.fromhex(part.hash)), decode_runs(runs)
            except BadArchive as error:
                raise BadArchive(f"archive {part.number}: {error}") from None


def verify_archives(file: Path) -> Verified:
    """Replay every round in a file, and follow the chains; raises `BadArchive` at the first problem."""
    with file.open("rb") as opened:
        header = read_header(opened)
    count = sealed = 0
    for part, archive, runs in read_archives(file):
        for line in chain_problems(archive, runs):
            raise BadArchive(f"archive {part.number}: {line}")
        found, unread = round_troubles(archive)
        if found:
            raise BadArchive(f"archive {part.number}: {found[0]}")
        count += len(archive.rounds)
        sealed += unread.total()
    return Verified(header, count, sealed)


def file_problems(connection: Connection, file: Path) -> Iterator[str]:
    """What is wrong with a file, or with the archives in it that should be those of this room."""
    try:
        verify_archives(file)
        for part, _, runs in read_archives(file):
            query = select(archives.c.hash, archives.c.runs).where(archives.c.number == part.number)
            row = connection.execute(query).one_or_none()
            if row is None or bytes(row.hash).hex() != part.hash or decode_runs(bytes(row.runs)) != runs:
                yield f"{file}: archive {part.number} does not belong to this room"
    except BadArchive as error:
        yield f"{file}: {error}"
    except OSError as error:
        yield f"cannot read {file}: {error.strerror}"


def record_in(file: Path, round_id: str) -> Record:
    """The record of a round in a file, for `seventh verify`; raises `BadArchive` if there is none."""
    for _, archive, _ in read_archives(file):
        for one in archive.rounds:
            if one.id == round_id:
                try:
                    live = replay(one.stored(archive.houses[one.row["house_hash"]])).live
                except (InconsistentRound, LookupError) as error:
                    raise BadArchive(str(error)) from None
                if live.called_off:
                    raise BadArchive(f"round {round_id} was voided by the ledger: {live.called_off}")
                return live.record("all")
    raise BadArchive(f"there is no round {round_id!r} in it")
