"""What an action costs, read from the frame that offers it: the price that a person saw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def price_of(view: Mapping[str, Any], action: Mapping[str, Any], prices: Mapping[str, int]) -> int:
    """The chips that an action takes from the viewer's stack; below 0 some come back.

    `prices` comes with the view, for actions that name no amount.
    """
    mine = next((seat for seat in view["seats"] if seat["seat"] == view["viewer"]), None)
    if mine is None:
        return 0
    match action.get("action"):
        case "place_wagers":
            return int(sum(action["amounts"].values()) - sum(mine["wagers"].values()))
        case "bet" | "call":
            return int(action["amount"])
        case "bet_to":
            return int(action["amount"]) - int(mine["bet"])
        case name:
            return int(prices.get(name or "", 0))
