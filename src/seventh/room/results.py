"""A person's results over time: what each finished round was wagered and won, wager by wager.

The rounds themselves never change once they are over, so what was read of them is kept in memory, for a bounded number
of rounds: a second look reads only the rounds since.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.engine import Connection

from seventh.fair import Secret
from seventh.games import recorded_house
from seventh.house import House
from seventh.room.history import wagered_in
from seventh.room.houses import title_of
from seventh.room.rounds import round_log
from seventh.room.rounds.archived import archived_steps
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.rounds.sealing import unsealed_body
from seventh.room.store import Store
from seventh.room.store.schema import houses, log, players, rounds, seeds, tables

_CHUNK = 400
"""How many rounds are read at once: a query must not take long while the room is running."""
_KEPT = 200_000
"""The number of rounds kept in memory, of all people together."""


class Wagered(Struct, frozen=True):
    """A settled wager."""

    amount: int
    net: int
    void: bool = False
    """Whether it was returned because the hand was void."""


class PlayedLine(Struct, frozen=True):
    """A finished round of a person, as far as results are concerned."""

    id: str
    game: str
    rules: str
    """The hash of the house."""
    table: str
    number: int
    opened: int
    closed: int
    void: bool
    """Whether the round was void: wagers that were not settled by then were returned."""
    wagered: int
    net: int
    wagers: dict[str, Wagered]
    """The wagers against the dealer; empty where players play each other."""


class _Kept:
    """What is known about one person."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lines: dict[str, PlayedLine] = {}
        self.read_from = 0
        """Rounds opened before this time are known."""


class Results:
    """Reads the results of people."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._houses: dict[str, House] = {}
        self._follows: dict[str, str] = {}
        """The name of the house that a table follows, which never changes; empty for a table with its own rules."""

    def house(self, rules: str) -> House:
        """The house with this hash."""
        found = self._houses.get(rules)
        if found is None:
            with self._store.reading() as connection:
                row = connection.execute(select(houses).where(houses.c.hash == rules)).one()
            found = self._houses[rules] = recorded_house(msgspec.json.decode(row.data), row.game, "the house's rules")
        return found

    def title(self, table: str, rules: str) -> str:
        """The title of the house under which a round was played at a table."""
        if table not in self._follows:
            with self._store.reading() as connection:
                options = connection.execute(select(tables.c.options).where(tables.c.id == table)).scalar()
            self._follows[table] = msgspec.json.decode(options).get("house", "") if options else ""
        return title_of(self._follows[table], self.house(rules))

    def titles(self, ids: Sequence[str]) -> dict[str, str]:
        """The titles of the houses under which these rounds were played."""
        with self._store.reading() as connection:
            query = select(rounds.c.id, rounds.c.table, rounds.c.house_hash).where(rounds.c.id.in_(ids))
            found = connection.execute(query).all()
        return {row.id: self.title(row.table, row.house_hash) for row in found}

    def lines(self, person: str) -> list[PlayedLine]:
        """A person's finished rounds, oldest first."""
        with self._lock:
            kept = self._kept.setdefault(person, _Kept())
            self._kept.move_to_end(person)
        with kept.lock:
            self._read_on(person, kept)
            found = sorted(kept.lines.values(), key=lambda line: (line.opened, line.id))
        self._forget_some()
        return found

    def _read_on(self, person: str, kept: _Kept) -> None:
        query = (
            select(rounds.c.id, rounds.c.state, rounds.c.opened)
            .join(players, players.c.round == rounds.c.id)
            .where(players.c.person == person, players.c.opened >= kept.read_from)
        )
        with self._store.reading() as connection:
            found = connection.execute(query).all()
        fresh = [row.id for row in found if row.state != "open" and row.id not in kept.lines]
        for start in range(0, len(fresh), _CHUNK):
            chunk = fresh[start : start + _CHUNK]
            with self._store.reading() as connection:
                kept.lines.update({line.id: line for line in _read(connection, person, chunk)})
        # Rounds at other tables may have been opened earlier and still be open.
        kept.read_from = min((row.opened for row in found if row.state == "open"), default=kept.read_from)
        if found and all(row.state != "open" for row in found):
            kept.read_from = max(row.opened for row in found)

    def _forget_some(self) -> None:
        with self._lock:
            total = sum(len(kept.lines) for kept in self._kept.values())
            while total > _KEPT and len(self._kept) > 1:
                total -= len(self._kept.popitem(last=False)[1].lines)


