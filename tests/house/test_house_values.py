"""House values: money, rounding, pay tables, and a hash that identifies the exact rules."""

import json
from dataclasses import FrozenInstanceError
from fractions import Fraction
from types import SimpleNamespace

import pytest

from seventh.games import book_house, new_round, parse_house, recorded_house, rules_of
from seventh.games.scripted import Table
from seventh.house.values import PayTable, of_wager, scale
from seventh.rounds.actions import Action, PlaceWagers
from seventh.rounds.legal import Refused
from tests.known import known

GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")

BOOK_HASHES = {
    "boston-7-stud": "52e957e815f6872fd6f33dad631ef75cff492c871a276b8d5f03ea8e45b40fe4",
    "seven-card-thrill": "1815d87e1b2331426e1eb76774a54e538deeba97d3cf00887126d391e23030f8",
    "high-card-flush": "97e3e1a9511fc39b2941421b052dbdaac5704f368ae50d21edd0b84b49d3277d",
}
FIRST_HASHES = {
    "boston-7-stud": "792723ba706905ea2b0378289e71e931a60c5321c9563aa8fb78cc7dfc714bee",
    "seven-card-thrill": "89f5aff841c9fef09dadfbaf407b1353504a4eea06037729df2b78543c0cdbfc",
    "high-card-flush": "44a99186286688f9a2037f3ea65c01e5c9269e542c347a0184bf2529285f0bf5",
}
"""The hash of the book before any setting was added."""


