"""Following a record's deal beside its replay: from which place of which deck each card came, and what the seeds give.

Both are called with every step before it is done.
"""

from __future__ import annotations

from typing import NamedTuple

from seventh.cards import UNKNOWN, CardError, parse_cards
from seventh.fair.shuffled import DISTURBS, Shuffled
from seventh.records.record import Record, Step
from seventh.records.verify import by
from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER, Action, Burn, Deal, DealCards, Place, ShuffleBurns
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value
from seventh.rounds.round import Round


class Disproved(Exception):
    """A record that is not true; the message is one line that names the first thing wrong."""

    def __init__(self, what: str, message: str) -> None:
        self.what = what
        """What kind of thing it is: house, proof, seed, client seeds, root, deck, shuffle, opening or settlement."""
        super().__init__(message)


class DealtCard(NamedTuple):
    """A card as the record has it, and where it lay before it was dealt."""

    step: int
    place: Place
    card: str
    tree: int
    """0 is the deck, 1 the first shuffle of the burns, and so on."""
    position: int


class Positions:
    """Counts where each card of a round lay, whether the record names it or not."""

    def __init__(self, deck: int) -> None:
        self.dealt: list[DealtCard] = []
        self.sizes = [deck]
        """How many cards the deck and each shuffle of the burns had."""
        self._below: list[tuple[int, int]] = []

    def __call__(self, number: int, step: Step, hand: Round) -> None:
        # What a shuffle brought lies below what was there, or instead of it: the round knows how much is left.
        self._below = self._below[len(self._below) - hand.reshuffled :]
        top = [(0, self.sizes[0] - left) for left in range(hand.undealt, 0, -1)]
        stub = iter(top + self._below)
        for event in step.events:
            if isinstance(event, ev.Dealt):
                self.dealt.append(DealtCard(number, event.place, event.cards, *next(stub, (-1, -1))))
            elif isinstance(event, ev.Burned):
                next(stub, None)
            elif isinstance(event, ev.BurnsShuffled):
                size = len(event.order) // 2
                self._below += [(len(self.sizes), position) for position in range(size)]
                self.sizes.append(size)


class Beside:
    """Deals the round once more from its seeds, and compares what the record's dealer did."""

    def __init__(self, record: Record, shuffled: Shuffled) -> None:
        self.hand = record.new_round()
        self.cards = 0
        """How many cards of the record were compared."""
        self._shuffled = shuffled

    def __call__(self, number: int, step: Step, _: Round) -> None:
        action = step.action
        if isinstance(action, DISTURBS):
            message = f"step {number}: {by(step)}, {format_value(action)}: a deck from seeds lies in its order"
            raise Disproved("deck", message)
        if step.who == DEALER and isinstance(action, Deal | DealCards | Burn | ShuffleBurns):
            action = self._compared(number, step)
        try:
            self.hand.act(step.who, action)
        except Refused as refused:
            message = f"step {number}: {by(step)} cannot {format_value(action)}: {refused}"
            raise Disproved("settlement", message) from None

    def _compared(self, number: int, step: Step) -> Action:
        """What the dealer had to do, if it is what the dealer did."""
        if not self.hand.legal(DEALER):
            return step.action  # which the rules refuse
        due = self._shuffled.dealer_action(self.hand)
        if isinstance(due, DealCards) and isinstance(step.action, DealCards):
            due = DealCards(due.cards[: len(step.action.cards)])  # a run of cards may be dealt in pieces
        if not self._agree(step.action, due):
            what = "shuffle" if isinstance(step.action, ShuffleBurns) else "deck"
            message = f"step {number}: {by(step)}, {format_value(step.action)}: the seeds give {format_value(due)}"
            raise Disproved(what, message)
        return due

    def _agree(self, done: Action, due: Action) -> bool:
        if type(done) is not type(due) or getattr(done, "place", None) != getattr(due, "place", None):
            return False
        try:
            recorded, dealt = parse_cards(_cards(done)), parse_cards(_cards(due))
        except CardError:
            return False
        named = [pair for pair in zip(recorded, dealt, strict=False) if pair[0] is not UNKNOWN]
        self.cards += len(named)
        return len(recorded) == len(dealt) and all(card is other for card, other in named)


def _cards(action: Action) -> str:
    match action:
        case Deal(cards=cards) | DealCards(cards=cards) | Burn(card=cards) | ShuffleBurns(order=cards):
            return cards
    return ""
