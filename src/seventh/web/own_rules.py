"""The rules of a private table: a house of the room at some stakes, with the host's own limits and options.

A host writes amounts as people do, such as 5 or $5; the settings of a house are in smallest chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seventh.house import House, Limits
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.house.settings import Setting, settings_of, texts_of
from seventh.house.stakes import stakes_of
from seventh.house.values import Problem
from seventh.room.refusals import MALFORMED, RoomRefused
from seventh.web.errors import Failure
from seventh.web.lab.changes import changed_by_texts
from seventh.web.lab.money import in_money, sentence

OWN = "own."
"""Fields of a form for the host's settings are named after the setting, with this before it."""


@dataclass(frozen=True)
class OwnRules:
    """Valid rules, and the multiple of the house's stakes that they are for."""

    house: House
    times: Fraction


class WrongSettings(Failure):
    """Some of the host's settings are not valid."""

    def __init__(self, problems: list[Problem]) -> None:
        path, why = problems[0]
        super().__init__("malformed", f"{path} {why}", where=path)
        self.problems = problems


def own_settings(house: House) -> list[Setting]:
    """What a host may choose: the limits and other amounts of bets, and options of the rules."""
    return [
        setting
        for setting in settings_of(house)
        if (setting.amount and setting.group and not setting.entry) or (setting.choices and setting.clause)
    ]


def own_rules(house: House, stakes: str, own: Mapping[str, str]) -> OwnRules:
    """A house at these stakes with these settings changed; an empty one is as in the house."""
    known = stakes_of(house)
    if stakes not in known:
        raise RoomRefused(MALFORMED, f"{stakes!r} is not a stake of this game", ", ".join(known))
    times, scaled = known[stakes]
    given = {path: text.strip() for path, text in own.items() if text.strip()}
    if not given:
        return OwnRules(scaled, times)
    allowed = {setting.path: setting for setting in own_settings(house)}
    problems: list[Problem] = []
    texts: dict[str, str] = {}
    for path, text in given.items():
        if path not in allowed:
            problems.append((path[:100], f"is not a setting that a host can choose; allowed: {', '.join(allowed)}"))
        elif not allowed[path].amount:
            texts[path] = text
        else:
            try:
                texts[path] = str(parse_amount(text[:40], house))
            except NotAnAmount as error:
                problems.append((path, str(error)))
    found = changed_by_texts(house.game, texts, scaled)
    problems += in_money(house, found.problems)
    if problems:
        raise WrongSettings(problems)
    # Chips to play with for as long as at the house's own limits.
    return OwnRules(found.house, Fraction(_least(found.house), _least(house)))


def _least(house: Any) -> int:
    """The largest of the minimum bets."""
    return max(limits.minimum for limits in vars(house.limits).values() if isinstance(limits, Limits))


def own_fields(house: House, given: Mapping[str, str], problems: list[Problem]) -> list[dict[str, Any]]:
    """The form: groups of fields, each with its title, the house's value and what is wrong with the given one."""
    texts, wrong = texts_of(house), dict(reversed(problems))
    groups: dict[str, dict[str, Any]] = {}
    for setting in own_settings(house):
        top, _, rest = setting.group.partition(".")
        group = groups.setdefault(setting.group, {"title": _words(rest or top) or "Options", "fields": []})
        text = texts[setting.path]
        group["fields"].append(
            {
                "path": setting.path,
                "name": f"{OWN}{setting.path}",
                "title": _words(setting.name),
                "usual": house.money(int(text)) if setting.amount else _choice(text),
                "choices": [(choice, _choice(choice)) for choice in setting.choices],
                "value": given.get(setting.path, ""),
                "problem": sentence(wrong.get(setting.path, "")),
                "doc": setting.doc,
                "clause": setting.clause,
            }
        )
    return sorted(groups.values(), key=lambda group: group["title"] == "Options")


def _choice(text: str) -> str:
    return {"true": "yes", "false": "no"}.get(text, text.replace("_", " "))


def _words(name: str) -> str:
    words = name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}"
