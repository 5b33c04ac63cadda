"""High Card Flush: the longest suit (H2) and the longest suited run (H9)."""

from itertools import pairwise

import pytest
from hypothesis import given

from seventh.cards import CardError, WrongCount, card_set, format_cards
from seventh.hands import flush
from seventh.hands.flush import longest_run, longest_suit
from tests.hands import oracle
from tests.hands.dealing import deals, hands


@pytest.mark.parametrize(
    ("cards", "name", "shown"),
    [
        ("AsKsQsJsTs9s8s", "seven-card flush, ace high", "AsKsQsJsTs9s8s"),
        ("7s5s4s3s2s9sAd", "six-card flush, nine high", "9s7s5s4s3s2s"),
        ("7c5c4c3c2cAdKd", "five-card flush, seven high", "7c5c4c3c2c"),
        ("QsTs5s2sKhKd3c", "four-card flush, queen high", "QsTs5s2s"),
        ("AsKsQs5h3h2hAd", "three-card flush, ace high", "AsKsQs"),
        ("9h5h2h8s5s2sKd", "three-card flush, nine high", "9h5h2h"),
        ("AsKsKhQhQdJdTc", "two-card flush, ace high", "AsKs"),
        ("6d", "one-card flush, six high", "6d"),
    ],
)
def test_H2_names_and_the_cards_that_play(cards, name, shown):
    hand = longest_suit(cards)
    assert hand.name == name
    assert format_cards(hand.cards_that_play) == shown
    assert hand.length == len(hand.cards_that_play)


def test_H2_more_cards_beat_fewer_and_equal_lengths_compare_from_the_top():
    from_the_best = [
        "8s7s6s5s4s3s2s",
        "AsKsQsJsTs9s2d",
        "7s6s5s4s3s2sAd",
        "AsKsQsJsTs2d3d",
        "6s5s4s3s2sAdKd",
        "AsKsQsJs2d3d4c",
        "AsKsQsTs2d3d4c",  # by the fourth card
        "AsKsJsTs2d3d4c",  # by the third
        "AsQsJsTs2d3d4c",  # by the second
        "KsQsJsTs2d3d4c",
        "5s4s3s2sAdKdQc",
        "AsKsQs2d3d4c5c",
        "9h3h2h8s7s6sAd",  # two suits of three: the higher one is the hand
        "8s7s6s4h3h2hAd",
    ]
    ranked = [longest_suit(cards) for cards in from_the_best]
    assert all(better > worse for better, worse in pairwise(ranked))


@pytest.mark.parametrize(
    ("one", "other"),
    [("KsQs9s2d3d4c5c", "KhQh9h4d5d6c7c"), ("9h3h2h8s7s6sAd", "9d3d2dKsQsAcTh")],
)
def test_H2_identical_ranks_tie_whatever_the_suit_and_the_rest(one, other):
    assert longest_suit(one) == longest_suit(other)
    assert longest_suit(one).suit != longest_suit(other).suit


def test_H2_straights_do_not_count_and_the_ace_is_high_only():
    assert longest_suit("KsQs2s4d5d9c9h") > longest_suit("QsJsTs4d5d9c9h")
    assert longest_suit("As3s2s4d5d9c9h") > longest_suit("KsQsJs4d5d9c9h")


@pytest.mark.parametrize(
    ("cards", "name", "shown"),
    [
        ("AsKsQsJsTs9s8s", "seven-card straight flush, ace high", "AsKsQsJsTs9s8s"),
        ("As2s3s4s5s6s7s", "seven-card straight flush, ace to seven", "7s6s5s4s3s2sAs"),
        ("8s7s6s5s4s3sAd", "six-card straight flush, eight high", "8s7s6s5s4s3s"),
        ("As2s3s4s5sKd2c", "five-card straight flush, ace to five", "5s4s3s2sAs"),
        ("Th9h8h7h2s3s4s", "four-card straight flush, ten high", "Th9h8h7h"),
        ("As2s3s9h9d9cKd", "three-card straight flush, ace to three", "3s2sAs"),
        ("AsKsQs2h3h4hKd", "three-card straight flush, ace high", "AsKsQs"),
        ("AsKs2s3s9hJd8c", "three-card straight flush, ace to three", "3s2sAs"),
        ("AsKs2sQs9hJd8c", "three-card straight flush, ace high", "AsKsQs"),
        ("QsJsTs9d7d5d3d", "three-card straight flush, queen high", "QsJsTs"),  # not of the longest suit
        ("AsKs9h7h5d3dJc", "two-card straight flush, ace high", "AsKs"),
        ("As2s9h7h5d3dJc", "two-card straight flush, ace to two", "2sAs"),
        ("As9s7h5h3dJdQc", "one-card straight flush, ace high", "As"),
    ],
)
def test_H9_names_and_the_cards_that_play(cards, name, shown):
    run = longest_run(cards)
    assert run.name == name
    assert format_cards(run.cards_that_play) == shown
    assert run.length == len(run.cards_that_play) == flush.longest_run_length(card_set(cards))


def test_H9_the_ace_is_never_in_the_middle():
    assert longest_run("QsKsAs2s3s9d7h").length == 3
    assert longest_run("KsAs2s9d7h5c3c").length == 2


def test_H9_longer_beats_shorter_then_the_higher_top():
    from_the_best = ["8s7s6s5s", "AsKsQs", "KsQsJs", "4s3s2s", "As2s3s", "AsKs", "3s2s", "As2s", "Ks"]
    ranked = [longest_run(cards) for cards in from_the_best]
    assert all(better > worse for better, worse in pairwise(ranked))


@pytest.mark.slow
def test_H2_H9_agree_with_the_naive_count():
    dealt = list(deals(6_000, sizes=(7, 7, 7, 5, 3, 1)))
    assert oracle.same_order((oracle.longest_suit(cards), longest_suit(cards).strength) for cards in dealt)
    assert oracle.same_order((oracle.longest_run(cards), longest_run(cards).strength) for cards in dealt)
    assert all(flush.longest_run_length(card_set(cards)) == oracle.longest_run(cards)[0] for cards in dealt)


@given(hands(1, 7))
def test_the_cards_that_play_are_of_one_suit_of_the_hand_and_worth_as_much(cards):
    for ranking in (longest_suit, longest_run):
        hand = ranking(cards)
        assert set(hand.cards_that_play) <= set(cards)
        assert {card.suit for card in hand.cards_that_play} == {hand.suit}
        assert ranking(hand.cards_that_play) == hand


def test_the_two_rankings_do_not_compare():
    assert longest_suit("AsKs") != longest_run("AsKs")
    with pytest.raises(TypeError):
        _ = longest_suit("AsKs") < longest_run("AsKs")


@pytest.mark.parametrize("ranking", [longest_suit, longest_run])
def test_one_to_seven_cards_and_no_joker(ranking):
    for cards in ("", "AsKsQsJsTs9s8s7s"):
        with pytest.raises(WrongCount, match="1 to 7 needed"):
            ranking(cards)
    with pytest.raises(CardError, match=r"^Jk cannot be ranked here: the joker has no suit$"):
        ranking("JkAsKs")
