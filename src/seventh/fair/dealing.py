"""Checks of a record's deal during replay: the deck position of each card, and the cards derived from the seeds.

Both checkers are called with every step before it is applied.
"""

from __future__ import annotations

from typing import NamedTuple

from seventh.cards import UNKNOWN, CardError, parse_cards
from seventh.fair.shuffled import Shuffled
from seventh.records.record import Record, Step
from seventh.records.verify import by
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    Action,
    Burn,
    Deal,
    DealCards,
    DrawnInError,
    FaceUpCard,
    Place,
    ShuffleBurns,
    WrongNumber,
)
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value
from seventh.rounds.round import Round


class Disproved(Exception):
    """A record that fails verification; the message is one line that names the first problem."""

    def __init__(self, what: str, message: str) -> None:
        self.what = what
        """The kind of problem: house, proof, seed, client seeds, root, deck, shuffle, opening, settlement, receipt."""
        super().__init__(message)


class DealtCard(NamedTuple):
    """A recorded card and its position before it was dealt."""

    step: int
    place: Place
    card: str
    tree: int
    """0 is the deck, 1 the first shuffle of the burns, and so on."""
    position: int


class Positions:
    """Tracks the deck position of each dealt card, whether the record names it or not."""

    def __init__(self, deck: int) -> None:
        self.dealt: list[DealtCard] = []
        self.sizes = [deck]
        """The sizes of the deck and of each shuffle of the burns."""
        self._below: list[tuple[int, int]] = []
        self._returned: list[tuple[int, int]] = []
        """Cards that turned out to be missing from a hand: they are on top of the deck."""

    def __call__(self, number: int, step: Step, hand: Round) -> None:
        # Shuffled burns are below the stub, or replace it; the round knows how many are left.
        self._below = self._below[len(self._below) - hand.reshuffled :]
        top = [(0, self.sizes[0] - left) for left in range(hand.undealt - len(self._returned), 0, -1)]
        stub = self._returned + top + self._below
        for event in step.events:
            if isinstance(event, ev.Dealt):
                self.dealt.append(DealtCard(number, event.place, event.cards, *self._next(stub)))
            elif isinstance(event, ev.CardSetAside):
                self.dealt.append(DealtCard(number, "stub", event.card, *self._next(stub)))
            elif isinstance(event, ev.Burned):
                self._next(stub)
            elif isinstance(event, ev.Miscounted):
                self._recount(number, event, len(hand.held(event.place)), stub)
            elif isinstance(event, ev.BurnsShuffled):
                size = len(event.order) // 2
                self._below += [(len(self.sizes), position) for position in range(size)]
                self.sizes.append(size)

    def _next(self, stub: list[tuple[int, int]]) -> tuple[int, int]:
        """Take the top card of the stub; its position."""
        if not stub:
            return (-1, -1)
        position = stub.pop(0)
        if position in self._returned:
            self._returned.remove(position)
        return position

    def _recount(self, number: int, event: ev.Miscounted, due: int, stub: list[tuple[int, int]]) -> None:
        """A hand has fewer cards than it was dealt, or more: extra ones came from the top of the stub."""
        cards = [event.cards[i : i + 2] for i in range(0, len(event.cards), 2)]
        for card in cards[due:]:
            self.dealt.append(DealtCard(number, event.place, card, *self._next(stub)))
        if (missing := due - len(cards)) > 0:
            held = [(card.tree, card.position) for card in self.dealt if card.place == event.place]
            self._returned = sorted(self._returned + held[-missing:])


class SeedReplay:
    """Deals the round again from its seeds, and compares the dealer's recorded actions."""

    def __init__(self, record: Record, shuffled: Shuffled) -> None:
        self.hand = record.new_round()
        self.cards = 0
        """The number of recorded cards compared."""
        self._shuffled = shuffled

    def __call__(self, number: int, step: Step, _: Round) -> None:
        action = step.action
        if step.who == FLOOR:
            action = self._called(number, step)
        if step.who == DEALER and isinstance(action, Deal | DealCards | Burn | ShuffleBurns):
            action = self._compared(number, step)
        try:
            self.hand.act(step.who, action)
        except Refused as refused:
            message = f"step {number}: {by(step)} cannot {format_value(action)}: {refused}"
            raise Disproved("settlement", message) from None

    def _compared(self, number: int, step: Step) -> Action:
        """The action due; raises `Disproved` if the recorded one differs."""
        if not self.hand.legal(DEALER):
            return step.action  # the rules refuse it
        due = self._shuffled.dealer_action(self.hand)
        if isinstance(due, DealCards) and isinstance(step.action, DealCards):
            due = DealCards(due.cards[: len(step.action.cards)])  # a run of cards may be dealt in pieces
        if not self._agree(step.action, due):
            what = "shuffle" if isinstance(step.action, ShuffleBurns) else "deck"
            message = f"step {number}: {by(step)}, {format_value(step.action)}: the seeds give {format_value(due)}"
            raise Disproved(what, message)
        return due

    def _called(self, number: int, step: Step) -> Action:
        """The floor's action with the cards that the seeds give; raises `Disproved` if it names others."""
        try:
            due = self._shuffled.floor_action(self.hand, step.action)
        except CardError:
            return step.action  # the rules refuse it
        if type(due) is not type(step.action) or not self._same_cards(_cards(step.action), _cards(due)):
            message = f"step {number}: {by(step)}, {format_value(step.action)}: the seeds give {format_value(due)}"
            raise Disproved("deck", message)
        return due

    def _agree(self, done: Action, due: Action) -> bool:
        if type(done) is not type(due) or getattr(done, "place", None) != getattr(due, "place", None):
            return False
        return self._same_cards(_cards(done), _cards(due))

    def _same_cards(self, done: str, due: str) -> bool:
        try:
            recorded, dealt = parse_cards(done), parse_cards(due)
        except CardError:
            return False
        named = [pair for pair in zip(recorded, dealt, strict=False) if pair[0] is not UNKNOWN]
        self.cards += len(named)
        return len(recorded) == len(dealt) and all(card is other for card, other in named)


def _cards(action: Action) -> str:
    match action:
        case Deal(cards=cards) | DealCards(cards=cards) | WrongNumber(cards=cards) | ShuffleBurns(order=cards):
            return cards
        case Burn(card=card) | FaceUpCard(card=card) | DrawnInError(card=card):
            return card
    return ""
