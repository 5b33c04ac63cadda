"""`seventh.rank`, `rank_hands` and `equity`: one hand with its name, a million as numbers, shares of the pot."""

from fractions import Fraction

import numpy as np
import pytest

import seventh
from seventh.cards import CardError, DuplicateCard, card_of


def test_a_hand_has_its_name_by_every_ranking():
    assert seventh.rank("KsKd4h4cAs2d3c").name == "two pair, kings and fours, ace kicker"
    assert seventh.rank("JkAsAhAdAc7s2d").name == "five aces"
    assert seventh.rank("AsKsQs", by="three_cards").name == "royal"
    assert seventh.rank("KsKd", by="showing").name == "pair of kings"
    assert seventh.rank("AsKs9s2d3c", by="longest_suit").name == "three-card flush, ace high"
    assert seventh.rank("AsKs9s2d3c", by="longest_run").name == "two-card straight flush, ace high"
    with pytest.raises(CardError, match="'lowball' is not a ranking; choose from poker, three_cards"):
        seventh.rank("AsKsQsJsTs", by="lowball")  # type: ignore[call-overload]


def test_the_numbers_of_hands_have_the_names_of_the_hands():
    hands = seventh.random_hands(2_000, seed=5)
    for row, number in zip(hands, seventh.rank_hands(hands), strict=True):
        hand = seventh.rank(map(card_of, row))
        assert seventh.hand_name(number) == hand.name
        assert seventh.hand_category(number) is hand.category


def test_the_ends_of_the_numbers():
    names = [seventh.hand_name(number) for number in (0, 7461, 7462)]
    assert names == ["seven high", "royal flush", "five aces"]
    for number in (-1, 7463):
        with pytest.raises(CardError, match=f"{number} is not a hand number; allowed: 0 to 7462"):
            seventh.hand_name(number)


def test_hands_may_be_texts():
    assert seventh.rank_hands(["KsKd4h4cAs2d3c", "QsJs7h4cTs9s8s"]).tolist() == [4774, 7459]
    with pytest.raises(CardError, match="all hands must have the same number of cards"):
        seventh.rank_hands(["KsKd4h4cAs2d3c", "QsJs7h4cTs"])
    with pytest.raises(DuplicateCard):
        seventh.rank_hands(["KsKs4h4cAs2d3c"])


def test_random_hands_are_hands_and_a_seeds_own():
    hands = seventh.random_hands(10_000, 5, seed=2)
    assert hands.shape == (10_000, 5)
    assert all(len(set(row)) == 5 for row in hands[:500].tolist())
    assert np.array_equal(hands, seventh.random_hands(10_000, 5, seed=2))
    assert not np.array_equal(hands, seventh.random_hands(10_000, 5, seed=3))
    assert np.bincount(hands.ravel(), minlength=52).min() > 800


def test_an_equity_is_exact():
    report = seventh.equity("(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d")
    assert report.hands[0].equity == Fraction(97, 120)
    assert repr(report).startswith("<EquityReport exact, 1,560 run-outs: ")
    assert str(report).startswith("hand ")
