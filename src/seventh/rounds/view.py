"""What one person may see of a round, as values that a screen, a terminal or a bot can use."""

from __future__ import annotations

from typing import Any

import msgspec

from seventh.rounds.events import Settled


class SeatView(msgspec.Struct, frozen=True):
    """One seat as the viewer sees it."""

    seat: int
    stack: int
    """Chips in front of the person, not on the layout."""
    wagers: dict[str, int]
    """Wagers that are not settled yet."""
    cards: str
    """The cards, `??` for one that the viewer may not see."""
    status: str
    """Whether the hand is in play, folded, void, or not dealt in."""
    acted: bool
    """Whether the seat has made its decision of this phase."""
    discards: str
    """The two cards put aside, as far as the viewer may see them."""
    settled: tuple[Settled, ...]
    net: int


class RoundView(msgspec.Struct, frozen=True):
    """A round as one person may see it."""

    game: str
    rules: str
    """The hash of the house in force."""
    viewer: int | None
    phase: str
    to_act: tuple[int | str, ...]
    seats: tuple[SeatView, ...]
    dealer: str
    """The dealer's cards, `??` for one that is face down."""
    set_aside: str
    """Cards out of this round that everyone has seen."""
    choices: tuple[dict[str, Any], ...]
    """What the viewer may do now."""
    void: bool
    void_clause: str
    moment: int
    """How many events the round has seen."""


class StudSeatView(msgspec.Struct, frozen=True):
    """One seat at stud as the viewer sees it."""

    seat: int
    stack: int
    bet: int
    """What lies in front of the seat on this street."""
    cards: str
    """The cards in the order they came, `??` for one that the viewer may not see."""
    up: str
    """Those that lie face up."""
    status: str
    all_in: bool
    net: int


class StudView(msgspec.Struct, frozen=True):
    """A hand of stud as one person may see it."""

    game: str
    rules: str
    """The hash of the house in force."""
    viewer: int | None
    phase: str
    street: int
    to_act: tuple[int | str, ...]
    dealer_position: int
    seats: tuple[StudSeatView, ...]
    """Clockwise from the dealer's left."""
    common: str
    set_aside: str
    """Cards out of this hand that everyone has seen."""
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    """The main pot and the side pots: the amount, and the seats that can win it."""
    bet_to: int
    """What it takes to stay in on this street."""
    stub: int
    burns: int
    choices: tuple[dict[str, Any], ...]
    """What the viewer may do now."""
    void: bool
    void_clause: str
    moment: int
    """How many events the hand has seen."""
