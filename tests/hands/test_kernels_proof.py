"""The kernels agree with the readable rankings on every hand.

Every class of hands under renaming of suits is ranked by both. The kernels, being fast, then rank the class with its
suits renamed in all 24 ways, which is every hand; the readable rankings treat suits alike, which test_order.py shows.
The order of a hand's cards cannot matter to a sum.
"""

from functools import cache
from math import comb

import numpy as np
import pytest

from seventh.cards import JOKER
from seventh.hands import flush, joker, poker
from seventh.hands.kernels import longest_runs, longest_suits, rank_hands, suits_and_runs
from seventh.hands.poker import Wheel
from seventh.hands.tables import STRENGTHS, SUIT_AT_PLACE
from tests.hands.dealing import SUIT_ORDERS
from tools.kernel_classes import class_cards, class_sets, suit_classes

pytestmark = pytest.mark.slow

CLASSES = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459, 6: 962_988, 7: 6_009_159}
RENAMINGS = np.array(
    [[*(13 * suit + rank for suit in order for rank in range(13)), 52] for order in SUIT_ORDERS], np.uint8
)

# The slices of a proof are tests of their own, so that all processors can share them.
SLICES = [(5, 0, 1), (6, 0, 1), *((7, part, 8) for part in range(8))]
JOKER_SLICES = [(4, 0, 1), (5, 0, 1), *((6, part, 12) for part in range(12))]


@cache
def all_sets(cards: int):
    return class_sets(suit_classes(cards)[0])


@pytest.mark.parametrize("cards", CLASSES)
def test_the_classes_are_all_hands(cards):
    suits, sizes = suit_classes(cards)
    assert len(suits) == CLASSES[cards]
    assert sizes.sum() == comb(52, cards)
    assert set(np.unique(sizes)) <= {1, 4, 6, 12, 24}
    assert (np.bitwise_count(suits).sum(axis=1) == cards).all()
    assert len(np.unique(class_sets(np.sort(suits, axis=1)))) == CLASSES[cards]


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize(("cards", "part", "parts"), SLICES)
def test_every_hand_of_the_52_card_deck(cards, part, parts, wheel):
    sets = all_sets(cards)[part::parts]
    numbers = ranked_alike_in_all_suits(sets, wheel)
    expected = [poker.strength(held, wheel) for held in sets.tolist()]
    assert np.array_equal(STRENGTHS[numbers], expected)


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize(("cards", "part", "parts"), JOKER_SLICES)
def test_T1_T6_T11_every_hand_with_the_joker(cards, part, parts, wheel):
    sets = all_sets(cards)[part::parts] | np.uint64(JOKER.bit)
    numbers = ranked_alike_in_all_suits(sets, wheel)
    expected = [joker.strength(held, wheel) for held in sets.tolist()]
    assert np.array_equal(STRENGTHS[numbers], expected)


def ranked_alike_in_all_suits(sets, wheel):
    hands = class_cards(sets)
    numbers = rank_hands(hands, wheel)
    for renamed in RENAMINGS:
        assert np.array_equal(rank_hands(renamed[hands], wheel), numbers)
    return numbers


@pytest.mark.parametrize(("cards", "part", "parts"), [*((cards, 0, 1) for cards in range(1, 7)), (7, 0, 2), (7, 1, 2)])
def test_H2_H9_longest_suit_and_run_of_every_hand(cards, part, parts):
    sets = all_sets(cards)[part::parts]
    hands = class_cards(sets)
    places, runs = longest_suits(hands), longest_runs(hands)
    suits = SUIT_AT_PLACE[places].astype(np.int64)
    strengths = np.bitwise_count(suits).astype(np.int64) << 13 | suits
    listed = sets.tolist()
    assert np.array_equal(strengths, [flush.strength(held) for held in listed])
    assert np.array_equal(runs, [flush.longest_run_length(held) for held in listed])
    for renamed in RENAMINGS:
        renamed_places, renamed_runs = suits_and_runs(renamed[hands])
        assert np.array_equal(renamed_places, places)
        assert np.array_equal(renamed_runs, runs)


def test_H2_places_compare_as_strengths_do():
    strengths = np.bitwise_count(SUIT_AT_PLACE).astype(np.int64) << 13 | SUIT_AT_PLACE
    assert (np.diff(strengths) > 0).all()
