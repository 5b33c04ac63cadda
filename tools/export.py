"""A stored round as one file that proves itself: `./seventh verify` needs nothing else."""

from __future__ import annotations

from typing import Literal

from seventh.records import write_record
from seventh.room.rounds.rounds import resume
from seventh.room.store import Reader, Store


def exported(store: Store | Reader, round_id: str, viewer: int | Literal["all"] | None = "all") -> str:
    """The record's text: whole for the house ("all"), once the round is over; else what a seat or a bystander saw.

    `NotTheRound` if what is stored does not fit together, `ValueError` for a round that is not given out yet.
    """
    return write_record(resume(store, round_id).record(viewer))
