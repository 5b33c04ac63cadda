"""What somebody may do now, as buttons with words, keys and prices: faces draw them and decide nothing."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from seventh.rounds.actions import Action
from seventh.rounds.round import Round

PRIMARY, QUIET = "primary", "quiet"


class Offer(Struct, frozen=True, omit_defaults=True):
    """One thing that may be done now."""

    name: str
    """What programs and tests call it."""
    label: str
    """The words on its button."""
    action: dict[str, Any]
    price: int = 0
    """The chips that it takes from the stack."""
    key: str = ""
    kind: str = ""
    """`primary` is the usual choice, `quiet` gives something up."""
    typed: tuple[str, ...] = ()
    """What people may type for it."""
    amounts: tuple[int, int, int] | None = None
    """Least, most and step where the action's `amount` is to be chosen; the label then lacks it, and the price is that
    of the least."""
    pick: int = 0
    """How many of the own cards are to be chosen, and named in the action's `discards`."""
    confirm: str = ""
    """What to say before it is done, if it has to be asked for twice."""
    again: str = ""
    """The words on its button then."""
    always: str = ""
    """The words of a switch that takes this offer from now on without asking, if there can be one."""
    first: bool = False
    """Whether it is lost by doing anything else, and so is done before."""


class Intention(Struct, frozen=True):
    """Something that may be chosen before one's turn."""

    name: str
    label: str
    does: tuple[str, ...]
    """The names of the offers it takes, the first that there is."""
    price: int | None = None
    """The price at which it holds; None at any."""


def offer(hand: Round, seat: int, name: str, label: str, action: Action, **more: Any) -> Offer:
    """An offer with its price."""
    return Offer(name, label, to_builtins(action), hand.price(seat, action), **more)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
