"""Poker with the joker (T1, T6, T11): an ace, or what completes a straight or a flush, and nothing else."""

from itertools import pairwise

import pytest
from hypothesis import given

from seventh.cards import DECK_52, JOKER, Card, card_set, format_cards
from seventh.hands import joker, poker
from seventh.hands.poker import Category, Wheel
from tests.hands import oracle
from tests.hands.dealing import DECK_53, deals, hands


def show(cards):
    hand = joker.rank(cards)
    return hand.name, format_cards(hand.five), str(hand.joker_is)


@pytest.mark.parametrize(
    ("cards", "name", "five", "stands_for"),
    [
        ("JkQd9h7c5s3d2c", "ace high", "JkQd9h7c5s", "As"),
        ("JkAsTc9h7c5s3d", "pair of aces, ten kicker", "AsJkTc9h7c", "Ah"),
        ("JkKsKd9h5s3d2c", "pair of kings, ace kicker", "KsKdJk9h5s", "As"),
        ("JkKsKd9h9s4d2c", "two pair, kings and nines, ace kicker", "KsKd9s9hJk", "As"),
        ("JkAsKs9h9d4c2c", "two pair, aces and nines, king kicker", "AsJk9h9dKs", "Ah"),
        ("JkAsAhKd9c7s2d", "three of a kind, aces, king kicker", "AsAhJkKd9c", "Ad"),
        ("JkAsAhKdKc7s2d", "full house, aces over kings", "AsAhJkKdKc", "Ad"),
        ("JkAsAhAdKc7s2d", "four of a kind, aces, king kicker", "AsAhAdJkKc", "Ac"),
        ("JkAsAhAdAcKsKd", "five aces", "JkAsAhAdAc", "None"),
    ],
)
def test_T1_the_joker_is_an_ace(cards, name, five, stands_for):
    assert show(cards) == (name, five, stands_for)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("JkKsKhKd9c7s2d", "three of a kind, kings, ace kicker"),  # never a fourth king
        ("JkKsKh9d7c5s2d", "pair of kings, ace kicker"),  # never a third
        ("JkKsKh9d9c4s2d", "two pair, kings and nines, ace kicker"),  # never a full house but with aces
        ("JkKsKhKd9c9s2d", "full house, kings over nines"),  # a natural one stands
        ("JkKsKhKdAc9s2d", "full house, kings over aces"),
        ("JkKsQh9d7c5s2d", "ace high"),  # never a pair of kings
        ("Jk2s2h2d2c3s4d", "four of a kind, twos, ace kicker"),  # no five of a kind but of aces
    ],
)
def test_T1_the_joker_is_nothing_else(cards, name):
    assert joker.rank(cards).name == name


@pytest.mark.parametrize(
    ("cards", "name", "five", "stands_for"),
    [
        ("JkAsKdQhJc2c3d", "straight, ace high", "AsKdQhJcJk", "Ts"),  # at the bottom
        ("JkKdQhJcTs2c3d", "straight, ace high", "JkKdQhJcTs", "As"),  # at the top
        ("JkAsKdJhTc2c3d", "straight, ace high", "AsKdJkJhTc", "Qs"),  # inside
        ("Jk9d8h7c6s2c2d", "straight, ten high", "Jk9d8h7c6s", "Ts"),  # either end: the higher
        ("Jk9d8h6c5s2cKd", "straight, nine high", "9d8hJk6c5s", "7s"),
        ("Jk2d3h4c5s9cKd", "straight, ace to five", "5s4c3h2dJk", "As"),  # above six high
        ("JkAd2h3c5s9cKd", "straight, ace to five", "5sJk3c2hAd", "4s"),
        ("JkAd3h4c5s6cKd", "straight, ace to five", "5s4c3hJkAd", "2s"),  # above seven high
        ("Jk2d3h4c5s6c7d", "straight, ace to five", "5s4c3h2dJk", "As"),
        ("Jk2d3h4c5sQcKd", "straight, ace to five", "5s4c3h2dJk", "As"),
        ("Jk3d4h5c6s7c9d", "straight, nine high", "9dJk7c6s5c", "8s"),
    ],
)
def test_T11_the_joker_fills_the_highest_straight(cards, name, five, stands_for):
    assert show(cards) == (name, five, stands_for)


@pytest.mark.parametrize(
    ("cards", "name", "five", "stands_for"),
    [
        ("JkKsQs9s4s3d2d", "flush, ace high", "JkKsQs9s4s", "As"),
        ("JkAsQs9s4s3d2d", "flush, ace high", "AsJkQs9s4s", "Ks"),
        ("JkAsKs9s4s3d2d", "flush, ace high", "AsKsJk9s4s", "Qs"),
        ("JkAsKsQs4s3d2d", "flush, ace high", "AsKsQsJk4s", "Js"),
        ("JkAsKsQs9s7s2s", "flush, ace high", "AsKsQsJk9s", "Js"),
        ("JkAsKsQsJs9d9c", "royal flush", "AsKsQsJsJk", "Ts"),
        ("JkKsQsJsTs9d9c", "royal flush", "JkKsQsJsTs", "As"),
        ("JkAsKsJsTs9s8s", "royal flush", "AsKsJkJsTs", "Qs"),
        ("Jk9s8s7s6sAdAc", "straight flush, ten high", "Jk9s8s7s6s", "Ts"),
        ("JkKsQs9sTsAdAc", "straight flush, king high", "KsQsJkTs9s", "Js"),
        ("Jk2s3s4s5sKdKc", "straight flush, ace to five", "5s4s3s2sJk", "As"),
        ("JkAs2s4s5s6sKc", "straight flush, ace to five", "5s4sJk2sAs", "3s"),  # above six high
        ("Jk2s3s4s5s6s7s", "straight flush, ace to five", "5s4s3s2sJk", "As"),
    ],
)
def test_T11_in_a_flush_it_is_the_highest_missing_card_of_the_suit(cards, name, five, stands_for):
    assert show(cards) == (name, five, stands_for)


