"""Rounds of 7 Card Thrill in a kernel: dealt with the joker and settled one by one (T5 to T12).

`terms_of` turns a house into arrays of whole chips for given wagers. `settle` is the complete settlement of one
player's hand; tests compare it with the game itself in random houses. There is nothing to decide: the best five play,
and a player who may set the hand sets the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seventh.cards import KING
from seventh.compiled import njit
from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
from seventh.hands.kernels import BITS, EMPTY, KEYS, rank_lowest, rank_second
from seventh.hands.poker import Category
from seventh.hands.tables import STRENGTHS
from seventh.lab.simulation.deals import Deck, round_cards, whole
from seventh.lab.simulation.terms import NO_CAP, Pays, add_round, whole_chips

WAGERS = (*PRIMARY, "special")

_CATEGORY = 26
_MADE_OF = 13
_RANKS = np.int64(8191)
_KINGS = np.int64(1 << KING - 2)
_KING_QUEEN = np.int64(3 << KING - 3)
"""Strengths without a pair are sets of five ranks: those below king and queen are king-jack high or lower (T7)."""
_LEAST_KINGS = np.int64(Category.PAIR << _CATEGORY | 1 << KING - 2 + _MADE_OF)
_TWO_ACES = np.int64(Category.FLUSH << _CATEGORY | 1 << _MADE_OF)
"""Above every other flush: an ace and the joker as a second ace, in a house that allows it (T11)."""
_SUIT, _ACE, _JOKER = np.uint64(8191), np.uint64(4096), np.uint64(52)
_PAIR, _TWO_PAIR, _TRIPS, _FULL_HOUSE = 1, 2, 3, 6


class Terms(NamedTuple):
    """A house's terms for one hand with given wagers, in chips."""

    bets: Pays
    """By wager, in the order of `WAGERS`; 0 for none."""
    nets: Pays
    """By wager and how it ends: its result, before any cap. The Special wager ends by category."""
    cap: int
    holds_kings: bool
    """Whether two pair and full houses with two kings get the lower pay too (T8)."""
    wheel_second: bool
    second_ace: bool


LOSES, PUSHES, HIGHER, LOW_DEALER = range(4)
"""How the Poker wager ends."""
BETTER, KINGS = 1, 2
"""How Pair of Kings or Better ends, if it does not lose. The next two either lose or pay."""


def terms_of(house: ThrillHouse, bets: Mapping[str, int], capped: bool = True) -> Terms:
    """The terms of a house for a hand with these wagers."""

    def net(wager: str, row: str) -> int:
        bet = bets.get(wager, 0)
        owed = whole_chips(getattr(house.pays, wager), row, bet, house.rounding)
        if owed is None:  # a hand that beats the dealer's does not lose, even in a house that pays nothing for it
            return 0 if wager == "poker" else -bet
        return owed

    lost = [-bets.get(wager, 0) for wager in WAGERS]
    ends = [
        [lost[0], 0, net("poker", "higher"), net("poker", "low_dealer_hand")],
        [lost[1], net("pair_of_kings", "better"), net("pair_of_kings", "kings")],
        [lost[2], net("three_of_a_kind", "three_of_a_kind")],
        [lost[3], net("full_house", "full_house")],
        [net("special", category.name.lower()) for category in Category],
    ]
    nets = np.zeros((len(WAGERS), len(Category)), np.int64)
    for wager, values in enumerate(ends):
        nets[wager, : len(values)] = values
    return Terms(
        np.array([bets.get(wager, 0) for wager in WAGERS], np.int64),
        nets,
        (house.cap if capped else 0) or NO_CAP,
        house.half_pay_kings == "holds_kings",
        house.ace_to_five == "second",
        house.joker_in_flush == "ace",
    )


@njit
def strength_of(key: np.uint64, cards: np.uint64, wheel_second: bool, second_ace: bool) -> int:
    """The strength of five to seven cards, as `hands.joker` gives it."""
    number = rank_second(key, cards) if wheel_second else rank_lowest(key, cards)
    strength = whole(STRENGTHS[number])
    if second_ace and cards >> _JOKER and strength < whole(_FULL_HOUSE << _CATEGORY):
        for shift in (0, 13, 26, 39):
            suited = cards >> np.uint64(shift) & _SUIT
            size = 0
            rest = suited
            while rest:
                rest &= rest - np.uint64(1)
                size += 1
            if size >= 4 and suited & _ACE:
                while size > 4:
                    suited &= suited - np.uint64(1)
                    size -= 1
                strength = max(strength, whole(_TWO_ACES | whole(suited)))
    return strength


@njit
def kings_end(strength: int, holds_kings: bool) -> int:
    """How Pair of Kings or Better ends (T8)."""
    if strength < _LEAST_KINGS:
        return LOSES
    category, made_of = strength >> _CATEGORY, strength >> _MADE_OF & _RANKS
    if category == _PAIR:
        return KINGS if made_of == _KINGS else BETTER
    if holds_kings:
        if category == _TWO_PAIR and made_of & _KINGS:
            return KINGS
        if category == _FULL_HOUSE and strength & _RANKS == _KINGS:
            return KINGS
    return BETTER


@njit
def poker_end(player: int, dealer: int) -> int:
    """How the Poker wager ends (T7)."""
    if player <= dealer:
        return PUSHES if player == dealer else LOSES
    return LOW_DEALER if dealer < _KING_QUEEN else HIGHER


@njit
def settle(terms: Terms, player: int, dealer: int, nets: NDArray[np.int64]) -> None:
    """Each wager's net result. The hands are strengths."""
    category = player >> _CATEGORY
    nets[0] = terms.nets[0, poker_end(player, dealer)]
    nets[1] = terms.nets[1, kings_end(player, terms.holds_kings)]
    nets[2] = terms.nets[2, whole(category >= _TRIPS)]
    nets[3] = terms.nets[3, whole(category >= _FULL_HOUSE)]
    nets[4] = terms.nets[4, category]
    if terms.cap < NO_CAP:
        left = terms.cap
        for wager in range(5):
            if nets[wager] > 0:
                nets[wager] = min(nets[wager], left)
                left -= nets[wager]


@njit
def hand_strength(deck: Deck, first: int, wheel_second: bool, second_ace: bool) -> int:
    """The strength of seven consecutive cards."""
    key, cards = EMPTY, np.uint64(0)
    for i in range(first, first + 7):
        key += KEYS[deck[i]]
        cards |= BITS[deck[i]]
    return strength_of(key, cards, wheel_second, second_ace)


@njit
def play_rounds(
    seed: np.uint64,
    first: int,
    rounds: int,
    terms: Terms,
    counts: NDArray[np.int64],
    products: NDArray[np.float64],
) -> None:
    """Play rounds from one seed. The wagers are the five in order, and all of them together."""
    deck = np.empty(53, np.uint8)
    nets = np.zeros(6, np.int64)
    staked = np.append(terms.bets, terms.bets.sum())
    for number in range(first, first + rounds):
        round_cards(deck, seed, np.uint64(number), 14)
        player = hand_strength(deck, 0, terms.wheel_second, terms.second_ace)
        dealer = hand_strength(deck, 7, terms.wheel_second, terms.second_ace)
        settle(terms, player, dealer, nets)
        nets[5] = nets[0] + nets[1] + nets[2] + nets[3] + nets[4]
        add_round(nets, staked, counts, products)
