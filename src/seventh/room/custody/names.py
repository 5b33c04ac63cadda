"""Finds rows whose names were damaged: accounts that rounds and transfers name, but that do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, exists, literal, select, union

from seventh.room.ledger import escrow
from seventh.room.store.schema import accounts, rounds, transfers


def missing_accounts(connection: Connection) -> Iterator[str]:
    """Accounts that are missing. A trial balance does not notice those that would be empty."""
    named = union(
        select(transfers.c.giver.label("id")),
        select(transfers.c.taker),
        select(literal(escrow("")).concat(rounds.c.id)),
    ).subquery()
    query = select(named.c.id).where(~exists().where(accounts.c.id == named.c.id)).order_by(named.c.id)
    for name in connection.execute(query).scalars():
        yield f"there is no account {name}"
