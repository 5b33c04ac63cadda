"""Tables as CSV that a spreadsheet can open without taking a name for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a formula can begin with; the last four are full-width signs, which some spreadsheets read like the others."""


def csv_text(lines: Iterable[Mapping[str, Any]], columns: Sequence[str], names: Collection[str] = ()) -> str:
    """The lines as CSV with a header; `names` are the columns with texts that people chose."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore")
    writer.writeheader()
    for line in lines:
        writer.writerow({name: safe(line[name]) if name in names else line[name] for name in columns})
    return text.getvalue()


def safe(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
