"""The state of a hand of stud: seats, pots, deck, and what the dealer has to do next."""

from __future__ import annotations

from typing import ClassVar, Self

from seventh.cards import ALL_52, Card, card_of
from seventh.house import House, Limits, WrongHouse
from seventh.rounds.actions import DEALER, Who
from seventh.rounds.events import PotWon, RakeTaken
from seventh.rounds.round import CLOSED, Outcome, Round
from seventh.rounds.stud.choices import choices_of
from seventh.rounds.stud.family import Clauses, Family
from seventh.rounds.stud.full_bets import Betting
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.pots import Pot, pots_of
from seventh.rounds.stud.stock import Stock

ANTES, DEALING, BETTING, SHOWDOWN = "antes", "dealing", "betting", "showdown"
IN, FOLDED, DEAD, MUCKED = "in", "folded", "dead", "mucked"

Step = tuple[str, tuple[tuple[int | str, bool], ...]]
"""What the dealer does next: `burn`, `shuffle`, or `deal` with the places in order and whether each card lies up."""


class StudHand:
    """One seat's part in a hand."""

    __slots__ = (
        "bet",
        "cards",
        "declared",
        "exposed",
        "level",
        "seat",
        "seventh_exposed",
        "shown",
        "stack",
        "status",
        "total",
        "up",
    )

    def __init__(self, seat: int, stack: int) -> None:
        self.seat = seat
        self.stack = stack
        self.bet = 0
        """What lies in front of the seat on this street."""
        self.total = 0
        """What the seat has put into the pot on all streets, this one's bet included."""
        self.cards: tuple[Card, ...] = ()
        """The cards in the order they came."""
        self.up: tuple[Card, ...] = ()
        """Those of them that lie face up."""
        self.status = IN
        self.level: int | None = None
        """The bet that this seat last answered on this street; None if it has not acted."""
        self.exposed = 0
        """How many of its first two cards the dealer exposed."""
        self.seventh_exposed = False
        self.declared = False
        """Whether the seat declared itself all-in after its seventh card was exposed."""
        self.shown = False

    @property
    def can_bet(self) -> bool:
        """Whether the seat is still in with chips to bet."""
        return self.status is IN and self.stack > 0 and not self.declared

    def copy(self) -> StudHand:
        other = StudHand.__new__(StudHand)
        for name in StudHand.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StudHand):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in StudHand.__slots__)

    __hash__ = None  # type: ignore[assignment]


