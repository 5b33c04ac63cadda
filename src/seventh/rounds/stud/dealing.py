"""Dealing at stud: three cards, then street by street with a burn, and what is done when the stub runs short."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from seventh.cards import UNKNOWN, Card, card_named, cards_in, format_cards, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER, Action, Burn, CollectAntes, DealCards, ShuffleBurns, Who
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards, only
from seventh.rounds.stud.choices import BurnTop, CardRun
from seventh.rounds.stud.table import ANTES, BETTING, DEALING, StudTable


class StudDealing(StudTable):
    """How cards reach the table."""

    _next_choice: ClassVar[dict[str, Callable[[Any], Any]]]
    """The dealer's choice for each step of the plan."""

    __slots__ = ()

    def _choices(self, who: Who) -> tuple[Choice, ...]:
        if self.phase == DEALING and who == DEALER:
            return (self._next_choice[self.plan[0][0]](self),)
        return super()._choices(who)

    # Antes.

    def _may_collect_antes(self, _: Who) -> Choice | Refused:
        if self.phase != ANTES:
            return NotNow(self.clauses.ante, "the antes are in")
        return self._constant.collect_antes

    def _do_collect_antes(self, _: Who, __: CollectAntes) -> None:
        ante = self.house.stakes.ante
        for hand in self.hands.values():
            self._emit(ev.AntePosted(hand.seat, min(ante, hand.stack)))
        self._return_uncalled()

    def _on_ante_posted(self, event: ev.AntePosted) -> None:
        hand = self.hands[event.seat]
        hand.stack -= event.amount
        hand.total += event.amount
        if event.seat == self.order[-1]:
            self._count_able()
            self.phase = DEALING
            self._plan_street()

    def _return_uncalled(self) -> None:
        """What the largest stake has beyond the second largest cannot be won by anybody else."""
        first, second = sorted(self.hands.values(), key=lambda hand: -hand.total)[:2]
        if first.total > second.total:
            self._emit(ev.BetReturned(first.seat, first.total - second.total))

    def _on_bet_returned(self, event: ev.BetReturned) -> None:
        hand = self.hands[event.seat]
        hand.stack += event.amount
        hand.total -= event.amount
        hand.bet = max(hand.bet - event.amount, 0)
        self._count_able()

    # What the dealer has to do on a street.

    def _plan_street(self) -> None:
        seats = tuple(hand.seat for hand in self.remaining)
        if self.street == 3:
            down, up = tuple((seat, False) for seat in seats), tuple((seat, True) for seat in seats)
            self.plan = (("deal", down + down + up),)
            return
        face_up = self.street < 7 or self.house.seventh_street_face == "up"
        one_each = ("deal", tuple((seat, face_up) for seat in seats))
        common = ("deal", (("common", True),))
        need, burns = len(seats), len(self.burns)
        if self.stub >= need + 1:
            self.plan = (("burn", ()), one_each)
        elif self.house.use_burns and self.stub + burns >= need + 1:
            self.plan = (("shuffle", ()), ("burn", ()), one_each)
        elif self.house.use_burns and self.stub + burns == need and self.house.skip_burn_when_exact:
            self.plan = (("shuffle", ()), one_each)
        elif self.stub >= 2:
            self.plan = (("burn", ()), common)
        elif burns + (self.stub if self.house.last_card_joins else 0) >= 2:
            self.plan = (("shuffle", ()), ("burn", ()), common)
        else:
            # Cards set aside have left too few for a burn and a common card: this street has betting only.
            self.plan = ()
            self.phase = BETTING
            self._begin_betting()

    def _next_step(self) -> None:
        if self.street == 4:
            self.reached_fourth = True
        self.plan = self.plan[1:]
        if not self.plan:
            self.phase = BETTING
            self._begin_betting()

    @abstractmethod
    def _begin_betting(self) -> None:
        """Find out who opens, and who acts after that."""

    @property
    def _step(self) -> str:
        return self.plan[0][0] if self.phase == DEALING else ""

    def _may_deal_cards(self, _: Who) -> Choice | Refused:
        if self._step != "deal":
            return NotNow(self.clauses.deal, "it is not time to deal")
        places = self.plan[0][1]
        return CardRun(
            tuple([place for place, _ in places]),
            self.stock.unordered,
            self.stock.fixed_next(len(places)),
            self._deal_clause,
            self.clauses,
        )

    @property
    def _deal_clause(self) -> str:
        if self.plan[0][1][0][0] == "common":
            return self.clauses.common_card
        clauses = self.clauses
        by_street = {3: clauses.deal, 4: clauses.fourth_street, 7: clauses.seventh_street}
        return by_street.get(self.street, clauses.fifth_and_sixth_street)

    def _do_deal_cards(self, _: Who, action: DealCards) -> None:
        cards = parse_cards(action.cards)
        for card, (place, up) in zip(cards, self.plan[0][1], strict=False):
            text = card.text
            if self.street == 7 and not up:
                up = self.hands[place].shown  # type: ignore[index]  # a hand that lies open stays open
            self._emit(ev.Dealt(place, text, text if up else ""))  # type: ignore[arg-type]
        if not self.plan:
            self._go_on()

    def _on_dealt(self, event: ev.Dealt) -> None:
        card = card_named(event.cards)
        self.stock.deal(card)
        hand = self.hands.get(event.place)  # type: ignore[arg-type]
        if hand is None:
            self.common += (card,)
        else:
            hand.cards += (card,)
            if event.up:
                hand.up += (card,)
        places = self.plan[0][1]
        if len(places) > 1:
            self.plan = (("deal", places[1:]),)  # nothing is planned beyond a deal
        else:
            self._next_step()

    # Burns, and shuffling them when the stub is short.

    def _may_burn(self, _: Who) -> Choice | Refused:
        if self._step != "burn":
            return NotNow(self.clauses.burn, "no card is burned now")
        (fixed,) = self.stock.fixed_next(1)
        if fixed is None:
            return BurnTop(self.stock.unordered, self.clauses.burn)
        return only(Burn(fixed.text), self.clauses.short_stub)

    def _do_burn(self, _: Who, action: Burn) -> None:
        self._emit(ev.Burned(action.card))

    def _on_burned(self, event: ev.Burned) -> None:
        card = card_named(event.card)
        self.stock.burn(card)
        self._next_step()

    @property
    def _common_is_due(self) -> bool:
        return bool(self.plan) and self.plan[-1][1][:1] == (("common", True),)

    @property
    def whole_stub_joins(self) -> bool:
        """Whether what is left of the stub is shuffled with the burns."""
        return self.house.last_card_joins if self._common_is_due else self.house.short_stub == "shuffled_together"

    def _may_shuffle_burns(self, _: Who) -> Choice | Refused:
        if self._step != "shuffle":
            return NotNow(self.clauses.short_stub, "the burns are not shuffled now")
        clause = self.clauses.last_card if self._common_is_due else self.clauses.short_stub
        number = len(self.burns) + (self.stub if self.whole_stub_joins else 0)

        def test(action: ShuffleBurns) -> Refused | None:
            order = parse_cards(action.order)
            if len(order) != number:
                return WrongCards(clause, f"{len(order)} cards are not what is shuffled", f"{number}")
            strays = [
                c for c in order if c not in self.burns and not (self.whole_stub_joins and c.bit & self.stock.deck)
            ]
            if any(card is not UNKNOWN for card in strays):
                return WrongCards(clause, f"{format_cards(strays)} are not among the cards to shuffle")
            missing = [card for card in self.burns if card is not UNKNOWN and card not in order]
            if missing and UNKNOWN not in order:
                return WrongCards(clause, f"{format_cards(missing)} must be in the shuffle")
            return None

        def candidates() -> Iterator[Action]:
            joined = tuple(cards_in(self.stock.deck)) if self.whole_stub_joins else ()
            cards = (self.burns + joined)[:number]
            return (ShuffleBurns(format_cards(order)) for order in _orders(cards))

        return CardActions(ShuffleBurns, clause, test, candidates)

    def _do_shuffle_burns(self, _: Who, action: ShuffleBurns) -> None:
        self._emit(ev.BurnsShuffled("".join(action.order.split())))

    def _on_burns_shuffled(self, event: ev.BurnsShuffled) -> None:
        whole_stub_joins = self.whole_stub_joins
        if self._common_is_due and not whole_stub_joins:
            self.stock.leave_out_stub()
        self.stock.shuffle_burns(parse_cards(event.order), whole_stub_joins)
        self._next_step()

    @abstractmethod
    def _go_on(self) -> None:
        """Let everything happen that follows without anybody's choice."""


def _orders(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every order of these cards once, although several of them may be unknown."""
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        place = cards.index(card)
        for rest in _orders(cards[:place] + cards[place + 1 :]):
            yield (card, *rest)


StudDealing._next_choice = {
    "burn": lambda self: self._may_burn(DEALER),
    "shuffle": lambda self: self._may_shuffle_burns(DEALER),
    "deal": lambda self: self._may_deal_cards(DEALER),
}
