"""Irregularities in dealer games: the floor's actions and their consequences.

After each, the round continues, or is void with refunds and any payments that the game's clauses require.
"""

from __future__ import annotations

from collections.abc import Iterator

from seventh.cards import UNKNOWN, Card, card_of, format_cards, parse_cards, set_of
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    Action,
    Deal,
    DrawnInError,
    ExposeDealerCard,
    FaceUpCard,
    NoMoreBets,
    Place,
    RackStub,
    Reveal,
    ShufflerFails,
    TurnUp,
    VoidRound,
    Who,
    WrongNumber,
)
from seventh.rounds.dealer.settling import SettlingRound
from seventh.rounds.dealer.state import COUNTING, DEALING, DECIDING, IN, REVEALING, TURNING, VOID, WAGERS
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards, only

DEALERS_ACTIONS = (NoMoreBets, Deal, RackStub, Reveal, TurnUp)
FLOORS_ACTIONS = (ExposeDealerCard, FaceUpCard, DrawnInError, WrongNumber, VoidRound)
"""The actions of dealer and floor in every game; a shuffler failure is not in every game's rules."""


class FloorRound(SettlingRound):
    """A round in which the floor can rule on irregularities."""

    __slots__ = ()

    # B15: a dealer card is exposed.

    def _may_expose_dealer_card(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["exposed"]
        hidden = [card for card in self.dealer if not card.bit & self.exposed]
        if not hidden or self.phase == TURNING:
            return NotNow(clause, "the dealer has no card face down")

        def test(action: ExposeDealerCard) -> Refused | None:
            card = Card(action.card)
            if card in hidden and card is not UNKNOWN:
                return None
            if UNKNOWN in hidden and card.bit & self.deck and card is not self.drawn:
                return None
            return WrongCards(clause, f"{card} is not a face-down card of the dealer")

        def candidates() -> Iterator[Action]:
            named = {card.text for card in hidden if card is not UNKNOWN}
            if UNKNOWN in hidden:
                named |= {card_of(number).text for number in range(53) if self.deck >> number & 1}
                named -= {self.drawn.text} if self.drawn else set()
            return (ExposeDealerCard(text) for text in sorted(named))

        return CardActions(ExposeDealerCard, clause, test, candidates)

    def _do_expose_dealer_card(self, _: Who, action: ExposeDealerCard) -> None:
        card = Card(action.card)
        place = self.dealer.index(card) if card in self.dealer else self.dealer.index(UNKNOWN)
        void = self._exposure_voids(place)
        self._emit(ev.CardExposed(action.card))
        if void:
            keep = self._exposure_keeps_bonuses(place)
            self._void_round(self.CLAUSES["exposed"], f"dealer's {card.name} exposed", keep)

    def _exposure_voids(self, place: int) -> bool:  # noqa: ARG002
        """Whether exposing the dealer's card at this index voids the round now."""
        return self.FLOW[self.step] != REVEALING and bool(self.house.early_exposure == "void")

    def _exposure_keeps_bonuses(self, place: int) -> bool:  # noqa: ARG002
        """Whether a round voided by exposure still pays bonuses."""
        return False

    @property
    def _voids_keep_bonuses(self) -> bool:
        """Whether other voids still pay bonuses."""
        return False

    def _on_card_exposed(self, event: ev.CardExposed) -> None:
        card = Card(event.card)
        if card not in self.dealer:
            unknown = self.dealer.index(UNKNOWN)
            self.dealer = (*self.dealer[:unknown], card, *self.dealer[unknown + 1 :])
            self.deck &= ~card.bit
        self.exposed |= card.bit

    # B16: a card is face up in the deck.

    def _may_face_up_card(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["face up"]
        if self.phase != COUNTING and not (self.phase == DEALING and self.queue):
            return NotNow(clause, "no cards are being dealt")
        return self._one_card_of_deck(FaceUpCard, clause)

    def _do_face_up_card(self, _: Who, action: FaceUpCard) -> None:
        second = bool(self.set_aside)
        self._emit(ev.CardSetAside(action.card))
        if second:
            self._void_round(self.CLAUSES["face up"], "a second card face up in the deck", self._voids_keep_bonuses)
        else:
            self._void_if_short(self.CLAUSES["face up"])

    def _on_card_set_aside(self, event: ev.CardSetAside) -> None:
        card = Card(event.card)
        self.set_aside += (card,)
        self.deck &= ~card.bit
        if self.drawn is card:
            self.drawn = None

    def _one_card_of_deck(
        self, kind: type[FaceUpCard] | type[DrawnInError], clause: str, unknown: bool = False
    ) -> Choice:
        def test(action: FaceUpCard | DrawnInError) -> Refused | None:
            card = Card(action.card)
            if card.bit & self.deck or (unknown and card is UNKNOWN):
                return None
            return WrongCards(clause, f"{card} is not in the deck")

        def candidates() -> Iterator[Action]:
            if unknown:
                yield kind("??")
            for number in range(53):
                if self.deck >> number & 1:
                    yield kind(card_of(number).text)

        return CardActions(kind, clause, test, candidates)

    # B17: a card is drawn in error.

    def _may_drawn_in_error(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["drawn"]
        if self.phase != DEALING or not self.queue:
            return NotNow(clause, "there are no more cards to deal")
        if self.drawn is not None:
            return NotNow(clause, f"{self.drawn} has already been drawn and will be dealt next")
        return self._one_card_of_deck(DrawnInError, clause, unknown=True)

    def _do_drawn_in_error(self, _: Who, action: DrawnInError) -> None:
        self._emit(ev.CardDrawn(action.card))

    def _on_card_drawn(self, event: ev.CardDrawn) -> None:
        card = Card(event.card)
        self.drawn = None if card is UNKNOWN else card

    # B18: a wrong number of cards.

    def _may_wrong_number(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["number"]
        if self.phase == WAGERS:
            return NotNow(clause, "no cards have been dealt")

        def test(action: WrongNumber) -> Refused | None:
            held = self._held_by(action.place)
            whose = f"seat {action.place}" if isinstance(action.place, int) else f"the {action.place}"
            if held is None:
                return NotNow(clause, f"{whose} has no hand in play")
            if not held:
                return NotNow(clause, f"{whose} has no cards yet")
            cards = parse_cards(action.cards)
            if len(cards) == len(held):
                number = "1 card is" if len(cards) == 1 else f"{len(cards)} cards is"
                return WrongCards(clause, f"{number} the right number")
            strays = [card for card in cards if card not in held and not card.bit & self.deck]
            if strays:
                return WrongCards(clause, f"{format_cards(strays)} cannot be in that hand")
            if UNKNOWN in cards and not (self.hand_dealt and UNKNOWN in held):
                return WrongCards(clause, "the cards found must be named")
            seen = [card for card in held if action.place == DEALER and card.bit & self.exposed]
            if any(card not in cards for card in seen):
                return WrongCards(clause, f"{format_cards(seen)} has been seen in that hand", "a hand that holds it")
            return None

        def candidates() -> Iterator[Action]:
            places: list[Place] = [hand.seat for hand in self.in_play if hand.cards]
            for place in [*places, DEALER] if self.dealer else places:
                held = self._held_by(place) or ()
                unseen = [card for card in held if place != DEALER or not card.bit & self.exposed]
                if UNKNOWN not in held:
                    if unseen:
                        yield WrongNumber(place, format_cards(card for card in held if card is not unseen[-1]))
                    extra = next((card_of(number) for number in range(53) if self.deck >> number & 1), None)
                    if extra is not None:
                        yield WrongNumber(place, format_cards((*held, extra)))

        return CardActions(WrongNumber, clause, test, candidates)

    def _held_by(self, place: Place) -> tuple[Card, ...] | None:
        if place == DEALER:
            return self.dealer
        hand = self.hands.get(place) if isinstance(place, int) else None
        return hand.cards if hand is not None and hand.status is IN else None

    def _do_wrong_number(self, _: Who, action: WrongNumber) -> None:
        clause = self.CLAUSES["number"]
        completed = self._completes_dealer(len(parse_cards(action.cards)))
        self._emit(ev.Miscounted(action.place, "".join(action.cards.split())))
        if action.place == DEALER:
            if not completed:
                self._void_round(clause, "the dealer has a wrong number of cards", self._voids_keep_bonuses)
            return
        hand = self.hands[action.place]  # type: ignore[index]
        self._emit(ev.HandVoided(hand.seat, clause))
        for line in self._returned(hand, clause):
            self._emit(line)
        if not any(other.wagers for other in self.hands.values()):
            self._emit(ev.RoundClosed())
        elif self.phase == TURNING:
            self._settle_if_turned()
        else:
            self._void_if_short(clause)

    def _completes_dealer(self, found: int) -> bool:
        """Whether a dealer found with this many cards of a full hand gets the missing one."""
        from_stub = not self.racked or self._completes_from_rack
        return from_stub and len(self.dealer) == self.full_hand and found == self.full_hand - 1

    @property
    def _completes_from_rack(self) -> bool:
        """Whether the missing card may come from the racked stub; if not, the round is void after racking."""
        return bool(self.house.six_card_dealer == "always_completed")

    def _void_if_short(self, clause: str) -> None:
        """Void the round if irregularities have left too few cards to complete the deal."""
        short = sum(self.full_hand - len(hand.cards) for hand in self.in_play) + self.full_hand - len(self.dealer)
        left = self.deck.bit_count() - self.unknown_out
        if (self.in_play or self.position < len(self.queue)) and short > left:
            self._void_round(clause, "too few cards are left in the deck", self._voids_keep_bonuses)

    def _on_miscounted(self, event: ev.Miscounted) -> None:
        cards = parse_cards(event.cards)
        before = self._held_by(event.place) or ()
        for card in before:
            if card not in cards:
                self.deck |= card.bit
        for card in cards:
            self.deck &= ~card.bit
        if self.drawn in cards:
            self.drawn = None
        if event.place != DEALER:
            self.hands[event.place].cards = cards  # type: ignore[index]
            return
        completed = self._completes_dealer(len(cards))
        self.dealer = cards
        self.exposed &= set_of(cards)
        if completed:
            # The dealer's missing card is dealt before anything else; the step stays and names what follows.
            self.phase = DEALING
            self.queue = ((DEALER, 1),)
            self.position = 0

    def _on_hand_voided(self, event: ev.HandVoided) -> None:
        self.hands[event.seat].status = VOID
        rest = self.queue[self.position :]
        self.queue = tuple(entry for entry in rest if entry[0] != event.seat)
        self.position = 0
        if not self.in_play:
            self.queue = ()
        if self.phase == DEALING and not self.queue and (self.in_play or self.racked):
            self._dealt_out()
        self._skip_if_settled()

    # B19: the shuffler fails.

    def _may_shuffler_fails(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["shuffler"]
        dealing = self.phase == DEALING and bool(self.queue) and not self.racked
        still_to_deal = (
            dealing or self.phase == WAGERS or (self.phase == DECIDING and DEALING in self.FLOW[self.step :])
        )
        if not still_to_deal:
            return NotNow(clause, "all cards have been dealt")
        return only(ShufflerFails(), clause)

    def _do_shuffler_fails(self, _: Who, __: ShufflerFails) -> None:
        clause = self.CLAUSES["shuffler"]
        if any(len(hand.cards) >= 3 for hand in self.hands.values()):
            self._void_round(clause, "the shuffler failed", self._shuffler_keeps_bonuses)
        else:
            self._emit(ev.Reshuffled(clause))

    @property
    def _shuffler_keeps_bonuses(self) -> bool:
        return False

    def _on_reshuffled(self, _: ev.Reshuffled) -> None:
        self.deck = self.DECK
        self.dealer = ()
        self.exposed = 0
        self.set_aside = ()
        self.drawn = None
        for hand in self.hands.values():
            hand.cards = ()
        if self.phase == DEALING:
            self.queue = self._dealing_order(self.STREETS[self.street])
            self.position = 0

    # The floor voids the round.

    def _may_void_round(self, _: Who) -> Choice | Refused:
        return CardActions(VoidRound, "", lambda _: None, lambda: iter((VoidRound("called off by the floor"),)))

    def _do_void_round(self, _: Who, action: VoidRound) -> None:
        self._void_round("", action.reason, keep_bonuses=False)
