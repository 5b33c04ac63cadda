"""Random houses: every setting of a game drawn at random, so that it may be loaded like a house's own file."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from seventh.games import book_house, parse_house
from seventh.house import CapTier, House, Limits, PayTable

UNITS = (1, 5, 100)
FRACTIONS = ("1:2", "3:2", "6:5", "2:3", "1:7")


def random_house(game: str, rng: Random, mend: Callable[[dict[str, Any], Random], None]) -> tuple[House, str]:
    """A house, and the TOML text that it was read from; `mend` keeps what must fit together."""
    kind = type(book_house(game))
    unit = rng.choice(UNITS)
    data = _table(kind, unit, rng)
    data |= {"game": game, "table_unit": unit}
    mend(data, rng)
    text = "\n".join(f"{key} = {_toml(value)}" for key, value in data.items())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a better hand that pays less is a warning, and just what we want to try
        return parse_house(text, game), text


def _table(kind: Any, unit: int, rng: Random) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {item.name: _value(item.name, hints[item.name], item.metadata, unit, rng) for item in fields(kind)}


def _value(name: str, wanted: Any, bounds: Any, unit: int, rng: Random) -> Any:
    if wanted is Limits:
        least = rng.randrange(1, 6) * unit
        return {"minimum": least, "maximum": least + rng.randrange(12) * unit}
    if wanted is PayTable:
        return {row: _pays(rng) for row in bounds["rows"]}
    if is_dataclass(wanted):
        return _table(wanted, unit, rng)
    if get_origin(wanted) is Literal:
        allowed = get_args(wanted)
        return allowed[0] if rng.randrange(2) else rng.choice(allowed)  # the book's value comes first
    if get_origin(wanted) is tuple:
        return _caps(unit, rng) if get_args(wanted)[0] is CapTier else ["Play chips only."]
    if wanted is bool:
        return rng.choice((True, False))
    if wanted is str:
        return name
    if "cap" in name:
        return _cap(unit, rng)
    least = bounds.get("least", 0)
    return rng.randrange(least, bounds.get("most", least + 4) + 1)


def _pays(rng: Random) -> int | str:
    """Mostly small whole odds; now and then nothing, a fraction, or enough to break any cap."""
    what = rng.randrange(10)
    if what == 0:
        return 0
    if what < 3:
        return rng.choice(FRACTIONS)
    return rng.randrange(1, 8) if what < 8 else rng.randrange(8, 400)


def _cap(unit: int, rng: Random) -> int:
    """None, or small enough to bite; not always a whole number of table units."""
    return rng.choice((0, rng.randrange(1, 12) * unit, rng.randrange(1, 100 * unit)))


def _caps(unit: int, rng: Random) -> list[dict[str, int]]:
    tops = sorted({rng.randrange(1, 20) * unit for _ in range(rng.randrange(4))})
    return [{"ante_up_to": top, "pays_at_most": _cap(unit, rng)} for top in tops]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def mend_boston(data: dict[str, Any], rng: Random) -> None:
    ante, bonus = data["limits"]["ante"], data["limits"]["three_card_bonus"]
    if data["caps"]:
        data["caps"][-1]["ante_up_to"] = max(data["caps"][-1]["ante_up_to"], ante["maximum"])
    if data["three_card_up_to_ante"] and bonus["minimum"] > ante["maximum"]:
        bonus["minimum"] = data["table_unit"]


def mend_flush(data: dict[str, Any], rng: Random) -> None:
    least = data["dealer_qualifies"]
    least["length"] = 2 + least["length"] % 4  # a dealer who hardly ever qualifies would hide the comparison
    least["high_card"] = max(least["high_card"], least["length"] + 1)


def mend_nothing(data: dict[str, Any], rng: Random) -> None:
    """The game's settings fit together whatever they are."""


def mend_stud(data: dict[str, Any], rng: Random) -> None:
    """Few chips, for they are counted one by one; stakes and limits that are not always whole table units."""
    unit = data["table_unit"] = rng.choice((1, 1, 2, 5))
    small = rng.randrange(1, 9) * unit + rng.choice((0, 0, 1))
    data["stakes"] = {
        "ante": rng.choice((0, unit, rng.randrange(3 * small))),
        "bring_in": rng.choice((unit, small, rng.randint(1, small))),
        "small_bet": small,
        "big_bet": rng.choice((small, 2 * small, small + rng.randrange(2 * small))),
    }
    data["stakes"]["bring_in"] = min(data["stakes"]["bring_in"], small)
    for spread in (data["limits"]["buy_in"], *data["spread"].values()):
        spread["minimum"] = rng.randrange(1, 9) * unit
        spread["maximum"] = spread["minimum"] + rng.randrange(9) * unit
    third = data["spread"]["third"]
    while third["maximum"] < data["stakes"]["bring_in"]:
        third["maximum"] += unit
    data["seats"] = rng.choice((8, 8, data["seats"]))
    data["raise_cap"] = rng.choice((0, 1, 2, 3, 4))
    data["rake"]["per_thousand"] = rng.choice((0, 0, 25, 50, 333, 1000))
    data["rake"]["cap"] = rng.choice((0, 3, small))
