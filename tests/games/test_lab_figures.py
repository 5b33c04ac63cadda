"""What the lab adds to exact figures: optimal play in short, the most a house can lose, and edges by one pay."""

from __future__ import annotations

from fractions import Fraction

import pytest

from seventh.games import GAMES, book_house
from seventh.games.edges import edge
from seventh.games.pay_rows import UnknownRow, edges_by_pay
from seventh.games.worst_case import worst_case
from seventh.lab import stored

DEALER_GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush")


def play(house):
    game = GAMES[house.game]
    assert game.mathematics is not None
    return game.mathematics.play(house, stored.load(game.package))


def most_lost(house):
    found = worst_case(house)
    assert found is not None
    return found


def folds(house):
    """How often the main hand ends in a fold, by its outcomes."""
    main = edge(house.game, house).wagers["main"]
    return Fraction(sum(way.combinations for way in main.outcomes if way.name == "fold"), main.combinations)


@pytest.mark.parametrize("qualifier", [(3, 9), (2, 5), (4, 12)])
def test_high_card_flush_choices_are_as_frequent_as_in_its_outcomes(qualifier):
    length, high = qualifier
    house = book_house("high-card-flush").replace(dealer_qualifies={"length": length, "high_card": high})
    (main,) = play(house)
    chances = {choice.name: choice.chance for choice in main.choices}
    assert sum(chances.values()) == 1
    assert chances.get("fold", 0) == folds(house)
    figures = edge(house.game, house).wagers["main"]
    raised = sum(int(name[-2]) * chance for name, chance in chances.items() if name != "fold")
    assert 1 + raised == figures.average_wagered


def test_boston_7_no_pay_table_makes_folding_right():
    """Folding costs two antes; the hand least likely to win loses less on average, even without any bonus."""
    book = book_house("boston-7-stud")
    poor = book.replace(pays={"ante_bonus": dict.fromkeys(dict(book.pays.ante_bonus.rows), 0)})
    for house in (book, poor):
        (main,) = play(house)
        assert [(choice.name, choice.chance) for choice in main.choices] == [("second bet", 1)]
        assert folds(house) == 0
        assert main.rule == "Make the second bet with every hand."


def test_the_worst_case_is_the_top_award_of_every_wager():
    thrill = book_house("seven-card-thrill")
    # T7 to T9: 1 to 1, 1 to 1, 4 to 1, 30 to 1 and 20,000 to 1, at the maximum of each.
    hand = 10_000 + 10_000 + 4 * 10_000 + 30 * 5_000 + 20_000 * 1_000
    assert (most_lost(thrill).hand, most_lost(thrill).round) == (hand, 6 * hand)
    only = most_lost(thrill.replace(primary_wagers="exactly_one"))
    assert (only.hand, set(only.wagers)) == (30 * 5_000 + 20_000 * 1_000, {"full_house", "special"})
    capped = most_lost(thrill.replace(cap=1_000_000))
    assert (capped.hand, capped.uncapped, capped.round) == (1_000_000, hand, 6_000_000)


def test_H11_a_cap_on_the_round_limits_all_seats_together():
    book = book_house("high-card-flush")
    assert most_lost(book).round == book.aggregate_cap
    each = most_lost(book.replace(aggregate_cap_scope="player"))
    assert (each.hand, each.round) == (1_790_000, 6 * 1_790_000)
    small = most_lost(book.replace(aggregate_cap=500_000))
    assert (small.hand, small.uncapped, small.round) == (500_000, 1_790_000, 500_000)
    none = most_lost(book.replace(aggregate_cap=0))
    assert none.round == 6 * 1_790_000
    assert worst_case(book_house("seven-card-stud")) is None


@pytest.mark.filterwarnings("ignore::seventh.house.HouseWarning")
@pytest.mark.parametrize(
    ("game", "table", "row"),
    [
        ("boston-7-stud", "ante_bonus", "straight"),
        ("seven-card-thrill", "poker", "higher"),
        ("high-card-flush", "flush", "five_cards"),
    ],
)
def test_edges_by_pay_are_those_of_the_changed_houses(game, table, row):
    book = book_house(game)
    found = edges_by_pay(book, table, row)
    pays = [pay for pay, _ in found]
    assert pays == sorted(set(pays))
    assert {Fraction(0), getattr(book.pays, table)[row]} <= set(pays)
    for pay, edges in (found[0], found[len(found) // 2], found[-1]):
        figures = edge(game, book.replace(pays={table: {row: pay}})).wagers
        assert edges == {name: one.house_edge for name, one in figures.items()}


def test_edges_by_pay_of_an_unknown_row_are_refused():
    with pytest.raises(UnknownRow, match="no pay table 'flush' with a row 'nine_cards'"):
        edges_by_pay(book_house("high-card-flush"), "flush", "nine_cards")
    with pytest.raises(UnknownRow):
        edges_by_pay(book_house("seven-card-stud"), "flush", "nine_cards")
