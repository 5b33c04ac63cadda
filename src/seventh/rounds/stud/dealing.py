"""Dealing street by street: what the dealer has to do next, with which cards, and what is done when they run short."""

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
"""Where a card goes, a seat or `common`, and whether it lies face up there."""

Step = tuple[str, tuple[Place, ...]]
"""What the dealer does: `burn`, `shuffle`, or `deal` with the places in order. Nothing is planned beyond a deal."""

_BURN: Step = ("burn", ())
_SHUFFLE: Step = ("shuffle", ())
_COMMON: Step = ("deal", (("common", True),))


@dataclass(slots=True)
class Dealing:
    """The stock, the street, and what is left of the plan to deal it; a street is dealt when the plan is empty.

    It says where the next card goes. What a seat does with it is not its business: of the players it is only told
    which seats are in play.
    """

    house: StudHouse = field(compare=False)
    stock: Stock
    """The cards that nobody holds."""
    street: int = 3
    plan: tuple[Step, ...] = ()
    reached_fourth: bool = False
    """Whether the dealer has begun to deal fourth street."""

    def copy(self) -> Dealing:
        return Dealing(self.house, self.stock.copy(), self.street, self.plan, self.reached_fourth)

    # The plan of a street.

    def begin(self, street: int, seats: Sequence[int]) -> None:
        """Plan a street for the seats in play. The plan stays empty if there are too few cards: it has betting only."""
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
        elif stub >= 2:
            self.plan = (_BURN, _COMMON)
        elif burns + (stub if house.last_card_joins else 0) >= 2:
            self.plan = (_SHUFFLE, _BURN, _COMMON)
        else:
            self.plan = ()

    @property
    def step(self) -> str:
        """What the dealer has to do next; empty when the street is dealt."""
        return self.plan[0][0] if self.plan else ""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the next cards go, if the step is to deal."""
        return self.plan[0][1]

    def _next_step(self) -> None:
        if self.street == 4:
            self.reached_fourth = True
        self.plan = self.plan[1:]

    # What the dealer may do.

    def choice(self) -> Choice:
        """The choice that the next step leaves to the dealer: which card it is."""
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
        """Whether what is left of the stub is shuffled with the burns."""
        return self.house.last_card_joins if self._common_is_due else self.house.short_stub == "shuffled_together"

    def burns_to_shuffle(self) -> BurnsToShuffle:
        stock, clauses = self.stock, self.house.family.clauses
        clause = clauses.last_card if self._common_is_due else clauses.short_stub
        if self._whole_stub_joins:
            return BurnsToShuffle(stock.burns, stock.on_top, stock.known_below, stock.deck, clause)
        return BurnsToShuffle(stock.burns, 0, (), 0, clause)

    # What the dealer does.

    def deal(self, card: Card) -> None:
        """The next card goes to the first of the places."""
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
        """The burns, and the stub if it joins them, come back in this order."""
        whole_stub_joins = self._whole_stub_joins
        if self._common_is_due and not whole_stub_joins:
            self.stock.leave_out_stub()
        self.stock.shuffle_burns(order, whole_stub_joins)
        self._next_step()

    # When something goes wrong while a street is dealt.

    def turn(self, seats: Sequence[int], up: bool) -> None:
        """The cards still to come to these seats lie face up, or down."""
        if self.plan:
            kind, places = self.plan[-1]
            turned = tuple([(place, up if place in seats else before) for place, before in places])
            self.plan = (*self.plan[:-1], (kind, turned))

    def leave_out(self, seat: int, in_play: Sequence[int]) -> None:
        """A seat gets no more cards; these are still in play."""
        kind, places = self.plan[-1]
        left = tuple([place for place in places if place[0] != seat])
        self.plan = (*self.plan[:-1], (kind, left))
        if self.step != "deal" and not self._mid_street(in_play):
            self.begin(self.street, in_play)  # fewer cards are needed now
        elif not left:
            self.plan = ()
        else:
            self._mend(in_play)  # it may have held cards that others were to get

    def set_aside(self, card: Card, in_play: Sequence[int]) -> None:
        """A card found face up in the deck is out of the hand."""
        self.stock.put_aside(card)
        self._mend(in_play)

    def add_seventh(self, seat: int) -> None:
        """A seat that lacks its seventh card gets it, after the cards that are still to come."""
        places = self.plan[-1][1] if self.plan else ()
        self.plan = (("deal", (*places, (seat, self.house.seventh_street_face == "up"))),)

    @property
    def short(self) -> bool:
        """Whether the cards planned for this street are more than there are."""
        steps = [kind for kind, _ in self.plan]
        there_are = self.stock.stub + ("shuffle" in steps) * len(self.stock.burns)
        return there_are < len(self.plan[-1][1]) + steps.count("burn")

    def _mend(self, in_play: Sequence[int]) -> None:
        """One card fewer may mean that a street cannot be dealt as planned."""
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
        """Whether somebody has this street's card already."""
        return self.plan[-1] != _COMMON and len(self.plan[-1][1]) < len(in_play)
