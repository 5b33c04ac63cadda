"""Builds a house from plain values, as in a TOML file.

An invalid file is rejected with all of its problems at once, each with the path of its key and what is allowed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from seventh.house.values import House, Limits, PayTable, Problem, hints_of


class HouseError(ValueError):
    """An invalid house file. `problems` lists everything that is wrong with it."""

    def __init__(self, where: str, problems: list[Problem]) -> None:
        self.where = where
        """The file, or what else the values come from."""
        self.problems = problems
        """Everything that is wrong: pairs of a setting and a message."""
        lines = "; ".join(f"{path} {message}" if path else message for path, message in problems)
        super().__init__(f"{where}: {lines}")


class WrongHouse(ValueError):
    """A house for a different game, or a value that is not a house. The message is one line."""


class HouseWarning(UserWarning):
    """A setting in a house file that is allowed but looks like a mistake."""


def require_house(house: object, game: str | None = None) -> Any:
    """Return the argument if it is a house, and for this game if one is named; else raise `WrongHouse`."""
    if isinstance(house, str) or hasattr(house, "__fspath__"):
        raise WrongHouse(f"expected a house, not a path ({str(house)!r}); use seventh.load_house(path)")
    if isinstance(house, dict):
        raise WrongHouse("expected a house, not a dict; use game.house.replace(**changes)")
    if not isinstance(house, House):
        kind = type(house).__name__
        raise WrongHouse(f"expected a house, not {'an' if kind[0] in 'aeiou' else 'a'} {kind}")
    if game not in (None, house.game):
        raise WrongHouse(f"expected a house for {game}, not {house.game}")
    return house


def merged(values: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Plain values with changes applied; nested tables are merged key by key."""
    found = dict(values)
    for key, value in changes.items():
        inner = values.get(key)
        found[key] = merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return found


def build_house(kind: type[House], data: dict[str, Any], where: str) -> Any:
    """Build a house from values for every setting; raises `HouseError` with all problems."""
    problems: list[Problem] = []
    house = _read(kind, data, "", {}, problems)
    for name, limits in vars(house.limits).items():
        if isinstance(limits, Limits):
            problems += [(f"limits.{name}.{key}", message) for key, message in limits.problems(house.table_unit)]
    problems += house.problems()
    if problems:
        raise HouseError(where, problems)
    for path, message in house.warnings():
        warnings.warn(f"{where}: {path} {message}", HouseWarning, stacklevel=3)
    return house


class _Unreadable:
    """Placeholder for an invalid value. Comparisons with it are false, so that other values can still be checked."""

    def __getattr__(self, _: str) -> _Unreadable:
        return self

    def __call__(self, *_: object) -> _Unreadable:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __bool__(self) -> bool:
        return False

    def __lt__(self, _: object) -> bool:
        return False

    __gt__ = __le__ = __ge__ = __lt__
    __mod__ = __rmod__ = __call__


_UNREADABLE = _Unreadable()


def _read(wanted: Any, value: Any, path: str, bounds: Any, problems: list[Problem]) -> Any:
    """Convert one value to a type, or add a problem with its path."""

    def wrong(allowed: str) -> _Unreadable:
        problems.append((path, f"is {value!r}; allowed: {allowed}"))
        return _UNREADABLE

    if wanted is PayTable:
        return _read_pay_table(value, path, bounds["rows"], problems)
    if is_dataclass(wanted):
        return _read_dataclass(wanted, value, path, problems)
    if get_origin(wanted) is Literal:
        if value not in get_args(wanted) or type(value) is bool:
            return wrong(", ".join(repr(choice) for choice in get_args(wanted)))
    elif get_origin(wanted) is tuple:
        if not isinstance(value, list):
            return wrong("a list")
        return tuple(_read(get_args(wanted)[0], item, f"{path}[{n}]", bounds, problems) for n, item in enumerate(value))
    elif wanted is int:
        least, most = bounds.get("least", 0), bounds.get("most")
        if type(value) is not int or value < least or (most is not None and value > most):
            return wrong(
                f"a whole number from {least} to {most}" if most is not None else f"a whole number, {least} or more"
            )
    elif wanted in (bool, str):
        if type(value) is not wanted:
            return wrong({bool: "true or false", str: "text in quotes"}[wanted])
    elif isinstance(wanted, UnionType):
        raise TypeError(f"house settings cannot be unions: {path}")
    return value


def _read_dataclass(wanted: Any, value: Any, path: str, problems: list[Problem]) -> Any:
    if not isinstance(value, dict):
        problems.append((path, f"is {value!r}; allowed: a table with {', '.join(f.name for f in fields(wanted))}"))
        return _UNREADABLE
    prefix = f"{path}." if path else ""
    hints = hints_of(wanted)
    known = [f.name for f in fields(wanted)]
    problems += [
        (f"{prefix}{key}", f"is not a setting; allowed here: {', '.join(known)}") for key in value if key not in known
    ]
    problems += [(f"{prefix}{key}", "is missing") for key in known if key not in value]
    found = {
        f.name: _read(hints[f.name], value[f.name], prefix + f.name, f.metadata, problems)
        if f.name in value
        else _UNREADABLE
        for f in fields(wanted)
    }
    return wanted(**found)


def _read_pay_table(value: Any, path: str, rows: tuple[str, ...], problems: list[Problem]) -> Any:
    if not isinstance(value, dict):
        problems.append((path, f"is {value!r}; allowed: a table with the rows {', '.join(rows)}"))
        return _UNREADABLE
    stray = f"is not a row of this pay table; its rows are {', '.join(rows)}"
    problems += [(f"{path}.{row}", stray) for row in value if row not in rows]
    table = PayTable(
        tuple((row, _read_pays(value[row], f"{path}.{row}", problems)) for row in rows if row in value),
    )
    problems += [(f"{path}.{row}", message) for row, message in table.problems()]
    return table


def _read_pays(value: Any, path: str, problems: list[Problem]) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, str):
        try:
            numerator, denominator = value.replace(" to ", ":").split(":")
            return Fraction(int(numerator), int(denominator))
        except (ValueError, ZeroDivisionError):
            pass
    problems.append((path, f"is {value!r}; allowed: a whole number (35 means 35 to 1) or text such as '3:2'"))
    return Fraction(0)
