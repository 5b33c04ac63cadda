"""The request and response bodies of the floor's part of the HTTP API."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from seventh.web.schemas import Chips, Milliseconds

RequestId = Annotated[str, Field(min_length=1, max_length=64, examples=["4f1c"])]
"""Chosen by the client; repeating a request with the same id has no further effect."""
Reason = Annotated[str, Field(max_length=200, examples=["the card was seen by two players"])]


@dataclass
class NewRequest:
    id: RequestId


@dataclass
class NewHold:
    id: RequestId
    why: Reason
    what: Literal["all", "deal"] = "all"


@dataclass
class NewDeal:
    id: RequestId
    round: Annotated[str, Field(max_length=64)]


@dataclass
class NewCall:
    """A call, as listed for the table: with the place, and the code of what follows."""

    id: RequestId
    round: Annotated[str, Field(max_length=64)]
    call: Annotated[str, Field(max_length=64, examples=["face_up_card"])]
    expects: Annotated[str, Field(max_length=64)]
    place: Annotated[str, Field(max_length=64, examples=["dealer:2"])] = ""
    why: Reason = ""


@dataclass
class NewRemoval:
    id: RequestId
    person: Annotated[str, Field(max_length=64)]
    why: Reason


@dataclass
class NewLetIn:
    id: RequestId
    person: Annotated[str, Field(max_length=64)]


@dataclass
class NewAdjustment:
    id: RequestId
    person: Annotated[str, Field(max_length=64, description="The id or the name of an account.")]
    amount: Chips
    why: Reason


@dataclass
class NewDecision:
    id: RequestId
    approve: bool


@dataclass
class FloorDone:
    """The request was carried out and committed."""

    id: str
    again: bool
    """Whether a request with this id had been carried out before."""


@dataclass
class FloorTables:
    tables: list[dict[str, Any]]


@dataclass
class FloorRound:
    id: str
    game: str
    table: str
    number: int
    opened: Milliseconds
    closed: Milliseconds
    state: str
    reason: str
    players: list[str]


@dataclass
class FloorRounds:
    rounds: list[FloorRound]


@dataclass
class StaffLogLine:
    seq: int
    at: Milliseconds
    kind: str
    table: str
    round: str
    person: str
    name: str
    body: dict[str, Any] = field(default_factory=dict)


@dataclass
class StaffLog:
    entries: list[StaffLogLine]


@dataclass
class AdjustmentInfo:
    id: str
    person: str
    name: str
    amount: Chips
    why: str
    by: str
    at: Milliseconds
    expires: Milliseconds
    state: str
    decided_by: str
    decided: Milliseconds
    may_decide: bool


@dataclass
class Adjustments:
    adjustments: list[AdjustmentInfo]
