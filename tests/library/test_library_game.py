"""`seventh.game`: a game under one house's rules."""

import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import seventh
from seventh.games import parse_house

FLUSH, BOSTON, STUD = "high-card-flush", "boston-7-stud", "seven-card-stud"


def test_every_game_is_listed_under_the_books_rules():
    games = seventh.all_games()
    assert [game.name for game in games][:4] == [FLUSH, BOSTON, "seven-card-thrill", STUD]
    assert all(game == seventh.game(game.name) for game in games)


def test_a_changed_row_is_the_only_change():
    book, changed = seventh.game(FLUSH), seventh.game(FLUSH).replace(pays={"flush": {"seven_cards": 500}})
    assert changed.house.pays.flush["seven_cards"] == 500
    assert changed.house.pays.flush["six_cards"] == book.house.pays.flush["six_cards"]
    assert changed.house == parse_house("pays.flush.seven_cards = 500", FLUSH)
    assert book.house.pays.flush["seven_cards"] != 500


def test_the_edge_follows_the_pay_table():
    book, changed = seventh.game(FLUSH).edge(), seventh.game(FLUSH).replace(pays={"flush": {"seven_cards": 500}}).edge()
    outcome = next(line for line in book.wagers["flush"].outcomes if "seven" in line.name)
    more = Fraction(outcome.combinations, book.wagers["flush"].combinations) * (500 - outcome.pays)
    assert changed.wagers["flush"].ev == book.wagers["flush"].ev + more
    assert changed.wagers["main"].ev == book.wagers["main"].ev


@pytest.mark.parametrize("pays", ["5:2", Fraction(5, 2)])
def test_a_row_may_pay_a_fraction(pays):
    house = seventh.game(BOSTON).house.replace(pays={"ante_bonus": {"flush": pays}})
    assert house.pays.ante_bonus["flush"] == Fraction(5, 2)


CHANGED = seventh.game(FLUSH).replace(seats=3, limits={"ante": {"minimum": 1000}})


@pytest.mark.parametrize("game", [*seventh.all_games(), CHANGED])
def test_a_game_prints_as_the_call_that_makes_it(game):
    assert eval(repr(game), {"seventh": seventh}) == game
    assert hash(eval(repr(game), {"seventh": seventh})) == hash(game)


def test_wrong_changes_are_refused_all_at_once():
    with pytest.raises(seventh.HouseError) as caught:
        seventh.game(FLUSH).replace(seats=9, pays={"flush": {"eight_cards": 500}})
    assert str(caught.value) == (
        "the changed house: seats is 9; allowed: a whole number from 1 to 6; pays.flush.eight_cards is not a row of "
        "this pay table; its rows are seven_cards, six_cards, five_cards, four_cards"
    )


def test_a_house_stays_one_of_its_game():
    with pytest.raises(seventh.WrongHouse, match="a house for high-card-flush cannot become one for 'boston-7-stud'"):
        seventh.game(FLUSH).replace(game=BOSTON)


@pytest.mark.parametrize(
    ("house", "message"),
    [
        ("my.toml", "expected a house, not a path ('my.toml'); use seventh.load_house(path)"),
        (Path("my.toml"), "expected a house, not a path ('my.toml'); use seventh.load_house(path)"),
        ({}, "expected a house, not a dict; use game.house.replace(**changes)"),
        (seventh.game(BOSTON).house, "expected a house for high-card-flush, not boston-7-stud"),
    ],
)
def test_something_that_is_not_a_house_of_the_game_gives_one_clear_error(house, message):
    with pytest.raises(seventh.WrongHouse) as caught:
        seventh.game(FLUSH, house)
    assert str(caught.value) == message


def test_an_unknown_game_is_refused_with_the_list_of_games():
    with pytest.raises(ValueError, match="unknown game 'poker'; choose from high-card-flush, "):
        seventh.game("poker")


def test_a_house_file_is_read(tmp_path):
    file = tmp_path / "my.toml"
    file.write_text(f'game = "{FLUSH}"\nseats = 2\n')
    house = seventh.load_house(file)
    assert seventh.game(FLUSH, house) == seventh.game(FLUSH).replace(seats=2)
    assert seventh.load_house(str(file)) == house


def test_advice_is_that_of_the_changed_house():
    cards = "AsKsQs9s2d3c4h"
    book = seventh.game(FLUSH).advise(cards)
    strict = seventh.game(FLUSH).replace(dealer_qualifies={"length": 2, "high_card": 3}).advise(cards)
    assert book.best == strict.best == "raise_1x"
    assert book.actions["raise_1x"] != strict.actions["raise_1x"]
    assert repr(book).startswith("<Advice high-card-flush AsKsQs9s2d3c4h: raise_1x is best (raise_1x +1.6")


def test_a_seed_gives_the_same_simulation_with_any_number_of_workers():
    game = seventh.game(FLUSH)
    first, second = game.simulate(300_000, seed=3, workers=1), game.simulate(300_000, seed=3)
    assert first.wagers == second.wagers
    assert abs(first.wagers["main"].z_score(float(game.edge().wagers["main"].ev))) < 5


INTERRUPTED = """
import os, signal, threading
import seventh
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background of a shell ignores it
game = seventh.game("high-card-flush")
game.simulate(2)
wait = 0.2
while True:
    threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        report = game.simulate(10**12)
        break
    except KeyboardInterrupt:  # it came before the first rounds
        wait *= 2
print(report.stopped, 0 < report.rounds < report.asked, repr(report).count("stopped after"))
"""


@pytest.mark.slow
def test_an_interrupt_returns_what_has_been_computed():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert done.returncode != -signal.SIGINT
    assert done.stdout == "True True 1\n", done.stderr


def test_reports_print_what_the_commands_print():
    game = seventh.game(BOSTON)
    for report, line in (
        (game.edge(), "  house edge            10.218131%"),
        (game.advise("7s3d2h"), "  play                 -0.95275341  best  -2290145834857/2403713091780"),
        (game.rules(), "B1    "),
    ):
        assert any(text.startswith(line) for text in str(report).splitlines()), report
        assert "\n" not in repr(report)
