"""The guided tour of a player's first round: a few short steps, each shown next to its subject."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

At = Literal[
    "spots", "chips", "go", "own_cards", "hand_name", "actions", "dealer", "pot", "others", "result", "log", "help"
]
"""The subjects of a step, other than a spot."""

Until = Literal["next", "bet", "dealt", "turn", "acted", "over"]
"""What leads to the next step: pressing Next, or these points of the round, in order."""


class Step(Struct, frozen=True):
    """One step of the tour."""

    at: At
    text: str
    """One or two short sentences, because at some tables the clock is running."""
    until: Until = "next"
    wagers: tuple[str, ...] = ()
    """With `spots`: the wagers whose spots are meant."""


LAST = Step(
    "help",
    "That was a whole round. At the top are the hand rankings, the rules, and help, where you can restart this tour.",
)
