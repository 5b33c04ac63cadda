"""What a person can recall (R42): every round, each decision and who made it, the chips before and after, the proof."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import and_, func, or_, select
from sqlalchemy.engine import Connection

from seventh.records.phh import NotInPhh, export, write
from seventh.records.proof_alone import ProofAlone, proof_data
from seventh.records.record import Record, write_record
from seventh.room.clock import Clock
from seventh.room.ledger import stack
from seventh.room.refusals import FAILED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds import round_log
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.rounds.rounds import NotTheRound, replay_round, resume
from seventh.room.settings import RoomSettings
from seventh.room.store import Store
from seventh.room.store.schema import log, players, rounds, transfers
from seventh.rounds.events import Event

_MOST = 100_000
"""Rounds in one download."""
_OWN = select(rounds, players.c.seat.label("own")).join(players, players.c.round == rounds.c.id)


class RoundLine(Struct, frozen=True):
    """One line of a person's history."""

    id: str
    game: str
    table: str
    number: int
    opened: int
    closed: int
    """0 while it is not over."""
    state: str
    """open, played or void."""
    seat: int
    wagered: int
    """What the person put up in it."""
    net: int
    before: int
    """The stack when the round began."""
    after: int


class Decision(Struct, frozen=True):
    """A decision of the person, or of the clock in the person's place."""

    at: int
    action: dict[str, Any]
    by_clock: bool


