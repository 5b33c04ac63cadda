"""What a game is asked to say about itself: its hands by name, its wagers, and what can be done in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from seventh.cards import JOKER, Card, card_set, cards_in, format_cards, parse_cards
from seventh.house.rules import Rules
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.offers import Intention, Offer, capital


class HandWords(msgspec.Struct, frozen=True):
    """A hand as a person sees it: what it is called, which cards play, and the order in which it is easiest to see."""

    name: str = ""
    """Empty while the cards have no name."""
    plays: str = ""
    """The cards that play; empty while none do more than others."""
    order: str = ""
    """All cards in the order in which the hand is easiest to see."""


NO_HAND = HandWords()


class Words(ABC):
    """The words of one game in one house."""

    about: str
    """The game in one sentence."""
    complete: ClassVar[tuple[int, ...]] = (7,)
    """The numbers of cards with which a hand is dealt out for now: only then are its cards sorted, and some lifted."""
    tellers: ClassVar[Mapping[type[Event], Callable[[Any, Any], Any]]] = {}
    """How the narrator tells events that not all games share, or that this game tells in its own way."""

    def __init__(self, house: Any, rules: Rules) -> None:
        self.house = house
        self.rules = rules
        self._known = lru_cache(maxsize=256)(self._described)

    def title(self, wager: str) -> str:
        """A wager's name."""
        return self.rules.wager(wager).title

    def clause(self, point: str) -> str:  # noqa: ARG002
        """The clause that has a point of the rules; empty where the rules have none, or its events name it."""
        return ""

    @abstractmethod
    def hand(self, cards: tuple[Card, ...]) -> str:
        """What a player would call these cards; empty if so few have no name."""

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:  # noqa: ARG002
        """The cards that play; none while the hand has no choice among them."""
        return ()

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in the order in which the hand is easiest to see."""
        return tuple(cards_in(card_set(cards)))

    def seen(self, cards: str) -> HandWords:
        """The words about cards in their notation; none if one of them is not seen."""
        return self._known(cards) if cards and HIDDEN not in cards else NO_HAND

    @property
    def stakes(self) -> str:
        """What is played for, in a few words."""
        first = self.rules.wagers[0]
        return f"{capital(first.title)} {first.limits}"

    @property
    def house_takes(self) -> str:
        """What the house earns where players play each other, in a sentence."""
        return ""

    # What can be done, in words.

    def note(self, wagers: dict[str, int]) -> str:  # noqa: ARG002
        """Something worth saying about wagers before the cards; empty for nothing."""
        return ""

    @abstractmethod
    def offers(self, hand: Any, seat: int) -> list[Offer]:
        """What the seat may do now, as buttons in their order."""

    def intentions(self, hand: Any, seat: int) -> list[Intention]:  # noqa: ARG002
        """What the seat may choose before its turn."""
        return []

    @abstractmethod
    def prompt(self, hand: Any, seat: int, offers: list[Offer]) -> str:
        """What the seat is asked, where there is something to do."""

    def heading(self, hand: Any) -> str:  # noqa: ARG002
        """What part of the round it is, in a word or two; empty where that says nothing."""
        return ""

    @property
    @abstractmethod
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The keys of the game's offers, and what they do."""

    @property
    @abstractmethod
    def typed(self) -> str:
        """What may be typed in this game, as a list."""

    def _described(self, text: str) -> HandWords:
        cards = parse_cards(text)
        if len(cards) not in self.complete:
            return HandWords(self.hand(cards))
        return HandWords(self.hand(cards), format_cards(self.plays(cards)), format_cards(self.order(cards)))


def by_rank(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Pairs and more of a rank first, then the higher ranks; a joker before all."""
    ranks = [card.rank for card in cards]
    return tuple(sorted(cards, key=lambda card: (card is not JOKER, -ranks.count(card.rank), -card.rank, -card.suit)))
