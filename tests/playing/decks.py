"""Shuffled decks in which what is rare by chance comes up often: ties, long suits, runs, four of a kind, the joker."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from seventh.cards import DECK_52, Card


def random_deck(deck: tuple[Card, ...], rng: Random, places: int) -> list[Card]:
    """A random deck for this many hands; in most of them cards of some kind are near the top."""
    cards = list(deck)
    rng.shuffle(cards)
    if 2 <= places <= 4 and not rng.randrange(4):
        top = _equal_hands(rng, places)
        return top + [card for card in cards if card not in top]
    favoured = rng.choice((_any, _few_ranks, _few_suits, _a_run))(rng)
    stray = rng.choice((0, 0.1, 0.3))
    cards.sort(key=lambda card: not favoured(card) if rng.random() >= stray else rng.random() < 0.5)
    return cards


def against_the_dealer(deck: tuple[Card, ...], rng: Random, players: int) -> list[Card]:
    """The dealer has a hand too."""
    return random_deck(deck, rng, players + 1)


def at_stud(deck: tuple[Card, ...], rng: Random, players: int) -> list[Card]:
    """Burns come between the rounds of cards from the fourth on, so that equal hands stay equal."""
    cards = random_deck(deck, rng, players)
    top, rest = cards[: 7 * players], cards[7 * players :]
    for street in range(6, 2, -1):
        if rest:
            top.insert(street * players, rest.pop())
    return top + rest


def _equal_hands(rng: Random, places: int) -> list[Card]:
    """The same ranks for every place in other suits, if the deal goes in these portions: a tie, or nearly one."""
    if places == 2:  # each suit has its double, so that pairs are possible
        base = [(rank, rng.randrange(2)) for rank in rng.sample(range(13), 7)]
        base[:2] = [(base[0][0], 0), (base[0][0], 1)] if rng.randrange(2) else base[:2]
    else:
        base = [(rank, rng.randrange(4)) for rank in rng.sample(range(13), 7)]
    shift = 2 if places == 2 else 1
    top: list[Card] = []
    start = 0
    for portion in rng.choice(((7,), (3, 4), (1,) * 7)):
        for place in range(places):
            top += [DECK_52[(suit + shift * place) % 4 * 13 + rank] for rank, suit in base[start : start + portion]]
        start += portion
    for _ in range(rng.randrange(2)):
        one, other = rng.randrange(len(top)), rng.randrange(len(top))
        top[one], top[other] = top[other], top[one]
    return top


def _any(rng: Random) -> Callable[[Card], bool]:
    return lambda card: True


def _few_ranks(rng: Random) -> Callable[[Card], bool]:
    """The joker has rank 0."""
    ranks = {0, *rng.sample(range(2, 15), rng.randrange(2, 7))}
    return lambda card: card.rank in ranks


def _few_suits(rng: Random) -> Callable[[Card], bool]:
    suits = {-1, *rng.sample(range(4), rng.randrange(1, 3))}
    return lambda card: card.suit in suits


def _a_run(rng: Random) -> Callable[[Card], bool]:
    """Seven ranks one after another, the ace at either end, in one suit or two."""
    low, suits = rng.randrange(1, 9), {-1, *rng.sample(range(4), rng.randrange(1, 3))}
    ranks = {0, *range(low, low + 7)} | ({14} if low == 1 else set())
    return lambda card: card.rank in ranks and card.suit in suits
