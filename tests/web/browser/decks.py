"""Decks in a chosen order: the only place where tests bypass the room's shuffle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from seventh.cards import Card, parse_cards
from seventh.fair import deck as fair_deck
from seventh.fair import shuffled as fair_shuffled
from seventh.fair.deck import Inputs
from seventh.room.room import Room

Arrange = Callable[[Any], list[str]]
"""The cards that come first, from the hand that is to be dealt."""


class StackedDecks:
    """Cards for the next round of some tables. Rounds of other tables are shuffled as always."""

    def __init__(self) -> None:
        self.room: Room | None = None
        self._next: dict[str, Arrange] = {}
        self._fixed: dict[str, tuple[Card, ...]] = {}

    @classmethod
    @contextmanager
    def in_force(cls) -> Iterator[StackedDecks]:
        stacked = cls()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fair_shuffled, "shuffled_deck", stacked._deck)
            yield stacked

    def stack(self, table: str, arrange: Arrange) -> None:
        """The next deck that this table shuffles."""
        self._next[table] = arrange

    def _deck(self, inputs: Inputs) -> tuple[Card, ...]:
        if inputs.round_id not in self._fixed and inputs.table in self._next:
            assert self.room is not None
            live = self.room.tables[inputs.table].snapshot.live
            if live is not None and live.id == inputs.round_id:
                first = self._next.pop(inputs.table)(live.hand)
                self._fixed[inputs.round_id] = _completed(first, inputs.cards)
        return self._fixed.get(inputs.round_id) or fair_deck.shuffled_deck(inputs)


def _completed(first: Sequence[str], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The chosen cards, then the others in any order; `??` is any of the others."""
    named = [card for card in first if card != "??"]
    assert len(named) == len(set(named)), "a card is there twice"
    rest = iter([card for card in cards if card.text not in named])
    chosen = [next(rest) if card == "??" else parse_cards(card)[0] for card in first]
    return (*chosen, *rest)


def _split(cards: str, number: int = 7) -> list[str]:
    told = cards.split()
    return told + ["??"] * (number - len(told))


def against_dealer(mine: str, dealer: str, *others: str) -> Arrange:
    """One player or more and the dealer, as the stacks of the game are dealt."""
    named = " ".join((mine, *others, dealer)).split()
    assert len(named) == len(set(named)), f"a card is there twice: {named}"

    def arrange(hand: Any) -> list[str]:
        places = [_split(cards) for cards in (mine, *others, dealer)]
        first = hand.STREETS[0]
        streets = (slice(first), slice(first, None))
        return [card for street in streets for cards in places for card in cards[street]]

    return arrange


def around_the_table(hands: dict[int, str]) -> Arrange:
    """Stud: three cards each in turn, then street by street after a burn, while nobody folds."""

    def arrange(hand: Any) -> list[str]:
        cards = {seat: _split(hands.get(seat, "")) for seat in hand.order}
        order = [cards[seat][street] for street in range(3) for seat in hand.order]
        for street in range(3, 7):
            order += ["??", *(cards[seat][street] for seat in hand.order)]
        return order

    return arrange
