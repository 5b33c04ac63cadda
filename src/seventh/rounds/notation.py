"""Text notation of actions and events, which can be parsed back: a name, then `field=value` for each non-default field.

>>> from seventh.rounds.actions import Action, Bet, PlaceWagers
>>> format_value(Bet("raise", 500))
'bet wager=raise amount=500'
>>> parse_action("place_wagers amounts=ante:500,first:500")
PlaceWagers(amounts={'ante': 500, 'first': 500})
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, TypeVar

import msgspec

from seventh.rounds.actions import Action, kinds_of
from seventh.rounds.events import Event

_PLAIN = re.compile(r"[A-Za-z0-9_?.:-]+\Z")
_FIELD = re.compile(r"\s*([a-z_]+)=(\"(?:[^\"\\]|\\.)*\"|\S*)")
_AMOUNTS = re.compile(r"(?:[a-z0-9_]+:-?[0-9]+,)*[a-z0-9_]+:-?[0-9]+\Z")

_NUMBER = re.compile(r"-?[0-9]+\Z")

S = TypeVar("S", bound=msgspec.Struct)


class NotationError(ValueError):
    """A line that is not an action or an event."""


def format_value(value: Action | Event) -> str:
    """The text notation of a value."""
    words = [str(value.__struct_config__.tag)]
    for name, default in zip(value.__struct_fields__, _defaults(type(value)), strict=True):
        item = getattr(value, name)
        if item != default or type(item) is not type(default):
            words.append(f"{name}={_format_item(item)}")
    return " ".join(words)


def _defaults(kind: type[msgspec.Struct]) -> tuple[object, ...]:
    missing = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    return (msgspec.NODEFAULT,) * missing + kind.__struct_defaults__


def _format_item(item: Any) -> str:
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, dict):
        return ",".join(f"{key}:{amount}" for key, amount in item.items())
    if isinstance(item, tuple | list):
        return json.dumps(json.dumps(msgspec.to_builtins(item), separators=(",", ":")))
    if isinstance(item, str) and (not _PLAIN.match(item) or item.lstrip("-").isdigit() or item in ("yes", "no")):
        return json.dumps(item)
    return str(item)


def parse_action(line: str) -> Action:
    """Parse an action."""
    return _parse(line, kinds_of(Action), "action")


def parse_event(line: str) -> Event:
    """Parse an event."""
    return _parse(line, kinds_of(Event), "event")


def _parse(line: str, kinds: dict[str, type[S]], what: str) -> S:
    name, _, rest = line.strip().partition(" ")
    if name not in kinds:
        raise NotationError(f"{name!r} is not an {what}; known: {', '.join(sorted(kinds))}")
    kind = kinds[name]
    hints = _hints(kind)
    found: dict[str, Any] = {}
    at = 0
    while rest[at:].strip():
        match = _FIELD.match(rest, at)
        if not match:
            raise NotationError(f"{rest[at:].strip()!r} is not field=value")
        if match[1] not in hints:
            raise NotationError(f"{name} has no field {match[1]!r}; its fields are {', '.join(hints) or 'none'}")
        found[match[1]] = _parse_item(match[2], hints[match[1]])
        at = match.end()
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise NotationError(f"{line.strip()!r}: {error}") from None


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _parse_item(text: str, wanted: Any) -> Any:
    if wanted == dict[str, int]:
        if text and not _AMOUNTS.match(text):
            raise NotationError(f"{text!r} is not wager:amount, wager:amount")
        return {key: int(amount) for key, amount in (pair.split(":") for pair in text.split(",") if pair)}
    if text.startswith('"'):
        try:
            value = json.loads(text)
            return json.loads(value) if wanted is not str and value[:1] in ("[", "{") else value
        except ValueError:
            raise NotationError(f"{text} is not a quoted string") from None
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if _NUMBER.match(text) else text
