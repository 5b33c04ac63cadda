"""The frames of the WebSocket protocol, in both directions: JSON objects with one versioned schema.

The field `do` is the type of a client frame, `is` that of a server frame. Each `table` frame holds the complete state
of the table as the viewer may see it, and the events since the previous frame: a client that missed frames needs only
the next one.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from seventh.lab.coaching import Picture
from seventh.rounds.narration import Told
from seventh.rounds.offers import Intention, Offer
from seventh.rounds.review import Review
from seventh.rounds.words import HandWords

VERSION = 1
"""The protocol version; a client with a different version is refused."""


# Client frames.


class Ask(Struct, frozen=True, tag_field="do", tag=lambda name: name.lower(), forbid_unknown_fields=True):
    """A frame sent by a client."""


class Hello(Ask, frozen=True, tag="hello"):
    """The first frame. A browser is identified by its cookie, a program by its token."""

    version: int
    token: str = ""


class Watch(Ask, frozen=True, tag="watch"):
    """Subscribe to a table."""

    table: str
    invitation: str = ""
    """The invitation code of a private table, from its link."""
    words: bool = True
    """Whether frames include text for people: the layout, hand names, buttons, sentences. Without it frames are
    smaller."""


class Unwatch(Ask, frozen=True, tag="unwatch"):
    """Unsubscribe from a table."""

    table: str


class WatchLobby(Ask, frozen=True, tag="lobby"):
    """Subscribe to the list of tables."""


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat with a buy-in; seat 0 means any free seat."""

    id: str
    table: str
    buy_in: int
    seat: int = 0


class Leave(Ask, frozen=True, tag="leave"):
    """Leave the seat; during a round, when the round is over."""

    id: str
    table: str


class SitOut(Ask, frozen=True, tag="sit_out"):
    """Sit out: keep the seat without being dealt in."""

    id: str
    table: str


class SitIn(Ask, frozen=True, tag="sit_in"):
    """Return from sitting out."""

    id: str
    table: str


class GoOn(Ask, frozen=True, tag="go_on"):
    """Play on after a reality check."""

    id: str
    table: str


class Rebuy(Ask, frozen=True, tag="rebuy"):
    """Add chips from the wallet; during a round they arrive when the round is over."""

    id: str
    table: str
    amount: int


class Refill(Ask, frozen=True, tag="refill"):
    """Refill the wallet with play chips."""

    id: str


class Queue(Ask, frozen=True, tag="queue"):
    """Join the waiting list; the next free seat is taken with this buy-in."""

    id: str
    table: str
    buy_in: int


class Seed(Ask, frozen=True, tag="seed"):
    """The client's seed for the shuffle: hexadecimal, 1 to 32 bytes."""

    table: str
    round: str
    seed: str


class Act(Ask, frozen=True, tag="act"):
    """Take an action."""

    id: str
    """Chosen by the client; repeating a request with the same id has no further effect."""
    table: str
    round: str
    decision: int
    """The decision number, from the `table` frame."""
    action: dict[str, Any]
    """An action of the game, such as `{"action": "bet", "wager": "raise", "amount": 500}`."""
    price: int = 0
    """The price of the action, in chips, as shown to the person; refused if it has changed."""


class Ready(Ask, frozen=True, tag="ready"):
    """Do not wait for me: close the betting, or start the next round, as soon as everybody is ready."""

    table: str
    round: str


class Say(Ask, frozen=True, tag="say"):
    """Send a chat message to the table, if chat is on: plain text, one line."""

    id: str
    table: str
    text: str


class Start(Ask, frozen=True, tag="start"):
    """Host only: start the game, or resume it after a pause."""

    id: str
    table: str


class Pause(Ask, frozen=True, tag="pause"):
    """Host only: start no further rounds. A round with wagers on the table is finished first."""

    id: str
    table: str


class Rename(Ask, frozen=True, tag="rename"):
    """Host only: rename the table."""

    id: str
    table: str
    name: str


class Bots(Ask, frozen=True, tag="bots"):
    """Host only: set the number of bots, in a game that has them, from the next round on."""

    id: str
    table: str
    bots: int


class Kick(Ask, frozen=True, tag="kick"):
    """Host only: remove a person, after the current round if they are in it. They cannot return until let in again."""

    id: str
    table: str
    person: str


class LetIn(Ask, frozen=True, tag="let_in"):
    """Host only: let a removed person return."""

    id: str
    table: str
    person: str


class HandOver(Ask, frozen=True, tag="hand_over"):
    """Host only: make another person at the table the host."""

    id: str
    table: str
    person: str


class CloseTable(Ask, frozen=True, tag="close"):
    """Host only: close the table permanently, after the current round; chips are returned to the owners' wallets."""

    id: str
    table: str


