"""Rounds as the room runs them: opened with a fresh commitment, after a crash taken up again with the same cards."""

from __future__ import annotations

import json
from collections.abc import Mapping

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from seventh.fair import Secret
from seventh.house import House
from seventh.records.record import FORM
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.ledger import escrow
from seventh.room.rounds import round_log
from seventh.room.rounds.live_round import LiveRound, Moved, closing
from seventh.room.rounds.postings import call_off
from seventh.room.rounds.replaying import Entry, NotTheRound, Replayed, Stored, begin, replay
from seventh.room.rounds.round_log import Closed, Opened, Seated
from seventh.room.store import Reader, Store, schema

__all__ = [
    "LiveRound",
    "Moved",
    "NotTheRound",
    "Replayed",
    "Seated",
    "abandon",
    "open_round",
    "open_rounds",
    "replay_round",
    "resume",
    "rules_in_force",
]


class _Sealed(bytes):
    """A seed on its way to the database, which no text of the change shows."""

    def __repr__(self) -> str:
        return "<seed>"


def rules_in_force(house: House) -> Change:
    """Put a house's rules where rounds can name them by their hash (R16); once before its first round."""
    data = json.dumps(house.recorded(), sort_keys=True)
    return Change(writes=(Write("put_new", "houses", {"hash": house.hash, "game": house.game, "data": data}),))


def open_round(
    *,
    table: str,
    number: int,
    house: House,
    seats: Mapping[int, Seated],
    dealer_position: int | None = None,
    at: int,
    secret: Secret | None = None,
) -> tuple[LiveRound, Change]:
    """Draw the server seed and commit to it, before anybody wagers. Only tests bring a secret of their own."""
    live = begin(table, number, house, dict(sorted(seats.items())), dealer_position, at, secret or Secret.draw())
    opened = Opened(number, house.game, house.hash, live.seats, live.dealer_position, live.seed_hash, FORM)
    row = {
        "id": live.id,
        "table": table,
        "number": number,
        "game": house.game,
        "house_hash": house.hash,
        "seats": round_log.encode(live.seats).decode(),
        "dealer_position": live.dealer_position,
        "seed_hash": opened.seed_hash,
        "opened": at,
    }
    players = [
        Write("put", "players", {"person": seated.person, "round": live.id, "seat": seat, "opened": at})
        for seat, seated in live.seats.items()
    ]
    change = Change(
        opens=(live.books.escrow,),
        log=(LogEntry(round_log.OPENED, round_log.encode(opened), at, table, live.id),),
        writes=(
            Write("put", "rounds", row),
            Write("put", "seeds", {"round": live.id, "seed": _Sealed(live.secret.reveal())}),
            *players,
        ),
    )
    return live, change


def open_rounds(store: Store | Reader) -> list[str]:
    """The rounds that are not over, in the order they were opened: after a crash they go on, or are called off."""
    with store.reading() as connection:
        return list(connection.execute(_OPEN).scalars())


def resume(store: Store | Reader, round_id: str) -> LiveRound:
    """A round as it was when the last change to it was committed: the same seed, the same cards; or `NotTheRound`."""
    with store.reading() as connection:
        return replay_round(connection, round_id).live


def abandon(store: Store | Reader, round_id: str, reason: str, at: int) -> Change:
    """Call off a round that cannot be resumed: every chip that the ledger has moved for it goes back."""
    with store.reading() as connection:
        row = connection.execute(_ROUND, {"round_id": round_id}).mappings().one()
        moved = moved_in(connection, round_id)
    seats = msgspec.json.decode(row["seats"], type=dict[int, Seated])
    stacks = {seat: seated.chips for seat, seated in seats.items()}
    closed = Closed(True, stacks, reason=reason, by_ledger=True)
    refunds = call_off(round_id, escrow(round_id), moved)
    return Change(transfers=refunds) + closing(row["table"], round_id, closed, at)


def moved_in(connection: Connection, round_id: str) -> dict[str, int]:
    """What each account has received from a round's escrow by the ledger, below 0 what it has put in."""
    account, moved = escrow(round_id), dict[str, int]()
    for giver, taker, amount in connection.execute(_TRANSFERS, {"round_id": round_id}):
        other, received = (taker, amount) if giver == account else (giver, -amount)
        moved[other] = moved.get(other, 0) + received
    return {other: amount for other, amount in moved.items() if amount}


def replay_round(connection: Connection, round_id: str) -> Replayed:
    """A round from its log, over or not, with every transfer that it means; `NotTheRound` if anything does not fit."""
    return replay(stored_round(connection, round_id))


def stored_round(connection: Connection, round_id: str) -> Stored:
    """What the database holds of a round."""
    named = {"round_id": round_id}
    row = connection.execute(_ROUND, named).mappings().one_or_none()
    if row is None:
        raise NotTheRound(round_id, "there is no such round")
    entries = connection.execute(_LOG, named).all()
    if row["secret"] is None:
        raise NotTheRound(round_id, "it has no server seed")
    log = [Entry(seq, kind, bytes(body)) for seq, kind, body in entries]
    values = {name: row[name] for name in schema.rounds.c.keys()}  # noqa: SIM118 - columns, not a dict
    return Stored(values, Secret(bytes(row["secret"])), row["rules"], log)


_OPEN = select(schema.rounds.c.id).where(schema.rounds.c.state == "open").order_by(schema.rounds.c.opened)
_ROUND = (
    select(schema.rounds, schema.seeds.c.seed.label("secret"), schema.houses.c.data.label("rules"))
    .join(schema.houses, schema.houses.c.hash == schema.rounds.c.house_hash)
    .outerjoin(schema.seeds, schema.seeds.c.round == schema.rounds.c.id)
    .where(schema.rounds.c.id == bindparam("round_id"))
)
_TRANSFERS = (
    select(schema.transfers.c.giver, schema.transfers.c.taker, schema.transfers.c.amount)
    .where(schema.transfers.c.round == bindparam("round_id"))
    .order_by(schema.transfers.c.seq)
)
_LOG = (
    select(schema.log.c.seq, schema.log.c.kind, schema.log.c.body)
    .where(schema.log.c.round == bindparam("round_id"))
    .order_by(schema.log.c.seq)
)
