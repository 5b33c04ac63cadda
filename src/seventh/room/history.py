"""What a person can recall (R42): every round, each decision and who made it, the chips before and after, the proof."""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.records.phh import NotInPhh, export, write
from seventh.records.record import Record, write_record
from seventh.room.clock import Clock
from seventh.room.refusals import NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds import round_log
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.rounds.rounds import NotTheRound, resume
from seventh.room.settings import RoomSettings
from seventh.room.store import Store, schema

_MOST = 500


class MyRound(Struct, frozen=True):
    """One line of a person's history."""

    round: str
    table: str
    game: str
    number: int
    opened: int
    closed: int
    state: str
    """played or void."""
    reason: str
    seat: int
    before: int
    """The stack when the round began."""
    after: int
    net: int
    seed_hash: str


class Decision(Struct, frozen=True):
    """A decision of the person, or of the clock in the person's place."""

    at: int
    action: dict[str, Any]
    by_clock: bool


class MyRoundInFull(Struct, frozen=True):
    """Everything about one round that the person may see."""

    line: MyRound
    decisions: tuple[Decision, ...]
    view: Any
    """The round at its end, as the person saw it."""
    events: tuple[Any, ...]
    """What happened, as the person saw it."""
    people: dict[int, str]
    """Who sat where, by id."""
    seed: str
    """The server seed; empty while it is not revealed."""


class PublicRound(Struct, frozen=True):
    """What everybody may know of a round: how its commitment ended."""

    round: str
    game: str
    state: str
    """open, played or void."""
    reason: str
    seed_hash: str
    client_seeds: dict[str, str]
    root: str
    seed: str
    """The server seed; empty while it is not revealed."""


class History:
    """Looks rounds up for the people who played them."""

    def __init__(self, store: Store, settings: RoomSettings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    def rounds(self, person: str, before: int | None = None, limit: int = 50) -> tuple[MyRound, ...]:
        """A person's finished rounds, the latest first; `before` is the `opened` of the last one that is known."""
        rounds, players = schema.rounds, schema.players
        query = (
            select(rounds, players.c.seat.label("own"))
            .join(players, players.c.round == rounds.c.id)
            .where(players.c.person == person, rounds.c.state != "open")
            .order_by(players.c.opened.desc(), players.c.round.desc())
            .limit(max(1, min(limit, _MOST)))
        )
        if before is not None:
            query = query.where(players.c.opened < before)
        with self._store.reading() as connection:
            return tuple(_line(row) for row in connection.execute(query))

    def round(self, person: str, round_id: str) -> MyRoundInFull:
        """One round in full."""
        line, live = self._own(person, round_id)
        seat = line.seat
        return MyRoundInFull(
            line,
            self._decisions(round_id, seat),
            live.view(seat),
            tuple(event.seen_by(seat) for event in live.hand.events),
            {place: seated.person for place, seated in live.seats.items()},
            live.revealed if self._revealed(live, line.closed) else "",
        )

    def record(self, person: str, round_id: str) -> Record:
        """The record of one round with its proof, for `seventh verify`."""
        line, live = self._own(person, round_id)
        if live.called_off:
            raise RoomRefused(NOT_NOW, f"the round was called off by the ledger: {live.called_off}", "the round's page")
        return live.record("all" if self._revealed(live, line.closed) else line.seat)

    def phh(self, person: str, round_id: str) -> str:
        """A hand of stud in PHH, as the person saw it."""
        line, live = self._own(person, round_id)
        try:
            if self._revealed(live, line.closed):
                return write(live.record("all"))
            return export(live.record(line.seat), line.seat)
        except NotInPhh as error:
            raise RoomRefused(NOT_NOW, str(error), "the round's own record") from None

    def json(self, person: str, round_id: str) -> str:
        """One round's record as text."""
        return write_record(self.record(person, round_id))

    def csv(self, person: str, limit: int = _MOST) -> str:
        """The list of a person's rounds as a table."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(MyRound.__struct_fields__)
        for line in self.rounds(person, limit=limit):
            writer.writerow(msgspec.structs.astuple(line))
        return text.getvalue()

    def public(self, round_id: str) -> PublicRound:
        """How a commitment ended, for everybody."""
        rounds = schema.rounds
        with self._store.reading() as connection:
            row = connection.execute(rounds.select().where(rounds.c.id == round_id)).one_or_none()
        if row is None:
            raise RoomRefused(UNKNOWN, f"there is no round {round_id!r}")
        seed = ""
        if row.state != "open":
            live = resume(self._store, round_id)
            seed = live.revealed if self._revealed(live, row.closed) else ""
        seeds = msgspec.json.decode(row.client_seeds) if row.client_seeds else {}
        return PublicRound(row.id, row.game, row.state, row.reason or "", row.seed_hash, seeds, row.root or "", seed)

    def _own(self, person: str, round_id: str) -> tuple[MyRound, LiveRound]:
        rounds, players = schema.rounds, schema.players
        query = (
            select(rounds, players.c.seat.label("own"))
            .join(players, players.c.round == rounds.c.id)
            .where(players.c.person == person, rounds.c.id == round_id)
        )
        with self._store.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise RoomRefused(UNKNOWN, f"you were in no round {round_id!r}")
        if row.state == "open":
            raise RoomRefused(NOT_NOW, "the round is not over")
        try:
            return _line(row), resume(self._store, round_id)
        except NotTheRound as error:
            raise RoomRefused(NOT_NOW, f"the round cannot be shown: {error}") from None

    def _decisions(self, round_id: str, seat: int) -> tuple[Decision, ...]:
        log = schema.log
        query = select(log.c.at, log.c.body).where(log.c.round == round_id, log.c.kind == round_log.STEP)
        found = []
        with self._store.reading() as connection:
            for at, body in connection.execute(query.order_by(log.c.seq)):
                steps = round_log.read_steps(bytes(body))
                found += [
                    Decision(at, msgspec.to_builtins(step.action), steps.by == "clock")
                    for step in steps.steps
                    if step.who == seat
                ]
        return tuple(found)

    def _revealed(self, live: LiveRound, closed: int) -> bool:
        """Whether the server seed may be shown: only after a while where it shows folded hands."""
        if not live.hand.KEEPS_SECRETS:
            return True
        return closed + self._settings.seed_reveal_delay <= self._clock.now()


def _line(row: Any) -> MyRound:
    seats = msgspec.json.decode(row.seats, type=dict[int, Seated])
    before = seats[row.own].chips
    after = before
    if row.result:
        after = msgspec.json.decode(row.result, type=Closed).stacks[row.own]
    return MyRound(
        row.id,
        row.table,
        row.game,
        row.number,
        row.opened,
        row.closed or 0,
        row.state,
        row.reason or "",
        row.own,
        before,
        after,
        after - before,
        row.seed_hash,
    )
