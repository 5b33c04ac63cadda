"""The guide to adding a game: it quotes files as they are, and names everything that an author may fill in."""

import re
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
from seventh.rounds.stud import family

ROOT = Path(__file__).resolve().parents[2]
STUD = (family.Family, family.Clauses, family.Wording)
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
    parts = ("__init__.py", "house.toml", "house.py", "hand.py", "round.py", "rules.py", "words.py", "mathematics.py")
    assert {f"examples/three_card_poker/{part}" for part in (*parts, "exact.py", "kernel.py")} <= set(dict(QUOTES))
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
    filled |= {"FLOW", "STREETS", "SPOTS", "CLAUSES", "PHASES", "DECK", "actions", "game"}
    assert filled - {"_abc_impl"} - CODE == set()


def test_it_names_all_that_the_words_may_fill_in():
    names = {name for name in vars(Wording) if not name.startswith("_")} | set(Wording.__annotations__)
    assert names - CODE == set()


def test_it_names_every_clause_of_a_procedure():
    for game in GAMES.values():
        assert all(f"`{procedure}`" in PAGE for procedure in getattr(game.round, "CLAUSES", ()))
