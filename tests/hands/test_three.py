"""Three cards (B6): royal, straight flush, three of a kind, straight, flush, pair; a straight beats a flush."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from seventh.cards import DECK_52, CardError, WrongCount, card_set, format_cards
from seventh.hands import three
from seventh.hands.three import Category
from tests.hands import oracle


@pytest.mark.parametrize(
    ("cards", "name", "shown"),
    [
        ("QsAsKs", "royal", "AsKsQs"),
        ("KsQsJs", "straight flush, king high", "KsQsJs"),
        ("As2s3s", "straight flush, three high", "As3s2s"),
        ("6s6d6h", "three of a kind, sixes", "6s6h6d"),
        ("AsKsQd", "straight, ace high", "AsKsQd"),
        ("Ad2c3h", "straight, three high", "Ad3h2c"),
        ("As9s2s", "flush, ace high", "As9s2s"),
        ("2sAdAh", "pair of aces, two kicker", "AhAd2s"),
        ("2s2dAh", "pair of twos, ace kicker", "2s2dAh"),
        ("KsAd2h", "ace high", "AdKs2h"),
        ("5s3d2h", "five high", "5s3d2h"),
    ],
)
def test_B6_names_and_cards(cards, name, shown):
    assert three.rank(cards).name == name
    assert format_cards(three.rank(cards).cards_that_play) == shown


def test_B6_every_category_and_every_tie_break_in_order():
    from_the_best = [
        "AsKsQs",  # royal
        "KsQsJs",  # straight flush by its top card; A-2-3 is the lowest
        "4s3s2s",
        "As2s3s",
        "AsAdAh",  # three of a kind
        "2s2d2h",
        "AsKdQh",  # straight
        "KsQdJh",
        "4s3d2h",
        "As2d3h",
        "AsKsJs",  # flush, card by card
        "AsKsTs",
        "AsQsJs",
        "KsQsTs",
        "5s3s2s",
        "AsAdKh",  # pair, then the odd card
        "AsAd2h",
        "KsKdAh",
        "2s2d3h",
        "AsKdJh",  # high card, card by card
        "AsKdTh",
        "AsQdJh",
        "KsQdTh",
        "5s3d2h",
    ]
    ranked = [three.rank(cards) for cards in from_the_best]
    assert all(better > worse for better, worse in pairwise(ranked))
    assert {hand.category for hand in ranked} == set(Category)


def test_B6_the_ace_is_never_in_the_middle():
    assert three.rank("KsAd2h").category is Category.HIGH_CARD
    assert three.rank("KsAs2s").category is Category.FLUSH


def test_B6_all_22100_hands_rank_as_in_the_naive_count():
    pairs, counts = [], Counter()
    for cards in combinations(DECK_52, 3):
        strength = three.strength(card_set(cards))
        pairs.append((oracle.three(cards), strength))
        counts[three.ThreeCardHand(0, strength).category] += 1
    assert oracle.same_order(pairs)
    assert [counts[category] for category in sorted(Category, reverse=True)] == [4, 44, 52, 720, 1_096, 3_744, 16_440]


@pytest.mark.parametrize("cards", ["AsKd", "AsKdQh2c", ""])
def test_exactly_three_cards(cards):
    with pytest.raises(WrongCount, match="3 needed"):
        three.rank(cards)


def test_no_joker_here():
    with pytest.raises(CardError, match=r"^Jk cannot be ranked here: the three-card bonus has no joker$"):
        three.rank("JkAsKs")
