"""The protocol that every game shares.

A round starts from a house and the seats with their chips. Everything after that is an action; the round is a function
of its actions, and its state is what its events say. A game is a subclass that names its actions and writes, for each
of them, `_may_<action>` (the choices there are now, or why there are none) and `_do_<action>` (which events it
appends), and for each event `_on_<event>` (how it changes the state). Nothing else changes the state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from seventh.house import House, Limits, require_house
from seventh.rounds.actions import DEALER, FLOOR, Action, Who, kinds_of
from seventh.rounds.events import Event, PotWon, Settled
from seventh.rounds.legal import Choice, Legal, NotNow, Refused
from seventh.rounds.spots import SpotRule
from seventh.rounds.view import RoundView, SeatView, StudSeatView, StudView

CLOSED = "closed"

MOST_CASES = 4096
_WORST_CASES: dict[tuple[Any, ...], int] = {}


class BrokenGame(Exception):
    """A game's own code that breaks what every game promises; the message is one line that names the game."""


May = Callable[[Any, Any], Choice | Refused]
"""A game's `_may_<action>`: asks a round what choices of that action a person has."""


class Outcome:
    """How a round ended: played or void, why, and every settlement in the order it happened."""

    __slots__ = ("clause", "nets", "reason", "settled", "void")

    def __init__(self, void: bool, clause: str, reason: str, settled: tuple[Any, ...], nets: dict[int, int]) -> None:
        self.void = void
        self.clause = clause
        """The clause that made it void; empty if it was played."""
        self.reason = reason
        self.settled = settled
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
    """The cards that the game is played with, as a set."""
    KEEPS_SECRETS: ClassVar[bool] = False
    """Whether cards can stay hidden when the round is over: then each card is committed to by itself, and the seed of
    the shuffle is not shown at once."""
    AGAINST_HOUSE: ClassVar[bool] = True
    """Whether everybody plays against the house; otherwise the players play each other."""
    FEWEST_PLAYERS: ClassVar[int] = 1
    """How many players a round needs."""
    dealer_position: int | None = None
    """The seat that has the deal, where one has it."""
    actions: ClassVar[tuple[type[Action], ...]]
    """Every kind of action the game knows."""
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]]
    """The phases of a round, and what seats and the dealer can do in each; the floor can act in all of them."""
    _possible: ClassVar[dict[tuple[str, Any], dict[type[Action], May]]]
    """The kinds of action that a seat, the dealer or the floor can have in a phase."""
    _may: ClassVar[dict[type[Action], May]]
    _do: ClassVar[dict[type[Action], Callable[[Any, Any, Any], None]]]
    _on: ClassVar[dict[type[Event], Callable[[Any, Any], None]]]

    __slots__ = ("_known", "events", "house", "phase", "seats")

    _known: dict[Who, Legal]
    """What was already worked out for this state; every event clears it."""

    STATE: ClassVar[tuple[str, ...]] = ("events", "house", "phase", "seats")
    """What two equal rounds have in common; games add their own."""

    house: Any
    seats: dict[int, int]
    """The chips with which each seat came to the round."""
    events: list[Event]
    """Everything that happened, in order."""
    phase: str
    """Where the round is; `closed` when everything is settled."""

    hands: Any
    """Each seat's part in the round, with the chips that it has left as `stack`."""
    settled: Any
    """Every settlement so far, in order."""
    void: tuple[str, str] | None
    """The clause that made the round void and the reason, once something has."""

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
        # A plug-in's own events are there too: its module has defined them before its round.
        handlers = {kind: getattr(cls, f"_on_{tag}", None) for tag, kind in kinds_of(Event).items()}
        cls._on = {kind: handler for kind, handler in handlers.items() if handler}

    def __init__(self, house: House, seats: dict[int, int]) -> None:
        self.house = house if isinstance(house, House) else require_house(house)
        if house.game != self.game:
            require_house(house, self.game)
        if not seats or not all(isinstance(seat, int) and 1 <= seat <= house.seats for seat in seats):
            raise ValueError(f"seats are numbers from 1 to {house.seats}, not {sorted(seats, key=str)}")
        if not all(type(chips) is int and chips >= 0 for chips in seats.values()):
            raise ValueError("a seat's chips are a whole number from 0")
        self.seats = dict(sorted(seats.items()))
        self.events = []
        self._known = {}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.STATE)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def start(cls, house: Any, seats: dict[int, int], dealer_position: int | None = None) -> Self:
        """A round for these seats; `dealer_position` only where a seat has the deal."""
        more = {} if dealer_position is None else {"dealer_position": dealer_position}
        return cls(house, seats, **more)

    @classmethod
    def next_deal(cls, house: Any, last: int, ready: tuple[int, ...]) -> int | None:  # noqa: ARG003
        """Which of the seats that are ready has the next deal, if seat `last` had it; None where no seat ever has."""
        return None

    @classmethod
    def buy_in(cls, house: Any) -> Limits | None:  # noqa: ARG003
        """What a player may bring to the table by the house's rules; None leaves that to whoever runs the table."""
        return None

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.house.game)

    @property
    @abstractmethod
    def to_act(self) -> frozenset[Who]:
        """Whom the round waits for, in any order. Others may have something to do that nobody waits for."""

    def legal(self, who: Who) -> Legal:
        """Everything that this person may do now."""
        legal = self._known.get(who)
        if legal is None:
            legal = self._known[who] = Legal(self._choices(who))
        return legal

    def act(self, who: Who, action: Action) -> tuple[Event, ...]:
        """Do it and return what happened, or raise `Refused` and change nothing."""
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
        """The choices of one kind that this person has now, or why there are none."""
        for choice in self.legal(who).choices:
            if choice.action is kind:
                return choice
        return self._why_not(who, kind)

    def _choices(self, who: Who) -> tuple[Choice, ...]:
        """The one implementation of "is this allowed"."""
        choices = []
        role = "seat" if who in self.seats else who
        for may in self._possible.get((self.phase, role), {}).values():
            choice = may(self, who)
            if not isinstance(choice, Refused):
                choices.append(choice)
        return tuple(choices)

    def _why_not(self, who: Who, kind: type[Action]) -> Refused:
        """Why this person has no choice of this kind now."""
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
        """The clause about who sits where; empty where the rules are silent."""
        return ""

    @classmethod
    def buy_in_clause(cls, house: Any) -> str:  # noqa: ARG003
        """The clause about the chips that a player brings; empty where the rules are silent."""
        return ""

    @classmethod
    def worst_case(cls, house: Any, wagers: Mapping[str, int]) -> int:
        """The most that the house could have to pay for these wagers of one seat, stakes not counted.

        A wager that the rules allow to be added after the cards counts in full from the beginning: a house that could
        not pay it must say so before the deal, not to somebody who holds a good hand. 0 where the house pays nobody.
        """
        # Kept, because the room asks for it at every wager, and the same few wagers are made all evening.
        key = (cls, house.hash, *wagers.items())
        known = _WORST_CASES.get(key)
        if known is None:
            if len(_WORST_CASES) > MOST_CASES:
                _WORST_CASES.clear()
            known = _WORST_CASES[key] = sum([line.payoff for line in cls.best_case(house, wagers)])
        return known

    @classmethod
    def spots(cls, house: Any) -> tuple[SpotRule, ...]:  # noqa: ARG003
        """The rule of each spot that takes wagers before the cards, in the order of the layout."""
        return ()

    @classmethod
    def best_case(
        cls,
        house: Any,  # noqa: ARG003
        wagers: Mapping[str, int],  # noqa: ARG003
        others: Iterable[Mapping[str, int]] = (),  # noqa: ARG003
    ) -> list[Settled]:
        """These wagers of one seat, each with the best row of its table, as if one hand could have them all.

        Lines are in the order in which a cap cuts them, and cut by it; `others` are the wagers of the other seats, for
        a cap on what a whole round is paid. A wager that may be added later counts as its largest.
        """
        return []

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won a pot."""
        return tuple({event.seat: None for event in self.events if isinstance(event, PotWon)})

    @abstractmethod
    def default(self, seat: int) -> Action:
        """What the clock does for a seat: adds no chips, makes every claim, sets the best hand."""

    @abstractmethod
    def view(self, seat: int | None) -> RoundView | StudView:
        """What that seat may see, built fresh; None is a bystander."""

    @abstractmethod
    def own_line(self, seat: int) -> SeatView | StudSeatView:
        """The seat's own line of its view: with its choices, all that a bystander's view does not have."""

    def price(self, seat: int, action: Action) -> int:  # noqa: ARG002
        """The chips that an action takes from the seat's stack; below 0 it gives some back."""
        return 0

    @property
    @abstractmethod
    def undealt(self) -> int:
        """How many cards of the deck as it was shuffled first have not left it."""

    @property
    def reshuffled(self) -> int:
        """How many cards lie below those because a later shuffle put them back."""
        return 0

    def described(self, seat: int) -> tuple[dict[str, Any], ...]:
        """The seat's choices as its view has them."""
        return tuple([choice.describe() for choice in self.legal(seat).choices])

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, once it has."""
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
        """An independent round in the same state."""

    @classmethod
    def replay(cls, house: House, seats: dict[int, int], events: Iterable[Event], **start: Any) -> Self:
        """The round that these events describe; `start` is what else a game's round starts from."""
        replayed = cls(house, seats, **start)
        for event in events:
            replayed._emit(event)
        return replayed

    def _emit(self, event: Event) -> None:
        """Append an event and let it change the state."""
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
        return BrokenGame(f"{self.game}: {type(self).__name__} emits {kind.__name__} and has no _on_{tag}")
