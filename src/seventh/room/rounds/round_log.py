"""The log entries of a round, which suffice to replay it with the same cards.

round_opened  seats, dealer's position, rules in force, hash of the server seed
step          everything committed together: client seeds, actions with their actors and events, the closing of the
              seeds, the end of the round
round_closed  the end of a round that was voided by the ledger, not by the rules
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from seventh.records.record import AnyAction, AnyEvent, Result, Step
from seventh.rounds.actions import Who

OPENED, STEP, CLOSED = "round_opened", "step", "round_closed"
KINDS = frozenset((OPENED, STEP, CLOSED))


def round_name(table: str, number: int, opened: int) -> str:
    """A round's id. It starts with the time, so that rows of concurrent rounds are adjacent in every index; ordered by
    table, each round would dirty different pages."""
    return f"{opened:011x}.{table}.{number}"


class Seated(Struct, frozen=True):
    """The person at a seat and their chips."""

    person: str
    chips: int


class Opened(Struct, frozen=True):
    """A round was opened."""

    number: int
    game: str
    house_hash: str
    seats: dict[int, Seated]
    dealer_position: int | None
    seed_hash: str
    form: int = 2
    """The record form at the time, logged since form 3."""


class SeedsClosed(Struct, frozen=True):
    """The deck is fixed: all client seeds, and at stud the Merkle root of the cards' commitments."""

    client_seeds: dict[int, str]
    root: str | None


class Closed(Struct, frozen=True, omit_defaults=True):
    """The round is over."""

    void: bool
    stacks: dict[int, int]
    """The chips of each seat after the round."""
    clause: str = ""
    reason: str = ""
    by_ledger: bool = False
    """Whether the round was voided by the ledger and every chip returned."""

    @property
    def result(self) -> Result:
        return Result(self.void, self.stacks)


class Steps(Struct, frozen=True, omit_defaults=True):
    """Everything committed together."""

    first: int
    """The index of its first event in the round, from 0."""
    steps: tuple[Step, ...]
    by: str = ""
    """Who decided, if not the person: the clock."""
    given: dict[int, str] = {}
    """Client seeds added before these steps, in hexadecimal."""
    seeds: SeedsClosed | None = None
    """Set if the seeds were closed before the dealer's first step here."""
    closed: Closed | None = None
    """Set if the round ended with these steps."""


class _Step(Struct, frozen=True):
    who: Who
    action: AnyAction
    events: tuple[AnyEvent, ...]


class _Steps(Struct, frozen=True):
    first: int
    steps: tuple[_Step, ...]
    by: str = ""
    given: dict[int, str] = {}
    seeds: SeedsClosed | None = None
    closed: Closed | None = None


Body = TypeVar("Body", Opened, Closed)

encode = msgspec.json.Encoder().encode
_STEPS = msgspec.json.Decoder(_Steps)
_DECODERS = {kind: msgspec.json.Decoder(kind) for kind in (Opened, Closed)}


def read(body: bytes, kind: type[Body]) -> Body:
    """Decode a log entry; raises `msgspec.ValidationError` if it is invalid."""
    return _DECODERS[kind].decode(body)  # type: ignore[return-value]


def read_steps(body: bytes) -> Steps:
    """Decode the steps of a log entry."""
    found = _STEPS.decode(body)
    steps = tuple([Step(step.who, step.action, step.events) for step in found.steps])
    return Steps(found.first, steps, found.by, found.given, found.seeds, found.closed)
