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
from seventh.room.check_archives import archive_troubles
from seventh.room.custody.keys import RoomKey
from seventh.room.rounds.archiving import MOST
from seventh.room.rounds.replaying import Entry, InconsistentRound, Stored, differences, replay
from seventh.room.rounds.rounds import SealedRound, unsealed
from seventh.room.store import Reader, open_reader
from seventh.room.store.schema import houses, live_seeds, log, rounds, seeds, transfers

AT_ONCE = 200
"""Rounds per query."""
WORTH_A_PROCESS = 1000
"""Rounds below which starting processes takes longer than replaying."""

Place = tuple[Path | None, str | None]
"""A data directory or a database URL."""
Piece = int | Sequence[str]
"""The number of an archive, or the ids of some rounds."""


def troubles_of(
    connection: Connection,
    states: Mapping[str, str],
    archives: Sequence[int],
    place: Place,
    workers: int,
    key: RoomKey | None,
    sealed: Counter[str],
) -> Iterator[str]:
    """What is wrong with these rounds, given by id with their states, and with those in these archives; 0 workers: as
    many as there are processors.

    `sealed` counts, by state, the rounds that cannot be replayed without the key that their seeds are sealed with.
    Workers read snapshots of their own, which makes no difference, since a closed round does not change. They have no
    key, so the rounds in progress are replayed here.
    """
    open_now = [name for name, state in states.items() if state == "open"]
    closed = [name for name, state in states.items() if state != "open"]
    pieces: list[Piece] = [*archives, *_in_pieces(closed)]
    number = min(workers or len(os.sched_getaffinity(0)), len(pieces))
    here: list[Piece] = [*_in_pieces(open_now)]
    if number < 2 or len(closed) + len(archives) * MOST < WORTH_A_PROCESS or place == (None, None):
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


def _in_pieces(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(ids), AT_ONCE):
        yield ids[first : first + AT_ONCE]


def replayed(connection: Connection, piece: Piece, key: RoomKey | None) -> tuple[list[str], Counter[str]]:
    """What is wrong with some rounds, and how many are sealed, by state."""
    if isinstance(piece, int):
        return archive_troubles(connection, piece)
    found: list[str] = []
    sealed: Counter[str] = Counter()
    posted = _posted(connection, piece)
    for state, stored in _stored(connection, piece, key):
        try:
            if isinstance(stored, InconsistentRound):
                raise stored
            meant = replay(stored).transfers
        except SealedRound as error:
            sealed[state] += 1
            if state == "played" or (state == "open" and key is not None):
                found.append(str(error))
        except InconsistentRound as error:
            found.append(str(error))
        else:
            found += differences(stored.id, meant, posted.get(stored.id, {}))
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


def _replayed(piece: Piece) -> tuple[list[str], Counter[str]]:
    assert _reader is not None
    with _reader.reading() as connection:
        return replayed(connection, piece, None)
