"""`python -m tools.quote_examples`: bring the files that docs/adding-a-game.md shows in full up to date."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
QUOTE = re.compile(r"^<!-- (\S+/\S+) -->\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def quoted(page: str) -> str:
    """The page with every file as it is now."""
    return QUOTE.sub(lambda found: f"<!-- {found[1]} -->\n```\n{_file(found[1])}```", page)


def _file(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


if __name__ == "__main__":
    PAGE.write_text(quoted(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
