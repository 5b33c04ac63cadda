"""What goes over the socket, both ways: JSON objects, one versioned schema.

A client says what to `do`, the server says what `is`. Each frame about a table holds its whole state as this viewer may
see it, with the events since the frame before: whoever missed a frame needs nothing but the next one.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from seventh.rounds.narration import Told
from seventh.rounds.offers import Intention, Offer
from seventh.rounds.words import HandWords

VERSION = 1
"""The protocol's version; a client that says another one is refused."""


# What a client says.


class Ask(Struct, frozen=True, tag_field="do", tag=lambda name: name.lower(), forbid_unknown_fields=True):
    """Something that a client wants done."""


class Hello(Ask, frozen=True, tag="hello"):
    """The first frame. A browser is known by its cookie, a program by its token."""

    version: int
    token: str = ""


class Watch(Ask, frozen=True, tag="watch"):
    """Send this table's state from now on."""

    table: str
    invitation: str = ""
    """A private table's secret word, from its link."""
    words: bool = True
    """Whether frames tell everything in words too: the layout, hands by name, buttons, sentences. A program that wants
    none of them says so and gets smaller frames."""


class Unwatch(Ask, frozen=True, tag="unwatch"):
    """Send it no more."""

    table: str


class WatchLobby(Ask, frozen=True, tag="lobby"):
    """Send the list of tables now, and whenever it changes."""


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat with a buy-in; seat 0 is any free one."""

    id: str
    table: str
    buy_in: int
    seat: int = 0


class Leave(Ask, frozen=True, tag="leave"):
    """Leave the seat; from a round only when it is over."""

    id: str
    table: str


class SitOut(Ask, frozen=True, tag="sit_out"):
    """Keep the seat and miss rounds."""

    id: str
    table: str


class SitIn(Ask, frozen=True, tag="sit_in"):
    """Play again."""

    id: str
    table: str


class Rebuy(Ask, frozen=True, tag="rebuy"):
    """Bring more chips from the wallet; during a round they come when it is over."""

    id: str
    table: str
    amount: int


class Refill(Ask, frozen=True, tag="refill"):
    """Fill the wallet up with play chips."""

    id: str


class Queue(Ask, frozen=True, tag="queue"):
    """Be called when a seat is free."""

    id: str
    table: str
    buy_in: int


class Seed(Ask, frozen=True, tag="seed"):
    """The client's own part of the shuffle: hexadecimal, 1 to 32 bytes."""

    table: str
    round: str
    seed: str


class Act(Ask, frozen=True, tag="act"):
    """An answer to a decision."""

    id: str
    """Made by the client; a repeat gets the first answer."""
    table: str
    round: str
    decision: int
    """The number of the decision, from the table's frame."""
    action: dict[str, Any]
    """An action of the game, as `{"action": "bet", "wager": "raise", "amount": 500}`."""
    price: int = 0
    """The chips that the person saw this would cost; anything else is refused."""


class Ready(Ask, frozen=True, tag="ready"):
    """Do not wait for me: begin, or close the wagers, as soon as everybody says so."""

    table: str
    round: str


class Weigh(Ask, frozen=True, tag="weigh"):
    """Say what these wagers before the cards could win. Places nothing."""

    table: str
    amounts: dict[str, int]


class Describe(Ask, frozen=True, tag="describe"):
    """Say in sentences what lies on the table now, as this person may see it."""

    table: str


class Ping(Ask, frozen=True, tag="ping"):
    """Say something back."""

    n: int = 0


AnyAsk = (
    Hello
    | Watch
    | Unwatch
    | WatchLobby
    | Sit
    | Leave
    | SitOut
    | SitIn
    | Rebuy
    | Refill
    | Queue
    | Seed
    | Act
    | Ready
    | Weigh
    | Describe
    | Ping
)


# What the server says.


class Tell(Struct, frozen=True, tag_field="is"):
    """Something that a client should know."""


