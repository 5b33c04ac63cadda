"""Text from a file is shown on a terminal but cannot control it."""

import json

import pytest

from seventh.cli import main
from seventh.terminal.screen import visible
from tests.records.phh_texts import hand
from tests.terminal.at_the_prompt import seventh

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\x7f\r\x08"
TOML = HOSTILE.encode("unicode_escape").decode().replace("\\x", "\\u00").replace("\\r", "\\u000d")
SHOWN = HOSTILE.encode("unicode_escape").decode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Our Flush\n  two lines\n", "Our Flush\n  two lines\n"),
        ("Café für 5\xa0€, 七牌 ♠🂡", "Café für 5\xa0€, 七牌 ♠🂡"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b31m", "\\x9b31m"),
        ("a\tb\rc\x00", "a\\tb\\rc\\x00"),
        ("\u202egnp.exe \u2028 \udcff", "\\u202egnp.exe \\u2028 \\udcff"),
    ],
)
def test_control_characters_are_written_out(text, shown):
    assert visible(text) == shown
    assert visible(shown) == shown


@pytest.fixture
def hostile(tmp_path):
    """A house with control characters in its title, currency and notices."""
    file = tmp_path / "house.toml"
    file.write_text(f'title = "Ours{TOML}"\ncurrency = "{TOML}$"\nnotices = ["Note{TOML}"]\n')
    return str(file)


def harmless(text):
    return all(letter.isprintable() or letter == "\n" for letter in text)


GAMES = ["boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud"]


@pytest.mark.parametrize(
    "words",
    [
        *(["rules", game] for game in GAMES),
        *(["edge", game] for game in GAMES[:3]),
        ["edge", "high-card-flush", "--wager", "main=3"],
        ["simulate", "high-card-flush", "--rounds", "10"],
        ["collusion", "--deals", "10"],
        ["design", "high-card-flush", "--wager", "flush", "--target-edge", "10%..11%", "--row", "four_cards=1..2"],
    ],
    ids=" ".join,
)
def test_a_house_is_shown(words, hostile, capsys):
    main([*words, "--house", hostile])
    shown = capsys.readouterr()
    assert f"Ours{SHOWN}" in shown.out
    assert harmless(shown.out + shown.err)
    main([*words, "--house", hostile, "--json"])
    told = capsys.readouterr().out
    assert harmless(told)
    assert f"Ours{HOSTILE}" in json.loads(told)["title" if words[0] == "rules" else "house"]


@pytest.mark.parametrize("game", GAMES)
def test_a_house_is_shown_at_the_table(game, hostile):
    done = seventh("play", game, "--house", hostile, input="?\nrules\n5\n\x1b[2J\n\nquit\nquit\n", encoding="utf-8")
    assert done.returncode == 0
    assert "Ours\\x1b[2J" in done.stdout
    assert harmless(done.stdout + done.stderr)


@pytest.mark.parametrize("text", ["game = 'x\\u001b'", "title = 5\n[\\u001b]", '"bad\\u001b[31m" = 1', "\x1b[31m = 1"])
def test_a_house_with_mistakes_is_shown(text, tmp_path, capsys):
    file = tmp_path / "house.toml"
    file.write_text(text.replace("'", '"'))
    with pytest.raises(SystemExit):
        main(["rules", "high-card-flush", "--house", str(file)])
    shown = capsys.readouterr()
    assert harmless(shown.err)
    assert shown.err.count("\n") == 1


def test_a_hand_history_is_shown(tmp_path, capsys):
    file = tmp_path / "hand.phh"
    file.write_text(hand(players=f'["Ann{TOML}", "Bob"]', event=f'"Club{TOML}"'))
    main(["replay", str(file)])
    shown = capsys.readouterr()
    assert f"Club{SHOWN}" in shown.out
    assert "Ann\\x1b[2J" in shown.out
    assert harmless(shown.out + shown.err)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_with_mistakes_is_shown(command, tmp_path, capsys):
    file = tmp_path / "\x1b[31mfile"
    file.write_text(json.dumps({"version": 1, "game": HOSTILE}) if command == "verify" else hand([f"p1 {HOSTILE}"]))
    with pytest.raises(SystemExit):
        main([command, str(file)])
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert harmless(shown.out + shown.err)