class PlayedRound(Struct, frozen=True):
    """A finished round as one of its players may see it."""

    line: RoundLine
    live: LiveRound
    """The whole round: nothing of it goes out but through what follows."""
    reason: str
    """Why it was void, if it was."""
    record: Record
    """What the person may keep: without the cards that were never shown."""
    times: tuple[tuple[int, str], ...]
    """When each step was, and who decided if it was not the person."""
    seed: str
    """The server seed; empty while it is not revealed."""

    @property
    def view(self) -> Any:
        """The round at its end, as the person saw it."""
        return self.live.view(self.line.seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as the person saw it."""
        return tuple(event.seen_by(self.line.seat) for event in self.live.hand.events)

    @property
    def people(self) -> dict[int, str]:
        """Who sat where, by id."""
        return {place: seated.person for place, seated in self.live.seats.items()}

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the person decided, or the clock in the person's place."""
        return tuple(
            Decision(at, msgspec.to_builtins(step.action), by == "clock")
            for step, (at, by) in zip(self.record.steps, self.times, strict=True)
            if step.who == self.line.seat
        )

    @property
    def proof(self) -> dict[str, Any]:
        """Where the cards came from, as far as it is shown by now."""
        live, proof = self.live, self.record.proof
        assert proof is not None
        # The record's proof has a root also where none was published, because the round ended before its first card.
        shown = msgspec.structs.replace(proof, server_seed=self.seed or None, root=live.root)
        return proof_data(ProofAlone(live.hand.game, shown))


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

    def rounds(self, person: str, before: str = "", limit: int = 50, with_open: bool = False) -> tuple[RoundLine, ...]:
        """A person's rounds, the latest first; those before a round, which is the last one that is known."""
        with self._store.reading() as connection:
            query = _OWN.where(players.c.person == person)
            if not with_open:
                query = query.where(rounds.c.state != "open")
            if before:
                own = select(players.c.opened).where(players.c.person == person, players.c.round == before)
                opened = connection.execute(own).scalar()
                if opened is None:
                    raise RoomRefused(UNKNOWN, f"{before!r} is not a round of yours")
                at_once = and_(players.c.opened == opened, players.c.round < before)
                query = query.where(or_(players.c.opened < opened, at_once))
            query = query.order_by(players.c.opened.desc(), players.c.round.desc()).limit(limit)
            found = connection.execute(query).all()
            wagered = _wagered(connection, person, found)
        return tuple(_line(row, wagered.get(row.id, 0)) for row in found)

    def round(self, person: str, round_id: str) -> PlayedRound:
        """One round in full. Only its players see it, and only when it is over."""
        with self._store.reading() as connection:
            row = connection.execute(_OWN.where(players.c.person == person, rounds.c.id == round_id)).one_or_none()
            if row is None:
                raise RoomRefused(UNKNOWN, f"{round_id} is not a round of yours")
            if row.state == "open":
                raise RoomRefused(NOT_NOW, f"{round_id} is not over yet")
            try:
                live = replay_round(connection, round_id).live
            except NotTheRound as error:
                raise RoomRefused(FAILED, str(error)) from None
            times = _times(connection, round_id)
            wagered = _wagered(connection, person, [row])
        line = _line(row, wagered.get(row.id, 0))
        seed = live.revealed if self._revealed(live, line.closed) else ""
        return PlayedRound(line, live, row.reason or "", live.record(line.seat), times, seed)

    def record(self, person: str, round_id: str) -> Record:
        """The record of one round with its proof, for `seventh verify`; the whole of it once the seed is revealed."""
        played = self.round(person, round_id)
        if played.live.called_off:
            why = f"the round was called off by the ledger: {played.live.called_off}"
            raise RoomRefused(NOT_NOW, why, "the round's page")
        return played.live.record("all") if played.seed else played.record

    def phh(self, person: str, round_id: str) -> str:
        """A hand of stud in PHH, as the person saw it."""
        played = self.round(person, round_id)
        try:
            if played.seed:
                return write(played.live.record("all"))
            return export(played.record, played.line.seat)
        except NotInPhh as error:
            raise RoomRefused(NOT_NOW, str(error), "the round's own record") from None

    def json(self, person: str, round_id: str) -> str:
        """One round's record as text."""
        return write_record(self.record(person, round_id))

    def csv(self, person: str, limit: int = _MOST) -> str:
        """The list of a person's rounds as a table."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(RoundLine.__struct_fields__)
        writer.writerows(msgspec.structs.astuple(line) for line in self.rounds(person, limit=limit, with_open=True))
        return text.getvalue()

    def public(self, round_id: str) -> PublicRound:
        """How a commitment ended, for everybody."""
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

    def _revealed(self, live: LiveRound, closed: int) -> bool:
        """Whether the server seed may be shown: only after a while where it shows folded hands."""
        if not live.hand.KEEPS_SECRETS:
            return True
        return closed + self._settings.seed_reveal_delay <= self._clock.now()


def _line(row: Any, wagered: int) -> RoundLine:
    seats = msgspec.json.decode(row.seats, type=dict[int, Seated])
    before = seats[row.own].chips
    after = msgspec.json.decode(row.result, type=Closed).stacks[row.own] if row.result else before
    return RoundLine(
        id=row.id,
        game=row.game,
        table=row.table,
        number=row.number,
        opened=row.opened,
        closed=row.closed or 0,
        state=row.state,
        seat=row.own,
        wagered=wagered,
        net=after - before,
        before=before,
        after=after,
    )


def _wagered(connection: Connection, person: str, found: Sequence[Any]) -> dict[str, int]:
    """What the person put up in each of these rounds."""
    accounts = {stack(row.table, person) for row in found}
    query = (
        select(transfers.c.round, func.sum(transfers.c.amount))
        .where(transfers.c.round.in_([row.id for row in found]), transfers.c.giver.in_(accounts))
        .group_by(transfers.c.round)
    )
    return {name: int(amount) for name, amount in connection.execute(query)} if found else {}


def _times(connection: Connection, round_id: str) -> tuple[tuple[int, str], ...]:
    query = (
        select(log.c.at, log.c.body).where(log.c.round == round_id, log.c.kind == round_log.STEP).order_by(log.c.seq)
    )
    times: list[tuple[int, str]] = []
    for at, body in connection.execute(query):
        steps = round_log.read_steps(bytes(body))
        times += [(at, steps.by)] * len(steps.steps)
    return tuple(times)
