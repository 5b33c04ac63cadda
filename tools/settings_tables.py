"""Generates the tables in docs/settings.md and docs/house-settings.md from the settings themselves.

`python -m tools.settings_tables` writes them; `--check` only reports pages that are not up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from seventh.room.settings import RoomSettings
from tools.house_settings import house_settings_markdown

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "docs" / "settings.md", ROOT / "docs" / "house-settings.md")
PART = re.compile(
    r"^(<!-- (room settings|house settings)(?:, (\S+))?: written by tools/settings_tables\.py -->)$"
    r".*?^(<!-- end of settings -->)$",
    re.MULTILINE | re.DOTALL,
)


def room_settings_markdown(_: str = "") -> str:
    """Every setting of a room with its default."""
    rows = [f"| `{one.name}` | {_default(one.default)} | {one.metadata['doc']} |" for one in fields(RoomSettings)]
    return "\n".join(["| setting | default | meaning |", "| --- | --- | --- |", *rows])


def _default(value: object) -> str:
    if isinstance(value, str):
        return f"`{value}`" if value else "empty"
    return f"{value:,}" if isinstance(value, int) else "see below"


TABLES: dict[str, Callable[[str], str]] = {
    "room settings": room_settings_markdown,
    "house settings": house_settings_markdown,
}


def page(path: Path) -> str:
    """A page with its tables as they should be."""

    def filled(part: re.Match[str]) -> str:
        begin, kind, game, end = part.groups()
        return f"{begin}\n\n{TABLES[kind](game or '')}\n\n{end}"

    return PART.sub(filled, path.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print("usage: python -m tools.settings_tables [--check]", file=sys.stderr)
        return 2
    stale = [path for path in PAGES if page(path) != path.read_text(encoding="utf-8")]
    for path in stale:
        if arguments:
            print(f"{path.relative_to(ROOT)} is not up to date: run python -m tools.settings_tables")
        else:
            path.write_text(page(path), encoding="utf-8")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
