"""The guide to adding a game: it quotes files verbatim and names everything an author can define."""

import ast
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from seventh.games import GAMES
from seventh.games.game import Game
from seventh.lab.advice import Advice
from seventh.lab.figures import Joint, Outcome, Strategy, WagerFigures
from seventh.lab.mathematics import Mathematics, Priced, Simulation
from seventh.rounds.dealer.irregularities import FloorRound
from seventh.rounds.dealer.words import Wording
from seventh.rounds.layout import Layout, SpotLook
from seventh.rounds.spots import SpotRule
from seventh.rounds.stud import family
from seventh.rounds.words import Words
from tests.known import known
from tools.quote_examples import QUOTE, quoted

ROOT = Path(__file__).resolve().parents[2]
STUD = (family.Family, family.Share, family.Clauses, family.Wording)
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
QUOTES = QUOTE.findall(PAGE)
CODE = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", PAGE, flags=re.M | re.S)))))
"""Every word in code font outside the quotations."""


@pytest.mark.parametrize(("path", "text"), QUOTES, ids=[path for path, _ in QUOTES])
def test_what_it_quotes_is_the_whole_file(path, text):
    assert text == (ROOT / path).read_text(encoding="utf-8"), "python -m tools.quote_examples brings it up to date"


def test_it_quotes_every_file_of_both_examples():
    files = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "examples").rglob("*")
        if path.is_file() and path.suffix in (".py", ".toml")
    }
    assert files == set(dict(QUOTES))
    assert len(QUOTES) == len(files)
    assert quoted(PAGE) == PAGE


def test_everything_is_imported_from_where_it_says():
    rows = re.findall(r"^\| `(seventh[\w.]*)` \| (`.*`) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 30
    for module, names in rows:
        for name in re.findall(r"`(\w+)`", names):
            exec(f"from {module} import {name}", {})


def test_what_the_examples_import_is_in_that_list():
    rows = dict(re.findall(r"^\| `(seventh[\w.]*)` \| (`.*`) \|$", PAGE, re.MULTILINE))
    for path, text in QUOTES:
        for node in ast.walk(ast.parse(text)) if path.endswith(".py") else ():
            if (
                isinstance(node, ast.ImportFrom)
                and known(node.module).startswith("seventh.")
                and node.module != "seventh.rounds"
            ):
                listed = re.findall(r"`(\w+)`", rows[node.module])
                assert {alias.name for alias in node.names} - set(listed) == set(), path


def test_the_tests_that_it_shows_pass():
    environment = os.environ | {"SEVENTH_GAMES": str(ROOT / "examples" / "three_card_poker")}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "examples/test_three_card_poker.py"]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "value",
    [Game, Mathematics, Simulation, Priced, WagerFigures, Outcome, Joint, Strategy, Advice, *STUD],
    ids=lambda value: value.__name__,
)
def test_it_names_every_field(value):
    assert {item.name for item in fields(value)} - CODE == set()


def test_it_names_all_that_a_game_against_the_dealer_may_fill_in():
    rounds = [game.round for game in GAMES.values() if issubclass(game.round, FloorRound)]
    filled = {name for kind in rounds for name in vars(kind) if hasattr(FloorRound, name) and not name.startswith("__")}
    filled |= {name for name in FloorRound.__abstractmethods__ if not name.startswith("__")}
    filled |= {"FLOW", "STREETS", "CLAUSES", "PHASES", "DECK", "actions", "game"}
    assert filled - {"_abc_impl"} - CODE == set()


def test_it_names_all_of_spots_and_layout():
    for value in (SpotRule, Layout, SpotLook):
        assert set(value.__struct_fields__) - {"wager", "clause", "least", "most", "step"} - CODE == set()


def test_it_names_every_attribute_of_the_words():
    names = {name for kind in (Words, Wording) for name in (*vars(kind), *kind.__annotations__) if name[0] != "_"}
    assert names - CODE == set()


def test_it_names_every_clause_of_a_procedure():
    for game in GAMES.values():
        assert all(f"`{procedure}`" in PAGE for procedure in getattr(game.round, "CLAUSES", ()))


def test_an_installed_game_is_found_by_its_entry_point(tmp_path):
    """As the page has it, with the files that an installer leaves."""
    (entry,) = re.findall(r'^\[project.entry-points."(.*)"\]\n(\S+) = "(.*)"$', PAGE, re.MULTILINE)
    group, name, value = entry
    info = tmp_path / "three_card_poker-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: three-card-poker\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
    paths = os.pathsep.join(map(str, (ROOT / "src", ROOT / "examples", tmp_path)))
    environment = {key: text for key, text in os.environ.items() if key != "SEVENTH_GAMES"} | {"PYTHONPATH": paths}
    words = [sys.executable, "-m", "seventh", "advise", "three-card-poker", "Qd6c4h"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "queen high" in done.stdout
