"""Reading and writing rounds: records, proofs, and PHH for stud hands."""

from __future__ import annotations

from pathlib import Path

from seventh import records
from seventh.fair import Verified, verify_standalone
from seventh.fair import verify as verify_proof
from seventh.library.dealt import DealtRound
from seventh.records import Record, StandaloneProof, phh


def _text(source: str | bytes | Path) -> str | bytes:
    """The contents of a file, or the text itself."""
    return source.read_text(encoding="utf-8-sig") if isinstance(source, Path) else source


def read_record(source: str | bytes | Path) -> Record:
    """Read a record from a file (a `Path`) or from text. Raises `NotARecord` if it is not one."""
    return records.read_record(_text(source))


def write_record(record: Record | DealtRound) -> str:
    """The record as JSON text."""
    return records.write_record(record.record() if isinstance(record, DealtRound) else record)


def verify(source: Record | DealtRound | str | bytes | Path) -> Verified:
    """Verify a record: the rules, the deck, every action and the settlement. Returns what was checked.

    Raises `Disproved` with the first problem. A proof without its record is verified as far as possible.
    """
    if isinstance(source, DealtRound):
        source = source.record()
    evidence = source if isinstance(source, Record) else records.read_evidence(_text(source))
    return verify_standalone(evidence) if isinstance(evidence, StandaloneProof) else verify_proof(evidence)


def read_phh(source: str | Path) -> list[phh.Replayed]:
    """Read stud hands from a PHH file (a `Path`) or from text; each is replayed and checked.

    Each has its `round`, its `record` and its `finishing_stacks`.
    """
    text = _text(source)
    assert isinstance(text, str)
    return [phh.replay(hand) for hand in phh.read(text)]


def write_phh(record: Record | DealtRound) -> str:
    """A stud hand as PHH text. Raises `NotInPhh` if the format cannot represent it."""
    return phh.write(record.record() if isinstance(record, DealtRound) else record)
