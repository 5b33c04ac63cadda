"""The number of hands of each kind, enumerated, against published figures and a second method."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from seventh.cards import DECK_52, DECK_53, JOKER, UNKNOWN, CardError, DuplicateCard, WrongCount, parse_cards
from seventh.hands import flush, joker, poker
from seventh.hands.kernels import rank_hands
from seventh.hands.poker import Category, Wheel
from seventh.hands.tables import CATEGORY_STARTS, RUN_LENGTHS, numbers_of
from tools.kernel_classes import class_cards, class_sets, suit_classes
from tools.kernel_counts import by_category, by_length, count_ranks, count_suits

pytestmark = pytest.mark.slow

# Five and seven cards of 52, as published; five and seven of 53, which are ours, and which test_kernels_proof.py proves
# by the readable ranking. The rank of the wheel moves no hand to another category.
COUNTS = (
    (Category.FIVE_ACES, 0, 0, 1, 1_128),
    (Category.ROYAL_FLUSH, 4, 4_324, 24, 26_132),
    (Category.STRAIGHT_FLUSH, 36, 37_260, 180, 184_832),
    (Category.FOUR_OF_A_KIND, 624, 224_848, 828, 307_472),
    (Category.FULL_HOUSE, 3_744, 3_473_184, 4_368, 4_188_528),
    (Category.FLUSH, 5_108, 4_047_644, 7_804, 6_172_088),
    (Category.STRAIGHT, 10_200, 6_180_020, 20_532, 11_236_028),
    (Category.THREE_OF_A_KIND, 54_912, 6_461_620, 63_360, 7_470_676),
    (Category.TWO_PAIR, 123_552, 31_433_400, 138_600, 35_553_816),
    (Category.PAIR, 1_098_240, 58_627_800, 1_215_024, 64_221_960),
    (Category.HIGH_CARD, 1_302_540, 23_294_460, 1_418_964, 24_780_420),
)
CASES = ((DECK_52, 5), (DECK_52, 7), (DECK_53, 5), (DECK_53, 7))


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("column", range(4))
def test_hands_of_each_category(column, wheel):
    deck, size = CASES[column]
    counts = count_ranks(deck, size, wheel=wheel)
    assert by_category(counts) == {row[0]: row[1 + column] for row in COUNTS}
    assert counts.sum() == comb(len(deck), size)


@pytest.mark.parametrize(("size", "different"), [(5, 7_462), (6, 6_075), (7, 4_824)])
def test_hands_of_different_strength(size, different):
    assert np.count_nonzero(count_ranks(DECK_52, size)) == different
    assert np.count_nonzero(count_ranks(DECK_53, size, wheel=Wheel.SECOND)) == different + 1


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_dealing_and_weighing_classes_count_the_same(size, wheel):
    by_class = weighed(size, wheel)
    assert np.array_equal(count_ranks(DECK_52, size, wheel=wheel, threads=2), by_class)
    by_class += weighed(size - 1, wheel, joker_too=True)
    assert np.array_equal(count_ranks(DECK_53, size, wheel=wheel, threads=2), by_class)


def weighed(cards, wheel, joker_too=False):
    """Classes, ranked by the kernel that test_kernels_proof.py holds to the readable ranking, times their sizes."""
    suits, sizes = suit_classes(cards)
    counts = np.zeros(7463, np.int64)
    for start in range(0, len(sizes), 1 << 20):
        sets = class_sets(suits[start : start + (1 << 20)]) | np.uint64(JOKER.bit if joker_too else 0)
        np.add.at(counts, rank_hands(class_cards(sets), wheel), sizes[start : start + (1 << 20)])
    return counts


def test_T6_moving_the_wheel_changes_straights_only():
    """Moving the wheel up makes wheels of hands that have a higher straight too, and changes no other hand."""
    lowest, second = (count_ranks(DECK_52, 7, wheel=wheel) for wheel in Wheel)
    straights = slice(CATEGORY_STARTS[Category.STRAIGHT], CATEGORY_STARTS[Category.STRAIGHT] + 10)
    straight_flushes = slice(CATEGORY_STARTS[Category.STRAIGHT_FLUSH], CATEGORY_STARTS[Category.STRAIGHT_FLUSH] + 10)
    changed = np.flatnonzero(lowest != second)
    assert set(changed) <= {*range(7463)[straights], *range(7463)[straight_flushes]}
    # Place 0 was the wheel, place 1 six high; now place 0 is six high and place 8 the wheel.
    assert second[straights][8] > lowest[straights][0]
    assert (second[straights][:2] < lowest[straights][1:3]).all()
    assert second[straights].sum() == lowest[straights].sum()


def test_cards_held_and_cards_gone():
    held, gone = parse_cards("AsAhKd"), parse_cards("AdAcKsKhKc")
    deck = [card for card in DECK_53 if card not in held + gone]
    counts = by_category(count_ranks(deck, held=held, wheel=Wheel.SECOND))
    assert sum(counts.values()) == comb(45, 4)
    assert counts[Category.FIVE_ACES] == 0
    assert counts[Category.ROYAL_FLUSH] == 3  # Q-J-T and the joker: king of hearts or spades, or ace of diamonds
    small = DECK_53[40:]
    expected = np.zeros(7463, np.int64)
    np.add.at(expected, numbers_of([joker.strength(hand) for hand in subsets(small, 6)]), 1)
    assert np.array_equal(count_ranks(small, 6, wheel=Wheel.SECOND), expected)
    expected[:] = 0
    base = sum(card.bit for card in held)
    np.add.at(expected, numbers_of([poker.strength(base | hand) for hand in subsets(DECK_52[:12], 4)]), 1)
    assert np.array_equal(count_ranks(DECK_52[:12], 7, held=held), expected)


def subsets(cards, size):
    return [sum(card.bit for card in some) for some in combinations(cards, size)]


def test_refusals():
    with pytest.raises(DuplicateCard):
        count_ranks(DECK_52, held=DECK_52[:1])
    with pytest.raises(WrongCount):
        count_ranks(DECK_52, 8)
    with pytest.raises(WrongCount):
        count_ranks(DECK_52[4:], 7, held=DECK_52[:4])
    with pytest.raises(CardError):
        count_ranks([*DECK_52, UNKNOWN])
    with pytest.raises(CardError):
        count_suits(DECK_53)


def product_of_suits(allowed):
    """The number of seven-card hands whose every suit is one of the sets of ranks allowed: convolve the four suits."""
    of_size = [sum(mask.bit_count() == size for mask in allowed) for size in range(8)]
    total = [1]
    for _ in range(4):
        total = np.convolve(total, of_size)[:8].tolist()
    return total[7]


def test_H2_H9_seven_card_hands_by_length():
    places, runs = count_suits(DECK_52, threads=2)
    by_suit = [product_of_suits([mask for mask in range(8192) if mask.bit_count() <= most]) for most in range(8)]
    by_run = [product_of_suits([mask for mask in range(8192) if RUN_LENGTHS[mask] <= most]) for most in range(8)]
    assert by_length(places)[:8] == np.diff(by_suit, prepend=0).tolist()
    assert runs[:8].tolist() == np.diff(by_run, prepend=0).tolist()
    assert by_length(places)[2:8] == [24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864]
    assert runs[1:8].tolist() == [52_438_672, 71_985_176, 8_642_932, 676_196, 39_960, 1_592, 32]
    assert places.sum() == runs.sum() == comb(52, 7)


def test_H9_run_lengths_of_a_suit():
    assert [flush.longest_run_length(mask) for mask in range(8192)][:-1] == RUN_LENGTHS.tolist()[:-1]
