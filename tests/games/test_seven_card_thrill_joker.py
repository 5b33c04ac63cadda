"""7 Card Thrill: the joker in every role, as the round settles it (T1, T11)."""

import pytest

from seventh.games.scripted import Table
from tests.games.at_the_table import result

DEALER = "2c3c7h 9d4dTh8h"
ALL = "poker 500, pair_of_kings 500, three_of_a_kind 500, full_house 500, special 100"


def played(cards, dealer=DEALER, wagers=ALL):
    table = Table(f"""
        seven-card-thrill
        seat 1: {wagers} | {cards}
        dealer: {dealer}
    """)
    return table.finish()


def won(table):
    return [line.wager for line in table.round.outcome.settled if line.result == "win"]


def test_T1_52_cards_and_one_joker():
    table = Table("seven-card-thrill\nseat 1: poker 500")
    cards = [card for cards in table.round.places().values() for card in cards]
    assert (len(cards), len(set(cards)), cards.count("Jk")) == (53, 53, 1)


@pytest.mark.parametrize(
    ("cards", "winning"),
    [
        ("JkAsKd 9h7s5c3s", ["poker", "pair_of_kings"]),  # a pair of aces, paid in full
        ("JkAsAd 9h7s5c3s", ["poker", "pair_of_kings", "three_of_a_kind"]),
        ("JkAsAd KhKs5c3s", ["poker", "pair_of_kings", "three_of_a_kind", "full_house"]),
        ("JkAsAd Ah9s5c3s", ["poker", "pair_of_kings", "three_of_a_kind", "full_house"]),
        ("JkKs9h 7s5c4c2d", ["poker"]),  # ace high, and no pair of anything
    ],
)
def test_T1_the_joker_is_an_ace(cards, winning):
    assert won(played(cards)) == winning


def test_T1_five_aces():
    assert played("JkAsAd AhAc5c3s").settled(1, "special").row == "five_aces"


@pytest.mark.parametrize(
    ("cards", "winning"),
    [
        ("JkKsKd 9h7s5c3s", ["poker", "pair_of_kings"]),  # not a third king
        ("JkQsQd 9h7s5c3s", ["poker"]),  # not a third queen
        ("JkKsKd KhQs5c3s", ["poker", "pair_of_kings", "three_of_a_kind"]),  # not a fourth king
        ("JkKsKd QhQs5c3s", ["poker", "pair_of_kings"]),  # two pair stay two pair
    ],
)
def test_T1_the_joker_is_nothing_else(cards, winning):
    assert won(played(cards)) == winning


def test_T1_a_pair_of_kings_with_the_joker_is_a_pair_of_kings():
    assert played("JkKsKd 9h7s5c3s").settled(1, "pair_of_kings").row == "kings"


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("JkKsQd JhTs4c2d", "straight"),  # at the top
        ("Jk9sQd JhTs4c2d", "straight"),
        ("JkKs9c JhTs4c2d", "straight"),  # inside
        ("Jk2s3d 4h5sKcQd", "straight"),  # at the bottom
        ("JkKs9s 4s2s7dQh", "flush"),
    ],
)
def test_T1_the_joker_completes_a_straight_or_a_flush(cards, what):
    table = played(cards)
    assert won(table) == ["poker", "pair_of_kings", "three_of_a_kind"], what


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("JkKsQs JsTs4c2d", "royal_flush"),
        ("AsJkQs JsTs4c2d", "royal_flush"),
        ("Jk9sQs JsTs4c2d", "straight_flush"),
        ("Jk9s8s 6s5s4c2d", "straight_flush"),
        ("Jk2s3s 4s5sKcQd", "straight_flush"),
        ("AsJk3s 4s5sKcQd", "straight_flush"),
    ],
)
def test_T1_the_joker_completes_a_straight_flush_or_a_royal_flush(cards, row):
    assert played(cards, "6c3c7h 9d4dTh8h").settled(1, "special").row == row


def against(cards, dealer):
    return result(played(cards, dealer, "poker 500"), 1, "poker")[0]


@pytest.mark.parametrize(
    ("joker_hand", "other", "outcome"),
    [
        # In a flush it is the highest card of the suit that is missing.
        ("JkKs9s 4s2s7dQh", "AhKh9h 4h2h7cQd", "push"),
        ("JkAs9s 4s2s7dQh", "AhKh9h 4h2h7cQd", "push"),
        ("JkAsKs 4s2s7dJh", "AhKhQh 4h2h7cJd", "push"),
        ("JkAsKs 4s2s7dJc", "AhKhJh 9h8h7cQd", "win"),
        # The straight it fills is the higher one: A-2-3-4-5 is the second-highest.
        ("Jk2s3d 4h5sJcQd", "KsQhJd Th9s2c3c", "win"),
        ("Jk2s3d 4h5sJcQd", "AsKhQs JhTs2c3c", "lose"),
        ("Jk2s3d 4h5sJcQd", "As2h3h 4c5dJhQs", "push"),
        ("Jk6s3d 4h5sJcQd", "7s6h5d 4c3hJhQs", "push"),
        ("JkKsQd JhTs9c2d", "AsKhQs JdTc3c2c", "push"),
        ("Jk2s3s 4s5sJcQd", "KhQhJh Th9h2c3c", "win"),
        # Four aces and the joker are five aces; with three others it is the fourth.
        ("JkAsAd AhAc5c3s", "KsQsJs Ts7s9s8s", "win"),
        ("JkAsAd AhKc5c3s", "KsKdKh 2d7h4c9c", "win"),
        # In a full house it is an ace only: kings and queens with the joker are two pair, with an ace to kick.
        ("JkKsKd QsQd5c3s", "2s2d2h 7c8c9dTd", "lose"),
        ("JkKsKd QsQd5c3s", "KhKcQh Qc9s8s7d", "win"),
        ("JkAsKd KsQd5c3s", "AhAdKc KhJs8s7d", "win"),
        ("JkAsAd KsKd5c3s", "KhKcQh QcQs8s7d", "win"),
    ],
)
def test_T11_the_joker_makes_the_best_hand_it_can(joker_hand, other, outcome):
    assert against(joker_hand, other) == outcome
    reverse = {"win": "lose", "lose": "win", "push": "push"}[outcome]
    assert against(other, joker_hand) == reverse


def test_T11_the_joker_makes_the_dealers_hand_too():
    assert against("AsAd9h 7s5c4c3s", "JkAhKd 8h6s5d2c") == "lose"
