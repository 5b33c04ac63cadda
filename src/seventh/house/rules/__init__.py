"""The rules in force in plain words, generated from a house: change a setting and the text changes."""

from seventh.house.rules.document import Clause, Rules, Section, Table, Wager
from seventh.house.rules.sources import SOURCES

__all__ = ["SOURCES", "Clause", "Rules", "Section", "Table", "Wager"]
