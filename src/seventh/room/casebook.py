"""What the staff can look up: finished rounds, the log with names, flags, and a bundle that answers a dispute.

Nothing here shows a card or a seed of a round in progress that a bystander does not see (R37). A finished round is
shown complete once its seed may be shown to everybody, and before that as a spectator saw it.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from sqlalchemy import and_, or_, select
from sqlalchemy.engine import Connection

from seventh.games import rules_of
from seventh.records.phh.toml import toml_line
from seventh.records.record import Record, write_record
from seventh.records.standalone_proof import StandaloneProof, proof_data
from seventh.room.decision_words import labelled, step_words
from seventh.room.refusals import FAILED, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.rounds import round_log
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import InconsistentRound, replay_round
from seventh.room.rounds.sealing import unsealed_body
from seventh.room.store.schema import log, people, players, rounds, tables
from seventh.rounds.actions import DEALER, FLOOR

if TYPE_CHECKING:
    from seventh.room.room import Room

MOST = 200
"""The most lines of one look-up."""
OF_STAFF = (
    "floor_held",
    "floor_released",
    "floor_dealt",
    "floor_called",
    "floor_removed",
    "floor_let_in",
    "adjustment_proposed",
    "adjustment_approved",
    "adjustment_declined",
    "closed",
    "opened",
    "reversed",
    "role",
    "password_reset",
    "second_factor_removed",
    "house_changed",
    "house_retired",
    "house_back",
)
"""The entries of the log about what the staff did."""


class FoundRound(Struct, frozen=True):
    """A round in a look-up."""

    id: str
    game: str
    table: str
    number: int
    opened: int
    closed: int
    """0 while it is in progress."""
    state: str
    reason: str
    players: tuple[str, ...]
    """Their names, by seat."""


class LogLine(Struct, frozen=True):
    """An entry of the log."""

    seq: int
    at: int
    kind: str
    table: str
    round: str
    person: str
    """The id of the person who did it; empty if nobody did."""
    name: str
    body: dict[str, Any]


class DecidedStep(Struct, frozen=True):
    """A step of a round: who took it, when, and who decided."""

    at: int
    who: str
    """`seat 3`, dealer or floor."""
    name: str
    decided_by: str
    """person, bot, clock, room, dealer, floor, or the player's departure or removal."""
    action: dict[str, Any]
    clause: str = ""
    words: str = ""
    """What happened, in a sentence."""


class FinishedRound(Struct, frozen=True):
    """A finished round as the staff may see it."""

    live: LiveRound
    """The complete round; must not be exposed except through the fields below."""
    record: Record
    complete: bool
    """Whether the record has every card, because the seed may be shown to everybody."""
    state: str
    reason: str
    steps: tuple[DecidedStep, ...]
    entries: tuple[LogLine, ...]
    """The log about the round, without its steps."""


