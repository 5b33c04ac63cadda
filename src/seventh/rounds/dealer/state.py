"""The state of a round against the dealer: hands, who must act, and views."""

from __future__ import annotations

from typing import ClassVar, Self

from seventh.cards import UNKNOWN, Card, card_of, format_cards
from seventh.house import House
from seventh.rounds.actions import DEALER, Action, Place, Who
from seventh.rounds.events import HIDDEN, Settled
from seventh.rounds.legal import Choice, Refused
from seventh.rounds.round import CLOSED, Round
from seventh.rounds.view import RoundView, SeatView

WAGERS, DEALING, DECIDING, COUNTING, SETTING, REVEALING = (
    "wagers",
    "dealing",
    "deciding",
    "counting",
    "setting",
    "revealing",
)
TURNING = "turning"
"""Hand-dealt rounds: hands that were dealt unknown are turned up before they are settled."""

DECISIONS = (DECIDING, SETTING)
"""The phases in which each seat decides once."""

OPEN, OUT, IN, FOLDED, VOID = "open", "out", "in", "folded", "void"


class Hand:
    """One seat's hand in a round."""

    __slots__ = ("acted", "cards", "claimed", "discards", "paid", "seat", "shown", "stack", "status", "wagers")

    def __init__(self, seat: int, stack: int) -> None:
        self.seat = seat
        self.stack = stack
        self.wagers: dict[str, int] = {}
        """Open wagers on the layout."""
        self.cards: tuple[Card, ...] = ()
        self.status = OPEN
        self.acted = False
        """Whether the seat has decided in this phase."""
        self.claimed = False
        self.discards: tuple[Card, ...] | None = None
        """The two cards set aside; empty if the house sets the hand, None before that."""
        self.paid = 0
        """Payoffs so far in this round, which count towards a cap."""
        self.shown = False

    def copy(self) -> Hand:
        # Written out for speed: every step of a round copies all of its hands.
        other = Hand.__new__(Hand)
        other.seat, other.stack, other.status = self.seat, self.stack, self.status
        other.wagers = self.wagers.copy()
        other.cards, other.discards, other.shown = self.cards, self.discards, self.shown
        other.acted, other.claimed, other.paid = self.acted, self.claimed, self.paid
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Hand.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def kept(self) -> tuple[Card, ...]:
        """The five cards that play, if the seat chose them."""
        return tuple(card for card in self.cards if card not in self.discards) if self.discards else ()


