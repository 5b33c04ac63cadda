"""What the event log says of a round, row by row: enough to play it once more with the same cards.

round_opened  seats, dealer's position, rules in force, hash of the server seed
step          what was committed together: contributions to the shuffle, actions, who did them and what they brought
              about, the closing of the seeds, the end of the round
round_closed  the end of a round that the ledger called off, not the rules
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
    """A round's id. It begins with the time, so that what is stored of rounds of one moment lies together: by their
    tables each round would dirty pages of its own in every index."""
    return f"{opened:011x}.{table}.{number}"


class Seated(Struct, frozen=True):
    """Who plays at a seat, and with how much."""

    person: str
    chips: int


class Opened(Struct, frozen=True):
    """A round begins."""

    number: int
    game: str
    house_hash: str
    seats: dict[int, Seated]
    dealer_position: int | None
    seed_hash: str
    form: int = 2
    """The form of record at the time. Logs say so since form 3."""


class SeedsClosed(Struct, frozen=True):
    """The deck is fixed: all contributions, and at stud the root of the cards' commitments."""

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
    """Whether the rules had no part in it: every chip went back where it came from."""

    @property
    def result(self) -> Result:
        return Result(self.void, self.stacks)


class Steps(Struct, frozen=True, omit_defaults=True):
    """What was committed together."""

    first: int
    """The number of the first of its events in the round, counted from 0."""
    steps: tuple[Step, ...]
    by: str = ""
    """Who decided, if it was not the person: the clock."""
    given: dict[int, str] = {}
    """What seats contributed to the shuffle before these steps, in hexadecimal."""
    seeds: SeedsClosed | None = None
    """That the seeds were closed before the first of the dealer's steps."""
    closed: Closed | None = None
    """That the round is over with these steps."""


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
    """What a row of the log says; `msgspec.ValidationError` if it is something else."""
    return _DECODERS[kind].decode(body)  # type: ignore[return-value]


def read_steps(body: bytes) -> Steps:
    """The actions of a row of the log."""
    found = _STEPS.decode(body)
    steps = tuple([Step(step.who, step.action, step.events) for step in found.steps])
    return Steps(found.first, steps, found.by, found.given, found.seeds, found.closed)
