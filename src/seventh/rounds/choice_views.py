"""The legal choices of a seat as they are in its view: the plain data that `Choice.describe` returns.

A view holds plain data, so that a page or a bot can be written in any language. These types define its shape.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class ListedChoice(Struct, frozen=True):
    """A short list of actions, each ready to be sent: `fold`, `claim`, `check`, `call`, `bring_in`, `show`, `muck` and
    `declare_all_in`."""

    action: str
    """The type of the actions."""
    clause: str
    """The rule that allows the choice."""
    any_of: tuple[dict[str, Any], ...]
    """The actions, complete with their amounts."""


class SpotChoice(Struct, frozen=True, omit_defaults=True):
    """What may be wagered on one spot. No wager is always allowed. Spots are in layout order, and the conditions of a
    spot are about the wagers on the spots before it."""

    wager: str
    """The wager's name, the key in `amounts` of `place_wagers`."""
    clause: str
    """The rule that sets the limits."""
    least: int = field(name="from")
    """The minimum wager."""
    most: int = field(name="to")
    """The maximum wager, within the chips of the seat."""
    step: int
    """A wager is the minimum plus a multiple of this."""
    needs: tuple[str, ...] = ()
    """At least one of these spots must have a wager."""
    same_as: str = ""
    """The wager must equal the one on this spot; `from`, `to` and `step` then do not apply."""
    at_most: str = ""
    """The wager must not be larger than the one on this spot."""
    one_of: tuple[str, ...] = ()
    """Only one of these spots, including this one, may have a wager."""
    closed: str = ""
    """The reason given when `needs` or `one_of` is not met."""


class WagersChoice(Struct, frozen=True):
    """The wagers before the deal: send `place_wagers` with an amount for each spot that is to have a wager."""

    action: str
    """`place_wagers`."""
    clause: str
    """The rule that allows the choice."""
    budget: int
    """The most that all wagers may add up to: the chips of the seat, those already wagered included."""
    spots: tuple[SpotChoice, ...]
    """The spots, in layout order."""


class BetChoice(Struct, frozen=True):
    """A further wager after the cards: send `bet` with the wager's name and an amount."""

    action: str
    """`bet`."""
    clause: str
    """The rule that sets the amounts."""
    wager: str
    """The wager's name, such as `raise` or `second`."""
    least: int = field(name="from")
    """The smallest amount."""
    most: int = field(name="to")
    """The largest amount; equal to `from` if there is only one."""
    step: int
    """An amount is the smallest plus a multiple of this."""


class BetToChoice(Struct, frozen=True, omit_defaults=True):
    """Stud: the amounts that a seat may bet, complete or raise to: send `bet_to` with one of `amounts`, or with an
    amount of the range if there is one. An amount is the seat's whole bet on this street, not what it adds."""

    action: str
    """`bet_to`."""
    clause: str
    """The rule that sets the amounts."""
    amounts: tuple[int, ...]
    """Single amounts: at fixed limit all there are; otherwise the maximum or all-in, which need not be in step."""
    least: int = field(default=0, name="from")
    """The smallest amount of a range; omitted if there is none, as at fixed limit."""
    most: int = field(default=0, name="to")
    """The largest amount of the range."""
    step: int = 0
    """An amount of the range is the smallest plus a multiple of this."""


class CardsChoice(Struct, frozen=True):
    """An action that names cards, too many to list: `set_hand`, and `show` if cards of the hand are unknown to the
    room. `set_hand` without cards leaves the choice to the house, where its rules allow that."""

    action: str
    """The type of the action."""
    clause: str
    """The rule that allows the choice."""


KINDS: dict[str, type[Struct]] = {"place_wagers": WagersChoice, "bet": BetChoice, "bet_to": BetToChoice}
"""The type of the choices for each action; the others have `ListedChoice`, or `CardsChoice` without `any_of`."""


def kind_of(choice: dict[str, Any]) -> type[Struct]:
    """The type that defines the shape of a choice."""
    return KINDS.get(choice["action"], ListedChoice if "any_of" in choice else CardsChoice)
