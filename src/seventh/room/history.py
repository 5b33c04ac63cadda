"""A person's history (R42): every round, each decision and who made it, chips before and after, and the proof."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import and_, func, or_, select
from sqlalchemy.engine import Connection

from seventh.records.phh import NotInPhh, export, write
from seventh.records.record import Record, write_record
from seventh.records.standalone_proof import StandaloneProof, proof_data
from seventh.room.clock import Clock
from seventh.room.ledger import stack
from seventh.room.refusals import FAILED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds import round_log
from seventh.room.rounds.archived import MovedAway, archived_wagers, log_bodies
from seventh.room.rounds.archiving import ARCHIVED
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.round_log import Closed, Seated
from seventh.room.rounds.rounds import InconsistentRound, SealedRound, replay_round, resume
from seventh.room.rounds.sealing import unsealed_body
from seventh.room.settings import RoomSettings
from seventh.room.store import Store
from seventh.room.store.schema import log, players, rounds, transfers
from seventh.rounds.events import Event

_MOST = 100_000
"""Maximum number of rounds in one download."""
_OWN = select(rounds, players.c.seat.label("own")).join(players, players.c.round == rounds.c.id)


class RoundLine(Struct, frozen=True):
    """One line of a person's history."""

    id: str
    game: str
    table: str
    number: int
    opened: int
    closed: int
    """0 while the round is open."""
    state: str
    """open, played or void."""
    seat: int
    wagered: int
    """The person's total wagers."""
    net: int
    before: int
    """The stack at the start of the round."""
    after: int


class Decision(Struct, frozen=True):
    """A decision by the person, or by the clock on the person's behalf."""

    at: int
    action: dict[str, Any]
    by_clock: bool


