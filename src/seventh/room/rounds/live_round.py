"""A round while it is played: a value that knows the rules' state, the deck, the books, and what to write down.

Nothing here writes anything. Each method gives the round after it, the change that makes it lasting, and what happened;
whoever runs the table commits the change and only then goes on with the new value. If the commit fails, the round
before is as it was, and deals the same cards when it is tried again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from seventh.fair import DISTURBS, Inputs, Secret, Shuffled, seed_hash
from seventh.fair.deck import LONGEST_CLIENT_SEED
from seventh.house import House
from seventh.records.proof import Opening
from seventh.records.record import FORM, Record, Result, Step, result_of
from seventh.records.seen import seen_by
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.rounds import round_log
from seventh.room.rounds.postings import Books, call_off, post
from seventh.room.rounds.round_log import Closed, Seated, SeedsClosed, Steps
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    Action,
    NoMoreBets,
    Place,
    PlaceWagers,
    VoidRound,
    Who,
)
from seventh.rounds.dealer.walk import WAGERS
from seventh.rounds.driver import dealer_action
from seventh.rounds.events import Event
from seventh.rounds.legal import NotNow
from seventh.rounds.round import CLOSED as ROUND_OVER
from seventh.rounds.round import Round

_NO_SEEDS: Mapping[int, bytes] = MappingProxyType({})


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
    form: int = FORM
    """The form of record that was current when the round was opened."""

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
        after = self._with_seed(seat, seed)
        return after._moved(self.hand, (), at, person or self.seats[seat].person, given={seat: seed})

    def _with_seed(self, seat: int, seed: bytes) -> LiveRound:
        if seat not in self.seats:
            raise NotNow("R2", f"{seat!r} is not a seat of this round", ", ".join(map(str, self.seats)))
        if self.over or self.seeds_closed:
            raise NotNow("R2", "the seeds of this round are closed")
        if seat in self.client_seeds:
            raise NotNow("R2", f"seat {seat} has given its seed already")
        if not 1 <= len(seed) <= LONGEST_CLIENT_SEED:
            raise NotNow("R2", f"a seed of {len(seed)} bytes", f"1 to {LONGEST_CLIENT_SEED} bytes")
        return replace(self, client_seeds={**self.client_seeds, seat: seed})

    def close_seeds(self, at: int) -> Moved:
        """Fix the deck. Nobody's wager and nobody's seed can change after that."""
        if self.over or self.seeds_closed:
            raise NotNow("R2", "the seeds of this round are closed already")
        after, seeds = self._with_deck()
        return after._moved(self.hand, (), at, seeds=seeds)

    def _with_deck(self) -> tuple[LiveRound, SeedsClosed | None]:
        """The round with its deck, and what is to be logged if it was not fixed before."""
        if self.shuffled is not None:
            return self, None
        shuffled = self._shuffle()
        seeds = SeedsClosed({seat: seed.hex() for seat, seed in sorted(self.client_seeds.items())}, shuffled.root)
        return replace(self, shuffled=shuffled), seeds

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
        seeds: Mapping[int, bytes] = _NO_SEEDS,
    ) -> Moved:
        """A seat's decision, or the floor's; `Refused` if the rules do not allow it.

        `by` says if the clock made it. With `deals_on` the dealer goes on at once if nobody else has to act. `seeds`
        are contributions that come with it.
        """
        if who == DEALER:
            raise NotNow("R1", "the dealer's cards come from the deck that the seeds give")
        if type(action) in DISTURBS:
            raise NotNow("R1", "a deck that comes from seeds lies in its order", "void the round")
        if isinstance(action, PlaceWagers) and self.seeds_closed:
            raise NotNow("R2", "the seeds are closed, and with them the wagers")
        if self.called_off:
            raise NotNow("", "the round is over")
        before, closed = self._with_seeds(seeds), None
        hand = self.hand.copy()
        made = [Step(who, action, hand.act(who, action))]
        if deals_on and hand.to_act == _DEALERS_TURN:
            before, closed = before._with_deck()
            before._deal(hand, made)
        return before._moved(hand, made, at, person, action_id, by, seeds, closed)

    def deal_on(self, at: int, seeds: Mapping[int, bytes] = _NO_SEEDS) -> Moved:
        """Let the dealer act until somebody else must. Before the cards that ends the wagers and closes the seeds."""
        if self.over:
            return Moved(self, Change(), ())
        before, closed = self._with_seeds(seeds)._with_deck()
        hand, made = self.hand.copy(), list[Step]()
        before._deal(hand, made)
        if not made and closed is None:
            return Moved(self, Change(), ())
        return before._moved(hand, made, at, given=seeds, seeds=closed)

    def _with_seeds(self, seeds: Mapping[int, bytes]) -> LiveRound:
        after = self
        for seat, seed in seeds.items():
            after = after._with_seed(seat, seed)
        return after

    def _deal(self, hand: Round, made: list[Step]) -> None:
        """Let the dealer act on a copy of the hand until somebody else must, and add the steps to those there are."""
        assert self.shuffled is not None
        shuffled, deck = self.shuffled, None

        def draw(place: Place, number: int) -> str:
            nonlocal deck
            if deck is None:  # the dealer's last part needs no cards
                deck = shuffled.draw(hand)
            return deck(place, number)

        if hand.phase == WAGERS:
            made.append(Step(DEALER, _NO_MORE_BETS, hand.act(DEALER, _NO_MORE_BETS)))
        shuffle = shuffled.shuffle(hand)
        while DEALER in hand.to_act:
            action = dealer_action(hand, draw, shuffle)
            made.append(Step(DEALER, action, hand.act(DEALER, action)))

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
        made: Sequence[Step],
        at: int,
        person: str | None = None,
        action_id: str | None = None,
        by: str = "",
        given: Mapping[int, bytes] = _NO_SEEDS,
        seeds: SeedsClosed | None = None,
    ) -> Moved:
        """The round after some steps, and all that is written because of them."""
        steps = tuple(made)
        events = steps[0].events if len(steps) == 1 else tuple([event for step in steps for event in step.events])
        books, transfers = post(self.books, events) if events else (self.books, ())
        answered = self.answered
        for step in steps:
            if isinstance(step.who, int):
                answered = {**answered, step.who: answered.get(step.who, 0) + 1}
        after = replace(self, hand=hand, books=books, steps=self.steps + steps, answered=answered)
        outcome = hand.outcome
        closed: Closed | None = None
        writes: tuple[Write, ...] = () if seeds is None else (_seeds_write(self.id, seeds),)
        if outcome is not None and steps:
            stacks = {seat: chips + outcome.nets[seat] for seat, chips in hand.seats.items()}
            closed = Closed(outcome.void, stacks, outcome.clause, outcome.reason)
            writes += (_closing_write(self.id, closed, at),)
        told = {seat: seed.hex() for seat, seed in given.items()}
        body = round_log.encode(Steps(self.books.events, steps, by, told, seeds, closed))
        entry = LogEntry(round_log.STEP, body, at, self.table, self.id, person, action_id)
        return Moved(after, Change(transfers=transfers, log=(entry,), writes=writes), events)

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

    def view(self, seat: int | None) -> Any:
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
        return self.hand.price(seat, action)

    def openings(self, seat: int | None) -> tuple[Opening, ...]:
        """Stud: the openings of the cards that the seat may see, in the order they were dealt."""
        return self.shuffled.openings(self.hand, seat) if self.shuffled else ()

    def record(self, viewer: int | Literal["all"] | None = None) -> Record:
        """The record for a seat, for a bystander (None), or with everything in it, once the round is over ("all")."""
        open_to_all = not self.hand.KEEPS_SECRETS
        if (viewer == "all" or open_to_all) and not self.over:
            raise ValueError(f"the round {self.id} is not over, and its cards are not given out before")
        shuffled = self.shuffled or self._shuffle()
        whole = Record(
            game=self.hand.game,
            house=self.house.recorded(),
            house_hash=self.house.hash,
            seats=dict(self.hand.seats),
            dealer_position=self.dealer_position,
            steps=self.steps,
            result=self._result,
            about=self._about(),
            form=self.form,
        )
        if viewer == "all" or open_to_all:
            return replace(whole, proof=shuffled.proof(self.hand, revealed=True))
        return replace(seen_by(whole, viewer), proof=shuffled.proof(self.hand, viewer, revealed=False))

    @property
    def _result(self) -> Result | None:
        return result_of(self.hand)

    def _about(self) -> dict[str, Any]:
        people = {str(seat): seated.person for seat, seated in self.seats.items()}
        about: dict[str, Any] = {"table": self.table, "round": self.id, "opened": self.opened, "people": people}
        return {**about, "called_off": self.called_off} if self.called_off else about


_DEALERS_TURN = frozenset((DEALER,))
_NO_MORE_BETS = NoMoreBets()


def closing(table: str, round_id: str, closed: Closed, at: int) -> Change:
    """What is written when the ledger calls a round off."""
    entry = LogEntry(round_log.CLOSED, round_log.encode(closed), at, table, round_id)
    return Change(log=(entry,), writes=(_closing_write(round_id, closed, at),))


def _closing_write(round_id: str, closed: Closed, at: int) -> Write:
    values = {
        "id": round_id,
        "state": "void" if closed.void else "played",
        "reason": closed.reason or closed.clause,
        "closed": at,
        "result": round_log.encode(closed).decode(),
    }
    return Write("set", "rounds", values)


def _seeds_write(round_id: str, seeds: SeedsClosed) -> Write:
    values = {"id": round_id, "client_seeds": round_log.encode(seeds.client_seeds).decode(), "root": seeds.root}
    return Write("set", "rounds", values)
