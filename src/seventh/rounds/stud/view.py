"""A stud hand as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seventh.cards import format_cards
from seventh.rounds.events import HIDDEN
from seventh.rounds.stud.table import IN, StudHand
from seventh.rounds.view import StudSeatView, StudView

if TYPE_CHECKING:
    from seventh.rounds.stud.round import StudRound


def view_of(hand: StudRound, viewer: int | None) -> StudView:
    outcome = hand.outcome
    return StudView(
        game=hand.game,
        rules=hand.house.hash,
        viewer=viewer,
        phase=hand.phase,
        street=hand.street,
        to_act=tuple(sorted(hand.to_act, key=str)),
        dealer_position=hand.dealer_position,
        seats=tuple([seat_view(one, hand.seats[seat], seat == viewer) for seat, one in hand.hands.items()]),
        common=format_cards(hand.common),
        set_aside=format_cards(hand.stock.set_aside),
        pots=tuple([(pot.amount, pot.seats) for pot in hand.pots]),
        bet_to=hand.bet_to,
        stub=hand.stock.stub,
        burns=len(hand.stock.burns),
        choices=hand.described(viewer) if viewer in hand.seats else (),
        void=hand.void is not None,
        void_clause=outcome.clause if outcome else "",
        moment=len(hand.events),
    )


def seat_view(hand: StudHand, chips: int, own: bool) -> StudSeatView:
    """One seat, which started with these chips, as seen by its player or by others."""
    seen = own or hand.shown
    return StudSeatView(
        seat=hand.seat,
        stack=hand.stack,
        bet=hand.bet,
        cards="".join([card.text if seen or card in hand.up else HIDDEN for card in hand.cards]),
        up=format_cards(hand.up),
        status=hand.status,
        all_in=hand.status is IN and not hand.can_bet,
        net=hand.stack + hand.total - chips,
    )
