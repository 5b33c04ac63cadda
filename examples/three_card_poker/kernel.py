"""Rounds of Three Card Poker in a kernel: dealt, decided and settled one by one (P4 to P9).

Each of the 22,100 three-card hands has a number, which indexes arrays of its strength, its pays and whether to play it.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seventh.cards import DECK_52, set_of, suit_masks
from seventh.compiled import njit
from seventh.lab.simulation.deals import Deck, round_cards, whole
from seventh.lab.simulation.terms import Pays, add_round, whole_chips
from seventh.lab.suits import set_number
from three_card_poker import exact
from three_card_poker.hand import qualifies, row_of, strength
from three_card_poker.house import ThreeCardPokerHouse


class Terms(NamedTuple):
    """A house's terms for one hand with given wagers, in chips, and a strategy; arrays are indexed by hand number."""

    ante: int
    """0 for none."""
    pair_plus: int
    strengths: Pays
    qualifies: NDArray[np.bool_]
    bonus: Pays
    """What the ante bonus pays."""
    pair_plus_nets: Pays
    plays: NDArray[np.bool_]


def terms_of(house: ThreeCardPokerHouse, amounts: dict[str, int], unit: int, strategy: str) -> tuple[Terms]:
    """The terms of a house for a hand with these wagers; without any, one unit of each."""
    bets = amounts or dict.fromkeys(exact.WAGERS, unit)
    ante, pair_plus = bets.get("main", 0), bets.get("pair_plus", 0)
    hands = sorted(combinations(DECK_52, 3), key=lambda cards: cards[::-1])  # the order of `hand_number`
    strengths = [strength(cards) for cards in hands]
    rows = [row_of(worth) for worth in strengths]
    bonus = {row: whole_chips(house.pays.ante_bonus, row, ante, house.rounding) or 0 for row in set(rows)}
    nets = {row: whole_chips(house.pays.pair_plus, row, pair_plus, house.rounding) for row in set(rows)}
    classes = exact.hand_classes(house.dealer_qualifies)
    if strategy == "optimal":
        plays = [classes[set_number(*suit_masks(set_of(cards)))].plays for cards in hands]
    else:
        least = exact.best_threshold(classes)
        plays = [worth >= least for worth in strengths]
    return (
        Terms(
            ante,
            pair_plus,
            np.array(strengths, np.int64),
            np.array([qualifies(worth, house.dealer_qualifies) for worth in strengths]),
            np.array([bonus[row] for row in rows], np.int64),
            np.array([-pair_plus if (pays := nets[row]) is None else pays for row in rows], np.int64),
            np.array(plays),
        ),
    )


@njit
def hand_number(deck: Deck, first: int) -> int:
    """The number of the hand of three consecutive cards."""
    a, b, c = whole(deck[first]), whole(deck[first + 1]), whole(deck[first + 2])
    high, low = max(a, b, c), min(a, b, c)
    middle = a + b + c - high - low
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit
def settle(terms: Terms, player: int, dealer: int, plays: bool) -> tuple[int, int]:
    """The net results of ante, play and bonus together, and of Pair Plus. Without an ante there is no fold."""
    if terms.ante and not plays:
        return -terms.ante, -terms.pair_plus
    main = terms.bonus[player]
    if not terms.qualifies[dealer]:
        main += terms.ante
    elif terms.strengths[player] > terms.strengths[dealer]:
        main += 2 * terms.ante
    elif terms.strengths[player] < terms.strengths[dealer]:
        main -= 2 * terms.ante
    return main, terms.pair_plus_nets[player]


@njit
def play_rounds(
    seed: np.uint64,
    first: int,
    rounds: int,
    terms: Terms,
    counts: NDArray[np.int64],
    products: NDArray[np.float64],
) -> None:
    """Play rounds from one seed. The wagers are main (ante, play and bonus), Pair Plus, and both together."""
    deck = np.empty(52, np.uint8)
    nets = np.zeros(3, np.int64)
    staked = np.array([0, terms.pair_plus, 0])
    for number in range(first, first + rounds):
        round_cards(deck, seed, np.uint64(number), 6)
        player, dealer = hand_number(deck, 0), hand_number(deck, 3)
        plays = terms.plays[player]
        nets[0], nets[1] = settle(terms, player, dealer, plays)
        nets[2] = nets[0] + nets[1]
        staked[0] = 2 * terms.ante if plays else terms.ante
        staked[2] = staked[0] + staked[1]
        add_round(nets, staked, counts, products)
