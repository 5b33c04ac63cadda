"""Restores a table from storage: its seats with their chips, and the round in progress."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType

import msgspec
from sqlalchemy import Connection, select

from seventh.games import new_session, recorded_house
from seventh.house import Limits
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.custody.keys import RoomKey
from seventh.room.frames import LastRound
from seventh.room.ledger import balance, stack
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import abandon, replay_round
from seventh.room.store import Store, schema
from seventh.room.tables.snapshot import Chair, Held, Hosted, Snapshot, Waiting, session_from
from seventh.rounds.session import Session


class InconsistentTable(Exception):
    """The stored data of a table is inconsistent; the message says where."""


class _Stored(msgspec.Struct):
    session: dict[str, object] = {}
    chairs: dict[int, Chair] = {}
    queue: tuple[Waiting, ...] = ()
    number: int = 0
    last: LastRound | None = None
    hosted: Hosted | None = None
    held: Held | None = None
    removed: dict[str, str] = {}


def snapshot_of(store: Store, table: str, empty: Session, key: RoomKey | None = None) -> Snapshot:
    """The table as of its last committed change."""
    with store.reading() as connection:
        return snapshot_in(connection, table, empty, key)


def snapshot_in(connection: Connection, table: str, empty: Session, key: RoomKey | None = None) -> Snapshot:
    """The table as this connection sees it; raises `InconsistentTable` or `InconsistentRound`."""
    state = connection.execute(select(schema.tables.c.state).where(schema.tables.c.id == table)).scalar_one()
    rounds = schema.rounds
    open_round = connection.execute(
        select(rounds.c.id).where(rounds.c.table == table, rounds.c.state == "open")
    ).scalar_one_or_none()
    kept = msgspec.json.decode(state, type=_Stored)
    session = session_from(empty, kept.session)
    chips = {seat: balance(connection, stack(table, seated.player)) for seat, seated in session.seats.items()}
    live = replay_round(connection, open_round, key).live if open_round is not None else None
    _compare(table, session, chips, live)
    return _restored(kept, session, live)


def _compare(table: str, session: Session, chips: dict[int, int], live: LiveRound | None) -> None:
    """Check that the seats, the round and the ledger agree."""
    playing = tuple(live.seats) if live is not None else ()
    if tuple(session.in_hand) != playing:
        raise InconsistentTable(
            f"table {table}: seats {session.in_hand} are in a round, but the open round has {playing}"
        )
    for seat, seated in session.seats.items():
        expected = live.stacks[seat] if live is not None and seat in live.seats else seated.chips
        if chips[seat] != expected:
            raise InconsistentTable(
                f"table {table}: seat {seat} has {chips[seat]} in the ledger, but {expected} at the table"
            )


def called_off(
    store: Store, table: str, at: int, reason: str = "the round could not be resumed", key: RoomKey | None = None
) -> Change:
    """Void any open round at a table that cannot be restored."""
    rounds = schema.rounds
    with store.reading() as connection:
        found = connection.execute(select(rounds.c.id).where(rounds.c.table == table, rounds.c.state == "open"))
        open_rounds = list(found.scalars())
    change = Change()
    for round_id in open_rounds:
        change = change + abandon(store, round_id, reason, at, key)
    return change


def void_open_rounds(store: Store, reason: str, kind: str, at: int, key: RoomKey | None, **more: object) -> int:
    """Void every open round in the data of a room that is not running, and log that under `kind`; returns how many."""
    tables, rounds = schema.tables, schema.rounds
    with store.reading() as connection:
        found = connection.execute(select(rounds.c.table).where(rounds.c.state == "open").order_by(rounds.c.opened))
        where = list(dict.fromkeys(voided := list(found.scalars())))
        houses = tables.join(schema.houses, schema.houses.c.hash == tables.c.house_hash)
        query = select(tables.c.id, tables.c.game, schema.houses.c.data).select_from(houses)
        rules = {row.id: row for row in connection.execute(query.where(tables.c.id.in_(where)))}
    body = msgspec.json.encode({"voided": len(voided), "reason": reason, **more})
    store.commit(Change(log=(LogEntry(kind, body, at),))).result()
    for table in where:
        store.commit(called_off(store, table, at, reason, key)).result()
        if (row := rules.get(table)) is not None:
            house = recorded_house(json.loads(row.data), row.game, f"the rules of table {table}")
            state = without_round(store, table, new_session(house, Limits(1, 1))).stored()
            store.commit(Change(writes=(Write("set", "tables", {"id": table, "state": state}),))).result()
    return len(voided)


def without_round(store: Store, table: str, empty: Session) -> Snapshot:
    """The table between rounds, each seat with its chips according to the ledger."""
    with store.reading() as connection:
        state = connection.execute(select(schema.tables.c.state).where(schema.tables.c.id == table)).scalar_one()
        kept = msgspec.json.decode(state, type=_Stored)
        session = session_from(empty, kept.session)
        seats = {
            seat: replace(seated, chips=balance(connection, stack(table, seated.player)), leaves=False, buys=0)
            for seat, seated in session.seats.items()
        }
    session = replace(session, seats=MappingProxyType(seats), in_hand=())
    return _restored(kept, session, None)


def _restored(kept: _Stored, session: Session, live: LiveRound | None) -> Snapshot:
    return Snapshot(
        session,
        MappingProxyType({seat: chair for seat, chair in sorted(kept.chairs.items()) if seat in session.seats}),
        kept.queue,
        kept.number,
        live,
        kept.last,
        hosted=kept.hosted,
        held=kept.held,
        removed=kept.removed,
    )
