"""Short questions to storage."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select, select

from seventh.room import ledger
from seventh.room.store import Store, schema


def rows(store: Store, query: Select[Any]) -> list[Row[Any]]:
    """What the query finds."""
    with store.reading() as connection:
        return list(connection.execute(query).all())


def balance(store: Store, account: str) -> int:
    """What an account holds."""
    with store.reading() as connection:
        return ledger.balance(connection, account)


def is_done(store: Store, person: str, action_id: str) -> bool:
    """Whether the person's action with this id is committed."""
    log = schema.log
    return bool(rows(store, select(log.c.seq).where(log.c.person == person, log.c.action_id == action_id).limit(1)))
