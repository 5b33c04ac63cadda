"""What Seven-Card Stud has of its own: what must hold of its table, and who gets which chips by the rulebook alone."""

from __future__ import annotations

from collections import Counter

from seventh.cards import Card, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, FaceUpCard, VoidRound, Who, WrongNumber
from seventh.rounds.stud import StudRound
from tests.naive import ranking
from tests.naive.side_pots import Settlement, settle
from tests.playing.watching import UNKNOWN, Watcher


class StudWatcher(Watcher):
    """The facts of a hand of stud."""

    def __init__(self, house: dict) -> None:
        super().__init__(house)
        self.put_in: Counter[int] = Counter()
        """Everything that each seat ever put in; what came back because nobody called it is not looked at."""
        self.street: Counter[int] = Counter()
        """What each seat has put in on this street, without antes."""
        self.cards: dict[int | str, tuple[Card, ...]] = {"common": ()}
        self.killed: set[int] = set()
        self.out: set[int] = set()
        """Who has folded, or has a dead hand."""
        self.mucked: set[int] = set()
        self.died_late = False
        """Whether a hand was found dead after another was mucked, perhaps because of it."""
        self.set_aside = 0
        self.acted = self.third_is_over = self.fourth = self.void = False

    def must_void(self, action: Action) -> bool | None:
        if isinstance(action, VoidRound):
            return True
        # Nobody says what is done when too few cards are left later on.
        if isinstance(action, WrongNumber) and self.acted:
            return None if len(parse_cards(action.cards)) > len(self.cards[action.place]) else False
        if isinstance(action, WrongNumber):
            return True
        if isinstance(action, FaceUpCard):
            return None if self.third_is_over else self.set_aside == 1
        return False

    # What happened.

    def saw(self, who: Who, action: Action, events: tuple[ev.Event, ...]) -> None:
        for event in events:
            tag = event.__struct_config__.tag
            if isinstance(event, ev.AntePosted | ev.BroughtIn | ev.Called):
                self._pays(event.seat, event.amount, isinstance(event, ev.AntePosted))
            elif isinstance(event, ev.BetMade):
                self._pays(event.seat, event.to - self.street[event.seat])
            self.acted |= tag in ("brought_in", "called", "bet_made", "checked", "folded")
            getattr(self, f"_{tag}", self._nothing)(event)

    def _nothing(self, event: ev.Event) -> None:
        pass

    def _pays(self, seat: int, amount: int, ante: bool = False) -> None:
        self.put_in[seat] += amount
        self.street[seat] += 0 if ante else amount

    def _bets_collected(self, _: ev.BetsCollected) -> None:
        self.street.clear()
        self.third_is_over = True

    def _dealt(self, event: ev.Dealt) -> None:
        self.fourth |= self.third_is_over
        self.cards[event.place] = self.cards.get(event.place, ()) + parse_cards(event.cards)

    def _burned(self, _: ev.Burned) -> None:
        self.fourth = True

    def _down_card_exposed(self, event: ev.DownCardExposed) -> None:
        self._named(event.seat, event.card)

    def _shown(self, event: ev.Shown) -> None:
        self._named(event.seat, event.cards)

    def _named(self, seat: int, text: str) -> None:
        """Cards that are known now; those that were not so far take their places."""
        held = self.cards[seat]
        new = [card for card in parse_cards(text) if card not in held]
        self.cards[seat] = tuple(new.pop(0) if card is UNKNOWN and new else card for card in held)

    def _miscounted(self, event: ev.Miscounted) -> None:
        self.cards[event.place] = parse_cards(event.cards)

    def _card_set_aside(self, _: ev.CardSetAside) -> None:
        self.set_aside += 1

    def _folded(self, event: ev.Folded) -> None:
        self.out.add(event.seat)

    def _hand_voided(self, event: ev.HandVoided) -> None:
        self.out.add(event.seat)
        self.killed.add(event.seat)
        self.died_late = bool(self.mucked)

    def _mucked(self, event: ev.Mucked) -> None:
        self.mucked.add(event.seat)

    def _chips_returned(self, event: ev.ChipsReturned) -> None:
        if event.clause != "S22":  # that one is to be found out
            self.put_in[event.seat] -= event.amount

    def _round_voided(self, _: ev.RoundVoided) -> None:
        self.void = True

    # What the rulebook makes of it.

    def pots(self, seats: list[int], dealer_position: int) -> Settlement | None:
        """Who gets what; None where a hand was mucked that nobody can name, or that might have won after all."""
        still_in = [seat for seat in seats if seat not in self.out]
        strengths: dict[int, tuple[int, tuple[float, ...]]]
        if len(still_in) == 1:
            strengths = {still_in[0]: (0, ())}
        elif self.died_late or any(UNKNOWN in self.cards[seat] for seat in self.mucked):
            return None
        else:
            strengths = {seat: ranking.best(self.cards[seat] + self.cards["common"]) for seat in still_in}
        rake = self.house["rake"]
        free = rake["no_fourth_street_no_drop"] and not self.fourth
        put_in = {seat: self.put_in[seat] for seat in seats}
        order = self._odd_chips(still_in, dealer_position)
        killed = self.killed if self.house["dead_side_pots"] == "returned" else ()
        return settle(put_in, strengths, order, 0 if free else rake["per_thousand"], rake["cap"], killed)

    def _odd_chips(self, seats: list[int], dealer_position: int) -> list[int]:
        """By the highest own card, aces and spades first; or from the dealer's left."""
        if self.house["odd_chip"] == "left_of_dealer" or len(seats) == 1:
            return sorted(seats, key=lambda seat: (seat - dealer_position - 1) % 8)
        highest = {seat: max((card.rank, card.suit) for card in self.cards[seat]) for seat in seats}
        return sorted(seats, key=highest.__getitem__, reverse=True)

    def counts(self, hand: StudRound) -> dict[str, int]:
        won = [event for event in hand.events if isinstance(event, ev.PotWon)]
        return {
            "showdowns": any(isinstance(event, ev.Shown) for event in hand.events),
            "with side pots": len({event.pot for event in won}) > 1,
            "with split pots": any(event.clause == "S22" for event in won),
            "shuffled again": any(isinstance(event, ev.BurnsShuffled) for event in hand.events),
            "with a common card": bool(hand.common),
        }


def stud_holds(hand: StudRound) -> None:
    """No chips below nothing, no card that nobody counts, nobody with another number of cards than the others."""
    hands = hand.hands.values()
    for one in hands:
        assert one.stack >= 0, "a stack below nothing"
        assert 0 <= one.bet <= one.total, "a bet that is not in the pot"
        assert {*one.up} <= {*one.cards, UNKNOWN}, "an up card that the seat does not have"
        assert not one.seventh_exposed or one.cards[6:] == one.up[-1:], "another card was exposed than the seventh"
    assert sum(pot.amount for pot in hand.pots) == hand.pot, "the pots are not what was put in"
    off_the_stub = (*hand.stock.burns, *hand.stock.unused, *(card for one in hands for card in one.cards))
    assert hand.stock.on_top >= 0, "fewer cards than none"
    assert hand.stock.deck.bit_count() == hand.stock.stub + off_the_stub.count(UNKNOWN), (
        "the stub has another number of cards"
    )
    remaining = {one.seat for one in hand.remaining}
    assert set(hand.queue) <= remaining, "a seat that is out is to act"
    if hand.phase == "betting":
        assert len({len(hand.hands[seat].cards) for seat in remaining}) == 1, "a seat has more cards than others"
        assert hand.betting.able == sum(one.can_bet for one in hands), "a seat that cannot bet is counted"
