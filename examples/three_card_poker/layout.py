"""The appearance of a table of Three Card Poker."""

from seventh.rounds.layout import Felt, Layout, SpotLook
from three_card_poker.round import ANTE, PAIR_PLUS, PLAY

LAYOUT = Layout(
    "felt",
    Felt(cloth="#5b3a1a", light="#7d5226", edge="#2c1b0b", ink="#f8ead6"),
    (
        SpotLook(PAIR_PLUS, "diamond", "W"),
        SpotLook(ANTE, "circle", "Q"),
        SpotLook(PLAY, "circle", later=True),
    ),
)
