"""What the three games against the dealer have in common: wagers, the deal, irregularities, voids, settling.

A game lays its phases out as data (`FLOW`) and says what its wagers are worth; this module walks through them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Self

from msgspec import Struct

from seventh.cards import UNKNOWN, Card, card_of, format_cards, parse_cards
from seventh.games import events as ev
from seventh.games.actions import (
    DEALER,
    Action,
    Bet,
    Deal,
    NoMoreBets,
    PlaceWagers,
    RackStub,
    Reveal,
    SetHand,
    Who,
)
from seventh.games.events import HIDDEN, Settled
from seventh.games.legal import (
    CardActions,
    CardsFromDeck,
    Choice,
    NotNow,
    Refused,
    Spot,
    WagerSpots,
    WrongCards,
    only,
)
from seventh.games.round import CLOSED, Outcome, Round
from seventh.games.view import RoundView, SeatView
from seventh.house import House

WAGERS, DEALING, DECIDING, COUNTING, SETTING, REVEALING = (
    "wagers",
    "dealing",
    "deciding",
    "counting",
    "setting",
    "revealing",
)

OPEN, OUT, IN, FOLDED, VOID = "open", "out", "in", "folded", "void"


class Hand:
    """One seat's part in a round."""

    __slots__ = ("acted", "cards", "claimed", "discards", "paid", "seat", "shown", "stack", "status", "wagers")

    def __init__(self, seat: int, stack: int) -> None:
        self.seat = seat
        self.stack = stack
        self.wagers: dict[str, int] = {}
        """Wagers on the layout that are not settled yet."""
        self.cards: tuple[Card, ...] = ()
        self.status = OPEN
        self.acted = False
        """Whether the seat has made its decision of this phase."""
        self.claimed = False
        self.discards: tuple[Card, ...] | None = None
        """The two cards put aside; empty if the house sets the hand, None before that."""
        self.paid = 0
        """Payoffs so far in this round, which count towards a cap."""
        self.shown = False

    def copy(self) -> Hand:
        other = Hand.__new__(Hand)
        for name in Hand.__slots__:
            setattr(other, name, getattr(self, name))
        other.wagers = dict(self.wagers)
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


class KnownReveal(Struct, frozen=True):
    """Turning over cards that are known; they may be named again."""

    cards: tuple[Card, ...]
    clause: str
    action: ClassVar[type[Action]] = Reveal

    def refusal(self, action: Reveal) -> Refused | None:
        if not action.cards or action.cards == format_cards(self.cards):
            return None
        return WrongCards(self.clause, f"{action.cards} is not the dealer's hand", format_cards(self.cards))

    def __iter__(self) -> Iterator[Action]:
        return iter((Reveal(), Reveal(format_cards(self.cards))))

    @property
    def count(self) -> int:
        return 2

    def describe(self) -> dict[str, Any]:
        return {"action": "reveal", "clause": self.clause}


