"""Output of `seventh verify`: what was checked in a record or a proof, and what could not be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seventh.fair.dealing import Disproved
from seventh.fair.verify import Verified
from seventh.records.record import Record
from seventh.records.standalone_proof import StandaloneProof


def verify_lines(evidence: Record | StandaloneProof, found: Verified) -> Iterator[str]:
    """The report as text."""
    proof = evidence.proof
    name = f", table {proof.table}, round {proof.round}" if proof is not None else ""
    what = "proof (without its record) of " if isinstance(evidence, StandaloneProof) else ""
    if isinstance(evidence, Record) and evidence.hand_dealt:
        what = "hand-dealt round of "
    yield f"Verified: {what}{evidence.game}{name}"
    for line in found.checked:
        yield f"  checked      {line}"
    for line in found.unchecked:
        yield f"  not checked  {line}"


def verify_data(evidence: Record | StandaloneProof, found: Verified) -> dict[str, Any]:
    """The report as plain values."""
    result = evidence.result if isinstance(evidence, Record) else None
    return {
        "verified": True,
        "game": evidence.game,
        "hand_dealt": isinstance(evidence, Record) and evidence.hand_dealt,
        "checked": list(found.checked),
        "unchecked": list(found.unchecked),
        "stacks": {str(seat): chips for seat, chips in result.stacks.items()} if result else None,
        "void": result.void if result else None,
    }


def wrong_data(evidence: Record | StandaloneProof, wrong: Disproved) -> dict[str, Any]:
    """The first problem, as plain values."""
    return {"verified": False, "game": evidence.game, "wrong": wrong.what, "message": str(wrong)}
