"""The room's side of a writer that runs in a separate process."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import subprocess
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import IO, Any

from seventh.room.changes import Change
from seventh.room.store import wire
from seventh.room.store.errors import Broken, Overtaken, StoreError, StoreFailed, one_line
from seventh.room.store.location import FILE, code_of_store, number_of
from seventh.room.store.outgoing import Outgoing
from seventh.room.store.writer import PATIENCE, Answer, Asked, Commits, Tell, answer
from seventh.room.writer_start import start_writer

PIPE = 1 << 20
"""Pipe buffer in bytes: enough for the changes of a few hundred tables at once."""
PAUSE = 0.2
"""Seconds between attempts to start the writer process."""
CLOSING = 5.0
"""Seconds for the writer process to finish when the room stops; one that hangs is killed then."""

log = logging.getLogger("seventh.room")


class RemoteWriter(Commits):
    """Accepts changes from any thread and has the writer process commit them.

    If that process dies, another is started. Requests that were not answered are then reported as `unsure`, after the
    new process has acquired the lock, so that `Store.has` is authoritative; if none can be started within ten seconds,
    they are reported earlier. If that process hangs, callers wait, but never inside `commit`; `close` ends it after a
    few seconds, and what it has not answered is reported as `unsure`.
    """

    def __init__(self, data: Path | None, url: str | None) -> None:
        self._file = None if data is None else data / FILE
        self._place = wire.Place(None if data is None else os.fsencode(data), url, os.getpid(), code_of_store())
        self._gate = Lock()
        self._numbers = count()
        self._asked: dict[int, Asked] = {}
        self._closed = Event()
        self._overtaken = ""
        """The database's name, if another room has written to it."""
        self._child: _Child | None = self._start()
        if self._file is not None:
            # A replacement writer must open the same file the room reads from, not create a new one.
            self._place.file = number_of(self._file)
        self._thread = Thread(target=self._listen, args=(self._child,), name="seventh-answers", daemon=True)
        self._thread.start()

    @property
    def process(self) -> int:
        child = self._child
        return 0 if child is None else child.pid

    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        asked = {next(self._numbers): Asked(change, word, tell) for word, change in changes}
        if not asked:
            return
        wrong: list[tuple[Asked, Answer]] = []

        def unreadable(number: int, why: Broken) -> None:
            wrong.append((asked.pop(number), why))

        body = wire.of_changes([(number, one.change) for number, one in asked.items()], unreadable)
        if not self._ask(asked, body):
            wrong += [(one, self._why_not()) for one in asked.values()]
        answer(wrong)

    def _why_not(self) -> StoreFailed:
        if self._overtaken:
            return Overtaken(self._overtaken)
        return StoreFailed("the store is closed" if self._closed.is_set() else "the writer process is restarting")

    def _ask(self, asked: dict[int, Asked], body: bytes) -> bool:
        """Send the request; False if there is no writer process."""
        with self._gate:
            if self._child is None or self._closed.is_set():
                return False
            self._asked.update(asked)
            self._child.asks.send(body)  # if it has exited, the listening thread notices and answers
            return True

    def close(self) -> None:
        with self._gate:
            self._closed.set()
            child = self._child
        if child is not None:
            child.asks.close(CLOSING)
        self._thread.join(CLOSING)
        if self._thread.is_alive() and child is not None:
            log.error("the writer process is not responding; killing it", extra={"writer": child.pid})
            child.process.kill()
            self._thread.join(CLOSING)  # a process that waits for a disk cannot even be killed

    # The listening thread.

    def _listen(self, child: _Child | None) -> None:
        while child is not None:
            try:
                self._hear(child)
            except Exception as error:  # a violation of the wire protocol
                log.error("protocol error from the writer process", extra={"error": one_line(error)})
                child.process.kill()
            child.ended()
            child = self._another()

    def _hear(self, child: _Child) -> None:
        while (body := wire.receive(child.answers)) is not None:
            answer([(self._asked.pop(number), told) for number, told in wire.answers_of(body)])

    def _another(self) -> _Child | None:
        """Start a replacement if the process died; None if it was closed."""
        with self._gate:
            self._child = None
            left, self._asked = self._asked, {}
        end, child, said = monotonic() + PATIENCE, None, ""
        if not self._closed.is_set():
            log.error("the writer process exited")
        while not self._closed.is_set() and child is None and not self._overtaken:
            try:
                child = self._start()
            except Overtaken as error:
                log.critical(str(error))
                self._overtaken = error.name
            except StoreError as error:
                if str(error) != said:
                    log.error("cannot restart the writer process", extra={"error": str(error)})
                said = str(error)
                if monotonic() > end:
                    left = _unsure(left)
                self._closed.wait(PAUSE)
        with self._gate:
            if child is not None and self._closed.is_set():
                child.asks.close()
            self._child = child
        _unsure(left)
        return child

    def _start(self) -> _Child:
        """Start a process and have it open the database; `StoreError` says why it could not."""
        try:
            child = start_writer()
        except OSError as error:
            raise StoreError(f"cannot start the writer process: {one_line(error)}") from None
        assert child.stdin is not None
        assert child.stdout is not None
        with contextlib.suppress(OSError, AttributeError):  # may be limited or unsupported
            fcntl.fcntl(child.stdin, fcntl.F_SETPIPE_SZ, PIPE)
        with contextlib.suppress(OSError):
            wire.send(child.stdin, wire.of_place(self._place))
        body = wire.receive(child.stdout)
        opened = wire.Opened("the writer process exited while starting") if body is None else wire.opened_of(body)
        started = _Child(child, child.stdin, child.stdout)
        if opened.why_not:
            started.ended()
            raise Overtaken(opened.overtaken) if opened.overtaken else StoreError(opened.why_not)
        self._place.resumed = opened.writer
        return started


class _Child:
    """A writer process and the pipes to and from it."""

    def __init__(self, process: subprocess.Popen[bytes], asks: IO[bytes], answers: IO[bytes]) -> None:
        self.process = process
        self.pid = process.pid
        self.asks = Outgoing(asks)
        self.answers = answers

    def ended(self) -> None:
        """Wait until the process has exited and released its lock on the database."""
        self.asks.close()
        self.process.wait()
        self.answers.close()


def _unsure(asked: dict[int, Asked]) -> dict[int, Asked]:
    """Answer the outstanding requests as unsure; returns what is left, which is nothing."""
    why = "the writer process exited before answering"
    answer([(one, StoreFailed(why, unsure=True)) for one in asked.values()])
    return {}