class StudTable(Round):
    """What is on the table, without the rules of what may follow."""

    house: StudHouse
    dealer_position: int
    DECK: ClassVar[int] = ALL_52
    KEEPS_SECRETS = True
    AGAINST_HOUSE = False
    FEWEST_PLAYERS = 2

    __slots__ = (
        "_constant",
        "able",
        "acted",
        "bet_to",
        "betting",
        "bring_in_due",
        "common",
        "dealer_position",
        "hands",
        "house_result",
        "last_aggressor",
        "opener",
        "order",
        "plan",
        "queue",
        "raises",
        "reached_fourth",
        "stock",
        "street",
        "uncapped",
        "void",
    )

    @classmethod
    def next_deal(cls, house: StudHouse, last: int, ready: tuple[int, ...]) -> int:
        """The house's dealer sits still, or the deal moves on to the next seat that is dealt in."""
        if not house.deal_moves:
            return 0
        return next((seat for seat in ready if seat > last), ready[0])

    @classmethod
    def seating_clause(cls, house: StudHouse) -> str:
        return house.family.clauses.players

    @classmethod
    def buy_in_clause(cls, house: StudHouse) -> str:
        return house.family.clauses.all_in

    @classmethod
    def buy_in(cls, house: StudHouse) -> Limits:
        return house.limits.buy_in

    def __init__(self, house: StudHouse, seats: dict[int, int], dealer_position: int = 0) -> None:
        """A hand for these seats; the first to be dealt to is the first seat after the dealer position, clockwise."""
        if isinstance(house, House) and not isinstance(house, StudHouse):
            raise WrongHouse(f"the house is for {house.game}, which is not a game of stud")
        super().__init__(house, seats)
        self._constant = choices_of(house.family)
        if len(seats) < 2:
            raise ValueError(f"{self.clauses.players}: a hand of stud needs at least two players")
        if not all(seats.values()):
            raise ValueError(f"{self.clauses.players}: a seat without chips is not dealt in")
        self.dealer_position = dealer_position
        self.order = tuple(sorted(self.seats, key=lambda seat: (seat <= dealer_position, seat)))
        """The seats in dealing order: clockwise from the dealer's left."""
        self.hands = {seat: StudHand(seat, self.seats[seat]) for seat in self.order}
        self.stock = Stock(self.DECK)
        """The cards that nobody holds."""
        self.common: tuple[Card, ...] = ()
        self.street = 3
        self.reached_fourth = False
        self.plan: tuple[Step, ...] = ()
        self.queue: tuple[int, ...] = ()
        """The seats that still have to act in this betting round or at the showdown, in order."""
        self.opener = 0
        self.bet_to = 0
        """What it takes to stay in on this street."""
        self.betting = Betting()
        """The last full bet on this street, and what the next one may be."""
        self.raises = 0
        self.uncapped = False
        self.able = len(self.hands)
        """How many seats are still in with chips to bet."""
        self.bring_in_due = False
        self.last_aggressor = 0
        self.acted = False
        """Whether anybody has acted in a betting round yet."""
        self.house_result = 0
        self.void: tuple[str, str] | None = None
        self.phase = ANTES if house.stakes.ante else DEALING

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        for name in ALL_SLOTS:
            setattr(other, name, getattr(self, name))
        other._known = {}
        other.events = list(self.events)
        other.stock = self.stock.copy()
        other.hands = {seat: hand.copy() for seat, hand in self.hands.items()}
        return other

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in ALL_SLOTS)

    __hash__ = None  # type: ignore[assignment]

    @property
    def family(self) -> Family:
        """What makes this game of stud different from another."""
        return self.house.family

    @property
    def clauses(self) -> Clauses:
        """The ids of the game's clauses."""
        return self.house.family.clauses

    @property
    def to_act(self) -> frozenset[Who]:
        if self.phase == CLOSED:
            return frozenset()
        if self.queue and self.phase in (BETTING, SHOWDOWN):
            return frozenset(self.queue[:1])
        return _DEALER_ONLY

    @property
    def remaining(self) -> list[StudHand]:
        """The hands still in, clockwise from the dealer's left."""
        return [hand for hand in self.hands.values() if hand.status is IN]

    @property
    def stub(self) -> int:
        """How many cards are left to deal."""
        return self.stock.stub

    @property
    def burns(self) -> tuple[Card, ...]:
        return self.stock.burns

    @property
    def pots(self) -> list[Pot]:
        """Main pot first, then side pots, this street's bets included.

        A mucked hand leaves the pots as they were, so that mucking changes no rake and no odd chip of the others.
        """
        return pots_of([(hand.seat, hand.total, hand.status in (IN, MUCKED)) for hand in self.hands.values()])

    @property
    def pot(self) -> int:
        """Everything that is in the middle or in front of the seats."""
        return sum([hand.total for hand in self.hands.values()])

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats in order, beginning with this one."""
        start = self.order.index(seat)
        return self.order[start:] + self.order[:start]

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != CLOSED:
            return None
        clause, reason = self.void or ("", "")
        settled = tuple(event for event in self.events if isinstance(event, PotWon | RakeTaken))
        nets = {seat: self.hands[seat].stack - chips for seat, chips in self.seats.items()}
        return Outcome(self.void is not None, clause, reason, settled, nets)

    def places(self) -> dict[str, tuple[str, ...]]:
        places: dict[str, list[Card]] = {
            "burns": list(self.burns),
            "common": list(self.common),
            "set aside": list(self.stock.set_aside),
            "discards": list(self.stock.unused),
        }
        for hand in self.hands.values():
            where = "discards" if hand.status in (FOLDED, DEAD, MUCKED) else f"seat {hand.seat}"
            places.setdefault(where, []).extend(hand.cards)
        places["stub"] = [card_of(number) for number in range(52) if self.stock.deck >> number & 1]
        return {place: tuple(card.text for card in cards) for place, cards in places.items() if cards}

    @property
    def undealt(self) -> int:
        return self.stock.on_top

    @property
    def reshuffled(self) -> int:
        return len(self.stock.known_below)

    def _count_able(self) -> None:
        self.able = sum([hand.can_bet for hand in self.hands.values()])


_DEALER_ONLY: frozenset[Who] = frozenset((DEALER,))
ALL_SLOTS = (*Round.STATE, *StudTable.__slots__)
