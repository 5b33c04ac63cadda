"""A house for another game, or a value that is not a house, is refused wherever a house is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from seventh.cli import main
from seventh.games import GAMES, book_house, house_for, new_round, rules_of
from seventh.games.advice import advise, warm_up
from seventh.games.design import Band, design
from seventh.games.edges import edge
from seventh.games.high_card_flush.collusion import collusion
from seventh.games.simulation import plan_of, simulate
from seventh.house import WrongHouse

GAME, OTHER = "high-card-flush", "boston-7-stud"
FOR_A_GAME = {
    "edge": lambda house: edge(GAME, house),
    "edge of amounts": lambda house: edge(GAME, house, {"main": 500}),
    "advise": lambda house: advise(GAME, "AsKsQs2c3d4h5h", house),
    "warm_up": lambda house: warm_up(GAME, house),
    "simulate": lambda house: simulate(GAME, 1000, house=house),
    "design": lambda house: design(GAME, "flush", {}, Band.parse("0%..100%"), house=house),
    "collusion": lambda house: collusion(house, 10),
    "round": lambda house: GAMES[GAME].round(house, {1: 100_000}),
}
FOR_ANY_GAME = {
    "rules": rules_of,
    "new round": lambda house: new_round(house, {1: 100_000}),
    "plan": plan_of,
}


@pytest.mark.parametrize("asked", FOR_A_GAME.values(), ids=FOR_A_GAME)
def test_a_house_of_another_game_is_refused_in_one_line(asked):
    asked(book_house(GAME))
    with pytest.raises(WrongHouse) as caught:
        asked(book_house(OTHER))
    assert str(caught.value) == f"expected a house for {GAME}, not {OTHER}"
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("asked", [*FOR_A_GAME.values(), *FOR_ANY_GAME.values()], ids=[*FOR_A_GAME, *FOR_ANY_GAME])
@pytest.mark.parametrize(
    ("thing", "message"),
    [
        ("house.toml", "expected a house, not a path ('house.toml'); use seventh.load_house(path)"),
        (Path("house.toml"), "expected a house, not a path ('house.toml'); use seventh.load_house(path)"),
        ({}, "expected a house, not a dict; use game.house.replace(**changes)"),
        ({"game": GAME}, "expected a house, not a dict; use game.house.replace(**changes)"),
        (7, "expected a house, not an int"),
    ],
)
def test_something_that_is_not_a_house_is_refused_in_one_line(asked, thing, message):
    with pytest.raises(WrongHouse) as caught:
        asked(thing)
    assert str(caught.value) == message


def test_without_a_house_the_book_s_is_taken():
    assert house_for(GAME) is book_house(GAME)
    assert house_for(GAME, book_house(GAME)) is book_house(GAME)


@pytest.mark.parametrize(
    "words",
    [
        ["edge", GAME],
        ["advise", GAME, "AsKsQs2c3d4h5h"],
        ["simulate", GAME, "--rounds", "10"],
        ["design", GAME, "--wager", "flush", "--target-edge", "1%..2%"],
        ["collusion", "--deals", "10"],
        ["rules", GAME],
        ["play", GAME, "--plain"],
    ],
    ids=lambda words: words[0],
)
def test_on_the_command_line_it_is_one_line_and_exit_code_2(words, tmp_path, capsys):
    file = tmp_path / "other.toml"
    file.write_text(f'game = "{OTHER}"\n')
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--house", str(file)])
    assert stopped.value.code == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f"seventh: {file}: these are rules for {OTHER}, not for {GAME}\n"
