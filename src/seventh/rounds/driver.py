"""Automatic dealing: performs the dealer's forced actions, with cards from any source."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from seventh.cards import Card, format_cards, parse_cards
from seventh.rounds.actions import DEALER, Action, Burn, Deal, DealCards, Place, ShuffleBurns
from seventh.rounds.legal import CardsFromDeck
from seventh.rounds.round import Round
from seventh.rounds.stud.choices import BurnsToShuffle, BurnTop, CardRun

Draw = Callable[[Place, int], str]
"""Returns the next cards for a place: from a deck, a record, or a live dealer."""

Shuffle = Callable[[Sequence[Card]], Sequence[Card]]
"""Shuffles cards: at stud, the burns when the stub is short."""


def dealer_action(hand: Round, draw: Draw, shuffle: Shuffle | None = None) -> Action:
    """The dealer's next action."""
    choice = hand.legal(DEALER).choices[0]
    if isinstance(choice, CardsFromDeck):
        return Deal(choice.place, draw(choice.place, choice.number))
    if isinstance(choice, BurnTop):
        return Burn(draw("burns", 1))
    if isinstance(choice, CardRun):
        cards = [fixed.text if fixed else draw(p, 1) for p, fixed in zip(choice.places, choice.fixed, strict=True)]  # type: ignore[arg-type]
        return DealCards("".join(cards))
    if isinstance(choice, BurnsToShuffle):
        if shuffle is None:
            raise ValueError("the stub is short: shuffle the burns first")
        joining = parse_cards(draw("stub", choice.on_top)) if choice.on_top else ()
        return ShuffleBurns(format_cards(shuffle((*choice.burns, *joining, *choice.below))))
    return next(iter(choice))


def deal_on(hand: Round, draw: Draw, shuffle: Shuffle | None = None) -> None:
    """Let the dealer act until a seat must act or the round is over."""
    while DEALER in hand.to_act:
        hand.act(DEALER, dealer_action(hand, draw, shuffle))


def from_deck(deck: Sequence[Card]) -> Draw:
    """Draw from a shuffled deck; its first card is the top."""
    drawn = 0

    def draw(_: Place, number: int) -> str:
        nonlocal drawn
        start, drawn = drawn, drawn + number
        if drawn > len(deck):
            raise ValueError("the deck is exhausted")
        return format_cards(deck[start:drawn])

    return draw
