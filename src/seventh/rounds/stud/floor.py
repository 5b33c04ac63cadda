"""When something goes wrong at stud: actions of the floor, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.cards import UNKNOWN, Card, cards_in, format_cards, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, ExposeDownCard, FaceUpCard, VoidRound, Who, WrongNumber
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards
from seventh.rounds.stud.showdown import StudShowdown
from seventh.rounds.stud.table import ANTES, BETTING, DEAD, DEALING, IN, Step, StudHand


class StudFloor(StudShowdown):
    """A hand in which the floor can put things right."""

    __slots__ = ()

    # A down card exposed by the dealer.

    def _may_expose_down_card(self, _: Who) -> Choice | Refused:
        hands = [hand for hand in self.remaining if self._exposable(hand)]
        if not hands:
            return NotNow(self.clauses.irregularities, "no card that was just dealt down can be exposed now")

        def test(action: ExposeDownCard) -> Refused | None:
            hand = self.hands.get(action.seat)
            if hand is None or hand not in hands:
                return NotNow(
                    self.clauses.irregularities,
                    f"seat {action.seat} has no such card",
                    ", ".join(f"seat {h.seat}" for h in hands),
                )
            card = Card(action.card)
            if card in self._exposable(hand) or (UNKNOWN in self._exposable(hand) and card.bit & self.stock.unordered):
                return (
                    None
                    if card is not UNKNOWN
                    else WrongCards(self.clauses.irregularities, "an exposed card has been seen")
                )
            return WrongCards(self.clauses.irregularities, f"{card} is not a down card of seat {action.seat}")

        def candidates() -> Iterator[Action]:
            for hand in hands:
                for card in self._exposable(hand):
                    if card is not UNKNOWN:
                        yield ExposeDownCard(hand.seat, card.text)

        return CardActions(ExposeDownCard, self.clauses.irregularities, test, candidates)

    def _exposable(self, hand: StudHand) -> tuple[Card, ...]:
        """The down cards whose exposure the rules mend: of the first three while dealing, and the last one dealt.

        That is the seventh, or the third where it came down in place of an exposed one; until somebody has acted.
        """
        down = tuple(card for card in hand.cards if card not in hand.up)
        if self.street == 3 and self.phase == DEALING and len(hand.cards) < 3:
            return down
        last_is_down = self.street in (3, 7) and len(hand.cards) == self.street and hand.cards[-1] not in hand.up
        in_time = self.phase == DEALING or (self.phase == BETTING and not self._begun)
        return hand.cards[-1:] if last_is_down and in_time else ()

    @property
    def _begun(self) -> bool:
        """Whether anybody has acted in this betting round."""
        return any(hand.level is not None or hand.declared for hand in self.hands.values())

    def _do_expose_down_card(self, _: Who, action: ExposeDownCard) -> None:
        self._emit(ev.DownCardExposed(action.seat, action.card))
        hand = self.hands[action.seat]
        if hand.exposed == 2:
            self._emit(ev.ChipsReturned(hand.seat, hand.total, self.clauses.irregularities))
            self._kill(hand)

    def _on_down_card_exposed(self, event: ev.DownCardExposed) -> None:
        hand = self.hands[event.seat]
        card = Card(event.card)
        if card not in hand.cards:
            place = self.street - 1 if len(hand.cards) == self.street else hand.cards.index(UNKNOWN)
            hand.cards = (*hand.cards[:place], card, *hand.cards[place + 1 :])
            self.stock.identify(card)
        hand.up += (card,)
        if self.street == 7:
            hand.seventh_exposed = True
            if len(self.remaining) == 2:
                self._replan(lambda seat, up: (seat, up or seat != hand.seat))
            return
        hand.exposed += 1
        # The exposed card is the up-card, so what was to come face up comes down.
        self._replan(lambda seat, up: (seat, up and seat != hand.seat))

    def _replan(self, change: object) -> None:
        """Change how the cards still to come on this street lie."""
        if self.phase == DEALING and self.plan:
            kind, places = self.plan[-1]
            self.plan = (*self.plan[:-1], (kind, tuple(change(seat, up) for seat, up in places)))  # type: ignore[operator]

    # Dead hands.

    def _kill(self, hand: StudHand) -> None:
        self._emit(ev.HandVoided(hand.seat, self.clauses.irregularities))
        if len(self.remaining) == 1:
            if self.phase != BETTING:
                self._return_uncalled()
                self._award()
            else:
                self._go_on()
        else:
            self._go_on()

    def _on_hand_voided(self, event: ev.HandVoided) -> None:
        hand = self.hands[event.seat]
        hand.status = DEAD
        self._count_able()
        self.queue = tuple(seat for seat in self.queue if seat != event.seat)
        if self.phase == DEALING:
            kind, places = self.plan[-1]
            left = tuple(place for place in places if place[0] != event.seat)
            self.plan = (*self.plan[:-1], (kind, left))
            if self.plan[0][0] != "deal" and not self._mid_street:
                self._plan_street()  # fewer cards are needed now
            elif not left:
                self.plan = ()
                self.phase = BETTING
                self._begin_betting()
            else:
                self._mend_plan()  # it may have held cards that others were to get
        elif self.phase == BETTING:
            if not self.acted:
                self._begin_betting()  # the low card may be another's now
            elif len(self.remaining) == 1:
                self.queue = ()
            else:
                self._drop_idle()

    def _on_chips_returned(self, event: ev.ChipsReturned) -> None:
        hand = self.hands[event.seat]
        hand.stack += event.amount
        hand.total -= event.amount
        hand.bet = min(hand.bet, hand.total)
        self._count_able()

    # A card face up in the deck.

    def _may_face_up_card(self, _: Who) -> Choice | Refused:
        if self.phase != DEALING:
            return NotNow(self.clauses.irregularities, "no cards are being dealt")
        if self.stock.on_top == 0:
            return NotNow(self.clauses.irregularities, "the cards left were just shuffled")

        def test(action: FaceUpCard) -> Refused | None:
            card = Card(action.card)
            return (
                None
                if card.bit & self.stock.unordered
                else WrongCards(self.clauses.irregularities, f"{card} is not in the stub")
            )

        def candidates() -> Iterator[Action]:
            return (FaceUpCard(card.text) for card in cards_in(self.stock.unordered))

        return CardActions(FaceUpCard, self.clauses.irregularities, test, candidates)

    def _do_face_up_card(self, _: Who, action: FaceUpCard) -> None:
        self._emit(ev.CardSetAside(action.card))
        if self.street == 3 and len(self.stock.set_aside) == 2:
            self._misdeal("two cards face up in the deck")
        elif not self.plan:
            self._go_on()
        elif self._cards_short:
            self._misdeal("not enough cards to replace the one face up")

    @property
    def _cards_short(self) -> bool:
        """Whether the cards planned for this street are more than there are."""
        steps = [kind for kind, _ in self.plan]
        there_are = self.stub + ("shuffle" in steps) * len(self.burns)
        return there_are < len(self.plan[-1][1]) + steps.count("burn")

    def _on_card_set_aside(self, event: ev.CardSetAside) -> None:
        card = Card(event.card)
        self.stock.put_aside(card)
        self._mend_plan()

    def _mend_plan(self) -> None:
        """One card fewer may mean that a street cannot be dealt as planned."""
        kind, places = self.plan[0]
        if kind != "deal":
            if not self._mid_street:
                self._plan_street()
        elif len(places) > self.stub:
            if self.house.use_burns and self.stub + len(self.burns) >= len(places):
                self.plan = (("shuffle", ()), *self.plan)
            elif len(places) == len(self.remaining):
                common: Step = ("deal", (("common", True),))
                self.plan = (common,) if self.stub else (("shuffle", ()), common)

    @property
    def _mid_street(self) -> bool:
        """Whether somebody has this street's card already."""
        places = self.plan[-1][1]
        return ("common", True) not in places and len(places) < len(self.remaining)

    # A wrong number of cards.

    def _may_wrong_number(self, _: Who) -> Choice | Refused:
        if self.phase == ANTES or not any(hand.cards for hand in self.hands.values()):
            return NotNow(self.clauses.irregularities, "no cards have been dealt")

        def test(action: WrongNumber) -> Refused | None:
            hand = self.hands.get(action.place) if isinstance(action.place, int) else None
            if hand is None or hand.status is not IN or not hand.cards:
                return NotNow(self.clauses.irregularities, f"{action.place} has no hand in play")
            cards = parse_cards(action.cards)
            if len(cards) == len(hand.cards):
                return WrongCards(self.clauses.irregularities, f"{len(cards)} cards are the right number")
            strays = [card for card in cards if card not in hand.cards and not card.bit & self.stock.unordered]
            unknown = cards.count(UNKNOWN) > hand.cards.count(UNKNOWN)
            if strays or unknown or len(cards) - len(hand.cards) > self.stock.on_top:
                return WrongCards(self.clauses.irregularities, f"{format_cards(strays)} cannot be in that hand")
            return None

        def candidates() -> Iterator[Action]:
            for hand in self.remaining:
                if hand.cards and UNKNOWN not in hand.cards:
                    yield WrongNumber(hand.seat, format_cards(hand.cards[:-1]))

        return CardActions(WrongNumber, self.clauses.irregularities, test, candidates)

    def _do_wrong_number(self, _: Who, action: WrongNumber) -> None:
        hand = self.hands[action.place]  # type: ignore[index]
        before = hand.cards
        self._emit(ev.Miscounted(action.place, action.cards))
        if not self.acted:
            self._misdeal(f"seat {hand.seat} has a wrong number of cards")
        elif not (self.phase == DEALING and self._lacks_seventh(before, hand.cards)):
            self._kill(hand)
            if self.phase == DEALING and self._cards_short:
                self._misdeal("not enough cards to go on")

    def _lacks_seventh(self, before: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
        """Whether only the seventh card is missing, so that it can still be dealt."""
        return len(before) == 7 and cards == before[:6]

    def _on_miscounted(self, event: ev.Miscounted) -> None:
        hand = self.hands[event.place]  # type: ignore[index]
        before, cards = hand.cards, parse_cards(event.cards)
        self.stock.recount(before, cards)
        hand.cards = cards
        if hand.shown and any(card not in before for card in cards):
            hand.up, hand.shown = before, False  # of a hand that lies open, nobody has seen the cards too many
        hand.up = tuple(card for card in hand.up if card in cards)
        hand.seventh_exposed = False
        in_time = self.phase == DEALING or (self.phase == BETTING and not self._begun)
        if self.acted and in_time and self._lacks_seventh(before, cards):
            up = self.house.seventh_street_face == "up"
            places = self.plan[-1][1] if self.phase == DEALING and self.plan else ()
            self.phase = DEALING
            self.plan = (("deal", (*places, (hand.seat, up))),)

    # Misdeals and voids.

    def _may_void_round(self, _: Who) -> Choice | Refused:
        return CardActions(VoidRound, "", lambda _: None, lambda: iter((VoidRound("called off by the floor"),)))

    def _do_void_round(self, _: Who, action: VoidRound) -> None:
        self._call_off("", action.reason)

    def _misdeal(self, reason: str) -> None:
        self._call_off(self.clauses.irregularities, reason)

    def _call_off(self, clause: str, reason: str) -> None:
        self._emit(ev.RoundVoided(clause, reason))
        for hand in self.hands.values():
            if hand.total:
                self._emit(ev.ChipsReturned(hand.seat, hand.total, clause))
        self._emit(ev.RoundClosed())

    def _on_round_voided(self, event: ev.RoundVoided) -> None:
        self.void = (event.clause, event.reason)
