"""The guide to adding a game: it quotes files as they are, and names everything that an author may fill in."""

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

ROOT = Path(__file__).resolve().parents[2]
STUD = (family.Family, family.Share, family.Clauses, family.Wording)
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"^<!-- (\S+/\S+) -->\n(?:```\n(.*?)^```$)?", PAGE, re.MULTILINE | re.DOTALL)
CODE = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", PAGE, flags=re.M | re.S)))))
"""Every word that stands as code outside the quotations."""


@pytest.mark.parametrize("number", range(len(QUOTES)), ids=lambda number: f"{number}-{QUOTES[number][0]}")
def test_what_it_quotes_is_in_the_file(number):
    path, quoted = QUOTES[number]
    assert quoted.strip()
    assert quoted in (ROOT / path).read_text(encoding="utf-8")


def test_it_quotes_every_part_of_a_game():
    parts = ("__init__.py", "house.toml", "house.py", "hand.py", "round.py", "rules.py", "words.py", "layout.py")
    assert {f"examples/three_card_poker/{part}" for part in (*parts, "mathematics.py", "exact.py", "kernel.py")} <= set(
        dict(QUOTES)
    )
    assert {f"examples/razz/{part}" for part in ("__init__.py", "house.py", "words.py")} <= set(dict(QUOTES))


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


def test_it_names_all_that_the_words_may_fill_in():
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
