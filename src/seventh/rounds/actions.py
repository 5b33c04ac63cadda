"""Everything that can be done at a table, as values: by a seat, by the dealer, by the floor.

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
    """Something that somebody does. `round.act(who, action)` is the only way to change a round."""

    role: ClassVar[str] = "seat"
    """Who may do it: a seat, the dealer or the floor."""


def kinds_of(base: type[S]) -> dict[str, type[S]]:
    """Every kind of action, or of event, by its name in text: those that all games share, and those of plug-ins."""
    kinds: dict[str, type[S]] = {}
    for kind in base.__subclasses__():
        tag = str(kind.__struct_config__.tag)
        if tag in kinds:
            raise TypeError(f"{kinds[tag].__module__} and {kind.__module__} both have a {base.__name__} called {tag}")
        kinds[tag] = kind
    return kinds


# What a seat does.


class PlaceWagers(Action, frozen=True):
    """Put these amounts on the layout before the cards, instead of what was there; none at all sits the round out."""

    amounts: dict[str, int]


class Claim(Action, frozen=True):
    """Claim a bonus: by showing the cards that win it, or after folding without a claim where it survives that."""


class Fold(Action, frozen=True):
    """Give the hand up; where bonus wagers survive that, `claim` says that they are to be settled."""

    claim: bool = False


class Bet(Action, frozen=True):
    """Make a further wager after seeing cards: the 2nd wager, or the raise."""

    wager: str
    amount: int


class SetHand(Action, frozen=True):
    """Put two cards aside and play the other five; no discards leaves the choice to the house."""

    discards: str = ""


class BringIn(Action, frozen=True):
    """Stud: the forced bet of the lowest up-card."""


class Check(Action, frozen=True):
    """Stud: pass while there is no bet."""


class Call(Action, frozen=True):
    """Stud: add this amount to match the bet, or all there is."""

    amount: int


class BetTo(Action, frozen=True):
    """Stud: bet, complete or raise, so that the seat's bet on this street is this amount."""

    amount: int


class Show(Action, frozen=True):
    """Stud: turn the hand over at the showdown; names the cards that were dealt unknown."""

    cards: str = ""


class Muck(Action, frozen=True):
    """Stud: give up a beaten hand at the showdown without showing it."""


class DeclareAllIn(Action, frozen=True):
    """Stud: stay in for what is in the pot, after the seventh card was exposed by the dealer."""


# What the dealer does.


class NoMoreBets(Action, frozen=True):
    """Close the wagers before the cards."""

    role: ClassVar[str] = "dealer"


class Deal(Action, frozen=True):
    """Give the next cards to the place whose turn it is."""

    place: Place
    cards: str
    role: ClassVar[str] = "dealer"


class CollectAntes(Action, frozen=True):
    """Stud: take the ante of everybody who is dealt in."""

    role: ClassVar[str] = "dealer"


class DealCards(Action, frozen=True):
    """Stud: deal these cards one at a time to the places whose turn it is."""

    cards: str
    role: ClassVar[str] = "dealer"


class Burn(Action, frozen=True):
    """Stud: put the top card under the pot."""

    card: str = "??"
    role: ClassVar[str] = "dealer"


class ShuffleBurns(Action, frozen=True):
    """Stud: shuffle what the rules say when the stub is short; the cards in their new order, top first."""

    order: str
    role: ClassVar[str] = "dealer"


class RackStub(Action, frozen=True):
    """Count the dealer's hand and put the rest of the deck into the discard rack unseen."""

    role: ClassVar[str] = "dealer"


class Reveal(Action, frozen=True):
    """Turn the dealer's cards over and settle; names the cards if they were dealt unknown."""

    cards: str = ""
    role: ClassVar[str] = "dealer"


# What the floor does when something went wrong.


class ExposeDealerCard(Action, frozen=True):
    """One of the dealer's face-down cards was seen."""

    card: str
    role: ClassVar[str] = "floor"


class ExposeDownCard(Action, frozen=True):
    """Stud: the dealer exposed a card that was to be dealt down."""

    seat: int
    card: str
    role: ClassVar[str] = "floor"


class FaceUpCard(Action, frozen=True):
    """A card was found face up in the deck."""

    card: str
    role: ClassVar[str] = "floor"


class DrawnInError(Action, frozen=True):
    """A card left the deck too early, unseen; it will be the next card dealt."""

    card: str = "??"
    role: ClassVar[str] = "floor"


class WrongNumber(Action, frozen=True):
    """A place is found to hold these cards, more or fewer than it should."""

    place: Place
    cards: str
    role: ClassVar[str] = "floor"


class ShufflerFails(Action, frozen=True):
    """The shuffling machine jammed or stopped."""

    role: ClassVar[str] = "floor"


class VoidRound(Action, frozen=True):
    """Call the round off; every wager that is not settled goes back."""

    reason: str
    role: ClassVar[str] = "floor"
