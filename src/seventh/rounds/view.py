"""What one viewer may see of a round, for pages, terminals and bots."""

from __future__ import annotations

from typing import Any

import msgspec

from seventh.rounds.events import Settled


class SeatView(msgspec.Struct, frozen=True):
    """One seat as the viewer sees it."""

    seat: int
    """Numbered from 1."""
    stack: int
    """The seat's chips, without those on the layout."""
    wagers: dict[str, int]
    """Open wagers."""
    cards: str
    """The cards, `??` for a hidden card."""
    status: str
    """`open` while the seat may place its first wagers, then `in`, or `out` if it has none and is not dealt in;
    `folded`; `void` if the hand is void."""
    acted: bool
    """Whether the seat has decided in this phase."""
    discards: str
    """The two cards set aside, as far as the viewer may see them."""
    settled: tuple[Settled, ...]
    """The wagers settled so far."""
    net: int
    """What the settled wagers have won or lost so far."""


class RoundView(msgspec.Struct, frozen=True):
    """A round as one viewer may see it."""

    game: str
    """The name of the game, as on the command line."""
    rules: str
    """The hash of the house in force."""
    viewer: int | None
    """The viewer's seat; null for a spectator."""
    phase: str
    """`wagers` while wagers are placed; `dealing`; `counting` while the dealer's cards are counted; `deciding` while
    seats wager further or fold; `setting` while they set their hands; `revealing` while the dealer's cards are turned
    up and the wagers settled; `closed` when the round is over. A game has those of them that it needs, in its own
    order."""
    to_act: tuple[int | str, ...]
    """The seats that must act, in any order, or `dealer`."""
    seats: tuple[SeatView, ...]
    dealer: str
    """The dealer's cards, `??` for a face-down card."""
    set_aside: str
    """Cards out of this round that everyone has seen."""
    choices: tuple[dict[str, Any], ...]
    """The viewer's legal choices, see [Choices](#choices); empty for a spectator."""
    void: bool
    """Whether all hands are void."""
    void_clause: str
    """The rule that voided them, once the round is over."""
    moment: int
    """The number of events so far."""


class StudSeatView(msgspec.Struct, frozen=True):
    """One seat at stud as the viewer sees it."""

    seat: int
    """Numbered from 1."""
    stack: int
    """The seat's chips, without those in the pot."""
    bet: int
    """The seat's bet on this street."""
    cards: str
    """The cards in the order dealt, `??` for a hidden card."""
    up: str
    """The face-up cards."""
    status: str
    """`in` while the hand is in play; `folded`; `mucked` if it was beaten and not shown; `dead` if it is void."""
    all_in: bool
    """Whether the hand is in play and cannot bet any more."""
    net: int
    """The seat's chips, those in the pot included, less what it started with: its result once the hand is over."""


class StudView(msgspec.Struct, frozen=True):
    """A stud hand as one viewer may see it."""

    game: str
    """The name of the game, as on the command line."""
    rules: str
    """The hash of the house in force."""
    viewer: int | None
    """The viewer's seat; null for a spectator."""
    phase: str
    """`antes`, `dealing`, `betting`, `showdown`, or `closed` when the hand is over."""
    street: int
    """The street, 3 to 7; 3 from the antes on."""
    to_act: tuple[int | str, ...]
    """The seat that must act, or `dealer`."""
    dealer_position: int
    """The seat that has the deal."""
    seats: tuple[StudSeatView, ...]
    """Clockwise from the dealer's left."""
    common: str
    """The common card, dealt if the cards run out on seventh street; empty otherwise."""
    set_aside: str
    """Cards out of this hand that everyone has seen."""
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    """The main pot and the side pots: the amount, and the seats that can win it."""
    bet_to: int
    """The amount to match on this street."""
    stub: int
    """The number of cards in the stub."""
    burns: int
    """The number of burned cards."""
    choices: tuple[dict[str, Any], ...]
    """The viewer's legal choices, see [Choices](#choices); empty for a spectator."""
    void: bool
    """Whether the whole hand is void."""
    void_clause: str
    """The rule that voided it, once the hand is over."""
    moment: int
    """The number of events so far."""
