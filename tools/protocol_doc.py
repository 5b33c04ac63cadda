"""Write the protocol's page and schema from the types: `python -m tools.protocol_doc`, `--check` compares.

Every frame, action, event and view is a type in the code; what stands in the page about it is its docstring, its
fields and the strings under them. Nothing here is written by hand but the introduction.
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

from seventh.records import proof as proof_module
from seventh.room import frames as frames_module
from seventh.rounds import actions as actions_module
from seventh.rounds import events as events_module
from seventh.rounds import view as view_module

DOCS = Path(__file__).resolve().parents[1] / "docs"

INTRODUCTION = """# The protocol

This page is written by `python -m tools.protocol_doc` from the types that the server itself uses; the same as a JSON
schema is in [protocol.schema.json](protocol.schema.json). How to run the server, and a client in a few lines of Python,
is told in [server.md](server.md).

One WebSocket at `/ws` carries JSON objects as text, one a frame. A client says what to `do`, the server says what `is`.
This is version {version}.

- The first frame is `hello`. A browser is known by its cookie, a program by an API token; whoever has neither may watch
  public tables and the lobby. The answer is `welcome`, or `bye` and the end.
- A frame `table` holds the whole state of a table as the viewer may see it, with the events since the frame before.
  Whoever missed some, by a gap in `seq`, needs nothing but the next one. A reader who is slow gets fewer frames, with
  the events of those left out in the next one; one who stops reading loses the connection.
- Each thing that is asked for has an `id` that the client makes. The answer is `done` once it is committed, or
  `refused` with a reason and nothing changed. Asking again under the same id, also on another connection or after the
  server was restarted, does nothing twice: the answer is `done` with `again`.
- An action names the round, the number of the decision that it answers and the price the person saw. If one of them is
  no longer so, it is refused as `stale` or `repriced`, and the next frame shows what is.
- What has no id is refused under its name and table, such as `watch:high-card-flush-1`.
- A client contributes to each shuffle: after a round's `seed_hash` is shown and before `seeds_closed`, it sends a
  `seed` that the server did not choose.
- Money is in smallest chips, time in milliseconds since 1970 on the server's clock, a card is two characters (`As`).

Refusals have one of these codes: {codes}. A connection ends with `bye` and one of: `not_entered`, `version`,
`malformed`, `silent`, `too_many`, `abuse`, `slow`, `stopping`, `failed`.

Fields that a later version adds are to be ignored by clients; the server refuses fields that it does not know.
"""

CODES = (
    "not_now", "wrong_amount", "wrong_cards", "stale", "repriced", "closed", "no_chips", "not_seated", "malformed",
    "too_fast", "unknown", "failed", "forbidden", "taken", "not_entered",
)  # fmt: skip


def kinds(module: Any, base: type[Any]) -> list[type[Any]]:
    """The types of a module that are of one family, in the order they are written in."""
    found = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)]
    return [kind for kind in found if kind is not base and kind.__module__ == module.__name__]


def parts() -> list[tuple[str, str, list[type[Any]]]]:
    """The page's sections: title, introduction, types."""
    asks, tells = kinds(frames_module, frames_module.Ask), kinds(frames_module, frames_module.Tell)
    inner = [kind for kind in kinds(frames_module, msgspec.Struct) if kind not in (*asks, *tells)]
    inner = [kind for kind in inner if kind not in (frames_module.Ask, frames_module.Tell)]
    views = kinds(view_module, msgspec.Struct)
    seat_actions = [kind for kind in kinds(actions_module, actions_module.Action) if kind.role == "seat"]
    return [
        ("What a client says", "The field `do` says which.", asks),
        ("What the server says", "The field `is` says which.", tells),
        ("Parts of frames", "", inner),
        ("Views", "A round as one person may see it; `choices` lists what the viewer may do now.", views),
        ("Openings", "Stud: what proves a card to be the one that was committed to.", [proof_module.Opening]),
        ("Actions of a seat", "The field `action` says which.", seat_actions),
        ("Events", "The field `event` says which.", kinds(events_module, events_module.Event)),
    ]


def field_docs(kind: type[Any]) -> dict[str, str]:
    """The strings that stand under the fields of a class and of those it inherits from."""
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
    return docs


def type_text(schema: dict[str, Any]) -> str:
    """A type of the schema in a few words."""
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
            return {"integer": "whole number", "string": "text", "boolean": "true or false", "null": "null"}[name]
    return "anything"


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
        lines += ["| field | is | if left out | |", "| --- | --- | --- | --- |", *rows, ""]
    return lines


def schema_text() -> str:
    """The JSON schema of every type."""
    every = [kind for _, _, types in parts() for kind in types]
    _, components = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
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
    every = [kind for _, _, types in parts() for kind in types]
    _, components = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
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
            print(f"docs/{name} is not what the code says; run python -m tools.protocol_doc")
        return 1 if stale else 0
    for path, text in texts.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
