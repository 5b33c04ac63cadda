"""One player's round played by the game itself, with given cards and decisions, to check the kernels' settlement."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from seventh.cards import Card, format_cards
from seventh.games import new_round
from seventh.hands.kernels import BITS, EMPTY, KEYS
from seventh.house import House, Limits
from seventh.rounds.actions import DEALER, Bet, Claim, Fold, NoMoreBets, PlaceWagers, SetHand
from seventh.rounds.driver import deal_on
from tests.playing.adapters import ADAPTERS
from tests.playing.houses import random_house


def some_house(game: str, rng: Random) -> Any:
    return random_house(game, rng, ADAPTERS[game].mend)[0]


def some_amount(limits: Limits, unit: int, rng: Random, most: int | None = None) -> int:
    top = limits.maximum if most is None else min(limits.maximum, most)
    return limits.minimum + unit * rng.randrange((top - limits.minimum) // unit + 1)


def some_cards(game: str, rng: Random) -> tuple[list[Card], list[Card]]:
    """Seven for the player and seven for the dealer; often alike, so that ties and rare hands come up."""
    deck = list(ADAPTERS[game].deck)
    if rng.randrange(2):
        low = rng.randrange(9)
        deck = [card for card in deck if card.rank == 0 or low <= card.rank - 2 < low + 5]
    cards = rng.sample(deck, 14)
    return cards[:7], cards[7:]


def nets(
    house: House,
    wagers: dict[str, int],
    cards: list[Card],
    dealer: list[Card],
    *,
    claims: bool = True,
    plays: bool = True,
    raised: int = 0,
    discards: list[Card] | None = None,
) -> dict[str, int]:
    """The net result of each wager in the game."""
    laid_out = {1: list(cards), DEALER: list(dealer)}
    hand = new_round(house, {1: 10**12})

    def draw(place: object, number: int) -> str:
        drawn, laid_out[place] = laid_out[place][:number], laid_out[place][number:]
        return format_cards(drawn)

    hand.act(1, PlaceWagers(wagers))
    hand.act(DEALER, NoMoreBets())
    deal_on(hand, draw)
    while hand.outcome is None:
        kinds = {choice.action for choice in hand.legal(1).choices}
        if Fold in kinds:
            if Claim in kinds and claims:
                hand.act(1, Claim())
            if house.game == "boston-7-stud":
                hand.act(1, Bet("second", wagers["first"]) if plays else Fold())
            elif raised:
                hand.act(1, Bet("raise", raised))
            else:
                hand.act(1, Fold(claim=True) if claims and Fold(claim=True) in hand.legal(1) else Fold())
        else:
            hand.act(1, SetHand(format_cards(discards or ())))
        deal_on(hand, draw)
    return {line.wager: line.returned + line.payoff - line.amount for line in hand.outcome.settled}


def key_and_set(cards: list[Card]) -> tuple[np.uint64, np.uint64]:
    numbers = np.array(cards, np.int64)
    key = np.append(KEYS[numbers], EMPTY).sum(dtype=np.uint64)  # an array overflows in silence, as it should here
    return key, BITS[numbers].sum(dtype=np.uint64)
