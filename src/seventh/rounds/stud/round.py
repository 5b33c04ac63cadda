"""A hand of stud on the protocol that every game shares."""

from __future__ import annotations

from typing import ClassVar

from seventh.cards import format_cards
from seventh.rounds.actions import (
    Action,
    BetTo,
    BringIn,
    Burn,
    Call,
    Check,
    CollectAntes,
    DealCards,
    DeclareAllIn,
    ExposeDownCard,
    FaceUpCard,
    Fold,
    Muck,
    Show,
    ShuffleBurns,
    VoidRound,
    WrongNumber,
)
from seventh.rounds.events import HIDDEN
from seventh.rounds.legal import NotNow
from seventh.rounds.stud.floor import StudFloor
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.table import ANTES, BETTING, DEALING, IN, SHOWDOWN, StudHand
from seventh.rounds.view import StudSeatView, StudView


class StudRound(StudFloor):
    """One hand of stud; its house says which game of the family it is."""

    actions = (
        Fold,
        Check,
        Call,
        BringIn,
        BetTo,
        Show,
        Muck,
        DeclareAllIn,
        CollectAntes,
        Burn,
        ShuffleBurns,
        DealCards,
        ExposeDownCard,
        FaceUpCard,
        WrongNumber,
        VoidRound,
    )

    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]] = {
        ANTES: (CollectAntes,),
        DEALING: (Burn, ShuffleBurns, DealCards),
        BETTING: (Fold, Check, Call, BringIn, BetTo, DeclareAllIn),
        SHOWDOWN: (Show, Muck),
    }

    __slots__ = ()

    def __init__(self, house: StudHouse, seats: dict[int, int], dealer_position: int = 0) -> None:
        super().__init__(house, seats, dealer_position)
        if self.phase != ANTES:
            self._plan_street()

    def default(self, seat: int) -> Action:
        """Check, else fold; the forced bet if it must be; at the showdown a beaten hand is mucked, another shown."""
        for kind in (Check, Fold, BringIn, Muck, Show):
            choice = self.legal(seat).of(kind)
            if choice is not None:
                return next(iter(choice))
        raise NotNow("", "there is nothing to decide")

    def view(self, seat: int | None) -> StudView:
        outcome = self.outcome
        return StudView(
            game=self.game,
            rules=self.house.hash,
            viewer=seat,
            phase=self.phase,
            street=self.street,
            to_act=tuple(sorted(self.to_act, key=str)),
            dealer_position=self.dealer_position,
            seats=tuple(self._seat_view(hand, hand.seat == seat) for hand in self.hands.values()),
            common=format_cards(self.common),
            set_aside=format_cards(self.stock.set_aside),
            pots=tuple((pot.amount, pot.seats) for pot in self.pots),
            bet_to=self.bet_to,
            stub=self.stub,
            burns=len(self.burns),
            choices=self.described(seat) if seat in self.seats else (),
            void=self.void is not None,
            void_clause=outcome.clause if outcome else "",
            moment=len(self.events),
        )

    def own_line(self, seat: int) -> StudSeatView:
        return self._seat_view(self.hands[seat], own=True)

    def _seat_view(self, hand: StudHand, own: bool) -> StudSeatView:
        seen = own or hand.shown
        return StudSeatView(
            seat=hand.seat,
            stack=hand.stack,
            bet=hand.bet,
            cards="".join(card.text if seen or card in hand.up else HIDDEN for card in hand.cards),
            up=format_cards(hand.up),
            status=hand.status,
            all_in=hand.status is IN and not hand.can_bet,
            net=hand.stack + hand.total - self.seats[hand.seat],
        )
