"""Rounds of Boston 7 Stud in a kernel: dealt, decided and settled one by one (B5 to B14).

`Terms` holds a house as arrays of whole chips for given wagers. `settle` is the complete settlement of one player's
hand; tests compare it with the game itself in random houses. Hands are ranked by the kernels of `seventh.hands`, which
the exact figures of the lab do not use.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seventh.cards import DECK_52, RANKS
from seventh.compiled import njit
from seventh.games.boston_7_stud import exact
from seventh.games.boston_7_stud.house import Boston7House
from seventh.hands.kernels import BITS, EMPTY, KEYS, rank_lowest
from seventh.hands.poker import Category
from seventh.hands.tables import CATEGORIES
from seventh.hands.three import Category as ThreeCategory
from seventh.lab.mathematics import Simulation
from seventh.lab.simulation.deals import Deck, round_cards, whole
from seventh.lab.simulation.terms import NO_CAP, Pays, add_round, whole_chips

LOSES = -1
_RANK = np.array([card.rank - 2 for card in DECK_52], np.int64)
_SUIT = np.array([card.suit for card in DECK_52], np.int64)
_HIGH, _PAIR, _FLUSH, _STRAIGHT, _TRIPS, _STRAIGHT_FLUSH, _ROYAL = (int(category) for category in ThreeCategory)
_ACE, _TWO, _THREE, _QUEEN = RANKS.index("A"), 0, 1, RANKS.index("Q")
ZERO = np.uint64(0)


class Terms(NamedTuple):
    """A house's terms for one hand with given wagers, in chips."""

    ante: int
    alone: bool
    """Whether there is only the ante (B13)."""
    three_bet: int
    """0 for none."""
    three_pays: Pays
    """By three-card category; -1 loses the wager."""
    bonus_pays: Pays
    """By poker category; 0 for no bonus."""
    qualifies: NDArray[np.bool_]
    """By poker category: whether the ante bonus has a row for it."""
    cap: int
    by_table: bool
    """Whether an ante alone is settled by the bonus table only."""
    bonus_as_set: bool


def terms_of(house: Boston7House, ante: int, three_bet: int = 0, alone: bool = False, capped: bool = True) -> Terms:
    """The terms of a house for a hand with these wagers."""
    tables = house.pays
    three = [whole_chips(tables.three_card_bonus, c.name.lower(), three_bet, house.rounding) for c in ThreeCategory]
    bonus = [whole_chips(tables.ante_bonus, c.name.lower(), ante, house.rounding) for c in tuple(Category)[:10]]
    tiers = [tier.pays_at_most for tier in house.caps if ante <= tier.ante_up_to] if capped else []
    return Terms(
        ante,
        alone,
        three_bet,
        np.array([LOSES if owed is None else owed for owed in three], np.int64),
        np.array([owed or 0 for owed in bonus], np.int64),
        np.array([owed is not None for owed in bonus]),
        (tiers[0] if tiers else 0) or NO_CAP,
        house.ante_only == "bonus_table",
        house.bonus_hand == "as_set",
    )


@njit
def three_category(a: int, b: int, c: int) -> int:
    """The category of three cards (B6): two equal ranks, one suit, or in sequence with the ace high or low."""
    p, q, r = _RANK[a], _RANK[b], _RANK[c]
    if p == q or r in (p, q):
        return _TRIPS if p == q and q == r else _PAIR
    low, high = min(p, q, r), max(p, q, r)
    middle = p + q + r - low - high
    in_row = high - low == 2 or (high == _ACE and middle == _THREE and low == _TWO)
    if _SUIT[a] == _SUIT[b] and _SUIT[b] == _SUIT[c]:
        if not in_row:
            return _FLUSH
        return _ROYAL if high == _ACE and low == _QUEEN else _STRAIGHT_FLUSH
    return _STRAIGHT if in_row else _HIGH


@njit
def settle(
    terms: Terms, three: int, player: int, best: int, dealer: int, plays: bool, claims: bool
) -> tuple[int, int, int, int]:
    """The net results of three-card bonus, 1st, 2nd and ante.

    The hands are numbers of `hands.kernels`: `player` the five cards as set, `best` the best five of all seven.
    """
    left = terms.cap
    three_net = first = second = 0
    if terms.three_bet:
        three_net = -terms.three_bet
        if claims and terms.three_pays[three] != LOSES:
            three_net = min(terms.three_pays[three], left)
            left -= three_net
    if not terms.alone:
        if not plays:
            return three_net, -terms.ante, 0, -terms.ante
        if player > dealer:
            first = min(terms.ante, left)
            left -= first
            second = min(terms.ante, left)
            left -= second
        elif player < dealer:
            first = second = -terms.ante
    made = CATEGORIES[player if terms.bonus_as_set else best]
    bonus = min(terms.bonus_pays[made], left)
    if terms.alone and terms.by_table:
        return three_net, 0, 0, bonus if terms.qualifies[made] else -terms.ante
    return three_net, first, second, bonus - (terms.ante if player < dealer else 0)


