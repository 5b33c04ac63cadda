"""`seventh rank` for people and scripts: what it prints, where, and with which exit code."""

import json
import os
import subprocess
import sys

import pytest

from seventh import __version__

TWO_CHARACTERS = "a card is two characters, a rank of 23456789TJQKA and a suit of cdhs"


def seventh(*words: str, **more) -> subprocess.CompletedProcess[str]:
    # Python's usual buffering, whatever the machine that tests prefers: it decides when a closed pipe is noticed.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([sys.executable, "-m", "seventh", *words], text=True, env=environment, **more)


def shown(*words: str) -> str:
    done = seventh("rank", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_seven_cards_are_ranked_by_everything_that_applies():
    assert shown("KsKd4h4cAs2d3c") == (
        "poker         two pair, kings and fours, ace kicker         KsKd4h4cAs      2,688 of 7,462\n"
        "longest suit  two-card flush, ace high                      AsKs\n"
        "suited run    two-card straight flush, ace high             AsKs\n"
    )


@pytest.mark.parametrize(
    ("cards", "rankings"),
    [
        ("As", ["showing", "longest suit", "suited run"]),
        ("AsKs", ["showing", "longest suit", "suited run"]),
        ("AsKsQs", ["three cards", "showing", "longest suit", "suited run"]),
        ("AsKsQsJs", ["showing", "longest suit", "suited run"]),
        ("AsKsQsJs9d", ["poker", "longest suit", "suited run"]),
        ("AsKsQsJs9d8c7h", ["poker", "longest suit", "suited run"]),
        ("AsKsQsJs9d8cJk", ["joker poker"]),
    ],
)
def test_only_rankings_that_are_defined_for_that_many_cards_appear(cards, rankings):
    assert list(json.loads(shown(cards, "--json"))) == rankings
    assert [line[:14].strip() for line in shown(cards).splitlines()] == rankings


def test_several_arguments_are_one_hand():
    assert shown("As", "Ks", "Qs") == shown("AsKsQs") == shown("As Ks", "Qs")


def test_the_joker_shows_the_card_it_represents():
    assert "royal flush (joker: ten of spades)" in shown("JkAsKsQsJs")
    assert shown("AsAhAdAcJk").split("  ")[-1].strip() == "1 of 7,463"
    assert "(joker" not in shown("JkAsKsQsJsTs2c")


@pytest.mark.parametrize(
    ("cards", "place", "of"),
    [
        ("AsKsQsJsTs", 1, 7462),
        ("AsAhAdAcKs", 11, 7462),
        ("7s5d4h3c2s", 7462, 7462),
        ("AsAhAdAcJk", 1, 7463),
        ("JkKsQsJsTs", 2, 7463),
        ("Jk2s3s4s5s", 3, 7463),
    ],
)
def test_the_place_counts_from_the_best_hand(cards, place, of):
    (first, *_) = json.loads(shown(cards, "--json")).values()
    assert (first["place"], first["of"]) == (place, of)


def test_json_is_one_object_of_rankings():
    answer = json.loads(shown("--json", "QsTs5s2sKhKd3c"))
    assert set(answer) == {"poker", "longest suit", "suited run"}
    assert set(answer["poker"]) == {"name", "cards", "strength", "place", "of"}
    assert {"name", "cards", "strength"} == set(answer["longest suit"]) == set(answer["suited run"])
    assert answer["longest suit"]["name"] == "four-card flush, queen high"
    assert answer["longest suit"]["cards"] == "QsTs5s2s"
    assert isinstance(answer["poker"]["strength"], int)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["rank"], "0 cards given; 1 to 7 can be ranked"),
        (["rank", ""], "0 cards given; 1 to 7 can be ranked"),
        (["rank", "AsKsQsJsTs9s8s7s"], "8 cards given; 1 to 7 can be ranked"),
        (["rank", "AsAs"], "As appears twice"),
        (["rank", "As", "Kd", "As"], "As appears twice"),
        (["rank", "As??"], "an unknown card (??) cannot be ranked"),
        (["rank", "as"], "'as' is not a card; did you mean 'As'?"),
        (["rank", "AsKx"], "'Kx' is not a card; its second character must be a suit, one of cdhs"),
        (
            ["rank", "Q", "Js"],
            f"'Q' is not a card; {TWO_CHARACTERS}",
        ),
        (["rank", "As", "10", "Kd"], "'10' is not a card; write ten as T, so 'Ts'"),
        (["rank", "As10h"], "'10h' is not a card; write ten as T, so 'Th'"),
        (["rank", "Jk"], "1 card given; a hand with the joker needs 5 to 7"),
        (["rank", "JkAsKd"], "3 cards given; a hand with the joker needs 5 to 7"),
        (
            ["rank", "As\nK\n\nx"],
            f"'K' is not a card; {TWO_CHARACTERS}",
        ),
        (["rank", "--", "-5"], "'-5' is not a card; its first character must be a rank, one of 23456789TJQKA"),
    ],
)
def test_wrong_cards_are_one_line_and_exit_code_2(words, line):
    done = seventh(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"seventh: {line}\n")


@pytest.mark.parametrize("words", [["nonsense"], ["rank", "--bogus"], ["--bogus"], ["rank", "As", "--json=3"]])
def test_usage_errors_are_one_line_and_exit_code_2(words):
    done = seventh(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("seventh: ")
    assert done.stderr.count("\n") == 1


def test_help_names_the_commands_and_version_the_version():
    assert "rank" in seventh("--help").stdout
    assert "seventh rank" in seventh("rank", "--help").stdout
    assert seventh().stdout == seventh("--help").stdout
    assert seventh("--version").stdout == f"{__version__}\n"
    assert seventh("--help").returncode == seventh("--version").returncode == 0


def test_a_closed_pipe_is_not_a_failure():
    reader, writer = os.pipe()
    os.close(reader)
    done = seventh("rank", "AsKsQsJsTs", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line_and_exit_code_1():
    with open("/dev/full", "w") as full:
        done = seventh("rank", "AsKsQsJsTs", stdout=full)
    assert (done.returncode, done.stderr) == (1, "seventh: [Errno 28] No space left on device\n")
