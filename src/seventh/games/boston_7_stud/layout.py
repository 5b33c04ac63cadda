"""The appearance of a table of Boston 7 Stud Poker."""

from seventh.games.boston_7_stud.round import ANTE, FIRST, SECOND, THREE_CARD_BONUS
from seventh.rounds.layout import Felt, Layout, SpotLook

LAYOUT = Layout(
    "felt",
    Felt(cloth="#12603f", light="#1d8057", edge="#07301f", ink="#d9f2e4"),
    (
        SpotLook(THREE_CARD_BONUS, "diamond", "E"),
        SpotLook(ANTE, "circle", "Q"),
        SpotLook(FIRST, "circle", "W"),
        SpotLook(SECOND, "circle", later=True),
    ),
)
