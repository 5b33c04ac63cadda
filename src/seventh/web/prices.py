"""The price of an action according to the frame that offers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def price_of(view: Mapping[str, Any], action: Mapping[str, Any], prices: Mapping[str, int]) -> int:
    """The chips an action takes from the viewer's stack; negative if it returns some.

    `prices` comes with the view, for actions without an amount.
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
