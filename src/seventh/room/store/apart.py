"""The writer in a process of its own, as the room sees it."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import subprocess
import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from seventh.room.changes import Change
from seventh.room.store import wire
from seventh.room.store.errors import Broken, StoreError, StoreFailed, one_line
from seventh.room.store.place import FILE, code_of_store, number_of
from seventh.room.store.writer import PATIENCE, Answer, Asked, Commits, Tell, answer

PIPE = 1 << 20
"""Bytes that may lie between the two: what a few hundred tables ask for in one go."""
PAUSE = 0.2
"""Seconds before a process that could not be started is started again."""
_MODULE = "seventh.room.store.writer_process"

log = logging.getLogger("seventh.room")


class WriterApart(Commits):
    """Takes changes from any thread, and lets the other process commit them.

    If that process is killed, another is started. Whatever was asked for and not answered is then `unsure`, and by the
    time that this is said the new process has the database to itself, so that `Store.has` knows; it is said before that
    only if there is none for ten seconds.
    """

    def __init__(self, data: Path | None, url: str | None) -> None:
        self._file = None if data is None else data / FILE
        self._place = wire.Place(None if data is None else os.fsencode(data), url, os.getpid(), code_of_store())
        self._gate = Lock()
        self._numbers = count()
        self._asked: dict[int, Asked] = {}
        self._closed = Event()
        self._child: subprocess.Popen[bytes] | None = self._start()
        if self._file is not None:
            # Whoever takes the writer's place later must find what the room reads from, and make nothing anew.
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
            why = "the store is closed" if self._closed.is_set() else "the process that writes is being started again"
            wrong += [(one, StoreFailed(why)) for one in asked.values()]
        answer(wrong)

    def _ask(self, asked: dict[int, Asked], body: bytes) -> bool:
        """False if there is nobody to ask."""
        with self._gate:
            if self._child is None or self._closed.is_set():
                return False
            self._asked.update(asked)
            assert self._child.stdin is not None
            with contextlib.suppress(OSError):  # it has ended: the thread that listens finds out, and answers
                wire.send(self._child.stdin, body)
            return True

    def close(self) -> None:
        with self._gate:
            self._closed.set()
            if self._child is not None:
                _hang_up(self._child)
        self._thread.join()

    # The thread that listens.

    def _listen(self, child: subprocess.Popen[bytes] | None) -> None:
        while child is not None:
            try:
                self._hear(child)
            except Exception as error:  # whatever it says, it is not what was agreed
                log.error("the process that writes is not understood", extra={"error": one_line(error)})
                child.kill()
            _ended(child)
            child = self._another()

    def _hear(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        while (body := wire.receive(child.stdout)) is not None:
            answer([(self._asked.pop(number), told) for number, told in wire.answers_of(body)])

    def _another(self) -> subprocess.Popen[bytes] | None:
        """Another process, if the one before has ended by itself; None if it was told to."""
        with self._gate:
            self._child = None
            left, self._asked = self._asked, {}
        end, child, said = monotonic() + PATIENCE, None, ""
        if not self._closed.is_set():
            log.error("the process that writes has ended")
        while not self._closed.is_set() and child is None:
            try:
                child = self._start()
            except StoreError as error:
                if str(error) != said:
                    log.error("the process that writes cannot be started again", extra={"error": str(error)})
                said = str(error)
                if monotonic() > end:
                    left = _unsure(left)
                self._closed.wait(PAUSE)
        with self._gate:
            if child is not None and self._closed.is_set():
                _hang_up(child)
            self._child = child
        _unsure(left)
        return child

    def _start(self) -> subprocess.Popen[bytes]:
        """A process that has opened the place; `StoreError` says why there is none."""
        # In a group of its own it does not get what is typed at the room's terminal.
        try:
            child = subprocess.Popen(  # noqa: S603 - our own words
                [sys.executable, "-P", "-m", _MODULE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
                process_group=0,
            )
        except OSError as error:
            raise StoreError(f"the process that writes cannot be started: {one_line(error)}") from None
        assert child.stdin is not None
        assert child.stdout is not None
        with contextlib.suppress(OSError, AttributeError):  # not everybody may have a large one, nor everywhere
            fcntl.fcntl(child.stdin, fcntl.F_SETPIPE_SZ, PIPE)
        with contextlib.suppress(OSError):
            wire.send(child.stdin, wire.of_place(self._place))
        body = wire.receive(child.stdout)
        why = "the process that writes ended while it was starting" if body is None else wire.opened_of(body).why_not
        if why:
            _hang_up(child)
            _ended(child)
            raise StoreError(why)
        return child


def _unsure(asked: dict[int, Asked]) -> dict[int, Asked]:
    """Answer those for whom nobody else will; gives those that are left, none."""
    why = "the process that writes ended before it answered"
    answer([(one, StoreFailed(why, unsure=True)) for one in asked.values()])
    return {}


def _hang_up(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    with contextlib.suppress(OSError):
        child.stdin.close()


def _ended(child: subprocess.Popen[bytes]) -> None:
    """Wait until it is gone, and with it its hold on the database."""
    child.wait()
    _hang_up(child)
    assert child.stdout is not None
    child.stdout.close()
