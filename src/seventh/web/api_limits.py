"""API: play limits, time-outs, self-exclusion and reality checks (R44)."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from seventh.room.limits.desk import LimitDesk
from seventh.room.people.accounts import Person
from seventh.web import limit_schemas as schemas
from seventh.web.api import new_router, problems
from seventh.web.auth import AccountChange, CsrfChecked, LoggedIn
from seventh.web.schemas import Done

router = new_router("play limits")

Kind = Annotated[str, Path(pattern="^(loss|wager|time)$")]
Period = Annotated[str, Path(pattern="^(day|week|month)$")]


def _desk(request: Request) -> LimitDesk:
    desk: LimitDesk = request.app.state.facade.room.limits
    return desk


def limits_of(desk: LimitDesk, person: Person, now: int) -> schemas.PlayLimits:
    """A person's limits, and how much of them is used."""
    exclusion = desk.book.exclusion(person.id)
    time, net = desk.guard.today(person.id)
    return schemas.PlayLimits(
        [
            schemas.LimitInfo(
                one.limit.kind,
                one.limit.period,
                one.limit.now(now) or 0,
                one.used,
                one.open,
                one.left(now),
                one.resets,
                one.limit.later_at if one.limit.pending(now) else None,
                one.limit.later if one.limit.pending(now) else None,
            )
            for one in desk.guard.figures(person.id)
        ],
        schemas.ExclusionInfo(exclusion.kind, exclusion.since, exclusion.until) if exclusion is not None else None,
        desk.guard.interval(person.id),
        desk.guard.reality_check_due(person.id),
        time,
        net,
    )


def _shown(request: Request, person: Person) -> schemas.PlayLimits:
    return limits_of(_desk(request), person, request.app.state.facade.room.clock.now())


@router.get("/me/limits", responses=problems(401))
async def play_limits(request: Request, visit: LoggedIn) -> schemas.PlayLimits:
    """The person's own limits on play."""
    return _shown(request, visit.here)


@router.put("/me/limits/{kind}/{period}", responses=problems(401, 403, 503))
async def set_limit(
    request: Request, visit: AccountChange, kind: Kind, period: Period, wanted: schemas.NewLimit
) -> schemas.PlayLimits:
    """Set or remove a limit. A stricter one is in force at once, a looser one after 24 hours."""
    await _desk(request).set_limit(visit.here, kind, period, wanted.amount)
    return _shown(request, visit.here)


@router.post("/me/time-out", responses=problems(401, 403, 409, 503))
async def take_time_out(request: Request, visit: AccountChange, wanted: schemas.NewTimeOut) -> schemas.PlayLimits:
    """Stop playing for some hours. It cannot be undone; every other session, token and connection ends."""
    await _desk(request).take_time_out(visit.here, wanted.hours, visit.session)
    return _shown(request, visit.here)


@router.post("/me/self-exclusion", responses=problems(401, 403, 409, 503))
async def exclude_myself(request: Request, visit: AccountChange, wanted: schemas.NewExclusion) -> schemas.PlayLimits:
    """Stop playing for months, or for good. It cannot be undone; every other session, token and connection ends."""
    await _desk(request).exclude(visit.here, wanted.months, visit.session)
    return _shown(request, visit.here)


@router.put("/me/reality-check", responses=problems(401, 403, 503))
async def set_reality_check(request: Request, visit: AccountChange, wanted: schemas.NewInterval) -> schemas.PlayLimits:
    """Set how often to be told the time and the result."""
    await _desk(request).set_interval(visit.here, wanted.minutes)
    return _shown(request, visit.here)


@router.post("/me/reality-check/go-on", responses=problems(401, 403, 503))
async def go_on(request: Request, visit: CsrfChecked) -> Done:
    """Play on after a reality check; at a table, the frame `go_on` does the same and sits in again."""
    await _desk(request).go_on(visit.here)
    return Done()
