"""One script from the modules that a page starts with, put together when it is first asked for.

A table consists of about fifty modules. Fetched one by one they cost a browser a tenth of a second, and their comments
are a third of their size. A bundle has its own folder, `/static/table-…/`: there `table.js` is the bundle, and modules
that are loaded later import their parts from it, so that each module exists once. The modules under static/js/ stay
what they are, for reading and for pages that need only a few.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

SCRIPTS = Path(__file__).parent / "static" / "js"
STARTS = {"table": "table.js", "replay": "replay.js"}
"""The script that a page starts with, by the bundle's name."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
_LEXEME = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<pattern> (?:(?<=[(,=:\[!&|?{;>\n])|(?<=return)) [ ]* /(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/ )
    | (?P<space> [ \t]*\n\s* )
    | (?P<brace> [`{}] )
    """,
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(`|\$\{)", re.DOTALL)


class NotBundled(Exception):
    """A script is written in a way that bundles do not know."""


def bundled(name: str, path: str) -> str | None:
    """The text of a script in a bundle's folder; None if there is no such script."""
    if path not in _scripts():
        return None
    modules = order(STARTS[name])
    if path == modules[-1]:
        return "".join(map(_wrapped, modules)) + f"export {{ {', '.join(map(_variable, modules))} }};\n"
    if path in modules:
        bundle = "../" * path.count("/") + "./" + modules[-1]
        exported = ", ".join(_EXPORT.findall(_text(path)))
        return f'import {{ {_variable(path)} }} from "{bundle}";\nexport const {{ {exported} }} = {_variable(path)};\n'
    return _text(path)


@lru_cache(maxsize=8)
def order(start: str) -> tuple[str, ...]:
    """A script and all that it imports when it starts, each after what it imports itself."""
    found: list[str] = []

    def visit(path: str, importers: tuple[str, ...]) -> None:
        if path in importers:
            raise NotBundled(f"{path} imports itself by way of {' and '.join(importers)}")
        if path in found:
            return
        for _, name in _IMPORT.findall(_text(path)):
            visit(_path(path, name), (*importers, path))
        found.append(path)

    visit(start, ())
    return tuple(found)


def stripped(text: str) -> str:
    """A script without comments, indentation and empty lines."""
    parts: list[str] = []
    at = 0
    depths: list[int] = []  # the open braces within each `${…}` that is being read, innermost last
    while found := _LEXEME.search(text, at):
        if between := text[at : found.start()]:
            parts.append(between.lstrip(" ") if parts[-1:] == ["\n"] else between)
        at = found.end()
        kind, lexeme = found.lastgroup, found[0]
        if kind == "space":
            if parts and parts[-1] != "\n":  # not where a line was a comment
                parts[-1] = parts[-1].rstrip(" ")
                parts.append("\n")
        elif lexeme == "`" or (lexeme == "}" and depths[-1:] == [0]):
            # A template as far as its end or its next `${`, as it is.
            end = _TEMPLATE.match(text, at)
            if end is None:
                raise NotBundled(f"a template without an end: {text[found.start() : at + 40]}")
            if lexeme == "}":
                depths.pop()
            if end[1] == "${":
                depths.append(0)
            parts.append(text[found.start() : end.end()])
            at = end.end()
        elif kind != "comment":
            if kind == "brace" and depths:
                depths[-1] += 1 if lexeme == "{" else -1
            parts.append(lexeme)
    return "".join([*parts, text[at:]])


@lru_cache(maxsize=1)
def _scripts() -> frozenset[str]:
    return frozenset(path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js"))


@lru_cache(maxsize=256)
def _text(path: str) -> str:
    return stripped((SCRIPTS / path).read_text(encoding="utf-8"))


def _wrapped(path: str) -> str:
    """A module as a function that returns what it exports."""
    text = _IMPORT.sub(
        lambda found: f"const {{{_renamed(found[1])}}} = {_variable(_path(path, found[2]))};\n", _text(path)
    )
    exported = ", ".join(_EXPORT.findall(text))
    text = _EXPORT.sub("", text)
    if strange := _UNKNOWN.search(text):
        raise NotBundled(f"{path}: {strange[0]}")
    return f"const {_variable(path)} = (() => {{\n{text}return {{ {exported} }};\n}})();\n"


def _renamed(names: str) -> str:
    return re.sub(r"(\w+) as (\w+)", r"\1: \2", names)


def _variable(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _path(importer: str, name: str) -> str:
    return normpath(join(dirname(importer), name))
