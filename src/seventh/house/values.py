"""The values that make up a house: limits, pay tables, caps, and the settings shared by all games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, Self, get_type_hints

Problem = tuple[str, str]
"""The path of a key, and what is wrong with its value."""


def setting(clause: str, doc: str, **bounds: Any) -> Any:
    """A house setting: the clause it belongs to, its effect in a sentence, and the bounds of its value.

    `before` is the value that applied in releases without the setting, used to read rules recorded then. `book` means
    that the game's published rules include the option or its value; other settings decide what they leave open.
    `amount` marks an integer that is an amount of chips and so scales with a table's stakes, as `Limits` and
    `CapTier`s do. For people who host a table, `label` names the setting and `options` its values in plain words, and
    `mishap` marks what matters only when a deal goes wrong.
    """
    return field(metadata={"clause": clause, "doc": doc, **bounds})


def six_card_dealer_setting(clause: str) -> Any:
    """The setting, shared by all games against the dealer, for a dealer who is one card short."""
    return setting(
        clause,
        "Whether a dealer with six cards always gets the seventh, from the top of the stub if it has been racked, "
        "or only until the stub is racked; after that, all hands are void.",
        before="until_racked",
        label="Dealer one card short",
        options={
            "always_completed": "always gets the seventh card",
            "until_racked": "all hands void once the stub is racked",
        },
        mishap=True,
    )


def early_exposure_setting(clause: str, doc: str) -> Any:
    """The setting, shared by all games against the dealer, for a card of the dealer's that is seen too soon."""
    options = {"play_on": "play on", "void": "the round is void"}
    return setting(clause, doc, label="Dealer's card seen too soon", options=options, mishap=True)


def void_refunds_folded_setting(clause: str) -> Any:
    """The setting, shared by games with a fold, for the wagers of folded hands in a void round."""
    return setting(
        clause,
        "Whether a void round returns wagers to players who have folded.",
        label="Folded hands in a void round",
        options={"true": "get their bets back", "false": "lose their bets"},
        mishap=True,
    )


@dataclass(frozen=True)
class Limits:
    """The minimum and maximum wager, in smallest chips."""

    minimum: int
    maximum: int

    def problems(self, unit: int) -> Iterator[Problem]:
        if self.minimum <= 0:
            yield "minimum", f"is {self.minimum}; a wager is at least one table unit, {unit}"
        if self.maximum < self.minimum:
            yield "maximum", f"is {self.maximum}, below the minimum of {self.minimum}"
        for name in ("minimum", "maximum"):
            if getattr(self, name) % unit:
                yield name, f"is {getattr(self, name)}, which is not a whole number of table units of {unit}"


@dataclass(frozen=True)
class PayTable:
    """What each hand pays, best hand first. A hand whose row pays 0 does not qualify."""

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
        """The winnings of a wager, without the stake; 0 for a row that pays nothing."""
        pays = self._terms.get(row)
        if pays is None:
            _ = self[row]  # KeyError if the table has no such row
            return 0
        return scale(wager, *pays, rounding)

    def problems(self) -> Iterator[Problem]:
        for row, pays in self.rows:
            if pays < 0:
                yield row, f"is {pays}; must be 0 or more"

    def warnings(self) -> Iterator[Problem]:
        for (better, high), (worse, low) in pairwise(self.rows):
            if high < low:
                yield better, f"pays {high} to 1, less than {worse.replace('_', ' ')} at {low} to 1"


def of_wager(group: Any, wager: str) -> Any:
    """A wager's limits or pay table in a group of them; None if it has none.

    The attribute of a wager whose name is a Python keyword, such as `raise`, ends in an underscore.
    """
    return getattr(group, wager, None) or getattr(group, f"{wager}_", None)


def scale(wager: int, numerator: int, denominator: int, rounding: str) -> int:
    """A fraction of a wager in whole chips, rounded up or down."""
    whole, rest = divmod(wager * numerator, denominator)
    return whole + 1 if rest and rounding == "up" else whole


