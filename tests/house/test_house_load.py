"""Reading a house: any part of the book may be overridden, and every mistake is named at once with its key."""

import warnings
from fractions import Fraction

import pytest

from seventh.games import book_house, load_house, parse_house
from seventh.house import HouseError
from seventh.house.load import HouseWarning

GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")


def problems(text, game="boston-7-stud"):
    with pytest.raises(HouseError) as caught:
        parse_house(text, game)
    for path, message in caught.value.problems:
        assert f"{path} {message}" in str(caught.value)
    return dict(caught.value.problems)


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_house_file_gives_the_books_house(game):
    assert parse_house("", game) == book_house(game) == parse_house(f'game = "{game}"')


def test_any_part_may_be_overridden_and_the_rest_stays():
    house = parse_house("""
        game = "boston-7-stud"
        rounding = "down"
        limits.ante.minimum = 300
        pays.ante_bonus = { flush = "7:2" }
        caps = []
    """)
    book = book_house("boston-7-stud")
    assert (house.rounding, house.limits.ante.minimum, house.caps) == ("down", 300, ())
    assert house.pays.ante_bonus["flush"] == Fraction(7, 2)
    assert house.pays.ante_bonus["straight"] == book.pays.ante_bonus["straight"]
    assert house.limits.ante.maximum == book.limits.ante.maximum
    assert house.deal == book.deal


@pytest.mark.parametrize(("text", "pays"), [('"3:2"', "3/2"), ('"1 to 2"', "1/2"), ("40", "40"), ('"40:1"', "40")])
def test_a_pay_is_a_whole_number_or_a_ratio(text, pays):
    house = parse_house(f"pays.pair_of_kings.better = {text}", "seven-card-thrill")
    assert house.pays.pair_of_kings["better"] == Fraction(pays)


@pytest.mark.parametrize("value", ["1.5", '"much"', '"1:0"', "true", "[1]", '"1:2:3"'])
def test_a_pay_that_is_neither_is_named(value):
    found = problems(f"pays.ante_bonus.flush = {value}")
    assert "a whole number (35 means 35 to 1) or text such as '3:2'" in found["pays.ante_bonus.flush"]


@pytest.mark.parametrize("value", ["-1", '"-1:2"', '"1:-2"'])
def test_a_negative_pay_is_an_error(value):
    assert "must be 0 or more" in problems(f"pays.ante_bonus.flush = {value}")["pays.ante_bonus.flush"]


def test_a_better_hand_that_pays_less_is_a_warning():
    with pytest.warns(
        HouseWarning, match=r"pays.ante_bonus.straight_flush pays 5 to 1, less than four of a kind at 25"
    ):
        house = parse_house("pays.ante_bonus.straight_flush = 5", "boston-7-stud")
    assert house.pays.ante_bonus["straight_flush"] == 5


def test_a_row_that_pays_nothing_below_all_others_is_no_mistake():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        house = parse_house("pays.ante_bonus.three_of_a_kind = 0", "boston-7-stud")
    assert "three_of_a_kind" not in house.pays.ante_bonus
    assert "straight" in house.pays.ante_bonus


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("colour = 1", "colour", "allowed here: game, title, seats"),
        ("limits.second = 1", "limits.second", "allowed here: ante, three_card_bonus"),
        ("limits.ante.most = 1", "limits.ante.most", "allowed here: minimum, maximum"),
        ("pays.ante_bonus.two_pair = 1", "pays.ante_bonus.two_pair", "its rows are royal_flush, straight_flush"),
        ("caps = [{ante_up_to = 1000, pays_at_most = 1, x = 2}]", "caps[0].x", "ante_up_to, pays_at_most"),
    ],
)
def test_an_unknown_key_is_named_with_its_path_and_what_is_allowed(text, path, allowed):
    assert allowed in problems(text)[path]


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ('seats = "six"', "seats", "a whole number from 1 to 6"),
        ("seats = 7", "seats", "a whole number from 1 to 6"),
        ("seats = 0", "seats", "a whole number from 1 to 6"),
        ("seats = true", "seats", "a whole number from 1 to 6"),
        ("table_unit = 0", "table_unit", "a whole number, 1 or more"),
        ("title = 3", "title", "text in quotes"),
        ("auto_set = 1", "auto_set", "true or false"),
        ('deal = "pile"', "deal", "'stack', 'one_at_a_time'"),
        ("deal = true", "deal", "'stack', 'one_at_a_time'"),
        ('rounding = "even"', "rounding", "'up', 'down'"),
        ("notices = 3", "notices", "a list"),
        ("notices = [3]", "notices[0]", "text in quotes"),
        ("limits = 3", "limits", "a table with ante, three_card_bonus"),
        ("limits.ante = 3", "limits.ante", "a table with minimum, maximum"),
        ("limits.ante.minimum = 2.0", "limits.ante.minimum", "a whole number, 0 or more"),
        ("pays.ante_bonus = 3", "pays.ante_bonus", "a table with the rows royal_flush"),
        ("caps = 3", "caps", "a list"),
        ("caps = [3]", "caps[0]", "a table with ante_up_to, pays_at_most"),
        ("caps = [{ante_up_to = 1000}]", "caps[0].pays_at_most", "is missing"),
    ],
)
def test_a_wrong_value_is_named_with_its_path_and_what_is_allowed(text, path, allowed):
    assert allowed in problems(text)[path]


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        ("limits.ante.maximum = 100", "limits.ante.maximum", "below the minimum of 200"),
        ("limits.ante.minimum = 0", "limits.ante.minimum", "at least one table unit"),
        ("limits.ante.minimum = 250", "limits.ante.minimum", "not a whole number of table units of 100"),
        ("limits.ante.maximum = 950", "limits.ante.maximum", "not a whole number of table units of 100"),
        ("limits.three_card_bonus = {minimum = 2000, maximum = 3000}", "limits.three_card_bonus.minimum", "above"),
        ("limits.ante.maximum = 2000", "caps[1].ante_up_to", "below the largest ante of 2000"),
        (
            "caps = [{ante_up_to = 1000, pays_at_most = 1}, {ante_up_to = 1000, pays_at_most = 2}]",
            "caps[1].ante_up_to",
            "not above the tier before it",
        ),
    ],
)
def test_limits_that_cannot_be_met_are_an_error(text, path, why):
    assert why in problems(text)[path]


