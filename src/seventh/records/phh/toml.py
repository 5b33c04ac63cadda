"""Writing values as TOML, one field per line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any


def toml_line(key: str, value: Any) -> str:
    return f"{key} = {toml_value(value)}\n"


def toml_value(value: Any) -> str:
    """One value, tables and lists within the line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | time):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    raise TypeError(f"{value!r} cannot be written as TOML")


def _text(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    sound = text.encode("utf-8", "replace").decode()
    return json.dumps(sound, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").replace("-", "a").isalnum() else _text(key)
