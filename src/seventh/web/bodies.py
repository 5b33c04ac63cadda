"""What goes in and out of the HTTP interface, as plain dataclasses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from seventh.games import FIRST_GAME

Name = Annotated[str, Field(min_length=2, max_length=24, examples=["Ada Lovelace"])]
Password = Annotated[str, Field(min_length=1, max_length=256, examples=["seven of diamonds"])]
Chips = Annotated[int, Field(ge=-(2**62), le=2**62)]
"""An amount in smallest chips."""
Milliseconds = Annotated[int, Field(ge=0, le=2**53)]
"""Since 1970."""


# People.


@dataclass
class Me:
    """Who is here."""

    id: str
    name: str
    role: str
    guest: bool
    wallet: Chips
    refill_to: Chips
    """What a refill brings the wallet up to."""
    next_refill: Milliseconds
    """When the wallet can be refilled again if the room limits how often; 0 if now."""
    csrf: str
    """To be sent as X-CSRF-Token with every request that changes something, by whoever is known by a cookie."""


@dataclass
class Entry:
    """How a guest comes in."""

    token: bool = False
    """Whether to answer with an API token, for a program, instead of a cookie."""


@dataclass
class Entered:
    """Who came in, and how to be known from now on."""

    me: Me
    token: str = ""
    """For `Authorization: Bearer` and the socket's hello; empty if a cookie was set."""


@dataclass
class Credentials:
    name: Name
    password: Password


@dataclass
class NewPassword:
    old: Password
    new: Annotated[str, Field(min_length=1, max_length=256, examples=["nine of clubs"])]


@dataclass
class Deletion:
    """An account is deleted for good. Its password is needed if it has one."""

    confirm: Annotated[str, Field(pattern="^delete$", examples=["delete"])]
    password: Annotated[str, Field(max_length=256)] = ""


@dataclass
class Done:
    """It is done."""

    done: bool = True


@dataclass
class Refill:
    id: Annotated[str, Field(max_length=64, pattern="^[ -~]*$", examples=["a1b2c3"])] = ""
    """Made by the client: the same id refills once, however often it is sent. Empty for a new refill."""


@dataclass
class TokenName:
    name: Annotated[str, Field(min_length=1, max_length=40, examples=["my bot"])]


@dataclass
class Token:
    """An API token; its text is shown once, when it is made."""

    id: str
    name: str
    created: Milliseconds


@dataclass
class NewToken:
    token: str
    about: Token


@dataclass
class Tokens:
    tokens: list[Token]


@dataclass
class Posting:
    """One line of a statement: positive came in, negative went out."""

    seq: int
    at: Milliseconds
    kind: str
    amount: Chips
    other: str
    """The account on the other side."""
    round: str


@dataclass
class Statement:
    account: str
    balance: Chips
    postings: list[Posting]
    next: int = 0
    """Ask with `before` this number for the lines before; 0 if there are none."""


# The lobby.


@dataclass
class TableInfo:
    """An open table."""

    table: str
    name: str
    game: str
    rules: str
    """The hash of the rules in force."""
    seats: int
    taken: int
    bots: int
    queue: int
    state: str
    minimum: Chips
    maximum: Chips


@dataclass
class Tables:
    tables: list[TableInfo]


@dataclass
class NewTable:
    """A private table: whoever has its link may come."""

    game: Annotated[str, Field(max_length=40, examples=[FIRST_GAME])]
    name: Annotated[str, Field(max_length=40, examples=["Friday night"])] = ""


@dataclass
class OpenedTable:
    table: str
    invitation: str
    link: str


@dataclass
class Quick:
    """A seat at any table of a game."""

    game: Annotated[str, Field(max_length=40, examples=[FIRST_GAME])]
    buy_in: Annotated[int, Field(ge=0, le=2**53)] = 0
    """0 brings what people usually bring."""


@dataclass
class Seat:
    table: str
    seat: int
    buy_in: Chips


# Rounds.