@pytest.mark.parametrize("text", ["dealer_qualifies = {length = 5, high_card = 5}", "dealer_qualifies.high_card = 3"])
def test_a_qualifier_below_every_hand_is_an_error(text):
    assert "suited cards have at least a" in problems(text, "high-card-flush")["dealer_qualifies.high_card"]


def test_all_mistakes_are_named_at_once():
    found = problems("""
        colour = 1
        seats = "six"
        deal = "pile"
        caps = [{ante_up_to = 5}]
        [limits]
        ante = { minimum = 500, maximum = 300 }
        second = 3
        [pays.three_card_bonus]
        pair = "little"
        [pays.ante_bonus]
        flush = -3
    """)
    assert set(found) == {
        "colour",
        "seats",
        "deal",
        "limits.second",
        "pays.three_card_bonus.pair",
        "pays.ante_bonus.flush",
        "caps[0].pays_at_most",
        "limits.ante.maximum",
        "caps[0].ante_up_to",
    }


def test_a_value_that_cannot_be_read_hides_no_other_mistake_and_makes_none_up():
    found = problems('table_unit = "x"\nlimits.ante = {minimum = 500, maximum = 300}')
    assert set(found) == {"table_unit", "limits.ante.maximum"}
    assert set(problems("limits = 4\ncaps = [3]")) == {"limits", "caps[0]"}
    assert set(problems('limits.ante.maximum = "x"')) == {"limits.ante.maximum"}
    assert set(problems("dealer_qualifies = 1\ndeal = 1", "high-card-flush")) == {"dealer_qualifies", "deal"}


@pytest.mark.parametrize(
    ("text", "game", "why"),
    [
        ("", None, "game is missing"),
        ('game = "bridge"', None, "game is 'bridge'; allowed: "),
        ("game = [3]", None, "game is [3]; allowed: "),
        ("game = {}", "boston-7-stud", "game is {}; allowed: "),
        ('game = "boston-7-stud"', "high-card-flush", "these are rules for boston-7-stud, not for high-card-flush"),
        ("deal = ", "boston-7-stud", "not valid TOML"),
    ],
)
def test_a_house_must_say_its_game_in_toml(text, game, why):
    with pytest.raises(HouseError) as caught:
        parse_house(text, game)
    assert why in str(caught.value)


def test_a_house_is_read_from_its_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\naggregate_cap = 0\n')
    assert load_house(file).aggregate_cap == 0
    assert load_house(str(file), "high-card-flush").game == "high-card-flush"


def test_mistakes_in_a_file_carry_its_name(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\nx = 0\n')
    with pytest.raises(HouseError, match=r"house\.toml: x is not a setting"):
        load_house(file)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(HouseError, match="cannot be read: No such file"):
        load_house(tmp_path / "none.toml")
    with pytest.raises(HouseError, match="cannot be read: Is a directory"):
        load_house(tmp_path)
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(HouseError, match="cannot be read: not a text file"):
        load_house(tmp_path / "noise.toml")
