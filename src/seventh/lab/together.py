"""Which wagers one player can have on one hand, by the rules of a house."""

from __future__ import annotations

from seventh.games.seven_card_thrill.house import ThrillHouse
from seventh.house import House


def made_together(house: House, first: str, second: str) -> bool:
    """Whether two wagers can stand on one hand: not an ante alone with others (B3, B13), nor two primary ones where a
    house allows only one (T2)."""
    if isinstance(house, ThrillHouse):
        return house.primary_wagers != "exactly_one" or "special" in (first, second)
    return "ante_only" not in (first, second)
