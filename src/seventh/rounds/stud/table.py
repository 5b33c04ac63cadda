"""Who sits at a hand of stud: each seat's chips and cards, and all of them in the order of the deal."""

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
    """One seat's part in a hand."""

    seat: int
    stack: int
    bet: int = 0
    """What lies in front of the seat on this street."""
    total: int = 0
    """What the seat has put into the pot on all streets, this one's bet included."""
    cards: tuple[Card, ...] = ()
    """The cards in the order they came."""
    up: tuple[Card, ...] = ()
    """Those of them that lie face up."""
    status: str = IN
    exposed: int = 0
    """How many of its first two cards the dealer exposed."""
    seventh_exposed: bool = False
    declared: bool = False
    """Whether the seat declared itself all-in after its seventh card was exposed."""
    shown: bool = False

    @property
    def can_bet(self) -> bool:
        """Whether the seat is still in with chips to bet."""
        return self.status is IN and self.stack > 0 and not self.declared

    def show(self, cards: tuple[Card, ...]) -> None:
        """The hand is turned over, and the cards that nobody had seen are named."""
        self.shown = True
        if UNKNOWN in self.cards:
            named = iter([card for card in cards if card not in self.cards])
            self.cards = tuple([next(named) if card is UNKNOWN else card for card in self.cards])

    def expose(self, card: Card, street: int) -> None:
        """The dealer turned a down card up by error; it may be one that nobody has named yet."""
        if card not in self.cards:
            place = street - 1 if len(self.cards) == street else self.cards.index(UNKNOWN)
            self.cards = (*self.cards[:place], card, *self.cards[place + 1 :])
        self.up += (card,)
        if street == 7:
            self.seventh_exposed = True
        else:
            self.exposed += 1

    def recount(self, cards: tuple[Card, ...]) -> None:
        """The hand is found to be these cards."""
        if self.shown and any(card not in self.cards for card in cards):
            # Of a hand that lies open, nobody has seen the cards too many.
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
        """All seats in order, beginning with this one."""
        start = self.order.index(seat)
        return self.order[start:] + self.order[:start]

    @property
    def pot(self) -> int:
        """Everything that is in the middle or in front of the seats."""
        return sum([hand.total for hand in self.values()])

    @property
    def pots(self) -> list[Pot]:
        """Main pot first, then side pots, this street's bets included.

        A mucked hand leaves the pots as they were, so that mucking changes no rake and no odd chip of the others.
        """
        return pots_of([(hand.seat, hand.total, hand.status in (IN, MUCKED)) for hand in self.values()])

    @property
    def uncalled(self) -> tuple[int, int]:
        """The largest stake's seat, and what it has beyond the second largest: nobody else can win that."""
        first, second = sorted(self.values(), key=lambda hand: -hand.total)[:2]
        return first.seat, first.total - second.total
