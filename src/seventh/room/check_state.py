"""Audits what is not part of a chain: people, tables, seats, grants and closures.

These rows are overwritten as the room goes on, so each is compared with the log, the ledger, or the rows it refers to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from argon2 import extract_parameters
from argon2.exceptions import InvalidHashError
from sqlalchemy import Connection, Text, cast, select, true

from seventh.fair import seed_hash
from seventh.games import GAMES, new_session, recorded_house
from seventh.house import HouseError, Limits
from seventh.room.custody.keys import RoomKey
from seventh.room.gate import GAME, PLAYER, TABLE
from seventh.room.ledger import MINT, wallet
from seventh.room.people.accounts import GUEST, ROLES, account_of
from seventh.room.rounds.rounds import InconsistentRound, SealedRound
from seventh.room.store.schema import (
    accounts,
    adjustment_decisions,
    adjustments,
    closures,
    grants,
    house_versions,
    houses,
    log,
    people,
    retired_houses,
    seats,
    tables,
    transfers,
)
from seventh.room.tables.recovery import InconsistentTable, snapshot_in
from seventh.room.tables.snapshot import Snapshot

_ANY = Limits(1, 10**15)


# People.


def wrong_people(connection: Connection) -> Iterator[str]:
    """Roles, password hashes, and the seeds of bots against what they committed to."""
    committed = _commitments(connection)
    for row in connection.execute(select(people).order_by(people.c.id)):
        name = f"person {row.id}"
        if row.role not in ROLES:
            yield f"{name}: {row.role!r} is not a role; there are {', '.join(ROLES)}"
        elif bool(row.guest) != (row.role == GUEST):
            yield f"{name}: {'a guest' if row.guest else 'not a guest'}, but the role is {row.role}"
        yield from (f"{name}: {line}" for line in _wrong_password(row))
        if row.bot:
            account = account_of(row)
            found = seed_hash(account.seed) if account.seed is not None else None
            if found is None:
                yield f"{name}: a bot without a seed"
            elif found != row.seed_hash or found != committed.get(row.id, found):
                yield f"{name}: the bot's seed is not the one that it committed to"


def _wrong_password(row: Any) -> Iterator[str]:
    if row.password is None:
        return
    if row.bot or row.guest or row.deleted is not None:
        yield "has a password, but is a bot, a guest or deleted"
    try:
        extract_parameters(row.password)
    except InvalidHashError:
        yield "the password is not an Argon2 hash"


def _commitments(connection: Connection) -> dict[str, str]:
    """The seed hash that each bot's account was opened with, from the log."""
    bots = select(people.c.id).where(people.c.bot == true())
    found = connection.execute(select(log.c.person, log.c.body).where(log.c.kind == "joined", log.c.person.in_(bots)))
    return {person: said["seed_hash"] for person, body in found if "seed_hash" in (said := _decoded(body))}


# Tables.


