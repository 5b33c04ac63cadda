"""The values that houses are made of: limits, pay tables, caps, and what every game's house has in common."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

Problem = tuple[str, str]
"""The path of a key, and what is wrong with its value."""


def setting(clause: str, doc: str, **bounds: Any) -> Any:
    """A field of a house: the clause it belongs to, its effect in a sentence, and the bounds of its value.

    `before` is the value that applied in releases without the setting: rules recorded then are read with it. `book`
    says that the game's published rules have the option or its value; any other setting decides what they leave open.
    """
    return field(metadata={"clause": clause, "doc": doc, **bounds})


def six_card_dealer_setting(clause: str) -> Any:
    """What every game against the dealer can say about a dealer who is one card short."""
    return setting(
        clause,
        "Whether a dealer found with six cards always gets the seventh, after racking from the top of the racked stub, "
        "or only until the stub is racked, and all hands are void after that.",
        before="until_racked",
    )


@dataclass(frozen=True)
class Limits:
    """The least and the most that may be wagered, in smallest chips."""

    minimum: int
    maximum: int

    def problems(self, unit: int) -> Iterator[Problem]:
        if self.minimum <= 0:
            yield "minimum", f"is {self.minimum}; a wager is at least one table unit, {unit}"
        if self.maximum < self.minimum:
            yield "maximum", f"is {self.maximum}, below the minimum of {self.minimum}: no wager can meet both"
        for name in ("minimum", "maximum"):
            if getattr(self, name) % unit:
                yield name, f"is {getattr(self, name)}, which is not a whole number of table units of {unit}"


@dataclass(frozen=True)
class PayTable:
    """What each hand pays, best hand first. A row that pays nothing is a row that does not qualify."""

    rows: tuple[tuple[str, Fraction], ...]

    @cached_property
    def _terms(self) -> dict[str, tuple[int, int]]:
        return {row: (pays.numerator, pays.denominator) for row, pays in self.rows if pays}

    def __getitem__(self, row: str) -> Fraction:
        for name, pays in self.rows:
            if name == row:
                return pays
        raise KeyError(f"{row!r} is not a row of this pay table; its rows are {', '.join(dict(self.rows))}")

    def __contains__(self, row: object) -> bool:
        """Whether a hand of this name qualifies."""
        return row in self._terms

    def __iter__(self) -> Iterator[str]:
        return iter(self._terms)

    def payoff(self, row: str, wager: int, rounding: str) -> int:
        """What a winning wager is paid, its stake not counted; 0 for a row that pays nothing."""
        pays = self._terms.get(row)
        if pays is None:
            _ = self[row]  # a row that the table has, or KeyError
            return 0
        return scale(wager, *pays, rounding)

    def problems(self) -> Iterator[Problem]:
        for row, pays in self.rows:
            if pays < 0:
                yield row, f"is {pays}; a pay table cannot take chips, so 0 or more is allowed"

    def warnings(self) -> Iterator[Problem]:
        for (better, high), (worse, low) in pairwise(self.rows):
            if high < low:
                yield better, f"pays {high} to 1, less than the lower hand {worse} at {low} to 1"


def of_wager(group: Any, wager: str) -> Any:
    """A wager's limits or pay table among those of a house; None if it has none.

    A wager whose name Python keeps for itself, such as `raise`, has an underscore after it there.
    """
    return getattr(group, wager, None) or getattr(group, f"{wager}_", None)


def scale(wager: int, numerator: int, denominator: int, rounding: str) -> int:
    """A part of a wager in whole chips, rounded as the house says."""
    whole, rest = divmod(wager * numerator, denominator)
    return whole + 1 if rest and rounding == "up" else whole


@dataclass(frozen=True)
class CapTier:
    """The most that one hand is paid while the ante is at most `ante_up_to`; 0 is no cap."""

    ante_up_to: int
    pays_at_most: int


@dataclass(frozen=True)
class House:
    """What every game's house says. Amounts are in smallest chips."""

    game: str = setting("", "The game's name on the command line.")
    title: str = setting("", "The game's name for people.")
    seats: int = setting("", "How many people may play at one table.", least=1, most=6)
    currency: str = setting("", "What stands before an amount; empty for none.")
    chips_per_unit: int = setting("", "How many smallest chips make one unit of the currency.", least=1)
    table_unit: int = setting("", "Every wager that a person makes is a whole number of these.", least=1)
    rounding: Literal["up", "down"] = setting("", "Which way a payoff goes that is not in whole chips.")
    notices: tuple[str, ...] = setting("", "Lines that stand with the rules, such as an age limit and a help line.")

    def problems(self) -> Iterator[Problem]:
        """Everything that no table could be run with, beyond a single value's bounds."""
        yield from ()

    def warnings(self) -> Iterator[Problem]:
        """What is allowed but looks like a mistake."""
        for path, table in _of_type(self, PayTable):
            yield from ((f"{path}.{row}", message) for row, message in table.warnings())

    def clause_id(self, clause: str) -> str:
        """The id of the clause that a setting names; a family of games shares settings, but not ids."""
        return clause

    def as_data(self) -> dict[str, Any]:
        """Plain values, as a TOML file would hold them."""
        return {key: _plain(value) for key, value in asdict(self).items()}

    @classmethod
    def before(cls) -> dict[str, Any]:
        """The values that applied before the settings that later releases added."""
        return {item.name: item.metadata["before"] for item in fields(cls) if "before" in item.metadata}

    def recorded(self) -> dict[str, Any]:
        """The values as records and the room keep them, and as the hash is made of them.

        A setting that a later release added is left out while it has the value that applied before it: so rules that
        were recorded without it keep their hash.
        """
        before = self.before()
        return {key: value for key, value in self.as_data().items() if key not in before or value != before[key]}

    @cached_property
    def hash(self) -> str:
        """Names these exact rules: the same for equal houses, on every machine and in every release."""
        return hash_of(self.recorded())

    def money(self, amount: int) -> str:
        """An amount as people write it."""
        whole, rest = divmod(abs(amount), self.chips_per_unit)
        digits = len(str(self.chips_per_unit - 1))
        text = f"{whole:,}" + (f".{rest:0{digits}}" if rest else "")
        return f"{'-' if amount < 0 else ''}{self.currency}{text}"


def hash_of(recorded: dict[str, Any]) -> str:
    """The hash of a house's values as they were recorded, by this release or an earlier one."""
    text = json.dumps({"house": 1, **recorded}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _of_type(value: Any, wanted: type[Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a type within a dataclass, with its path."""
    if isinstance(value, wanted):
        yield path, value
    elif hasattr(value, "__dataclass_fields__"):
        for item in fields(value):
            yield from _of_type(getattr(value, item.name), wanted, f"{path}.{item.name}".lstrip("."))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}:{value.denominator}"
    if isinstance(value, dict):
        if set(value) == {"rows"}:  # a pay table
            return {row: _plain(pays) for row, pays in value["rows"]}
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