@pytest.mark.parametrize(
    ("cards", "name", "five"),
    [
        ("Jk7s7h7d7cAs2d", "four of a kind, sevens, ace kicker", "7s7h7d7cAs"),
        ("JkAsKsQsJsTs2c", "royal flush", "AsKsQsJsTs"),
        ("JkKsKhKdQcQs2d", "full house, kings over queens", "KsKhKdQsQc"),
        ("AsAhAdAcKs2d3c", "four of a kind, aces, king kicker", "AsAhAdAcKs"),
    ],
)
def test_T5_the_joker_may_stay_out_of_the_five(cards, name, five):
    assert show(cards) == (name, five, "None")


def test_T6_the_order_of_hands():
    from_the_best = [
        "JkAsAhAdAc",
        "JkKsQsJsTs",
        "2s3s4s5sAs",  # second highest of the straight flushes
        "KsQsJsTs9s",
        "6s5s4s3s2s",
        "JkAsAhAdKc",
        "JkAsAhKdKc",
        "JkKsQs9s4s",
        "JkKdQhJcTs",
        "Jk2d3h4c5s",  # second highest of the straights
        "KdQhJcTs9s",
        "6d5h4c3s2s",
        "JkAsAhKd9c",
        "AsAhKdKc9s",
        "JkAsKd9c7s",
        "JkKd9c7s5h",
    ]
    ranked = [joker.rank(cards) for cards in from_the_best]
    assert all(better > worse for better, worse in pairwise(ranked))
    assert {hand.category for hand in ranked} == set(Category)


def test_T6_the_rank_of_the_wheel_is_a_parameter():
    assert joker.rank("Jk2d3h4c5s").name == "straight, ace to five"
    assert joker.rank("Jk2d3h4c5s", Wheel.LOWEST).name == "straight, six high"
    assert joker.rank("AsAhAdAcJk", Wheel.LOWEST).name == "five aces"


@pytest.mark.slow
def test_T11_the_joker_with_any_four_cards_does_the_best_that_T1_allows():
    """All 270,725 of them up to a renaming of suits, the joker tried as each of the 52 cards."""
    pairs = []
    for cards, _ in oracle.hands_up_to_suits(4):
        hand = (*cards, JOKER)
        pairs.append((oracle.with_joker(hand), joker.strength(card_set(hand))))
    assert oracle.same_order(pairs)


@pytest.mark.slow
@pytest.mark.parametrize(("wheel", "height"), [(Wheel.SECOND, 13.5), (Wheel.LOWEST, 5)])
def test_T11_the_joker_among_six_and_seven_cards_does_the_best_that_T1_allows(wheel, height):
    assert oracle.same_order(
        (oracle.with_joker(cards, height), joker.rank(cards, wheel).strength)
        for cards in deals(1_500, sizes=(6, 7), joker=True)
    )


@given(hands(5, 7, DECK_53))
def test_the_five_that_play_are_of_the_hand_and_worth_as_much(cards):
    hand = joker.rank(cards)
    assert len(set(hand.five)) == 5
    assert set(hand.five) <= set(cards)
    assert joker.rank(hand.five) == hand
    assert joker.rank(hand.five).name == hand.name


@given(hands(4, 6))
def test_the_card_that_the_joker_represents_gives_the_same_strength(cards):
    hand = joker.rank((*cards, JOKER))
    if hand.joker_is:
        assert hand.joker_is not in cards
        assert JOKER in hand.five
        assert poker.rank((*cards, hand.joker_is), Wheel.SECOND).strength == hand.strength
    elif hand.category is not Category.FIVE_ACES:
        assert JOKER not in hand.five


@given(hands(5, 7))
def test_without_the_joker_only_the_wheel_differs_from_ordinary_poker(cards):
    assert joker.rank(cards) == poker.rank(cards, Wheel.SECOND)


@given(hands(5, 6))
def test_T1_no_hand_is_worse_for_having_the_joker(cards):
    assert joker.rank((*cards, JOKER)) >= joker.rank(cards)


@pytest.mark.parametrize("ace", [card for card in DECK_52 if card.rank == 14], ids=str)
def test_T11_with_three_aces_the_joker_is_the_fourth_whichever_is_missing(ace):
    others = [card for card in DECK_52 if card.rank == 14 and card is not ace]
    hand = joker.rank([*others, JOKER, Card("9h"), Card("2c")])
    assert hand.category is Category.FOUR_OF_A_KIND
    assert hand.joker_is is ace
