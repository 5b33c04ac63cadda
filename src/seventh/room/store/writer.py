"""The one thread that writes. Changes that come while it is busy are committed together, at the price of one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from seventh.room.changes import Change
from seventh.room.store.batch import Batch, Heads, batch_of
from seventh.room.store.engine import Engine
from seventh.room.store.errors import NotCommitted, StoreError, StoreFailed, one_line

MOST_CHANGES = 512
"""In one commit. More would make the first wait longer without making the last much faster."""
PATIENCE = 10.0
"""Seconds to look for the answer to a commit that was lost; after that the change is `unsure`."""


class Committed(NamedTuple):
    """A change is on the disk."""

    entry: int
    """The number of its first row in the log; 0 if it has none."""


Asked = tuple[Change, "Future[Committed]"]


class _Refused(Exception):
    """The database refused a batch."""


class Writer:
    """Takes changes from any thread and commits them in the order in which they came."""

    def __init__(self, engine: Engine, db: Any, diagnose: Callable[[Change, Exception], NotCommitted]) -> None:
        self._engine = engine
        self._diagnose = diagnose
        self._db: Any = db
        self._heads: Heads = engine.heads(db)
        self._queue: SimpleQueue[Asked | None] = SimpleQueue()
        self._gate = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="seventh-writer", daemon=True)
        self._thread.start()

    def commit(self, change: Change) -> Future[Committed]:
        """Ask for a change; the future knows when it is on the disk, or why it is not."""
        future: Future[Committed] = Future()
        with self._gate:
            if self._closed:
                future.set_exception(StoreFailed("the store is closed"))
            else:
                self._queue.put((change, future))
        return future

    def close(self) -> None:
        """Commit what was asked for, and end."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        if self._db is not None:
            with contextlib.suppress(Exception):  # a lock that cannot be given back goes with the connection
                self._engine.give_back(self._db)
        self._drop()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            asked, last = [first], False
            with contextlib.suppress(Empty):
                while len(asked) < MOST_CHANGES and not last:
                    more = self._queue.get_nowait()
                    if more is None:
                        last = True
                    else:
                        asked.append(more)
            self._flush([one for one in asked if one[1].set_running_or_notify_cancel()])
            if last:
                return

    def _flush(self, asked: Sequence[Asked]) -> None:
        """Commit all together; if the database refuses, each half by itself, down to the one that is at fault."""
        if not asked:
            return
        try:
            entries = self._commit([change for change, _ in asked])
        except _Refused as refused:
            if len(asked) > 1:
                middle = len(asked) // 2
                self._flush(asked[:middle])
                self._flush(asked[middle:])
                return
            change, future = asked[0]
            cause = refused.__cause__
            assert isinstance(cause, Exception)
            future.set_exception(self._diagnose(change, cause))
        except StoreFailed as failure:
            for _, future in asked:
                future.set_exception(StoreFailed(str(failure), failure.unsure))
        else:
            for (_, future), entry in zip(asked, entries, strict=True):
                future.set_result(Committed(entry))

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
            raise StoreFailed(f"{self._engine.name}: {one_line(error)}") from None
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
