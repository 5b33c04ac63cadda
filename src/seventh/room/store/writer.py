"""The only thread that writes. Changes that arrive while it is busy are committed together (group commit)."""

from __future__ import annotations

import contextlib
import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from itertools import groupby
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from seventh.room.changes import Change
from seventh.room.store import schema
from seventh.room.store.batch import Batch, Heads, batch_of
from seventh.room.store.diagnosis import why_not
from seventh.room.store.engine import Engine
from seventh.room.store.errors import NotCommitted, Overtaken, StoreError, StoreFailed, one_line
from seventh.room.store.reader import Reader
from seventh.room.store.seals import SEAL, rows_to_seal

log = logging.getLogger("seventh.room")

MOST_CHANGES = 512
"""Maximum per commit. More would delay the first change without speeding up the last much."""
PATIENCE = 10.0
"""Seconds to keep looking up the outcome of a commit whose answer was lost; after that the change is `unsure`."""


CLOSING = 5.0
"""Seconds for the last commit when the store is closed; one that hangs is left to the end of the process."""


class Committed(NamedTuple):
    """A change is on disk."""

    entry: int
    """The number of its first log entry; 0 if it has none."""


Answer = Committed | NotCommitted
"""The outcome of a change."""
Tell = Callable[[list[tuple[Any, Answer]]], object]
"""Called on the writer thread with answers, each with the token of its request. It must not raise."""


class Asked(NamedTuple):
    """A requested change."""

    change: Change
    word: Any
    tell: Tell


class Resumed(NamedTuple):
    """The writer that this one replaces: its name, and the number of commits before its first one."""

    name: str
    flush: int


class _Refused(Exception):
    """The database refused a batch."""


class Commits(ABC):
    """Accepts changes from any thread and commits them in order of arrival."""

    def commit(self, change: Change) -> Future[Committed]:
        """Request a change; the future resolves once it is on disk, or raises the reason why it is not."""
        future: Future[Committed] = Future()
        future.set_running_or_notify_cancel()  # a request cannot be cancelled
        self.commit_each([(future, change)], _resolve)
        return future

    @property
    @abstractmethod
    def process(self) -> int:
        """The id of the writer process."""

    @abstractmethod
    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        """Request changes, each with a token; answers come in batches as changes are committed."""

    @abstractmethod
    def close(self) -> None:
        """Commit pending changes and close the database."""


class Writer(Commits):
    """A thread that commits."""

    def __init__(self, engine: Engine, db: Any, reader: Reader, resumed: Resumed | None = None) -> None:
        self._engine = engine
        self._overtaken = False
        self._reader = reader
        self._db: Any = db
        self._heads: Heads = engine.heads(db)
        self.name = resumed.name if resumed is not None else token_hex(8)
        """Names this writer, and those that replace it in the same room, in the database."""
        self.flush = resumed.flush if resumed is not None else self._heads.flush
        """The number of commits before its first one."""
        if not self._is_ours(self._heads):
            raise Overtaken(engine.name)
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
        self._thread.join(CLOSING)
        if self._thread.is_alive():
            # It may still write: the lock must not be released before the process ends.
            log.error("storage is not responding; leaving it open", extra={"storage": self._engine.name})
            return
        if self._db is not None:
            with contextlib.suppress(Exception):  # otherwise the lock is released with the connection
                self._engine.release_lock(self._db)
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
        """Append requests; true if there will be no more."""
        asked += more or ()
        return more is None

    def _flush(self, asked: Sequence[Asked]) -> None:
        """Commit all together; if the database refuses, bisect down to the offending change."""
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
        except Overtaken as failure:
            answer([(one, Overtaken(failure.name, failure.unsure)) for one in asked])
        except StoreFailed as failure:
            answer([(one, StoreFailed(str(failure), failure.unsure)) for one in asked])
        else:
            answer([(one, Committed(entry)) for one, entry in zip(asked, entries, strict=True)])

    def _commit(self, changes: list[Change]) -> list[int]:
        """Commit in one transaction, reconnecting once if the connection is lost."""
        for again in (True, False):
            db, heads = self._connection()
            try:
                batch = batch_of(changes, heads._replace(room=self.name), self._engine.preparer)
            except Exception as error:  # a malformed change must not affect the others
                raise _Refused from error
            try:
                self._engine.begin(db)
                for ready, rows in batch.work:
                    self._engine.run(db, ready, rows)
                for table, keys in batch.to_seal.items():
                    self._seal(db, table, keys)
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
        raise AssertionError("the second attempt returns or raises")

    def _seal(self, db: Any, table: str, keys: list[tuple[Any, ...]]) -> None:
        """Seal rows as they are after all writes of the transaction."""
        names = [column.name for column in schema.metadata.tables[table].columns]
        sealed = rows_to_seal(names, self._engine.rows(db, table, keys), table)
        ready = self._engine.preparer.ready("set", table, (*schema.key_of(table), SEAL))
        if sealed:
            self._engine.run(db, ready, [ready.row(values) for values in sealed])

    def _end(self, db: Any, batch: Batch, again: bool) -> bool:
        """Commit. False if the connection was lost, nothing was committed, and a retry is due."""
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
        """Whether a failed commit is certain not to reappear."""
        try:
            db, _ = self._connection()
        except StoreFailed:
            return False
        try:
            self._engine.forget(db)
        except Exception:  # the disk still fails
            self._roll_back(db)
            return False
        return True

    def _was_committed(self, heads: Heads, why: str) -> bool:
        """Look up the outcome of a commit whose answer was lost."""
        end = monotonic() + PATIENCE
        while True:
            try:
                return self._connection()[1] == heads
            except Overtaken:
                raise Overtaken(self._engine.name, unsure=True) from None
            except StoreFailed:
                if monotonic() > end:
                    raise StoreFailed(f"{self._engine.name}: {why}", unsure=True) from None
                sleep(0.2)

    def _is_ours(self, heads: Heads) -> bool:
        """Whether nobody else has committed since this room's first writer started."""
        return heads.room == self.name or heads.flush == self.flush

    def _connection(self) -> tuple[Any, Heads]:
        if self._overtaken:
            raise Overtaken(self._engine.name)
        if self._db is None:
            db = None
            try:
                db = self._engine.connect()
                heads = self._engine.heads(db)
                self._overtaken = not self._is_ours(heads)
                if self._overtaken:
                    raise Overtaken(self._engine.name)
                self._heads = heads
            except Overtaken:
                self._shut(db)  # and with it the lock, for the room that is started next
                raise
            except Exception as error:
                if db is not None:
                    self._shut(db)
                why = str(error) if isinstance(error, StoreError) else f"{self._engine.name}: {one_line(error)}"
                raise StoreFailed(why) from None
            self._db = db
        return self._db, self._heads

    def _roll_back(self, db: Any) -> None:
        """Roll back and re-read the heads; drop a connection that cannot even do that."""
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
    """Deliver answers, grouped by callback."""
    for tell, some in groupby(answers, key=lambda pair: pair[0].tell):
        tell([(one.word, told) for one, told in some])


def _resolve(answers: list[tuple[Future[Committed], Answer]]) -> None:
    for future, answer in answers:
        if isinstance(answer, Committed):
            future.set_result(answer)
        else:
            future.set_exception(answer)
