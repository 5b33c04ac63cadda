"""Taking a table up from storage: who sits where, with which chips, and the round as far as it had come."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import msgspec
from sqlalchemy import select

from seventh.room.changes import Change
from seventh.room.frames import LastRound
from seventh.room.ledger import balance, stack
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import abandon, resume
from seventh.room.store import Store, schema
from seventh.room.tables.standing import Chair, Standing, Waiting, session_from
from seventh.rounds.session import Session


class NotTheTable(Exception):
    """What is stored of a table does not fit together; the message says what does not."""


class _Kept(msgspec.Struct):
    session: dict[str, object] = {}
    chairs: dict[int, Chair] = {}
    queue: tuple[Waiting, ...] = ()
    number: int = 0
    last: LastRound | None = None


def standing_of(store: Store, table: str, empty: Session) -> Standing:
    """The table as it was when its last change was committed."""
    with store.reading() as connection:
        state = connection.execute(select(schema.tables.c.state).where(schema.tables.c.id == table)).scalar_one()
        rounds = schema.rounds
        open_round = connection.execute(
            select(rounds.c.id).where(rounds.c.table == table, rounds.c.state == "open")
        ).scalar_one_or_none()
        kept = msgspec.json.decode(state, type=_Kept)
        session = session_from(empty, kept.session)
        chips = {seat: balance(connection, stack(table, seated.player)) for seat, seated in session.seats.items()}
    live = resume(store, open_round) if open_round is not None else None
    _compare(table, session, chips, live)
    chairs = MappingProxyType(dict(sorted(kept.chairs.items())))
    return Standing(session, chairs, kept.queue, kept.number, live, kept.last)


def _compare(table: str, session: Session, chips: dict[int, int], live: LiveRound | None) -> None:
    """The seats, the round and the ledger must tell the same story."""
    playing = tuple(live.seats) if live is not None else ()
    if tuple(session.in_hand) != playing:
        raise NotTheTable(f"table {table}: seats {session.in_hand} are in a round, and the open round has {playing}")
    for seat, seated in session.seats.items():
        expected = live.stacks[seat] if live is not None and seat in live.seats else seated.chips
        if chips[seat] != expected:
            raise NotTheTable(
                f"table {table}: seat {seat} holds {chips[seat]} by the ledger, and {expected} by the table"
            )


def called_off(store: Store, table: str, at: int) -> Change:
    """Call off whatever round is open at a table that cannot be taken up as it was."""
    rounds = schema.rounds
    with store.reading() as connection:
        found = connection.execute(select(rounds.c.id).where(rounds.c.table == table, rounds.c.state == "open"))
        open_rounds = list(found.scalars())
    change = Change()
    for round_id in open_rounds:
        change = change + abandon(store, round_id, "the round could not be taken up again", at)
    return change


def without_round(store: Store, table: str, empty: Session) -> Standing:
    """The table between rounds, each seat with the chips that the ledger has for it."""
    with store.reading() as connection:
        state = connection.execute(select(schema.tables.c.state).where(schema.tables.c.id == table)).scalar_one()
        kept = msgspec.json.decode(state, type=_Kept)
        session = session_from(empty, kept.session)
        seats = {
            seat: replace(seated, chips=balance(connection, stack(table, seated.player)), leaves=False, buys=0)
            for seat, seated in session.seats.items()
        }
    session = replace(session, seats=MappingProxyType(seats), in_hand=())
    chairs = MappingProxyType({seat: chair for seat, chair in sorted(kept.chairs.items()) if seat in seats})
    return Standing(session, chairs, kept.queue, kept.number, None, kept.last)
