"""Actions at a table: by a seat, the dealer or the floor.

A seat is a number from 1, counted clockwise from the dealer's left. Cards are written in their notation.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeVar

import msgspec

DEALER: Literal["dealer"] = "dealer"
FLOOR: Literal["floor"] = "floor"

S = TypeVar("S", bound=msgspec.Struct)

Who = int | Literal["dealer", "floor"]
Place = int | Literal["dealer", "common", "burns", "stub"]


def tag_of(name: str) -> str:
    """The name of an action or event in text: `PlaceWagers` is `place_wagers`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Action(msgspec.Struct, frozen=True, tag_field="action", tag=tag_of):
    """An action. `round.act(who, action)` is the only way to change a round."""

    role: ClassVar[str] = "seat"
    """Who performs it: a seat, the dealer or the floor."""


def kinds_of(base: type[S]) -> dict[str, type[S]]:
    """Every kind of action or event by name, including those of plug-ins."""
    kinds: dict[str, type[S]] = {}
    for kind in base.__subclasses__():
        tag = str(kind.__struct_config__.tag)
        if tag in kinds:
            raise TypeError(f"{kinds[tag].__module__} and {kind.__module__} both have a {base.__name__} called {tag}")
        kinds[tag] = kind
    return kinds


# Actions of a seat.


class PlaceWagers(Action, frozen=True):
    """Place these wagers before the deal, replacing earlier ones; none at all sits the round out."""

    amounts: dict[str, int]


class Claim(Action, frozen=True, omit_defaults=True):
    """Claim a bonus: by showing the winning cards, or after folding if the bonus is still open."""

    cards: str = ""
    """Hand-dealt rounds: the cards shown, if they were dealt unknown."""


class Fold(Action, frozen=True):
    """Fold; where bonus wagers stay open, `claim` claims them."""

    claim: bool = False


class Bet(Action, frozen=True):
    """Make a further wager after seeing cards: the second bet or the raise."""

    wager: str
    amount: int


class SetHand(Action, frozen=True):
    """Set two cards aside and play the other five; without discards, the house chooses."""

    discards: str = ""


class BringIn(Action, frozen=True):
    """Stud: the forced bet of the lowest up card."""


class Check(Action, frozen=True):
    """Stud: check."""


class Call(Action, frozen=True):
    """Stud: add this amount to match the bet, or go all-in with less."""

    amount: int


class BetTo(Action, frozen=True):
    """Stud: bet, complete or raise to this amount on this street."""

    amount: int


class Show(Action, frozen=True):
    """Stud: show the hand at the showdown; names any cards dealt unknown."""

    cards: str = ""


class Muck(Action, frozen=True):
    """Stud: muck a beaten hand at the showdown without showing it."""


class DeclareAllIn(Action, frozen=True):
    """Stud: play on for the current pot only, after the dealer exposed the seventh card."""


# Actions of the dealer.


class NoMoreBets(Action, frozen=True):
    """Close the betting before the deal."""

    role: ClassVar[str] = "dealer"


class Deal(Action, frozen=True):
    """Deal the next cards to the place whose turn it is."""

    place: Place
    cards: str
    role: ClassVar[str] = "dealer"


class CollectAntes(Action, frozen=True):
    """Stud: collect the ante of every player dealt in."""

    role: ClassVar[str] = "dealer"


class DealCards(Action, frozen=True):
    """Stud: deal these cards one at a time to the next places."""

    cards: str
    role: ClassVar[str] = "dealer"


class Burn(Action, frozen=True):
    """Stud: burn the top card."""

    card: str = "??"
    role: ClassVar[str] = "dealer"


class ShuffleBurns(Action, frozen=True):
    """Stud: shuffle the burns when the stub is short; the cards in their new order, top first."""

    order: str
    role: ClassVar[str] = "dealer"


class LeaveBurns(Action, frozen=True):
    """Stud, hand-dealt rounds: leave the burns out although the stub is short, so that a common card is dealt."""

    role: ClassVar[str] = "dealer"


class RackStub(Action, frozen=True):
    """Count the dealer's hand and place the stub in the discard rack unseen."""

    role: ClassVar[str] = "dealer"


class Reveal(Action, frozen=True):
    """Turn up the dealer's cards and settle; names the cards if they were dealt unknown."""

    cards: str = ""
    role: ClassVar[str] = "dealer"


class TurnUp(Action, frozen=True):
    """Hand-dealt rounds: turn up a player's hand that was dealt unknown, and name its cards."""

    seat: int
    cards: str
    role: ClassVar[str] = "dealer"


# Actions of the floor, for irregularities.


class ExposeDealerCard(Action, frozen=True):
    """One of the dealer's face-down cards was exposed."""

    card: str
    role: ClassVar[str] = "floor"


class ExposeDownCard(Action, frozen=True):
    """Stud: the dealer exposed a down card."""

    seat: int
    card: str
    role: ClassVar[str] = "floor"


class FaceUpCard(Action, frozen=True):
    """A card was found face up in the deck."""

    card: str
    role: ClassVar[str] = "floor"


class DrawnInError(Action, frozen=True):
    """A card was drawn in error, unseen; it is the next card dealt."""

    card: str = "??"
    role: ClassVar[str] = "floor"


class WrongNumber(Action, frozen=True):
    """A place has these cards, the wrong number."""

    place: Place
    cards: str
    role: ClassVar[str] = "floor"


class ShufflerFails(Action, frozen=True):
    """The shuffling machine jammed or stopped."""

    role: ClassVar[str] = "floor"


class VoidRound(Action, frozen=True):
    """Void the round and return every open wager."""

    reason: str
    role: ClassVar[str] = "floor"
