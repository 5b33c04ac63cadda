"""The one thread that writes. Changes that come while it is busy are committed together, at the price of one."""

from __future__ import annotations

import contextlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from seventh.room.changes import Change
from seventh.room.store.batch import Batch, Heads, batch_of
from seventh.room.store.diagnosis import why_not
from seventh.room.store.engine import Engine
from seventh.room.store.errors import NotCommitted, StoreError, StoreFailed, one_line
from seventh.room.store.reader import Reader

MOST_CHANGES = 512
"""In one commit. More would make the first wait longer without making the last much faster."""
PATIENCE = 10.0
"""Seconds to look for the answer to a commit that was lost; after that the change is `unsure`."""


class Committed(NamedTuple):
    """A change is on the disk."""

    entry: int
    """The number of its first row in the log; 0 if it has none."""


Answer = Committed | NotCommitted
"""What became of a change."""
Tell = Callable[[list[tuple[Any, Answer]]], object]
"""Takes answers, each with the word that its change was asked for with, on the writer's thread. It must not fail."""


class Asked(NamedTuple):
    """A change that somebody waits for."""

    change: Change
    word: Any
    tell: Tell


class _Refused(Exception):
    """The database refused a batch."""


class Commits(ABC):
    """Takes changes from any thread and commits them in the order in which they came."""

    def commit(self, change: Change) -> Future[Committed]:
        """Ask for a change; the future knows when it is on the disk, or why it is not."""
        future: Future[Committed] = Future()
        future.set_running_or_notify_cancel()  # what was asked for is not taken back
        self.commit_each([(future, change)], _resolve)
        return future

    @property
    @abstractmethod
    def process(self) -> int:
        """The process that writes."""

    @abstractmethod
    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        """Ask for changes, each with a word of the asker's; answers come as changes are committed, many at a time."""

    @abstractmethod
    def close(self) -> None:
        """Commit what was asked for, and let go of the database."""


