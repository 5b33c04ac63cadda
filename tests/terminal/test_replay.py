"""`seventh replay`: a PHH hand in words, its final stacks, and one line for what is wrong."""

import json
import os
from pathlib import Path

import pytest

from tests.records.phh_texts import CHECKED_DOWN, THIRD, hand
from tests.terminal.at_the_prompt import seventh

SHOWN = ["p2 sm QhQd9s8h7h6c2d", "p1 sm AsKs2c3d4d5hAc"]
GOLDEN = Path(__file__).resolve().parent.parent / "records" / "golden"


def run(tmp_path, text, *words):
    path = tmp_path / "hand.phh"
    path.write_text(text, encoding="utf-8")
    return seventh("replay", str(path), *words)


def test_a_hand_as_text(tmp_path):
    done = run(tmp_path, hand([*CHECKED_DOWN, *SHOWN], players="['Ann', 'Bo']", event="'Club night'", hand="7"))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Seven-Card Stud. Club night. hand 7.", "Fixed limit, ante 5, bring-in 10, bets 40 and 80"]
    assert lines[3:9] == [
        "Third street, 10 in the pot:",
        "  Ann  (As Ks) 2c",
        "  Bo   (Qh Qd) 9s",
        "Ann brings it in for 10.",
        "Bo calls 10.",
        "Fourth street, 30 in the pot:",
    ]
    assert lines[-6:] == [
        "Ann shows A♠ K♠ 2♣ 3♦ 4♦ 5♥ A♣: straight, five high.",
        "Ann wins 30 with a straight, five high (S15).",
        "",
        "Final stacks:",
        "  Ann  515  +15",
        "  Bo   585  -15",
    ]


def test_a_terminal_without_suit_signs_gets_letters(tmp_path):
    path = tmp_path / "hand.phh"
    path.write_text(hand([*CHECKED_DOWN, *SHOWN], players="['Ann', 'Bo']"), encoding="utf-8")
    done = seventh("replay", str(path), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "Ann shows As Ks 2c 3d 4d 5h Ac: straight, five high." in done.stdout


def test_the_stacks_as_data(tmp_path):
    done = run(tmp_path, hand([*CHECKED_DOWN, *SHOWN]), "--json")
    assert json.loads(done.stdout)["finishing_stacks"] == [515, 585]
    cents = hand([*THIRD, "p1 pb", "p2 f"], antes="[0.5, 0.5]", starting_stacks="[50.25, inf]")
    assert json.loads(run(tmp_path, cents, "--json").stdout)["finishing_stacks"] == [50.75, None]


def test_several_hands(tmp_path):
    text = f"[1]\n{hand([*CHECKED_DOWN, *SHOWN])}\n[2]\n{hand(THIRD)}\n"
    found = json.loads(run(tmp_path, text, "--json").stdout)["hands"]
    assert [one["finishing_stacks"] for one in found] == [[515, 585], [495, 595]]
    assert [one["finished"] for one in found] == [True, False]
    assert "The hand is not finished. Stacks so far:" in run(tmp_path, text).stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "not PHH: invalid TOML"),
        (hand([*THIRD, "p2 pb"]), "action 3 ('p2 pb'): S5: it is not seat 2's turn; allowed: seat 1"),
        (
            hand([*CHECKED_DOWN, *SHOWN], finishing_stacks="[1, 1]"),
            "finishing_stacks: p1 ends with 515, the file says 1",
        ),
    ],
)
def test_a_problem_is_one_line_and_exit_code_1(tmp_path, text, message):
    done = run(tmp_path, text)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr


def test_a_missing_file_is_exit_code_2(tmp_path):
    for path in (tmp_path / "none.phh", tmp_path):
        done = seventh("replay", str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert "cannot read" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert seventh("replay").returncode == 2


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "hand.phh"
    path.write_bytes(b"\xff\xfe\x00")
    done = seventh("replay", str(path))
    assert done.returncode == 1
    assert "not UTF-8 text" in done.stderr


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.phh"))[::4], ids=lambda path: path.stem)
def test_golden_hands_can_be_narrated(path):
    done = seventh("replay", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "tacks" in done.stdout


def test_S13_S22_a_common_card_and_side_pots_are_explained():
    told = seventh("replay", str(GOLDEN / "stud-common-card.phh")).stdout
    assert "Too few cards are left, so everyone shares one (S13): " in told
    assert "  common card" in told
    told = seventh("replay", str(GOLDEN / "stud-side-pots.phh")).stdout
    assert " from the main pot" in told
    assert " from side pot 2 with " in told
    assert ", all-in." in told
