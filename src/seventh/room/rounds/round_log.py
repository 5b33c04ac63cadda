"""What the event log says of a round, row by row: enough to play it once more with the same cards.

round_opened  seats, dealer's position, rules in force, hash of the server seed
seed          what a seat's own program contributed to the shuffle
seeds_closed  all contributions, and at stud the root of the cards' commitments
step          actions, who did them, and what they brought about
round_closed  played or void, and the chips of each seat
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from seventh.games.actions import Who
from seventh.records.record import AnyAction, AnyEvent, Result, Step

OPENED, SEED, SEEDS_CLOSED, STEP, CLOSED = "round_opened", "seed", "seeds_closed", "step", "round_closed"
KINDS = frozenset((OPENED, SEED, SEEDS_CLOSED, STEP, CLOSED))


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


class SeedGiven(Struct, frozen=True):
    """A seat's contribution to the shuffle, in hexadecimal."""

    seat: int
    seed: str


class SeedsClosed(Struct, frozen=True):
    """The deck is fixed."""

    client_seeds: dict[int, str]
    root: str | None


class Steps(Struct, frozen=True, omit_defaults=True):
    """Actions that were committed together."""

    first: int
    """The number of the first of their events in the round, counted from 0."""
    steps: tuple[Step, ...]
    by: str = ""
    """Who decided, if it was not the person: the clock."""


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


class _Step(Struct, frozen=True):
    who: Who
    action: AnyAction
    events: tuple[AnyEvent, ...]


class _Steps(Struct, frozen=True):
    first: int
    steps: tuple[_Step, ...]
    by: str = ""


Body = TypeVar("Body", Opened, SeedGiven, SeedsClosed, Closed)

encode = msgspec.json.Encoder().encode
_STEPS = msgspec.json.Decoder(_Steps)
_DECODERS = {kind: msgspec.json.Decoder(kind) for kind in (Opened, SeedGiven, SeedsClosed, Closed)}


def read(body: bytes, kind: type[Body]) -> Body:
    """What a row of the log says; `msgspec.ValidationError` if it is something else."""
    return _DECODERS[kind].decode(body)  # type: ignore[return-value]


def read_steps(body: bytes) -> Steps:
    """The actions of a row of the log."""
    found = _STEPS.decode(body)
    return Steps(found.first, tuple([Step(step.who, step.action, step.events) for step in found.steps]), found.by)
