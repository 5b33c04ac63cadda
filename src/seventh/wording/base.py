"""What a game has to say for itself when it is played in words. A new game fills these few methods in."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from seventh.cards import Card, card_set, cards_in, parse_cards
from seventh.games.events import Settled
from seventh.games.view import SeatView
from seventh.hands.poker import PokerHand
from seventh.house.rules import rules_of


class Wording(ABC):
    """The words of one game in one house."""

    about: ClassVar[str]
    """The game in one sentence."""
    aliases: ClassVar[dict[str, tuple[str, ...]]]
    """What people call each wager; the first is what the prompts use."""
    cap_clause: ClassVar[str]
    """The clause that limits what is paid."""

    def __init__(self, house: Any) -> None:
        self.house = house
        self.rules = rules_of(house)

    def title(self, wager: str) -> str:
        """A wager's name."""
        return self.rules.wager(wager).title

    def the(self, wager: str) -> str:
        """A wager within a sentence: "the ante", "the Flush wager"."""
        title = self.title(wager)
        return f"the {title} wager" if title.lower() != title else f"the {title}"

    def short(self, wager: str) -> str:
        """The word to type for a wager."""
        return self.aliases[wager][0]

    @property
    @abstractmethod
    def example(self) -> str:
        """Wagers that this house takes, as one would type them."""

    def note(self, wagers: dict[str, int]) -> str:  # noqa: ARG002
        """Something worth saying about wagers that have just been placed; empty for nothing."""
        return ""

    def arrange(self, cards: tuple[Card, ...]) -> str:
        """Cards in the order in which the hand is easiest to see."""
        return spaced(tuple(cards_in(card_set(cards))))

    @abstractmethod
    def hand(self, cards: tuple[Card, ...]) -> str:
        """What a player would call these cards."""

    def dealer_note(self, cards: tuple[Card, ...]) -> str:  # noqa: ARG002
        """Something worth saying about the dealer's hand; empty for nothing."""
        return ""

    def strength(self, cards: tuple[Card, ...]) -> int:  # noqa: ARG002
        """Compares the hands a player could keep, where there is a choice."""
        return 0

    def matters(self) -> bool:
        """Whether it can cost something which five cards a player keeps."""
        return False

    @abstractmethod
    def because(self, line: Settled, mine: SeatView, dealer: str) -> str:
        """Why a wager was settled as it was."""


def without_kicker(name: str) -> str:
    """A hand's name where only its kind matters."""
    return re.sub(r", \w+ kicker\Z", "", name)


def spaced(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def kept_cards(mine: SeatView) -> tuple[Card, ...]:
    """The cards that play: the five that were kept, or all if the house chooses."""
    discards = parse_cards(mine.discards)
    return tuple(card for card in parse_cards(mine.cards) if card not in discards)


def compared(player: PokerHand, dealer: PokerHand) -> str:
    """How two hands of poker stand to each other, in a clause of a sentence."""
    own, other = player.category.title, dealer.category.title
    if player == dealer:
        return "a tie"
    if player > dealer:
        return f"your {own} beats the dealer's{f' {other}' if own != other else ''}"
    return f"the dealer's {other} beats your{f' {own}' if own != other else 's'}"