class DealerState(Round):
    """The table, and the cards still to be dealt."""

    FLOW: ClassVar[tuple[str, ...]]
    """The phases in order."""
    STREETS: ClassVar[tuple[int, ...]]
    """The number of cards per place in each dealing phase."""
    CLAUSES: ClassVar[dict[str, str]]
    """The clause id of each procedure."""
    hands: dict[int, Hand]
    settled: list[Settled]

    __slots__ = (
        "dealer",
        "deck",
        "drawn",
        "exposed",
        "hands",
        "house_result",
        "position",
        "queue",
        "racked",
        "set_aside",
        "settled",
        "step",
        "street",
        "turning",
        "void",
    )
    STATE = (*Round.STATE, *__slots__)

    def __init__(self, house: House, seats: dict[int, int]) -> None:
        super().__init__(house, seats)
        self.hands = {seat: Hand(seat, stack) for seat, stack in self.seats.items()}
        self.dealer: tuple[Card, ...] = ()
        self.deck = self.DECK
        """The cards not known to have left the deck, as a set."""
        self.exposed = 0
        """The dealer's exposed cards, as a set."""
        self.set_aside: tuple[Card, ...] = ()
        self.drawn: Card | None = None
        """A card drawn in error, which is dealt next."""
        self.racked = False
        self.step = 0
        self.phase = self.FLOW[0]
        self.street = -1
        self.queue: tuple[tuple[Place, int], ...] = ()
        """The places of this street's deal and the number of cards for each; still to come from `position` on."""
        self.position = 0
        self.turning: tuple[int, ...] = ()
        """The seats whose hands must be turned up before settlement, in order."""
        self.house_result = 0
        self.settled = []
        self.void = None

    @property
    def full_hand(self) -> int:
        """The number of cards in a complete hand."""
        return sum(self.STREETS)

    @property
    def unseen(self) -> int:
        return self.deck

    @property
    def undealt(self) -> int:
        return self.deck.bit_count()

    @property
    def undealt_cards(self) -> int:
        return self.deck

    def held(self, place: Place) -> tuple[Card, ...]:
        return self.dealer if place == DEALER else super().held(place)

    def copy(self) -> Self:
        # Written out, as `Hand.copy` is.
        other = type(self).__new__(type(self))
        other.house, other.seats, other.phase, other._known = self.house, self.seats, self.phase, {}
        other.events, other.settled = self.events.copy(), self.settled.copy()
        other.hands = {seat: hand.copy() for seat, hand in self.hands.items()}
        other.dealer, other.deck, other.exposed = self.dealer, self.deck, self.exposed
        other.set_aside, other.drawn, other.racked = self.set_aside, self.drawn, self.racked
        other.step, other.street, other.queue, other.position = self.step, self.street, self.queue, self.position
        other.house_result, other.void = self.house_result, self.void
        other.hand_dealt, other.turning = self.hand_dealt, self.turning
        return other

    def _choice(self, who: Who, kind: type[Action]) -> Choice | Refused:
        # Choices are independent of each other here, so there is no need to compute all of `legal`.
        if who in self._known:
            return super()._choice(who, kind)
        role = "seat" if who in self.seats else who
        may = self._possible.get((self.phase, role), {}).get(kind)
        return self._why_not(who, kind) if may is None else may(self, who)

    # Who must act, and where the cards are.

    @property
    def to_act(self) -> frozenset[Who]:
        phase = self.phase
        if phase == WAGERS:
            waiting = [seat for seat, hand in self.hands.items() if hand.status is OPEN]
        elif phase in DECISIONS:
            waiting = self.undecided
        elif phase == TURNING:
            waiting = [hand.seat for hand in self.to_turn[:1] if UNKNOWN not in hand.cards]
        else:
            return _NOBODY if phase == CLOSED else _DEALER_ONLY
        return frozenset(waiting) if waiting else _DEALER_ONLY

    @property
    def undecided(self) -> list[int]:
        """The seats that still have to decide in this phase."""
        return [
            seat
            for seat, hand in self.hands.items()
            if hand.status is IN and not hand.acted and self._has_decision(hand)
        ]

    def _has_decision(self, hand: Hand) -> bool:  # noqa: ARG002
        """Whether this hand has anything to decide in this phase."""
        return True

    @property
    def to_turn(self) -> list[Hand]:
        """The hands still to be turned up, or turned up but set face down, so that the discards must be named."""
        hands = [self.hands[seat] for seat in self.turning]
        return [hand for hand in hands if hand.wagers and (UNKNOWN in hand.cards or self.must_name_discards(hand))]

    def must_name_discards(self, hand: Hand) -> bool:
        """Whether the player set the hand face down, and the settlement depends on how."""
        return self.void is None and hand.status is IN and UNKNOWN in (hand.discards or ()) and self.set_hand_counts

    @property
    def set_hand_counts(self) -> bool:
        """Whether the five cards that a player sets are what plays."""
        return True

    @property
    def unknown_out(self) -> int:
        """The number of unknown cards that have left the deck."""
        return sum([hand.cards.count(UNKNOWN) for hand in self.hands.values()]) + self.dealer.count(UNKNOWN)

    @property
    def in_play(self) -> list[Hand]:
        """Hands that are dealt to and settled against the dealer, in dealing order."""
        return [hand for hand in self.hands.values() if hand.status is IN]

    @property
    def settling_order(self) -> list[Hand]:
        """From the dealer's right, counterclockwise."""
        return [hand for hand in reversed(self.hands.values()) if hand.status is not OUT]

    def places(self) -> dict[str, tuple[str, ...]]:
        places: dict[str, list[Card]] = {"discards": [], "dealer": list(self.dealer), "set aside": list(self.set_aside)}
        for hand in self.hands.values():
            where = f"seat {hand.seat}" if hand.status is IN else "discards"
            places.setdefault(where, []).extend(hand.cards)
        places["discards" if self.racked else "stub"] = [
            *places.get("discards" if self.racked else "stub", []),
            *(card_of(number) for number in range(53) if self.deck >> number & 1),
        ]
        return {place: tuple(str(card) for card in cards) for place, cards in places.items() if cards}

    # Views.

    def view(self, seat: int | None) -> RoundView:
        outcome = self.outcome
        return RoundView(
            game=self.game,
            rules=self.house.hash,
            viewer=seat,
            phase=self.phase,
            to_act=tuple(sorted(self.to_act, key=str)),
            seats=tuple(self._seat_view(hand, hand.seat == seat) for hand in self.hands.values()),
            dealer="".join(card.text if card.bit & self.exposed else HIDDEN for card in self.dealer),
            set_aside=format_cards(self.set_aside),
            choices=self.described(seat) if seat in self.seats else (),
            void=self.void is not None,
            void_clause=outcome.clause if outcome else "",
            moment=len(self.events),
        )

    def own_line(self, seat: int) -> SeatView:
        return self._seat_view(self.hands[seat], own=True)

    def _seat_view(self, hand: Hand, own: bool) -> SeatView:
        open_cards = own or hand.shown
        settled = tuple([line for line in self.settled if line.seat == hand.seat]) if self.settled else ()
        discards = hand.discards or ()
        return SeatView(
            seat=hand.seat,
            stack=hand.stack,
            wagers=dict(hand.wagers),
            cards=format_cards(hand.cards) if open_cards else HIDDEN * len(hand.cards),
            status=hand.status,
            acted=hand.acted,
            discards=format_cards(discards) if open_cards else "",
            settled=settled,
            net=sum([line.returned + line.payoff - line.amount for line in settled]) if settled else 0,
        )


_NOBODY: frozenset[Who] = frozenset()
_DEALER_ONLY: frozenset[Who] = frozenset((DEALER,))
