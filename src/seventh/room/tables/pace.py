"""How long a table waits for its players: differs between shared and single-player tables.

Idle players do not hold up the table: after a timeout, or after missing the betting, a player has a short clock, and
betting waits only a moment for them once everybody else is ready, until they act again; a player who is away is not
waited for, and one who is leaving gets no time at all. A single-player table has no clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from seventh.room.settings import RoomSettings


@dataclass(frozen=True)
class Pace:
    """Times in milliseconds; None means no limit."""

    bets: int | None
    """How long betting stays open after the first wager of a round."""
    last_call: int
    """How long betting waits for an idle player once everybody else is ready."""
    decision: int | None
    """The time for a decision."""
    idle: int
    """The time for a decision of a player whose last one timed out."""
    result: int | None
    """How long the result of a round is shown before the next one starts."""
    away: int
    """How long an absent player keeps the seat."""


def shared(settings: RoomSettings) -> Pace:
    """The pace of a shared table."""
    return Pace(
        settings.betting_window,
        settings.last_call,
        settings.decision_clock,
        min(settings.idle_clock, settings.decision_clock),
        settings.showing_time,
        settings.away_leaves,
    )


def alone(settings: RoomSettings) -> Pace:
    """The pace of a single-player table: a round waits, but not forever for an absent player."""
    return Pace(None, settings.last_call, None, settings.idle_clock, None, settings.away_leaves)
