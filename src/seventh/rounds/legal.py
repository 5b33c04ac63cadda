"""Legal actions: choices that can be listed, counted and tested, and refusals that say why.

For each kind of action a game returns either the choices available now or a refusal. `legal` lists the choices, and
`act` tests against the same objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from math import perm
from typing import Any, ClassVar, Protocol

from msgspec import Struct, to_builtins

from seventh.cards import UNKNOWN, Card, CardError, cards_in, format_cards, parse_cards, set_of
from seventh.rounds.actions import Action, Bet, Deal, Place


class Refused(Exception):
    """An action that the rules do not allow. The round is unchanged."""

    def __init__(self, clause: str, message: str, allowed: str = "") -> None:
        self.clause = clause
        """The clause that forbids it."""
        self.message = message
        """What is wrong."""
        self.allowed = allowed
        """What is allowed instead."""

    def __str__(self) -> str:
        clause = f"{self.clause}: " if self.clause else ""
        return f"{clause}{self.message}" + (f"; allowed: {self.allowed}" if self.allowed else "")


class NotNow(Refused):
    """The action exists in the game, but not now or not for this person."""


class WrongAmount(Refused):
    """The action is allowed with a different amount."""


class WrongCards(Refused):
    """The action is allowed with different cards."""


class Choice(Protocol):
    """All legal actions of one kind."""

    @property
    def action(self) -> type[Action]:
        """The kind of action."""

    @property
    def clause(self) -> str:
        """The clause that allows the choice."""

    def refusal(self, action: Any) -> Refused | None:
        """Why an action of this kind is not legal; None if it is."""

    def __iter__(self) -> Iterator[Action]: ...

    @property
    def count(self) -> int: ...

    def describe(self) -> dict[str, Any]:
        """The choices as plain data."""


class AnyOf(Struct, frozen=True):
    """A short list of actions."""

    action: type[Action]
    actions: tuple[Action, ...]
    clause: str

    def refusal(self, action: Action) -> Refused | None:
        if action in self.actions:
            return None
        return WrongAmount(
            self.clause, f"{_words(action)} is not one of the choices", " or ".join(map(_words, self.actions))
        )

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    @property
    def count(self) -> int:
        return len(self.actions)

    def describe(self) -> dict[str, Any]:
        return {"action": self.action.__struct_config__.tag, "clause": self.clause, "any_of": to_builtins(self.actions)}


def any_of(actions: tuple[Action, ...], clause: str) -> AnyOf:
    return AnyOf(type(actions[0]), actions, clause)


def only(action: Action, clause: str) -> AnyOf:
    return AnyOf(type(action), (action,), clause)


class BetAmounts(Struct, frozen=True):
    """A further wager within a range of amounts."""

    wager: str
    minimum: int
    maximum: int
    step: int
    clause: str
    action: ClassVar[type[Action]] = Bet

    def refusal(self, action: Bet) -> Refused | None:
        if action.wager != self.wager:
            return WrongAmount(self.clause, f"there is no wager {action.wager!r} to make now", self.wager)
        amount = action.amount
        if type(amount) is int and self.minimum <= amount <= self.maximum and not (amount - self.minimum) % self.step:
            return None
        return WrongAmount(self.clause, f"{amount} is not allowed for the {self.wager} wager", self._range())

    def _range(self) -> str:
        if self.minimum == self.maximum:
            return f"{self.minimum}"
        return f"{self.minimum} to {self.maximum} in steps of {self.step}"

    def __iter__(self) -> Iterator[Action]:
        return (Bet(self.wager, amount) for amount in range(self.minimum, self.maximum + 1, self.step))

    @property
    def count(self) -> int:
        return (self.maximum - self.minimum) // self.step + 1

    def describe(self) -> dict[str, Any]:
        amounts = {"from": self.minimum, "to": self.maximum, "step": self.step}
        return {"action": "bet", "clause": self.clause, "wager": self.wager, **amounts}


class CardsFromDeck(Struct, frozen=True):
    """The next cards from the deck to one place: any still in it, or unknown cards where allowed."""

    place: Place
    number: int
    deck: int
    """The cards still in the deck, as a set."""
    clause: str
    unknown: bool = False
    """Whether the cards may be unknown for now."""
    first: Card | None = None
    """A card drawn in error, which is dealt first."""
    drawn_clause: str = ""
    """The clause for that."""
    up: int | None = None
    """The index of the card dealt face up, which must be known."""
    action: ClassVar[type[Action]] = Deal

    def refusal(self, action: Deal) -> Refused | None:
        if action.place != self.place:
            return NotNow(self.clause, f"{_place(action.place)} is not next", _place(self.place))
        try:
            cards = parse_cards(action.cards)
        except CardError as error:
            return WrongCards(self.clause, str(error))
        if len(cards) != self.number:
            return WrongCards(
                self.clause, f"{len(cards)} is the wrong number of cards for {_place(self.place)}", f"{self.number}"
            )
        if set_of(cards) & ~self.deck:
            card = next(card for card in cards if card.bit & ~self.deck)
            return WrongCards(self.clause, f"{card} is not in the deck")
        if not self.unknown and UNKNOWN in cards:
            return WrongCards(self.clause, f"the cards of {_place(self.place)} must be known")
        if self.first is not None and cards[0] is not self.first:
            message = f"{self.first} was drawn in error and is the next card"
            return WrongCards(self.drawn_clause, message, f"{self.first} first")
        if self.up is not None and cards[self.up] is UNKNOWN:
            return WrongCards(self.clause, "the face-up card must be known")
        return None

    def __iter__(self) -> Iterator[Action]:
        if self.first is None:
            runs: Iterator[tuple[Card, ...]] = permutations(cards_in(self.deck), self.number)
        else:
            others = cards_in(self.deck & ~self.first.bit)
            runs = ((self.first, *rest) for rest in permutations(others, self.number - 1))
        return (Deal(self.place, format_cards(run)) for run in runs)

    @property
    def count(self) -> int:
        """The number of different sequences of known cards."""
        drawn = self.first is not None
        return perm(self.deck.bit_count() - drawn, self.number - drawn)

    def describe(self) -> dict[str, Any]:
        return {"action": "deal", "clause": self.clause, "place": self.place, "number": self.number}


class CardActions(Struct, frozen=True):
    """Actions that name cards, such as the floor's: too many to list, but easy to test."""

    action: type[Action]
    clause: str
    test: Callable[[Any], Refused | None]
    candidates: Callable[[], Iterator[Action]]

    def refusal(self, action: Any) -> Refused | None:
        try:
            return self.test(action)
        except CardError as error:
            return WrongCards(self.clause, str(error))

    def __iter__(self) -> Iterator[Action]:
        return self.candidates()

    @property
    def count(self) -> int:
        return sum(1 for _ in self.candidates())

    def describe(self) -> dict[str, Any]:
        return {"action": self.action.__struct_config__.tag, "clause": self.clause}


class Legal:
    """Everything one person may do now: iterate, count, or test an action with `in`."""

    __slots__ = ("choices",)

    def __init__(self, choices: tuple[Choice, ...]) -> None:
        self.choices = choices
        """The choices, one for each kind of action."""

    def __iter__(self) -> Iterator[Action]:
        for choice in self.choices:
            yield from choice

    @property
    def count(self) -> int:
        """The number of legal actions."""
        return sum(choice.count for choice in self.choices)

    def __bool__(self) -> bool:
        return bool(self.choices)

    def __contains__(self, action: object) -> bool:
        choice = self.of(type(action))
        return choice is not None and choice.refusal(action) is None

    def of(self, kind: type[Any]) -> Choice | None:
        """The choices of one kind of action, or None."""
        return next((choice for choice in self.choices if choice.action is kind), None)

    def __repr__(self) -> str:
        return f"<Legal {[choice.describe() for choice in self.choices]}>"


def _place(place: Place) -> str:
    return f"seat {place}" if isinstance(place, int) else f"the {place}"


def _words(action: Action) -> str:
    from seventh.rounds.notation import format_value

    return format_value(action)
