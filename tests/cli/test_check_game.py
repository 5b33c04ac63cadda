"""`check-game`: every built-in game passes, and each way to break a plug-in is reported in one line."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from seventh.cli import main
from seventh.games import GAMES
from tests.waiting import LIMIT

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(folder, *words, text=""):
    environment = os.environ | {"SEVENTH_GAMES": str(folder)}
    command = [sys.executable, "-m", "seventh", *words]
    return subprocess.run(command, env=environment, input=text, capture_output=True, text=True, timeout=LIMIT)


@pytest.fixture
def broken(tmp_path):
    """A copy of Three Card Poker with a passage of a file replaced; None removes the file."""

    def break_it(file, passage, instead):
        folder = tmp_path / "three_card_poker"
        shutil.copytree(EXAMPLES / "three_card_poker", folder, ignore=shutil.ignore_patterns("__pycache__"))
        if passage is None:
            (folder / file).unlink()
            return folder
        text = (folder / file).read_text(encoding="utf-8")
        assert passage in text
        (folder / file).write_text(text.replace(passage, instead), encoding="utf-8")
        return folder

    return break_it


def test_every_game_here_passes(capsys):
    main(["check-game", "--rounds", "40"])
    assert capsys.readouterr().out.splitlines() == [
        f"ok     {name}: every part, and 40 random rounds" for name in GAMES
    ]


def test_both_examples_pass():
    done = run(f"{EXAMPLES / 'three_card_poker'}{os.pathsep}{EXAMPLES / 'razz'}", "check-game", "--rounds", "150")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ok     three-card-poker: every part, and 150 random rounds" in done.stdout
    assert "ok     razz: every part, and 150 random rounds" in done.stdout


FOLDED = "        self._emit(ev.Folded(seat, False))"
SPOTS = "    @classmethod\n    def spots(cls"
LINES = "return [*lines, self._pair_plus(hand, player)] if PAIR_PLUS in hand.wagers else lines"
BREAKAGES = {
    "another name": ("house.toml", 'game = "three-card-poker"', 'game = "poker"', "house.toml says game = 'poker'"),
    "no house.toml": ("house.toml", None, None, "there is no house.toml in"),
    "no value": ("house.toml", "dealer_qualifies = 12\n", "", "dealer_qualifies is missing"),
    "unknown clause": ("rules.py", 'clause("P6"', 'clause("P66"', "rules: P66 is not among GAME's clauses"),
    "missing clause": (
        "__init__.py",
        "readings=1",
        "readings=2",
        "rules: P11 is among GAME's clauses but not in the rules",
    ),
    "no alias": ("words.py", '        PLAY: ("play", "p"),\n', "", "words: aliases have () for play"),
    "alias twice": ("words.py", '("play", "p")', '("play", "a")', "words: aliases have 'a' for play and for ante"),
    "no label": (
        "words.py",
        "    def the(",
        '    def label(self, _): return ""\n\n    def the(',
        "label('ante') is empty",
    ),
    "felt tables": (
        "words.py",
        "(ANTE,), (PAIR_PLUS,)",
        "ANTE, PAIR_PLUS",
        "words: felt_tables is ('ante', 'pair_plus')",
    ),
    "no table": (
        "words.py",
        "(ANTE,), (PAIR_PLUS,)",
        "(ANTE,), (PLAY,)",
        "felt_tables has 'play', but pay_table('play')",
    ),
    "keys": ("words.py", '(("F", "Fold"), ("B", "Play"))', '("F", "B")', "words: keys is ('F', 'B'); allowed: pairs"),
    "complete": ("words.py", "    complete = (3,)\n", "", "words: complete is (7,); a full hand has 3 cards"),
    "cap clause": ("words.py", 'cap_clause = ""', 'cap_clause = "P99"', "words: cap_clause is 'P99'"),
    "shape": ("layout.py", '"diamond"', '"square"', "layout: pair_plus has the shape 'square'; allowed: circle,"),
    "key of the page": ("layout.py", '"W"', '"Z"', "layout: pair_plus has the key Z, which the page needs"),
    "key twice": ("layout.py", '"W"', '"Q"', "layout: ante has the key Q, which pair_plus has too"),
    "no spot": ("layout.py", '        SpotLook(PLAY, "circle", later=True),\n', "", "layout: play has no SpotLook"),
    "later": ("layout.py", "later=True", "", "layout: play is not a spot before the deal: it needs later=True"),
    "scene": ("layout.py", '"felt",', '"oval",', "layout: the scene is 'oval'; against the dealer it must be 'felt'"),
    "procedure": ("round.py", '        "number": "P10",\n', "", "CLAUSES lack 'number'; needed: wagers, deal"),
    "its clause": ("round.py", '"number": "P10"', '"number": "P0"', "CLAUSES have 'P0' for 'number'"),
    "phase": ("round.py", "        COUNTING: (RackStub,),\n", "", "PHASES lack 'counting', which is in FLOW"),
    "flow": ("round.py", "COUNTING, DECIDING, REVEALING)\n    S", "COUNTING, DECIDING)\n    S", "FLOW is ('wagers',"),
    "no handler": ("round.py", "def _on_folded", "def _when_folded", "has Fold but no _on_folded"),
    "no _may_": ("round.py", "def _may_fold", "def _might_fold", "has no attribute '_may_fold'"),
    "no spots": ("round.py", SPOTS, "    @classmethod\n    def places_for(cls", "has no spots; they are required"),
    "no limits": ("round.py", "in (ANTE, PAIR_PLUS))", 'in (ANTE, "bonus"))', "the house's limits have no bonus"),
    "a line left out": ("round.py", LINES, "return lines", "has pair_plus on the layout, but no line settles it"),
    "a line too many": ("round.py", LINES, "return [*lines, *lines]", "a line for ante, but no such wager is open"),
    "clause of a line": (
        "round.py",
        '"win", "P6"',
        '"win", "P66"',
        "names the clause 'P66', which is not among GAME's clauses",
    ),
    "stake": (
        "round.py",
        'back = 0 if result == "lose" else ante',
        "back = 0",
        "a result must be 'lose' exactly when the stake",
    ),
    "best case": ("round.py", "top_line(0, PLAY, play, play)", "top_line(0, PLAY, play, 0)", "best_case has 0 for it"),
    "replay": (
        "round.py",
        FOLDED,
        f"        self.hands[seat].claimed = True\n{FOLDED}",
        "replaying the events gives a different round",
    ),
    "no name": (
        "words.py",
        "return three_cards.name(cards) if len",
        'return "" if len',
        "words: hand() has no name for",
    ),
    "order": ("words.py", "return by_rank(cards)", "return cards[:2]", "words: order() returns"),
    "no reason": ("words.py", "return folded(whose)", 'return ""', "narration: because() gives ''"),
    "figures": ("mathematics.py", 'titles={"main": "Ante and play, best play"},', "", "main is not a wager of"),
    "start": ("mathematics.py", 'spots={"main": "ante"}', 'spots={"main": "bet"}', "mathematics: spots has main: bet"),
    "designs": ("mathematics.py", 'designs={"pair_plus"', 'designs={"pair"', "mathematics: pair has no figures"),
    "no module": ("mathematics.py", None, None, "the mathematics of three-card-poker cannot be loaded"),
}


QUICK = ("no house.toml", "unknown clause", "no alias", "key of the page", "no spots", "a line left out", "best case")
"""Each runs in its own process; the others are for the full run."""


@pytest.mark.parametrize(
    "breakage", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in BREAKAGES]
)
def test_every_defect_is_reported(breakage, broken):
    *change, said = BREAKAGES[breakage]
    done = run(broken(*change), "check-game", "three-card-poker", "--rounds", "60")
    assert done.returncode == 1
    assert said in done.stdout + done.stderr
    assert done.stderr.count("\n") == 1
    assert all(line.startswith("WRONG  three-card-poker: ") for line in done.stdout.splitlines())


def test_as_json(capsys):
    main(["check-game", "high-card-flush", "--rounds", "3", "--json"])
    assert json.loads(capsys.readouterr().out) == {"ok": True, "games": {"high-card-flush": []}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "unknown game 'chess'; choose from"),
        (["--rounds", "-1"], "--rounds: -1 is not allowed; must be 0 or more"),
    ],
)
def test_usage_errors(words, said, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["check-game", *words])
    assert said in capsys.readouterr().err


# The same mistakes without a check first: one line, and no traceback.


@pytest.mark.parametrize(
    ("breakage", "words", "typed", "said"),
    [
        ("unknown clause", ["rules"], "", "its rules have P66, which is not among its clauses"),
        ("another name", ["rules"], "", "house.toml says game = 'poker', but GAME has 'three-card-poker'"),
        ("no house.toml", ["play"], "", "there is no house.toml in"),
        ("no alias", ["play"], "", "its words have no alias for play"),
        ("no handler", ["play"], "ante 5\n\nfold\n", "ThreeCardPokerRound emits Folded but has no _on_folded"),
        (
            "a line left out",
            ["play"],
            "ante 5 pp 1\n\nplay\n",
            "seat 1 has pair_plus on the layout, but no line settles it",
        ),
    ],
)
def test_a_broken_game_is_reported_in_one_line(breakage, words, typed, said, broken):
    *change, _ = BREAKAGES[breakage]
    done = run(broken(*change), *words, "three-card-poker", text=typed)
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
