"""Finds out why the database refused a change, from the tables' contents, since engines word errors differently."""

from __future__ import annotations

from sqlalchemy import Connection, and_, or_, select

from seventh.room.changes import Change
from seventh.room.store.errors import AlreadyDone, AlreadyPosted, Broken, NotCommitted, NotEnough, StoreFailed, one_line
from seventh.room.store.reader import Reader
from seventh.room.store.schema import accounts, log, transfers


def why_not(reader: Reader, change: Change, error: Exception) -> NotCommitted:
    """The exception that explains why a change failed."""
    try:
        with reader.reading() as connection:
            if (action := done(connection, change)) is not None:
                return AlreadyDone(action)
            if (transfer := posted(connection, change)) is not None:
                return AlreadyPosted(transfer)
            if (account := _short(connection, change)) is not None:
                return NotEnough(account)
    except StoreFailed as failure:
        return failure
    except Exception:
        return Broken(one_line(error))  # the change is too malformed to look up
    return Broken(one_line(error))


def done(connection: Connection, change: Change) -> str | None:
    """The first action of a change that is in the log already."""
    pairs = [(entry.person, entry.action_id) for entry in change.log if entry.action_id is not None]
    if not pairs:
        return None
    same = or_(*(and_(log.c.person == person, log.c.action_id == action) for person, action in pairs))
    return connection.execute(select(log.c.action_id).where(same).limit(1)).scalar()


def posted(connection: Connection, change: Change) -> str | None:
    """A transfer of a change that is on the ledger already, or that the change contains twice."""
    ids = [transfer.id for transfer in change.transfers]
    if not ids:
        return None
    if len(set(ids)) < len(ids):
        return next(one for one in ids if ids.count(one) > 1)
    return connection.execute(select(transfers.c.id).where(transfers.c.id.in_(ids)).limit(1)).scalar()


def _short(connection: Connection, change: Change) -> str | None:
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
