"""The protocol shared by all games.

A round starts from a house and the seats with their chips. Everything after that is an action; the round is a function
of its actions, and its state follows from its events. A game is a subclass that lists its actions and defines, for each
of them, `_may_<action>` (the current choices, or a refusal) and `_do_<action>` (the events it appends), and for each
event `_on_<event>` (how it changes the state). Nothing else changes the state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from seventh.cards import Card
from seventh.house import House, Limits, require_house
from seventh.rounds.actions import DEALER, FLOOR, Action, Place, Who, kinds_of
from seventh.rounds.events import Event, PotWon, Settled
from seventh.rounds.legal import Choice, Legal, NotNow, Refused
from seventh.rounds.spots import SpotRule
from seventh.rounds.view import RoundView, SeatView, StudSeatView, StudView

CLOSED = "closed"

MOST_CASES = 4096
_WORST_CASES: dict[tuple[Any, ...], int] = {}


class BrokenGame(Exception):
    """A game's code violates the protocol; the message is one line that names the game."""


May = Callable[[Any, Any], Choice | Refused]
"""A game's `_may_<action>`: a person's choices of that action in a round."""


class Outcome:
    """How a round ended: played or void, why, and every settlement in the order it happened."""

    __slots__ = ("clause", "nets", "reason", "settled", "void")

    def __init__(self, void: bool, clause: str, reason: str, settled: tuple[Any, ...], nets: dict[int, int]) -> None:
        self.void = void
        """Whether all hands were void."""
        self.clause = clause
        """The clause that made it void; empty if it was played."""
        self.reason = reason
        """Why it was void; empty if it was played."""
        self.settled = settled
        """Every settlement, in order."""
        self.nets = nets
        """What each seat won or lost."""

    def net(self, seat: int) -> int:
        """What the seat won or lost in the round."""
        return self.nets[seat]

    def __repr__(self) -> str:
        return f"<Outcome {'void ' + self.clause if self.void else 'played'}: {self.nets}>"


