"""A room's database: changes go in by `commit`, everything else is read."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, and_, or_, select

from seventh.room.changes import Change
from seventh.room.store.engine import Engine
from seventh.room.store.errors import (
    AlreadyDone,
    AlreadyPosted,
    Broken,
    NotCommitted,
    NotEnough,
    StoreError,
    StoreFailed,
    one_line,
)
from seventh.room.store.place import server_url
from seventh.room.store.postgresql import PostgresEngine
from seventh.room.store.reader import Reader
from seventh.room.store.schema import accounts, log, transfers
from seventh.room.store.sqlite import SqliteEngine
from seventh.room.store.writer import Committed, Tell, Writer


class Store(Reader):
    """An open database. One process writes to it; any number of threads read."""

    def __init__(self, engine: Engine, db: Any) -> None:
        super().__init__(engine.name, engine.readers)
        self._engine = engine
        self._writer = Writer(engine, db, self._diagnose)

    def commit(self, change: Change) -> Future[Committed]:
        """Ask for a change. The future resolves when it is on the disk; until then nobody may be told."""
        return self._writer.commit(change)

    def commit_each(self, changes: Iterable[tuple[Any, Change]], tell: Tell) -> None:
        """Ask for many changes at a lower price than futures have: `tell` gets the answers, with the words that the
        changes were asked for with, on the writer's thread and many at a time."""
        self._writer.commit_each(changes, tell)

    def has(self, change: Change) -> bool:
        """Whether a change is committed, told by the ids of its transfers and actions; one without is never known."""
        with self.reading() as connection:
            return self._done(connection, change) is not None or self._posted(connection, change) is not None

    def close(self) -> None:
        """Commit what was asked for, and let go of the database."""
        self._writer.close()
        self._engine.close()

    def __enter__(self) -> Store:
        return self

    def _diagnose(self, change: Change, error: Exception) -> NotCommitted:
        """Why the database refused a change: engines word it differently, what is in the tables tells."""
        try:
            with self.reading() as connection:
                if (action := self._done(connection, change)) is not None:
                    return AlreadyDone(action)
                if (transfer := self._posted(connection, change)) is not None:
                    return AlreadyPosted(transfer)
                if (account := self._short(connection, change)) is not None:
                    return NotEnough(account)
        except StoreFailed as failure:
            return failure
        except Exception:
            return Broken(one_line(error))  # the change is too odd even to be looked up
        return Broken(one_line(error))

    def _done(self, connection: Connection, change: Change) -> str | None:
        pairs = [(entry.person, entry.action_id) for entry in change.log if entry.action_id is not None]
        if not pairs:
            return None
        same = or_(*(and_(log.c.person == person, log.c.action_id == action) for person, action in pairs))
        return connection.execute(select(log.c.action_id).where(same).limit(1)).scalar()

    def _posted(self, connection: Connection, change: Change) -> str | None:
        ids = [transfer.id for transfer in change.transfers]
        if not ids:
            return None
        if len(set(ids)) < len(ids):
            return next(one for one in ids if ids.count(one) > 1)
        return connection.execute(select(transfers.c.id).where(transfers.c.id.in_(ids)).limit(1)).scalar()

    def _short(self, connection: Connection, change: Change) -> str | None:
        """The first account that a change would overdraw."""
        named = {name for transfer in change.transfers for name in (transfer.giver, transfer.taker)}
        query = select(accounts.c.id, accounts.c.balance).where(accounts.c.id.in_(named))
        balances = dict.fromkeys(change.opens, 0) | {row.id: row.balance for row in connection.execute(query)}
        for transfer in change.transfers:
            if transfer.giver not in balances or transfer.taker not in balances:
                return None
            balances[transfer.giver] -= transfer.amount
            balances[transfer.taker] += transfer.amount
            if transfer.giver != "mint" and balances[transfer.giver] < 0:
                return transfer.giver
        return None


def open_store(data: Path | None = None, url: str | None = None) -> Store:
    """Open a room's database, in a data directory or on a server; make it if it is not there, bring it up to date."""
    engine: Engine
    if url is not None:
        engine = PostgresEngine(server_url(url))
    elif data is not None:
        engine = SqliteEngine(data)
    else:
        raise StoreError("say where the room's data is: a data directory, or a database URL")
    db: Any = None
    try:
        db = engine.connect()
        engine.prepare(db)
        return Store(engine, db)
    except BaseException as error:
        if db is not None:
            db.close()
        engine.close()
        if why := engine.reason(error):
            raise StoreError(why) from None
        raise
