"""Text on the felt and in the lobby follows the house rules in force, with all payouts."""

import pytest

from seventh.cards import parse_cards
from seventh.games import book_house, wording_of
from seventh.games.layout import table_layout
from seventh.rounds.events import Settled
from seventh.web.game_info import figures_of, game_info
from tests.web.browser.tables import rules

DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")


def spot(game, wager, **changes):
    return next(spot for spot in table_layout(rules(game, **changes))["spots"] if spot["wager"] == wager)


def top(game, wager, **changes):
    return next(told["top"] for told in game_info(rules(game, **changes))["wagers"] if told["key"] == wager)


@pytest.mark.parametrize(
    ("pays", "said"),
    [
        ({"higher": 1, "low_dealer_hand": "1:2"}, "1 to 1; dealer K\u2011J or lower 1 to 2"),
        ({"higher": 1, "low_dealer_hand": 0}, "1 to 1; dealer K\u2011J or lower pushes"),
        ({"higher": 1, "low_dealer_hand": 1}, "1 to 1"),
        ({"higher": "3:2", "low_dealer_hand": "2:3"}, "3 to 2; dealer K\u2011J or lower 2 to 3"),
    ],
)
def test_T7_the_poker_spot_shows_both_payoffs(pays, said):
    assert spot("seven-card-thrill", "poker", pays={"poker": pays})["pays"] == said


def test_T8_the_kings_spot_shows_what_kings_pay():
    assert spot("seven-card-thrill", "pair_of_kings")["pays"] == "1 to 1; pair of kings 1 to 2"
    other = spot("seven-card-thrill", "pair_of_kings", half_pay_kings="holds_kings")
    assert other["pays"] == "1 to 1; with a pair of kings 1 to 2"
    assert other["rows"] == {"better": "other hands better than kings", "kings": "hand with a pair of kings"}
    unpaid = spot("seven-card-thrill", "pair_of_kings", pays={"pair_of_kings": {"better": 1, "kings": 0}})
    assert unpaid["pays"] == "1 to 1; pair of kings loses"


@pytest.mark.parametrize("wager", ["pair_of_kings", "three_of_a_kind", "full_house"])
@pytest.mark.parametrize("primary", ["at_least_one", "exactly_one"])
def test_T2_a_wager_that_better_hands_win_too_says_so(wager, primary):
    assert spot("seven-card-thrill", wager, primary_wagers=primary)["label"].endswith(" or Better")


@pytest.mark.parametrize(
    ("length", "high_card", "said"),
    [
        (3, 9, "three suited cards, nine high,"),
        (3, 12, "three suited cards, queen high,"),
        (4, 14, "four suited cards, ace high,"),
    ],
)
def test_H5_the_qualifier_is_named_on_the_felt_and_in_the_terminal(length, high_card, said):
    house = rules("high-card-flush", dealer_qualifies={"length": length, "high_card": high_card})
    assert table_layout(house)["line"] == f"Dealer qualifies with {said} or better"
    words, line = wording_of(house), Settled(1, "ante", 500, "win", 500, 500, "H6")
    assert words.dealer_note(parse_cards("2c3d4h5s7c8d9h")) == "The dealer does not qualify (H5)."
    assert words.because(line, "", "", "") == f"the dealer does not qualify (needs {said.removesuffix(',')} or better)"


def test_a_table_with_one_payoff_does_not_say_up_to():
    assert spot("high-card-flush", "flush")["pays"] == "up to 200 to 1"
    one = {"seven_cards": 9, "six_cards": 0, "five_cards": 0, "four_cards": 0}
    assert spot("high-card-flush", "flush", pays={"flush": one})["pays"] == "9 to 1"
    none = dict.fromkeys(one, 0)
    assert spot("high-card-flush", "flush", pays={"flush": none})["pays"] == "not paid"


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_every_row_and_every_wager_has_words(game):
    house = book_house(game)
    words, felt = wording_of(house), table_layout(house)
    assert {told["wager"] for told in felt["spots"]} == {wager.key for wager in words.rules.wagers}
    for told in felt["spots"]:
        key = told["wager"]
        assert told["label"][0].isupper() or told["label"][0].isdigit()
        table = words.pay_table(key)
        if table is not None:
            assert set(told["rows"]) == {row for row, _ in table.rows}
            assert not any("_" in said for said in told["rows"].values())


@pytest.mark.parametrize(
    ("game", "wager", "pays", "name"),
    [
        ("seven-card-thrill", "poker", "1 to 1", "beats the dealer"),
        ("seven-card-thrill", "pair_of_kings", "1 to 1", "better than a pair of kings"),
        ("seven-card-thrill", "three_of_a_kind", "4 to 1", "three of a kind or better"),
        ("seven-card-thrill", "full_house", "30 to 1", "full house or better"),
        ("seven-card-thrill", "special", "20,000 to 1", "five aces"),
        ("high-card-flush", "flush", "200 to 1", "seven cards"),
        ("high-card-flush", "ante", "4 antes", "win, raise 3x"),
        ("boston-7-stud", "ante", "202 antes", "win, royal flush"),
        ("boston-7-stud", "three_card_bonus", "35 to 1", "royal (A-K-Q suited)"),
    ],
)
def test_R40_the_top_award_names_everything_that_it_is_paid_for(game, wager, pays, name):
    found = top(game, wager)
    assert (found["pays"], found["name"]) == (pays, name)


def test_R40_the_top_award_follows_the_pay_table():
    kings = {"pair_of_kings": {"better": 1, "kings": 2}}
    assert top("seven-card-thrill", "pair_of_kings", pays=kings)["name"] == "pair of kings"
    equal = {"special": {"five_aces": 500, "royal_flush": 500, "straight_flush": 3}}
    assert top("seven-card-thrill", "special", pays=equal)["name"] == "five aces or royal flush"
    nothing = {"special": {"five_aces": 0, "royal_flush": 0, "straight_flush": 0}}
    assert top("seven-card-thrill", "special", pays=nothing) is None


def test_R40_an_award_that_ends_several_ways_is_named_by_the_hand():
    (alone,) = [told for told in figures_of(book_house("boston-7-stud")) if told["key"] == "ante_only"]
    assert (alone["top"]["pays"], alone["top"]["name"]) == ("200 antes", "royal flush")


def test_the_smallest_chip_suits_the_smallest_wager_not_only_the_first():
    told = table_layout(book_house("high-card-flush"))
    assert (told["least"], told["smallest"], told["most"]) == (500, 100, 10_000)


@pytest.mark.parametrize(
    ("game", "changes", "keys"),
    [
        ("seven-card-thrill", {}, []),
        ("boston-7-stud", {}, [["F", "Fold"], ["B", "Second bet"]]),
        ("boston-7-stud", {"auto_set": False}, None),  # the player sets the hand
        ("high-card-flush", {}, None),
    ],
)
def test_only_what_the_room_does_not_decide_itself_has_keys_and_commands(game, changes, keys):
    house = rules(game, **changes)
    asked, spared = table_layout(house), table_layout(house, spares_decisions=True)
    assert spared["keys"] == (asked["keys"] if keys is None else keys)
    assert ("best" in asked["typed"]) == (game != "high-card-flush")
    assert (spared["typed"] == asked["typed"]) == (keys is None)
    assert ("best" in spared["typed"]) == (keys is None and game != "high-card-flush")
