"""7 Card Thrill: five wagers on seven cards of a deck with a joker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from seventh.cards import ALL_53, KING, Card, set_of
from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
from seventh.hands import joker
from seventh.hands.poker import Category, Wheel
from seventh.rounds.actions import (
    Action,
    Deal,
    NoMoreBets,
    PlaceWagers,
    RackStub,
    Reveal,
    SetHand,
)
from seventh.rounds.dealer.caps import cut_each_hand, cut_in_order, top_line, top_payoff
from seventh.rounds.dealer.irregularities import DEALERS_ACTIONS, FLOORS_ACTIONS, FloorRound
from seventh.rounds.dealer.settling import lost, pushed, won
from seventh.rounds.dealer.state import COUNTING, DEALING, REVEALING, SETTING, WAGERS, Hand
from seventh.rounds.events import Dealt, Settled
from seventh.rounds.spots import SpotRule

POKER, PAIR_OF_KINGS, THREE_OF_A_KIND, FULL_HOUSE = PRIMARY
SPECIAL = "special"

_KINGS = 1 << (KING - 2)
_KING_QUEEN = _KINGS | _KINGS >> 1
_PAIR_OF_KINGS = Category.PAIR << 26 | _KINGS << 13


class ThrillRound(FloorRound):
    """One round of 7 Card Thrill."""

    game = "seven-card-thrill"
    actions = (PlaceWagers, SetHand, *DEALERS_ACTIONS, *FLOORS_ACTIONS)
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]] = {
        WAGERS: (PlaceWagers, NoMoreBets),
        DEALING: (Deal, RackStub),
        COUNTING: (RackStub,),
        SETTING: (SetHand,),
        REVEALING: (Reveal,),
    }
    house: ThrillHouse
    DECK: ClassVar[int] = ALL_53
    FLOW = (WAGERS, DEALING, COUNTING, SETTING, REVEALING)
    STREETS = (7,)
    CLAUSES: ClassVar[dict[str, str]] = {
        "wagers": "T2",
        "deal": "T4",
        "rack": "T13",
        "set": "T5",
        "reveal": "T5",
        "exposed": "T13",
        "face up": "T13",
        "drawn": "T13",
        "number": "T13",
    }

    __slots__ = ()

    @classmethod
    def spots(cls, house: ThrillHouse) -> tuple[SpotRule, ...]:
        alone = house.primary_wagers == "exactly_one"
        one = {
            "one_of": PRIMARY,
            "closed_clause": "T2",
            "closed": "this house allows only one primary bet per player",
        }
        special = {"needs": PRIMARY, "closed_clause": "T3", "closed": "the Special bet requires a primary bet"}
        primary = [cls._limits(house, wager, "T12", **(one if alone else {})) for wager in PRIMARY]
        return (*primary, cls._limits(house, SPECIAL, "T12", **special))

    def _up_card(self, number: int) -> int | None:
        if self.house.dealer_up_card == "first":
            return None if self.dealer else 0
        last = len(self.dealer) + number == self.full_hand
        if not last or any(isinstance(event, Dealt) and event.up for event in self.events):
            return None
        return number - 1

    @property
    def set_hand_counts(self) -> bool:
        return not self.house.best_five_plays

    def _default(self, hand: Hand) -> Action:  # noqa: ARG002
        return PlaceWagers({}) if self.phase == WAGERS else SetHand()

    # Settlement.

    def _lines(self, hand: Hand) -> list[Settled]:
        strength = self._strength(hand.cards if self.house.best_five_plays else hand.kept or hand.cards)
        lines = []
        for wager in hand.wagers:
            if wager == POKER:
                lines.append(self._poker_line(hand, strength))
            else:
                row = self._row(wager, strength)
                clause = "T8" if wager == PAIR_OF_KINGS else "T9"
                table = getattr(self.house.pays, wager)
                if row in table:
                    payoff = table.payoff(row, hand.wagers[wager], self.house.rounding)
                    lines.append(won(hand, wager, payoff, clause, row))
                else:
                    lines.append(lost(hand, wager, clause))
        return lines

    def _strength(self, cards: tuple[Card, ...]) -> int:
        wheel = Wheel.SECOND if self.house.ace_to_five == "second" else Wheel.LOWEST
        return joker.strength(set_of(cards), wheel, second_ace=self.house.joker_in_flush == "ace")

    def _poker_line(self, hand: Hand, player: int) -> Settled:
        dealer = self._strength(self.dealer)
        if player < dealer:
            return lost(hand, POKER, "T7")
        if player == dealer:
            return pushed(hand, POKER, "T7")
        # With no pair a strength is the set of the five ranks: below king and queen is king-jack high or lower.
        row = "low_dealer_hand" if dealer < _KING_QUEEN else "higher"
        payoff = self.house.pays.poker.payoff(row, hand.wagers[POKER], self.house.rounding)
        return won(hand, POKER, payoff, "T7", row)

    def _row(self, wager: str, strength: int) -> str:
        """The pay-table row that a hand earns on a wager that does not depend on the dealer; empty if it loses."""
        category = Category(strength >> 26)
        if wager == PAIR_OF_KINGS:
            if strength < _PAIR_OF_KINGS:
                return ""
            return "kings" if self._gets_half_pay(category, strength) else "better"
        if wager == THREE_OF_A_KIND:
            return wager if category >= Category.THREE_OF_A_KIND else ""
        if wager == FULL_HOUSE:
            return wager if category >= Category.FULL_HOUSE else ""
        return category.name.lower()

    def _gets_half_pay(self, category: Category, strength: int) -> bool:
        made_of, rest = strength >> 13 & 8191, strength & 8191
        if category is Category.PAIR:
            return made_of == _KINGS
        if self.house.half_pay_kings == "pair_only":
            return False
        if category is Category.TWO_PAIR:
            return bool(made_of & _KINGS)
        return category is Category.FULL_HOUSE and rest == _KINGS

    @classmethod
    def best_case(
        cls,
        house: ThrillHouse,
        wagers: Mapping[str, int],
        others: Iterable[Mapping[str, int]] = (),  # noqa: ARG003
    ) -> list[Settled]:
        lines = [
            top_line(0, name, amount, top_payoff(getattr(house.pays, name), amount, house.rounding))
            for name, amount in wagers.items()
        ]
        return cut_in_order(lines, house.cap) if house.cap else lines

    def _capped(self, lines: list[Settled]) -> list[Settled]:
        return cut_each_hand(lines, lambda _: self.house.cap or None)
