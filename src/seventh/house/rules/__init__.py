"""The rules in force in plain words, generated from a house: change a setting and the text changes.

>>> from seventh.house import book_house
>>> [part.text for part in rules_of(book_house("high-card-flush")).of("H1")]
['Cards come from one deck of 52: seven for every player, seven for the dealer.']
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.house.load import require_house
from seventh.house.rules.boston_7_stud import boston_7_rules
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager
from seventh.house.rules.high_card_flush import high_card_flush_rules
from seventh.house.rules.seven_card_stud import stud_rules
from seventh.house.rules.seven_card_thrill import thrill_rules
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
