"""Checks the rounds that people dealt by hand: no shuffle, but every step must be legal and settled as recorded."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlalchemy import Connection, select

from seventh.fair.dealing import Disproved
from seventh.fair.verify import verify
from seventh.records.record import NotARecord, read_record
from seventh.room.store.schema import hand_dealt_rounds, hand_dealt_tables


def wrong_hand_dealt(connection: Connection) -> Iterator[str]:
    """Rounds that the rules would not play as recorded, and tables that do not have all of their rounds."""
    found: dict[str, list[int]] = {}
    order = hand_dealt_rounds.c.table, hand_dealt_rounds.c.number
    for row in connection.execute(select(hand_dealt_rounds).order_by(*order)):
        found.setdefault(row.table, []).append(row.number)
        try:
            verify(read_record(row.record))
        except (NotARecord, Disproved) as error:
            yield f"round {row.number} of the hand-dealt table {row.table}: {error}"
    for row in connection.execute(select(hand_dealt_tables.c.id, hand_dealt_tables.c.state)):
        numbers = found.pop(row.id, [])
        if numbers != list(range(1, _rounds_of(row.state) + 1)):
            listed = ", ".join(map(str, numbers)) or "none"
            yield f"the hand-dealt table {row.id} has dealt {_rounds_of(row.state)} rounds, but stored are {listed}"
    for table in found:
        yield f"rounds of a hand-dealt table {table}, which does not exist"


def _rounds_of(state: str) -> int:
    try:
        return int(json.loads(state)["number"])
    except (ValueError, KeyError, TypeError):
        return -1