@dataclass(frozen=True)
class CapTier:
    """The maximum payout of one hand when the ante is at most `ante_up_to`; 0 means no cap."""

    ante_up_to: int
    pays_at_most: int


@dataclass(frozen=True)
class House:
    """The settings shared by all games. Amounts are in smallest chips."""

    game: str = setting("", "The game's name on the command line.")
    title: str = setting("", "The game's display name.")
    seats: int = setting("", "The number of seats at a table.", least=1, most=6)
    currency: str = setting("", "The currency symbol before an amount; may be empty.")
    chips_per_unit: int = setting("", "The number of smallest chips in one unit of the currency.", least=1)
    table_unit: int = setting("", "Every wager by a player is a multiple of this amount.", least=1)
    rounding: Literal["up", "down"] = setting("", "How to round a payoff that is not a whole number of chips.")
    notices: tuple[str, ...] = setting("", "Notices shown with the rules, such as an age limit and a help line.")

    def problems(self) -> Iterator[Problem]:
        """Invalid combinations of settings, beyond the bounds of single values."""
        yield from ()

    def warnings(self) -> Iterator[Problem]:
        """Settings that are allowed but look like mistakes."""
        for path, table in _of_type(self, PayTable):
            yield from ((f"{path}.{row}", message) for row, message in table.warnings())

    def clause_id(self, clause: str) -> str:
        """The id of a setting's clause in this game; games of a family share settings but not clause ids."""
        return clause

    def replace(self, **changes: Any) -> Self:
        """This house with some values changed, named as in a TOML file; the rest stay as they are.

        Nested tables are merged key by key: `replace(pays={"flush": {"four_cards": 2}})` changes one row of one
        pay table. A pay is an integer (to one), a string such as "3:2", or a `Fraction`. Raises `HouseError`
        with all problems.
        """
        from seventh.house.load import WrongHouse, build_house, merged

        if changes.get("game", self.game) != self.game:
            raise WrongHouse(f"a house for {self.game} cannot become one for {changes['game']!r}")
        house: Self = build_house(type(self), merged(self.as_data(), _plain(changes)), "the changed house")
        return house

    def as_data(self) -> dict[str, Any]:
        """Plain values, as in a TOML file."""
        return {key: _plain(value) for key, value in asdict(self).items()}

    @classmethod
    def before(cls) -> dict[str, Any]:
        """The `before` values of settings added in later releases."""
        return {item.name: item.metadata["before"] for item in fields(cls) if "before" in item.metadata}

    def recorded(self) -> dict[str, Any]:
        """The values as stored in records and in the room, and as hashed.

        A setting added in a later release is left out while it has its `before` value, so that rules recorded without
        it keep their hash.
        """
        before = self.before()
        return {key: value for key, value in self.as_data().items() if key not in before or value != before[key]}

    @cached_property
    def hash(self) -> str:
        """Identifies these exact rules: equal houses have equal hashes, on every machine and in every release."""
        return hash_of(self.recorded())

    def money(self, amount: int) -> str:
        """An amount formatted for display."""
        whole, rest = divmod(abs(amount), self.chips_per_unit)
        digits = len(str(self.chips_per_unit - 1))
        text = f"{whole:,}" + (f".{rest:0{digits}}" if rest else "")
        return f"{'-' if amount < 0 else ''}{self.currency}{text}"


_hints: dict[type[Any], dict[str, Any]] = {}


def hints_of(kind: type[Any]) -> dict[str, Any]:
    """The types of the fields of a class, read once: that takes longer than everything else here."""
    if kind not in _hints:
        _hints[kind] = get_type_hints(kind)
    return _hints[kind]


def hash_of(recorded: dict[str, Any]) -> str:
    """The hash of a house's recorded values, from this release or an earlier one."""
    text = json.dumps({"house": 1, **recorded}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _of_type(value: Any, wanted: type[Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """All values of a type within a dataclass, with their paths."""
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
