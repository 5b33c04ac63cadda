"""Doing the dealer's part: everything that the rules leave no choice about, with cards from wherever they come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seventh.cards import Card, format_cards
from seventh.games.actions import DEALER, Action, Deal, Place
from seventh.games.legal import CardsFromDeck
from seventh.games.round import Round

Draw = Callable[[Place, int], str]
"""Gives the next cards for a place: from a deck, a record, or a person who deals real ones."""


def dealer_action(hand: Round, draw: Draw) -> Action:
    """What the dealer has to do next."""
    choice = hand.legal(DEALER).choices[0]
    if isinstance(choice, CardsFromDeck):
        return Deal(choice.place, draw(choice.place, choice.number))
    return next(iter(choice))


def deal_on(hand: Round, draw: Draw) -> None:
    """Let the dealer act until somebody else must, or the round is over."""
    while hand.to_act == {DEALER}:
        hand.act(DEALER, dealer_action(hand, draw))


def from_deck(deck: Sequence[Card]) -> Draw:
    """Draw from a shuffled deck, its first card on top."""
    left = list(reversed(deck))

    def draw(_: Place, number: int) -> str:
        return format_cards([left.pop() for _ in range(number)])

    return draw