class Welcome(Tell, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    version: int
    person: str
    name: str
    role: str
    guest: bool
    wallet: int
    now: int
    """The server's clock, in milliseconds since 1970; deadlines are on it."""
    refill_to: int = 0
    next_refill: int = 0
    """As in `wallet`."""


class WalletFrame(Tell, frozen=True, tag="wallet"):
    """The person's wallet has changed, at a table or elsewhere."""

    wallet: int
    refill_to: int
    """What a refill brings the wallet up to."""
    next_refill: int = 0
    """When the wallet can be refilled again if the room limits how often, on the server's clock; 0 if now."""


class Done(Tell, frozen=True, tag="done"):
    """What was asked is done and committed."""

    id: str
    again: bool = False
    """Whether it had been done before: this id was seen already."""


class RefusedFrame(Tell, frozen=True, tag="refused"):
    """What was asked is not done, and nothing has changed."""

    id: str
    code: str
    """not_now, wrong_amount, wrong_cards, stale, repriced, closed, no_chips, not_seated, forbidden, taken, malformed,
    too_fast, unknown or failed."""
    why: str
    clause: str = ""
    allowed: str = ""


class SeatInfo(Struct, frozen=True):
    """Who sits where."""

    seat: int
    person: str
    name: str
    bot: bool
    chips: int
    """In front of the person between rounds; during one the round's view says."""
    sits_out: bool = False
    away: bool = False
    """The connection is lost."""
    leaving: bool = False
    ready: bool = False
    time_bank: int = 0
    """Milliseconds left."""


class YouInfo(Struct, frozen=True):
    """What only the viewer sees of the own affairs."""

    seat: int
    wallet: int
    net: int
    """Won or lost at this table since sitting down."""
    since: int
    """When the person sat down, in milliseconds since 1970."""


class SeatClock(Struct, frozen=True):
    """The clock of a seat that has to act, before its deadline; on the server's clock."""

    starts: int
    """When the cards have been shown: until then the time for the decision does not run."""
    bank_from: int
    """When the time for the decision is used up, and the time bank begins to run until the deadline."""


class YourTurn(Struct, frozen=True):
    """What the viewer can do, in words."""

    prompt: str
    """What the viewer is asked; empty if nothing."""
    offers: tuple[Offer, ...] = ()
    """What can be done now, as buttons in their order."""
    intentions: tuple[Intention, ...] = ()
    """What can be chosen before the own turn."""


class RoundInfo(Struct, frozen=True):
    """The round that is being played."""

    id: str
    number: int
    people: dict[int, str]
    """Who plays it at which seat; while its result is shown, somebody else may have taken the seat."""
    seed_hash: str
    seeds: dict[int, str]
    """Client seeds so far, by seat, in hexadecimal."""
    seeds_closed: bool
    root: str
    """Stud: the Merkle root of the cards' commitments; empty before the seeds close."""
    view: Any
    """The round as the viewer may see it: a RoundView or a StudView."""
    decision: int
    """The number of the viewer's open decision, 0 if there is none."""
    deadlines: dict[int, int]
    """When the clock of each seat that has to act runs out, its time bank included, on the server's clock."""
    clocks: dict[int, SeatClock]
    """How each of these clocks runs until then."""
    openings: tuple[Any, ...] = ()
    """Stud: openings of the cards that the viewer may see, new since the frame before."""
    prices: dict[str, int] = {}
    """What those of the viewer's choices cost that name no amount: at stud `bring_in`."""
    winners: tuple[int, ...] = ()
    """The seats that have won a pot."""
    heading: str = ""
    """Which part of the round it is, in a word or two."""
    hands: dict[str, HandWords] = {}
    """The hands that the viewer sees whole, by seat, and the dealer's under `dealer`: the name, and the cards that
    play."""
    yours: YourTurn | None = None


class LastRound(Struct, frozen=True):
    """How the round before ended."""

    id: str
    void: bool
    reason: str
    nets: dict[str, int]
    """What each person won or lost, by person: somebody else may have the seat by now."""
    seed: str
    """The server seed, once it is revealed."""


class TableFrame(Tell, frozen=True, tag="table"):
    """A table as the viewer may see it."""

    table: str
    seq: int
    """One more with each change of the table; a gap means that frames were missed."""
    name: str
    game: str
    rules: str
    """The hash of the house in force."""
    private: bool
    state: str
    """waiting, betting, playing, showing, paused, closed."""
    notice: str
    """Why it is paused or closed, in words; empty otherwise."""
    until: int
    """When this state ends by itself, on the server's clock; 0 if it does not."""
    now: int
    seats: tuple[SeatInfo, ...]
    queue: tuple[str, ...]
    """Names on the waiting list."""
    you: YouInfo | None
    round: RoundInfo | None
    last: LastRound | None
    events: tuple[Any, ...]
    """What happened in the round since the frame before, as the viewer may see it."""
    told: tuple[Told, ...] = ()
    """The same in words, event by event."""
    story: tuple[Told, ...] | None = None
    """Everything that has been told of this round so far; where the frame does not follow the one before."""
    layout: dict[str, Any] | None = None
    """What the table looks like; with the first frame of a table, and when its rules change."""


class Weighed(Tell, frozen=True, tag="weighed"):
    """The answer to `weigh`."""

    table: str
    amounts: dict[str, int]
    """The wagers that were asked about."""
    awards: dict[str, int]
    """The most that each could win by its pay table."""
    warnings: tuple[str, ...]
    """Where a cap cuts that, in sentences."""
    note: str
    """Something worth knowing about these wagers; empty for nothing."""


class Described(Tell, frozen=True, tag="described"):
    """The answer to `describe`."""

    table: str
    words: str


class LobbyTable(Struct, frozen=True):
    """A table on the list."""

    table: str
    name: str
    game: str
    rules: str
    seats: int
    taken: int
    bots: int
    queue: int
    state: str
    minimum: int
    """The least one can bring."""
    maximum: int


class LobbyFrame(Tell, frozen=True, tag="lobby"):
    """The open tables."""

    tables: tuple[LobbyTable, ...]


class Pong(Tell, frozen=True, tag="pong"):
    """The answer to `ping`."""

    n: int
    now: int


class Bye(Tell, frozen=True, tag="bye"):
    """The connection ends; why, in words."""

    code: str
    why: str


AnyTell = Welcome | WalletFrame | Done | RefusedFrame | TableFrame | Weighed | Described | LobbyFrame | Pong | Bye
