"""Opens rounds with a fresh commitment, and resumes them after a crash with the same cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from seventh.fair import Secret
from seventh.house import House
from seventh.records.record import FORM
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.custody.keys import NotOurKey, RoomKey
from seventh.room.ledger import escrow
from seventh.room.rounds import round_log
from seventh.room.rounds.archived import stored_in_archive
from seventh.room.rounds.live_round import LiveRound, Moved, Unsealed, closing, revealing
from seventh.room.rounds.postings import call_off
from seventh.room.rounds.replaying import Entry, InconsistentRound, Replayed, Stored, begin, replay
from seventh.room.rounds.round_log import Closed, Opened, Seated
from seventh.room.store import Reader, Store, schema

__all__ = [
    "InconsistentRound",
    "LiveRound",
    "Moved",
    "Replayed",
    "SealedRound",
    "Seated",
    "abandon",
    "open_round",
    "open_rounds",
    "replay_round",
    "resume",
    "rules_in_force",
    "unsealed",
]


class SealedRound(InconsistentRound):
    """The seed of a round is sealed with another key, or there is no key."""


def rules_in_force(house: House) -> Change:
    """Store a house's rules under their hash (R16), once before its first round."""
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
    key: RoomKey | None = None,
) -> tuple[LiveRound, Change]:
    """Draw the server seed and commit to it before anyone wagers. Only tests pass a secret, or no key to seal it."""
    live = begin(table, number, house, dict(sorted(seats.items())), dealer_position, at, secret or Secret.draw())
    live = replace(live, sealed=key is not None)
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
            _seed_write(live, key),
            *players,
        ),
    )
    return live, change


def _seed_write(live: LiveRound, key: RoomKey | None) -> Write:
    if key is None:
        return Write("put", "seeds", {"round": live.id, "seed": Unsealed(live.secret.reveal())})
    return Write("put", "live_seeds", {"round": live.id, "sealed": key.seal(live.id, live.secret)})


def open_rounds(store: Store | Reader) -> list[str]:
    """Open rounds in the order they were opened; after a crash they are resumed or voided."""
    with store.reading() as connection:
        return list(connection.execute(_OPEN).scalars())


def resume(store: Store | Reader, round_id: str, key: RoomKey | None = None) -> LiveRound:
    """A round as of its last committed change, with the same seed and cards; raises `InconsistentRound`."""
    with store.reading() as connection:
        return replay_round(connection, round_id, key).live


def abandon(store: Store | Reader, round_id: str, reason: str, at: int, key: RoomKey | None = None) -> Change:
    """Void a round that cannot be resumed: every chip the ledger moved for it is returned. Its seed is revealed, if the
    key is there."""
    with store.reading() as connection:
        row = connection.execute(_ROUND, {"round_id": round_id}).mappings().one()
        moved = moved_in(connection, round_id)
    seats = msgspec.json.decode(row["seats"], type=dict[int, Seated])
    stacks = {seat: seated.chips for seat, seated in seats.items()}
    closed = Closed(True, stacks, reason=reason, by_ledger=True)
    refunds = call_off(round_id, escrow(round_id), moved)
    revealed: tuple[Write, ...] = ()
    if row["sealed"] is not None and key is not None:
        with suppress(NotOurKey):
            revealed = revealing(round_id, key.unseal(round_id, bytes(row["sealed"])))
    return Change(transfers=refunds) + closing(row["table"], round_id, closed, at) + Change(writes=revealed)


def moved_in(connection: Connection, round_id: str) -> dict[str, int]:
    """Net receipts of each account from a round's escrow; negative for what it paid in."""
    account, moved = escrow(round_id), dict[str, int]()
    for giver, taker, amount in connection.execute(_TRANSFERS, {"round_id": round_id}):
        other, received = (taker, amount) if giver == account else (giver, -amount)
        moved[other] = moved.get(other, 0) + received
    return {other: amount for other, amount in moved.items() if amount}


def replay_round(connection: Connection, round_id: str, key: RoomKey | None = None) -> Replayed:
    """Replay a round, over or not, with all its transfers; raises `InconsistentRound` if it is inconsistent."""
    return replay(stored_round(connection, round_id, key))


def stored_round(connection: Connection, round_id: str, key: RoomKey | None = None) -> Stored:
    """Load the stored data of a round. An open round needs the key that its seed is sealed with."""
    named = {"round_id": round_id}
    row = connection.execute(_ROUND, named).mappings().one_or_none()
    if row is None:
        raise InconsistentRound(round_id, "no such round")
    entries = connection.execute(_LOG, named).all()
    if not entries and row["state"] != "open" and (archived := stored_in_archive(connection, round_id)) is not None:
        return archived
    if row["secret"] is None and row["sealed"] is None:
        raise InconsistentRound(round_id, "it has no server seed")
    secret = unsealed(round_id, bytes(row["sealed"]), key) if row["secret"] is None else Secret(bytes(row["secret"]))
    log = [Entry(seq, kind, bytes(body), at) for seq, kind, body, at in entries]
    values = {name: row[name] for name in schema.rounds.c.keys()}  # noqa: SIM118 - columns, not a dict
    return Stored(values, secret, row["rules"], log, sealed=row["sealed"] is not None)


def unsealed(round_id: str, sealed: bytes, key: RoomKey | None) -> Secret:
    """The server seed of a round in progress; raises `SealedRound` without the key that it is sealed with."""
    if key is None:
        raise SealedRound(round_id, "its seed is sealed, and the room's key is not available")
    try:
        return key.unseal(round_id, sealed)
    except NotOurKey:
        raise SealedRound(round_id, "its seed is sealed with another key") from None


_OPEN = select(schema.rounds.c.id).where(schema.rounds.c.state == "open").order_by(schema.rounds.c.opened)
_ROUND = (
    select(
        schema.rounds,
        schema.seeds.c.seed.label("secret"),
        schema.live_seeds.c.sealed,
        schema.houses.c.data.label("rules"),
    )
    .join(schema.houses, schema.houses.c.hash == schema.rounds.c.house_hash)
    .outerjoin(schema.seeds, schema.seeds.c.round == schema.rounds.c.id)
    .outerjoin(schema.live_seeds, schema.live_seeds.c.round == schema.rounds.c.id)
    .where(schema.rounds.c.id == bindparam("round_id"))
)
_TRANSFERS = (
    select(schema.transfers.c.giver, schema.transfers.c.taker, schema.transfers.c.amount)
    .where(schema.transfers.c.round == bindparam("round_id"))
    .order_by(schema.transfers.c.seq)
)
_LOG = (
    select(schema.log.c.seq, schema.log.c.kind, schema.log.c.body, schema.log.c.at)
    .where(schema.log.c.round == bindparam("round_id"))
    .order_by(schema.log.c.seq)
)
