"""Choices at stud: bet amounts, cards to deal, and the choices that never change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import perm
from typing import Any, ClassVar

from msgspec import Struct

from seventh.cards import UNKNOWN, Card, CardError, cards_in, format_cards, parse_cards
from seventh.rounds.actions import (
    Action,
    BetTo,
    BringIn,
    Burn,
    Call,
    Check,
    CollectAntes,
    DealCards,
    DeclareAllIn,
    Fold,
    LeaveBurns,
    Muck,
    Show,
    ShuffleBurns,
)
from seventh.rounds.legal import AnyOf, NotNow, Refused, WrongAmount, WrongCards, only
from seventh.rounds.stud.family import Clauses, Family


class BetRange(Struct, frozen=True):
    """The amounts a seat may bet, complete or raise to: a list, a range, or all-in."""

    amounts: tuple[int, ...]
    """Single amounts: all-in or the maximum, even if not a multiple of the step."""
    minimum: int
    maximum: int
    """A range in addition; empty if the maximum is below the minimum."""
    step: int
    clause: str
    action: ClassVar[type[Action]] = BetTo

    def refusal(self, action: BetTo) -> Refused | None:
        amount = action.amount
        if amount in self.amounts and type(amount) is int:
            return None
        if type(amount) is int and amount in range(self.minimum, self.maximum + 1, self.step):
            return None
        return WrongAmount(self.clause, f"a bet to {amount} is not allowed", self._words())

    def _words(self) -> str:
        words = [str(amount) for amount in self.amounts]
        if self.minimum <= self.maximum:
            words.insert(0, f"{self.minimum} to {self.maximum} in steps of {self.step}")
        return " or ".join(words)

    def __iter__(self) -> Iterator[Action]:
        if self.minimum > self.maximum:
            return iter([BetTo(amount) for amount in self.amounts])
        spread = range(self.minimum, self.maximum + 1, self.step)
        return (BetTo(amount) for amount in sorted({*self.amounts, *spread}))

    @property
    def count(self) -> int:
        spread = range(self.minimum, self.maximum + 1, self.step)
        return len(spread) + sum(amount not in spread for amount in self.amounts)

    def describe(self) -> dict[str, Any]:
        spread = {"from": self.minimum, "to": self.maximum, "step": self.step} if self.minimum <= self.maximum else {}
        return {"action": "bet_to", "clause": self.clause, "amounts": list(self.amounts), **spread}


class CardRun(Struct, frozen=True):
    """The next cards, one to each of these places in turn; may be fewer than the places."""

    places: tuple[int | str, ...]
    deck: int
    """The possible cards at positions not fixed by a shuffle, as a set."""
    fixed: tuple[Card | None, ...]
    """Cards whose order was fixed by a shuffle."""
    clause: str
    clauses: Clauses
    action: ClassVar[type[Action]] = DealCards

    def refusal(self, action: DealCards) -> Refused | None:
        try:
            cards = parse_cards(action.cards)
        except CardError as error:
            return WrongCards(self.clause, str(error))
        if not 1 <= len(cards) <= len(self.places):
            return WrongCards(self.clause, f"{len(cards)} cards cannot be dealt now", f"1 to {len(self.places)}")
        for card, fixed in zip(cards, self.fixed, strict=False):
            if fixed is not None:
                if card is not fixed:
                    return WrongCards(
                        self.clauses.short_stub, f"{card} is not next", f"{fixed}, by the order of the shuffle"
                    )
            elif card is not UNKNOWN and not card.bit & self.deck:
                return WrongCards(self.clause, f"{card} is not in the deck, or not on top of it")
        if UNKNOWN in cards and "common" in self.places:
            return WrongCards(self.clauses.common_card, "the common card must be known")
        return None

    def __iter__(self) -> Iterator[Action]:
        """Whole runs of known cards."""
        for chosen in permutations(cards_in(self.deck), sum(card is None for card in self.fixed)):
            rest = iter(chosen)
            yield DealCards(format_cards([card or next(rest) for card in self.fixed]))

    @property
    def count(self) -> int:
        return perm(self.deck.bit_count(), sum(card is None for card in self.fixed))

    def describe(self) -> dict[str, Any]:
        return {"action": "deal_cards", "clause": self.clause, "places": list(self.places)}


class BurnTop(Struct, frozen=True):
    """Any card that can be on top, or an unknown card."""

    deck: int
    clause: str
    action: ClassVar[type[Action]] = Burn

    def refusal(self, action: Burn) -> Refused | None:
        try:
            card = Card(action.card)
        except CardError as error:
            return WrongCards(self.clause, str(error))
        return (
            None if card is UNKNOWN or card.bit & self.deck else WrongCards(self.clause, f"{card} is not in the deck")
        )

    def __iter__(self) -> Iterator[Action]:
        return (Burn(card.text) for card in cards_in(self.deck))

    @property
    def count(self) -> int:
        """The number of possible known cards."""
        return self.deck.bit_count()

    def describe(self) -> dict[str, Any]:
        return {"action": "burn", "clause": self.clause}


class BurnsToShuffle(Struct, frozen=True):
    """Any order of the burns, and of the cards of the stub that join them."""

    burns: tuple[Card, ...]
    on_top: int
    """The number of cards that join them from the top of the stub, in unknown order."""
    below: tuple[Card, ...]
    """Cards that join them from below, in an order fixed by an earlier shuffle."""
    deck: int
    """The possible cards of the stub, as a set."""
    clause: str
    action: ClassVar[type[Action]] = ShuffleBurns

    @property
    def number(self) -> int:
        """The number of cards shuffled."""
        return len(self.burns) + self.on_top + len(self.below)

    def refusal(self, action: ShuffleBurns) -> Refused | None:
        try:
            order = parse_cards(action.order)
        except CardError as error:
            return WrongCards(self.clause, str(error))
        if len(order) != self.number:
            return WrongCards(self.clause, f"{len(order)} is the wrong number of cards to shuffle", f"{self.number}")
        strays = [card for card in order if card not in self.burns and not card.bit & self.deck]
        if any(card is not UNKNOWN for card in strays):
            return WrongCards(self.clause, f"{format_cards(strays)} are not among the cards to shuffle")
        missing = [card for card in self.burns if card is not UNKNOWN and card not in order]
        if missing and UNKNOWN not in order:
            return WrongCards(self.clause, f"{format_cards(missing)} must be in the shuffle")
        return None

    def __iter__(self) -> Iterator[Action]:
        cards = (*self.burns, *cards_in(self.deck))[: self.number]
        return (ShuffleBurns(format_cards(order)) for order in _orders(cards))

    @property
    def count(self) -> int:
        return sum(1 for _ in self)

    def describe(self) -> dict[str, Any]:
        return {"action": "shuffle_burns", "clause": self.clause}


def _orders(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every distinct order of these cards; several may be unknown."""
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        place = cards.index(card)
        for rest in _orders(cards[:place] + cards[place + 1 :]):
            yield (card, *rest)


