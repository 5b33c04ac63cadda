"""Limits, exclusions and reality checks as values. A limit gets stricter at once and looser after 24 hours."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from seventh.room.changes import Write
from seventh.room.limits.periods import HOURS_24, PERIODS
from seventh.room.refusals import MALFORMED, NOT_NOW, RoomRefused

LOSS, WAGER, TIME = KINDS = ("loss", "wager", "time")
MOST = 10**12
MINUTES_IN = {"day": 1440, "week": 7 * 1440, "month": 31 * 1440}

TIME_OUT, SELF_EXCLUSION = "time_out", "self_exclusion"
LONGEST_TIME_OUT = 42 * 24
"""In hours."""
SHORTEST_EXCLUSION, LONGEST_EXCLUSION = 6, 60
"""In months; longer ones are permanent."""
LONGEST_INTERVAL = 720
"""Of reality checks, in minutes."""


class Limit(Struct, frozen=True):
    """A limit of a person on the net loss, the total wagered, or the minutes with a seat, in a period."""

    kind: str
    period: str
    amount: int
    """In smallest chips, or in minutes."""
    at: int
    """When it was last changed."""
    later: int | None = None
    """What it becomes at `later_at`; None for no limit."""
    later_at: int | None = None
    """When the pending change takes effect; None if there is none."""

    def now(self, at: int) -> int | None:
        """The limit in force; None for no limit."""
        return self.amount if self.later_at is None or at < self.later_at else self.later

    def pending(self, at: int) -> bool:
        """Whether a change has been asked for that is not yet in force."""
        return self.later_at is not None and at < self.later_at


def changed(known: Limit | None, kind: str, period: str, wanted: int | None, at: int) -> Limit | None:
    """The limit after a person has asked for another amount, or for none; None if there is nothing to keep.

    Asking for the amount in force withdraws a pending change.
    """
    _check(kind, period, wanted)
    current = known.now(at) if known is not None else None
    if current is None:
        return None if wanted is None else Limit(kind, period, wanted, at)
    assert known is not None
    if wanted is not None and wanted <= current:
        return Limit(kind, period, wanted, at)
    if known.pending(at) and known.later == wanted:
        return known  # asking again does not start the 24 hours anew
    return Limit(kind, period, current, at, wanted, at + HOURS_24)


def _check(kind: str, period: str, wanted: int | None) -> None:
    if kind not in KINDS:
        raise RoomRefused(MALFORMED, f"{kind!r} is not a kind of limit", ", ".join(KINDS))
    if period not in PERIODS:
        raise RoomRefused(MALFORMED, f"{period!r} is not a period", ", ".join(PERIODS))
    most = MINUTES_IN[period] if kind == TIME else MOST
    if wanted is not None and (type(wanted) is not int or not 0 <= wanted <= most):
        unit = "minutes" if kind == TIME else "smallest chips"
        raise RoomRefused(MALFORMED, f"{wanted!r} is not a limit for a {period}", f"0 to {most} {unit}")


class Exclusion(Struct, frozen=True):
    """Somebody has excluded themselves from play."""

    kind: str
    """`time_out` or `self_exclusion`."""
    since: int
    until: int | None
    """None for a permanent one."""

    def holds(self, at: int) -> bool:
        return self.until is None or at < self.until


def time_out(hours: int, at: int) -> Exclusion:
    """A break of some hours, up to six weeks."""
    if type(hours) is not int or not 1 <= hours <= LONGEST_TIME_OUT:
        raise RoomRefused(MALFORMED, f"a time-out cannot last {hours!r} hours", f"1 to {LONGEST_TIME_OUT} hours")
    return Exclusion(TIME_OUT, at, at + hours * 3_600_000)


def self_exclusion(months: int | None, at: int) -> Exclusion:
    """A self-exclusion of some months, or a permanent one."""
    if months is None:
        return Exclusion(SELF_EXCLUSION, at, None)
    if type(months) is not int or not SHORTEST_EXCLUSION <= months <= LONGEST_EXCLUSION:
        allowed = f"{SHORTEST_EXCLUSION} to {LONGEST_EXCLUSION} months, or permanently"
        raise RoomRefused(MALFORMED, f"a self-exclusion cannot last {months!r} months", allowed)
    return Exclusion(SELF_EXCLUSION, at, _months_later(at, months))


def check_longer(known: Exclusion | None, wanted: Exclusion, at: int) -> None:
    """Refuse an exclusion that would end before the one in force."""
    if known is None or not known.holds(at):
        return
    if known.until is None or (wanted.until is not None and wanted.until <= known.until):
        raise RoomRefused(NOT_NOW, "an exclusion cannot be shortened or lifted early", "a longer one")


def _months_later(at: int, months: int) -> int:
    moment = datetime.fromtimestamp(at / 1000, UTC)
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    day = moment.day
    while True:
        try:
            return round(moment.replace(year=year, month=month + 1, day=day).timestamp() * 1000)
        except ValueError:  # the month has fewer days
            day -= 1


class RealityCheck(Struct, frozen=True):
    """How often a person is told how long they have played, and what they have won or lost."""

    minutes: int | None = None
    """None for the house's interval."""
    answered: int = 0
    """When the person last chose to go on."""


def check_interval(minutes: int | None) -> None:
    if minutes is not None and (type(minutes) is not int or not 1 <= minutes <= LONGEST_INTERVAL):
        raise RoomRefused(
            MALFORMED, f"reality checks cannot be {minutes!r} minutes apart", f"1 to {LONGEST_INTERVAL} minutes"
        )


def as_row(person: str, value: Struct) -> dict[str, Any]:
    """A value as a row of its table."""
    return {"person": person, **{name: getattr(value, name) for name in value.__struct_fields__}}


def erasing(person: str) -> tuple[Write, ...]:
    """Deletes the limits of an account together with the account; an exclusion is kept, by the id alone."""
    keys = [{"person": person, "kind": kind, "period": period} for kind in KINDS for period in PERIODS]
    return (*(Write("drop", "play_limits", key) for key in keys), Write("drop", "reality_checks", {"person": person}))
