"""7 Card Thrill: wagers on a hand from a deck with a joker."""

from seventh.games.game import Game
from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.games.seven_card_thrill.layout import LAYOUT
from seventh.games.seven_card_thrill.round import ThrillRound
from seventh.games.seven_card_thrill.rules import thrill_rules
from seventh.games.seven_card_thrill.words import ThrillWording
from seventh.house.rules.sources import numbered

GAME = Game(
    name="seven-card-thrill",
    package=__name__,
    house=ThrillHouse,
    round=ThrillRound,
    clauses=numbered("T", book=10, readings=3),
    rules=thrill_rules,
    layout=LAYOUT,
    words=ThrillWording,
    mathematics_module=f"{__name__}.mathematics",
    coach_module=f"{__name__}.coach",
)
