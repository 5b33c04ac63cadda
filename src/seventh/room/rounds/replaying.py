"""Replays a stored round from its log, comparing every action, card, event and chip."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from seventh.cards import CardError
from seventh.fair import Inputs, Secret, Shuffled
from seventh.games import new_round, recorded_house
from seventh.house import House, HouseError, hash_of
from seventh.records.record import Step
from seventh.records.verify import SAME_WORDING, same_event
from seventh.room.changes import Transfer
from seventh.room.ledger import escrow, stack
from seventh.room.rounds import round_log
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.postings import Books, call_off, post
from seventh.room.rounds.round_log import Closed, Opened, Seated, SeedsClosed, Steps
from seventh.room.rounds.sealing import unsealed_body
from seventh.rounds.actions import DEALER, FLOOR, DealCards, NoMoreBets, PlaceWagers
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value
from seventh.rounds.round import Round


class InconsistentRound(Exception):
    """The stored data of a round is inconsistent; the message says where."""

    def __init__(self, round_id: str, message: str) -> None:
        self.round = round_id
        super().__init__(f"round {round_id}: {message}")


class Entry(Struct, frozen=True):
    """A log entry of the round."""

    seq: int
    kind: str
    body: bytes
    at: int = 0
    """When it was committed; 0 if nobody asks."""


class Stored(Struct, frozen=True):
    """The stored data of a round, except its transfers."""

    row: dict[str, Any]
    secret: Secret
    house: str
    """The rules in force, as JSON."""
    log: Sequence[Entry]
    sealed: bool = False
    """Whether its seed is sealed."""

    @property
    def id(self) -> str:
        return str(self.row["id"])


class Replayed(Struct, frozen=True):
    """The round replayed from the log."""

    live: LiveRound
    transfers: tuple[Transfer, ...]
    """The transfers that result from its events."""
    closed: Closed | None


def differences(round_id: str, meant: Sequence[Transfer], posted: Mapping[str, tuple[Any, ...]]) -> list[str]:
    """Where the transfers that a round means, and those that were posted, given by id, are not the same."""
    rows, found = dict(posted), []
    for transfer in meant:
        row = rows.pop(transfer.id, None)
        if row is None:
            found.append(f"round {round_id}: transfer {transfer.id} was not posted")
        elif row != (transfer.giver, transfer.taker, transfer.amount):
            giver, taker, amount = row
            found.append(
                f"round {round_id}: transfer {transfer.id} moves {amount} from {giver} to {taker};"
                f" the round says {transfer.amount} from {transfer.giver} to {transfer.taker}"
            )
    return found + [f"round {round_id}: nothing in the round accounts for transfer {name}" for name in rows]


def begin(
    table: str,
    number: int,
    house: House,
    seats: dict[int, Seated],
    dealer_position: int | None,
    opened: int,
    secret: Secret,
) -> LiveRound:
    """A new round."""
    chips = {seat: seated.chips for seat, seated in seats.items()}
    start: dict[str, Any] = {} if dealer_position is None else {"dealer_position": dealer_position}
    hand = new_round(house, chips, **start)
    round_id = round_log.round_name(table, number, opened)
    stacks = {seat: stack(table, seated.person) for seat, seated in seats.items()}
    books = Books(round_id, escrow(round_id), stacks, house)
    return LiveRound(round_id, table, number, house, seats, hand.dealer_position, opened, secret, hand, books)


def replay(stored: Stored) -> Replayed:
    """Replay a round as far as its log goes; raises `InconsistentRound` if it is inconsistent."""
    try:
        replaying = _Replaying(stored)
        for entry in stored.log[1:]:
            replaying.read(entry)
    except msgspec.MsgspecError as error:
        raise InconsistentRound(stored.id, f"its log cannot be read: {error}") from None
    try:
        replaying.compare_row()
    except msgspec.MsgspecError as error:
        raise InconsistentRound(stored.id, f"its row cannot be read: {error}") from None
    return Replayed(replaying.live, tuple(replaying.transfers), replaying.closed)


@lru_cache(maxsize=64)
def _house_of(text: str, expected: str, game: str) -> House:
    """The rules in force; reading them takes as long as replaying a round."""
    data = json.loads(text)
    if hash_of(data) != expected:
        raise ValueError("its rules do not match their hash")
    house: House = recorded_house(data, game, "its rules")
    return house


class _Replaying:
    def __init__(self, stored: Stored) -> None:
        self.stored = stored
        self.row = stored.row
        self.at = ""
        if not stored.log or stored.log[0].kind != round_log.OPENED:
            raise self.wrong("its log does not start with its opening")
        self.live = self._opened(round_log.read(stored.log[0].body, Opened))
        self.transfers: list[Transfer] = []
        self.closed: Closed | None = None

    def wrong(self, message: str) -> InconsistentRound:
        return InconsistentRound(self.stored.id, f"{self.at}{message}")

    def _opened(self, opened: Opened) -> LiveRound:
        row = self.row
        seats = msgspec.json.decode(row["seats"], type=dict[int, Seated])
        stated = (row["number"], row["game"], row["house_hash"], seats, row["dealer_position"], row["seed_hash"])
        if opened != Opened(*stated, opened.form):
            raise self.wrong("its opening in the log differs from its row")
        live = begin(
            row["table"],
            row["number"],
            self._house(),
            dict(sorted(seats.items())),
            row["dealer_position"],
            row["opened"],
            self.stored.secret,
        )
        if live.seed_hash != row["seed_hash"]:
            raise self.wrong("its server seed does not match the commitment")
        return replace(live, form=opened.form, sealed=self.stored.sealed)

    def _house(self) -> House:
        try:
            return _house_of(self.stored.house, self.row["house_hash"], self.row["game"])
        except (HouseError, ValueError) as error:
            raise self.wrong(str(error)) from None

    def read(self, entry: Entry) -> None:
        if entry.kind not in round_log.KINDS:
            return  # about the round, but not part of it
        self.at = f"row {entry.seq} of the log: "
        if self.closed is not None:
            raise self.wrong("entry after the end of the round")
        match entry.kind:
            case round_log.STEP:
                self._steps(round_log.read_steps(self._unsealed(entry.body)), entry.at)
            case round_log.CLOSED:
                self._close(round_log.read(entry.body, Closed))
        self.at = ""

    def _unsealed(self, body: bytes) -> bytes:
        try:
            return unsealed_body(self.stored.secret, self.stored.id, body)
        except ValueError as error:
            raise self.wrong(str(error)) from None

    def _seed(self, seat: int, seed: str) -> None:
        try:
            self.live = self.live.contribute(seat, bytes.fromhex(seed), 0).after
        except (Refused, ValueError) as error:
            raise self.wrong(str(error)) from None

    def _seeds_closed(self, closed: SeedsClosed) -> None:
        live = self.live
        if live.seeds_closed:
            raise self.wrong("the seeds were already closed")
        if closed.client_seeds != {seat: seed.hex() for seat, seed in live.client_seeds.items()}:
            raise self.wrong("the client seeds differ from those that were given")
        shuffled = Shuffled(Inputs(live.secret, live.hand.game, live.table, live.id, live.client_seeds))
        if shuffled.root != closed.root:
            raise self.wrong("the root does not match the deck derived from the seeds")
        self.live = replace(live, shuffled=shuffled)

    def _steps(self, logged: Steps, at: int) -> None:
        if logged.first != self.live.books.events:
            raise self.wrong(f"it starts with event {logged.first}, but event {self.live.books.events} is next")
        for seat, seed in logged.given.items():
            self._seed(seat, seed)
        seeds = logged.seeds
        hand = self.live.hand  # nobody else has it, so there is no need for a copy
        answered = dict(self.live.answered)
        for step in logged.steps:
            if seeds is not None and step.who == DEALER:
                self._seeds_closed(seeds)
                seeds = None
            self._step(hand, step)
            if isinstance(step.who, int):
                answered[step.who] = answered.get(step.who, 0) + 1
        books, transfers = post(self.live.books, [event for step in logged.steps for event in step.events])
        self.transfers += transfers
        steps, times = self.live.steps + logged.steps, self.live.times + (at,) * len(logged.steps)
        self.live = replace(self.live, hand=hand, books=books, steps=steps, times=times, answered=answered)
        if seeds is not None:
            self._seeds_closed(seeds)
        if logged.closed is not None:
            self._close(logged.closed)

    def _step(self, hand: Round, step: Step) -> None:
        if step.who == DEALER and not isinstance(step.action, NoMoreBets):
            if self.live.shuffled is None:
                raise self.wrong(f"{_said(step)}: before the seeds were closed")
            due = self.live.shuffled.dealer_action(hand) if DEALER in hand.to_act else None
            if isinstance(due, DealCards) and isinstance(step.action, DealCards):
                due = DealCards(due.cards[: len(step.action.cards)])  # a run of cards may be dealt in pieces
            if due != step.action:
                raise self.wrong(f"{_said(step)}: the deck gives {format_value(due) if due else 'nothing'}")
        if isinstance(step.action, PlaceWagers) and self.live.seeds_closed:
            raise self.wrong(f"{_said(step)}: after the seeds were closed")
        if step.who == FLOOR and self.live.shuffled is not None:
            try:
                due = self.live.shuffled.floor_action(hand, step.action)
            except CardError as error:
                raise self.wrong(f"{_said(step)}: {error}") from None
            if due != step.action:
                raise self.wrong(f"{_said(step)}: the deck gives {format_value(due)}")
        try:
            events = hand.act(step.who, step.action)
        except Refused as refused:
            raise self.wrong(f"{_said(step)}: {refused}") from None
        for found, recorded in zip_longest(events, step.events):
            if not same_event(found, recorded, self.live.form):
                gives, is_recorded = (format_value(event) if event else "nothing" for event in (found, recorded))
                raise self.wrong(f"{_said(step)}: gives '{gives}', but '{is_recorded}' is recorded")

    def _close(self, closed: Closed) -> None:
        live = self.live
        if closed.by_ledger:
            stacks = {seat: seated.chips for seat, seated in live.seats.items()}
            self.transfers += call_off(live.id, live.books.escrow, live.books.moved)
            due = Closed(True, stacks, reason=closed.reason, by_ledger=True)
            self.live = replace(live, called_off=closed.reason or "called off", books=replace(live.books, moved={}))
        else:
            outcome = live.hand.outcome
            if outcome is None:
                raise self.wrong("by the rules, the round is not over")
            reason = outcome.reason if live.form >= SAME_WORDING else closed.reason
            due = Closed(outcome.void, live.stacks, outcome.clause, reason)
        if closed != due:
            raise self.wrong(f"the round ended with {due}, but {closed} is recorded")
        self.closed = closed

    def compare_row(self) -> None:
        """Compare the round's row with its log."""
        row, closed = self.row, self.closed
        over = "the round is over" if self.live.over else "the round is not over"
        if self.live.over and closed is None:
            raise self.wrong(f"{over}, but its log does not say so")
        state = "open" if closed is None else "void" if closed.void else "played"
        if row["state"] != state:
            raise self.wrong(f"by its log {over} ({state}), but its row says {row['state']}")
        if closed is not None and msgspec.json.decode(row["result"], type=Closed) != closed:
            raise self.wrong("the results in its row and its log differ")
        if closed is not None and row["reason"] != (closed.reason or closed.clause):
            raise self.wrong("the reasons in its row and its log differ")
        seeds = None if row["client_seeds"] is None else msgspec.json.decode(row["client_seeds"], type=dict[int, str])
        given = {seat: seed.hex() for seat, seed in sorted(self.live.client_seeds.items())}
        if seeds != (given if self.live.seeds_closed else None) or row["root"] != self.live.root:
            raise self.wrong("the client seeds or roots in its row and its log differ")


def _said(step: Step) -> str:
    return f"{step.who}, {format_value(step.action)}"
