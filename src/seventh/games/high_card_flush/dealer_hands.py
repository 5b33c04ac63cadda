"""The dealer hands against one hand of High Card Flush, counted in a fraction of a millisecond.

The same product of four polynomials as in `odds`, without numba: advice on one hand need not wait for a compiler.
"""

from __future__ import annotations

from math import comb

from seventh.cards import suit_masks
from seventh.hands import flush

DEALER_HANDS = comb(45, 7)


def dealer_hands(cards: int, qualifying_length: int, qualifying_high: int) -> tuple[int, int, int, int]:
    """How many dealer hands do not qualify, lose, tie and win against a player's seven cards."""
    left = [8191 & ~mask for mask in suit_masks(cards)]
    own = flush.strength(cards)
    least = qualifying_length << 13 | 1 << (qualifying_high - 2) | (1 << (qualifying_length - 1)) - 1
    unqualified = hands_below(left, least)
    if own < least:
        return unqualified, 0, 0, DEALER_HANDS - unqualified
    below, up_to = hands_below(left, own), hands_below(left, own + 1)
    return unqualified, below - unqualified, up_to - below, DEALER_HANDS - up_to


def hands_below(left: list[int], strength: int) -> int:
    """How many seven-card hands from the ranks left in each suit are weaker than a strength of `hands.flush`."""
    length, bound = strength >> 13, strength & 8191
    product = [1] + [0] * 7
    for ranks in left:
        suit = [comb(ranks.bit_count(), count) for count in range(min(length, 8))]
        suit.append(_sets_below(ranks, length, bound))
        product = [
            sum(product[total - count] * suit[count] for count in range(min(total, length) + 1)) for total in range(8)
        ]
    return product[7]


def _sets_below(ranks: int, length: int, bound: int) -> int:
    """How many sets of `length` of these ranks are, as numbers, below a set: they first differ where it has a rank."""
    count = 0
    for rank in range(12, -1, -1):
        if bound >> rank & 1:
            count += comb((ranks & ((1 << rank) - 1)).bit_count(), length)
            if length == 0 or not ranks >> rank & 1:
                break
            length -= 1
    return count
