"""API: play limits, time-outs, self-exclusion and reality checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from seventh.room.limits.values import (
    LONGEST_EXCLUSION,
    LONGEST_INTERVAL,
    LONGEST_TIME_OUT,
    MOST,
    SHORTEST_EXCLUSION,
)
from seventh.web.schemas import Milliseconds


@dataclass
class LimitInfo:
    """A limit in force. Amounts are in smallest chips, of the kind `time` in minutes."""

    kind: str
    """`loss` (net), `wager` (the total staked) or `time` (with a seat)."""
    period: str
    """`day`, `week` (from Monday) or `month`, by the calendar in UTC."""
    amount: int
    used: int
    """In finished rounds of this period; negative if more was won than lost."""
    at_stake: int
    """What the current wagers, with raises that may follow, and stacks between players could add."""
    left: int
    resets: Milliseconds
    later_at: Milliseconds | None = None
    """When a looser limit that was asked for takes effect; null if there is none."""
    later: int | None = None
    """That limit; null for none."""


@dataclass
class ExclusionInfo:
    """A time-out or self-exclusion in force."""

    kind: str
    """`time_out` or `self_exclusion`."""
    since: Milliseconds
    until: Milliseconds | None
    """Null for a permanent one."""


@dataclass
class PlayLimits:
    """What a person has set for themselves, and how much of it is used."""

    limits: list[LimitInfo]
    exclusion: ExclusionInfo | None
    reality_check_minutes: int
    """The minutes between reality checks; 0 for none."""
    reality_check_due: bool
    time_today: int
    """Milliseconds with a seat since midnight UTC."""
    net_today: int


@dataclass
class NewLimit:
    """Stricter limits are in force at once, looser ones after 24 hours. Asking for the amount in force withdraws a
    change that is pending."""

    amount: Annotated[int, Field(ge=0, le=MOST, examples=[50_000])] | None
    """In smallest chips or minutes; null for no limit."""


@dataclass
class NewTimeOut:
    """In force at once; it cannot be shortened."""

    hours: Annotated[int, Field(ge=1, le=LONGEST_TIME_OUT, examples=[24])]


@dataclass
class NewExclusion:
    """In force at once; it cannot be shortened."""

    months: Annotated[int, Field(ge=SHORTEST_EXCLUSION, le=LONGEST_EXCLUSION, examples=[6])] | None
    """Null for a permanent exclusion."""
    confirm: Annotated[str, Field(pattern="^exclude$", examples=["exclude"])]


@dataclass
class NewInterval:
    """The interval of reality checks."""

    minutes: Annotated[int, Field(ge=1, le=LONGEST_INTERVAL, examples=[30])] | None
    """Null for the house's interval."""
