"""The rules in force as English text, generated from a house's settings."""

from seventh.house.rules.document import Clause, Rules, Section, Table, Wager
from seventh.house.rules.sources import SOURCES

__all__ = ["SOURCES", "Clause", "Rules", "Section", "Table", "Wager"]
