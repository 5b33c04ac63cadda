"""Terms that a newcomer may not know, explained once with the rules of each game that uses them."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from seventh.games import game_of
from seventh.house import House
from seventh.web.game_info import rules_data, worked_of

_ODDS = (
    "What a win pays for each chip that was bet, on top of the bet itself: 3 to 1 pays three times the bet, "
    "1 to 1 as much as the bet, and 1 to 2 half of it."
)
_BRING_IN = "A small forced bet that opens the first betting round. The face-up cards decide who must make it."
_TERMS = (
    ("3 to 1, 1 to 2", r"\b1 to 2\b", _ODDS),
    ("Push", r"\bpush(es|ed)?\b", "The bet is returned: nothing is won or lost."),
    ("Bring-in", r"\bbring-in\b", _BRING_IN),
    ("Complete", r"\bcompletes it\b|\bor complete\b", "To raise the bring-in to a full bet."),
    ("Muck", r"\bmuck(s|ed|ing)?\b", "To throw a hand away without showing it."),
)
"""Each term, a pattern of its uses, and its meaning."""


@lru_cache(maxsize=64)
def terms_of(house: House) -> list[dict[str, str]]:
    """The terms that occur in a game's rules, in its example round, or at its table."""
    told: list[Any] = [rules_data(house)["sections"], worked_of(house)]
    # A settlement against the dealer can be a push even where the rules put it in other words.
    at_table = "push" if game_of(house).round.AGAINST_HOUSE else ""
    text = f"{at_table} {json.dumps(told, default=str)}"
    return [{"term": term, "means": means} for term, uses, means in _TERMS if re.search(uses, text, re.IGNORECASE)]
