"""Choices as buttons with labels, keys and prices, for user interfaces to display."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from seventh.rounds.actions import Action
from seventh.rounds.round import Round

PRIMARY, QUIET = "primary", "quiet"


class Offer(Struct, frozen=True, omit_defaults=True):
    """One choice available now."""

    name: str
    """Its identifier for programs and tests."""
    label: str
    """The button's label."""
    action: dict[str, Any]
    price: int = 0
    """The chips it takes from the stack."""
    key: str = ""
    kind: str = ""
    """`primary` is the suggested choice, `quiet` one that gives something up."""
    suggested: bool = False
    """Whether it is filled because of the player's cards, as advice, and not because it is the usual choice."""
    typed: tuple[str, ...] = ()
    """What can be typed for it."""
    amounts: tuple[int, int, int] | None = None
    """Minimum, maximum and step if the action's `amount` is to be chosen; the label then omits the amount, and the
    price is that of the minimum."""
    pick: int = 0
    """The number of cards to pick for the action's `discards`."""
    confirm: str = ""
    """The confirmation message, if the choice must be confirmed."""
    again: str = ""
    """The button's label while confirming."""
    always: str = ""
    """The label of a switch that always takes this offer automatically; empty for none."""
    typed_only: bool = False
    """Whether it can only be typed: there is no button for it."""
    first: bool = False
    """Whether any other choice forfeits it, so that it should come first."""


class Intention(Struct, frozen=True):
    """A choice made before the seat's turn."""

    name: str
    label: str
    does: tuple[str, ...]
    """The offers it takes, in order of preference."""
    price: int | None = None
    """The price at which it applies; None for any price."""


def offer(hand: Round, seat: int, name: str, label: str, action: Action, **more: Any) -> Offer:
    """An offer with its price."""
    return Offer(name, label, to_builtins(action), hand.price(seat, action), **more)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
