"""A feature that a game lacks, and an unknown game: one line that says which, and what is available."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seventh.cli import main
from seventh.games import book_house, new_round, recorded_house
from seventh.house import HouseError
from seventh.records import Recorder, write_record
from tests.waiting import LIMIT

ROOT = Path(__file__).resolve().parents[2]
STUD = "seven-card-stud"
BROUGHT = "A plug-in must be installed, or its folder listed in SEVENTH_GAMES"


def refused(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    shown = capsys.readouterr()
    assert (stopped.value.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    return shown.err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["advise", STUD, "As"], "advice"),
        (["edge", STUD], "exact figures"),
        (["simulate", STUD, "--rounds", "10"], "simulation"),
        (["design", STUD, "--wager", "ante", "--target-edge", "1%..2%"], "pay tables that can be designed"),
        (["collusion", STUD], "figures on collusion"),
    ],
)
def test_a_game_without_the_part(words, part, capsys):
    assert f"{STUD} has no {part}; available for: high-card-flush" in refused(words, capsys)
    words[1] = "chess"
    assert f"unknown game 'chess'; choose from high-card-flush, boston-7-stud, seven-card-thrill, {STUD}\n" in refused(
        words, capsys
    )


def test_a_record_of_a_plug_in_that_is_not_here(tmp_path, capsys):
    data = json.loads(write_record(Recorder(new_round(book_house("high-card-flush"), {1: 1000})).record()))
    data["game"] = data["house"]["game"] = "two-card-flush"
    data["steps"] = [{"who": "dealer", "action": {"do": "something of its own"}, "events": []}]
    file = tmp_path / "round.json"
    file.write_text(json.dumps(data))
    said = refused(["verify", str(file)], capsys)
    assert f"{file}: unknown game 'two-card-flush'; choose from high-card-flush" in said
    assert BROUGHT in said


def test_a_room_says_the_same_of_its_rounds():
    with pytest.raises(HouseError, match=f"unknown game 'two-card-flush'.*{BROUGHT}"):
        recorded_house({"game": "two-card-flush"}, "two-card-flush", "its rules")


@pytest.mark.parametrize("first", ["three_card_poker", "seventh.games"])
def test_a_program_may_import_the_folder_directly(first):
    """A script next to the folder, in either order: it is the same game."""
    program = f"import {first}; from seventh.games import GAMES; import three_card_poker; "
    program += "assert GAMES['three-card-poker'] is three_card_poker.GAME"
    environment = os.environ | {
        "SEVENTH_GAMES": str(ROOT / "examples" / "three_card_poker"),
        "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT / "examples"))),
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=LIMIT
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_named_like_another_module_is_refused(tmp_path):
    folder = tmp_path / "json"
    folder.mkdir()
    (folder / "__init__.py").write_text("GAME = None\n")
    environment = os.environ | {"SEVENTH_GAMES": str(folder)}
    words = [sys.executable, "-m", "seventh", "rules", STUD]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 2
    assert "there is already a module called json; rename the folder" in done.stderr


def test_a_wrong_number_of_cards_says_what_the_further_ones_are(capsys):
    said = refused(["advise", "seven-card-thrill", "As"], capsys)
    assert said.endswith("seven-card-thrill needs 7 or 8 (the eighth is the dealer's up card)\n")
