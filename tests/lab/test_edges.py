"""Valid queries, their results, and what is refused."""

import json
from fractions import Fraction

import pytest

from seventh.cards import CardError
from seventh.games import GAMES, parse_house
from seventh.games.advice import advise
from seventh.games.edges import edge, priced_games
from seventh.lab.figures import LabError
from seventh.lab.text import advise as advise_text
from seventh.lab.text import edge as edge_text
from tests.known import known


@pytest.mark.parametrize("game", priced_games())
def test_figures_are_one_json_object_and_follow_from_their_outcomes(game):
    data = json.loads(json.dumps(edge(game).as_data()))
    assert {"game", "house", "method", "seconds", "wagers"} <= data.keys()
    assert tuple(data["wagers"]) == known(GAMES[game].mathematics).wagers
    for figures in data["wagers"].values():
        total = figures["combinations"]
        assert sum(outcome["combinations"] for outcome in figures["outcomes"]) == total
        ev = sum(Fraction(outcome["pays"]) * outcome["combinations"] for outcome in figures["outcomes"]) / total
        assert Fraction(figures["ev"]) == ev
        assert figures["house_edge"] == float(-ev)
        square = sum(Fraction(o["pays"]) ** 2 * o["combinations"] for o in figures["outcomes"]) / total
        assert Fraction(figures["exact"]["variance"]) == square - ev**2
        assert figures["element_of_risk"] == pytest.approx(figures["house_edge"] / figures["average_wagered"])


@pytest.mark.parametrize("game", priced_games())
def test_text_has_every_wager_and_its_exact_value(game):
    report = edge(game)
    text = edge_text.render(report)
    for name, figures in report.wagers.items():
        assert f"\n{name}\n" in text
        assert str(figures.ev) in text


@pytest.mark.parametrize(
    ("game", "wagers", "message"),
    [
        ("poker", {}, "no exact figures for 'poker'"),
        ("seven-card-stud", {}, "no exact figures"),
        ("boston-7-stud", {"flush": 100}, "has no wager 'flush'"),
        ("boston-7-stud", {"main": 0}, "whole number of chips"),
        ("boston-7-stud", {"main": 2.5}, "whole number of chips"),
        ("boston-7-stud", {"main": 10**12}, "whole number of chips"),
        ("boston-7-stud", {"main": 500, "ante_only": 500}, "cannot be combined"),
        ("boston-7-stud", {"ante_only": 500, "three_card_bonus": 100}, "cannot be combined"),
    ],
)
def test_a_bad_question_is_refused_in_one_line(game, wagers, message):
    with pytest.raises(LabError, match=message) as caught:
        edge(game, wagers=wagers)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "cards", "message"),
    [
        ("boston-7-stud", "AsKs", "2 cards given; boston-7-stud needs 3"),
        ("boston-7-stud", "AsKsAs", "As appears twice"),
        ("boston-7-stud", "AsKsJk", "Jk is not in the deck"),
        ("boston-7-stud", "AsKs??", "cannot be ranked"),
        ("high-card-flush", "AsKsQs", "high-card-flush needs 7"),
        ("high-card-flush", "JkKsQsJsTs9s8s", "Jk is not in the deck"),
        ("seven-card-thrill", "AsKsQs", "seven-card-thrill needs 7 or 8"),
        ("seven-card-thrill", "AsKsQsJsTs9s8sXs", "'Xs' is not a card"),
    ],
)
def test_impossible_cards_are_refused_in_one_line(game, cards, message):
    with pytest.raises(CardError, match=message.replace("??", r"\?\?")) as caught:
        advise(game, cards)
    assert "\n" not in str(caught.value)


def test_advice_on_a_game_without_a_dealer_is_refused():
    with pytest.raises(LabError, match="no exact advice"):
        advise("seven-card-stud", "AsKsQs")


def test_advice_reads_as_the_contract_says():
    data = json.loads(json.dumps(advise("high-card-flush", "AsKsQsJs9s2d3c").as_data()))
    assert data["best"] == "raise_2x"
    assert set(data["actions"]) == {"fold", "raise_1x", "raise_2x"}
    assert Fraction(data["actions"]["fold"]["ev"]) == -1
    data = advise("boston-7-stud", "AsKsQs").as_data()
    assert data["best"] == "play"
    assert data["actions"]["fold"]["ev"] == "-2"
    assert data["wagers"]["three_card_bonus"]["ev"] == "35"
    data = advise("seven-card-thrill", "AsAdKcKhJk2d3c").as_data()
    assert data["hand"] == "full house, aces over kings"
    assert data["wagers"]["full_house"]["ev"] == "30"


@pytest.mark.parametrize(
    ("game", "cards"),
    [("boston-7-stud", "2s7d9c"), ("high-card-flush", "2s7d9cTsJsQd3c"), ("seven-card-thrill", "2s7d9cTsJsQdJk")],
)
def test_advice_as_text_has_every_action(game, cards):
    advice = advise(game, cards)
    text = advise_text.render(advice)
    assert advice.hand in text
    assert all(name.replace("_", " ") in text for name in (*advice.actions, *advice.wagers))


def test_amounts_that_no_table_takes_are_noted():
    report = edge("boston-7-stud", wagers={"main": 150, "three_card_bonus": 400})
    assert len(report.notes) == 3
    house = parse_house('primary_wagers = "exactly_one"', "seven-card-thrill")
    assert any("T2" in note for note in edge("seven-card-thrill", house, {"poker": 500, "full_house": 500}).notes)


def test_amounts_are_paid_in_whole_chips():
    house = parse_house(
        'table_unit = 1\nrounding = "down"\nlimits.poker = { minimum = 1, maximum = 10000 }', "seven-card-thrill"
    )
    [low] = [
        o
        for o in edge("seven-card-thrill", house, {"poker": 5}).wagers["poker"].outcomes
        if o.name == "low dealer hand"
    ]
    assert low.pays == Fraction(2, 5)
