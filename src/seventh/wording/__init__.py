"""Each game in words, for a prompt or a page. A new game adds its wording here."""

from __future__ import annotations

from seventh.games.boston_7_stud.words import Boston7Wording
from seventh.games.high_card_flush.words import HighCardFlushWording
from seventh.games.seven_card_thrill.words import ThrillWording
from seventh.house import House
from seventh.rounds.dealer.words import Wording

__all__ = ["WORDINGS", "Wording", "wording_of"]

WORDINGS: dict[str, type[Wording]] = {
    "boston-7-stud": Boston7Wording,
    "seven-card-thrill": ThrillWording,
    "high-card-flush": HighCardFlushWording,
}


def wording_of(house: House) -> Wording:
    return WORDINGS[house.game](house)
