"""The showdown: who shows in which order, and who may muck instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from seventh.cards import UNKNOWN, Card, format_cards, parse_cards
from seventh.rounds.actions import Action, Show
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards
from seventh.rounds.stud.choices import Choices
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.settlement import is_beaten
from seventh.rounds.stud.table import IN, Hands


@dataclass(slots=True)
class Showdown:
    """The seats that have still to show or muck. It reads the hands that it was given and changes nothing of theirs."""

    house: StudHouse = field(compare=False)
    constant: Choices = field(compare=False)
    hands: Hands = field(compare=False)
    queue: tuple[int, ...] = ()

    def copy(self, hands: Hands) -> Showdown:
        """The same showdown among copies of the hands."""
        return Showdown(self.house, self.constant, hands, self.queue)

    def begin(self, first: int) -> None:
        """From this seat on, whoever has not shown yet."""
        order = map(self.hands.__getitem__, self.hands.clockwise_from(first))
        self.queue = tuple(
            [hand.seat for hand in order if hand.status is IN and (not hand.shown or UNKNOWN in hand.cards)]
        )

    def leave(self, seat: int) -> None:
        """A seat has shown or mucked, or is out of the hand."""
        self.queue = tuple([other for other in self.queue if other != seat])

    def to_show(self, seat: int, deck: int) -> Choice | Refused:
        """How a seat may show: cards that nobody has seen yet are named then, and are cards of this deck."""
        if self.queue[0] != seat:
            return self._not_next(seat)
        held, clause = self.hands[seat].cards, self.constant.clauses.showdown
        if UNKNOWN not in held:
            return self.constant.show

        def test(action: Show) -> Refused | None:
            cards = parse_cards(action.cards)
            known = [card for card in held if card is not UNKNOWN]
            others = [card for card in cards if card not in known]
            complete = len(cards) == len(held) and len(cards) - len(others) == len(known)
            if complete and all(card.bit & deck for card in others):
                return None
            need = f"{len(held)} cards, {format_cards(known) or 'any of the deck'} among them"
            return WrongCards(clause, f"{action.cards or 'nothing'} is not that hand", need)

        def candidates() -> Iterator[Action]:
            return iter(())

        return CardActions(Show, clause, test, candidates)

    def to_muck(self, seat: int, common: tuple[Card, ...]) -> Choice | Refused:
        if self.queue[0] != seat:
            return self._not_next(seat)
        hand, clause = self.hands[seat], self.constant.clauses.showdown
        if UNKNOWN in hand.cards:
            return self.constant.muck  # nobody else can say what it is
        if self.house.all_in_shown and (hand.stack == 0 or hand.declared):
            return NotNow(clause, "a player who is all-in shows the hand", "show")
        if is_beaten(hand, self.hands, common, self.house.family.shares):
            return self.constant.muck
        return NotNow(clause, "only a beaten hand is mucked", "show")

    def _not_next(self, seat: int) -> Refused:
        return NotNow(self.constant.clauses.showdown, f"it is not seat {seat}'s turn to show", f"seat {self.queue[0]}")
