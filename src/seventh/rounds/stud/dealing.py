"""Dealing street by street: the dealer's next step, its cards, and what happens when they run short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from seventh.cards import Card
from seventh.rounds.actions import Burn
from seventh.rounds.legal import Choice, only
from seventh.rounds.stud.choices import BurnsToShuffle, BurnTop, CardRun
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.stock import Stock

Place = tuple[int | str, bool]
"""The destination of a card, a seat or `common`, and whether it is dealt face up."""

Step = tuple[str, tuple[Place, ...]]
"""The dealer's steps: `burn`, `shuffle`, or `deal` with the places in order. A deal is always the last."""

_BURN: Step = ("burn", ())
_SHUFFLE: Step = ("shuffle", ())
_COMMON: Step = ("deal", (("common", True),))


@dataclass(slots=True)
class Dealing:
    """The stock, the street, and the remaining steps to deal it; a street has been dealt when no steps are left.

    It decides where the next card goes. Of the players it knows only which seats are in play.
    """

    house: StudHouse = field(compare=False)
    stock: Stock
    """The cards not in a hand."""
    street: int = 3
    plan: tuple[Step, ...] = ()
    reached_fourth: bool = False
    """Whether the dealer has begun to deal fourth street."""

    def copy(self) -> Dealing:
        return Dealing(self.house, self.stock.copy(), self.street, self.plan, self.reached_fourth)

    # The steps of a street.

    def begin(self, street: int, seats: Sequence[int]) -> None:
        """Plan a street for the seats in play. With too few cards the plan is empty: there is only betting."""
        self.street = street
        if street == 3:
            down, up = tuple([(seat, False) for seat in seats]), tuple([(seat, True) for seat in seats])
            self.plan = (("deal", down + down + up),)
            return
        house, stub, burns, need = self.house, self.stock.stub, len(self.stock.burns), len(seats)
        face_up = street < 7 or house.seventh_street_face == "up"
        one_each: Step = ("deal", tuple([(seat, face_up) for seat in seats]))
        if stub >= need + 1:
            self.plan = (_BURN, one_each)
        elif house.use_burns and stub + burns >= need + 1:
            self.plan = (_SHUFFLE, _BURN, one_each)
        elif house.use_burns and stub + burns == need and house.skip_burn_when_exact:
            self.plan = (_SHUFFLE, one_each)
        else:
            self._begin_common(stub, burns)

    def _begin_common(self, stub: int, burns: int) -> None:
        if stub >= 2:
            self.plan = (_BURN, _COMMON)
        elif burns + (stub if self.house.last_card_joins else 0) >= 2:
            self.plan = (_SHUFFLE, _BURN, _COMMON)
        else:
            self.plan = ()

    @property
    def step(self) -> str:
        """The dealer's next step; empty when the street has been dealt."""
        return self.plan[0][0] if self.plan else ""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the next cards, if the step is to deal."""
        return self.plan[0][1]

    def _next_step(self) -> None:
        if self.street == 4:
            self.reached_fourth = True
        self.plan = self.plan[1:]

    def may_leave_burns(self, in_play: Sequence[int]) -> bool:
        """Whether the dealer is about to shuffle the burns only because the rules allow it."""
        return self.step == "shuffle" and not self._common_is_due and not self._mid_street(in_play)

    def leave_burns(self) -> None:
        """Deal a common card instead of shuffling the burns for one card each."""
        self._begin_common(self.stock.stub, len(self.stock.burns))

    # Choices of the dealer.

    def choice(self) -> Choice:
        """The dealer's choice in the next step: which card it is."""
        kind, places = self.plan[0]
        if kind == "deal":
            stock = self.stock
            to = tuple([place for place, _ in places])
            fixed = stock.fixed_next(len(places))
            return CardRun(to, stock.unordered, fixed, self._deal_clause, self.house.family.clauses)
        return self._to_burn() if kind == "burn" else self.burns_to_shuffle()

    @property
    def _deal_clause(self) -> str:
        clauses = self.house.family.clauses
        if self.plan[0] == _COMMON:
            return clauses.common_card
        by_street = {3: clauses.deal, 4: clauses.fourth_street, 7: clauses.seventh_street}
        return by_street.get(self.street, clauses.fifth_and_sixth_street)

    def _to_burn(self) -> Choice:
        (fixed,) = self.stock.fixed_next(1)
        if fixed is None:
            return BurnTop(self.stock.unordered, self.house.family.clauses.burn)
        return only(Burn(fixed.text), self.house.family.clauses.short_stub)

    @property
    def _common_is_due(self) -> bool:
        return bool(self.plan) and self.plan[-1] == _COMMON

    @property
    def _whole_stub_joins(self) -> bool:
        """Whether the rest of the stub is shuffled with the burns."""
        return self.house.last_card_joins if self._common_is_due else self.house.short_stub == "shuffled_together"

    def burns_to_shuffle(self) -> BurnsToShuffle:
        stock, clauses = self.stock, self.house.family.clauses
        clause = clauses.last_card if self._common_is_due else clauses.short_stub
        if self._whole_stub_joins:
            return BurnsToShuffle(stock.burns, stock.on_top, stock.known_below, stock.deck, clause)
        return BurnsToShuffle(stock.burns, 0, (), 0, clause)

    # Steps of the dealer.

    def deal(self, card: Card) -> None:
        """Deal the next card to the first of the places."""
        self.stock.deal(card)
        places = self.plan[0][1]
        if len(places) > 1:
            self.plan = (("deal", places[1:]),)
        else:
            self._next_step()

    def burn(self, card: Card) -> None:
        self.stock.burn(card)
        self._next_step()

    def shuffle(self, order: tuple[Card, ...]) -> None:
        """Put back the shuffled burns, with the stub if it joins them, in this order."""
        whole_stub_joins = self._whole_stub_joins
        if self._common_is_due and not whole_stub_joins:
            self.stock.leave_out_stub()
        self.stock.shuffle_burns(order, whole_stub_joins)
        self._next_step()

    # Irregularities during the deal.

    def turn(self, seats: Sequence[int], up: bool) -> None:
        """Deal the remaining cards of these seats face up, or face down."""
        if self.plan:
            kind, places = self.plan[-1]
            turned = tuple([(place, up if place in seats else before) for place, before in places])
            self.plan = (*self.plan[:-1], (kind, turned))

    def leave_out(self, seat: int, in_play: Sequence[int]) -> None:
        """Deal no more cards to a seat; the others are still in play."""
        kind, places = self.plan[-1]
        left = tuple([place for place in places if place[0] != seat])
        self.plan = (*self.plan[:-1], (kind, left))
        if self.step != "deal" and not self._mid_street(in_play):
            self.begin(self.street, in_play)  # fewer cards are needed now
        elif not left:
            self.plan = ()
        else:
            self._replan(in_play)  # it may have held cards that others were to get

    def set_aside(self, card: Card, in_play: Sequence[int]) -> None:
        """Set aside a card found face up in the deck."""
        self.stock.put_aside(card)
        self._replan(in_play)

    def add_seventh(self, seat: int) -> None:
        """Deal a seat its missing seventh card, after the cards still to come."""
        places = self.plan[-1][1] if self.plan else ()
        self.plan = (("deal", (*places, (seat, self.house.seventh_street_face == "up"))),)

    @property
    def short(self) -> bool:
        """Whether this street's plan needs more cards than there are."""
        steps = [kind for kind, _ in self.plan]
        there_are = self.stock.stub + ("shuffle" in steps) * len(self.stock.burns)
        return there_are < len(self.plan[-1][1]) + steps.count("burn")

    def _replan(self, in_play: Sequence[int]) -> None:
        """Revise the plan if there are no longer enough cards for it."""
        stub, (kind, places) = self.stock.stub, self.plan[0]
        if kind != "deal":
            if not self._mid_street(in_play):
                self.begin(self.street, in_play)
        elif len(places) > stub:
            if self.house.use_burns and stub + len(self.stock.burns) >= len(places):
                self.plan = (_SHUFFLE, *self.plan)
            elif len(places) == len(in_play):
                self.plan = (_COMMON,) if stub else (_SHUFFLE, _COMMON)

    def _mid_street(self, in_play: Sequence[int]) -> bool:
        """Whether any seat has this street's card already."""
        return self.plan[-1] != _COMMON and len(self.plan[-1][1]) < len(in_play)
