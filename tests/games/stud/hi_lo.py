"""Seven-card stud high-low, eight or better, as a plug-in: a game that divides its pots."""

import sys
import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples"))

from high_low import SHARES

from seventh.games.game import Game
from seventh.games.registry import GAMES
from seventh.games.seven_card_stud.house import CLAUSES, FAMILY
from seventh.games.seven_card_stud.words import WORDING
from seventh.house.rules.sources import numbered
from seventh.rounds.stud.house import StudHouse

NAME = "stud-hi-lo"
STUD = GAMES["seven-card-stud"]


@dataclass(frozen=True)
class HiLoHouse(StudHouse):
    family = replace(
        FAMILY,
        clauses=replace(CLAUSES, **{point: f"E{clause[1:]}" for point, clause in vars(CLAUSES).items()}),
        wording=replace(
            WORDING, winner="Otherwise the best five of seven cards win high, and the lowest five win low."
        ),
        shares=SHARES,
        open_pair_doubles=False,
    )


class PlugIn(Game):
    """A game whose book is that of stud with another title."""

    @cached_property
    def _book_data(self):
        book = tomllib.loads(STUD.folder.joinpath("house.toml").read_text())
        return book | {"game": NAME, "title": "Stud Eight or Better", "fourth_street_pair_doubles": False}


GAME = PlugIn(
    name=NAME,
    package=__name__,
    house=HiLoHouse,
    round=STUD.round,
    clauses=numbered("E", book=15, readings=11),
    rules=STUD.rules,
    layout=STUD.layout,
    words=STUD.words,
    phh="F7S/8",
    company=STUD.company,
)
