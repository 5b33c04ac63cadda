"""Amounts in the forms of a house's settings.

People write them as money there, such as 5, $5 or 2.50. Links, house files and the API count in smallest chips, so a
form says which of the two it sends, in its field `amounts`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from seventh.house import House
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.house.settings import settings_of
from seventh.house.values import Problem
from seventh.web.lab.changes import WAGER

AMOUNTS, MONEY = "amounts", "money"
"""The field of a form that writes amounts as money, and its value."""

_PLACE = re.compile(r"\[\d+\]")
_QUOTED_OR_NUMBER = re.compile(r"'[^']*'|\"[^\"]*\"|\d+")
_VALUE = re.compile(r"is ('[^']*'|\"[^\"]*\"|\S+?)([,;]) (.*)", re.DOTALL)


@dataclass
class Form:
    """The fields of a form, in smallest chips."""

    texts: dict[str, str]
    written: dict[str, str] = field(default_factory=dict)
    """The amounts as they were written."""
    problems: list[Problem] = field(default_factory=list)
    """Amounts that cannot be read; they are not in the texts."""


def read_form(house: House, values: Mapping[str, str]) -> Form:
    """The fields of a form that edits a house, or of a link to it."""
    texts = {path: text for path, text in values.items() if path != AMOUNTS}
    form = Form(texts)
    if values.get(AMOUNTS) != MONEY:
        return form
    known = _amounts(house)
    for path, text in list(texts.items()):
        if not text.strip() or not (path.startswith(WAGER) or _PLACE.sub("[]", path) in known):
            continue
        form.written[path] = text
        try:
            texts[path] = str(parse_amount(text.strip()[:40], house))
        except NotAnAmount as error:
            del texts[path]
            form.problems.append((path, str(error)))
    return form


def _amounts(house: House) -> set[str]:
    return {_PLACE.sub("[]", setting.path) for setting in settings_of(house) if setting.amount}


def money_of(house: House, text: str) -> str:
    """An amount of smallest chips in the house's currency; empty if it is not one."""
    plain = text.strip()
    return house.money(int(plain)) if plain.isascii() and plain.isdecimal() and len(plain) < 31 else ""


def in_money(house: House, problems: list[Problem]) -> list[Problem]:
    """The problems of a house's settings, with amounts as money; what somebody wrote is quoted as it is."""
    known = _amounts(house)
    return [(path, _in_money(house, why) if _PLACE.sub("[]", path) in known else why) for path, why in problems]


def _in_money(house: House, why: str) -> str:
    if "is not an amount" in why or "is not a whole number of chips" in why:
        return why
    return _QUOTED_OR_NUMBER.sub(lambda found: found[0] if found[0][0] in "'\"" else house.money(int(found[0])), why)


def sentence(why: str) -> str:
    """A problem as a sentence of its own, for the field that it belongs to: `is 3, below 5` becomes `3 is below 5.`"""
    found = _VALUE.match(why)
    if found is not None:
        value, sign, rest = found.groups()
        if sign == "," and rest.startswith(("above", "below", "not", "which is")):
            why = f"{value} is {rest.removeprefix('which is ')}"
        else:
            why = f"{value} is not valid{'; ' if rest.startswith('allowed') else ': '}{rest}"
    elif why.startswith(("is ", "does ")):
        why = f"this {why}"
    return f"{why[:1].upper()}{why[1:]}." if why else ""
