"""Ace-to-five low: the lowest five cards win, aces are low, straights and flushes do not count.

A strength is one integer that is higher for a better (lower) hand. Hands with fewer pairs are better; among hands of
one kind the highest rank decides, paired ranks before unpaired ones. Up to five ranks are compared as sets from the top
down, with the ace lowest.

>>> strength_of("As2d3c4h5s") > strength_of("As2d3c4h6s") > strength_of("KsQdJcTh9s") > strength_of("AsAd2c3h4s")
True
>>> name(parse_cards("8c2h4cAdQdJdKh"))
'jack low: J-8-4-2-A'
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from seventh.cards import Card, card_set, parse_cards, suit_masks

__all__ = ["board_strength", "card_order", "five", "low_rank", "name", "parse_cards", "strength", "strength_of"]

KINDS = ("no pair", "pair", "two pair", "three of a kind", "full house", "four of a kind")
"""Best first."""
_MOST = 1 << 26
_SYMBOLS = "A23456789TJQK"
_NAMES = ("ace", "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")


def low_rank(card: Card) -> int:
    """The rank of a card, 0 for an ace."""
    return 0 if card.rank == 14 else card.rank - 1


def card_order(card: Card) -> int:
    """Orders cards by rank, the ace lowest, then clubs, diamonds, hearts, spades."""
    return low_rank(card) * 4 + card.suit


def strength(cards: int) -> int:
    """The strength of the best low hand of five in a set of five to seven cards."""
    once, twice, thrice, four = _layers(cards)
    if once.bit_count() >= 5:
        return _strength(0, 0, _lowest(once, 5))
    if once.bit_count() == 4:  # pair the lowest rank that occurs twice
        pair = twice & -twice
        return _strength(1, pair, once & ~pair)
    if once.bit_count() == 3:
        if twice.bit_count() >= 2:
            pairs = _lowest(twice, 2)
            return _strength(2, pairs, once & ~pairs)
        return _strength(3, thrice, once & ~thrice)
    # Two ranks: three of one and two of the other, or four of one and the other.
    if thrice and twice.bit_count() == 2:
        three = thrice & -thrice
        return _strength(4, three, once & ~three)
    return _strength(5, four, once & ~four)


def board_strength(cards: int) -> int:
    """The strength of one to four up cards, all of which count."""
    once, twice, thrice, four = _layers(cards)
    if four:
        return _strength(5, four, 0)
    if thrice:
        return _strength(3, thrice, once & ~thrice)
    return _strength(min(twice.bit_count(), 2), twice, once & ~twice)


def strength_of(cards: str | Sequence[Card]) -> int:
    """`strength`, or `board_strength` for fewer than five cards."""
    held = card_set(cards, 1, 7)
    return strength(held) if held.bit_count() >= 5 else board_strength(held)


def name(cards: Sequence[Card]) -> str:
    """The name of a hand of one to seven cards."""
    lost = _MOST * len(KINDS) - strength_of(cards)
    kind, made_of, rest = lost // _MOST, lost >> 13 & 8191, lost & 8191
    if not kind:
        return f"{_NAMES[rest.bit_length() - 1]} low: {'-'.join(_symbols(rest))}"
    with_rest = f" with {'-'.join(_symbols(rest))}" if rest else ""
    return f"{KINDS[kind]}, {'-'.join(_symbols(made_of))}{with_rest}"


def five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that play, out of five to seven."""
    return max(combinations(cards, 5), key=lambda hand: strength(card_set(hand)))


def _symbols(ranks: int) -> list[str]:
    return [_SYMBOLS[rank] for rank in range(12, -1, -1) if ranks >> rank & 1]


def _strength(kind: int, made_of: int, rest: int) -> int:
    return _MOST * len(KINDS) - (kind * _MOST | made_of << 13 | rest)


def _layers(cards: int) -> tuple[int, int, int, int]:
    """The ranks that occur at least once, twice, three and four times; the ace is the lowest bit."""
    clubs, diamonds, hearts, spades = (suit >> 12 & 1 | suit << 1 & 8191 for suit in suit_masks(cards))
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    return clubs | diamonds | hearts | spades, twice, thrice, clubs & diamonds & hearts & spades


def _lowest(ranks: int, count: int) -> int:
    """The lowest `count` of a set of ranks."""
    while ranks.bit_count() > count:
        ranks &= ~(1 << ranks.bit_length() - 1)
    return ranks