def _read(connection: Connection, person: str, ids: Sequence[str]) -> Iterator[PlayedLine]:
    query = (
        select(rounds, players.c.seat.label("own"), seeds.c.seed)
        .join(players, players.c.round == rounds.c.id)
        .outerjoin(seeds, seeds.c.round == rounds.c.id)
        .where(players.c.person == person, rounds.c.id.in_(ids))
    )
    found = {row.id: row for row in connection.execute(query)}
    closed = {row.id: msgspec.json.decode(row.result, type=Closed) for row in found.values()}
    # If the ledger voided a round, every chip was returned, whatever had been settled.
    settled = _settled(connection, {name: row for name, row in found.items() if not closed[name].by_ledger})
    between_players = [row for row in found.values() if row.state == "played" and not settled[row.id]]
    wagered = wagered_in(connection, person, between_players)
    for row in found.values():
        before = msgspec.json.decode(row.seats, type=dict[int, Seated])[row.own].chips
        after = closed[row.id].stacks[row.own]
        wagers = settled.get(row.id, {})
        total = sum(wager.amount for wager in wagers.values()) or wagered.get(row.id, 0)
        yield PlayedLine(
            id=row.id,
            game=row.game,
            rules=row.house_hash,
            table=row.table,
            number=row.number,
            opened=row.opened,
            closed=row.closed,
            void=row.state == "void",
            wagered=total,
            net=after - before,
            wagers=wagers,
        )


class _Settled(Struct, frozen=True, tag_field="event", tag="settled"):
    seat: int
    wager: str
    amount: int
    result: str
    returned: int
    payoff: int


def _settled(connection: Connection, found: dict[str, Any]) -> dict[str, dict[str, Wagered]]:
    """The settled wagers of each round's own seat, from the log or from its archive."""
    settled: dict[str, dict[str, Wagered]] = {name: {} for name in found}
    logged: set[str] = set()
    query = select(log.c.round, log.c.body).where(log.c.round.in_(list(found)), log.c.kind == round_log.STEP)
    for name, stored in connection.execute(query.order_by(log.c.seq)):
        logged.add(name)
        if found[name].seed is not None:  # otherwise its key was lost
            body = unsealed_body(Secret(bytes(found[name].seed)), name, bytes(stored))
            settled[name] |= _wagers(body, found[name].own)
    for name, (bodies, _, _) in archived_steps(connection, [name for name in found if name not in logged]).items():
        for body in bodies:
            settled[name] |= _wagers(body, found[name].own)
    return settled


def _wagers(body: bytes, seat: int) -> dict[str, Wagered]:
    """The wagers of a seat that the steps in a log entry settled."""
    if _SETTLED not in body:
        return {}
    events = (bytes(event) for step in _LIGHT.decode(body).steps for event in step.events)
    lines = [_LINE.decode(event) for event in events if _SETTLED in event]
    return {
        line.wager: Wagered(line.amount, line.returned + line.payoff - line.amount, line.result == "void")
        for line in lines
        if line.seat == seat
    }


class _LightStep(Struct):
    events: list[msgspec.Raw]


class _Light(Struct):
    """The steps of a log entry, whose events are decoded only where needed."""

    steps: list[_LightStep]


_SETTLED = b'"event":"settled"'
_LIGHT = msgspec.json.Decoder(_Light)
_LINE = msgspec.json.Decoder(_Settled)
