"""The appearance of a table of 7 Card Thrill."""

from seventh.games.seven_card_thrill.round import FULL_HOUSE, PAIR_OF_KINGS, POKER, SPECIAL, THREE_OF_A_KIND
from seventh.rounds.layout import Felt, Layout, SpotLook

LAYOUT = Layout(
    "felt",
    Felt(cloth="#7a1a33", light="#9c2a47", edge="#3b0a18", ink="#ffe3e7"),
    (
        SpotLook(POKER, "circle", "Q"),
        SpotLook(PAIR_OF_KINGS, "shield", "W"),
        SpotLook(THREE_OF_A_KIND, "shield", "E"),
        SpotLook(FULL_HOUSE, "shield", "T"),
        SpotLook(SPECIAL, "star", "Y"),
    ),
)
