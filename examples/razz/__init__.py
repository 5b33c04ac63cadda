"""Razz: stud for low hands, as a plug-in.

    SEVENTH_GAMES=examples/razz ./seventh play razz

The game shares everything with the stud family except its family value: which hand wins, who brings it in, who opens.
"""

from razz.house import RazzHouse
from razz.layout import LAYOUT
from seventh.games.game import Game
from seventh.house.rules.sources import numbered
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.rules import stud_rules
from seventh.rounds.stud.words import StudWords

GAME = Game(
    name="razz",
    package=__name__,
    house=RazzHouse,
    round=StudRound,
    clauses=numbered("Z", book=15, readings=11),
    rules=stud_rules,
    layout=LAYOUT,
    words=StudWords,
    phh="FR",
    company="seventh.bots.simple:COMPANY",
)
