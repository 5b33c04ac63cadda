"""Seven-Card Stud: players against each other for a pot."""

from seventh.games.game import Game
from seventh.games.seven_card_stud.house import SevenCardStudHouse
from seventh.games.seven_card_stud.layout import LAYOUT
from seventh.house.rules.sources import numbered
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.rules import stud_rules
from seventh.rounds.stud.words import StudWords

GAME = Game(
    name="seven-card-stud",
    package=__name__,
    house=SevenCardStudHouse,
    round=StudRound,
    clauses=numbered("S", book=15, readings=11),
    rules=stud_rules,
    layout=LAYOUT,
    words=StudWords,
    phh="F7S",
    company="seventh.bots.simple:COMPANY",
)