@pytest.mark.parametrize("game", GAMES)
def test_the_hash_of_the_book_is_the_same_on_every_machine_and_in_every_release(game):
    assert book_house(game).hash == BOOK_HASHES[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_book_without_the_settings_that_were_added_later_keeps_its_hash(game):
    book = book_house(game)
    earlier = {key: value for key, value in book.as_data().items() if key not in book.before()}
    assert recorded_house(earlier, game, "an earlier book").hash == FIRST_HASHES[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_hash_is_that_of_equal_houses(game):
    assert parse_house("seats = 6", game).hash == book_house(game).hash


def leaves(data, path=()):
    """Every single value of a house as data, with the keys that lead to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*path, place))
    else:
        yield path, data


def as_toml(data):
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key} = {as_toml(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(as_toml, data)) + "]"
    return json.dumps(data)


OTHER_CHOICE = {
    "always_completed": "until_racked",
    "on_claim": "automatic",
    "best_of_seven": "as_set",
    "versus_dealer": "bonus_table",
    "after_count": "before_count",
    "returned": "void",
    "exposure_and_shuffler": "every_void",
    "play_on": "void",
    "void": "play_on",
    "round": "player",
    "at_least_one": "exactly_one",
    "pair_only": "holds_kings",
    "last": "first",
    "highest_missing": "ace",
    "second": "lowest",
    "up": "down",
    "1:2": "1:3",
}


@pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")
@pytest.mark.parametrize("game", GAMES)
def test_the_hash_changes_with_any_value(game):
    book = book_house(game)
    hashes = {book.hash}
    changed = [path for path, _ in leaves(book.as_data()) if path != ("game",)]
    for path in changed:
        data = book.as_data()
        *keys, last = path
        inner = data
        for key in keys:
            inner = inner[key]
        inner[last] = other(inner[last], path)
        text = "\n".join(f"{key} = {as_toml(value)}" for key, value in data.items())
        hashes.add(parse_house(text).hash)
    assert len(hashes) == len(changed) + 1


def other(value, path):
    """Another value that a house may have there."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + {"seats": -1, "table_unit": -50, "minimum": 100, "maximum": -100}.get(path[-1], 1)
    if value == "stack":
        return "one_at_a_time" if path == ("deal",) else "as_first_three"
    return OTHER_CHOICE.get(value, f"{value}!")


@pytest.mark.parametrize("game", GAMES)
def test_a_house_as_data_reads_back(game):
    house = book_house(game)
    text = "\n".join(f"{key} = {as_toml(value)}" for key, value in house.as_data().items())
    assert parse_house(text) == house


def test_a_house_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        book_house("boston-7-stud").seats = 3


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0"), (5, "$0.05"), (100, "$1"), (1250, "$12.50"), (2_500_000, "$25,000"), (-150, "-$1.50")],
)
def test_money_as_people_write_it(amount, text):
    assert book_house("boston-7-stud").money(amount) == text


@pytest.mark.parametrize(
    ("wager", "pays", "up", "down"),
    [
        (5, (1, 2), 3, 2),
        (4, (1, 2), 2, 2),
        (7, (3, 2), 11, 10),
        (1, (1, 3), 1, 0),
        (10, (2, 3), 7, 6),
        (5, (0, 1), 0, 0),
    ],
)
def test_payoffs_are_whole_chips_rounded_as_the_house_says(wager, pays, up, down):
    numerator, denominator = pays
    assert scale(wager, numerator, denominator, "up") == up
    assert scale(wager, numerator, denominator, "down") == down


def test_a_pay_table_knows_its_rows():
    table = PayTable((("flush", Fraction(3)), ("pair", Fraction(1, 2)), ("high_card", Fraction(0))))
    assert list(table) == ["flush", "pair"]
    assert "pair" in table
    assert "high_card" not in table
    assert table["pair"] == Fraction(1, 2)
    assert [table.payoff(row, 5, "up") for row in ("flush", "pair", "high_card")] == [15, 3, 0]
    for ask in (lambda: table["royal"], lambda: table.payoff("royal", 5, "up")):
        with pytest.raises(
            KeyError, match="'royal' is not a row of this pay table; its rows are flush, pair, high_card"
        ):
            ask()


def test_a_wager_named_like_a_python_keyword_has_an_underscore():
    group = SimpleNamespace(ante="the ante's", raise_="the raise's")
    assert [of_wager(group, wager) for wager in ("ante", "raise", "bonus")] == ["the ante's", "the raise's", None]


# Settings that every game has.


@pytest.mark.parametrize("game", GAMES)
def test_setting_title__appears_in_refusals(game):
    with pytest.raises(Refused, match="Tuesday Cards"):
        new_round(parse_house('title = "Tuesday Cards"', game), {1: 1000}).act(1, Action())


@pytest.mark.parametrize("game", GAMES)
def test_setting_seats__limits_who_may_sit(game):
    new_round(book_house(game), {6: 1000})
    with pytest.raises(ValueError, match="seats must be numbers from 1 to 5"):
        new_round(parse_house("seats = 5", game), {6: 1000})


@pytest.mark.parametrize("game", GAMES)
def test_setting_currency__precedes_amounts(game):
    assert parse_house('currency = "£"', game).money(150) == "£1.50"
    assert parse_house('currency = ""', game).money(100) == "1"


@pytest.mark.parametrize("game", GAMES)
def test_setting_chips_per_unit__says_what_an_amount_is_worth(game):
    assert parse_house("chips_per_unit = 1", game).money(150) == "$150"
    assert parse_house("chips_per_unit = 1000", game).money(1050) == "$1.050"


FIRST_WAGER = {"boston-7-stud": "ante", "seven-card-thrill": "poker", "high-card-flush": "ante"}


@pytest.mark.parametrize("game", GAMES)
def test_setting_table_unit__is_the_step_of_wagers(game):
    wager = PlaceWagers({FIRST_WAGER[game]: 550})
    assert wager not in new_round(book_house(game), {1: 1000}).legal(1)
    assert wager in new_round(parse_house("table_unit = 50", game), {1: 1000}).legal(1)


@pytest.mark.parametrize("rounding", ["up", "down"])
@pytest.mark.parametrize("game", GAMES)
def test_setting_rounding__decides_where_half_a_chip_goes(game, rounding):
    house = f'house: rounding = "{rounding}"\nhouse: table_unit = 1'
    texts = {
        "boston-7-stud": """house: limits.three_card_bonus.minimum = 1
            house: pays.three_card_bonus.pair = "1:2"
            house: three_card_claim = "automatic"
            seat 1: ante 500, first 500, three_card_bonus 5 | KsKd2h""",
        "seven-card-thrill": """house: limits.pair_of_kings.minimum = 1
            seat 1: pair_of_kings 5 | KsKd2h 4c6c8d9d
            dealer: QcQd9c 7d5h3c2d""",
        "high-card-flush": """house: limits.flush.minimum = 1
            house: pays.flush.four_cards = "1:2"
            seat 1: ante 500, flush 5 | KsQs9s7s 2d3d4h""",
    }
    table = Table(f"{game}\n{house}\n{texts[game]}").finish()
    payoffs = [line.payoff for line in known(table.round.outcome).settled if line.amount == 5]
    assert payoffs == [{"up": 3, "down": 2}[rounding]]


@pytest.mark.parametrize("game", GAMES)
def test_setting_notices__are_part_of_the_rules(game):
    house = parse_house('notices = ["Closing at ten."]', game)
    assert "Closing at ten." in str(rules_of(house))
    assert "Closing at ten." not in str(rules_of(book_house(game)))
