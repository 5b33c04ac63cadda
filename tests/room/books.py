"""Helpers to request changes, inspect the results, and bypass the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from sqlalchemy import func, select

from seventh.room.changes import Change, Transfer
from seventh.room.store import schema


def move(name: str, giver: str, taker: str, amount: int, kind: str = "move", **more) -> Change:
    return Change(transfers=(Transfer(name, giver, taker, amount, kind, **more),))


def opened(store, **chips: int) -> None:
    """Create wallets with these chips."""
    for person, amount in chips.items():
        grant = move(f"grant {person}", "mint", f"wallet:{person}", amount)
        store.commit(Change(opens=(f"wallet:{person}",)) + grant).result()


def balances(store) -> dict[str, int]:
    with store.reading() as connection:
        return dict(connection.execute(select(schema.accounts.c.id, schema.accounts.c.balance)).all())


def count(store, table) -> int:
    with store.reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar()


@contextmanager
def at_raw(place) -> Iterator:
    """Direct access to the database: a function that executes SQL and commits."""
    db: Any
    if place.url is None:
        db = sqlite3.connect(place.data / "room.db", isolation_level=None)
    else:
        db = psycopg.connect(place.url, autocommit=True)
    try:
        yield lambda sql, *values: db.execute(sql if place.url is None else sql.replace("?", "%s"), values)
    finally:
        db.close()
