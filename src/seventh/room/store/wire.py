"""What a room and the process that writes for it say to each other.

room -> writer  the place of the data; then changes, each with a number
writer -> room  that it has opened the place, or why not; then for each number what became of the change

A frame is its length in 4 bytes, the highest first, and MessagePack. The room hangs up when it wants nothing more, or
when it has died: the writer then commits what it was asked for and ends.
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
    StoreFailed,
    one_line,
)
from seventh.room.store.writer import Answer, Committed

_LENGTH = 4


class Place(Struct, array_like=True):
    """Where the data is; it is told here, because anybody may read a process's arguments, and a URL has a password."""

    data: bytes | None
    url: str | None
    owner: int
    """The room's process, for whoever finds the place in use."""
    code: str
    """What the room's own code is: a writer of another release would take what it is told for something else."""
    file: tuple[int, int] | None = None
    """SQLite: the file that the room reads from, by device and number; None if there need not be one yet."""


class Opened(Struct, array_like=True):
    """Whether it could be opened."""

    why_not: str = ""


class _Failed(Struct, array_like=True):
    """A change was not committed."""

    kind: str
    words: str
    unsure: bool = False


def _as_bytes(value: Any) -> bytes:
    """Seeds are bytes that no text shows, and MessagePack knows bytes only."""
    if isinstance(value, bytes):
        return bytes(value)
    raise TypeError(f"a {type(value).__name__} cannot be stored")


_encode = Encoder(enc_hook=_as_bytes).encode
_read_changes = Decoder(list[tuple[int, Change]]).decode
_read_pieces = Decoder(list[tuple[int, Raw]]).decode
_read_change = Decoder(Change).decode
_read_answers = Decoder(list[tuple[int, int | _Failed]]).decode
_read_place = Decoder(Place).decode
_read_opened = Decoder(Opened).decode

Unreadable = Callable[[int, Broken], object]
"""Told the number of a change that cannot be sent or read, and why."""


def send(pipe: IO[bytes], body: bytes) -> None:
    """One frame."""
    pipe.write(len(body).to_bytes(_LENGTH, "big") + body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next frame; None if the other side has hung up, or died in the middle of one."""
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
    """Changes for the writer, without those that cannot be sent."""
    try:
        return _encode(changes)
    except (TypeError, ValueError, OverflowError, RecursionError, MsgspecError):
        return _encode(list(_those_that_go(changes, lambda change: Raw(_encode(change)), unreadable)))


def changes_of(body: bytes, unreadable: Unreadable) -> list[tuple[int, Change]]:
    """Changes for the store, without those that are something else."""
    try:
        return _read_changes(body)
    except DecodeError:
        return list(_those_that_go(_read_pieces(body), _read_change, unreadable))


def _those_that_go(
    pairs: Iterable[tuple[int, Any]], turn: Callable[[Any], Any], unreadable: Unreadable
) -> Iterable[tuple[int, Any]]:
    for number, one in pairs:
        try:
            yield number, turn(one)
        except Exception as error:  # whatever a malformed change brings about is that change's fault
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
        case StoreFailed(unsure=unsure):
            return _Failed("StoreFailed", str(error), unsure)
    return _Failed("Broken", str(error))


def _error(failed: _Failed) -> NotCommitted:
    if failed.kind == "StoreFailed":
        return StoreFailed(failed.words, failed.unsure)
    return _ERRORS[failed.kind](failed.words)


_ERRORS: dict[str, Callable[[str], NotCommitted]] = {
    kind.__name__: kind for kind in (NotEnough, AlreadyPosted, AlreadyDone, Broken)
}
