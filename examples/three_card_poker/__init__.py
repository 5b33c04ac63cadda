"""Three Card Poker: three cards against the dealer's, as a plug-in.

SEVENTH_GAMES=examples/three_card_poker ./seventh play three-card-poker
"""

from seventh.games.game import Game
from seventh.house.rules.sources import numbered
from three_card_poker.house import ThreeCardPokerHouse
from three_card_poker.layout import LAYOUT
from three_card_poker.round import ThreeCardPokerRound
from three_card_poker.rules import three_card_poker_rules
from three_card_poker.words import ThreeCardPokerWording

GAME = Game(
    name="three-card-poker",
    package=__name__,
    house=ThreeCardPokerHouse,
    round=ThreeCardPokerRound,
    clauses=numbered("P", book=9, readings=1),
    rules=three_card_poker_rules,
    layout=LAYOUT,
    words=ThreeCardPokerWording,
    mathematics_module=f"{__name__}.mathematics",
)
