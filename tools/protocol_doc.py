"""Generates docs/protocol.md and docs/protocol.schema.json: `python -m tools.protocol_doc`; `--check` only compares.

Every frame, action, event and view is a type in the code, documented by its docstring and the strings below its fields.
Only the introduction is written by hand.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

import seventh
from seventh.games import GAMES, book_house
from seventh.lab.coaching import Cell, Picture
from seventh.records import proof as proof_module
from seventh.room import frames as frames_module
from seventh.rounds import actions as actions_module
from seventh.rounds import choice_views
from seventh.rounds import events as events_module
from seventh.rounds import view as view_module
from seventh.rounds.narration import Told
from seventh.rounds.offers import Intention, Offer
from seventh.rounds.review import Review, ReviewHand, ReviewLine
from seventh.rounds.words import HandWords

SHARED = (HandWords, Offer, Intention, Told, ReviewHand, ReviewLine, Review, Cell, Picture)
"""Parts of frames that the terminal uses too."""
CHOICES = (
    choice_views.ListedChoice,
    choice_views.WagersChoice,
    choice_views.SpotChoice,
    choice_views.BetChoice,
    choice_views.BetToChoice,
    choice_views.CardsChoice,
)
DOCS = Path(__file__).resolve().parents[1] / "docs"

INTRODUCTION = """# The socket protocol

`python -m tools.protocol_doc` generates this page from the types that the server uses;
[protocol.schema.json](protocol.schema.json) is the same as a JSON schema. [Writing a bot](tutorials/bot.md) is an
introduction, and [The server](server.md) describes the server around it.

The WebSocket at `/ws` carries JSON objects as text frames. A frame from a client has a field `do`, a frame from the
server a field `is`. This is version {version}.

- The first frame is `hello`. Browsers are identified by their cookie, programs by an API token; without either, a
  client may watch public tables and the lobby. The server replies with `welcome`, or with `bye` and closes the
  connection.
- A `table` frame holds the complete state of a table as the viewer may see it, and the events since the previous
  frame. A client that missed frames (a gap in `seq`) needs only the next one. A slow reader gets fewer
  frames, each with the events of those skipped; a client that stops reading is disconnected.
- Each request has an `id` chosen by the client. The reply is `done` once the change is committed, or `refused` with a
  reason, in which case nothing has changed. Requests are idempotent: repeating one with the same id, even on another
  connection or after a restart of the server, has no further effect, and the reply is `done` with `again`.
- An action names the round, the number of the decision it answers and the price shown to the player. If one of these
  has changed, the action is refused as `stale` or `repriced`, and the next frame shows the current state.
- Requests without an id are refused under their name and table, such as `watch:high-card-flush-1`.
- A client contributes to each shuffle: after a round's `seed_hash` is shown and before `seeds_closed`, it sends its
  own `seed`.
- Amounts are in smallest chips, times in milliseconds since 1970 on the server's clock, and a card is two characters
  (`As`).

Refusal codes: {codes}. Codes of `bye`: `not_entered`, `version`, `malformed`, `silent`, `too_many`, `abuse`, `slow`,
`logged_out`, `stopping`, `failed`.

