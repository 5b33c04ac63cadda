"""Standard poker (B1): the best five of five to seven cards."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given

from seventh.cards import Card, CardError, card_set, format_cards
from seventh.hands import poker
from seventh.hands.poker import Category, Wheel
from tests.hands import oracle
from tests.hands.dealing import deals, hands

ONE_OF_EACH = [
    ("AsKsQsJsTs2c3d", "royal flush", "AsKsQsJsTs"),
    ("9h8h7h6h5hAhKh", "straight flush, nine high", "9h8h7h6h5h"),
    ("Ad2d3d4d5dKsKc", "straight flush, five high", "5d4d3d2dAd"),
    ("7s7d7h7cAs2c2d", "four of a kind, sevens, ace kicker", "7s7h7d7cAs"),
    ("6s6d6h2c2dAsKs", "full house, sixes over twos", "6s6h6d2d2c"),
    ("6s6d6h2c2d2s9c", "full house, sixes over twos", "6s6h6d2s2d"),
    ("6s6d6hKcKdAcAd", "full house, sixes over aces", "6s6h6dAdAc"),
    ("AcJc9c4c2cAdAh", "flush, ace high", "AcJc9c4c2c"),
    ("QcJc9c8c4c3c2c", "flush, queen high", "QcJc9c8c4c"),
    ("AsKdQhJcTs2c3d", "straight, ace high", "AsKdQhJcTs"),
    ("As2d3h4c5sKcKd", "straight, five high", "5s4c3h2dAs"),
    ("As2d3h4c5s6h9d", "straight, six high", "6h5s4c3h2d"),
    ("8s8d8hKcQd2s3c", "three of a kind, eights, king kicker", "8s8h8dKcQd"),
    ("KsKd4h4cAs2d3c", "two pair, kings and fours, ace kicker", "KsKd4h4cAs"),
    ("KsKd4h4c3s3dQc", "two pair, kings and fours, queen kicker", "KsKd4h4cQc"),
    ("JsJdAh9c4s3d2c", "pair of jacks, ace kicker", "JsJdAh9c4s"),
    ("AsQd9h7c5s3d2c", "ace high", "AsQd9h7c5s"),
    ("7s5d4h3c2s", "seven high", "7s5d4h3c2s"),
]

FROM_THE_BEST = [
    "AsKsQsJsTs",  # royal flush
    "KhQhJhTh9h",  # straight flush by its top card
    "6c5c4c3c2c",
    "5d4d3d2dAd",  # A-2-3-4-5 is the lowest
    "AsAhAdAcKs",  # four of a kind by the four, then the odd card
    "AsAhAdAc2s",
    "KsKhKdKcAs",
    "AsAhAdKsKh",  # full house by the three, then the pair
    "AsAhAd2s2h",
    "KsKhKdAsAh",
    "AsKsQsJs9s",  # flush card by card, to the fifth
    "AsKsQsJs8s",
    "AsKsQsTs9s",
    "AsKsJsTs9s",
    "AsQsJsTs9s",
    "KsQsJsTs8s",
    "AsKsQsJdTc",  # straight by its top card
    "KsQsJsTd9c",
    "6s5s4s3d2c",
    "5s4s3s2dAc",
    "AsAhAdKsQc",  # three of a kind by the three, then both odd cards
    "AsAhAdKsJc",
    "AsAhAdQsJc",
    "KsKhKdAsQc",
    "AsAhKdKcQs",  # two pair by the higher, the lower, the odd card
    "AsAhKdKcJs",
    "AsAhQdQcKs",
    "KsKhQdQcAs",
    "AsAhKdQcJs",  # a pair, then three odd cards
    "AsAhKdQcTs",
    "AsAhKdJcTs",
    "AsAhQdJcTs",
    "KsKhAdQcJs",
    "AsKhQdJc9s",  # high card, card by card
    "AsKhQdJc8s",
    "AsKhQdTc9s",
    "AsKhJdTc9s",
    "AsQhJdTc9s",
    "KsQhJdTc8s",
    "7s5h4d3c2s",
]


@pytest.mark.parametrize(("cards", "name", "five"), ONE_OF_EACH)
def test_B1_names_and_the_five_cards_that_play(cards, name, five):
    hand = poker.rank(cards)
    assert hand.name == name
    assert format_cards(hand.five) == five


def test_B1_every_category_and_every_tie_break_in_order():
    ranked = [poker.rank(cards) for cards in FROM_THE_BEST]
    for better, worse in pairwise(ranked):
        assert better > worse
    assert {hand.category for hand in ranked} == set(Category) - {Category.FIVE_ACES}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AsKsQsJsTs", "AhKhQhJhTh"),
        ("AsKdQh9c7s3d2c", "AhKcQs9d7h4d2s"),  # the sixth and seventh cards never count
        ("AsAdKhKcQs2d2c", "AhAcKsKdQh3d3c"),  # nor does a third pair
        ("9s9d9h9cAs2d3c", "9s9d9h9cAhKdKc"),
    ],
)
def test_B1_equal_five_cards_tie(one, other):
    assert poker.rank(one) == poker.rank(other)
    assert hash(poker.rank(one)) == hash(poker.rank(other))
    assert not poker.rank(one) < poker.rank(other)


@pytest.mark.slow
def test_B1_all_five_card_hands_rank_as_in_the_naive_count():
    """All 2,598,960 of them, up to a renaming of suits, against the oracle, and the well-known counts."""
    pairs, counts = [], Counter()
    for cards, orders in oracle.hands_up_to_suits(5):
        strength = poker.strength(card_set(cards))
        pairs.append((oracle.five(cards), strength))
        counts[poker.PokerHand(0, strength).category] += orders
    assert oracle.same_order(pairs)
    assert tuple(sorted({strength for _, strength in pairs})) == poker.classes()
    assert len(poker.classes()) == 7462
    assert [counts[category] for category in sorted(counts, reverse=True)] == [
        4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540,
    ]  # fmt: skip


@pytest.mark.parametrize("wheel", Wheel)
def test_there_are_7462_ascending_classes_wherever_the_wheel_ranks(wheel):
    found = poker.classes(wheel)
    assert len(found) == 7462
    assert all(a < b for a, b in pairwise(found))


@pytest.mark.parametrize("wheel", Wheel)
def test_B1_the_best_five_of_seven_are_the_best_of_all_21_choices(wheel):
    height = 5 if wheel is Wheel.LOWEST else 13.5
    assert oracle.same_order((oracle.poker(cards, height), poker.rank(cards, wheel).strength) for cards in deals(6_000))


@given(hands(5, 7))
def test_the_five_that_play_are_of_the_hand_and_worth_as_much(cards):
    hand = poker.rank(cards)
    assert len(set(hand.five)) == 5
    assert set(hand.five) <= set(cards)
    assert poker.rank(hand.five) == hand
    assert poker.rank(hand.five).name == hand.name
    assert poker.rank(hand.five).five == hand.five


@pytest.mark.parametrize("cards", ["AsAhAdAcKs", "KsKd4h4cAs", "JsJdAh9c4s", "8s8d8hKcQd"])
def test_what_makes_the_hand_and_what_only_breaks_ties(cards):
    hand = poker.rank(cards)
    assert [*hand.made_of, *hand.kickers] == list(dict.fromkeys(card.rank for card in hand.five))


def test_the_wheel_may_be_the_second_straight():
    wheel, broadway, king_high = "As2c3d4h5s", "AsKdQhJcTs", "KdQhJcTs9s"
    assert poker.rank(broadway) > poker.rank(king_high) > poker.rank(wheel)
    second = {cards: poker.rank(cards, Wheel.SECOND) for cards in (wheel, broadway, king_high)}
    assert second[broadway] > second[wheel] > second[king_high]
    assert poker.rank("As2c3d4h5s6d7c", Wheel.SECOND).name == "straight, ace to five"


def test_hands_ranked_by_different_rules_do_not_compare():
    one, other = poker.rank("AsKdQhJcTs"), poker.rank("AsKdQhJcTs", Wheel.SECOND)
    assert one != other
    with pytest.raises(TypeError):
        _ = one < other
    assert one != "AsKdQhJcTs"


def test_the_joker_is_refused_where_there_is_none():
    with pytest.raises(CardError, match=r"^Jk cannot be ranked here: the joker belongs to the 53-card deck$"):
        poker.rank("JkAsKdQh2c")


def test_a_hand_shows_its_cards_and_its_name():
    assert repr(poker.rank("2cKsAdKh3s")) == "<PokerHand AdKsKh3s2c: pair of kings, ace kicker>"
    assert Card("Ad") in poker.rank("2cKsAdKh3s").five
