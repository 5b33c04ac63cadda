"""The periods of limits: days, weeks and months of the calendar, in UTC. A week begins on Monday.

Fixed periods, unlike rolling ones, have one moment at which everything is available again, which can be told in a line.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

DAY, WEEK, MONTH = PERIODS = ("day", "week", "month")
HOURS_24 = 86_400_000
THIS = {DAY: "today", WEEK: "this week", MONTH: "this month"}


def began(period: str, at: int) -> int:
    """When the period that contains this time began; times are milliseconds since 1970."""
    return _ms(_first(period, at))


def resets(period: str, at: int) -> int:
    """When the next period begins."""
    first = _first(period, at)
    if period == MONTH:
        return _ms((first + timedelta(days=31)).replace(day=1))
    return _ms(first + timedelta(days=7 if period == WEEK else 1))


def longest_began(at: int) -> int:
    """The earliest beginning of the current periods: the week may have begun before the month."""
    return min(began(period, at) for period in PERIODS)


def _first(period: str, at: int) -> datetime:
    day = datetime.fromtimestamp(at / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if period == MONTH:
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if period == WEEK else day


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def in_words(at: int) -> str:
    """A moment for people: 18 November 2026, 00:00 UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"
