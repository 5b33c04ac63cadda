"""`python -m tools.quote_examples`: update the files quoted in full in docs/adding-a-game.md."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
QUOTE = re.compile(r"^<!-- (\S+/\S+) -->\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def quoted(page: str) -> str:
    """The page with the current text of every file."""
    return QUOTE.sub(lambda found: f"<!-- {found[1]} -->\n```\n{_file(found[1])}```", page)


def _file(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


if __name__ == "__main__":
    PAGE.write_text(quoted(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
