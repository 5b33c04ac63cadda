"""High Card Flush: the longest suit of seven cards against the dealer's."""

from seventh.games.game import Game
from seventh.games.high_card_flush.house import HighCardFlushHouse
from seventh.games.high_card_flush.layout import LAYOUT
from seventh.games.high_card_flush.round import HighCardFlushRound
from seventh.games.high_card_flush.rules import high_card_flush_rules
from seventh.games.high_card_flush.words import HighCardFlushWording
from seventh.house.rules.sources import numbered

GAME = Game(
    name="high-card-flush",
    package=__name__,
    house=HighCardFlushHouse,
    round=HighCardFlushRound,
    clauses=numbered("H", book=11, readings=1),
    rules=high_card_flush_rules,
    layout=LAYOUT,
    words=HighCardFlushWording,
    mathematics_module=f"{__name__}.mathematics",
    coach_module=f"{__name__}.coach",
)