class Choices:
    """The choices and refusals that are the same in every hand of a game, created once."""

    def __init__(self, family: Family) -> None:
        self.clauses = clauses = family.clauses
        self.collect_antes = only(CollectAntes(), clauses.ante)
        self.leave_burns = only(LeaveBurns(), clauses.short_stub)
        self.bring_in = only(BringIn(), clauses.bring_in)
        self.check = only(Check(), clauses.turn)
        self.fold = only(Fold(), clauses.turn)
        self.declare = only(DeclareAllIn(), clauses.irregularities)
        self.show = only(Show(), clauses.showdown)
        self.muck = only(Muck(), clauses.showdown)
        self.no_bet = {
            "no chips": NotNow(clauses.all_in, "not enough chips for that", "you can call with what is left"),
            "not reopened": NotNow(
                clauses.all_in, "an all-in for less than a full raise does not reopen the betting", "call or fold"
            ),
            "capped": NotNow(clauses.raise_cap, "the betting is capped", "call or fold"),
            "nobody to call": NotNow(clauses.all_in, "nobody else can call it", "check, call or fold"),
            "": NotNow(clauses.turn, "that is not possible now"),
        }
        """Why a seat whose turn it is may not bet."""


@cache
def choices_of(family: Family) -> Choices:
    """The constant choices of a game."""
    return Choices(family)


@cache
def call_of(amount: int, clause: str) -> AnyOf:
    return only(Call(amount), clause)


@cache
def fixed_bets_of(amounts: tuple[int, ...], clause: str) -> BetRange:
    return BetRange(amounts, 1, 0, 1, clause)
