"""Random hands for the tests: strategies for Hypothesis, and seeded deals from decks where big hands are common."""

import random
from itertools import permutations

from hypothesis import strategies as st

from seventh.cards import DECK_52, DECK_53, JOKER, Card

SUIT_ORDERS = list(permutations(range(4)))


def hands(fewest: int, most: int, deck=DECK_52):
    return st.lists(st.sampled_from(deck), min_size=fewest, max_size=most, unique=True).map(tuple)


def renamed(cards, order) -> tuple[Card, ...]:
    """The same cards with the suits renamed."""
    return tuple(card if card is JOKER else DECK_52[13 * order[card.suit] + card.rank - 2] for card in cards)


def deals(count: int, sizes=(5, 6, 7), joker: bool = False, seed: int = 7):
    """Seeded hands, a third each from the whole deck, from two suits of it, and from its aces and low cards."""
    source = random.Random(seed)
    decks = [
        DECK_52,
        [card for card in DECK_52 if card.suit < 2],
        [card for card in DECK_52 if card.rank in (14, 2, 3, 4, 5, 6, 9)],
    ]
    for number in range(count):
        size = sizes[number % len(sizes)]
        natural = source.sample(decks[number // len(sizes) % 3], size - joker)
        yield tuple(source.sample([*natural, JOKER] if joker else natural, size))


__all__ = ["DECK_53", "SUIT_ORDERS", "deals", "hands", "renamed"]