Clients must ignore fields they do not know, since later versions may add some. The server refuses unknown fields.
"""

CHOICES_INTRODUCTION = """What the viewer may do now, one entry for each type of action. Every entry has `action` and
`clause`; the type of action decides what else it has. A client that knows these shapes can play every game."""

CODES = (
    "not_now", "wrong_amount", "wrong_cards", "stale", "repriced", "closed", "no_chips", "not_seated", "malformed",
    "too_fast", "unknown", "failed", "forbidden", "taken", "not_entered",
)  # fmt: skip


def kinds(module: Any, base: type[Any]) -> list[type[Any]]:
    """The subclasses of a base class defined in a module, in order of definition."""
    found = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)]
    return [kind for kind in found if kind is not base and kind.__module__ == module.__name__]


def parts() -> list[tuple[str, str, list[type[Any]]]]:
    """The sections of the page: title, introduction, types."""
    asks, tells = kinds(frames_module, frames_module.Ask), kinds(frames_module, frames_module.Tell)
    inner = [kind for kind in kinds(frames_module, msgspec.Struct) if kind not in (*asks, *tells)]
    inner = [kind for kind in inner if kind not in (frames_module.Ask, frames_module.Tell)]
    views = kinds(view_module, msgspec.Struct)
    seat_actions = [kind for kind in kinds(actions_module, actions_module.Action) if kind.role == "seat"]
    return [
        ("Frames from the client", "The field `do` names the type.", asks),
        ("Frames from the server", "The field `is` names the type.", tells),
        ("Parts of frames", "", [*inner, *SHARED]),
        ("Views", "A round as the viewer may see it; `choices` lists what the viewer may do now.", views),
        ("Choices", choices_text(), list(CHOICES)),
        ("Openings", "Stud: proves that a card is the one committed to.", [proof_module.Opening]),
        ("Actions of a seat", "The field `action` names the type.", seat_actions),
        ("Events", "The field `event` names the type.", kinds(events_module, events_module.Event)),
    ]


def choices_text() -> str:
    """The introduction to the choices, with those of real rounds."""
    wagers = GAMES["boston-7-stud"].round.start(book_house("boston-7-stud"), {1: 50_000})
    flush = seventh.game("high-card-flush").deal({"ante": 500}, seed=54)
    stud = seventh.game("seven-card-stud").deal(players=3, seed=1).act("bring_in")
    no_limit = seventh.game("seven-card-stud").replace(structure="no_limit").deal(players=3, seed=1).act("bring_in")
    examples = [
        ("Boston 7 Stud Poker, before the deal, with 50,000 chips", wagers.described(1)),
        ("High Card Flush, after an ante of 500, with five suited cards", flush.round.described(1)),
        ("Seven-Card Stud at fixed limit, after the bring-in of 100", stud.round.described(stud.to_act[0])),
        ("The same at no limit", no_limit.round.described(no_limit.to_act[0])),
    ]
    shown = [f"{title}:\n\n{_indented(choices)}" for title, choices in examples]
    return "\n\n".join([CHOICES_INTRODUCTION, *shown])


def _indented(choices: tuple[dict[str, Any], ...]) -> str:
    """Choices as JSON, each on a line, or each of its spots."""
    lines = []
    for choice in choices:
        spots = choice.get("spots", ())
        whole = json.dumps(choice)
        if spots:
            head = json.dumps({key: value for key, value in choice.items() if key != "spots"})[:-1]
            rows = ",\n".join(f"  {json.dumps(spot)}" for spot in spots)
            whole = f'{head}, "spots": [\n{rows}]}}'
        lines += whole.splitlines()
    return "\n".join(f"    {line}" for line in lines)


def field_docs(kind: type[Any]) -> dict[str, str]:
    """The strings below the fields of a class and its base classes."""
    docs: dict[str, str] = {}
    for base in reversed([base for base in kind.__mro__ if issubclass(base, msgspec.Struct)]):
        if base.__module__.startswith("msgspec"):
            continue
        body = ast.parse(inspect.getsource(base)).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr):
                assert isinstance(field.target, ast.Name)
                docs[field.target.id] = ast.literal_eval(after.value)
    written = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return {written[name]: about for name, about in docs.items() if name in written}


def type_text(schema: dict[str, Any]) -> str:
    """A schema type as text."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_text(one) for one in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "array":
            if "prefixItems" in schema:
                return "list of " + ", ".join(type_text(item) for item in schema["prefixItems"])
            return f"list of {type_text(schema.get('items') or {})}"
        case "object":
            values = schema.get("additionalProperties")
            return f"object of {type_text(values)}" if isinstance(values, dict) and values else "object"
        case str() as name:
            return {"integer": "integer", "string": "string", "boolean": "boolean", "null": "null"}[name]
    return "any"


def type_lines(kind: type[Any], schema: dict[str, Any]) -> list[str]:
    tag, tag_field = kind.__struct_config__.tag, kind.__struct_config__.tag_field
    lines = [f"### {kind.__name__}", ""]
    said = re.sub(r"\s+", " ", kind.__doc__ or "")
    lines += [f"`{json.dumps({tag_field: tag})}` {said}" if tag else said, ""]
    docs, required = field_docs(kind), set(schema.get("required", ()))
    rows = []
    for name, inner in schema["properties"].items():
        if name == tag_field:
            continue
        default = "" if name in required else json.dumps(inner.get("default"))
        about = re.sub(r"\s+", " ", docs.get(name, "")).replace("|", "\\|")
        rows.append(f"| `{name}` | {type_text(inner)} | {f'`{default}`' if default else ''} | {about} |")
    if rows:
        lines += ["| field | type | default | description |", "| --- | --- | --- | --- |", *rows, ""]
    return lines


def schemas() -> dict[str, Any]:
    """The schema of every type. The choices in a view are plain data in the code, so their types are added here."""
    every = [kind for _, _, types in parts() for kind in types]
    _, components = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
    shapes = [kind.__name__ for kind in CHOICES if kind is not choice_views.SpotChoice]
    for view in (view_module.RoundView, view_module.StudView):
        choices = components[view.__name__]["properties"]["choices"]
        choices["items"] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in shapes]}
    return components


def schema_text() -> str:
    """The JSON schema of every type."""
    components = schemas()
    title = f"The protocol of Seventh Street, version {frames_module.VERSION}"
    asks, tells = ([{"$ref": f"#/$defs/{kind.__name__}"} for kind in types] for _, _, types in parts()[:2])
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": [*asks, *tells],
        "$defs": components,
    }
    return json.dumps(whole, indent=1) + "\n"


def page_text() -> str:
    """The page."""
    components = schemas()
    codes = ", ".join(f"`{code}`" for code in CODES)
    lines = [INTRODUCTION.format(version=frames_module.VERSION, codes=codes)]
    for title, about, types in parts():
        lines += [f"## {title}", "", *([about, ""] if about else [])]
        for kind in types:
            lines += type_lines(kind, components[kind.__name__])
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    texts = {DOCS / "protocol.md": page_text(), DOCS / "protocol.schema.json": schema_text()}
    if "--check" in sys.argv[1:]:
        stale = [path.name for path, text in texts.items() if not path.exists() or path.read_text() != text]
        for name in stale:
            print(f"docs/{name} is out of date; run python -m tools.protocol_doc")
        return 1 if stale else 0
    for path, text in texts.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
