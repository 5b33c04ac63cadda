"""The text of a game for every user interface: hand names, wager titles, prompts and choices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from seventh.cards import JOKER, Card, card_set, cards_in, format_cards, parse_cards
from seventh.house.rules import Rules
from seventh.rounds.actions import Action, Fold, PlaceWagers
from seventh.rounds.chart import Chart, usual
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.offers import Intention, Offer, capital
from seventh.rounds.walkthrough import Step


class HandWords(msgspec.Struct, frozen=True):
    """A hand for display: its name, the cards that play, and the display order."""

    name: str = ""
    """Empty if the cards have no name yet."""
    plays: str = ""
    """The cards that play; empty if there is no choice yet."""
    order: str = ""
    """All cards in display order."""


NO_HAND = HandWords()


class Words(ABC):
    """The text of one game under one house."""

    about: str
    """The game in one sentence."""
    complete: ClassVar[tuple[int, ...]] = (7,)
    """The hand sizes at which a deal is complete: only then are the cards sorted and the playing cards raised."""
    tellers: ClassVar[Mapping[type[Event], Callable[[Any, Any], Any]]] = {}
    """Narration of events that are specific to this game or narrated differently in it."""

    def __init__(self, house: Any, rules: Rules) -> None:
        self.house = house
        self.rules = rules
        self._known = lru_cache(maxsize=256)(self._described)

    def title(self, wager: str) -> str:
        """A wager's title."""
        return self.rules.wager(wager).title

    def clause(self, point: str) -> str:  # noqa: ARG002
        """The clause id of a topic; empty if the rules have none, or if events carry it."""
        return ""

    @abstractmethod
    def hand(self, cards: tuple[Card, ...]) -> str:
        """The name of a hand; empty if there are too few cards for one."""

    def plays(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:  # noqa: ARG002
        """The cards that play; empty if there is no choice among them."""
        return ()

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in display order."""
        return tuple(cards_in(card_set(cards)))

    def seen(self, cards: str) -> HandWords:
        """The description of cards in notation; empty if any of them is hidden."""
        return self._known(cards) if cards and HIDDEN not in cards else NO_HAND

    def seen_at_dealer(self, cards: str) -> HandWords:
        """The same of the dealer's cards, where only some of it may count."""
        return self.seen(cards)

    def joined(self, n: Any, events: Sequence[Event], told: list[Any], lines: Sequence[Any]) -> list[Any]:  # noqa: ARG002
        """The narrated events, with sentences that have the same reason merged."""
        return told

    @property
    def stakes(self) -> str:
        """The stakes, briefly."""
        first = self.rules.wagers[0]
        return f"{capital(first.title)} {first.limits}"

    @property
    def house_takes(self) -> str:
        """The rake, in a sentence, in games among players."""
        return ""

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Charts of the game's hand rankings with example hands; empty if it does not rank as poker does."""
        return usual(self)

    @property
    def walkthrough(self) -> tuple[Step, ...]:
        """The guided tour for a player's first round; empty for none."""
        return ()

    # Choices.

    @property
    def decides(self) -> bool:
        """Whether a player has anything to decide after the deal."""
        return True

    def note(self, wagers: dict[str, int]) -> str:  # noqa: ARG002
        """A note on the wagers before the deal; empty for none."""
        return ""

    def in_the_room(self, spares_decisions: bool) -> dict[str, str]:  # noqa: ARG002
        """What the room does for players at its tables where the rules ask something of them, by clause id.

        `spares_decisions` says whether the room takes the actions of `automatic`."""
        return {}

    def automatic(self, hand: Any, seat: int) -> Action | None:
        """The action taken for the seat without asking: the only legal one, if it is free and not a fold."""
        choices = hand.legal(seat).choices
        if len(choices) != 1 or choices[0].action in (Fold, PlaceWagers) or choices[0].count != 1:
            return None
        action: Action = next(iter(choices[0]))
        return action if hand.price(seat, action) <= 0 else None

    @abstractmethod
    def offers(self, hand: Any, seat: int) -> list[Offer]:
        """The seat's choices now, as buttons in order."""

    def intentions(self, hand: Any, seat: int) -> list[Intention]:  # noqa: ARG002
        """The choices a seat can make before its turn."""
        return []

    @abstractmethod
    def prompt(self, hand: Any, seat: int, offers: list[Offer]) -> str:
        """The prompt for the seat's decision."""

    def standing(self, hand: Any, seat: int, name: Callable[[int], str]) -> str:  # noqa: ARG002
        """A sentence before the prompt on where the seat stands among the hands it sees; empty for none."""
        return ""

    def heading(self, hand: Any) -> str:  # noqa: ARG002
        """A short heading for the current part of the round; may be empty."""
        return ""

    @property
    @abstractmethod
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The keyboard shortcuts of the game's offers."""

    @property
    @abstractmethod
    def typed(self) -> str:
        """What can be typed in this game, as a comma-separated list."""

    def controls(self, spares_decisions: bool) -> tuple[tuple[tuple[str, str], ...], str]:  # noqa: ARG002
        """The keys, and what can be typed, at the tables of a room: without what the room always does itself.

        `spares_decisions` is as for `in_the_room`."""
        return self.keys, self.typed

    def _described(self, text: str) -> HandWords:
        cards = parse_cards(text)
        if len(cards) not in self.complete:
            return HandWords(self.hand(cards))
        return HandWords(self.hand(cards), format_cards(self.plays(cards)), format_cards(self.order(cards)))


def playing_first(cards: tuple[Card, ...], playing: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that play, in their own order, before the others by rank."""
    return (*playing, *by_rank(tuple(card for card in cards if card not in playing)))


def by_rank(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """By groups of a rank, largest first, then by rank; a joker comes first."""
    ranks = [card.rank for card in cards]
    return tuple(sorted(cards, key=lambda card: (card is not JOKER, -ranks.count(card.rank), -card.rank, -card.suit)))


def with_article(hand: str) -> str:
    """A hand with its article: `a pair of kings`, `two pair, kings and fours`."""
    return f"a {hand}" if hand.startswith(("pair", "straight", "flush", "full house", "royal")) else hand
