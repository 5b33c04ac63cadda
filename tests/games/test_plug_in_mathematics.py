"""A plug-in with its own mathematics: every query that the built-in games support."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from math import sqrt

import pytest

from tests.waiting import LIMIT

FILES = {
    "__init__.py": """
from dataclasses import dataclass

from seventh.games.game import Game
from seventh.house.values import House, Limits, PayTable, setting
from seventh.rounds.stud import StudRound


@dataclass(frozen=True)
class SpadeLimits:
    spade: Limits = setting("", "The wager.")


@dataclass(frozen=True)
class SpadePays:
    spade: PayTable = setting("", "By the card.", rows=("ace", "spade"))


@dataclass(frozen=True)
class SpadeHouse(House):
    limits: SpadeLimits = setting("", "The limits of the wagers.")
    pays: SpadePays = setting("", "The pay table.")


GAME = Game(
    name="one-spade",
    package=__name__,
    house=SpadeHouse,
    round=StudRound,  # only its deck of 52 is asked for here
    clauses={},
    rules=None,
    layout=None,
    words=None,
    mathematics_module=f"{__name__}.mathematics",
)
""",
    "house.toml": """
game = "one-spade"
title = "One Spade"
seats = 6
currency = "$"
chips_per_unit = 100
table_unit = 100
rounding = "down"
notices = []
limits.spade = { minimum = 100, maximum = 1000 }
pays.spade = { ace = 10, spade = 2 }
""",
    "mathematics.py": """
from fractions import Fraction

from seventh.lab.advice import Advice, WagerValue, best_of
from seventh.lab.design.tables import bonus_counts
from seventh.lab.figures import Outcome, WagerFigures
from seventh.lab.mathematics import Mathematics, Priced, Simulation

ROWS = {"ace": 1, "spade": 12}


def price(house, amounts, counts, progress):
    outcomes = [Outcome(row, ROWS[row], Fraction(pays)) for row, pays in house.pays.spade.rows]
    lost = Outcome("no spade", 39, Fraction(-1))
    return Priced({"spade": WagerFigures("spade", (*outcomes, lost), amounts.get("spade"))})


def advise(cards, house):
    row = "" if cards[0].text[1] != "s" else "ace" if cards[0].text[0] == "A" else "spade"
    worth = Fraction(house.pays.spade[row]) if row else Fraction(-1)
    actions = {"keep": worth, "surrender": Fraction(-1, 2)}
    spade = WagerValue(worth, True, row)
    return Advice("one-spade", cards, best_of(actions), actions, str(cards[0]), cards, {"spade": spade})


def simulation():
    from one_spade.kernel import play_rounds, terms_of

    return Simulation(("optimal",), terms_of, play_rounds)


MATHEMATICS = Mathematics(
    wagers=("spade",),
    price=price,
    notes=lambda house, amounts: ["a note of its own"] if amounts else [],
    advise=advise,
    cards=(1,),
    simulation=simulation,
    designs={"spade": lambda house: bonus_counts("spade", ROWS, 52)},
)
""",
    "kernel.py": """
from typing import NamedTuple

import numpy as np

from seventh.cards import DECK_52
from seventh.compiled import njit
from seventh.lab.simulation.deals import round_cards
from seventh.lab.simulation.terms import add_round


class Terms(NamedTuple):
    bet: int
    nets: np.ndarray


def terms_of(house, amounts, unit, strategy):
    bet, pays = amounts.get("spade", unit), house.pays.spade
    row = {card: "ace" if card.text == "As" else "spade" if card.text[1] == "s" else "" for card in DECK_52}
    nets = [pays.payoff(row[card], bet, house.rounding) if row[card] else -bet for card in DECK_52]
    return (Terms(bet, np.array(nets, np.int64)),)


