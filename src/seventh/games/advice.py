"""`advise`: what each choice is worth with the cards a player holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from seventh.cards import Card, CardError, WrongCount, card_set, parse_cards
from seventh.games import Game
from seventh.games.edges import UnknownGame
from seventh.games.mathematics import games_with, mathematics_of
from seventh.lab.advice import Advice, WagerValue

__all__ = ["Advice", "WagerValue", "advise", "advised_games", "warm_up"]

_REFUSAL = "there is no exact advice for {}"


def advised_games() -> list[str]:
    """The names of the games that have advice."""
    return games_with(lambda mathematics: mathematics.advise)


def advise(
    game: str | Game, cards: str | Iterable[Card], house: Any = None, up_card: str | Card | None = None
) -> Advice:
    """The exact expectation of every choice, with the cards that have been dealt when a player decides.

    If the dealer shows a card before that, it may be given too, separately or after the player's. Figures are uncapped.
    """
    found, mathematics = mathematics_of(game, lambda known: known.advise, _REFUSAL, UnknownGame)
    assert mathematics.advise is not None
    held = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    if up_card is not None:
        held = (*held, *(parse_cards(up_card) if isinstance(up_card, str) else (up_card,)))
    if len(held) not in mathematics.cards:
        note = f" ({mathematics.cards_note})" if mathematics.cards_note else ""
        needed = f"{found.name} needs {' or '.join(map(str, mathematics.cards))}{note}"
        raise WrongCount(f"{len(held)} card{'s' * (len(held) != 1)} given; {needed}")
    card_set(held)
    for card in held:
        if card not in found.deck:
            raise CardError(f"{card} is not in the deck of {found.name}")
    return mathematics.advise(held, found.house_for(house))


def warm_up(game: str | Game, house: Any = None) -> None:
    """Load what advice on a game needs, so that the first hand is answered as fast as the next."""
    found, mathematics = mathematics_of(game, lambda known: known.advise, _REFUSAL, UnknownGame)
    mathematics.warm_up(found.house_for(house))