class Weigh(Ask, frozen=True, tag="weigh"):
    """Ask what these wagers, made before the deal, could win. Does not place them."""

    table: str
    amounts: dict[str, int]


class Describe(Ask, frozen=True, tag="describe"):
    """Ask for a description of the table in sentences, as this person may see it."""

    table: str


class Coach(Ask, frozen=True, tag="coach"):
    """Ask the coach what each choice of the open decision is worth. From then on, until `off`, it also counts this
    person's decisions at the table and what they cost."""

    table: str
    action: dict[str, Any] | None = None
    """An action to value that is not listed, such as a bet of another amount."""
    picture: bool = False
    """Whether to include the strategy as a picture, in a game that has one."""
    off: bool = False
    """Stop counting."""


class Ping(Ask, frozen=True, tag="ping"):
    """Ask for a `pong`."""

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
    | GoOn
    | Rebuy
    | Refill
    | Queue
    | Seed
    | Act
    | Ready
    | Say
    | Start
    | Pause
    | Rename
    | Bots
    | Kick
    | LetIn
    | HandOver
    | CloseTable
    | Weigh
    | Describe
    | Coach
    | Ping
)


# Server frames.


class Tell(Struct, frozen=True, tag_field="is"):
    """A frame sent by the server."""


class Welcome(Tell, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    version: int
    person: str
    name: str
    role: str
    guest: bool
    wallet: int
    now: int
    """The server time, in milliseconds since 1970, on which all deadlines are based."""
    refill_to: int = 0
    next_refill: int = 0
    """As in `wallet`."""
    key: str = ""
    """The room's public key, which verifies receipts for client seeds; Ed25519, in hexadecimal."""


class WalletFrame(Tell, frozen=True, tag="wallet"):
    """The person's wallet has changed, at a table or elsewhere."""

    wallet: int
    refill_to: int
    """The balance after a refill."""
    next_refill: int = 0
    """The server time of the next possible refill, if the room limits refills; 0 if it is possible now."""
    table: str = ""
    """The table that chips came back from on their own, such as at the end of a round that the person had left."""
    told: str = ""
    """The same as a sentence; empty if no chips did."""


class Done(Tell, frozen=True, tag="done"):
    """The request was carried out and committed."""

    id: str
    again: bool = False
    """Whether a request with this id had already been carried out before."""


class RefusedFrame(Tell, frozen=True, tag="refused"):
    """The request was refused, and nothing has changed."""

    id: str
    code: str
    """not_now, wrong_amount, wrong_cards, stale, repriced, closed, excluded, limit, reality_check, no_chips,
    not_seated, forbidden, taken, malformed, too_fast, unknown or failed."""
    why: str
    clause: str = ""
    allowed: str = ""


class SeatInfo(Struct, frozen=True):
    """A seat and its player."""

    seat: int
    person: str
    name: str
    bot: bool
    chips: int
    """The player's stack between rounds; during a round, see the round's view."""
    sits_out: bool = False
    away: bool = False
    """Whether the player is disconnected."""
    leaving: bool = False
    ready: bool = False
    time_bank: int = 0
    """Milliseconds left."""
    idle: bool = False
    """Whether the player's last decision timed out: betting waits for an idle player only a moment once everybody else
    is ready, and the clock of their decisions is short."""


class StopInfo(Struct, frozen=True):
    """What keeps a person from wagering: a reality check, to be answered with `go_on` or `leave`, or an own limit."""

    check: bool = False
    """Whether this is a reality check: no new wager is accepted until it is answered."""
    time: int = 0
    """With a reality check, for how many milliseconds the viewer has had a seat today, at all tables; days are UTC."""
    net: int = 0
    """The viewer's net result of the rounds that ended today, at all tables."""
    why: str = ""
    """Which limit or exclusion of the viewer's own keeps them from wagering."""


class YouInfo(Struct, frozen=True):
    """The viewer's private information."""

    seat: int
    wallet: int
    net: int
    """The net result at this table since sitting down, over finished rounds."""
    since: int
    """When the viewer sat down, in milliseconds since 1970."""
    receipt: str = ""
    """The room's signature for the viewer's client seed in this round, once it is committed: Ed25519, in hexadecimal,
    of `seventh/receipt/1 ROUND SEAT SEED_HASH CLIENT_SEED`, with the key in `welcome`."""
    stop: StopInfo | None = None
    """Between rounds, what keeps the viewer from making new wagers: a reality check that is due, or an own limit."""
    closed: str = ""
    """Why the viewer may not sit or wager here: the floor closed it or removed them, or they excluded themselves."""
    absence: str = ""
    """What the clock did for the viewer while they were away, in a sentence; until they act."""


class SeatClock(Struct, frozen=True):
    """The clock of a seat that has to act, in server time."""

    starts: int
    """When the decision time starts: once the cards have been shown."""
    bank_from: int
    """When the decision time is used up and the time bank starts, which lasts until the deadline."""


class YourTurn(Struct, frozen=True):
    """The viewer's options, as text."""

    prompt: str
    """The prompt; empty if there is nothing to decide."""
    offers: tuple[Offer, ...] = ()
    """The available actions, as buttons in order."""
    intentions: tuple[Intention, ...] = ()
    """Actions that can be selected before the viewer's turn."""


class RoundInfo(Struct, frozen=True):
    """The current round."""

    id: str
    number: int
    people: dict[int, str]
    """The players by seat; while the result is shown, someone else may have taken the seat."""
    seed_hash: str
    seeds: dict[int, str]
    """The client seeds so far, by seat, in hexadecimal."""
    seeds_closed: bool
    root: str
    """Stud: the Merkle root of the card commitments; empty before the seeds are closed."""
    view: Any
    """The round as the viewer may see it: a `RoundView` or a `StudView`."""
    decision: int
    """The number of the viewer's open decision; 0 if there is none."""
    deadlines: dict[int, int]
    """The server time at which each seat that has to act times out, including its time bank."""
    clocks: dict[int, SeatClock]
    """The clock of each of these seats."""
    openings: tuple[Any, ...] = ()
    """Stud: openings of the cards that the viewer may see, new since the previous frame."""
    prices: dict[str, int] = {}
    """The prices of the viewer's choices that do not include an amount: `bring_in` at stud."""
    winners: tuple[int, ...] = ()
    """The seats that won a pot."""
    heading: str = ""
    """The stage of the round, in a word or two."""
    hands: dict[str, HandWords] = {}
    """The hands that are fully visible to the viewer, by seat, and the dealer's under `dealer`: the name, and the cards
    that play."""
    yours: YourTurn | None = None
    shuffle_roots: tuple[str, ...] = ()
    """Stud: the Merkle root of each shuffle of the burns so far."""


class LastRound(Struct, frozen=True):
    """The result of the previous round."""

    id: str
    void: bool
    reason: str
    nets: dict[str, int]
    """The net results, by person: someone else may have taken the seat since."""
    seed: str
    """The server seed, once it is revealed."""


class HostInfo(Struct, frozen=True):
    """The host of a private table, and the host's settings."""

    person: str
    name: str
    started: bool
    """Whether the host has started the game."""
    paused: bool
    closing: bool
    bots: int
    most_bots: int
    """The maximum number of bots; 0 in a game without bots."""
    kicked: dict[str, str]
    """The names of the people removed from the table, by person."""
    words: str
    """Why the table is waiting for the host, in a sentence; empty while the game is on."""
    paused_by: str = ""
    """Who paused the table: a person."""


class News(Struct, frozen=True):
    """An event outside the game: an arrival, a departure, a chat message."""

    n: int
    """A sequence number, by which a client can skip lines it already has."""
    at: int
    kind: str
    """said, sat, left, rebuys, rebought, missed, sits_out, sits_in, host, started, pausing, paused, resumed, renamed,
    bots, kicked, let_in, closing, lost, back."""
    text: str
    """A sentence; for `said`, the message as plain text. Empty if only `person` is told."""
    person: str = ""
    name: str = ""
    """The name of the sender."""
    yours: str = ""
    """The same sentence addressed to `person`; empty if it is the same for everybody."""
    whom: str = ""
    """The person it was done to, such as the one removed; empty if there is none."""
    theirs: str = ""
    """The same sentence addressed to `whom`."""
    round: str = ""
    """The round in progress when it happened; empty if there was none."""


class TableFrame(Tell, frozen=True, tag="table"):
    """A table as the viewer may see it."""

    table: str
    seq: int
    """Incremented with each change of the table; a gap means that frames were missed."""
    name: str
    game: str
    rules: str
    """The hash of the house rules in force."""
    private: bool
    """Whether it is unlisted: an invitation-only or a single-player table."""
    state: str
    """waiting, betting, playing, showing, paused, closed."""
    notice: str
    """Why it is paused or closed, as text; empty otherwise."""
    until: int
    """The server time at which this state ends on its own; 0 if it does not."""
    now: int
    seats: tuple[SeatInfo, ...]
    queue: tuple[str, ...]
    """The names on the waiting list."""
    you: YouInfo | None
    round: RoundInfo | None
    last: LastRound | None
    events: tuple[Any, ...]
    """The events of the round since the previous frame, as the viewer may see them."""
    told: tuple[Told, ...] = ()
    """The same events in words."""
    story: tuple[Told, ...] | None = None
    """The whole round so far in words, if the frame does not directly follow the previous one."""
    host: HostInfo | None = None
    """The host of a private table; null for other tables."""
    chat: bool = False
    """Whether chat is available."""
    layout: dict[str, Any] | None = None
    """The layout of the table, with the first frame and whenever the rules change."""
    review: Review | None = None
    """A summary of the latest finished round as the viewer saw it, with its last event. If the frame does not directly
    follow the previous one, the latest round that a seated viewer took part in, or for others the latest one."""
    review_story: tuple[Told, ...] | None = None
    """All of that round in words, for a viewer who played in it, if the frame does not directly follow the previous one
    and `round` is another one."""
    news: tuple[News, ...] = ()
    """Events outside the game since the previous frame; the latest ones if the frame does not directly follow it."""


class Out(Tell, frozen=True, tag="out"):
    """The subscription to this table has ended: the table was closed or the person removed. `why` is the reason."""

    table: str
    code: str
    """closed or kicked."""
    why: str


class Weighed(Tell, frozen=True, tag="weighed"):
    """The answer to `weigh`."""

    table: str
    amounts: dict[str, int]
    """The wagers in the request."""
    awards: dict[str, int]
    """The maximum payout of each by its pay table."""
    warnings: tuple[str, ...]
    """Caps that would reduce a payout, in sentences."""
    note: str
    """A note about these wagers, or empty."""
    short: str = ""
    """The warning that the player could not make the bet that the next decision needs, or empty."""
    fixed: tuple[str, ...] = ()
    """The wagers that pay exactly their award whenever they win; others pay up to it."""


class Described(Tell, frozen=True, tag="described"):
    """The answer to `describe`."""

    table: str
    words: str


class CoachChoice(Struct, frozen=True):
    """A choice as the coach sees it. `exact` figures are fractions such as `-1/3`."""

    name: str
    """As in `seventh advise`; empty for an action that was asked about and is not listed."""
    label: str
    """The label of its button."""
    action: dict[str, Any]
    exact: str
    """The expected net result of the whole hand in antes."""
    antes: str
    """The same as text."""
    chips: str
    """The same in chips, as text."""
    cost: str
    """How much less than the best choice, in antes, exact; `0` for the best."""
    cost_text: str
    """The same in chips, as text."""
    best: bool
    warns: bool
    """Whether the cost is over 1 percent of the ante."""


class CoachRemark(Struct, frozen=True):
    """The coach's remark on a decision that was made."""

    round: str
    chosen: str
    """The label of what was chosen."""
    best: str
    """The label of the best choice."""
    cost: str
    """In antes, exact."""
    says: str
    """A sentence."""


class CoachTally(Struct, frozen=True):
    """The decisions at this table since the coach was switched on, and their cost. Those of the clock do not count."""

    decisions: int
    mistakes: int
    """Those that were worth less than the best choice."""
    best: str
    """The expected net result of the best choices together, in chips, exact."""
    made: str
    """That of the choices made."""
    cost: str
    """The difference."""
    says: str
    """All this in a sentence."""


class Coached(Tell, frozen=True, tag="coached"):
    """The answer to `coach`."""

    table: str
    round: str
    """The round in progress; empty if there is none."""
    decision: int
    """The number of the decision that the choices belong to; 0 if there is none."""
    hand: str
    """The name of the viewer's hand."""
    choices: tuple[CoachChoice, ...]
    """Empty if there is nothing that has figures."""
    says: str
    """What the figures leave out, or why there are none."""
    asked: CoachChoice | None
    """The action in the request."""
    made: CoachRemark | None
    """The latest decision that was counted."""
    tally: CoachTally
    has_picture: bool
    picture: Picture | None


class LobbyTable(Struct, frozen=True):
    """A table in the lobby."""

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
    """The minimum buy-in."""
    maximum: int
    people: tuple[str, ...] = ()
    """The names of the seated players, without bots."""
    house: str = ""
    """The house whose rules the table follows; the game's name for one with its own rules."""


class LobbyFrame(Tell, frozen=True, tag="lobby"):
    """The open tables."""

    tables: tuple[LobbyTable, ...]


class Pong(Tell, frozen=True, tag="pong"):
    """The answer to `ping`."""

    n: int
    now: int


class Bye(Tell, frozen=True, tag="bye"):
    """The connection is about to close; `why` is the reason."""

    code: str
    why: str


AnyTell = (
    Welcome
    | WalletFrame
    | Done
    | RefusedFrame
    | TableFrame
    | Out
    | Weighed
    | Described
    | Coached
    | LobbyFrame
    | Pong
    | Bye
)
