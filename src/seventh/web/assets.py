"""The addresses of the files under static/. They change with the content, so that browsers can keep the files for good.

A style sheet, a font or a picture has its own version, `/static/css/table.css?v=…`. Scripts import each other by
relative paths, so all of them share one version in their folder's name: `/static/js-…/lobby.js`. So do the scripts of a
bundle: `/static/table-…/table.js`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from seventh.web.bundles import STARTS

STATIC = Path(__file__).parent / "static"
SCRIPTS = "js"

_FOLDER = re.compile(rf"({'|'.join((SCRIPTS, *STARTS))})-([0-9a-f]{{10}})/")


class Asked(NamedTuple):
    """What a path below /static/ stands for."""

    path: str
    """Below static/, or below the folder of the bundle."""
    current: bool = False
    """Whether the path has the current version."""
    bundle: str = ""


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


def bundle(name: str) -> str:
    """The address of the one script that a page of this kind starts with."""
    return f"/static/{name}-{scripts_version()}/{STARTS[name]}"


def asked_for(path: str) -> Asked:
    """What a path below /static/ stands for."""
    found = _FOLDER.match(path)
    if found is None:
        return Asked(path)
    folder, version, rest = found[1], found[2], path[found.end() :]
    current = version == scripts_version()
    return Asked(f"{SCRIPTS}/{rest}", current) if folder == SCRIPTS else Asked(rest, current, folder)


@lru_cache(maxsize=1)
def table_files() -> tuple[str, ...]:
    """The addresses of all that the page of a table loads at its start, with either scene."""
    styles = ("table", "felt", "oval", "balances", "last-round")
    return (*(asset(f"css/{name}.css") for name in styles), bundle("table"), asset("img/cards.svg"))
