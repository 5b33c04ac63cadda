"""Stakes: a house with every amount multiplied and nothing else changed.

Amounts are all `Limits` and `CapTier`s, and integers whose setting has `amount=True`.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from seventh.house.values import CapTier, House, Limits

TIMES = {"half": Fraction(1, 2), "book": Fraction(1), "x2": Fraction(2), "x5": Fraction(5), "x10": Fraction(10)}
"""Stakes for new tables: name and multiple of the book's stakes."""


def multiplied(house: Any, times: Fraction) -> Any:
    """The house at a multiple of its stakes; `ValueError` if the result is not a valid house."""
    if times == 1:
        return house
    found: House = _multiplied(house, times, house.table_unit)
    problems = [
        *((f"{path}.{key}", why) for path, limits in _limits(found) for key, why in limits.problems(found.table_unit)),
        *found.problems(),
    ]
    if problems:
        raise ValueError(f"{house.title} cannot be played at {times} of its stakes: {problems[0][0]} {problems[0][1]}")
    return found


def stakes_of(house: Any) -> dict[str, tuple[Fraction, Any]]:
    """The stakes available for this house: by name, the multiple and the resulting house."""
    found: dict[str, tuple[Fraction, Any]] = {}
    for name, times in TIMES.items():
        try:
            scaled = multiplied(house, times)
        except ValueError:
            continue
        if all(scaled != other for _, other in found.values()):
            found[name] = times, scaled
    return found


def _multiplied(value: Any, times: Fraction, unit: int) -> Any:
    if isinstance(value, Limits):
        return Limits(_amount(value.minimum, times, unit), _amount(value.maximum, times, unit))
    if isinstance(value, CapTier):
        return CapTier(_amount(value.ante_up_to, times, unit), _amount(value.pays_at_most, times, unit))
    if isinstance(value, tuple):
        return tuple(_multiplied(item, times, unit) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {
        item.name: _amount(getattr(value, item.name), times, unit)
        if item.metadata.get("amount")
        else _multiplied(getattr(value, item.name), times, unit)
        for item in fields(value)
    }
    return replace(value, **changed)


def _amount(amount: int, times: Fraction, unit: int) -> int:
    """An amount in whole chips, or in whole table units if it was. Rounded up, so that none becomes 0."""
    least = 1 if amount % unit else unit
    return -(-amount * times // least) * least


def _limits(value: Any, path: str = "") -> list[tuple[str, Limits]]:
    if isinstance(value, Limits):
        return [(path, value)]
    if not is_dataclass(value) or isinstance(value, type):
        return []
    return [
        found
        for item in fields(value)
        for found in _limits(getattr(value, item.name), f"{path}.{item.name}".lstrip("."))
    ]