class Casebook:
    """Looks up what the staff may know."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._store = room.store

    # Rounds.

    def rounds(
        self, text: str = "", table: str = "", person: str = "", since: int = 0, until: int = 0, limit: int = 50
    ) -> list[FoundRound]:
        """Rounds by id, table, player and time, latest first."""
        if not 1 <= limit <= MOST:
            raise RoomRefused(MALFORMED, f"the limit cannot be {limit}", f"1 to {MOST}")
        query = select(rounds).order_by(rounds.c.opened.desc(), rounds.c.id.desc()).limit(limit)
        if text:
            query = query.where(rounds.c.id.startswith(text, autoescape=True))
        if table:
            named = select(tables.c.id).where(tables.c.name == table)
            query = query.where(or_(rounds.c.table == table, rounds.c.table.in_(named)))
        if person:
            named = select(people.c.id).where(or_(people.c.id == person, people.c.name == person))
            query = query.where(rounds.c.id.in_(select(players.c.round).where(players.c.person.in_(named))))
        if since:
            query = query.where(rounds.c.opened >= since)
        if until:
            query = query.where(rounds.c.opened < until)
        with self._store.reading() as connection:
            found = connection.execute(query).all()
        return [self._found(row) for row in found]

    def _found(self, row: Any) -> FoundRound:
        seats = msgspec.json.decode(row.seats, type=dict[int, round_log.Seated])
        names = tuple(f"{seat}: {self._labelled(seated.person)}" for seat, seated in seats.items())
        return FoundRound(
            row.id, row.game, row.table, row.number, row.opened, row.closed or 0, row.state, row.reason or "", names
        )

    def _name(self, person: str) -> str:
        return self._room.people.person(person).name if person else ""

    def _labelled(self, person: str) -> str:
        """A player's name; a bot's says so (R36)."""
        found = self._room.people.person(person)
        return labelled(found.name, found.bot)

    # The log.

    def staff_log(self, before: int = 0, limit: int = 100, person: str = "") -> list[LogLine]:
        """What the staff did, latest first; with `before`, entries before that number."""
        query = select(log).where(log.c.kind.in_(OF_STAFF)).order_by(log.c.seq.desc()).limit(min(limit, MOST))
        if before:
            query = query.where(log.c.seq < before)
        if person:
            query = query.where(log.c.person == person)
        return self._lines(query)

    def flags(self, limit: int = 50) -> list[LogLine]:
        """Players who shared a device or an address at one table between players (R32), latest first."""
        found = self._lines(select(log).where(log.c.kind == "flagged").order_by(log.c.seq.desc()).limit(limit))
        return [
            msgspec.structs.replace(
                line, body={**line.body, "names": [self._name(person) for person in line.body["people"]]}
            )
            for line in found
        ]

    def _lines(self, query: Any) -> list[LogLine]:
        with self._store.reading() as connection:
            found = connection.execute(query).all()
        return [self._line(row) for row in found]

    def _line(self, row: Any) -> LogLine:
        try:
            body = msgspec.json.decode(bytes(row.body))
        except msgspec.DecodeError:
            body = {}
        shown = body if isinstance(body, dict) else {}
        return LogLine(
            row.seq, row.at, row.kind, row.table or "", row.round or "", row.person or "",
            self._name(row.person or ""), shown,
        )  # fmt: skip

    # Disputes.

    def finished(self, round_id: str) -> FinishedRound:
        """A finished round as the staff may see it."""
        with self._store.reading() as connection:
            live, record, complete = self._finished(connection, round_id)
            steps = self._decided(connection, live, record)
            row = connection.execute(select(rounds).where(rounds.c.id == round_id)).one()
            entries = self._about(connection, row)
        return FinishedRound(live, record, complete, row.state, row.reason or "", tuple(steps), tuple(entries))

    def _about(self, connection: Connection, row: Any) -> list[LogLine]:
        """The entries of the log about a round, other than its steps, and those about its table meanwhile."""
        during = and_(log.c.table == row.table, log.c.at >= row.opened, log.c.at <= row.closed)
        about = or_(log.c.round == row.id, and_(during, log.c.round.is_(None)))
        query = select(log).where(about, log.c.kind != round_log.STEP).order_by(log.c.seq)
        return [self._line(entry) for entry in connection.execute(query)]

    def _finished(self, connection: Connection, round_id: str) -> tuple[LiveRound, Record, bool]:
        row = connection.execute(select(rounds).where(rounds.c.id == round_id)).one_or_none()
        if row is None:
            raise RoomRefused(UNKNOWN, f"no such round: {round_id!r}")
        if row.state == "open":
            raise RoomRefused(NOT_NOW, f"{round_id} is not over yet")
        try:
            live = replay_round(connection, round_id).live
        except InconsistentRound as error:
            raise RoomRefused(FAILED, str(error)) from None
        complete = self._room.history.is_revealed(live, row.closed)
        return live, live.record("all" if complete else None), complete

    def bundle(self, round_id: str) -> bytes:
        """Everything about one finished round as a ZIP file: record, rules, proof, decisions, chat, log."""
        found = self.finished(round_id)
        live, record, lines = found.live, found.record, found.entries
        proof = record.proof
        house = "".join(toml_line(key, value) for key, value in live.house.recorded().items())
        files = {
            "README.txt": _ABOUT.format(
                round=round_id,
                title=live.house.title,
                state=found.state,
                reason=found.reason or "-",
                record="complete" if found.complete else "as a spectator saw it; complete when the seed is revealed",
            ),
            "record.json": write_record(record),
            "rules.txt": str(rules_of(live.house)),
            "house.toml": house,
            "decisions.json": _json(found.steps),
            "chat.json": _json([line for line in lines if line.kind == "said"]),
            "log.json": _json(lines),
        }
        if proof is not None:
            files["proof.json"] = json.dumps(proof_data(StandaloneProof(live.hand.game, proof)), indent=1)
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in files.items():
                bundle.writestr(zipfile.ZipInfo(f"{round_id}/{name}"), text)
        return stream.getvalue()

    def _decided(self, connection: Connection, live: LiveRound, record: Record) -> list[DecidedStep]:
        """The steps of the record, each with its time and who decided."""
        query = select(log.c.at, log.c.body, log.c.person).where(log.c.round == live.id, log.c.kind == round_log.STEP)
        told: list[tuple[int, str, str]] = []
        for at, body, person in connection.execute(query.order_by(log.c.seq)):
            logged = round_log.read_steps(unsealed_body(live.secret, live.id, bytes(body)))
            told += [(at, logged.by, person or "")] * len(logged.steps)
        found = []
        players = {seat: self._room.people.person(seated.person) for seat, seated in live.seats.items()}
        names = {seat: labelled(player.name, player.bot) for seat, player in players.items()}
        words = step_words(live.house, live.hand, record.steps, names)
        for step, sentence, (at, by, person) in zip(record.steps, words, told, strict=True):
            if isinstance(step.who, int):
                decided = by or ("bot" if players[step.who].bot else "person")
                who, name = f"seat {step.who}", names[step.who]
            else:
                who, decided = step.who, step.who
                name = self._name(person) if step.who == FLOOR else ""
            clause = next((c for event in step.events if (c := getattr(event, "clause", ""))), "")
            action = msgspec.to_builtins(step.action)
            found.append(DecidedStep(at, who, name, decided, action, "" if step.who == DEALER else clause, sentence))
        return found


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode()


_ABOUT = """\
Round {round} of {title}
Result: {state}; reason: {reason}

record.json     the round for `seventh verify`: {record}
rules.txt       the rules in force
house.toml      the same rules as settings; their hash is the record's house_hash
proof.json      the proof of the shuffle, as far as it has been revealed
decisions.json  every step in words, its time, and who decided: person, bot, clock, room, dealer, floor,
                or the departure or removal of the player
chat.json       what was said at the table during the round
log.json        the entries of the event log about the round, with their numbers in the hash chain
Times are milliseconds since 1970, UTC.
"""
