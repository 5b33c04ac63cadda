"""Boston 7 Stud Poker: three cards, then fold or a second wager, then four more, against the dealer."""

from seventh.games.boston_7_stud.house import Boston7House
from seventh.games.boston_7_stud.layout import LAYOUT
from seventh.games.boston_7_stud.round import Boston7Round
from seventh.games.boston_7_stud.rules import boston_7_rules
from seventh.games.boston_7_stud.words import Boston7Wording
from seventh.games.game import Game
from seventh.house.rules.sources import numbered

GAME = Game(
    name="boston-7-stud",
    package=__name__,
    house=Boston7House,
    round=Boston7Round,
    clauses=numbered("B", book=19, readings=1),
    rules=boston_7_rules,
    layout=LAYOUT,
    words=Boston7Wording,
    mathematics_module=f"{__name__}.mathematics",
    coach_module=f"{__name__}.coach",
)
