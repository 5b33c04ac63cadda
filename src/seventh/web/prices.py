"""What an action costs, read from the view that offers it: the price that a person saw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seventh.house import House, book_house
from seventh.house.seven_card_stud import StudHouse


def price_of(view: Mapping[str, Any], action: Mapping[str, Any], house: House | None = None) -> int:
    """The chips that an action takes from the viewer's stack; below 0 some come back.

    The bring-in is named by the rules alone: for a table with rules of its own, `house` has them.
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
        case "bring_in":
            rules = house or book_house(view["game"])
            assert isinstance(rules, StudHouse)
            return min(int(mine["stack"]), rules.stakes.bring_in)
    return 0