@dataclass
class RoundLine:
    """A round as a list of rounds shows it."""

    id: str
    game: str
    table: str
    number: int
    opened: Milliseconds
    closed: Milliseconds
    """0 while it is not over."""
    state: str
    """open, played or void."""
    seat: int
    wagered: Chips
    net: Chips
    before: Chips
    after: Chips


@dataclass
class Rounds:
    rounds: list[RoundLine]
    next: str = ""
    """Ask with `before` this round for the ones before; empty if there are none."""


@dataclass
class RoundStep:
    at: Milliseconds
    who: str
    """seat 1, dealer, floor."""
    by_clock: bool
    action: dict[str, Any]
    events: list[dict[str, Any]]


@dataclass
class RoundInfo:
    """A round as the person who asks may see it."""

    line: RoundLine
    rules: str
    reason: str
    seats: dict[str, str]
    """Names by seat."""
    steps: list[RoundStep]
    settled: list[dict[str, Any]]


@dataclass
class RoundProof:
    """Where the cards came from, as far as it is revealed; `seventh verify` takes it as a file."""

    proof: int
    """The number of this form."""
    game: str
    scheme: int
    table: str
    round: str
    seed_hash: str
    seed: str
    """The server seed; empty until it is revealed."""
    client_seeds: dict[str, str]
    root: str
    shuffle_roots: list[str] = field(default_factory=list)
    """Stud: the commitments to each shuffle of the burns."""
    openings: list[dict[str, Any]] = field(default_factory=list)
    """Stud: cards that the person may see, shown to be what was committed to."""


@dataclass
class Commitment:
    """What everybody may know of a round."""

    round: str
    game: str
    state: str
    reason: str
    seed_hash: str
    client_seeds: dict[str, str]
    root: str
    seed: str


# Rules and figures.


@dataclass
class GameInfo:
    game: str
    title: str
    seats: int
    limits: str
    rules: str
    wagers: list[dict[str, Any]]


@dataclass
class Games:
    games: list[GameInfo]


@dataclass
class RulesInfo:
    game: str
    title: str
    hash: str
    wagers: list[dict[str, Any]]
    sections: list[dict[str, Any]]
    """Clauses and tables, each with its source; a clause of the book has its readings as passages of their own."""
    sources: dict[str, str]
    """What the sources mean: book, reading, house."""
    house: dict[str, Any]
    """Every value of the house in force."""


@dataclass
class EdgeInfo:
    game: str
    house: str
    method: str
    seconds: float
    wagers: dict[str, Any]
    covariances: list[dict[str, Any]]
    notes: list[str]


# The staff.


@dataclass
class PersonInfo:
    id: str
    name: str
    role: str
    bot: bool
    guest: bool
    created: Milliseconds
    deleted: bool


@dataclass
class People:
    people: list[PersonInfo]


Role = Annotated[str, Field(pattern="^(player|floor|auditor|admin)$", examples=["player"])]


@dataclass
class NewPerson:
    name: Name
    password: Annotated[str, Field(min_length=1, max_length=256, examples=["king of hearts"])]
    role: Role = "player"


@dataclass
class NewRole:
    role: Role


@dataclass
class Reset:
    new: Annotated[str, Field(min_length=1, max_length=256, examples=["jack of spades"])]


@dataclass
class NewClosure:
    """What takes no new wagers: everything, one game, one table or one player."""

    scope: Annotated[str, Field(pattern="^(all|game|table|player)$", examples=["game"])]
    why: Annotated[str, Field(min_length=1, max_length=200, examples=["closed for the night"])]
    who: Annotated[str, Field(max_length=64, examples=[FIRST_GAME])] = ""


@dataclass
class ClosureInfo:
    scope: str
    who: str
    why: str
    by: str
    at: Milliseconds


@dataclass
class Closures:
    closures: list[ClosureInfo]


@dataclass
class Balance:
    """The trial balance: every account added up."""

    sum: Chips
    accounts: int
    problems: list[str]
