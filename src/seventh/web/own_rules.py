"""The rules of a private table: a house of the room at some stakes, with the host's own limits and options.

A host writes amounts as people do, such as 5 or $5; the settings of a house are in smallest chips.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from seventh.house import House, Limits
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.house.changes import setting_words
from seventh.house.settings import Setting, settings_of, texts_of
from seventh.house.stakes import stakes_of
from seventh.house.values import Problem
from seventh.room.refusals import MALFORMED, RoomRefused
from seventh.web.errors import Failure
from seventh.web.game_info import titles_of
from seventh.web.lab.changes import Changed, changed_by_texts
from seventh.web.lab.money import in_money, sentence

OWN = "own."
"""Fields of a form for the host's settings are named after the setting, with this before it."""

_PLACE = re.compile(r"\[\d+\]")


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
    if not problems and any(path not in allowed for path, _ in found.problems):
        found = _at_larger_stakes(house, texts) or found
    problems += (_at_field(problem, given, allowed) for problem in in_money(house, found.problems))
    if problems:
        raise WrongSettings(problems)
    # Chips to play with for as long as at the house's own limits.
    return OwnRules(found.house, Fraction(_least(found.house), _least(house)))


def _at_larger_stakes(house: House, texts: Mapping[str, str]) -> Changed | None:
    """The rules with amounts that a host cannot choose, such as caps, multiplied until they fit the host's limits."""
    limits = {setting.path for setting in own_settings(house) if is_limit(setting)}
    kept = {path: text for path, text in texts_of(house).items() if path in limits}
    for times, scaled in sorted(stakes_of(house).values(), key=lambda each: each[0]):
        found = changed_by_texts(house.game, {**kept, **texts}, scaled)
        if times > 1 and not found.problems:
            return found
    return None


def _at_field(problem: Problem, given: Mapping[str, str], allowed: Collection[str]) -> Problem:
    """A problem at a field of the form: if it is with a setting that has none, at a field that was filled in."""
    path, why = problem
    filled = [each for each in given if each in allowed]
    if path in allowed or not filled:
        return problem
    words = setting_words(_PLACE.sub("", path))
    return max(filled, key=lambda each: each.endswith("maximum")), f"does not fit the rules of the house: {words} {why}"


def _least(house: Any) -> int:
    """The largest of the minimum bets."""
    return max(limits.minimum for limits in vars(house.limits).values() if isinstance(limits, Limits))


def own_form(house: House, given: Mapping[str, str], problems: list[Problem]) -> dict[str, Any]:
    """The form: the limits, which are what most hosts change, and the other rules, each as groups of fields."""
    texts, wrong = texts_of(house), dict(reversed(problems))
    first = _first(house, problems)
    parts: dict[str, dict[str, dict[str, Any]]] = {"limits": {}, "more": {}}
    for setting in own_settings(house):
        name, title = _group(house, setting)
        both = _is_range(setting)
        new = {"title": title, "range": both, "doc": setting.doc if both else "", "fields": []}
        group = parts["limits" if is_limit(setting) else "more"].setdefault(name, new)
        text = texts[setting.path]
        group["fields"].append(
            {
                "path": setting.path,
                "name": f"{OWN}{setting.path}",
                "title": _title(setting),
                "usual": house.money(int(text)) if setting.amount else _choice(setting, text),
                "choices": [(each, _choice(setting, each)) for each in setting.choices if each != text],
                "value": given.get(setting.path, ""),
                "problem": sentence(wrong.get(setting.path, "")),
                "first": setting == first,  # the browser scrolls to it
                "doc": "" if both else _plain(setting.doc),
                "clause": "" if is_limit(setting) or both else setting.clause,
            }
        )
    filled = {path for path, text in given.items() if text.strip()}
    more = [field for group in parts["more"].values() for field in group["fields"]]
    return {
        "limits": list(parts["limits"].values()),
        "more": sorted(parts["more"].values(), key=lambda group: _PLACES.get(group["title"], 1)),
        "more_open": any(field["path"] in filled or field["problem"] for field in more),
    }


def problem_title(house: House, problems: list[Problem]) -> str:
    """The first problem with the name of its field, and how many more there are."""
    setting, more = _first(house, problems), len(problems) - 1
    if setting is None:
        return sentence(" ".join(problems[0]))
    title = _title(setting)
    if _is_range(setting):
        title = f"{_group(house, setting)[1]}, {title.lower()}"
    return f"{title}: {sentence(dict(reversed(problems))[setting.path])}{f' {more} more below.' if more else ''}"


def _first(house: House, problems: list[Problem]) -> Setting | None:
    """The first setting of the form that has a problem."""
    wrong = dict(problems)
    inputs = sorted(own_settings(house), key=lambda setting: not is_limit(setting))
    return next((setting for setting in inputs if setting.path in wrong), None)


def is_limit(setting: Setting) -> bool:
    """Whether a setting is one of the amounts that stakes are."""
    return setting.amount and setting.group.partition(".")[0] in ("limits", "stakes")


_OPTIONS, _MISHAPS = "Options", "When a deal goes wrong"
_PLACES = {_OPTIONS: 0, _MISHAPS: 2}


def _group(house: House, setting: Setting) -> tuple[str, str]:
    """The group that a field is in, and its title."""
    if not setting.group:
        title = _MISHAPS if setting.mishap else _OPTIONS
        return title, title
    top, _, rest = setting.group.partition(".")
    if _is_range(setting):
        return setting.group, setting.label or titles_of(house).get(rest, _words(rest))
    return setting.group, _words(rest or top)


def _title(setting: Setting) -> str:
    return _words(setting.name) if _is_range(setting) else setting.label or _words(setting.name)


def _is_range(setting: Setting) -> bool:
    """Whether it is the minimum or maximum of a bet: the two share their explanation."""
    return setting.amount and setting.name in ("minimum", "maximum")


def _choice(setting: Setting, text: str) -> str:
    return setting.options.get(text) or {"true": "yes", "false": "no"}.get(text, text.replace("_", " "))


def _plain(doc: str) -> str:
    """An explanation without the part for people who write house files, which names values as they do."""
    first, _, rest = doc.partition("; ")
    return f"{first}." if "_" in rest else doc


def _words(name: str) -> str:
    words = name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}"
