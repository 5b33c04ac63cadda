"""The settings of a house as fields of a form, for the lab and for any other page that edits a house."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from seventh.games import GAMES
from seventh.house.settings import Setting, changed_texts, settings_of, texts_of
from seventh.web.game_info import titles_of
from seventh.web.lab.changes import WAGER, Changed
from seventh.web.lab.money import money_of, sentence

SOURCES = {"book": "an option of the published rules", "reading": "a reading", "house": "set by the house"}
ORDER = ("pays", "limits", "", "rules", "house")
"""The parts of the form, in order; the empty one has all other tables."""


def parts_of(found: Changed, fixed: Collection[str] = ()) -> list[dict[str, Any]]:
    """The form: parts of groups of fields; the fixed ones cannot be changed, unless they were already."""
    house = found.house or found.book
    own, by_book = changed_texts(house, found.book), texts_of(found.book)
    # A list has fields for one more entry than it has entries, in the book or here.
    settings = max(settings_of(house), settings_of(found.book), key=len)
    problems = dict(reversed(found.problems))
    parts: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in ORDER}
    for setting in settings:
        top, _, rest = setting.group.partition(".")
        part = ("rules" if setting.clause else "house") if not top else top if top in ORDER else ""
        key = setting.group or part
        titled = _words(rest or top) if setting.group else ""
        group = parts[part].setdefault(key, {"key": key, "title": titled, "doc": "", "fields": []})
        shared = setting.kind == "pays" or setting.entry or setting.group.startswith("limits.")
        group["doc"] = setting.doc if shared else ""
        group["clause"] = setting.clause if shared else ""
        value = found.texts.get(setting.path, own.get(setting.path, by_book.get(setting.path, "")))
        by_base = by_book.get(setting.path, "")
        if setting.amount:
            money = money_of(house, value)
            value = found.written.get(setting.path) or money_of(found.book, value) or value
            by_base = money_of(found.book, by_base)
        group["fields"].append(
            {
                "setting": setting,
                "title": _title(setting),
                "value": value,
                "book": by_base,
                "problem": sentence(problems.get(setting.path, "")),
                "money": money if setting.amount and money != value else "",
                "doc": "" if shared else setting.doc,
                "fixed": setting.path in fixed and value == by_base,
                "source": SOURCES[setting.source],
            }
        )
    titles = ("Pay tables", "Limits", "Terms", "Rules and readings", "House")
    return [
        {"key": name or "terms", "title": title, "groups": list(parts[name].values())}
        for name, title in zip(ORDER, titles, strict=True)
        if parts[name]
    ]


def amounts_of(found: Changed) -> list[dict[str, Any]]:
    """The fields for wagers in chips; none for a game without figures."""
    mathematics = GAMES[found.book.game].mathematics
    if mathematics is None:
        return []
    house, titles, problems = found.house or found.book, titles_of(found.book), dict(found.problems)
    fields = []
    for name in mathematics.wagers:
        path = f"{WAGER}{name}"
        chips = found.texts.get(path, "")
        value, money = found.written.get(path) or money_of(found.book, chips) or chips, money_of(house, chips)
        titled = {"name": path, "title": titles[name], "value": value}
        problem = sentence(problems.get(path, ""))
        fields.append({**titled, "problem": problem, "money": money if money != value else ""})
    return fields


def _title(setting: Setting) -> str:
    if not setting.entry:
        return _words(setting.name)
    place = int(setting.path.removeprefix(f"{setting.entry}[").partition("]")[0])
    return f"Tier {place + 1}, {_words(setting.name).lower()}"


def _words(name: str) -> str:
    words = name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}"
