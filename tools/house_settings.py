"""The reference of house settings on the site: a table for each game, made from its house class.

A setting carries its clause and its meaning, and its type and bounds say which values are allowed, so the tables cannot
be out of date.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from seventh.games import GAMES
from seventh.house.values import CapTier, House, Limits, PayTable

LEAVES = (Limits, PayTable, CapTier)
"""Values written in one line of a house file."""
TEXTS = {"game": "the game of the file", "title": "text", "currency": "text"}
"""What is allowed for the settings that are plain text."""


def house_settings_markdown(game: str) -> str:
    """The settings of a game, with their values in its book."""
    book = GAMES[game].book
    rows = [
        f"| `{path}` | `{_toml(value)}` | {allowed} | {about['doc']} | {_link(book, about['clause'])} |"
        for path, value, allowed, about in _settings(type(book), book.as_data())
    ]
    return "\n".join(["| setting | the book | allowed | meaning | clause |", "| --- | --- | --- | --- | --- |", *rows])


def _settings(
    kind: type[Any], values: dict[str, Any], path: str = ""
) -> Iterator[tuple[str, Any, str, Mapping[str, Any]]]:
    """Each setting with its path, value, allowed values and metadata; tables of settings are opened."""
    hints = get_type_hints(kind)
    for item in fields(kind):
        inner, value = hints[item.name], values[item.name]
        if isinstance(inner, type) and is_dataclass(inner) and inner not in LEAVES:
            yield from _settings(inner, value, f"{path}{item.name}.")
        else:
            yield path + item.name, value, _allowed(inner, item.name, item.metadata), item.metadata


def _allowed(kind: Any, name: str, bounds: Mapping[str, Any]) -> str:
    if get_origin(kind) is Literal:
        return ", ".join(f"`{_toml(choice)}`" for choice in get_args(kind))
    if kind is bool:
        return "`true`, `false`"
    if kind is int:
        least, most = bounds.get("least", 0), bounds.get("most")
        return f"{least} or more" if most is None else f"{least} to {most}"
    if kind is str:
        return TEXTS[name]
    if kind is Limits:
        return "multiples of `table_unit` above 0, the maximum not below the minimum"
    if kind is PayTable:
        return 'for each row a pay to one, 0 or more, such as `3` or `"3:2"`'
    if kind == tuple[CapTier, ...]:
        return "a list of tiers, the smallest ante first; the last reaches the largest ante"
    if kind == tuple[str, ...]:
        return "a list of text"
    raise TypeError(f"no text for the values of {name}, a {kind}")


def _toml(value: Any) -> str:
    """A value as in a house file, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _link(house: House, clause: str) -> str:
    name = house.clause_id(clause)
    return f"[{name}](rules/{house.game}.md#{name})" if name else ""