class Writer(Commits):
    """A thread that commits."""

    def __init__(self, engine: Engine, db: Any, reader: Reader) -> None:
        self._engine = engine
        self._reader = reader
        self._db: Any = db
        self._heads: Heads = engine.heads(db)
        self._queue: SimpleQueue[list[Asked] | None] = SimpleQueue()
        self._gate = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="seventh-writer", daemon=True)
        self._thread.start()

    @property
    def process(self) -> int:
        return os.getpid()

    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        asked = [Asked(change, word, tell) for word, change in changes]
        if not asked:
            return
        with self._gate:
            if not self._closed:
                self._queue.put(asked)
                return
        answer([(one, StoreFailed("the store is closed")) for one in asked])

    def close(self) -> None:
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        if self._db is not None:
            with contextlib.suppress(Exception):  # a lock that cannot be given back goes with the connection
                self._engine.give_back(self._db)
        self._drop()
        self._engine.close()

    def _work(self) -> None:
        asked: list[Asked] = []
        last = False
        while asked or not last:
            if not asked and not last:
                last = self._take(asked, self._queue.get())
            with contextlib.suppress(Empty):
                while len(asked) < MOST_CHANGES and not last:
                    last = self._take(asked, self._queue.get_nowait())
            now, asked = asked[:MOST_CHANGES], asked[MOST_CHANGES:]
            self._flush(now)

    @staticmethod
    def _take(asked: list[Asked], more: list[Asked] | None) -> bool:
        """Add what was asked for; true if nothing follows."""
        asked += more or ()
        return more is None

    def _flush(self, asked: Sequence[Asked]) -> None:
        """Commit all together; if the database refuses, each half by itself, down to the one that is at fault."""
        if not asked:
            return
        try:
            entries = self._commit([one.change for one in asked])
        except _Refused as refused:
            if len(asked) > 1:
                middle = len(asked) // 2
                self._flush(asked[:middle])
                self._flush(asked[middle:])
                return
            cause = refused.__cause__
            assert isinstance(cause, Exception)
            answer([(asked[0], why_not(self._reader, asked[0].change, cause))])
        except StoreFailed as failure:
            answer([(one, StoreFailed(str(failure), failure.unsure)) for one in asked])
        else:
            answer([(one, Committed(entry)) for one, entry in zip(asked, entries, strict=True)])

    def _commit(self, changes: list[Change]) -> list[int]:
        """One transaction. A connection that was lost is made anew, once."""
        for again in (True, False):
            db, heads = self._connection()
            try:
                batch = batch_of(changes, heads, self._engine.preparer)
            except Exception as error:  # whatever a malformed change brings about is that change's fault
                raise _Refused from error
            try:
                self._engine.begin(db)
                for ready, rows in batch.work:
                    self._engine.run(db, ready, rows)
            except Exception as error:
                lost = self._engine.lost(db)
                self._roll_back(db)
                if not self._engine.failed(error) and not lost:
                    raise _Refused from error
                if lost and again:
                    continue
                raise StoreFailed(f"{self._engine.name}: {one_line(error)}") from None
            if self._end(db, batch, again):
                self._heads = batch.heads
                return batch.entries
        raise AssertionError("the second try gives an answer or an error")

    def _end(self, db: Any, batch: Batch, again: bool) -> bool:
        """Commit. False if the connection was lost, nothing is committed, and another try is due."""
        try:
            db.execute("COMMIT")
        except Exception as error:
            lost = self._engine.lost(db)
            self._roll_back(db)
            if not self._engine.failed(error) and not lost:
                raise _Refused from error
            if self._was_committed(batch.heads, one_line(error)):
                return True
            if lost and again:
                return False
            raise StoreFailed(f"{self._engine.name}: {one_line(error)}", unsure=not self._forgotten()) from None
        return True

    def _forgotten(self) -> bool:
        """Whether a commit that failed is gone for good, and not only for now."""
        try:
            db, _ = self._connection()
        except StoreFailed:
            return False
        try:
            self._engine.forget(db)
        except Exception:  # whatever it is, the disk is no better than before
            self._roll_back(db)
            return False
        return True

    def _was_committed(self, heads: Heads, why: str) -> bool:
        """Look up what became of a commit whose answer was lost."""
        end = monotonic() + PATIENCE
        while True:
            try:
                return self._connection()[1] == heads
            except StoreFailed:
                if monotonic() > end:
                    raise StoreFailed(f"{self._engine.name}: {why}", unsure=True) from None
                sleep(0.2)

    def _connection(self) -> tuple[Any, Heads]:
        if self._db is None:
            db = None
            try:
                db = self._engine.connect()
                self._heads = self._engine.heads(db)
            except Exception as error:
                if db is not None:
                    self._shut(db)
                why = str(error) if isinstance(error, StoreError) else f"{self._engine.name}: {one_line(error)}"
                raise StoreFailed(why) from None
            self._db = db
        return self._db, self._heads

    def _roll_back(self, db: Any) -> None:
        """Undo what was begun, and look where that leaves us; a connection that cannot even do that is given up."""
        try:
            if self._engine.in_transaction(db):
                db.execute("ROLLBACK")
            self._heads = self._engine.heads(db)
        except Exception:
            self._drop()

    def _drop(self) -> None:
        if self._db is not None:
            self._shut(self._db)
            self._db = None

    @staticmethod
    def _shut(db: Any) -> None:
        with contextlib.suppress(Exception):
            db.close()


def answer(answers: Iterable[tuple[Asked, Answer]]) -> None:
    """Tell everybody, and whoever asked for several changes in one go."""
    for tell, some in groupby(answers, key=lambda pair: pair[0].tell):
        tell([(one.word, told) for one, told in some])


def _resolve(answers: list[tuple[Future[Committed], Answer]]) -> None:
    for future, answer in answers:
        if isinstance(answer, Committed):
            future.set_result(answer)
        else:
            future.set_exception(answer)
