"""Cards face up at stud: the highest hand showing (S8) and the lowest up card (S4)."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh.cards import DECK_52, CardError, WrongCount, card_set, format_cards, parse_cards
from seventh.hands import showing
from seventh.hands.showing import Category, low_card_order, lowest_up_card
from tests.hands import oracle


@pytest.mark.parametrize(
    ("cards", "name", "shown"),
    [
        ("6s6d6h6c", "four of a kind, sixes", "6s6h6d6c"),
        ("2s2dAh2c", "three of a kind, twos, ace kicker", "2s2d2cAh"),
        ("2s2d2c", "three of a kind, twos", "2s2d2c"),
        ("4hKs4cKd", "two pair, kings and fours", "KsKd4h4c"),
        ("2sAdKh2c", "pair of twos, ace kicker", "2s2cAdKh"),
        ("AsAd", "pair of aces", "AsAd"),
        ("KsQsJsAs", "ace high", "AsKsQsJs"),  # neither a flush nor a straight
        ("9d", "nine high", "9d"),
    ],
)
def test_S8_names_and_cards(cards, name, shown):
    assert showing.rank(cards).name == name
    assert format_cards(showing.rank(cards).cards_that_play) == shown


def test_S8_every_category_and_every_tie_break_in_order():
    from_the_best = [
        "AsAdAhAc",
        "2s2d2h2c",
        "AsAdAhKc",
        "AsAdAh2c",
        "KsKdKhAc",
        "2s2d2h3c",
        "AsAdKhKc",
        "AsAdQhQc",
        "KsKdQhQc",
        "3s3d2h2c",
        "AsAdKhQc",
        "AsAdKhJc",
        "AsAdQhJc",
        "KsKdAhQc",
        "2s2d4h3c",
        "AsKsQsJs",
        "AsKdQhTc",
        "AsKdJhTc",
        "AsQdJhTc",
        "KsQdJhTc",
        "5s4s3s2s",
    ]
    ranked = [showing.rank(cards) for cards in from_the_best]
    assert all(better > worse for better, worse in pairwise(ranked))
    assert {hand.category for hand in ranked} == set(Category)


@pytest.mark.parametrize(
    ("one", "other"), [("AsKsQsJs", "AdKhQcJd"), ("AsAd2c", "AhAc2s"), ("9s", "9c"), ("KsKd4h4c", "KhKc4s4d")]
)
def test_S8_suits_and_straights_count_for_nothing(one, other):
    assert showing.rank(one) == showing.rank(other)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_S8_all_boards_of_one_length_rank_as_in_the_naive_ranking(count):
    assert oracle.same_order(
        (oracle.showing(cards), showing.strength(card_set(cards))) for cards, _ in oracle.hands_up_to_suits(count)
    )


@pytest.mark.parametrize("cards", ["", "AsKdQhJc9s"])
def test_S8_one_to_four_cards(cards):
    with pytest.raises(WrongCount, match="1 to 4 needed"):
        showing.rank(cards)


def test_S8_no_joker_here():
    with pytest.raises(CardError, match=r"^Jk cannot be ranked here: stud has no joker$"):
        showing.rank("JkAs")


@pytest.mark.parametrize(
    ("up_cards", "lowest"),
    [
        ("3s2dKh", "2d"),
        ("Ac2s", "2s"),  # the ace is high
        ("AsKcQd", "Qd"),
        ("2s2h2d2c", "2c"),  # equal ranks: clubs below diamonds, hearts, spades
        ("2s2h2d", "2d"),
        ("2s2h", "2h"),
        ("2s3c", "2s"),  # rank before suit
    ],
)
def test_S4_the_lowest_up_card_starts(up_cards, lowest):
    for seats in permutations(parse_cards(up_cards)):
        assert str(seats[lowest_up_card(seats)]) == lowest


def test_S4_no_two_cards_are_equally_low():
    by_hand = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [str(card) for card in sorted(DECK_52, key=low_card_order)] == by_hand


@given(st.lists(st.sampled_from(DECK_52), min_size=1, max_size=8, unique=True))
def test_S4_no_up_card_is_below_the_one_that_starts(seats):
    start = seats[lowest_up_card(seats)]
    assert all(start.rank < card.rank or (start.rank == card.rank and start.suit <= card.suit) for card in seats)