class DealerRound(Round):
    """A round against the dealer."""

    DECK: ClassVar[int]
    FLOW: ClassVar[tuple[str, ...]]
    """The phases in order."""
    STREETS: ClassVar[tuple[int, ...]]
    """How many cards each place gets in each dealing phase."""
    SPOTS: ClassVar[tuple[str, ...]]
    """The wagers before the cards, in the layout's order."""
    CLAUSES: ClassVar[dict[str, str]]
    """Which clause of this game's rules governs each procedure."""

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
        "void",
    )

    def __init__(self, house: House, seats: dict[int, int]) -> None:
        super().__init__(house, seats)
        self.hands = {seat: Hand(seat, stack) for seat, stack in self.seats.items()}
        self.dealer: tuple[Card, ...] = ()
        self.deck = self.DECK
        """The cards that are not known to have left the deck, as a set."""
        self.exposed = 0
        """Dealer cards that everyone may see, as a set."""
        self.set_aside: tuple[Card, ...] = ()
        self.drawn: Card | None = None
        """A card drawn in error, which is dealt next."""
        self.racked = False
        self.step = 0
        self.phase = self.FLOW[0]
        self.street = -1
        self.queue: tuple[tuple[int | str, int], ...] = ()
        """The places still to be dealt to on this street and how many cards each gets, from `position` on."""
        self.position = 0
        self.house_result = 0
        self.settled: list[Settled] = []
        self.void: tuple[str, str] | None = None

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        for name in _ALL_SLOTS:
            setattr(other, name, getattr(self, name))
        other._known = {}
        other.events = list(self.events)
        other.settled = list(self.settled)
        other.hands = {seat: hand.copy() for seat, hand in self.hands.items()}
        return other

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _ALL_SLOTS)

    __hash__ = None  # type: ignore[assignment]

    # Whom the round waits for, and what is where.

    @property
    def to_act(self) -> frozenset[Who]:
        phase = self.phase
        if phase == WAGERS:
            waiting = [seat for seat, hand in self.hands.items() if hand.status is OPEN]
        elif phase in (DECIDING, SETTING):
            waiting = [
                seat
                for seat, hand in self.hands.items()
                if hand.status is IN and not hand.acted and self._has_decision(hand)
            ]
        else:
            return _NOBODY if phase == CLOSED else _DEALER_ONLY
        return frozenset(waiting) if waiting else _DEALER_ONLY

    @property
    def in_play(self) -> list[Hand]:
        """Hands that are dealt to and settled against the dealer, in dealing order."""
        return [hand for hand in self.hands.values() if hand.status is IN]

    @property
    def settling_order(self) -> list[Hand]:
        """From the dealer's right, counterclockwise."""
        return [hand for hand in reversed(self.hands.values()) if hand.status is not OUT]

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != CLOSED:
            return None
        clause, reason = self.void or ("", "")
        nets = {seat: self.hands[seat].stack - chips for seat, chips in self.seats.items()}
        return Outcome(self.void is not None, clause, reason, tuple(self.settled), nets)

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

    # Wagers before the cards.

    @abstractmethod
    def _spot(self, wager: str, chosen: dict[str, int]) -> Spot:
        """What may lie on a spot, given the wagers on the spots before it."""

    def _limits(self, wager: str, clause: str, at_most: int | None = None) -> Spot:
        limits = getattr(self.house.limits, wager)
        most = limits.maximum if at_most is None else min(limits.maximum, at_most)
        return Spot(wager, clause, limits.minimum, most, self.house.table_unit)

    def _may_place_wagers(self, seat: int) -> Choice | Refused:
        if self.phase != WAGERS:
            return NotNow(self.CLAUSES["wagers"], "the dealer has called no more bets")
        return WagerSpots(self.SPOTS, self._spot, self.seats[seat], self.CLAUSES["wagers"])

    def _do_place_wagers(self, seat: int, action: PlaceWagers) -> None:
        amounts = {wager: action.amounts[wager] for wager in self.SPOTS if action.amounts.get(wager)}
        self._emit(ev.WagersPlaced(seat, amounts))

    def _on_wagers_placed(self, event: ev.WagersPlaced) -> None:
        hand = self.hands[event.seat]
        hand.wagers = dict(event.amounts)
        hand.stack = self.seats[event.seat] - sum(event.amounts.values())
        hand.status = IN if event.amounts else OUT

    def _may_no_more_bets(self, _: Who) -> Choice | Refused:
        if self.phase != WAGERS:
            return NotNow(self.CLAUSES["wagers"], "the wagers are closed already")
        return _no_more_bets(self.CLAUSES["wagers"])

    def _do_no_more_bets(self, _: Who, __: NoMoreBets) -> None:
        self._emit(ev.BetsClosed())
        if not self.in_play:
            self._emit(ev.RoundClosed())

    def _on_bets_closed(self, _: ev.BetsClosed) -> None:
        for hand in self.hands.values():
            if hand.status is OPEN:
                hand.status = OUT
        self._next_phase()

    # Walking through the phases.

    def _next_phase(self) -> None:
        self.step += 1
        self.phase = self.FLOW[self.step]
        if self.phase == DEALING:
            self.street += 1
            self.queue = self._dealing_order(self.STREETS[self.street])
            self.position = 0
        for hand in self.hands.values():
            hand.acted = False
        self._skip_if_settled()

    def _dealing_order(self, number: int) -> tuple[tuple[int | str, int], ...]:
        """Clockwise from the dealer's left, the dealer last: whole stacks, or card by card."""
        seats = [seat for seat, hand in self.hands.items() if hand.status is IN]
        if not seats:
            return ()
        places: list[int | str] = [*seats, DEALER]
        if self.house.deal == "stack":
            return tuple((place, number) for place in places)
        return tuple((place, 1) for place in places) * number

    def _skip_if_settled(self) -> None:
        """A phase that waits for decisions is over when nobody has one to make."""
        if self.phase in (DECIDING, SETTING) and not any(
            hand.status is IN and not hand.acted and self._has_decision(hand) for hand in self.hands.values()
        ):
            self._next_phase()

    def _has_decision(self, hand: Hand) -> bool:  # noqa: ARG002
        """Whether this hand has anything to decide in this phase."""
        return True

    def _decided(self, hand: Hand) -> None:
        hand.acted = True
        self._skip_if_settled()

    # The deal.

    def _may_deal(self, _: Who) -> Choice | Refused:
        if self.phase != DEALING or self.position == len(self.queue):
            return NotNow(self.CLAUSES["deal"], "it is not time to deal")
        place, number = self.queue[self.position]
        clause = self.CLAUSES["deal"]
        drawn_clause = self.CLAUSES["drawn"]
        up = self._up_card(number) if place == DEALER else None
        return CardsFromDeck(place, number, self.deck, clause, place == DEALER, self.drawn, drawn_clause, up)  # type: ignore[arg-type]

    def _do_deal(self, _: Who, action: Deal) -> None:
        cards = "".join(action.cards.split())
        up = self._up_card(len(cards) // 2) if action.place == DEALER else None
        self._emit(ev.Dealt(action.place, cards, "" if up is None else cards[2 * up : 2 * up + 2]))
        if self.phase == COUNTING and self._racks_before_count:
            self._emit(ev.StubRacked())

    def _up_card(self, number: int) -> int | None:  # noqa: ARG002
        """Which of the dealer's next cards, so many of them, lies face up."""
        return None

    @property
    def _racks_before_count(self) -> bool:
        return False

    def _on_dealt(self, event: ev.Dealt) -> None:
        cards = parse_cards(event.cards)
        if event.place == DEALER:
            self.dealer += cards
        else:
            self.hands[event.place].cards += cards  # type: ignore[index]
        self.deck &= ~sum([card.bit for card in cards])
        if event.up:
            self.exposed |= sum(card.bit for card in parse_cards(event.up))
        self.drawn = None
        self.position += 1
        if self.position == len(self.queue):
            self._next_phase()

    def _may_rack_stub(self, _: Who) -> Choice | Refused:
        nobody_left = self.phase == DEALING and not self.queue
        if self.phase != COUNTING and not nobody_left:
            return NotNow(self.CLAUSES["rack"], "the stub is racked once all cards are dealt")
        return _rack_stub(self.CLAUSES["rack"])

    def _do_rack_stub(self, _: Who, __: RackStub) -> None:
        over = self.phase == DEALING
        self._emit(ev.StubRacked())
        if over:
            self._settle()

    def _on_stub_racked(self, _: ev.StubRacked) -> None:
        self.racked = True
        if self.phase == COUNTING:
            self._next_phase()

    # A further wager after seeing cards.

    def _do_bet(self, seat: int, action: Bet) -> None:
        self._emit(ev.BetPlaced(seat, action.wager, action.amount))

    def _on_bet_placed(self, event: ev.BetPlaced) -> None:
        hand = self.hands[event.seat]
        hand.stack -= event.amount
        hand.wagers[event.wager] = event.amount
        self._decided(hand)

    # Setting the hand.

    def _may_set_hand(self, seat: int) -> Choice | Refused:
        hand = self.hands[seat]
        clause = self.CLAUSES["set"]
        if self.phase != SETTING:
            return NotNow(clause, "it is not time to set the hand")
        if hand.status is not IN or hand.acted:
            return NotNow(clause, "there is no hand to set")

        def test(action: SetHand) -> Refused | None:
            if not action.discards:
                if self._may_leave_hand:
                    return None
                return WrongCards(clause, "this house does not set the hand", "two discards")
            discards = parse_cards(action.discards)
            if len(discards) == 2 and all(card in hand.cards for card in discards):
                return None
            return WrongCards(clause, f"{action.discards} are not two cards of the hand", format_cards(hand.cards))

        def candidates() -> Iterator[Action]:
            if self._may_leave_hand:
                yield SetHand()
            for pair in combinations(hand.cards, 2):
                yield SetHand(format_cards(pair))

        return CardActions(SetHand, clause, test, candidates)

    @property
    def _may_leave_hand(self) -> bool:
        return True

    def _do_set_hand(self, seat: int, action: SetHand) -> None:
        self._emit(ev.HandSet(seat, "".join(action.discards.split())))

    def _on_hand_set(self, event: ev.HandSet) -> None:
        hand = self.hands[event.seat]
        hand.discards = parse_cards(event.discards)
        self._decided(hand)

    # Reveal and settlement.

    def _may_reveal(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["reveal"]
        if self.phase != REVEALING:
            return NotNow(clause, "the dealer's cards stay down for now")
        if UNKNOWN not in self.dealer:
            return KnownReveal(self.dealer, clause)

        def test(action: Reveal) -> Refused | None:
            cards = parse_cards(action.cards)
            known = [card for card in self.dealer if card is not UNKNOWN]
            others = [card for card in cards if card not in known]
            complete = len(cards) == len(self.dealer) and len(cards) - len(others) == len(known)
            if complete and all(card.bit & self.deck for card in others):
                return None
            need = f"{len(self.dealer)} cards, {format_cards(known) or 'any of the deck'} among them"
            return WrongCards(clause, f"{action.cards or 'nothing'} is not the dealer's hand", need)

        return CardActions(Reveal, clause, test, lambda: iter(()))

    def _do_reveal(self, _: Who, action: Reveal) -> None:
        self._emit(ev.Revealed(action.cards or format_cards(self.dealer)))
        self._settle()

    def _on_revealed(self, event: ev.Revealed) -> None:
        if UNKNOWN in self.dealer:
            self.dealer = parse_cards(event.cards)
        self.exposed = sum([card.bit for card in self.dealer])
        self.deck &= ~self.exposed

    def _settle(self) -> None:
        """Settle every wager that is still open, hand by hand from the dealer's right, and close the round."""
        hands = [hand for hand in self.settling_order if hand.wagers]
        lines = self._capped([line for hand in hands for line in self._lines(hand)])
        for hand in hands:
            if self._turns_over(hand):
                self._emit(ev.Shown(hand.seat, format_cards(hand.cards)))
            for line in lines:
                if line.seat == hand.seat:
                    self._emit(line)
        self._emit(ev.RoundClosed())

    def _turns_over(self, hand: Hand) -> bool:
        """Whether the hand's cards are turned over for settling; folded hands stay hidden."""
        return hand.status is IN

    @abstractmethod
    def _lines(self, hand: Hand) -> list[Settled]:
        """The results of a hand's open wagers by the rules, before any cap."""

    @abstractmethod
    def _capped(self, lines: list[Settled]) -> list[Settled]:
        """The same lines with payoffs cut where the house has a cap."""

    def _on_shown(self, event: ev.Shown) -> None:
        self.hands[event.seat].shown = True

    def _on_settled(self, event: Settled) -> None:
        hand = self.hands[event.seat]
        amount = hand.wagers.pop(event.wager)
        received = event.returned + event.payoff
        hand.stack += received
        hand.paid += event.payoff
        self.house_result += amount - received
        self.settled.append(event)

    def _on_round_closed(self, _: ev.RoundClosed) -> None:
        self.phase = CLOSED

    def default(self, seat: int) -> Action:
        hand = self.hands[seat]
        choice = self._default(hand)
        # The clock never takes back wagers that lie on the layout.
        if choice not in self.legal(seat) or (self.phase == WAGERS and hand.status is not OPEN):
            raise NotNow("", "there is nothing to decide")
        return choice

    @abstractmethod
    def _default(self, hand: Hand) -> Action:
        """What the clock would do for this hand in this phase."""

    # What people see.

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
            choices=tuple(choice.describe() for choice in self.legal(seat).choices) if seat in self.seats else (),
            void=self.void is not None,
            void_clause=outcome.clause if outcome else "",
            moment=len(self.events),
        )

    def _seat_view(self, hand: Hand, own: bool) -> SeatView:
        open_cards = own or hand.shown
        settled = tuple(line for line in self.settled if line.seat == hand.seat)
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
            net=sum(line.returned + line.payoff - line.amount for line in settled),
        )


@cache
def _no_more_bets(clause: str) -> Choice:
    return only(NoMoreBets(), clause)


@cache
def _rack_stub(clause: str) -> Choice:
    return only(RackStub(), clause)


_NOBODY: frozenset[Who] = frozenset()
_DEALER_ONLY: frozenset[Who] = frozenset((DEALER,))
_ALL_SLOTS = (*Round.STATE, *DealerRound.__slots__)