@njit
def hand_number(deck: Deck, first: int) -> int:
    """The rank of the best hand of seven consecutive cards."""
    key, cards = EMPTY, ZERO
    for i in range(first, first + 7):
        key += KEYS[deck[i]]
        cards |= BITS[deck[i]]
    return whole(rank_lowest(key, cards))


@njit
def play_rounds(
    seed: np.uint64,
    first: int,
    rounds: int,
    together: Terms,
    alone: Terms,
    decisions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    products: NDArray[np.float64],
) -> None:
    """Play rounds from one seed. The wagers are main, ante alone, three-card bonus, and all of one hand together."""
    deck = np.empty(52, np.uint8)
    nets = np.zeros(4, np.int64)
    staked = np.zeros(4, np.int64)
    for number in range(first, first + rounds):
        round_cards(deck, seed, np.uint64(number), 14)
        three = three_category(deck[0], deck[1], deck[2])
        plays = decisions[deck[0], deck[1], deck[2]] != 0
        player, dealer = hand_number(deck, 0), hand_number(deck, 7)
        nets[0] = nets[1] = nets[2] = 0
        staked[0] = staked[1] = staked[2] = 0
        if together.ante:
            bonus, won_first, won_second, ante = settle(together, three, player, player, dealer, plays, True)
            nets[0] = won_first + won_second + ante
            nets[2] = bonus
            staked[0] = (3 if plays else 2) * together.ante
            staked[2] = together.three_bet
        nets[3], staked[3] = nets[0] + nets[2], staked[0] + staked[2]
        if alone.ante:
            nets[1] = settle(alone, three, player, player, dealer, True, True)[3]
            staked[1] = alone.ante
            if not together.ante:
                nets[3], staked[3] = nets[1], staked[1]
        add_round(nets, staked, counts, products)


@njit
def play_starts(
    seed: np.uint64,
    first: int,
    rounds: int,
    terms: Terms,
    numbers: NDArray[np.int32],
    sums: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """The result of playing on, by start: `numbers` maps three cards to their start."""
    deck = np.empty(52, np.uint8)
    for number in range(first, first + rounds):
        round_cards(deck, seed, np.uint64(number), 14)
        three = three_category(deck[0], deck[1], deck[2])
        player, dealer = hand_number(deck, 0), hand_number(deck, 7)
        _, won_first, won_second, ante = settle(terms, three, player, player, dealer, True, True)
        start = numbers[deck[0], deck[1], deck[2]]
        sums[start] += won_first + won_second + ante
        counts[start] += 1


@njit
def queen_high() -> NDArray[np.uint8]:
    """Play with a queen or better, or with any three cards better than a high card; by three card numbers."""
    plays = np.zeros((52, 52, 52), np.uint8)
    for a in range(52):
        for b in range(52):
            for c in range(52):
                if a != b and b != c and a != c:
                    top = max(_RANK[a], _RANK[b], _RANK[c])
                    plays[a, b, c] = top >= _QUEEN or three_category(a, b, c) > _HIGH
    return plays


@cache
def start_numbers() -> NDArray[np.int32]:
    """By three card numbers in any order: which of the 1,755 starts they are in the exact tables."""
    table = np.zeros((52, 52, 52), np.int32)
    for cards in combinations(range(52), 3):
        number = exact.start_number(tuple(DECK_52[card] for card in cards))
        for order in permutations(cards):
            table[order] = number
    return table


def _simulated(house: Boston7House, amounts: dict[str, int], unit: int, strategy: str) -> tuple[object, ...]:
    bets, capped = amounts or dict.fromkeys(exact.WAGERS, unit), bool(amounts)
    together = terms_of(house, bets.get("main", 0), bets.get("three_card_bonus", 0), capped=capped)
    alone = terms_of(house, bets.get("ante_only", 0), alone=True, capped=capped)
    return together, alone, _decisions(house, amounts, strategy)


def _decisions(house: Boston7House, amounts: dict[str, int], strategy: str) -> NDArray[np.uint8]:
    """By three card numbers, whether the 2nd wager is placed; the optimal table comes from the exact figures."""
    if strategy in ("simple", "never_fold"):
        return np.ones((52, 52, 52), np.uint8)
    if strategy == "queen_high":
        return queen_high()
    plays = exact.best_play(exact.stored_starts(), exact.terms(house, amounts))
    return plays[start_numbers()].astype(np.uint8)


def _incomplete(house: Boston7House, made: Collection[str]) -> str | None:
    del house
    if {"main", "ante_only"}.isdisjoint(made):
        return f"{' and '.join(made)} cannot be made without a main wager; give its amount too"
    return None


SIMULATION = Simulation(("optimal", "simple", "never_fold", "queen_high"), _simulated, play_rounds, _incomplete)
