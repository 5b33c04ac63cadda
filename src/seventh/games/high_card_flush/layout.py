"""The appearance of a table of High Card Flush."""

from seventh.games.high_card_flush.round import ANTE, FLUSH, RAISE, STRAIGHT_FLUSH
from seventh.rounds.layout import Felt, Layout, SpotLook

LAYOUT = Layout(
    "felt",
    Felt(cloth="#17487e", light="#2361a3", edge="#0a2342", ink="#dcebff"),
    (
        SpotLook(FLUSH, "diamond", "W"),
        SpotLook(ANTE, "circle", "Q"),
        SpotLook(RAISE, "circle", later=True),
        SpotLook(STRAIGHT_FLUSH, "diamond", "E"),
    ),
)
