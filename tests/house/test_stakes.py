"""Stakes: the same game for other amounts, as in a private table."""

from fractions import Fraction

import pytest

from seventh.games import GAMES, book_house, house_from_data, wording_of
from seventh.house.stakes import TIMES, multiplied, stakes_of


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_stakes_that_a_table_can_be_run_with(game):
    book = book_house(game)
    stakes = stakes_of(book)
    assert list(stakes) == list(TIMES)
    for times, house in stakes.values():
        assert house_from_data(house.as_data(), game) == house, "the loader finds nothing wrong with it"
        assert (house.hash == book.hash) == (times == 1)
        assert house.pays == book.pays if hasattr(book, "pays") else True
    said = [wording_of(house).stakes for _, house in stakes.values()]
    assert len(set(said)) == len(said), "each has its own amounts"


def test_amounts_of_money_grow_and_nothing_else():
    book = book_house("seven-card-stud")
    tenfold = multiplied(book, Fraction(10))
    assert (tenfold.stakes.ante, tenfold.stakes.bring_in, tenfold.stakes.big_bet) == (500, 1000, 8000)
    assert tenfold.limits.buy_in.maximum == 10 * book.limits.buy_in.maximum
    assert (tenfold.raise_cap, tenfold.seats, tenfold.table_unit) == (book.raise_cap, book.seats, book.table_unit)
    flush = multiplied(book_house("high-card-flush"), Fraction(5))
    assert flush.aggregate_cap == 5 * book_house("high-card-flush").aggregate_cap
    assert flush.dealer_qualifies == book_house("high-card-flush").dealer_qualifies


def test_halves_are_rounded_up_to_whole_chips_and_whole_units():
    half = multiplied(book_house("high-card-flush"), Fraction(1, 2))
    assert (half.limits.ante.minimum, half.limits.flush.minimum, half.limits.flush.maximum) == (300, 100, 1300)
    assert multiplied(book_house("seven-card-stud"), Fraction(1, 2)).stakes.ante == 25


def test_stakes_that_no_table_could_be_run_with_are_refused():
    with pytest.raises(ValueError, match="cannot be played at 0 of its stakes"):
        multiplied(book_house("high-card-flush"), Fraction(0))