@njit
def play_rounds(seed, first, rounds, terms, counts, products):
    deck = np.empty(52, np.uint8)
    nets, staked = np.zeros(2, np.int64), np.full(2, terms.bet)
    for number in range(first, first + rounds):
        round_cards(deck, seed, np.uint64(number), 1)
        nets[:] = terms.nets[deck[0]]
        add_round(nets, staked, counts, products)
""",
}
EV = Fraction(10 + 12 * 2 - 39, 52)

IN_OTHER_PROCESSES = """
import multiprocessing, os, sys
from concurrent.futures import ProcessPoolExecutor

from seventh.games import book_house, game
from seventh.games.simulation import plan_of

if __name__ == "__main__":
    plan = plan_of(book_house("one-spade"))
    here = [plan.play(7, first, 5000)[0].tolist() for first in (0, 5000)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        there = [pool.submit(plan.play, 7, first, 5000).result()[0].tolist() for first in (0, 5000)]
        assert pool.submit(os.getpid).result() != os.getpid()
    assert here == there, (here, there)
"""


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "one_spade"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def run(folder, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SEVENTH_GAMES": str(folder)}
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, timeout=LIMIT, check=False
    )


def answer(folder, *words: str) -> dict:
    found = run(folder, "-m", "seventh", *words, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    return json.loads(found.stdout)


def test_edge(folder):
    data = answer(folder, "edge", "one-spade")
    assert (data["game"], data["method"], data["notes"]) == ("one-spade", "exact, recounted", [])
    assert data["wagers"]["spade"]["ev"] == str(EV)
    capped = answer(folder, "edge", "one-spade", "--wager", "spade=50")
    assert capped["notes"] == [
        "spade of $0.50 is outside the table's limits, $1 to $10",
        "spade of $0.50 is not in table units of $1",
        "a note of its own",
    ]


def test_advise(folder):
    assert answer(folder, "advise", "one-spade", "As")["actions"]["keep"]["ev"] == "10"
    assert answer(folder, "advise", "one-spade", "Ad")["best"] == "surrender"
    joker = run(folder, "-m", "seventh", "advise", "one-spade", "Jk")
    assert (joker.returncode, joker.stderr) == (2, "seventh: Jk is not in the deck of one-spade\n")


@pytest.mark.slow
def test_simulate_with_any_number_of_threads_and_in_other_processes(folder):
    one, two = (
        answer(folder, "simulate", "one-spade", "--rounds", "600000", "--workers", workers) for workers in ("1", "2")
    )
    assert one["wagers"] == two["wagers"]
    spade = one["wagers"]["spade"]
    assert abs(spade["mean"] - EV) < 5 * spade["std_error"]
    variance = Fraction(10**2 + 12 * 2**2 + 39, 52) - EV**2
    assert spade["std_dev"] == pytest.approx(sqrt(variance), rel=0.02)
    script = folder.parent / "in_other_processes.py"
    script.write_text(IN_OTHER_PROCESSES)
    found = run(folder, str(script))
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.slow
def test_design(folder):
    data = answer(folder, "design", "one-spade", "--wager", "spade", "--target-edge", "0%..5%", "--row", "ace=10..15")
    assert [table["pays"]["ace"] for table in data["tables"]] == [15, 14, 13]
    assert data["tables"][0]["ev"] == "0"


def test_mathematics_that_cannot_be_loaded_is_one_line(folder):
    (folder / "mathematics.py").write_text("import no_such_module\n")
    found = run(folder, "-m", "seventh", "edge", "one-spade")
    assert found.returncode == 2
    assert found.stderr == (
        "seventh: the mathematics of one-spade cannot be loaded: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )


def test_importing_the_games_loads_neither_numpy_nor_numba(folder):
    code = (
        "import sys; from seventh.games import GAMES; assert 'one-spade' in GAMES;"
        "assert not {'numpy', 'numba', 'seventh.lab'} & sys.modules.keys()"
    )
    found = run(folder, "-c", code)
    assert (found.returncode, found.stderr) == (0, "")
