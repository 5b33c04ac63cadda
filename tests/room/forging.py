"""A forger with full access to the database: drops the triggers, changes rows, and recomputes hashes and balances."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from seventh.room.store.chain import START, log_hash, transfer_hash
from seventh.room.store.location import FILE
from seventh.room.store.packing import unpack

Change = Callable[[sqlite3.Connection], None]


def forge(data: Path, change: Change, *, covers_tracks: bool = True) -> None:
    """Change a database that is not open. With `covered` tracks all hashes and balances are consistent again."""
    db = sqlite3.connect(data / FILE)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    change(db)
    if covers_tracks:
        _chain(db)
        _balance(db)
    for _, sql in triggers:
        db.execute(sql)
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def _chain(db: sqlite3.Connection) -> None:
    last = START
    for row in db.execute(
        'SELECT seq, at, kind, "table", round, person, action_id, body FROM log ORDER BY seq'
    ).fetchall():
        *values, body = row
        last = log_hash(last, *[*values, unpack(body)])
        db.execute("UPDATE log SET hash = ? WHERE seq = ?", (last, row[0]))
    db.execute("UPDATE heads SET log_hash = ?, log_seq = (SELECT max(seq) FROM log)", (last,))
    last = START
    columns = "seq, id, giver, taker, amount, kind, round, obligation, reverses, at, entry"
    for row in db.execute(f"SELECT {columns} FROM transfers ORDER BY seq").fetchall():
        last = transfer_hash(last, *row)
        db.execute("UPDATE transfers SET hash = ? WHERE seq = ?", (last, row[0]))
    db.execute("UPDATE heads SET transfer_hash = ?, transfer_seq = (SELECT max(seq) FROM transfers)", (last,))


def _balance(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute(
        "UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM transfers WHERE taker = accounts.id)"
        " - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE giver = accounts.id)"
    )


def in_log(round_id: str, kind: str, edit: Callable[[Any], None], nth: int = 0) -> Change:
    """Edit the body of a row of a round's log."""

    def change(db: sqlite3.Connection) -> None:
        query = "SELECT seq, body FROM log WHERE round = ? AND kind = ? ORDER BY seq"
        seq, body = db.execute(query, (round_id, kind)).fetchall()[nth]
        data = json.loads(unpack(bytes(body)))
        edit(data)
        db.execute("UPDATE log SET body = ? WHERE seq = ?", (json.dumps(data, separators=(",", ":")).encode(), seq))

    return change


def in_table(sql: str, *values: Any) -> Change:
    """Change rows by a statement that touches at least one."""

    def change(db: sqlite3.Connection) -> None:
        assert db.execute(sql, values).rowcount > 0

    return change


def all_of(*changes: Change) -> Change:
    def change(db: sqlite3.Connection) -> None:
        for one in changes:
            one(db)

    return change
