"""Seals: a hash of the content of each row that is overwritten as the room goes on.

The log and the transfers are chained, and rounds are replayed from the log. Other rows, such as accounts and tables,
have nothing to be compared with; their seal shows that they are as the writer left them. A seal is not secret: it
reveals damage, not a forger who knows how to make one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

SEAL = "seal"
SEALED = (
    "adjustment_decisions",
    "adjustments",
    "closures",
    "exclusions",
    "grants",
    "hand_dealt_rounds",
    "hand_dealt_tables",
    "house_versions",
    "people",
    "play_limits",
    "reality_checks",
    "retired_houses",
    "seats",
    "second_factors",
    "shares",
    "sittings",
    "tables",
    "tokens",
    "web_sessions",
)
"""The tables whose rows are sealed."""
_SIZE = 16


def seal_of(table: str, values: Mapping[str, Any]) -> bytes:
    """The seal of a row: SHA-256 of its columns by name, shortened.

    Columns that are NULL are left out, so that adding such a column to a table breaks no seal.
    """
    text = [f"row/1 {table}".encode()]
    for name in sorted(values):
        value = values[name]
        if value is None or name == SEAL:
            continue
        # SQLite has numbers for booleans; PostgreSQL's driver gives memoryviews for bytes.
        shown = str(int(value)).encode() if isinstance(value, int) else _bytes(value)
        text.append(b"%d:%b%d:%b" % (len(name), name.encode(), len(shown), shown))
    return sha256(b"".join(text)).digest()[:_SIZE]


def _bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


def rows_to_seal(names: list[str], rows: Iterable[tuple[Any, ...]], table: str) -> list[dict[str, Any]]:
    """For rows with these columns, the values with their seals."""
    found = [dict(zip(names, row, strict=True)) for row in rows]
    for values in found:
        values[SEAL] = seal_of(table, values)
    return found
