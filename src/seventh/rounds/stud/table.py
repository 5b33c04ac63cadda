"""The seats of a stud hand with their chips and cards, in dealing order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from seventh.cards import UNKNOWN, Card
from seventh.rounds.stud.pots import Pot, pots_of

ANTES, DEALING, BETTING, SHOWDOWN = "antes", "dealing", "betting", "showdown"
IN, FOLDED, DEAD, MUCKED = "in", "folded", "dead", "mucked"


@dataclass(slots=True)
class StudHand:
    """One seat's hand."""

    seat: int
    stack: int
    bet: int = 0
    """The seat's bet on this street."""
    total: int = 0
    """The seat's total in the pot on all streets, including its current bet."""
    cards: tuple[Card, ...] = ()
    """The cards in the order dealt."""
    up: tuple[Card, ...] = ()
    """The face-up cards among them."""
    status: str = IN
    exposed: int = 0
    """The number of its first two cards that the dealer exposed."""
    seventh_exposed: bool = False
    declared: bool = False
    """Whether the seat declared itself all-in after its seventh card was exposed."""
    shown: bool = False

    @property
    def can_bet(self) -> bool:
        """Whether the seat is still in with chips to bet."""
        return self.status is IN and self.stack > 0 and not self.declared

    def show(self, cards: tuple[Card, ...]) -> None:
        """Show the hand and name its unknown cards."""
        self.shown = True
        if UNKNOWN in self.cards:
            named = iter([card for card in cards if card not in self.cards])
            self.cards = tuple([next(named) if card is UNKNOWN else card for card in self.cards])

    def expose(self, card: Card, street: int) -> None:
        """Turn up a down card that the dealer exposed; it may have been unknown."""
        if card not in self.cards:
            place = street - 1 if len(self.cards) == street else self.cards.index(UNKNOWN)
            self.cards = (*self.cards[:place], card, *self.cards[place + 1 :])
        self.up += (card,)
        if street == 7:
            self.seventh_exposed = True
        else:
            self.exposed += 1

    def recount(self, cards: tuple[Card, ...]) -> None:
        """Set the hand to the cards found."""
        if self.shown and any(card not in self.cards for card in cards):
            # The extra cards of a shown hand have not been seen.
            self.up, self.shown = self.cards, False
        self.cards = cards
        self.up = tuple([card for card in self.up if card in cards])
        self.seventh_exposed = False

    def copy(self) -> StudHand:
        return StudHand(*_fields(self))


_fields = attrgetter(*StudHand.__slots__)


class Hands(dict[int, StudHand]):
    """The hands by seat, clockwise from the dealer's left."""

    __slots__ = ("order",)

    def __init__(self, hands: Iterable[StudHand]) -> None:
        super().__init__({hand.seat: hand for hand in hands})
        self.order = tuple(self)
        """The seats in dealing order."""

    def copy(self) -> Hands:
        return Hands([hand.copy() for hand in self.values()])

    @property
    def remaining(self) -> list[StudHand]:
        """The hands still in."""
        return [hand for hand in self.values() if hand.status is IN]

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats in order, starting with this one."""
        start = self.order.index(seat)
        return self.order[start:] + self.order[:start]

    @property
    def pot(self) -> int:
        """All chips in the pot, including current bets."""
        return sum([hand.total for hand in self.values()])

    @property
    def pots(self) -> list[Pot]:
        """Main pot first, then side pots, including this street's bets.

        A mucked hand stays in the pots, so that mucking does not affect the rake or the odd chips.
        """
        return pots_of([(hand.seat, hand.total, hand.status in (IN, MUCKED)) for hand in self.values()])

    @property
    def uncalled(self) -> tuple[int, int]:
        """The seat with the largest stake, and its excess over the second largest, which nobody can call."""
        first, second = sorted(self.values(), key=lambda hand: -hand.total)[:2]
        return first.seat, first.total - second.total
