"""What the staff does over HTTP: closures for the floor, people for the admin, books for the auditor."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from seventh.web import bodies as b
from seventh.web.api import new_router, problems
from seventh.web.desk import Desk
from seventh.web.visits import STAFF, Having, Visit

router = new_router("staff")

Staff = Annotated[Visit, Depends(Having(*STAFF))]
Floor = Annotated[Visit, Depends(Having("floor", "admin", changes=True))]
Books = Annotated[Visit, Depends(Having("auditor", "admin"))]
Admin = Annotated[Visit, Depends(Having("admin", changes=True))]
PersonId = Annotated[str, Path(pattern="^[0-9a-f]{12}$", description="The id of a person.")]


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


@router.get("/admin/people", responses=problems(401, 403))
async def list_people(
    request: Request,
    visit: Staff,
    name: Annotated[str, Query(max_length=40, description="A part of the name; empty for all.")] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> b.People:
    """People with an account, the latest first; never with an address or a password."""
    assert visit
    return b.People(await _desk(request).list_people(name, limit))


@router.post("/admin/people", status_code=201, responses=problems(401, 403, 409, 503))
async def add_person(request: Request, visit: Admin, wanted: b.NewPerson) -> b.PersonInfo:
    """An account with a role."""
    return await _desk(request).add_person(visit.here, wanted)


@router.post("/admin/people/{person}/role", responses=problems(401, 403, 404, 409, 503))
async def give_role(request: Request, visit: Admin, person: PersonId, wanted: b.NewRole) -> b.PersonInfo:
    """Another role for somebody."""
    return await _desk(request).give_role(visit.here, person, wanted.role)


@router.post("/admin/people/{person}/password", responses=problems(401, 403, 404, 409, 503))
async def reset_password(request: Request, visit: Admin, person: PersonId, wanted: b.Reset) -> b.Done:
    """A new password for somebody who lost it; opens a locked account and ends its sessions."""
    await _desk(request).reset_password(visit.here, person, wanted.new)
    return b.Done()


@router.get("/admin/people/{person}/statement", responses=problems(401, 403, 404))
async def statement_of(
    request: Request,
    visit: Books,
    person: PersonId,
    before: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> b.Statement:
    """Somebody's wallet, for whoever keeps the books."""
    assert visit
    desk = _desk(request)
    desk.person(person)
    return await desk.statement(person, before, limit)


@router.get("/admin/balance", responses=problems(401, 403))
async def trial_balance(request: Request, visit: Books) -> b.Balance:
    """Every account added up: the sum is 0, or a line says which account drifts (R13)."""
    assert visit
    return await _desk(request).balance()


@router.get("/admin/closures", responses=problems(401, 403))
async def list_closures(request: Request, visit: Staff) -> b.Closures:
    """What takes no new wagers, and why."""
    assert visit
    return b.Closures(_desk(request).closures())


@router.post("/admin/closures", status_code=201, responses=problems(401, 403, 404, 503))
async def close(request: Request, visit: Floor, wanted: b.NewClosure) -> b.ClosureInfo:
    """Close everything, a game, a table or a player to new wagers; rounds that are played come to their end (R24)."""
    return await _desk(request).close(visit.here, wanted)


@router.delete("/admin/closures/{scope}", responses=problems(401, 403, 404, 503))
async def reopen(
    request: Request,
    visit: Floor,
    scope: Annotated[str, Path(pattern="^(all|game|table|player)$")],
    who: Annotated[str, Query(max_length=64)] = "",
) -> b.Done:
    """Open it again."""
    await _desk(request).reopen(visit.here, scope, who)
    return b.Done()
