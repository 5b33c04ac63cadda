"""The addresses of the files under static/. They change with the content, so that browsers can keep the files for good.

A style sheet, a font or a picture has its own version, `/static/css/table.css?v=…`. Scripts import each other by
relative paths, so all of them share one version in their folder's name: `/static/js-…/table.js`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

STATIC = Path(__file__).parent / "static"
SCRIPTS = "js"

_IMPORT = re.compile(r'^(?:import|export)\s(?:[^"\'();]*?\sfrom\s+)?"(\.{1,2}/[^"]+)";', re.MULTILINE)
_FOLDER = re.compile(r"js-([0-9a-f]{10})/")


@lru_cache(maxsize=1)
def scripts_version() -> str:
    digest = sha256()
    for path in sorted((STATIC / SCRIPTS).rglob("*.js")):
        digest.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:10]


@lru_cache(maxsize=512)
def asset(path: str) -> str:
    """The address of a file under static/."""
    if path.startswith(f"{SCRIPTS}/"):
        return f"/static/{SCRIPTS}-{scripts_version()}/{path.removeprefix(f'{SCRIPTS}/')}"
    try:
        version = sha256((STATIC / path).read_bytes()).hexdigest()[:10]
    except OSError:
        return f"/static/{path}"
    return f"/static/{path}?v={version}"


def file_at(path: str) -> tuple[str, bool]:
    """The file behind a path below /static/, and whether the path has its current version."""
    found = _FOLDER.match(path)
    if found is None:
        return path, False
    return f"{SCRIPTS}/{path[found.end() :]}", found[1] == scripts_version()


@lru_cache(maxsize=64)
def modules(*starts: str) -> tuple[str, ...]:
    """The addresses of these scripts and of all that they import at the start, nearest first.

    A page names them in its head: otherwise the browser finds each one only when it has read the one before.
    """
    found = list(starts)
    for path in found:
        text = (STATIC / path).read_text(encoding="utf-8")
        imported = (normpath(join(dirname(path), name)) for name in _IMPORT.findall(text))
        found += dict.fromkeys(name for name in imported if name not in found)
    return tuple(asset(path) for path in found)


@lru_cache(maxsize=1)
def table_files() -> tuple[str, ...]:
    """The addresses of all that the page of a table loads at its start, with either scene."""
    styles = ("table", "felt", "oval", "balances", "last-round")
    scripts = modules("js/table.js", "js/felt.js", "js/oval.js", "js/bets.js")
    return (*(asset(f"css/{name}.css") for name in styles), *scripts, asset("img/cards.svg"))
