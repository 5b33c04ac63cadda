"""A round while it is played: a value that knows the rules' state, the deck, the books, and what to write down.

Nothing here writes anything. Each method gives the round after it, the change that makes it lasting, and what happened;
whoever runs the table commits the change and only then goes on with the new value. If the commit fails, the round
before is as it was, and deals the same cards when it is tried again.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from seventh.fair import DISTURBS, Inputs, Secret, Shuffled, seed_hash
from seventh.fair.deck import LONGEST_CLIENT_SEED
from seventh.games.actions import (
    DEALER,
    FLOOR,
    Action,
    Bet,
    BetTo,
    BringIn,
    Call,
    NoMoreBets,
    Place,
    PlaceWagers,
    VoidRound,
    Who,
)
from seventh.games.dealer_game import WAGERS
from seventh.games.driver import Draw, dealer_action
from seventh.games.events import Event
from seventh.games.legal import NotNow
from seventh.games.round import CLOSED as ROUND_OVER
from seventh.games.round import Round
from seventh.games.stud import StudRound
from seventh.games.view import RoundView, StudView
from seventh.house import House
from seventh.records.proof import Opening
from seventh.records.record import Record, Result, Step, result_of
from seventh.records.seen import seen_by
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.rounds import round_log
from seventh.room.rounds.postings import Books, call_off, post
from seventh.room.rounds.round_log import Closed, Seated, SeedGiven, SeedsClosed, Steps
from seventh.room.store import schema


class Moved(NamedTuple):
    """What a step of a round gives."""

    after: LiveRound
    """The round once the change is committed."""
    change: Change
    events: tuple[Event, ...]
    """What happened, for whoever may see it."""


class LiveRound(Struct, frozen=True, eq=False):
    """One round at one table."""

    id: str
    table: str
    number: int
    house: House
    seats: dict[int, Seated]
    dealer_position: int | None
    opened: int
    """When, in milliseconds since 1970."""
    secret: Secret
    hand: Round
    """The rules' side of it; nobody but this value acts on it."""
    books: Books
    client_seeds: dict[int, bytes] = {}
    shuffled: Shuffled | None = None
    """The deck, once the seeds are closed."""
    steps: tuple[Step, ...] = ()
    answered: dict[int, int] = {}
    """How many decisions each seat has made."""
    called_off: str = ""
    """Why the ledger put every chip back, if it had to."""

    def __repr__(self) -> str:
        return f"<LiveRound {self.id} of {self.hand.game}: {'over' if self.over else self.hand.phase}>"

    # Chance (R2): hash, wagers and client seeds, seeds closed, root, first card.

    @property
    def seed_hash(self) -> str:
        """The commitment to the server seed, shown before the first wager."""
        return seed_hash(self.secret)

    @property
    def seeds_closed(self) -> bool:
        return self.shuffled is not None

    @property
    def root(self) -> str | None:
        """Stud: the commitment to every card, once the seeds are closed."""
        return self.shuffled.root if self.shuffled else None

    @property
    def revealed(self) -> str:
        """The server seed in hexadecimal, once the round is over; at stud it is the house that says when to show it."""
        return self.secret.reveal().hex() if self.over else ""

    def contribute(self, seat: int, seed: bytes, at: int, person: str | None = None) -> Moved:
        """A seat's own part of the shuffle, never chosen by the server."""
        if seat not in self.seats:
            raise NotNow("R2", f"{seat!r} is not a seat of this round", ", ".join(map(str, self.seats)))
        if self.over or self.seeds_closed:
            raise NotNow("R2", "the seeds of this round are closed")
        if seat in self.client_seeds:
            raise NotNow("R2", f"seat {seat} has given its seed already")
        if not 1 <= len(seed) <= LONGEST_CLIENT_SEED:
            raise NotNow("R2", f"a seed of {len(seed)} bytes", f"1 to {LONGEST_CLIENT_SEED} bytes")
        seeds = {**self.client_seeds, seat: seed}
        entry = self._entry(round_log.SEED, SeedGiven(seat, seed.hex()), at, person or self.seats[seat].person)
        return Moved(replace(self, client_seeds=seeds), Change(log=(entry,)), ())

    def close_seeds(self, at: int) -> Moved:
        """Fix the deck. Nobody's wager and nobody's seed can change after that."""
        if self.over or self.seeds_closed:
            raise NotNow("R2", "the seeds of this round are closed already")
        shuffled = self._shuffle()
        closed = SeedsClosed({seat: seed.hex() for seat, seed in sorted(self.client_seeds.items())}, shuffled.root)
        values = {
            "key_id": self.id,
            "client_seeds": round_log.encode(closed.client_seeds).decode(),
            "root": closed.root,
        }
        change = Change(
            log=(self._entry(round_log.SEEDS_CLOSED, closed, at),),
            writes=(Write(schema.FIX_SEEDS, values),),
        )
        return Moved(replace(self, shuffled=shuffled), change, ())

    def _shuffle(self) -> Shuffled:
        return Shuffled(Inputs(self.secret, self.hand.game, self.table, self.id, self.client_seeds))

    # What people and the dealer do.

    def act(
        self,
        who: Who,
        action: Action,
        at: int,
        person: str | None = None,
        action_id: str | None = None,
        by: str = "",
        deals_on: bool = False,
    ) -> Moved:
        """A seat's decision, or the floor's; `Refused` if the rules do not allow it.

        `by` says if the clock made it. With `deals_on` the dealer goes on at once if nobody else has to act.
        """
        if who == DEALER:
            raise NotNow("R1", "the dealer's cards come from the deck that the seeds give")
        if type(action) in DISTURBS:
            raise NotNow("R1", "a deck that comes from seeds lies in its order", "void the round")
        if isinstance(action, PlaceWagers) and self.seeds_closed:
            raise NotNow("R2", "the seeds are closed, and with them the wagers")
        if self.called_off:
            raise NotNow("", "the round is over")
        hand = self.hand.copy()
        steps = [Step(who, action, hand.act(who, action))]
        answered = self.answered
        if isinstance(who, int):
            answered = {**answered, who: answered.get(who, 0) + 1}
        if not deals_on or hand.to_act != _DEALERS_TURN:
            return self._moved(hand, steps, at, person, action_id, by, answered)
        if self.shuffled is not None:
            _deal(hand, self.shuffled, steps)
            return self._moved(hand, steps, at, person, action_id, by, answered)
        acted = self._moved(hand, steps, at, person, action_id, by, answered)
        dealt = acted.after._dealt(hand, at)  # nobody else has this hand yet
        return Moved(dealt.after, acted.change + dealt.change, acted.events + dealt.events)

    def deal_on(self, at: int) -> Moved:
        """Let the dealer act until somebody else must. Before the cards that ends the wagers and closes the seeds."""
        return Moved(self, Change(), ()) if self.over else self._dealt(self.hand.copy(), at)

    def _dealt(self, hand: Round, at: int) -> Moved:
        """The dealer's part on a copy of the hand."""
        before, change = self, None
        if self.shuffled is None:
            before, change, _ = self.close_seeds(at)
        assert before.shuffled is not None
        steps: list[Step] = []
        if hand.phase == WAGERS:
            steps.append(Step(DEALER, _NO_MORE_BETS, hand.act(DEALER, _NO_MORE_BETS)))
        _deal(hand, before.shuffled, steps)
        if not steps:
            return Moved(before, change or Change(), ())
        dealt = before._moved(hand, steps, at, None, None, "", self.answered)
        return Moved(dealt.after, change + dealt.change, dealt.events) if change else dealt

    def void(self, reason: str, at: int, person: str | None = None, action_id: str | None = None) -> Moved:
        """Call the round off by the rules: every wager that is not settled goes back."""
        return self.act(FLOOR, VoidRound(reason), at, person, action_id)

    def void_by_ledger(self, reason: str, at: int) -> Moved:
        """Call the round off when the rules cannot: every chip that moved in it goes back where it came from."""
        if self.over:
            raise NotNow("", "the round is over")
        refunds = call_off(self.id, self.books.escrow, self.books.moved)
        stacks = {seat: seated.chips for seat, seated in self.seats.items()}
        closed = Closed(True, stacks, reason=reason, by_ledger=True)
        after = replace(self, called_off=reason or "called off", books=replace(self.books, moved={}))
        return Moved(after, Change(transfers=refunds) + closing(self.table, self.id, closed, at), ())

    def _moved(
        self,
        hand: Round,
        made: list[Step],
        at: int,
        person: str | None,
        action_id: str | None,
        by: str,
        answered: dict[int, int],
    ) -> Moved:
        """The round after some steps, and all that is written because of them."""
        steps = tuple(made)
        events = steps[0].events if len(steps) == 1 else tuple([event for step in steps for event in step.events])
        books, transfers = post(self.books, events)
        logged = self._entry(round_log.STEP, Steps(self.books.events, steps, by), at, person, action_id)
        after = replace(self, hand=hand, books=books, steps=self.steps + steps, answered=answered)
        outcome = hand.outcome
        if outcome is None:
            return Moved(after, Change(transfers=transfers, log=(logged,)), events)
        stacks = {seat: chips + outcome.nets[seat] for seat, chips in hand.seats.items()}
        closed = closing(self.table, self.id, Closed(outcome.void, stacks, outcome.clause, outcome.reason), at)
        return Moved(after, Change(transfers=transfers, log=(logged, *closed.log), writes=closed.writes), events)

    def _entry(
        self, kind: str, body: Any, at: int, person: str | None = None, action_id: str | None = None
    ) -> LogEntry:
        return LogEntry(kind, round_log.encode(body), at, self.table, self.id, person, action_id)

    # What there is to see.

    @property
    def over(self) -> bool:
        return self.hand.phase == ROUND_OVER or bool(self.called_off)

    @property
    def is_void(self) -> bool:
        """Whether the round ended void."""
        outcome = self.hand.outcome
        return bool(self.called_off) or (outcome is not None and outcome.void)

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat now."""
        moved, stacks = self.books.moved, self.books.stacks
        return {seat: seated.chips + moved.get(stacks[seat], 0) for seat, seated in self.seats.items()}

    @property
    def nets(self) -> dict[int, int]:
        """What each seat has won or lost so far."""
        return {seat: chips - self.seats[seat].chips for seat, chips in self.stacks.items()}

    def view(self, seat: int | None) -> RoundView | StudView:
        """What that seat may see; None is a bystander."""
        return self.hand.view(seat)

    def decision(self, seat: int) -> int:
        """The number of the seat's open decision; 0 if it has none. A neighbour's action does not change it."""
        if self.over or seat not in self.seats or not self.hand.legal(seat):
            return 0
        # Wagers can be changed until the dealer closes them; what follows is another decision.
        return self.answered.get(seat, 0) + (1 if self.hand.phase == WAGERS else 2)

    def price(self, seat: int, action: Action) -> int:
        """The chips that an action takes from the seat's stack; below 0 it gives some back."""
        match action:
            case PlaceWagers(amounts=amounts):
                return sum(amounts.values()) - sum(self.books.wagers.get(seat, {}).values())
            case Bet(amount=amount) | Call(amount=amount):
                return amount
            case BetTo(amount=amount):
                return amount - self.books.bets.get(seat, 0)
            case BringIn() if isinstance(self.hand, StudRound):
                return min(self.hand.house.stakes.bring_in, self.hand.hands[seat].stack)
        return 0

    def openings(self, seat: int | None) -> tuple[Opening, ...]:
        """Stud: the openings of the cards that the seat may see, in the order they were dealt."""
        return self.shuffled.openings(self.hand, seat) if self.shuffled else ()

    def record(self, viewer: int | Literal["all"] | None = None) -> Record:
        """The record for a seat, for a bystander (None), or with everything in it, once the round is over ("all")."""
        dealer_game = not isinstance(self.hand, StudRound)
        if (viewer == "all" or dealer_game) and not self.over:
            raise ValueError(f"the round {self.id} is not over, and its cards are not given out before")
        shuffled = self.shuffled or self._shuffle()
        whole = Record(
            game=self.hand.game,
            house=self.house.as_data(),
            house_hash=self.house.hash,
            seats=dict(self.hand.seats),
            dealer_position=self.dealer_position,
            steps=self.steps,
            result=self._result,
            about=self._about(),
        )
        if viewer == "all" or dealer_game:
            return replace(whole, proof=shuffled.proof(self.hand, revealed=True))
        return replace(seen_by(whole, viewer), proof=shuffled.proof(self.hand, viewer, revealed=False))

    @property
    def _result(self) -> Result | None:
        return result_of(self.hand)

    def _about(self) -> dict[str, Any]:
        people = {str(seat): seated.person for seat, seated in self.seats.items()}
        about: dict[str, Any] = {"table": self.table, "round": self.id, "opened": self.opened, "people": people}
        return {**about, "called_off": self.called_off} if self.called_off else about


def _deal(hand: Round, shuffled: Shuffled, steps: list[Step]) -> None:
    """Let the dealer act until somebody else must, and add the steps to those there are."""
    deck: Draw | None = None

    def draw(place: Place, number: int) -> str:
        nonlocal deck
        if deck is None:  # the dealer's last part needs no cards
            deck = shuffled.draw(hand)
        return deck(place, number)

    shuffle = shuffled.shuffle(hand)
    while DEALER in hand.to_act:
        action = dealer_action(hand, draw, shuffle)
        steps.append(Step(DEALER, action, hand.act(DEALER, action)))


_DEALERS_TURN = frozenset((DEALER,))
_NO_MORE_BETS = NoMoreBets()


def closing(table: str, round_id: str, closed: Closed, at: int) -> Change:
    """What is written when a round is over."""
    body = round_log.encode(closed)
    values = {
        "key_id": round_id,
        "state": "void" if closed.void else "played",
        "reason": closed.reason or closed.clause,
        "closed": at,
        "result": body.decode(),
    }
    return Change(
        log=(LogEntry(round_log.CLOSED, body, at, table, round_id),),
        writes=(Write(schema.CLOSE_ROUND, values),),
    )
