"""Changes to the room's data, each committed atomically.

Everything that happens is first computed in memory, as a new value and the change that persists it. Only once the
change is committed does the new value replace the old one, and only then is anyone notified.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Transfer(Struct, frozen=True, array_like=True):
    """A transfer of chips between ledger accounts. Never changed once posted; corrected only by a reversal."""

    id: str
    """Chosen by the requester; the same id never posts twice."""
    giver: str
    """The account debited."""
    taker: str
    """The account credited."""
    amount: int
    """In smallest chips, more than 0."""
    kind: str
    """What it is for: grant, buy_in, cash_out, wager, reserve, settlement, rake, refund, reversal …"""
    round: str | None = None
    obligation: str | None = None
    """The obligation of the round that this transfer pays; (round, obligation) is paid once."""
    reverses: str | None = None
    """The id of the transfer that this one reverses."""


class LogEntry(Struct, frozen=True, array_like=True):
    """An entry of the event log, before it is numbered and chained to the previous one."""

    kind: str
    """round_opened, step, round_closed, sat, left, granted …"""
    body: bytes
    """What happened, as JSON."""
    at: int
    """Milliseconds since 1970."""
    table: str | None = None
    round: str | None = None
    person: str | None = None
    action_id: str | None = None
    """The id that the client gave the action; unique per person."""


class Write(Struct, frozen=True, array_like=True):
    """A write to one row of another table."""

    how: Literal["put", "put_new", "put_or_set", "set", "drop"]
    """If the row exists, `put` fails, `put_new` leaves it alone, and `put_or_set` updates it."""
    table: str
    values: dict[str, Any]
    """By column; the primary key columns select the row."""


class Change(Struct, frozen=True, array_like=True):
    """Operations that are committed together."""

    opens: tuple[str, ...] = ()
    """Ledger accounts to open unless they exist."""
    transfers: tuple[Transfer, ...] = ()
    log: tuple[LogEntry, ...] = ()
    writes: tuple[Write, ...] = ()

    def __add__(self, other: Change) -> Change:
        return Change(
            self.opens + other.opens,
            self.transfers + other.transfers,
            self.log + other.log,
            self.writes + other.writes,
        )
