"""The pictures of the coaches agree with the exact figures, and a coach that cannot be loaded says so."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from seventh.cards import DECK_52, card_set, parse_cards
from seventh.games import GAMES, GameError, parse_house, rules_of
from seventh.games.advice import advise
from seventh.games.boston_7_stud import coach as boston
from seventh.games.checking import _mathematics
from seventh.games.coaching import coaching
from seventh.games.high_card_flush import coach as high_card
from seventh.games.high_card_flush import exact
from seventh.games.scripted import Table
from seventh.hands import flush
from tests.known import known


@pytest.mark.parametrize("qualifier", ["length = 3\nhigh_card = 9", "length = 4\nhigh_card = 5"])
def test_H4_every_hand_is_in_a_square_that_says_what_its_suit_does(qualifier):
    house = parse_house(f"[dealer_qualifies]\n{qualifier}", "high-card-flush")
    raises, _ = exact.stored_counts()["thresholds"][exact.qualifier_number(house)].tolist()
    rng, signs = Random(5), set()
    for _ in range(300):
        cards = tuple(rng.sample(DECK_52, 7))
        picture = high_card._picture(cards, house)
        row, column = picture.own
        cell = known(picture.cells[row][column])
        strength = flush.strength(card_set(cards))
        assert {"F": strength < raises, "R": strength >= raises, "M": strength >= raises, "?": True}[cell.sign]
        assert cell in [one for one, _ in picture.legend]
        signs.add(cell.sign)
    assert signs >= ({"F", "R"} if raises >> 13 == 3 else {"R", "M"})
    assert len(picture.cells) == len(picture.rows)
    assert {len(cells) for cells in picture.cells} == {len(picture.columns)}


def test_H4_squares_away_from_the_boundary_agree_with_advise():
    """By the rank of the suit alone nearly every decision is right; where it is not, the cost is small."""
    house, rng, wrong = GAMES["high-card-flush"].book, Random(6), Fraction(0)
    for _ in range(200):
        cards = tuple(rng.sample(DECK_52, 7))
        picture = high_card._picture(cards, house)
        sign = known(picture.cells[picture.own[0]][picture.own[1]]).sign
        actions = advise("high-card-flush", cards).actions
        if sign == "F":
            wrong += max(actions.values()) - actions["fold"]
        elif sign in ("R", "M"):
            wrong += max(actions.values()) - max(ev for name, ev in actions.items() if name != "fold")
    assert wrong / 200 < Fraction(1, 200)


@pytest.mark.slow
def test_B7_a_square_has_the_average_of_its_starts():
    house = GAMES["boston-7-stud"].book
    cells, _ = boston._grid(house)
    for cards in ("AsKs2s", "7c4c2h", "8s8d2s"):
        place = boston._place(parse_cards(cards))
        same = [three for three in combinations(DECK_52, 3) if boston._place(three) == place]
        mean = sum((advise("boston-7-stud", three).actions["play"] for three in same), Fraction(0)) / len(same)
        assert cells[place[0]][place[1]] == boston._cell(mean)


def test_B7_the_picture_says_how_many_starts_are_worse():
    house = GAMES["boston-7-stud"].book
    table = Table("boston-7-stud\nseat 1: ante 500, first 500 | AsAhAd\ndealer: 2c3c4d")
    told = known(coaching(house, table.round.view(1)).picture)()
    assert told.own == (0, 0)
    assert "more than 99." in told.words
    worst = Table("boston-7-stud\nseat 1: ante 500, first 500 | 7s3d2h\ndealer: 2c3c4d")
    assert "more than 0.0 percent" in known(coaching(house, worst.round.view(1)).picture)().words


def test_the_tables_own_house_counts():
    """What the house pays changes what playing on is worth."""
    text = "boston-7-stud\nseat 1: ante 500, first 500 | KsKd7h\ndealer: 2c3c4d"
    worth = []
    for settings in ("", "[pays.ante_bonus]\nfull_house = 20"):
        house = parse_house(settings, "boston-7-stud")
        choices = coaching(house, Table(text, house=house).round.view(1)).choices
        assert {choice.name: choice.ev for choice in choices} == advise("boston-7-stud", "KsKd7h", house).actions
        worth.append(choices[-1].ev)
    assert worth[0] < worth[1]


def test_a_coach_that_cannot_be_loaded_is_one_line():
    broken = replace(GAMES["high-card-flush"], coach_module="seventh.nowhere")
    with pytest.raises(GameError, match="the coach of high-card-flush cannot be loaded: ModuleNotFoundError"):
        _ = broken.coach
    [problem] = [found for found in _mathematics(broken, rules_of(broken.book)) if found.where == "coach"]
    assert "cannot be loaded" in problem.what
