"""What the room writes: a change commits whole or not at all.

Everything that happens in the room is first worked out in memory, as a new value and the change that makes it lasting.
Only after the change is committed does the new value take the old one's place, and only then is anyone told.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Transfer(Struct, frozen=True, array_like=True):
    """Chips that go from one ledger account to another. Posted once, never changed, corrected only by a reversal."""

    id: str
    """Made by whoever asks for the transfer; the same id never posts twice."""
    giver: str
    """The account that gives."""
    taker: str
    """The account that receives."""
    amount: int
    """In smallest chips, above 0."""
    kind: str
    """What it is for: grant, buy_in, cash_out, wager, reserve, settlement, rake, refund, reversal …"""
    round: str | None = None
    obligation: str | None = None
    """What a round owes by this transfer; (round, obligation) is paid once."""
    reverses: str | None = None
    """The id of the transfer that this one takes back."""


class LogEntry(Struct, frozen=True, array_like=True):
    """A row of the event log, before the log gives it a number and chains it to the row before."""

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
    """The id that the person's program gave the action; unique for each person."""


class Write(Struct, frozen=True, array_like=True):
    """One row of another table."""

    how: Literal["put", "put_new", "put_or_set", "set", "drop"]
    """A row that is there already refuses `put`, stays with `put_new`, and gets the new values with `put_or_set`."""
    table: str
    values: dict[str, Any]
    """By column; those of the table's key say which row it is."""


class Change(Struct, frozen=True, array_like=True):
    """Things that commit together."""

    opens: tuple[str, ...] = ()
    """Ledger accounts that must exist; those that do are left alone."""
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
