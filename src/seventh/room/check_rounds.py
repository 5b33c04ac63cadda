"""Replays rounds from the log and compares cards, results and transfers: many at a time, and on all processors."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from seventh.fair import Secret
from seventh.room.custody.keys import RoomKey
from seventh.room.rounds.replaying import Entry, InconsistentRound, Stored, replay
from seventh.room.rounds.rounds import SealedRound, unsealed
from seventh.room.store import Reader, open_reader
from seventh.room.store.schema import houses, live_seeds, log, rounds, seeds, transfers

AT_ONCE = 200
"""Rounds per query."""
WORTH_A_PROCESS = 1000
"""Rounds below which starting processes takes longer than replaying."""

Place = tuple[Path | None, str | None]
"""A data directory or a database URL."""


def troubles_of(
    connection: Connection,
    states: Mapping[str, str],
    place: Place,
    workers: int,
    key: RoomKey | None,
    sealed: Counter[str],
) -> Iterator[str]:
    """What is wrong with these rounds, given by id with their states; 0 workers: as many as there are processors.

    `sealed` counts, by state, the rounds that cannot be replayed without the key that their seeds are sealed with.
    Workers read snapshots of their own, which makes no difference, since a closed round does not change. They have no
    key, so the rounds in progress are replayed here.
    """
    open_now = [name for name, state in states.items() if state == "open"]
    closed = [name for name, state in states.items() if state != "open"]
    pieces = [closed[first : first + AT_ONCE] for first in range(0, len(closed), AT_ONCE)]
    number = min(workers or len(os.sched_getaffinity(0)), len(pieces))
    here = [open_now[first : first + AT_ONCE] for first in range(0, len(open_now), AT_ONCE)]
    if number < 2 or len(closed) < WORTH_A_PROCESS or place == (None, None):
        here, pieces = [*pieces, *here], []
    for piece in here:
        found, unread = replayed(connection, piece, key)
        sealed.update(unread)
        yield from found
    if not pieces:
        return
    # Forked processes would share our connections.
    with ProcessPoolExecutor(number, get_context("spawn"), _open, place) as processes:
        for found, unread in processes.map(_replayed, pieces):
            sealed.update(unread)
            yield from found


def replayed(connection: Connection, ids: Sequence[str], key: RoomKey | None) -> tuple[list[str], Counter[str]]:
    """What is wrong with some rounds, and how many are sealed, by state."""
    found: list[str] = []
    sealed: Counter[str] = Counter()
    posted = _posted(connection, ids)
    for state, stored in _stored(connection, ids, key):
        try:
            if isinstance(stored, InconsistentRound):
                raise stored
            meant = replay(stored).transfers
        except SealedRound as error:
            sealed[state] += 1
            if state == "played" or (state == "open" and key is not None):
                found.append(str(error))
            continue
        except InconsistentRound as error:
            found.append(str(error))
            continue
        rows = posted.get(stored.id, {})
        for transfer in meant:
            row = rows.pop(transfer.id, None)
            if row is None:
                found.append(f"round {stored.id}: transfer {transfer.id} was not posted")
            elif row != (transfer.giver, transfer.taker, transfer.amount):
                giver, taker, amount = row
                found.append(
                    f"round {stored.id}: transfer {transfer.id} moves {amount} from {giver} to {taker};"
                    f" the round says {transfer.amount} from {transfer.giver} to {transfer.taker}"
                )
        found += [f"round {stored.id}: nothing in the round accounts for transfer {name}" for name in rows]
    return found, sealed


def _stored(
    connection: Connection, ids: Sequence[str], key: RoomKey | None
) -> Iterator[tuple[str, Stored | InconsistentRound]]:
    """The state and the stored data of these rounds, in their order."""
    rules = dict(connection.execute(select(houses.c.hash, houses.c.data)).all())
    secrets = dict(connection.execute(select(seeds.c.round, seeds.c.seed).where(seeds.c.round.in_(ids))).all())
    live = select(live_seeds.c.round, live_seeds.c.sealed).where(live_seeds.c.round.in_(ids))
    seals = dict(connection.execute(live).all())
    entries: dict[str, list[Entry]] = {}
    query = select(log.c.round, log.c.seq, log.c.kind, log.c.body).where(log.c.round.in_(ids)).order_by(log.c.seq)
    for round_id, seq, kind, body in connection.execute(query):
        entries.setdefault(round_id, []).append(Entry(seq, kind, bytes(body)))
    found = {row["id"]: dict(row) for row in connection.execute(select(rounds).where(rounds.c.id.in_(ids))).mappings()}
    for round_id in ids:
        row = found.get(round_id)
        if row is None:
            yield "", InconsistentRound(round_id, "no such round")
        elif round_id not in secrets and round_id not in seals:
            yield row["state"], InconsistentRound(round_id, "it has no server seed")
        elif row["house_hash"] not in rules:
            yield row["state"], InconsistentRound(round_id, "its rules are missing")
        else:
            sealed = round_id in seals
            try:
                if round_id in secrets:
                    secret = Secret(bytes(secrets[round_id]))
                else:
                    secret = unsealed(round_id, bytes(seals[round_id]), key)
            except SealedRound as error:
                yield row["state"], error
            else:
                yield row["state"], Stored(row, secret, rules[row["house_hash"]], entries.get(round_id, ()), sealed)


def _posted(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, tuple[Any, ...]]]:
    """The transfers of each round by id, except reversals."""
    columns = transfers.c.round, transfers.c.id, transfers.c.giver, transfers.c.taker, transfers.c.amount
    found: dict[str, dict[str, tuple[Any, ...]]] = {}
    query = select(*columns).where(transfers.c.round.in_(ids), transfers.c.reverses.is_(None))
    for round_id, name, *move in connection.execute(query.order_by(transfers.c.seq)):
        found.setdefault(round_id, {})[name] = tuple(move)
    return found


# In a worker process.

_reader: Reader | None = None


def _open(data: Path | None, url: str | None) -> None:
    global _reader
    _reader = open_reader(data, url)


def _replayed(ids: Sequence[str]) -> tuple[list[str], Counter[str]]:
    assert _reader is not None
    with _reader.reading() as connection:
        return replayed(connection, ids, None)
