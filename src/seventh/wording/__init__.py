"""Each game in words, for a prompt or a page. A new game adds its wording here."""

from __future__ import annotations

from seventh.house import House
from seventh.wording.base import Wording
from seventh.wording.boston_7_stud import Boston7Wording
from seventh.wording.high_card_flush import HighCardFlushWording
from seventh.wording.seven_card_thrill import ThrillWording

__all__ = ["WORDINGS", "Wording", "wording_of"]

WORDINGS: dict[str, type[Wording]] = {
    "boston-7-stud": Boston7Wording,
    "seven-card-thrill": ThrillWording,
    "high-card-flush": HighCardFlushWording,
}


def wording_of(house: House) -> Wording:
    return WORDINGS[house.game](house)
