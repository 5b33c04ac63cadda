"""The settings of a house one by one, as fields of a form: each with its path, kind and bounds, and its value as text.

A list of tables, such as the tiers of a cap, has a field for each value of each entry, and those of one more entry; an
entry whose fields are all empty does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from seventh.house.rules.sources import Source
from seventh.house.values import CapTier, House, Limits, PayTable, Problem, hints_of

Kind = Literal["choice", "switch", "number", "pays", "text", "lines"]
Texts = Mapping[str, str]
"""Values as text, by path."""

_WHOLE = re.compile(r"-?[0-9]{1,30}")
_ENTRY = re.compile(r"(.+)\[([0-9]{1,3})\]\.([a-z_]+)")


@dataclass(frozen=True)
class Setting:
    """One value that a house may choose."""

    path: str
    """Its name in a house file, such as `pays.flush.six_cards`; an entry of a list has its place in brackets."""
    kind: Kind
    group: str
    """The table it belongs to; empty for a setting at the top level."""
    doc: str
    """Its effect in a sentence."""
    clause: str
    """The id of its clause; empty for settings that all games share."""
    source: Source = "house"
    """Whether it comes from the published rules, decides a point they leave open, or is a rule of the house."""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    amount: bool = False
    """Whether it is an amount in smallest chips."""
    entry: str = ""
    """The list whose entry it is part of; empty if it is in no list."""
    label: str = ""
    """Its name in plain words, if it has one; a minimum and a maximum share theirs."""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The choices in plain words."""
    mishap: bool = False
    """Whether it matters only when a deal goes wrong."""

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


@lru_cache(maxsize=64)
def settings_of(house: House) -> tuple[Setting, ...]:
    """Every setting of a house but the game itself, in the order of its class."""
    return tuple(found for found in _settings(type(house), house, "", house) if found.path != "game")


def _settings(kind: type[Any], value: Any, group: str, house: House) -> Iterator[Setting]:
    hints = hints_of(kind)
    for item in fields(kind):
        path = f"{group}.{item.name}".lstrip(".")
        clause = house.clause_id(item.metadata.get("clause", ""))
        yield from _of_field(hints[item.name], getattr(value, item.name), path, group, item.metadata, clause, house)


def _of_field(
    kind: Any, value: Any, path: str, group: str, about: Mapping[str, Any], clause: str, house: House
) -> Iterator[Setting]:
    doc, source = about["doc"], source_of(about)
    if kind is PayTable:
        yield from (Setting(f"{path}.{row}", "pays", path, doc, clause, source) for row in about["rows"])
    elif kind is Limits:
        for end in ("minimum", "maximum"):
            label = about.get("label", "")
            yield Setting(f"{path}.{end}", "number", path, doc, clause, source, least=1, amount=True, label=label)
    elif kind == tuple[CapTier, ...]:
        for place in range(len(value) + 1):
            for item in fields(CapTier):
                of_entry = f"{path}[{place}].{item.name}"
                yield Setting(of_entry, "number", path, doc, clause, source, least=0, amount=True, entry=path)
    elif is_dataclass(kind):
        yield from _settings(kind, value, path, house)  # type: ignore[arg-type]
    else:
        plain = {name: about[name] for name in ("label", "options", "mishap") if name in about}
        yield replace(_simple(kind, path, group, about, clause), **plain)


def _simple(kind: Any, path: str, group: str, about: Mapping[str, Any], clause: str) -> Setting:
    doc, source = about["doc"], source_of(about)
    if get_origin(kind) is Literal:
        return Setting(path, "choice", group, doc, clause, source, choices=get_args(kind))
    if kind is bool:
        return Setting(path, "switch", group, doc, clause, source, choices=("true", "false"))
    if kind is int:
        least, most, amount = about.get("least", 0), about.get("most"), bool(about.get("amount"))
        return Setting(path, "number", group, doc, clause, source, least=least, most=most, amount=amount)
    if kind is str:
        return Setting(path, "text", group, doc, clause, source)
    if kind == tuple[str, ...]:
        return Setting(path, "lines", group, doc, clause, source)
    raise TypeError(f"no field for {path}, a {kind}")


def source_of(about: Mapping[str, Any]) -> Source:
    """The source of a setting: a game's setting decides a point its rules leave open, unless they name the option."""
    return "house" if not about.get("clause") else "book" if about.get("book") else "reading"


def texts_of(house: House) -> dict[str, str]:
    """The values of a house as text, by path; a list of tables has those of its entries."""
    lists = {setting.entry for setting in settings_of(house)}
    return {path: text for path, text in _texts(house.as_data(), "") if path not in lists}


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for place, item in enumerate(value):
            yield from _texts(item, f"{path}[{place}]")
    elif isinstance(value, list):
        yield path, "\n".join(value)
    else:
        yield path, str(value).lower() if isinstance(value, bool) else str(value)


def changed_texts(house: House, book: House) -> dict[str, str]:
    """The values that differ from the book's, as text; an entry that the house lacks is empty."""
    own, by_book = texts_of(house), texts_of(book)
    lists = {setting.entry for setting in (*settings_of(house), *settings_of(book)) if setting.entry}
    found = {path: text for path, text in own.items() if by_book.get(path) != text and not _list_of(path, lists)}
    for name in lists:
        entries = {path for path in (*own, *by_book) if path.startswith(f"{name}[")}
        if any(own.get(path) != by_book.get(path) for path in entries):
            found |= {path: own.get(path, "") for path in sorted(entries)}
    return found


def _list_of(path: str, lists: set[str]) -> bool:
    entry = _ENTRY.fullmatch(path)
    return entry is not None and entry[1] in lists


def read_texts(book: House, texts: Texts) -> tuple[dict[str, Any], list[Problem], dict[str, str]]:
    """Plain values for a house: the book's with these changed; values that are not settings are problems.

    The last item maps the paths of entries to those of the fields they come from, where empty ones were left out.
    """
    known = {setting.path: setting for setting in settings_of(book)}
    lists = {setting.entry for setting in known.values() if setting.entry}
    problems: list[Problem] = []
    simple: dict[str, Any] = {}
    entries: dict[str, dict[int, dict[str, str]]] = {name: {} for name in lists}
    for path, text in {**texts_of(book), **texts}.items():
        entry = _ENTRY.fullmatch(path)
        if entry is not None and entry[1] in lists:
            entries[entry[1]].setdefault(int(entry[2]), {})[entry[3]] = text
        elif path in known:
            simple[path] = _value(known[path].kind, text)
        elif path != "game":
            problems.append((path[:100], f"is not a setting of {book.game}"))
    data: dict[str, Any] = {"game": book.game}
    for path, value in simple.items():
        *tables, name = path.split(".")
        inner = data
        for table in tables:
            inner = inner.setdefault(table, {})
        inner[name] = value
    places: dict[str, str] = {}
    for name, found in entries.items():
        kept = [place for place in sorted(found) if any(text.strip() for text in found[place].values())]
        data[name] = [{key: _value("number", text) for key, text in found[place].items()} for place in kept]
        places |= {f"{name}[{number}]": f"{name}[{place}]" for number, place in enumerate(kept)}
    return data, problems, places


def _value(kind: Kind, text: str) -> Any:
    """The value of a text; invalid text is returned unchanged, and building the house refuses it."""
    plain = text.strip()
    if kind in ("number", "pays") and _WHOLE.fullmatch(plain):
        return int(plain)
    if kind == "switch" and plain in ("true", "false"):
        return plain == "true"
    if kind == "lines":
        return [line.strip() for line in text.splitlines() if line.strip()]
    return plain
