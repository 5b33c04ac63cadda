"""A round from what is stored of it: played once more from the log, every action, card, event and chip compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from seventh.fair import DISTURBS, Inputs, Secret, Shuffled
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
from seventh.rounds.actions import DEALER, NoMoreBets, PlaceWagers
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value
from seventh.rounds.round import Round


class NotTheRound(Exception):
    """What is stored of a round does not fit together; the message says what does not."""

    def __init__(self, round_id: str, message: str) -> None:
        self.round = round_id
        super().__init__(f"round {round_id}: {message}")


class Entry(Struct, frozen=True):
    """A row of the log about the round."""

    seq: int
    kind: str
    body: bytes


class Stored(Struct, frozen=True):
    """All that the database holds of a round, but its transfers."""

    row: dict[str, Any]
    secret: Secret
    house: str
    """The rules in force, as JSON."""
    log: Sequence[Entry]

    @property
    def id(self) -> str:
        return str(self.row["id"])


class Replayed(Struct, frozen=True):
    """The round that the log gives."""

    live: LiveRound
    transfers: tuple[Transfer, ...]
    """Every transfer that its events mean."""
    closed: Closed | None


def begin(
    table: str,
    number: int,
    house: House,
    seats: dict[int, Seated],
    dealer_position: int | None,
    opened: int,
    secret: Secret,
) -> LiveRound:
    """A round in which nothing has happened."""
    chips = {seat: seated.chips for seat, seated in seats.items()}
    start = {} if dealer_position is None else {"dealer_position": dealer_position}
    hand = new_round(house, chips, **start)
    round_id = round_log.round_name(table, number, opened)
    stacks = {seat: stack(table, seated.person) for seat, seated in seats.items()}
    books = Books(round_id, escrow(round_id), stacks, house)
    return LiveRound(round_id, table, number, house, seats, hand.dealer_position, opened, secret, hand, books)


def replay(stored: Stored) -> Replayed:
    """The round as far as it has come, or `NotTheRound`."""
    try:
        replaying = _Replaying(stored)
        for entry in stored.log[1:]:
            replaying.read(entry)
    except msgspec.MsgspecError as error:
        raise NotTheRound(stored.id, f"its log cannot be read: {error}") from None
    replaying.compare_row()
    return Replayed(replaying.live, tuple(replaying.transfers), replaying.closed)


class _Replaying:
    def __init__(self, stored: Stored) -> None:
        self.stored = stored
        self.row = stored.row
        self.at = ""
        if not stored.log or stored.log[0].kind != round_log.OPENED:
            raise self.wrong("its log does not begin with its opening")
        self.live = self._opened(round_log.read(stored.log[0].body, Opened))
        self.transfers: list[Transfer] = []
        self.closed: Closed | None = None

    def wrong(self, message: str) -> NotTheRound:
        return NotTheRound(self.stored.id, f"{self.at}{message}")

    def _opened(self, opened: Opened) -> LiveRound:
        row = self.row
        seats = msgspec.json.decode(row["seats"], type=dict[int, Seated])
        told = (row["number"], row["game"], row["house_hash"], seats, row["dealer_position"], row["seed_hash"])
        if opened != Opened(*told, opened.form):
            raise self.wrong("what the log says of its opening is not what its row says")
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
            raise self.wrong("its server seed is not the one that was committed to")
        return replace(live, form=opened.form)

    def _house(self) -> House:
        data = json.loads(self.stored.house)
        if hash_of(data) != self.row["house_hash"]:
            raise self.wrong("its rules are not those that its hash was made of")
        try:
            house: House = recorded_house(data, self.row["game"], "its rules")
        except HouseError as error:
            raise self.wrong(str(error)) from None
        return house

    def read(self, entry: Entry) -> None:
        if entry.kind not in round_log.KINDS:
            return  # what the room did about the round, not what happened in it
        self.at = f"row {entry.seq} of the log: "
        if self.closed is not None:
            raise self.wrong("something follows the round's end")
        match entry.kind:
            case round_log.STEP:
                self._steps(round_log.read_steps(entry.body))
            case round_log.CLOSED:
                self._close(round_log.read(entry.body, Closed))
        self.at = ""

    def _seed(self, seat: int, seed: str) -> None:
        try:
            self.live = self.live.contribute(seat, bytes.fromhex(seed), 0).after
        except (Refused, ValueError) as error:
            raise self.wrong(str(error)) from None

    def _seeds_closed(self, closed: SeedsClosed) -> None:
        live = self.live
        if live.seeds_closed:
            raise self.wrong("the seeds were closed already")
        if closed.client_seeds != {seat: seed.hex() for seat, seed in live.client_seeds.items()}:
            raise self.wrong("the client seeds are not those that were given")
        shuffled = Shuffled(Inputs(live.secret, live.hand.game, live.table, live.id, live.client_seeds))
        if shuffled.root != closed.root:
            raise self.wrong("the root is not that of the deck which the seeds give")
        self.live = replace(live, shuffled=shuffled)

    def _steps(self, logged: Steps) -> None:
        if logged.first != self.live.books.events:
            raise self.wrong(f"it begins with event {logged.first}, and event {self.live.books.events} is next")
        for seat, seed in logged.given.items():
            self._seed(seat, seed)
        seeds = logged.seeds
        hand = self.live.hand.copy()
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
        steps = self.live.steps + logged.steps
        self.live = replace(self.live, hand=hand, books=books, steps=steps, answered=answered)
        if seeds is not None:
            self._seeds_closed(seeds)
        if logged.closed is not None:
            self._close(logged.closed)

    def _step(self, hand: Round, step: Step) -> None:
        done = f"{step.who}, {format_value(step.action)}"
        if step.who == DEALER and not isinstance(step.action, NoMoreBets):
            if self.live.shuffled is None:
                raise self.wrong(f"{done}: before the seeds were closed")
            due = self.live.shuffled.dealer_action(hand) if DEALER in hand.to_act else None
            if due != step.action:
                raise self.wrong(f"{done}: the deck gives {format_value(due) if due else 'nothing'}")
        if isinstance(step.action, PlaceWagers) and self.live.seeds_closed:
            raise self.wrong(f"{done}: after the seeds were closed")
        if isinstance(step.action, DISTURBS):
            raise self.wrong(f"{done}: a deck that comes from seeds lies in its order")
        try:
            events = hand.act(step.who, step.action)
        except Refused as refused:
            raise self.wrong(f"{done}: {refused}") from None
        for found, recorded in zip_longest(events, step.events):
            if not same_event(found, recorded, self.live.form):
                gives, is_recorded = (format_value(event) if event else "nothing" for event in (found, recorded))
                raise self.wrong(f"{done}: gives '{gives}', recorded is '{is_recorded}'")

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
                raise self.wrong("the round is not over by the rules")
            reason = outcome.reason if live.form >= SAME_WORDING else closed.reason
            due = Closed(outcome.void, live.stacks, outcome.clause, reason)
        if closed != due:
            raise self.wrong(f"the round ended with {due}, recorded is {closed}")
        self.closed = closed

    def compare_row(self) -> None:
        """What the round's own row says beside the log."""
        row, closed = self.row, self.closed
        over = "the round is over" if self.live.over else "the round is not over"
        if self.live.over and closed is None:
            raise self.wrong(f"{over}, and its log does not say so")
        state = "open" if closed is None else "void" if closed.void else "played"
        if row["state"] != state:
            raise self.wrong(f"{over} ({state}) by its log, and its row says {row['state']}")
        if closed is not None and msgspec.json.decode(row["result"], type=Closed) != closed:
            raise self.wrong("its row has another result than its log")
        seeds = None if row["client_seeds"] is None else msgspec.json.decode(row["client_seeds"], type=dict[int, str])
        given = {seat: seed.hex() for seat, seed in sorted(self.live.client_seeds.items())}
        if seeds != (given if self.live.seeds_closed else None) or row["root"] != self.live.root:
            raise self.wrong("its row has other client seeds or another root than its log")
