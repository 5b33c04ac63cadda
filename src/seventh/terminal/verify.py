"""What `seventh verify` prints: what was checked of a record, and what could not be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seventh.fair.following import Disproved
from seventh.fair.verify import Verified
from seventh.records.record import Record


def verify_lines(record: Record, found: Verified) -> Iterator[str]:
    """The report in words."""
    proof = record.proof
    name = f", table {proof.table}, round {proof.round}" if proof is not None else ""
    yield f"Verified: {record.game}{name}"
    for line in found.checked:
        yield f"  checked      {line}"
    for line in found.unchecked:
        yield f"  not checked  {line}"


def verify_data(record: Record, found: Verified) -> dict[str, Any]:
    """The report as plain values."""
    result = record.result
    return {
        "verified": True,
        "game": record.game,
        "checked": list(found.checked),
        "unchecked": list(found.unchecked),
        "stacks": {str(seat): chips for seat, chips in result.stacks.items()} if result else None,
        "void": result.void if result else None,
    }


def wrong_data(record: Record, wrong: Disproved) -> dict[str, Any]:
    """The first thing wrong, as plain values."""
    return {"verified": False, "game": record.game, "wrong": wrong.what, "message": str(wrong)}
