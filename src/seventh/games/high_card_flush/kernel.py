"""Rounds of High Card Flush in a kernel: dealt, decided and settled one by one (H4 to H11).

`terms_of` turns a house into arrays of whole chips for given wagers. `settle` is the complete settlement of one
player's hand; tests compare it with the game itself in random houses. Optimal play counts the dealer hands against
each single hand (`odds`); it needs no table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seventh.compiled import njit
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.high_card_flush.odds import CHOOSE, dealer_hands, hands_below, no_suit_longer_than_three
from seventh.hands.kernels import BITS, longest_run, longest_suit
from seventh.hands.tables import LENGTH_AT_PLACE, SUIT_AT_PLACE, SUIT_PLACES
from seventh.lab.simulation.deals import Deck, round_cards, whole
from seventh.lab.simulation.terms import NO_CAP, Pays, add_round, whole_chips

OPTIMAL = -1
"""Instead of a strength to raise from: every hand is decided by the dealer hands against it."""
ALL_CARDS = (1 << 52) - 1
_ROWS = ("", "", "", "three_cards", "four_cards", "five_cards", "six_cards", "seven_cards")
ABOVE_ALL = 8192
"""A strength by H2 that no hand reaches."""
_DEALER_HANDS = CHOOSE[45, 7]


class Terms(NamedTuple):
    """A house's terms for one hand with given wagers, in chips."""

    ante: int
    flush_bet: int
    """0 for none."""
    run_bet: int
    flush_nets: Pays
    """By the length of the longest suit: the result of the Flush wager, before any cap."""
    run_nets: Pays
    """By the length of the longest suited run: the result of the Straight Flush wager."""
    most_raise: Pays
    """In antes, by the length of the longest suit."""
    unit: int
    """Raises are multiples of this."""
    least: int
    """The lowest strength by H2 with which the dealer qualifies, then its length and its ranks."""
    least_length: int
    least_ranks: int
    cap: int
    on_claim: bool
    """Whether a player who folds must claim the bonus wagers (H10)."""


def terms_of(
    house: HighCardFlushHouse, ante: int, flush_bet: int = 0, run_bet: int = 0, capped: bool = True, unit: int = 0
) -> Terms:
    """The terms of a house for a hand with these wagers; `unit` is the step of raises, if not the table unit."""
    flush = [whole_chips(house.pays.flush, row, flush_bet, house.rounding) for row in _ROWS]
    run = [whole_chips(house.pays.straight_flush, row, run_bet, house.rounding) for row in _ROWS]
    most, need = house.most_raise, house.dealer_qualifies
    least = 1 << need.high_card - 2 | (1 << need.length - 1) - 1
    most_owed = (1 + max(most.four_or_fewer, most.five, most.six_or_seven)) * ante
    most_owed += max(owed or 0 for owed in flush) + max(owed or 0 for owed in run)
    cap = house.aggregate_cap if capped else 0
    return Terms(
        ante,
        flush_bet,
        run_bet,
        np.array([-flush_bet if owed is None else owed for owed in flush], np.int64),
        np.array([-run_bet if owed is None else owed for owed in run], np.int64),
        np.array([most.four_or_fewer] * 5 + [most.five] + [most.six_or_seven] * 2, np.int64),
        unit or house.table_unit,
        int(SUIT_PLACES[least]),
        need.length,
        least,
        cap if 0 < cap < most_owed else NO_CAP,
        house.folded_bonus == "on_claim",
    )


@njit
def share_of_two(first: int, second: int, left: int) -> tuple[int, int]:
    """`rounds.dealer.caps.in_proportion` for two, compiled (H11)."""
    owed = first + second
    if owed <= left:
        return first, second
    a, b = first * left // owed, second * left // owed
    if a + b < left:
        if first * left % owed >= second * left % owed:
            a += 1
        else:
            b += 1
    return a, b


@njit
def settle(
    ante: int, raised: int, least: int, cap: int, player: int, dealer: int, flush: int, run: int
) -> tuple[int, int, int, int]:
    """The net results of ante, raise, Flush and Straight Flush. A raise of 0 is a fold; hands are strengths by H2.

    `flush` and `run` are the results of the two bonus wagers before the cap.
    """
    ante_net, raise_net = -ante, -raised
    if raised:
        if dealer < least:
            ante_net, raise_net = ante, 0
        elif player > dealer:
            ante_net, raise_net = ante, raised
        elif player == dealer:
            ante_net = raise_net = 0
    if cap < NO_CAP:
        left = cap
        if ante_net > 0:
            ante_net = min(ante_net, left)
            left -= ante_net
        if raise_net > 0:
            raise_net = min(raise_net, left)
            left -= raise_net
        first, second = share_of_two(max(flush, 0), max(run, 0), left)
        flush, run = min(flush, first), min(run, second)
    return ante_net, raise_net, flush, run


