"""The protocol between a room and its writer process.

room -> writer  the location of the data; then changes, each with a number
writer -> room  whether the database could be opened; then for each number the outcome of the change

A frame is its length in 4 bytes, big-endian, followed by MessagePack. When the room closes the pipe, or dies, the
writer commits what it has received and exits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any

from msgspec import DecodeError, MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, Encoder

from seventh.room.changes import Change
from seventh.room.store.errors import (
    AlreadyDone,
    AlreadyPosted,
    Broken,
    NotCommitted,
    NotEnough,
    Overtaken,
    StoreFailed,
    one_line,
)
from seventh.room.store.writer import Answer, Committed, Resumed

_LENGTH = 4


class Place(Struct, array_like=True):
    """The location of the data. Not passed as process arguments, which anyone can read: a URL contains a password."""

    data: bytes | None
    url: str | None
    owner: int
    """The room's process id, for the error message when the data is in use."""
    code: str
    """A hash of the room's code: a writer of another release might misread the protocol."""
    file: tuple[int, int] | None = None
    """SQLite: device and inode of the file the room reads from; None if it may not exist yet."""
    resumed: Resumed | None = None
    """The room's first writer, if this one replaces it."""


class Opened(Struct, array_like=True):
    """Whether the database could be opened."""

    why_not: str = ""
    overtaken: str = ""
    """The database's name, if another room has written to it meanwhile."""
    writer: Resumed | None = None


class _Failed(Struct, array_like=True):
    """A change was not committed."""

    kind: str
    words: str
    unsure: bool = False


def _as_plain(value: Any) -> bytes | str:
    """Encode seeds and SQLAlchemy's names, subclasses of bytes and str that MessagePack does not know."""
    if isinstance(value, bytes):
        return bytes(value)
    if isinstance(value, str):
        return "".join(value)
    raise TypeError(f"a {type(value).__name__} cannot be stored")


_encode = Encoder(enc_hook=_as_plain).encode
_read_changes = Decoder(list[tuple[int, Change]]).decode
_read_pieces = Decoder(list[tuple[int, Raw]]).decode
_read_change = Decoder(Change).decode
_read_answers = Decoder(list[tuple[int, int | _Failed]]).decode
_read_place = Decoder(Place).decode
_read_opened = Decoder(Opened).decode

Unreadable = Callable[[int, Broken], object]
"""Called with the number of a change that cannot be encoded or decoded, and why."""


def framed(body: bytes) -> bytes:
    """One frame."""
    return len(body).to_bytes(_LENGTH, "big") + body


def send(pipe: IO[bytes], body: bytes) -> None:
    """Send one frame."""
    pipe.write(framed(body))
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next frame; None if the other side closed the pipe or died mid-frame."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    body = pipe.read(size := int.from_bytes(length, "big"))
    return body if len(body) == size else None


def of_place(place: Place) -> bytes:
    return _encode(place)


def place_of(body: bytes) -> Place:
    return _read_place(body)


def of_opened(opened: Opened) -> bytes:
    return _encode(opened)


def opened_of(body: bytes) -> Opened:
    return _read_opened(body)


def of_changes(changes: Sequence[tuple[int, Change]], unreadable: Unreadable) -> bytes:
    """Encode changes for the writer, leaving out those that cannot be encoded."""
    try:
        return _encode(changes)
    except (TypeError, ValueError, OverflowError, RecursionError, MsgspecError):
        return _encode(list(_without_failures(changes, lambda change: Raw(_encode(change)), unreadable)))


def changes_of(body: bytes, unreadable: Unreadable) -> list[tuple[int, Change]]:
    """Decode changes for the store, leaving out those that cannot be decoded."""
    try:
        return _read_changes(body)
    except DecodeError:
        return list(_without_failures(_read_pieces(body), _read_change, unreadable))


def _without_failures(
    pairs: Iterable[tuple[int, Any]], turn: Callable[[Any], Any], unreadable: Unreadable
) -> Iterable[tuple[int, Any]]:
    for number, one in pairs:
        try:
            yield number, turn(one)
        except Exception as error:  # a malformed change must not affect the others
            unreadable(number, Broken(one_line(error)))


def of_answers(answers: Sequence[tuple[int, Answer]]) -> bytes:
    return _encode(
        [(number, answer.entry if isinstance(answer, Committed) else _failed(answer)) for number, answer in answers]
    )


def answers_of(body: bytes) -> list[tuple[int, Answer]]:
    return [
        (number, Committed(answer) if isinstance(answer, int) else _error(answer))
        for number, answer in _read_answers(body)
    ]


def _failed(error: NotCommitted) -> _Failed:
    match error:
        case NotEnough(account=words) | AlreadyPosted(transfer=words) | AlreadyDone(action_id=words):
            return _Failed(type(error).__name__, words)
        case Overtaken(name=name, unsure=unsure):
            return _Failed("Overtaken", name, unsure)
        case StoreFailed(unsure=unsure):
            return _Failed("StoreFailed", str(error), unsure)
    return _Failed("Broken", str(error))


def _error(failed: _Failed) -> NotCommitted:
    if failed.kind == "StoreFailed":
        return StoreFailed(failed.words, failed.unsure)
    if failed.kind == "Overtaken":
        return Overtaken(failed.words, failed.unsure)
    return _ERRORS[failed.kind](failed.words)


_ERRORS: dict[str, Callable[[str], NotCommitted]] = {
    kind.__name__: kind for kind in (NotEnough, AlreadyPosted, AlreadyDone, Broken)
}
