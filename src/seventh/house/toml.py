"""Writing a house file: only the settings that differ from the book."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from seventh.house.values import House

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def changes_of(house: House, book: House) -> dict[str, Any]:
    """The plain values that differ from the book's, in nested tables; a list is given whole."""
    return _changes(house.as_data(), book.as_data())


def _changes(own: dict[str, Any], by_book: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in own.items():
        before = by_book.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            if inner := _changes(value, before):
                found[key] = inner
        elif value != before:
            found[key] = value
    return found


def house_toml(house: House, book: House) -> str:
    """The house file that makes the book's rules into this house's."""
    lines = _lines({"game": house.game, **changes_of(house, book)}, "")
    return "".join(f"{line}\n" for line in lines)


def _lines(table: dict[str, Any], path: str) -> Iterator[str]:
    tables = {key: value for key, value in table.items() if isinstance(value, dict)}
    lists = {key: value for key, value in table.items() if isinstance(value, list) and value and _tables(value)}
    values = {key: value for key, value in table.items() if key not in tables and key not in lists}
    if values and path:
        yield ""
        yield f"[{path}]"
    yield from (f"{_key(key)} = {toml_value(value)}" for key, value in values.items())
    for key, value in tables.items():
        yield from _lines(value, f"{path}.{_key(key)}".lstrip("."))
    for key, items in lists.items():
        for item in items:
            yield ""
            yield f"[[{f'{path}.{_key(key)}'.lstrip('.')}]]"
            yield from (f"{_key(name)} = {toml_value(value)}" for name, value in item.items())


def _tables(items: list[Any]) -> bool:
    return all(isinstance(item, dict) for item in items)


def toml_value(value: Any) -> str:
    """A value without tables, on one line."""
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, str):
        # TOML's basic strings are those of JSON, except that DEL must be escaped and lone surrogates do not exist.
        sound = value.encode("utf-8", "replace").decode()
        return json.dumps(sound, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_value(key)
