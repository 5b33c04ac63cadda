"""A round in progress as a value: the state of the rules, the deck, the books, and the changes to commit.

Nothing here performs I/O. Each method returns the next value, the change that persists it, and the events. The table
commits the change and only then continues with the new value. If the commit fails, the old value is still intact, and
deals the same cards when retried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from seventh.fair import Inputs, Secret, Shuffled, seed_hash
from seventh.fair.deck import LONGEST_CLIENT_SEED
from seventh.house import House
from seventh.records.proof import Opening
from seventh.records.record import FORM, Record, Result, Step, result_of
from seventh.records.seen import seen_by
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.rounds import round_log
from seventh.room.rounds.postings import Books, call_off, post
from seventh.room.rounds.round_log import Closed, Seated, SeedsClosed, Steps
from seventh.room.rounds.sealing import sealed_body
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    Action,
    DealCards,
    NoMoreBets,
    Place,
    PlaceWagers,
    VoidRound,
    Who,
)
from seventh.rounds.calls import Call, action_for, calls_now
from seventh.rounds.dealer.phases import WAGERS
from seventh.rounds.dealer.state import OPEN, OUT
from seventh.rounds.driver import dealer_action
from seventh.rounds.events import Event
from seventh.rounds.legal import NotNow
from seventh.rounds.round import CLOSED as ROUND_OVER
from seventh.rounds.round import Round

_NO_SEEDS: Mapping[int, bytes] = MappingProxyType({})


class Moved(NamedTuple):
    """The result of a step."""

    after: LiveRound
    """The round once the change has been committed."""
    change: Change
    events: tuple[Event, ...]
    """What happened; filter by viewer before showing."""


class LiveRound(Struct, frozen=True, eq=False):
    """One round at one table."""

    id: str
    table: str
    number: int
    house: House
    seats: dict[int, Seated]
    dealer_position: int | None
    opened: int
    """Milliseconds since 1970."""
    secret: Secret
    hand: Round
    """The state of the rules; only this value acts on it."""
    books: Books
    client_seeds: dict[int, bytes] = {}
    shuffled: Shuffled | None = None
    """The deck, once the client seeds are closed."""
    steps: tuple[Step, ...] = ()
    times: tuple[int, ...] = ()
    """When each step was made, in milliseconds since 1970."""
    answered: dict[int, int] = {}
    """The number of decisions by each seat."""
    called_off: str = ""
    """Why the ledger returned every chip, if it had to."""
    form: int = FORM
    """The record form that was current when the round was opened."""
    sealed: bool = False
    """Whether its seed and its steps are encrypted in storage while it is open."""

    def __repr__(self) -> str:
        return f"<LiveRound {self.id} of {self.hand.game}: {'over' if self.over else self.hand.phase}>"

    # The shuffle (R2): hash, wagers and client seeds, seeds closed, root, first card.

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
    def shuffle_roots(self) -> tuple[str, ...]:
        """Stud: the commitment to the order of each shuffle of the burns so far."""
        return self.shuffled.shuffle_roots(self.hand) if self.shuffled and self.hand.KEEPS_SECRETS else ()

    @property
    def revealed(self) -> str:
        """The server seed in hexadecimal once the round is over; at stud the house decides when to show it."""
        return self.secret.reveal().hex() if self.over else ""

    def contribute(self, seat: int, seed: bytes, at: int, person: str | None = None) -> Moved:
        """Add a seat's client seed, its contribution to the shuffle."""
        after = self._with_seed(seat, seed)
        return after._moved(self.hand, (), at, person or self.seats[seat].person, given={seat: seed})

    def _with_seed(self, seat: int, seed: bytes) -> LiveRound:
        if seat not in self.seats:
            raise NotNow("R2", f"{seat!r} is not a seat of this round", ", ".join(map(str, self.seats)))
        if self.over or self.seeds_closed:
            raise NotNow("R2", "the seeds of this round are closed")
        if seat in self.client_seeds:
            raise NotNow("R2", f"seat {seat} has already given its seed")
        if not 1 <= len(seed) <= LONGEST_CLIENT_SEED:
            raise NotNow("R2", f"the seed has {len(seed)} bytes", f"1 to {LONGEST_CLIENT_SEED} bytes")
        return replace(self, client_seeds={**self.client_seeds, seat: seed})

    def close_seeds(self, at: int) -> Moved:
        """Fix the deck. No wager and no seed can change after this."""
        if self.over or self.seeds_closed:
            raise NotNow("R2", "the seeds of this round are already closed")
        after, seeds = self._with_deck()
        return after._moved(self.hand, (), at, seeds=seeds)

    def _with_deck(self) -> tuple[LiveRound, SeedsClosed | None]:
        """The round with its deck, and what to log if it was not fixed before."""
        if self.shuffled is not None:
            return self, None
        shuffled = self._shuffle()
        seeds = SeedsClosed({seat: seed.hex() for seat, seed in sorted(self.client_seeds.items())}, shuffled.root)
        return replace(self, shuffled=shuffled), seeds

    def _shuffle(self) -> Shuffled:
        return Shuffled(Inputs(self.secret, self.hand.game, self.table, self.id, self.client_seeds))

    # Actions of players, dealer and floor.

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
        """An action by a seat or the floor; raises `Refused` if the rules do not allow it.

        `by` says if the clock made it. With `deals_on` the dealer continues at once if nobody else has to act. `seeds`
        are client seeds sent along with it.
        """
        if who == DEALER:
            raise NotNow("R1", "the dealer's cards come from the shuffled deck")
        if who == FLOOR and self.shuffled is not None and self.shuffled.floor_action(self.hand, action) != action:
            raise NotNow("R1", "those are not the cards that the shuffled deck gives")
        if isinstance(action, PlaceWagers) and self.seeds_closed:
            raise NotNow("R2", "the seeds are closed, so wagers are final")
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
        """Let the dealer act until someone else must. Before the deal this ends the wagers and closes the seeds."""
        if self.over:
            return Moved(self, Change(), ())
        before, closed = self._with_seeds(seeds)._with_deck()
        hand, made = self.hand.copy(), list[Step]()
        before._deal(hand, made)
        if not made and closed is None:
            return Moved(self, Change(), ())
        return before._moved(hand, made, at, given=seeds, seeds=closed)

    def deal_step(self, at: int) -> Moved:
        """Let the dealer do the next thing only: close the betting, burn, or deal the next place its cards."""
        before, closed = self._with_deck()
        hand, made = self.hand.copy(), list[Step]()
        assert before.shuffled is not None
        action: Action = _NO_MORE_BETS
        if hand.phase != WAGERS:
            action = before.shuffled.dealer_action(hand)
            if isinstance(action, DealCards):
                action = DealCards(action.cards[:2])
        made.append(Step(DEALER, action, hand.act(DEALER, action)))
        return before._moved(hand, made, at, seeds=closed)

    # What the floor can call.

    def calls(self) -> tuple[Call, ...]:
        """The irregularities that the floor can call now, by place."""
        return () if self.over else calls_now(self.hand, self._top)

    def call(self, call: str, key: str, reason: str) -> Action:
        """The action of a call, with the cards of the deck; raises `Refused` if it cannot be made now."""
        if self.over:
            raise NotNow("", "the round is over")
        return action_for(self.hand, call, key, reason, self._top)

    def _top(self, number: int) -> str:
        return self.shuffled.top(self.hand)(number) if self.shuffled is not None else ""

    def _with_seeds(self, seeds: Mapping[int, bytes]) -> LiveRound:
        after = self
        for seat, seed in seeds.items():
            after = after._with_seed(seat, seed)
        return after

    def _deal(self, hand: Round, made: list[Step]) -> None:
        """Let the dealer act on a copy of the hand until someone else must, and append the steps."""
        assert self.shuffled is not None
        shuffled, deck = self.shuffled, None

        def draw(place: Place, number: int) -> str:
            nonlocal deck
            if deck is None:  # the dealer's final steps need no cards
                deck = shuffled.draw(hand)
            return deck(place, number)

        if hand.phase == WAGERS:
            made.append(Step(DEALER, _NO_MORE_BETS, hand.act(DEALER, _NO_MORE_BETS)))
        shuffle = shuffled.shuffle(hand)
        while DEALER in hand.to_act:
            action = dealer_action(hand, draw, shuffle)
            made.append(Step(DEALER, action, hand.act(DEALER, action)))

    def void(self, reason: str, at: int, person: str | None = None, action_id: str | None = None) -> Moved:
        """Void the round by the rules: every unsettled wager is returned."""
        return self.act(FLOOR, VoidRound(reason), at, person, action_id)

    def void_by_ledger(self, reason: str, at: int) -> Moved:
        """Void the round by the ledger when the rules cannot: every chip that moved in it is returned."""
        if self.over:
            raise NotNow("", "the round is over")
        refunds = call_off(self.id, self.books.escrow, self.books.moved)
        stacks = {seat: seated.chips for seat, seated in self.seats.items()}
        closed = Closed(True, stacks, reason=reason, by_ledger=True)
        after = replace(self, called_off=reason or "called off", books=replace(self.books, moved={}))
        revealed = Change(writes=self._revealing())
        return Moved(after, Change(transfers=refunds) + closing(self.table, self.id, closed, at) + revealed, ())

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
        """The round after some steps, and the change that records them."""
        steps = tuple(made)
        events = steps[0].events if len(steps) == 1 else tuple([event for step in steps for event in step.events])
        books, transfers = post(self.books, events) if events else (self.books, ())
        answered = self.answered
        for step in steps:
            if isinstance(step.who, int):
                answered = {**answered, step.who: answered.get(step.who, 0) + 1}
        times = self.times + (at,) * len(steps)
        after = replace(self, hand=hand, books=books, steps=self.steps + steps, times=times, answered=answered)
        outcome = hand.outcome
        closed: Closed | None = None
        writes: tuple[Write, ...] = () if seeds is None else (_seeds_write(self.id, seeds),)
        if outcome is not None and steps:
            stacks = {seat: chips + outcome.nets[seat] for seat, chips in hand.seats.items()}
            closed = Closed(outcome.void, stacks, outcome.clause, outcome.reason)
            writes += (_closing_write(self.id, closed, at), *self._revealing())
        told = {seat: seed.hex() for seat, seed in given.items()}
        body = round_log.encode(Steps(self.books.events, steps, by, told, seeds, closed))
        if self.sealed:
            body = sealed_body(self.secret, self.id, body)
        entry = LogEntry(round_log.STEP, body, at, self.table, self.id, person, action_id)
        return Moved(after, Change(transfers=transfers, log=(entry,), writes=writes), events)

    def _revealing(self) -> tuple[Write, ...]:
        """Store the seed as it is, now that the round is over."""
        return revealing(self.id, self.secret) if self.sealed else ()

    # Reading.

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
        """The current chips of each seat."""
        moved, stacks = self.books.moved, self.books.stacks
        return {seat: seated.chips + moved.get(stacks[seat], 0) for seat, seated in self.seats.items()}

    @property
    def nets(self) -> dict[int, int]:
        """Each seat's net result so far."""
        return {seat: chips - self.seats[seat].chips for seat, chips in self.stacks.items()}

    def net_of(self, person: str) -> int:
        """A person's net result; 0 if they did not take part."""
        return next((self.nets[seat] for seat, one in self.seats.items() if one.person == person), 0)

    @property
    def taking_part(self) -> list[int]:
        """The seats with a hand or a wager, without those that let the betting pass."""
        return [line.seat for line in self.view(None).seats if line.status not in (OPEN, OUT)]

    def view(self, seat: int | None) -> Any:
        """What that seat may see; None for a spectator."""
        return self.hand.view(seat)

    def decision(self, seat: int) -> int:
        """The number of the seat's open decision; 0 if it has none. Other seats' actions do not change it."""
        if self.over or seat not in self.seats or not self.hand.legal(seat):
            return 0
        # Wagers can be changed until the dealer closes them; the next decision has another number.
        return self.answered.get(seat, 0) + (1 if self.hand.phase == WAGERS else 2)

    def price(self, seat: int, action: Action) -> int:
        """The chips an action takes from the seat's stack; negative if it returns some."""
        return self.hand.price(seat, action)

    def openings(self, seat: int | None) -> tuple[Opening, ...]:
        """Stud: the openings of the cards that the seat may see, in the order they were dealt."""
        return self.shuffled.openings(self.hand, seat) if self.shuffled else ()

    def record(self, viewer: int | Literal["all"] | None = None) -> Record:
        """The record for a seat, for a spectator (None), or the complete one once the round is over ("all")."""
        open_to_all = not self.hand.KEEPS_SECRETS
        if (viewer == "all" or open_to_all) and not self.over:
            raise ValueError(f"round {self.id} is not over; its cards are still secret")
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


class Unsealed(bytes):
    """A seed on its way to the database, hidden from the change's repr."""

    def __repr__(self) -> str:
        return "<seed>"


def revealing(round_id: str, secret: Secret) -> tuple[Write, ...]:
    """Replace the sealed seed of a round by the seed."""
    return (
        Write("put", "seeds", {"round": round_id, "seed": Unsealed(secret.reveal())}),
        Write("drop", "live_seeds", {"round": round_id}),
    )


def closing(table: str, round_id: str, closed: Closed, at: int) -> Change:
    """The change that closes a round voided by the ledger."""
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
