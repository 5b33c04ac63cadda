"""Bounds as people write them: `1..40`, `1:2..2..1:2`, `2%..3%`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from seventh.lab.design.tables import DesignError

MOST_CHOICES = 100_000


def parse_number(text: str, what: str) -> Fraction:
    """An exact number from an integer, a decimal, `1:2` or `3%`."""
    word, percent = text.strip(), text.strip().endswith("%")
    try:
        parts = word.rstrip("%").split(":")
        if len(parts) > 2 or any("/" in part or "_" in part for part in parts):
            raise ValueError
        value = Fraction(parts[0]) / (Fraction(parts[1]) if len(parts) == 2 else 1)
        if abs(value) > 10**12 or value.denominator > 10**12:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise DesignError(f"{what}: {text!r} is not a number; write it like 3, 0.5, 1:2 or 2.5%") from None
    return value / 100 if percent else value


@dataclass(frozen=True)
class Band:
    """A range from a minimum to a maximum."""

    low: Fraction
    high: Fraction

    @classmethod
    def parse(cls, text: str, what: str = "bounds") -> Band:
        """`2%..3%`."""
        parts = text.split("..")
        if len(parts) != 2 or not all(part.strip() for part in parts):
            raise DesignError(f"{what}: {text!r} is not a range; write the minimum and the maximum like 2%..3%")
        low, high = (parse_number(part, what) for part in parts)
        if low > high:
            raise DesignError(f"{what}: {text} starts above its end")
        return cls(low, high)

    @property
    def middle(self) -> Fraction:
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Pays:
    """What a row may pay, lowest first."""

    values: tuple[Fraction, ...]

    @classmethod
    def parse(cls, text: str, what: str = "row") -> Pays:
        """`35`, `1..40` in steps of 1, or `1:2..2..1:2` in steps of 1:2."""
        parts = text.split("..")
        if len(parts) > 3 or not all(part.strip() for part in parts):
            raise DesignError(f"{what}: {text!r} is not a range; write 1..40, or 5..100..5 for steps of 5")
        low, high, step = (
            parse_number(parts[0], what),
            parse_number(parts[min(1, len(parts) - 1)], what),
            parse_number(parts[2], what) if len(parts) == 3 else Fraction(1),
        )
        if low < 0:
            raise DesignError(f"{what}: {text} starts below 0; a pay cannot be negative")
        if low > high:
            raise DesignError(f"{what}: {text} starts above its end")
        if step <= 0:
            raise DesignError(f"{what}: the step in {text} must be above 0")
        count = int((high - low) // step) + 1
        if count > MOST_CHOICES:
            raise DesignError(f"{what}: {text} has {count:,} values; the maximum is {MOST_CHOICES:,}")
        return cls(tuple(low + step * number for number in range(count)))
