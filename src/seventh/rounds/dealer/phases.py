"""The phases of a round against the dealer: wagers, the deal, further wagers, setting the hands.

A game defines its phases as data (`FLOW`) and what may be wagered; this module runs through them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, ClassVar

from msgspec import Struct

from seventh.cards import UNKNOWN, Card, CardError, format_cards, parse_cards, set_of
from seventh.house.values import of_wager
from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER, Action, Bet, Deal, NoMoreBets, Place, PlaceWagers, RackStub, SetHand, Who
from seventh.rounds.dealer.state import (
    COUNTING,
    DEALING,
    DECISIONS,
    IN,
    OPEN,
    OUT,
    SETTING,
    TURNING,
    WAGERS,
    DealerState,
    Hand,
)
from seventh.rounds.legal import CardsFromDeck, Choice, NotNow, Refused, WrongCards, only
from seventh.rounds.round import BrokenGame
from seventh.rounds.spots import SpotRule, WagerSpots

__all__ = ["IN", "OPEN", "WAGERS", "DealerRound"]

MOST_HOUSES = 256
_SPOT_RULES: dict[tuple[type[DealerRound], str], tuple[SpotRule, ...]] = {}


class Discards(Struct, frozen=True):
    """Setting two cards of a hand aside, or leaving it to the house."""

    cards: tuple[Card, ...]
    may_leave: bool
    clause: str
    action: ClassVar[type[Action]] = SetHand

    def refusal(self, action: SetHand) -> Refused | None:
        if not action.discards:
            if self.may_leave:
                return None
            return WrongCards(self.clause, "this house does not set hands for players", "two discards")
        try:
            discards = parse_cards(action.discards)
        except CardError as error:
            return WrongCards(self.clause, str(error))
        if len(discards) == 2 and all(card in self.cards for card in discards):
            return None
        return WrongCards(self.clause, f"{action.discards} are not two cards of the hand", format_cards(self.cards))

    def __iter__(self) -> Iterator[Action]:
        if self.may_leave:
            yield SetHand()
        for pair in combinations(self.cards, 2):
            yield SetHand(format_cards(pair))

    @property
    def count(self) -> int:
        return comb(len(self.cards), 2) + self.may_leave

    def describe(self) -> dict[str, Any]:
        return {"action": "set_hand", "clause": self.clause}


class DealerRound(DealerState):
    """A round against the dealer."""

    __slots__ = ()

    # Wagers before the deal.

    @classmethod
    @abstractmethod
    def spots(cls, house: Any) -> tuple[SpotRule, ...]:
        """The rule of each spot for wagers before the deal, in layout order."""

    @classmethod
    def _limits(cls, house: Any, wager: str, clause: str, **conditions: Any) -> SpotRule:
        """A spot within the house's limits."""
        limits = of_wager(house.limits, wager)
        if limits is None:
            raise BrokenGame(f"{house.game}: {wager} is a spot, but the house's limits have no {wager}")
        return SpotRule(wager, clause, limits.minimum, limits.maximum, house.table_unit, **conditions)

    @classmethod
    def _spot_rules(cls, house: Any) -> tuple[SpotRule, ...]:
        # Cached by house: needed whenever a player may bet.
        known = _SPOT_RULES.get((cls, house.hash))
        if known is None:
            if len(_SPOT_RULES) > MOST_HOUSES:
                _SPOT_RULES.clear()
            known = _SPOT_RULES[cls, house.hash] = cls.spots(house)
        return known

    def _may_place_wagers(self, seat: int) -> Choice | Refused:
        if self.phase != WAGERS:
            return NotNow(self.CLAUSES["wagers"], "the dealer has called no more bets")
        return WagerSpots(self._spot_rules(self.house), self.seats[seat], self.CLAUSES["wagers"])

    def _do_place_wagers(self, seat: int, action: PlaceWagers) -> None:
        placed = action.amounts
        amounts = {r.wager: placed[r.wager] for r in self._spot_rules(self.house) if placed.get(r.wager)}
        self._emit(ev.WagersPlaced(seat, amounts))

    def _on_wagers_placed(self, event: ev.WagersPlaced) -> None:
        hand = self.hands[event.seat]
        hand.wagers = dict(event.amounts)
        hand.stack = self.seats[event.seat] - sum(event.amounts.values())
        hand.status = IN if event.amounts else OUT

    def _may_no_more_bets(self, _: Who) -> Choice | Refused:
        if self.phase != WAGERS:
            return NotNow(self.CLAUSES["wagers"], "betting is already closed")
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

    # From phase to phase.

    def _next_phase(self) -> None:
        self.step += 1
        self.phase = self.FLOW[self.step]
        for hand in self.hands.values():
            hand.acted = False
        if self.phase == DEALING:
            self.street += 1
            self.queue = self._dealing_order(self.STREETS[self.street])
            self.position = 0
        else:
            self._skip_if_settled()

    def _dealing_order(self, number: int) -> tuple[tuple[Place, int], ...]:
        """Clockwise from the dealer's left, the dealer last: in stacks or one card at a time."""
        seats = [seat for seat, hand in self.hands.items() if hand.status is IN]
        if not seats:
            return ()
        places: list[Place] = [*seats, DEALER]
        if self._deals_stacks:
            return tuple([(place, number) for place in places])
        return tuple([(place, 1) for place in places]) * number

    @property
    def _deals_stacks(self) -> bool:
        """Whether each place gets all cards of this street at once."""
        return bool(self.house.deal == "stack")

    def _dealt_out(self) -> None:
        """The street has been dealt; or the dealer has received a missing card, and the round continues."""
        if self.FLOW[self.step] == DEALING:
            self._next_phase()
        else:
            self.phase = self.FLOW[self.step]
            self._skip_if_settled()

    def _skip_if_settled(self) -> None:
        """End a decision phase once nobody has a decision to make."""
        if self.phase in DECISIONS and not self.undecided:
            self._next_phase()

    def _decided(self, hand: Hand) -> None:
        hand.acted = True
        self._skip_if_settled()

    # The deal.

    def _may_deal(self, _: Who) -> Choice | Refused:
        if self.phase != DEALING or self.position == len(self.queue):
            return NotNow(self.CLAUSES["deal"], "no cards are due now")
        place, number = self.queue[self.position]
        clauses = self.CLAUSES
        to_dealer = place == DEALER
        up = self._up_card(number) if to_dealer else None
        unknown = to_dealer or self._may_be_unknown(self.hands[place])  # type: ignore[index]
        return CardsFromDeck(place, number, self.deck, clauses["deal"], unknown, self.drawn, clauses["drawn"], up)

    def _may_be_unknown(self, hand: Hand) -> bool:  # noqa: ARG002
        """Whether the next cards of a player's hand may stay unknown until they are turned up."""
        return self.hand_dealt

    def _do_deal(self, _: Who, action: Deal) -> None:
        cards = "".join(action.cards.split())
        up = self._up_card(len(cards) // 2) if action.place == DEALER else None
        self._emit(ev.Dealt(action.place, cards, "" if up is None else cards[2 * up : 2 * up + 2]))
        if self.phase == COUNTING and self._racks_before_count:
            self._emit(ev.StubRacked())

    def _up_card(self, number: int) -> int | None:  # noqa: ARG002
        """The index of the dealer's next `number` cards that is dealt face up; None for none."""
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
        self.deck &= ~set_of(cards)
        if event.up:
            self.exposed |= set_of(parse_cards(event.up))
        self.drawn = None
        self.position += 1
        if self.position == len(self.queue):
            self._dealt_out()

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

    def _on_wager_reduced(self, event: ev.WagerReduced) -> None:
        hand = self.hands[event.seat]
        hand.wagers[event.wager] = event.amount
        hand.stack += event.returned

    def _on_bet_placed(self, event: ev.BetPlaced) -> None:
        hand = self.hands[event.seat]
        hand.stack -= event.amount
        hand.wagers[event.wager] = event.amount
        self._decided(hand)

    # Setting the hand.

    def _may_set_hand(self, seat: int) -> Choice | Refused:
        hand = self.hands[seat]
        clause = self.CLAUSES["set"]
        if self.phase == TURNING and self.to_turn[:1] == [hand] and UNKNOWN not in hand.cards:
            return Discards(hand.cards, False, clause)
        if self.phase != SETTING:
            return NotNow(clause, "hands cannot be set now")
        if hand.status is not IN or hand.acted:
            return NotNow(clause, "there is no hand to set")
        return Discards(hand.cards, self._may_leave_hand, clause)

    @property
    def _may_leave_hand(self) -> bool:
        return True

    def _do_set_hand(self, seat: int, action: SetHand) -> None:
        self._emit(ev.HandSet(seat, "".join(action.discards.split())))

    def _on_hand_set(self, event: ev.HandSet) -> None:
        hand = self.hands[event.seat]
        hand.discards = parse_cards(event.discards)
        self._decided(hand)

    def price(self, seat: int, action: Action) -> int:
        match action:
            case PlaceWagers(amounts=amounts):
                return sum(amounts.values()) - sum(self.hands[seat].wagers.values())
            case Bet(amount=amount):
                return amount
        return 0

    # Default actions when time runs out.

    def default(self, seat: int) -> Action:
        hand = self.hands[seat]
        choice = self._default(hand)
        # The default never takes back wagers already on the layout.
        if choice not in self.legal(seat) or (self.phase == WAGERS and hand.status is not OPEN):
            raise NotNow("", "there is nothing to decide")
        return choice

    @abstractmethod
    def _default(self, hand: Hand) -> Action:
        """The default action of this hand in this phase."""

    @abstractmethod
    def _settle(self) -> None:
        """Settle every open wager and close the round."""


@cache
def _no_more_bets(clause: str) -> Choice:
    return only(NoMoreBets(), clause)


@cache
def _rack_stub(clause: str) -> Choice:
    return only(RackStub(), clause)
