"""The request and response bodies of the HTTP API, as dataclasses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from seventh.games import FIRST_GAME

Name = Annotated[str, Field(min_length=2, max_length=24, examples=["Ada Lovelace"])]
Password = Annotated[str, Field(min_length=1, max_length=256, examples=["seven of diamonds"])]
Chips = Annotated[int, Field(ge=-(2**62), le=2**62)]
"""An amount in smallest chips."""
Milliseconds = Annotated[int, Field(ge=0, le=2**53)]
"""Milliseconds since 1970."""


# People.


@dataclass
class MySeat:
    """One of the person's seats, with the chips there."""

    table: str
    name: str
    game: str
    url: str
    chips: Chips
    """The stack."""
    in_play: Chips
    """In bets or the pot."""
    leaving: bool
    """Whether this person has left, and the chips return to the wallet when the round is over."""


@dataclass
class Me:
    """The logged-in person."""

    id: str
    name: str
    role: str
    guest: bool
    wallet: Chips
    refill_to: Chips
    """The balance after a refill."""
    next_refill: Milliseconds
    """When the next refill is possible, if the room limits refills; 0 if it is possible now."""
    seats: list[MySeat]
    """The person's seats."""
    csrf: str
    """Send it as X-CSRF-Token with every request that changes something, if you authenticate with a cookie."""


@dataclass
class Entry:
    """How to enter as a guest."""

    token: bool = False
    """Whether to return an API token, for a program, instead of setting a cookie."""


@dataclass
class Entered:
    """The person, and the token if requested."""

    me: Me
    token: str = ""
    """For `Authorization: Bearer` and the socket's hello; empty if a cookie was set."""


@dataclass
class Credentials:
    name: Name
    password: Password


@dataclass
class Login:
    name: Name
    password: Password
    code: Annotated[str, Field(max_length=32, examples=["123456"])] = ""
    """The code from the authenticator app, or a recovery code, if the account has a second factor."""


@dataclass
class PasswordAgain:
    password: Annotated[str, Field(max_length=256)]


@dataclass
class SecondFactorSecret:
    """What an authenticator app needs."""

    secret: str
    uri: str


@dataclass
class SecondFactorCode:
    code: Annotated[str, Field(min_length=6, max_length=32, examples=["123456"])]


@dataclass
class RecoveryCodes:
    """Codes for logging in without the app; each works once."""

    codes: list[str]


@dataclass
class NewPassword:
    old: Password
    new: Annotated[str, Field(min_length=1, max_length=256, examples=["nine of clubs"])]


@dataclass
class Deletion:
    """Deletes the account permanently. The password is required if the account has one."""

    confirm: Annotated[str, Field(pattern="^delete$", examples=["delete"])]
    password: Annotated[str, Field(max_length=256)] = ""


@dataclass
class Done:
    """Success."""

    done: bool = True


@dataclass
class Refill:
    id: Annotated[str, Field(max_length=64, pattern="^[ -~]*$", examples=["a1b2c3"])] = ""
    """Chosen by the client: repeating a request with the same id has no further effect. Empty for a new refill."""


@dataclass
class TokenName:
    name: Annotated[str, Field(min_length=1, max_length=40, examples=["my bot"])]
    scopes: list[Literal["read", "play", "account", "staff"]] = field(default_factory=lambda: ["read", "play"])
    """What the token may be used for."""
    days: Annotated[int, Field(ge=0, le=3650, examples=[90])] = 0
    """After how many days it expires; 0 for never. With the scope `staff` (floor, auditors and admins), 1 to 90."""
    code: Annotated[str, Field(max_length=32)] = ""
    """The code from the authenticator app, or a recovery code, if the account has a second factor."""


@dataclass
class Token:
    """An API token; its secret is shown only once, when it is created."""

    id: str
    name: str
    created: Milliseconds
    scopes: list[str] = field(default_factory=list)
    expires: Milliseconds = 0
    """0 if it does not expire."""


@dataclass
class NewToken:
    token: str
    about: Token


@dataclass
class Tokens:
    tokens: list[Token]


@dataclass
class Posting:
    """One line of a statement: positive for a credit, negative for a debit."""

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
    """Pass it as `before` to get the next page; 0 if there is none."""


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
    people: tuple[str, ...]
    """The names of the seated players, without bots."""
    house: str
    """The house whose rules the table follows."""


@dataclass
class Tables:
    tables: list[TableInfo]


@dataclass
class NewTable:
    """A private table: anyone with its link may join."""

    game: Annotated[str, Field(max_length=40, examples=[FIRST_GAME], description="A game, or a house of the room.")]
    name: Annotated[str, Field(max_length=40, examples=["Friday night"])] = ""
    stakes: Annotated[str, Field(max_length=10, examples=["book"], description="half, book, x2, x5 or x10.")] = "book"
    bots: Annotated[int | None, Field(ge=0, le=100, description="The number of bots; null for the default.")] = None
    watched: Annotated[bool, Field(description="Whether people without the invitation may watch.")] = False
    waits: Annotated[bool, Field(description="Whether to wait until the host starts the game.")] = False
    own: Annotated[
        dict[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=100)]],
        Field(description='The host\'s own limits and options by setting: `{"limits.ante.maximum": "$20"}`.'),
    ] = field(default_factory=dict)


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
    """0 for the default buy-in."""


@dataclass
class Seat:
    table: str
    seat: int
    buy_in: Chips


# Rounds.


@dataclass
class RoundLine:
    """A round in the list of rounds."""

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
    """Pass it as `before` to get the next page; empty if there is none."""


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
    """A round as the person may see it."""

    line: RoundLine
    rules: str
    reason: str
    seats: dict[str, str]
    """Names by seat."""
    steps: list[RoundStep]
    settled: list[dict[str, Any]]


@dataclass
class RoundProof:
    """The proof of the shuffle as far as it has been revealed; save it as a file for `seventh verify`."""

    proof: int
    """The version of this format."""
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
    """Stud: openings of the cards that the person may see."""


@dataclass
class Commitment:
    """The public part of a round."""

    round: str
    game: str
    state: str
    reason: str
    seed_hash: str
    client_seeds: dict[str, str]
    root: str
    seed: str


@dataclass
class PublicEntry:
    """An entry of the public log."""

    at: int
    kind: str
    round: str
    body: dict[str, Any]


@dataclass
class PublicLog:
    """The public log, and the room's public key."""

    key: str
    entries: list[PublicEntry]


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
    """Clauses and tables, each with its source; the readings of a clause from the book are separate passages."""
    sources: dict[str, str]
    """What each source means: book, reading, house."""
    house: dict[str, Any]
    """Every house setting in force."""


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
    excluded: bool = False
    """Whether the person has excluded themselves from play. Nobody can lift that."""


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
    """Closes everything, a game, a table or a player to new wagers."""

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
    """The trial balance: the sum of all accounts."""

    sum: Chips
    accounts: int
    problems: list[str]