@njit
def settle_hand(
    terms: Terms, player: int, run: int, dealer: int, raised: int, claims: bool
) -> tuple[int, int, int, int]:
    """The same from a hand: its strength by H2 and its longest run. After a fold, required claims may be missed."""
    flush_net, run_net = -terms.flush_bet, -terms.run_bet
    if raised or claims or not terms.on_claim:
        flush_net, run_net = terms.flush_nets[LENGTH_AT_PLACE[player]], terms.run_nets[run]
    return settle(terms.ante, raised, terms.least, terms.cap, player, dealer, flush_net, run_net)


@njit
def best_raise(cards: np.uint64, length: int, ranks: int, least_length: int, least_ranks: int, most: int) -> int:
    """The best raise in antes, 0 to fold, from all dealer hands in the other 45 cards.

    A raise of r antes is worth u + (1 + r)(w - l) if u of all hands do not qualify, w lose and l win: the maximum if
    w > l, otherwise the minimum. Folding is better if 3u + 4w + 2t is less than the number of all hands.
    """
    left = ALL_CARDS & ~whole(cards)
    if most == 1 and (length > least_length or (length == least_length and ranks >= least_ranks)):
        c, d, h, s = left & 8191, left >> 13 & 8191, left >> 26 & 8191, left >> 39 & 8191
        below = hands_below(c, d, h, s, 3, ranks) if length == 3 else no_suit_longer_than_three(c, d, h, s)
        if 3 * below >= _DEALER_HANDS and length >= 3:
            return 1  # u + w alone is that much
    unqualified, wins, ties, losses = dealer_hands(left, length, ranks, least_length, least_ranks)
    if 3 * unqualified + 4 * wins + 2 * ties < _DEALER_HANDS:
        return 0
    return most if wins > losses else 1


@njit
def best_capped_raise(terms: Terms, cards: np.uint64, player: int, run: int) -> int:
    """The best raise in chips where the cap can matter: the total value has a kink where the cap is reached."""
    length = whole(LENGTH_AT_PLACE[player])
    left, ranks = ALL_CARDS & ~whole(cards), whole(SUIT_AT_PLACE[player])
    counts = dealer_hands(left, length, ranks, terms.least_length, terms.least_ranks)
    most = terms.ante * terms.most_raise[length]
    flush_net, run_net = terms.flush_nets[length], terms.run_nets[run]
    steps = (terms.cap - max(flush_net, 0) - max(run_net, 0) - 2 * terms.ante) // terms.unit
    bend = terms.ante + max(0, steps) * terms.unit
    best, best_worth = 0, -np.inf
    for raised in (terms.ante, most, min(most, bend), min(most, bend + terms.unit), 0):
        worth = 0.0
        for i in range(4):
            # One dealer hand represents all that end in the same way.
            dealer = (0, player - 1, player, ABOVE_ALL)[i]
            nets = settle(terms.ante, raised, terms.least, terms.cap, player, dealer, flush_net, run_net)
            worth += np.float64(counts[i]) * np.float64(nets[0] + nets[1] + nets[2] + nets[3])
        if worth > best_worth:
            best, best_worth = raised, worth
    return best


@njit
def cards_of(deck: Deck, first: int) -> np.uint64:
    """The set of seven consecutive cards."""
    cards = np.uint64(0)
    for i in range(first, first + 7):
        cards |= BITS[deck[i]]
    return cards


@njit
def play_rounds(
    seed: np.uint64,
    first: int,
    rounds: int,
    terms: Terms,
    raises: int,
    most_from: int,
    counts: NDArray[np.int64],
    products: NDArray[np.float64],
) -> None:
    """Play rounds from one seed. The wagers are main (ante and raise), Flush, Straight Flush, and all together.

    `raises` is OPTIMAL, or the strength by H2 from which every hand raises; from `most_from` up, the maximum.
    """
    deck = np.empty(52, np.uint8)
    nets = np.zeros(4, np.int64)
    staked = np.array([0, terms.flush_bet, terms.run_bet, 0])
    for number in range(first, first + rounds):
        round_cards(deck, seed, np.uint64(number), 14)
        cards = cards_of(deck, 0)
        player, run = whole(longest_suit(cards)), whole(longest_run(cards))
        dealer = whole(longest_suit(cards_of(deck, 7)))
        length, ranks = whole(LENGTH_AT_PLACE[player]), whole(SUIT_AT_PLACE[player])
        if raises != OPTIMAL:
            most = terms.most_raise[length] if player >= most_from else 1
            raised = terms.ante * most if player >= raises else 0
        elif terms.cap < NO_CAP:
            raised = best_capped_raise(terms, cards, player, run)
        else:
            most = terms.most_raise[length]
            raised = terms.ante * best_raise(cards, length, ranks, terms.least_length, terms.least_ranks, most)
        ante, raise_, nets[1], nets[2] = settle(
            terms.ante, raised, terms.least, terms.cap, player, dealer, terms.flush_nets[length], terms.run_nets[run]
        )
        nets[0] = ante + raise_
        nets[3] = nets[0] + nets[1] + nets[2]
        staked[0] = terms.ante + raised
        staked[3] = staked[0] + staked[1] + staked[2]
        add_round(nets, staked, counts, products)
