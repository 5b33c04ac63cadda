"""Amounts as people write them: `5`, `$5`, `5.50`, `1,000`."""

from __future__ import annotations

import re

from seventh.house.values import House

_NUMBER = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,12})?(\.\d{1,6})?\Z")


class NotAnAmount(ValueError):
    """Text that is not an amount in this house's chips; the message says why."""


def looks_like_amount(word: str, house: House) -> bool:
    """Whether a word is meant as an amount, valid or not."""
    currency = house.currency.strip().lower()
    return word.lower().startswith((*"0123456789.-+", *([currency] if currency else [])))


def parse_amount(word: str, house: House) -> int:
    """The amount in smallest chips."""
    digits = word.lower().removeprefix(house.currency.strip().lower())
    match = _NUMBER.match(digits)
    if not match or not digits.strip("."):
        raise NotAnAmount(f"{word!r} is not an amount; write it like {house.money(5 * house.chips_per_unit)} or 5")
    chips = int((match[1] or "0").replace(",", "")) * house.chips_per_unit
    part = _part_of_unit((match[2] or "").removeprefix("."), house)
    if part is None:
        raise NotAnAmount(f"{word} is not a whole number of chips; the smallest is {house.money(1)}")
    return chips + part


def _part_of_unit(digits: str, house: House) -> int | None:
    """The digits after the point, in chips: decimals, or a number of chips if the unit is not a power of ten."""
    unit = house.chips_per_unit
    if str(unit).strip("0") == "1":
        width = len(str(unit)) - 1
        return None if digits[width:].strip("0") else int(digits[:width].ljust(width, "0") or 0)
    chips = int(digits or 0)
    return chips if chips < unit else None


def signed(amount: int, house: House) -> str:
    """A net result: `+$5`, `-$5`."""
    return f"+{house.money(amount)}" if amount > 0 else house.money(amount)
