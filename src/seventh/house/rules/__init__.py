"""The rules in force in plain words, generated from a house: change a setting and the text changes.

>>> from seventh.house import book_house
>>> [part.text for part in rules_of(book_house("high-card-flush")).of("H1")]
['Cards come from one deck of 52: seven for every player, seven for the dealer.']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.games.boston_7_stud.rules import boston_7_rules
from seventh.games.high_card_flush.rules import high_card_flush_rules
from seventh.games.seven_card_stud.rules import stud_rules
from seventh.games.seven_card_thrill.rules import thrill_rules
from seventh.house.load import require_house
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager
from seventh.house.rules.sources import SOURCES
from seventh.house.values import House

__all__ = ["RULES", "SOURCES", "Clause", "Rules", "Section", "Table", "Wager", "rules_of"]

RULES: dict[str, Callable[[Any], Rules]] = {
    "seven-card-stud": stud_rules,
    "boston-7-stud": boston_7_rules,
    "seven-card-thrill": thrill_rules,
    "high-card-flush": high_card_flush_rules,
}
"""How each game's rules are written. A new game adds its module here."""


def rules_of(house: House) -> Rules:
    """The rules that a house plays by."""
    return RULES[require_house(house).game](house)
