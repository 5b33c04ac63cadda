"""Short queries to storage."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select

from seventh.room import ledger
from seventh.room.store import Store


def rows(store: Store, query: Select[Any]) -> list[Row[Any]]:
    """The rows of a query."""
    with store.reading() as connection:
        return list(connection.execute(query).all())


def balance(store: Store, account: str) -> int:
    """The balance of an account."""
    with store.reading() as connection:
        return ledger.balance(connection, account)
