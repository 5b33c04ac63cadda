"""A coach's figures as text."""

from __future__ import annotations

from fractions import Fraction

from seventh.house import House

_MINUS = "\N{MINUS SIGN}"


def antes(ev: Fraction) -> str:
    """An expectation in antes: `-0.9712 antes`, with a real minus sign."""
    number = f"{abs(ev.numerator)}" if ev.denominator == 1 else f"{abs(float(ev)):.4f}"
    return f"{_sign(ev)}{number} ante{'' if number == '1' else 's'}"


def chips(house: House, amount: Fraction, signed: bool = True) -> str:
    """An amount that need not be in whole chips, to the cent."""
    units = abs(amount) / house.chips_per_unit
    if 0 < units < Fraction(1, 200):
        return f"less than {house.currency}0.01" if not signed else f"{house.currency}0.00"
    digits = 2 if house.chips_per_unit > 1 or units < 1 else 0
    return f"{_sign(amount) if signed else ''}{house.currency}{float(units):,.{digits}f}"


def _sign(value: Fraction) -> str:
    return "+" if value > 0 else _MINUS if value < 0 else ""
