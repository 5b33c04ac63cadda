"""The writer process of a room: holds the database and its lock, and commits the changes the room requests.

The room starts it and communicates over its standard input and output; it exits when the room closes the pipe.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Lock
from typing import IO

from seventh.room.process import reduce_latency
from seventh.room.store import wire
from seventh.room.store.errors import Overtaken, StoreError
from seventh.room.store.location import FILE, code_of_store, number_of
from seventh.room.store.store import Store, open_here
from seventh.room.store.writer import Answer, Resumed, Writer


def main() -> None:
    """Open the room's database and commit changes until the room closes the pipe."""
    # Signals from the terminal go to every process in it; the room decides when this one stops. As a background process
    # it would also be stopped for writing to the terminal.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
        signal.signal(number, signal.SIG_IGN)
    asks, room = sys.stdin.buffer, _Room(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # stray prints must not be read as answers
    first = wire.receive(asks)
    if first is None:
        return
    try:
        store = _opened(wire.place_of(first))
    except Overtaken as error:
        room.send(wire.of_opened(wire.Opened(str(error), overtaken=error.name)))
        return
    except StoreError as error:
        room.send(wire.of_opened(wire.Opened(str(error))))
        return
    reduce_latency()
    with store:
        writer = store.writer
        assert isinstance(writer, Writer)
        room.send(wire.of_opened(wire.Opened(writer=Resumed(writer.name, writer.flush))))
        while (body := wire.receive(asks)) is not None:
            store.commit_each(wire.changes_of(body, lambda number, why: room.tell([(number, why)])), room.tell)


def _opened(place: wire.Place) -> Store:
    if place.code != code_of_store():
        raise StoreError("the code on disk has changed; restart the room")
    data = None if place.data is None else Path(os.fsdecode(place.data))
    if data is not None and place.file is not None and number_of(data / FILE) != place.file:
        raise StoreError(f"{data / FILE} was removed or replaced while the room was running")
    return open_here(data, place.url, place.owner, place.resumed)


class _Room:
    """The room's end of the pipe; may be used from any thread."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._gate = Lock()

    def tell(self, answers: list[tuple[int, Answer]]) -> None:
        self.send(wire.of_answers(answers))

    def send(self, body: bytes) -> None:
        with self._gate:
            try:
                wire.send(self._pipe, body)
            except OSError:
                # The room has died; its requests are committed anyway.
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self._pipe.fileno())
                os.close(nowhere)


if __name__ == "__main__":
    main()
