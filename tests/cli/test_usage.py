"""Usage errors: one line on stderr that says what is allowed, exit code 2, and no effect."""

import pytest

from seventh.cli import main

FLUSH = "high-card-flush"
EQUITY = ["equity", "(AsKs)Qs", "(????)2c"]
DESIGN = ["design", FLUSH, "--wager", "flush", "--target-edge", "2%..3%"]


def refused(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    shown = capsys.readouterr()
    assert (stopped.value.code, shown.out) == (2, "")
    assert shown.err.count("\n") == 1
    return shown.err


@pytest.mark.parametrize("number", ["1e6", "1000.5", "0x10", "1,000", "1__0", "_1", "1_", "+5", "٣", "many", "", " 5"])
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", FLUSH, "--rounds"],
        ["simulate", FLUSH, "--rounds", "10", "--seed"],
        ["simulate", FLUSH, "--rounds", "10", "--workers"],
        [*EQUITY, "--samples"],
        ["collusion", "--deals"],
        [*DESIGN, "--top"],
        ["play", FLUSH, "--seats"],
        ["serve", "--port"],
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_a_whole_number_is_written_in_digits(words, number, capsys):
    said = refused([*words, number], capsys)
    assert f"{words[-1]}: {number!r} is not a whole number" in said
    assert "1_000_000" in said


@pytest.mark.parametrize("number", ["1e6", "5.0", "٣", "0x10", "1,000"])
@pytest.mark.parametrize("words", [["edge", FLUSH], ["simulate", FLUSH, "--rounds", "10"]], ids=lambda words: words[0])
def test_the_amount_of_a_wager_is_written_like_every_whole_number(words, number, capsys):
    said = refused([*words, "--wager", f"main={number}"], capsys)
    assert f"--wager main: {number!r} is not a whole number" in said


def test_underscores_help_to_read(capsys):
    main(["simulate", FLUSH, "--rounds", "1_000", "--wager", "main=5_00", "--seed", "2"])
    grouped = capsys.readouterr().out.splitlines()
    main(["simulate", FLUSH, "--rounds", "1000", "--wager", "main=500", "--seed", "2"])
    assert grouped[1:] == capsys.readouterr().out.splitlines()[1:]


def test_a_number_out_of_range_is_refused_with_the_range(capsys):
    assert "allowed: 0 to" in refused(["simulate", FLUSH, "--rounds", "10", "--seed", "-1"], capsys)
    assert "allowed: 2 to" in refused(["collusion", "--deals", "-5"], capsys)
    assert "5000-digit number is too large" in refused(["collusion", "--deals", "9" * 5000], capsys)


@pytest.mark.parametrize("words", [["edge", FLUSH], ["simulate", FLUSH, "--rounds", "10"]], ids=lambda words: words[0])
def test_a_wager_is_named_once(words, capsys):
    said = refused([*words, "--wager", "main=500", "--wager", "main=600"], capsys)
    assert said == "seventh: --wager main is given twice\n"
    assert "is given twice" in refused([*words, "--wager", "main=500", "--wager", "main=500"], capsys)


def test_a_wager_or_a_row_to_design_is_named_once(capsys):
    assert "multiple times" in refused([*DESIGN, "--wager", "flush"], capsys)
    said = refused([*DESIGN, "--row", "four_cards=1..2", "--row", "four_cards=1..3"], capsys)
    assert said == "seventh: --row four_cards is given twice\n"


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "FILE"],
        ["verify", "FILE"],
        ["restore", "FILE", "--data", "new"],
        ["serve", "--settings", "FILE", "--data", "new"],
        ["rules", FLUSH, "--house", "FILE"],
        ["edge", FLUSH, "--house", "FILE"],
        ["advise", FLUSH, "AsKsQsJsTs2c3d", "--house", "FILE"],
        ["simulate", FLUSH, "--rounds", "10", "--house", "FILE"],
        ["collusion", "--house", "FILE"],
        [*DESIGN, "--house", "FILE"],
        ["play", FLUSH, "--house", "FILE"],
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("there", ["nothing", "a directory"])
def test_a_file_that_is_not_there_is_a_usage_error(words, there, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if there == "a directory":
        (tmp_path / "FILE").mkdir()
    said = refused(words, capsys)
    assert "FILE: " in said
    assert ": " + ("Is a directory" if there == "a directory" else "No such file or directory") in said
    assert not (tmp_path / "new").exists()


def test_serve_lists_no_options_that_empty_a_list(capsys):
    main(["serve", "--help"])
    shown = capsys.readouterr().out
    assert "--house" in shown
    assert "--empty" not in shown