def wrong_tables(connection: Connection, key: RoomKey | None = None) -> Iterator[str]:
    """The state of each table that is not closed, and its seats against the stacks on the ledger.

    A table with a round in progress that is sealed with another key, or without the key, is left out: that round cannot
    be replayed.
    """
    known = set(connection.execute(select(people.c.id)).scalars())
    rules = dict(connection.execute(select(houses.c.hash, houses.c.data)).all())
    seated = _seats(connection)
    words: set[str] = set()
    open_tables: set[str] = set()
    for row in connection.execute(select(tables).order_by(tables.c.id)).all():
        name = f"table {row.id}"
        if row.closed is not None:
            if row.id in seated:
                yield f"{name}: it is closed, but has seats taken"
            continue
        open_tables.add(row.id)
        if row.word is not None and (not row.word or row.word in words):
            yield f"{name}: its invitation is empty or another table's"
        words.add(row.word or "")
        try:
            house = recorded_house(json.loads(rules[row.house_hash]), row.game, "its rules")
            snapshot = snapshot_in(connection, row.id, new_session(house, _ANY), key)
        except SealedRound:
            pass  # the replay of the rounds says so
        except InconsistentTable as error:
            yield str(error)
        except InconsistentRound as error:
            yield f"{name}: {error}"
        except (HouseError, LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
            yield f"{name}: its state cannot be read: {type(error).__name__}"
        else:
            yield from (f"{name}: {line}" for line in _wrong_state(snapshot, seated.get(row.id, {}), known))
    yield from _chips_without_a_seat(connection, open_tables, seated)


def _seats(connection: Connection) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for table, seat, person in connection.execute(select(seats.c.table, seats.c.seat, seats.c.person)):
        found.setdefault(table, {})[seat] = person
    return found


def _wrong_state(snapshot: Snapshot, seated: dict[int, str], known: set[str]) -> Iterator[str]:
    chairs = {seat: chair.person for seat, chair in snapshot.chairs.items()}
    if chairs != {seat: place.player for seat, place in snapshot.session.seats.items()}:
        yield "its chairs and its session list different people"
    if chairs != seated:
        yield f"seats {sorted(chairs)} are taken in its state, but {sorted(seated)} among the seats"
    for seat, playing in (snapshot.live.seats if snapshot.live is not None else {}).items():
        chips = snapshot.session.seats[seat].chips
        if chips != playing.chips:
            yield f"seat {seat} has {chips} in its state, but began the round with {playing.chips}"
    named = {*chairs.values(), *(waiting.person for waiting in snapshot.queue)}
    named |= snapshot.removed.keys()
    if snapshot.hosted is not None:
        named |= {snapshot.hosted.host, *snapshot.hosted.invited, *snapshot.hosted.kicked}
    for person in sorted(named - known - {""}):
        yield f"it names {person!r}, who does not exist"


def _chips_without_a_seat(
    connection: Connection, open_tables: set[str], seated: dict[str, dict[int, str]]
) -> Iterator[str]:
    """Stacks with chips at tables of the room where that person has no seat."""
    every = set(connection.execute(select(tables.c.id)).scalars())
    query = select(accounts.c.id, accounts.c.balance).where(accounts.c.kind == "stack", accounts.c.balance != 0)
    for account, amount in connection.execute(query.order_by(accounts.c.id)):
        _, table, person = account.split(":", 2)
        if table in every and (table not in open_tables or person not in seated.get(table, {}).values()):
            yield f"{account} has {amount}, but that person has no seat there"


# Chips from the mint.


def wrong_grants(connection: Connection) -> Iterator[str]:
    """Each grant has its transfer, and each refill its grant."""
    name = "grant:" + grants.c.person + ":" + cast(grants.c.number, Text)
    both = grants.outerjoin(transfers, transfers.c.id == name)
    columns = transfers.c.giver, transfers.c.taker, transfers.c.amount
    for person, number, amount, *move in connection.execute(
        select(grants.c.person, grants.c.number, grants.c.amount, *columns)
        .select_from(both)
        .order_by(grants.c.person, grants.c.number)
    ):
        if move != [MINT, wallet(person), amount]:
            yield f"grant {number} of {person}: {amount} is not what the ledger has"
    known = {
        f"grant:{person}:{number}" for person, number in connection.execute(select(grants.c.person, grants.c.number))
    }
    for transfer in connection.execute(select(transfers.c.id).where(transfers.c.kind == "refill")).scalars():
        if transfer not in known:
            yield f"transfer {transfer}: a refill without its grant"


def wrong_adjustments(connection: Connection) -> Iterator[str]:
    """Each approved adjustment has its transfer, and each such transfer its approval by a second person."""
    both = adjustments.join(adjustment_decisions, adjustment_decisions.c.adjustment == adjustments.c.id)
    query = select(adjustments, adjustment_decisions.c.by.label("decided_by"), adjustment_decisions.c.approved)
    posted = {
        row.id: (row.giver, row.taker, row.amount)
        for row in connection.execute(select(transfers).where(transfers.c.kind == "adjustment"))
    }
    approved = set()
    for row in connection.execute(query.select_from(both).order_by(adjustments.c.id)):
        name = f"adjust:{row.id}"
        if row.decided_by == row.by:
            yield f"adjustment {row.id}: decided by the person who proposed it"
        if not row.approved:
            continue
        approved.add(name)
        ways = (MINT, wallet(row.person)) if row.amount > 0 else (wallet(row.person), MINT)
        if posted.get(name) != (*ways, abs(row.amount)):
            yield f"adjustment {row.id}: {row.amount} is not what the ledger has"
    for name in sorted(set(posted) - approved):
        yield f"transfer {name}: an adjustment without approval"


# Closures.


def wrong_closures(connection: Connection) -> Iterator[str]:
    """Each closure is of something that exists, and the log says so; none is missing."""
    known = {
        GAME: set(GAMES),
        TABLE: set(connection.execute(select(tables.c.id)).scalars()),
        PLAYER: set(connection.execute(select(people.c.id)).scalars()),
    }
    logged: dict[tuple[str, str], bool] = {}
    query = select(log.c.kind, log.c.body).where(log.c.kind.in_(("closed", "opened"))).order_by(log.c.seq)
    for kind, body in connection.execute(query):
        said = _decoded(body)
        if "scope" in said:
            logged[said["scope"], said.get("who", "")] = kind == "closed"
    stored = set()
    for row in connection.execute(select(closures).order_by(closures.c.scope, closures.c.who)):
        key = (row.scope, row.who)
        stored.add(key)
        what = f"closure of {row.scope} {row.who}".rstrip()
        if row.scope in known and row.who not in known[row.scope]:
            yield f"{what}: there is no such {row.scope}"
        if not logged.get(key):
            yield f"{what}: it is not in the log"
    for scope, who in sorted(key for key, closed in logged.items() if closed and key not in stored):
        yield f"closure of {scope} {who}".rstrip() + ": it is in the log, but not in force"


# Houses.


def wrong_houses(connection: Connection) -> Iterator[str]:
    """Each version of a house is in the log with the name of its author, and so is each house that is retired."""
    logged: dict[tuple[str, int], Any] = {}
    retired: dict[str, Any] = {}
    kinds = ("house_changed", "house_retired", "house_back")
    query = select(log.c.kind, log.c.body, log.c.person, log.c.at).where(log.c.kind.in_(kinds)).order_by(log.c.seq)
    for kind, body, person, at in connection.execute(query):
        said = _decoded(body)
        name = said.get("house", "")
        if kind == "house_changed":
            logged[name, said.get("version", 0)] = (said.get("house_hash"), said.get("source"), person, at)
        elif kind == "house_retired":
            retired[name] = (person, at)
        else:
            retired.pop(name, None)
    stored = {
        (row.house, row.version): (row.hash, row.source, row.by, row.at)
        for row in connection.execute(select(house_versions))
    }
    for name, version in sorted({*logged, *stored}):
        if logged.get((name, version)) != stored.get((name, version)):
            yield f"version {version} of the house {name} is not as in the log"
    gone = {row.house: (row.by, row.at) for row in connection.execute(select(retired_houses))}
    for name in sorted({*retired, *gone}):
        if retired.get(name) != gone.get(name):
            yield f"the house {name} is {'' if name in gone else 'not '}retired, unlike in the log"
        elif name not in GAMES and name not in {house for house, _ in stored}:
            yield f"the house {name} is retired, but there is no such house"


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(bytes(body))
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}