class Round(ABC):
    """One round of a game."""

    DECK: ClassVar[int]
    """The game's deck, as a set."""
    KEEPS_SECRETS: ClassVar[bool] = False
    """Whether cards can stay hidden after the round: if so, each card has its own commitment, and the shuffle's seed is
    not revealed immediately."""
    AGAINST_HOUSE: ClassVar[bool] = True
    """Whether players play against the house rather than against each other."""
    FEWEST_PLAYERS: ClassVar[int] = 1
    """The minimum number of players."""
    dealer_position: int | None = None
    """The seat that has the deal; None if none has."""
    actions: ClassVar[tuple[type[Action], ...]]
    """Every kind of action in the game."""
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]]
    """The phases of a round and the actions of seats and dealer in each; the floor can act in all of them."""
    _possible: ClassVar[dict[tuple[str, Any], dict[type[Action], May]]]
    """The kinds of action available to a seat, the dealer or the floor in a phase."""
    _may: ClassVar[dict[type[Action], May]]
    _do: ClassVar[dict[type[Action], Callable[[Any, Any, Any], None]]]
    _on: ClassVar[dict[type[Event], Callable[[Any, Any], None]]]

    __slots__ = ("_known", "events", "hand_dealt", "house", "phase", "seats")

    _known: dict[Who, Legal]
    """A cache of what was computed for this state; every event clears it."""

    STATE: ClassVar[tuple[str, ...]] = ("events", "hand_dealt", "house", "phase", "seats")
    """The attributes compared by `==`; games add their own."""

    house: Any
    """The house rules in force."""
    seats: dict[int, int]
    """Each seat's chips at the start."""
    events: list[Event]
    """All events, in order."""
    phase: str
    """The current phase; `closed` when everything is settled."""
    hand_dealt: bool
    """Whether a person deals real cards: a player's face-down cards may then stay unknown until they are turned up,
    and the dealer decides what the rules leave to the dealer."""

    hands: Any
    """Each seat's hand; `stack` is the chips it has left."""
    settled: Any
    """Every settlement so far, in order."""
    void: tuple[str, str] | None
    """The clause and reason for a void round; None otherwise."""

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "actions"):
            return
        cls._may = {kind: getattr(cls, f"_may_{kind.__struct_config__.tag}") for kind in cls.actions}
        cls._do = {kind: getattr(cls, f"_do_{kind.__struct_config__.tag}") for kind in cls.actions}
        cls._possible = {
            (phase, role): {
                kind: may for kind, may in cls._may.items() if kind.role == role and (role == FLOOR or kind in kinds)
            }
            for phase, kinds in cls.PHASES.items()
            for role in ("seat", DEALER, FLOOR)
        }
        # Includes a plug-in's own events, which its module defines before its round.
        handlers = {kind: getattr(cls, f"_on_{tag}", None) for tag, kind in kinds_of(Event).items()}
        cls._on = {kind: handler for kind, handler in handlers.items() if handler}

    def __init__(self, house: House, seats: dict[int, int]) -> None:
        self.house = house if isinstance(house, House) else require_house(house)
        if house.game != self.game:
            require_house(house, self.game)
        if not seats or not all(isinstance(seat, int) and 1 <= seat <= house.seats for seat in seats):
            raise ValueError(f"seats must be numbers from 1 to {house.seats}, not {sorted(seats, key=str)}")
        if not all(type(chips) is int and chips >= 0 for chips in seats.values()):
            raise ValueError("a seat's chips must be a whole number, 0 or more")
        self.seats = dict(sorted(seats.items()))
        self.hand_dealt = False
        self.events = []
        self._known = {}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.STATE)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        waits = " and ".join(
            f"seat {who}" if isinstance(who, int) else str(who) for who in sorted(self.to_act, key=str)
        )
        state = f"waiting for {waits}" if waits else self.phase
        return f"<{type(self).__name__} {self.game}: {state}, {len(self.events)} events>"

    @classmethod
    def start(
        cls, house: Any, seats: dict[int, int], dealer_position: int | None = None, hand_dealt: bool = False
    ) -> Self:
        """Start a round for these seats; `dealer_position` only if a seat has the deal."""
        more = {} if dealer_position is None else {"dealer_position": dealer_position}
        hand = cls(house, seats, **more)
        hand.hand_dealt = hand_dealt
        return hand

    @classmethod
    def next_deal(cls, house: Any, last: int, ready: tuple[int, ...]) -> int | None:  # noqa: ARG003
        """The seat among those ready that has the next deal after seat `last`; None if no seat ever has the deal."""
        return None

    @classmethod
    def buy_in(cls, house: Any) -> Limits | None:  # noqa: ARG003
        """The buy-in limits by the house's rules; None leaves them to the room."""
        return None

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.house.game)

    @property
    @abstractmethod
    def to_act(self) -> frozenset[Who]:
        """Who must act, in any order. Others may have optional actions."""

    def legal(self, who: Who) -> Legal:
        """The legal actions of this person."""
        legal = self._known.get(who)
        if legal is None:
            legal = self._known[who] = Legal(self._choices(who))
        return legal

    def act(self, who: Who, action: Action) -> tuple[Event, ...]:
        """Perform an action and return its events, or raise `Refused` without changing anything."""
        kind = type(action)
        choice = self._choice(who, kind)
        refusal = choice if isinstance(choice, Refused) else choice.refusal(action)
        if refusal is not None:
            raise refusal
        events = self.events
        before = len(events)
        self._do[kind](self, who, action)
        return tuple(events[before:])

    def _choice(self, who: Who, kind: type[Action]) -> Choice | Refused:
        """A person's current choices of one kind, or why there are none."""
        for choice in self.legal(who).choices:
            if choice.action is kind:
                return choice
        return self._why_not(who, kind)

    def _choices(self, who: Who) -> tuple[Choice, ...]:
        """A person's current choices; the only implementation of what is legal."""
        choices = []
        role = "seat" if who in self.seats else who
        for may in self._possible.get((self.phase, role), {}).values():
            choice = may(self, who)
            if not isinstance(choice, Refused):
                choices.append(choice)
        return tuple(choices)

    def _why_not(self, who: Who, kind: type[Action]) -> Refused:
        """Why a person has no choice of this kind now."""
        may = self._may.get(kind)
        if may is None:
            return NotNow("", f"{self.house.title} has no action {getattr(kind, '__name__', kind)!r}")
        if self.phase == CLOSED:
            return NotNow("", "the round is over")
        role = kind.role
        if role == "seat":
            if who not in self.seats:
                return NotNow("", f"{who!r} is not a seat of this round", ", ".join(map(str, self.seats)))
        elif who != role:
            return NotNow("", f"only the {role} does that")
        refusal = may(self, who)
        return refusal if isinstance(refusal, Refused) else NotNow("", "that is not possible now")

    @classmethod
    def seating_clause(cls, house: Any) -> str:  # noqa: ARG003
        """The clause on seating; empty if the rules have none."""
        return ""

    @classmethod
    def buy_in_clause(cls, house: Any) -> str:  # noqa: ARG003
        """The clause on buy-ins; empty if the rules have none."""
        return ""

    @classmethod
    def worst_case(cls, house: Any, wagers: Mapping[str, int]) -> int:
        """The most the house could have to pay on these wagers of one seat, not counting stakes.

        A wager that may be added after the deal counts in full from the start: a house that could not pay it must
        refuse before the deal, not after a player has been dealt a good hand. 0 if players play each other.
        """
        # Cached: the room needs it for every wager, and the same few wagers recur.
        key = (cls, house.hash, *wagers.items())
        known = _WORST_CASES.get(key)
        if known is None:
            if len(_WORST_CASES) > MOST_CASES:
                _WORST_CASES.clear()
            known = _WORST_CASES[key] = sum([line.payoff for line in cls.best_case(house, wagers)])
        return known

    @classmethod
    def most_staked(cls, house: Any, wagers: Mapping[str, int]) -> int:
        """The most that a seat's wagers can come to if it starts with these and later makes every raise."""
        return sum(line.amount for line in cls.best_case(house, wagers))

    @classmethod
    def next_bet(cls, house: Any, wagers: Mapping[str, int]) -> tuple[str, int] | None:  # noqa: ARG003
        """The bet that a seat with these wagers must make after the deal to avoid folding: the wager and the least
        amount; None if there is no such bet."""
        return None

    @classmethod
    def spots(cls, house: Any) -> tuple[SpotRule, ...]:  # noqa: ARG003
        """The rule of each spot for wagers before the deal, in layout order."""
        return ()

    @classmethod
    def best_case(
        cls,
        house: Any,  # noqa: ARG003
        wagers: Mapping[str, int],  # noqa: ARG003
        others: Iterable[Mapping[str, int]] = (),  # noqa: ARG003
    ) -> list[Settled]:
        """These wagers of one seat, each settled by the best row of its table, as if one hand could win them all.

        Lines are in the order in which a cap applies, and capped; `others` are the wagers of the other seats, for a
        cap on a whole round. A wager that may be added later counts at its maximum.
        """
        return []

    @classmethod
    def round_cap(cls, house: Any) -> int | None:  # noqa: ARG003
        """The most that a round pays to all seats together; None if nothing limits them together."""
        return None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won a pot."""
        return tuple({event.seat: None for event in self.events if isinstance(event, PotWon)})

    @abstractmethod
    def default(self, seat: int) -> Action:
        """The action taken when a seat's time runs out: adds no chips, makes every claim, sets the best hand."""

    @abstractmethod
    def view(self, seat: int | None) -> RoundView | StudView:
        """What a seat may see; None is a spectator."""

    @abstractmethod
    def own_line(self, seat: int) -> SeatView | StudSeatView:
        """The seat's own entry in its view: with its choices, everything that a spectator's view lacks."""

    def price(self, seat: int, action: Action) -> int:  # noqa: ARG002
        """The chips an action takes from the seat's stack; negative if it returns some."""
        return 0

    @property
    def unseen(self) -> int:
        """The cards that have not been seen, as a set: those in the deck, and those out of it face down."""
        return self.DECK

    @property
    @abstractmethod
    def undealt(self) -> int:
        """The number of cards of the first shuffle still in the deck."""

    @property
    def reshuffled(self) -> int:
        """The number of cards below those, put back by a later shuffle."""
        return 0

    @property
    def undealt_cards(self) -> int | None:
        """Those cards, as a set; None if the round does not know them."""
        return None

    def held(self, place: Place) -> tuple[Card, ...]:
        """The cards of a hand in the order dealt; none if the place has no hand."""
        hand = self.hands.get(place)
        return hand.cards if hand is not None else ()

    def described(self, seat: int) -> tuple[dict[str, Any], ...]:
        """The seat's choices as in its view."""
        return tuple([choice.describe() for choice in self.legal(seat).choices])

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None until the round is over."""
        if self.phase != CLOSED:
            return None
        clause, reason = self.void or ("", "")
        nets = {seat: self.hands[seat].stack - chips for seat, chips in self.seats.items()}
        return Outcome(self.void is not None, clause, reason, tuple(self.settled), nets)

    @abstractmethod
    def places(self) -> dict[str, tuple[str, ...]]:
        """Where every card of the deck is."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy of the round."""

    @classmethod
    def replay(
        cls, house: House, seats: dict[int, int], events: Iterable[Event], hand_dealt: bool = False, **start: Any
    ) -> Self:
        """Rebuild a round from its events; `start` has further arguments of the game's constructor."""
        replayed = cls(house, seats, **start)
        replayed.hand_dealt = hand_dealt
        for event in events:
            replayed._emit(event)
        return replayed

    def _emit(self, event: Event) -> None:
        """Append an event and apply it to the state."""
        if self._known:
            self._known = {}
        self.events.append(event)
        try:
            self._on[type(event)](self, event)
        except KeyError:
            if type(event) in self._on:
                raise
            raise self._no_handler(event) from None

    def _no_handler(self, event: Event) -> BrokenGame:
        kind, tag = type(event), type(event).__struct_config__.tag
        return BrokenGame(f"{self.game}: {type(self).__name__} emits {kind.__name__} but has no _on_{tag}")
