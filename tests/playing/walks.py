"""A random round action by action, for tests that look at what each action brings about."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from seventh.games import book_house
from seventh.rounds.actions import DEALER, FLOOR
from seventh.rounds.events import Event
from seventh.rounds.round import Round
from tests.playing.adapters import ADAPTERS
from tests.playing.houses import random_house
from tests.playing.moves import everyone, random_action


def random_start(game: str, rng: Random, by_the_book: bool = False) -> Round:
    """A round that nobody has acted in, in a random house or the book's."""
    adapter = ADAPTERS[game]
    house = book_house(game) if by_the_book else random_house(game, rng, adapter.mend)[0]
    return adapter.new_round(house, adapter.seats(house, rng), adapter.start(rng))


def walk(hand: Round, rng: Random, trouble: float | None = None) -> Iterator[tuple[Event, ...]]:
    """Act at random until the round is over; yields what each action brought about."""
    adapter = ADAPTERS[hand.game]
    order = adapter.order(adapter.deck, rng, len(hand.seats))
    trouble = rng.choice(adapter.trouble) if trouble is None else trouble
    while hand.outcome is None:
        chance = rng.random()
        who = FLOOR if chance < trouble else rng.choice(sorted(hand.to_act, key=str))
        if chance > 0.95:
            who = rng.choice([who for who in everyone(hand) if who not in (FLOOR, DEALER)])
        action = random_action(hand, who, rng, order=order)
        if action is not None:
            yield hand.act(who, action)
