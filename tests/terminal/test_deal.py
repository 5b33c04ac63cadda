"""`seventh deal`: a round dealt by hand at a real terminal and from a pipe."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys

import pytest

from seventh.records import read_record
from tests.hand_dealing import scripts
from tests.waiting import LIMIT

COMMAND = (sys.executable, "-m", "seventh", "deal")


def dealt(*words: str, lines: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    typed = "".join(f"{line}\n" for line in lines)
    return subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True, timeout=LIMIT, check=False)


def test_R1_a_round_from_a_pipe_is_settled_and_its_record_verified(tmp_path):
    file = tmp_path / "night.json"
    script = tuple(line.replace("3 ", "2 ", 1) if line.startswith("3 ") else line for line in scripts.FLUSH)
    lines = ("1 ante 4", *script[:9], "table", "!", *script[9:11], "undo", *script[10:], "sheet", "quit")
    done = dealt("high-card-flush", "--seats", "2", "--chips", "200", "--record", str(file), lines=lines)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "dealt by hand: there is no shuffle to prove" in said
    assert "$4 is not allowed on the ante" in said
    assert "! count SEAT NUMBER A hand has the wrong number of cards (H12)" in said
    assert "Undone." in said
    assert "1. Seat 1, Raise: Return $10 of $15. Seat 1's raise is cut to $5; $10 is returned (H4)." in said
    assert "Seat 2: +$90, stack $290" in said
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.hand_dealt
    assert record.result is not None
    assert record.result.stacks == {1: 189_00, 2: 290_00}
    assert len(record.corrections) == 1
    checked = subprocess.run(
        [sys.executable, "-m", "seventh", "verify", str(file), "--json"], capture_output=True, text=True, check=True
    )
    found = json.loads(checked.stdout)
    assert found["hand_dealt"]
    assert "hand-dealt: no shuffle to check" in found["unchecked"]


def test_no_more_bets_asks_one_question_about_the_seats_not_placed():
    lines = ("1 ante 5", "", "no", "close", "yes", "quit")
    said = " ".join(dealt("high-card-flush", "--seats", "2", lines=lines).stdout.split())
    question = "Not placed yet: seat 2. Sit the player out? yes or no>"
    assert said.count(question) == 2
    assert "Place the wagers as announced" in said.split(question)[1]
    assert "Seat 1: seven cards, face down" in said.split(question)[2]


def test_B5_B9_the_prompt_and_the_help_say_how_to_claim_a_bonus_and_set_a_hand():
    lines = ("?", "1 ante 5 first 5 bonus 2", "close", "", "", "?", "play", "", "", "", "?", "Kd", "quit")
    said = " ".join(dealt("boston-7-stud", lines=lines).stdout.split())
    wagers, claiming, setting = said.split("show cards, chips and wagers")[:3]
    assert "1 out Seat 1 sits out" in wagers
    assert "close no more bets" in wagers
    assert "A bonus pays only if it is claimed: type 1 claim and the three cards." in claiming
    assert "1 claim CARDS Seat 1 claims the bonus: name three cards after it" in claiming
    assert "Type set (the player has set the hand) or best (the house sets the best five)." in setting
    assert "set the player has set the hand" in setting
    assert "No cards are due: Seat 1 has a decision to make. Type set (the player has set the hand)" in said


def test_an_unfinished_round_is_resumed_from_its_record(tmp_path):
    file = tmp_path / "night.json"
    words = ("seven-card-stud", "--seats", "2", "--record", str(file))
    dealt(*words, lines=("", "", "all", "2s"))
    done = dealt(*words, lines=("Kd", "table", "quit"))
    said = " ".join(done.stdout.split())
    assert "Resuming round 1." in said
    assert "Seat 2, card 3, face up" in said
    assert "Seat 1: bring in" in said
    assert len(read_record(file.read_text(encoding="utf-8")).steps) == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("high-card-flush", "--seats", "7"), "--seats: 7 is not allowed; allowed: 1 to 6"),
        (("seven-card-stud", "--seats", "1"), "--seats: 1 is not allowed; allowed: 2 to 8"),
        (("high-card-flush", "--chips", "x"), "--chips: 'x' is not an amount"),
        (("tarot",), "unknown game 'tarot'"),
    ],
)
def test_usage_errors_are_one_line(words, message):
    done = dealt(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_a_file_that_is_something_else_is_not_overwritten(tmp_path):
    file = tmp_path / "shopping.txt"
    file.write_text("milk")
    done = dealt("high-card-flush", "--record", str(file))
    assert done.returncode == 2
    assert "exists and is not a record" in done.stderr
    assert file.read_text() == "milk"


def test_two_keystrokes_a_card_at_a_real_terminal():
    """At a terminal, with line editing: each prompt is awaited, cards are typed in any case, and Ctrl-D leaves."""
    master, terminal = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, "seven-card-stud", "--seats", "2"], stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True
    )
    os.close(terminal)
    seen = b""

    def read_until(text: str) -> None:
        nonlocal seen
        seen = b""
        while text.encode() not in seen:
            assert select.select([master], [], [], LIMIT)[0], f"waiting for {text!r} after {seen!r}"
            seen += os.read(master, 65536)

    try:
        for prompt, keys in (
            ("Collect the ante", "\n"),
            ("Seat 1, card 1, face down", "\n"),
            ("Seat 2, card 1, face down", "all\n"),
            ("Seat 1, card 3, face up", "2S\n"),
            ("Seat 2, card 3, face up", "kd\n"),
            ("Seat 1: bring in", "bring in\n"),
            ("Seat 2: fold", "\x04"),
        ):
            read_until(prompt)
            if b"> " not in seen[seen.index(prompt.encode()) :]:
                read_until("> ")
            os.write(master, keys.encode())
        read_until("0 rounds dealt by hand.")
        assert running.wait(LIMIT) == 0
    finally:
        running.kill()
        running.wait()
        os.close(master)
