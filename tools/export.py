"""Exports a stored round as a self-contained record for `./seventh verify`."""

from __future__ import annotations

from typing import Literal

from seventh.records import write_record
from seventh.room.rounds.rounds import resume
from seventh.room.store import Reader, Store


def exported(store: Store | Reader, round_id: str, viewer: int | Literal["all"] | None = "all") -> str:
    """The record as text: complete for the house ("all") once the round is over, otherwise as a seat or a spectator saw
    it.

    Raises `InconsistentRound` if the stored data is inconsistent, `ValueError` if the round may not be exported yet.
    """
    return write_record(resume(store, round_id).record(viewer))
