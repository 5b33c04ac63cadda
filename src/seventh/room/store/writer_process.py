"""The process that writes for a room: it holds the database and its lock, and commits what the room asks for.

It is started by the room, with which it talks over its standard input and output, and ends when the room hangs up.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Lock
from typing import IO

from seventh.room.process import settle_down
from seventh.room.store import wire
from seventh.room.store.errors import StoreError
from seventh.room.store.place import FILE, code_of_store, number_of
from seventh.room.store.store import Store, open_here
from seventh.room.store.writer import Answer


def main() -> None:
    """Open the place that the room names, and write until it hangs up."""
    # An interrupt at the keyboard goes to every process of the terminal: the room says what it means for this one.
    # In the background there, it would also be stopped for saying something.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
        signal.signal(number, signal.SIG_IGN)
    asks, room = sys.stdin.buffer, _Room(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # nothing that is printed by chance is taken for an answer
    first = wire.receive(asks)
    if first is None:
        return
    try:
        store = _opened(wire.place_of(first))
    except StoreError as error:
        room.send(wire.of_opened(wire.Opened(str(error))))
        return
    settle_down()
    with store:
        room.send(wire.of_opened(wire.Opened()))
        while (body := wire.receive(asks)) is not None:
            store.commit_each(wire.changes_of(body, lambda number, why: room.tell([(number, why)])), room.tell)


def _opened(place: wire.Place) -> Store:
    if place.code != code_of_store():
        raise StoreError("the program on the disk is another than the one that runs; start the room again")
    data = None if place.data is None else Path(os.fsdecode(place.data))
    if data is not None and place.file is not None and number_of(data / FILE) != place.file:
        raise StoreError(f"{data / FILE} is not there any more, or is another file than the one that the room reads")
    return open_here(data, place.url, place.owner)


class _Room:
    """Who is answered, from whichever thread has an answer."""

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
                # The room has died and hears nothing more; what it asked for is committed all the same.
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self._pipe.fileno())
                os.close(nowhere)


if __name__ == "__main__":
    main()
