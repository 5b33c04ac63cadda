"""Counts against brute force over reduced decks, and the compiled ranking against the readable one."""

import random

import pytest

from seventh.cards import card_set
from seventh.games import build
from seventh.games.high_card_flush import dealer_hands as flush_hand
from seventh.hands import joker, poker
from seventh.hands.poker import Wheel
from seventh.lab.strengths import joker_strength, natural_strength
from seventh.lab.suits import number_of_sets
from tools import verify_counts as verify


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "second_ace"), [(verify.REDUCED[0], True), (verify.REDUCED[2], False)])
def test_a_reduced_deck_to_the_last_deal(deck, second_ace):
    assert verify.check_reduced(deck, Wheel.SECOND, second_ace) == deck.hands() * deck.others()


@pytest.mark.parametrize(("length", "high"), [(3, 9), (5, 11)])
def test_high_card_flush_on_a_reduced_deck_to_the_last_deal(length, high):
    deck = verify.REDUCED[2]
    assert verify.check_reduced_flush(deck, length, high) == deck.hands() * deck.others()


def test_a_hand_whose_published_worth_is_another_dealt_against_every_hand_of_the_dealer():
    cards = card_set("Th8h6hJsAdQdJc")
    assert verify.dealt_flush(cards, 3 << 13 | 1 << 7 | 3) == flush_hand.dealer_hands(cards, 3, 9)


@pytest.mark.parametrize("wheel", list(Wheel))
def test_compiled_strengths_are_the_readable_ones(wheel):
    source = random.Random(1)
    for number in range(4000):
        deck = [card for card in range(52) if number % 3 or card // 13 < 2 or card % 13 == 12]
        cards = sum(1 << card for card in source.sample(deck, 6 + number % 2))
        clubs, diamonds, hearts, spades = [cards >> 13 * suit & 8191 for suit in range(4)]
        if number % 2:
            assert natural_strength(clubs, diamonds, hearts, spades, wheel is Wheel.SECOND) == poker.strength(
                cards, wheel
            )
        else:
            for second_ace in (False, True):
                known = joker.strength(cards | 1 << 52, wheel, second_ace)
                assert joker_strength(clubs, diamonds, hearts, spades, wheel is Wheel.SECOND, second_ace) == known


def test_a_rebuild_names_what_differs():
    from seventh.lab import stored

    known = stored.load("seventh.games.boston_7_stud")
    assert build.differences(known, known) == []
    changed = {"starts": known["starts"].copy()}
    changed["starts"][0, 0, 0] += 1
    assert build.differences(known, changed) == ["starts"]
    assert build.differences(known, {}) == ["starts"]
    assert len(known["starts"]) == number_of_sets(3)