class PlayedRound(Struct, frozen=True):
    """A finished round as one of its players may see it."""

    line: RoundLine
    live: LiveRound
    """The complete round; must not be exposed except through the fields and properties below."""
    reason: str
    """Why it was void, if it was."""
    record: Record
    """The person's copy, without cards that were never shown."""
    times: tuple[tuple[int, str], ...]
    """The time of each step, and who decided if it was not the person."""
    seed: str
    """The server seed; empty while it is not revealed."""

    @property
    def view(self) -> Any:
        """The final view of the round from the person's seat."""
        return self.live.view(self.line.seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events as the person saw them."""
        return tuple(event.seen_by(self.line.seat) for event in self.live.hand.events)

    @property
    def people(self) -> dict[int, str]:
        """Who sat where, by id."""
        return {place: seated.person for place, seated in self.live.seats.items()}

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The person's decisions, and those the clock made on the person's behalf."""
        return tuple(
            Decision(at, msgspec.to_builtins(step.action), by == "clock")
            for step, (at, by) in zip(self.record.steps, self.times, strict=True)
            if step.who == self.line.seat
        )

    @property
    def proof(self) -> dict[str, Any]:
        """The proof of the shuffle, as far as it has been revealed."""
        live, proof = self.live, self.record.proof
        assert proof is not None
        # The record's proof has a root even if none was published because the round ended before its first card.
        shown = msgspec.structs.replace(proof, server_seed=self.seed or None, root=live.root)
        return proof_data(StandaloneProof(live.hand.game, shown))


class PublicRound(Struct, frozen=True):
    """The public part of a round: its commitment and what was revealed."""

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


class PublicEntry(Struct, frozen=True):
    """An entry of the public log: about the room as a whole, or a void round."""

    at: int
    kind: str
    """round_void; or room_key, restored, behind_anchor, anchor_missing, house_funded, archives_moved."""
    round: str
    """The round, if it is about one."""
    body: dict[str, Any]
    """What happened: for a round its reason, its commitment, and whether anybody had wagered."""


class History:
    """Looks rounds up for the people who played them."""

    def __init__(self, store: Store, settings: RoomSettings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    def rounds(self, person: str, before: str = "", limit: int = 50, with_open: bool = False) -> tuple[RoundLine, ...]:
        """A person's rounds, latest first; with `before`, those before that round."""
        with self._store.reading() as connection:
            query = _OWN.where(players.c.person == person)
            if not with_open:
                query = query.where(rounds.c.state != "open")
            if before:
                own = select(players.c.opened).where(players.c.person == person, players.c.round == before)
                opened = connection.execute(own).scalar()
                if opened is None:
                    raise RoomRefused(UNKNOWN, f"{before!r} is not one of your rounds")
                at_once = and_(players.c.opened == opened, players.c.round < before)
                query = query.where(or_(players.c.opened < opened, at_once))
            query = query.order_by(players.c.opened.desc(), players.c.round.desc()).limit(limit)
            found = connection.execute(query).all()
            wagered = wagered_in(connection, person, found)
        return tuple(_line(row, wagered.get(row.id, 0)) for row in found)

    def round(self, person: str, round_id: str) -> PlayedRound:
        """One round in full. Only its players see it, and only when it is over."""
        with self._store.reading() as connection:
            row = connection.execute(_OWN.where(players.c.person == person, rounds.c.id == round_id)).one_or_none()
            if row is None:
                raise RoomRefused(UNKNOWN, f"{round_id} is not one of your rounds")
            if row.state == "open":
                raise RoomRefused(NOT_NOW, f"{round_id} is not over yet")
            try:
                live = replay_round(connection, round_id).live
            except MovedAway as error:
                raise RoomRefused(NOT_NOW, str(error)) from None
            except InconsistentRound as error:
                raise RoomRefused(FAILED, str(error)) from None
            times = _times(connection, live)
            wagered = wagered_in(connection, person, [row])
        line = _line(row, wagered.get(row.id, 0))
        seed = live.revealed if self.is_revealed(live, line.closed) else ""
        return PlayedRound(line, live, row.reason or "", live.record(line.seat), times, seed)

    def record(self, person: str, round_id: str) -> Record:
        """The record of one round with its proof, for `seventh verify`; the whole of it once the seed is revealed."""
        played = self.round(person, round_id)
        if played.live.called_off:
            why = f"the round was voided by the ledger: {played.live.called_off}"
            raise RoomRefused(NOT_NOW, f"{why}; see the round's page")
        return played.live.record("all") if played.seed else played.record

    def phh(self, person: str, round_id: str) -> str:
        """A hand of stud in PHH, as the person saw it."""
        played = self.round(person, round_id)
        try:
            if played.seed:
                return write(played.live.record("all"))
            return export(played.record, played.line.seat)
        except NotInPhh as error:
            raise RoomRefused(NOT_NOW, f"{error}; download the round's record instead") from None

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
        """The public part of a round."""
        with self._store.reading() as connection:
            row = connection.execute(rounds.select().where(rounds.c.id == round_id)).one_or_none()
        if row is None:
            raise RoomRefused(UNKNOWN, f"no such round: {round_id!r}")
        seed = ""
        if row.state != "open":
            with suppress(SealedRound, MovedAway):  # void, because its key was lost; or in a file
                live = resume(self._store, round_id)
                seed = live.revealed if self.is_revealed(live, row.closed) else ""
        seeds = msgspec.json.decode(row.client_seeds) if row.client_seeds else {}
        return PublicRound(row.id, row.game, row.state, row.reason or "", row.seed_hash, seeds, row.root or "", seed)

    def public_log(self, before: int = 0, limit: int = 100) -> tuple[PublicEntry, ...]:
        """What everybody may know about the room, latest first: void rounds, restored backups, lost data, keys (R4, R9,
        R47). With `before`, entries before that time."""
        room = log.c.table.is_(None), log.c.round.is_(None), log.c.person.is_(None)
        until = before or self._clock.now() + 1
        of_room = (
            select(log).where(*room, log.c.at < until, log.c.kind != ARCHIVED).order_by(log.c.seq.desc()).limit(limit)
        )
        void = select(rounds).where(rounds.c.state == "void", rounds.c.closed < until)
        latest = void.order_by(rounds.c.closed.desc(), rounds.c.id.desc()).limit(limit)
        with self._store.reading() as connection:
            found = [
                PublicEntry(row.at, row.kind, "", msgspec.json.decode(bytes(row.body)))
                for row in connection.execute(of_room)
            ]
            voided = connection.execute(latest).all()
            ids = [row.id for row in voided]
            touched = set(connection.execute(select(transfers.c.round).where(transfers.c.round.in_(ids))).scalars())
            touched |= {name for name, wagered in archived_wagers(connection, ids).items() if wagered}
        found += [
            PublicEntry(
                row.closed,
                "round_void",
                row.id,
                {"reason": row.reason, "seed_hash": row.seed_hash, "wagers": row.id in touched},
            )
            for row in voided
        ]
        return tuple(sorted(found, key=lambda entry: entry.at, reverse=True)[:limit])

    def is_revealed(self, live: LiveRound, closed: int) -> bool:
        """Whether the server seed may be shown; delayed where it would reveal folded hands."""
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


def wagered_in(connection: Connection, person: str, found: Sequence[Any]) -> dict[str, int]:
    """The person's total wagers in each of these rounds."""
    accounts = {stack(row.table, person) for row in found}
    query = (
        select(transfers.c.round, func.sum(transfers.c.amount))
        .where(transfers.c.round.in_([row.id for row in found]), transfers.c.giver.in_(accounts))
        .group_by(transfers.c.round)
    )
    live = {name: int(amount) for name, amount in connection.execute(query)} if found else {}
    archived = archived_wagers(connection, [row.id for row in found if row.id not in live])
    own = {row.id: row.own for row in found}
    return live | {name: seats.get(own[name], 0) for name, seats in archived.items()}


def _times(connection: Connection, live: LiveRound) -> tuple[tuple[int, str], ...]:
    query = select(log.c.at, log.c.kind, log.c.body).where(log.c.round == live.id).order_by(log.c.seq)
    times: list[tuple[int, str]] = []
    for at, kind, body in connection.execute(query).all() or log_bodies(connection, live.id):
        if kind != round_log.STEP:
            continue
        steps = round_log.read_steps(unsealed_body(live.secret, live.id, bytes(body)))
        times += [(at, steps.by)] * len(steps.steps)
    return tuple(times)
