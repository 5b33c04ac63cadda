"""API for staff: closures for the floor, accounts for the admin, books for the auditor."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.auth import STAFF, HasRole, Visit
from seventh.web.room_facade import RoomFacade

router = new_router("staff")

Staff = Annotated[Visit, Depends(HasRole(*STAFF))]
Floor = Annotated[Visit, Depends(HasRole("floor", "admin", changes=True))]
Books = Annotated[Visit, Depends(HasRole("auditor", "admin"))]
Admin = Annotated[Visit, Depends(HasRole("admin", changes=True))]
PersonId = Annotated[str, Path(pattern="^[0-9a-f]{12}$", description="The id of a person.")]


def _facade(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


@router.get("/admin/people", responses=problems(401, 403))
async def list_people(
    request: Request,
    visit: Staff,
    name: Annotated[str, Query(max_length=40, description="Part of the name; empty for all.")] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> schemas.People:
    """All accounts, latest first, without addresses or passwords."""
    assert visit
    return schemas.People(await _facade(request).list_people(name, limit))


@router.post("/admin/people", status_code=201, responses=problems(401, 403, 409, 503))
async def add_person(request: Request, visit: Admin, wanted: schemas.NewPerson) -> schemas.PersonInfo:
    """Create an account with a role."""
    return await _facade(request).add_person(visit.here, wanted)


@router.post("/admin/people/{person}/role", responses=problems(401, 403, 404, 409, 503))
async def give_role(request: Request, visit: Admin, person: PersonId, wanted: schemas.NewRole) -> schemas.PersonInfo:
    """Change a person's role."""
    return await _facade(request).give_role(visit.here, person, wanted.role)


@router.post("/admin/people/{person}/password", responses=problems(401, 403, 404, 409, 503))
async def reset_password(request: Request, visit: Admin, person: PersonId, wanted: schemas.Reset) -> schemas.Done:
    """Reset a person's password; this ends all sessions, tokens and connections of the account, and unlocks it."""
    await _facade(request).access.reset_password(visit.here, person, wanted.new)
    return schemas.Done()


@router.delete("/admin/people/{person}/second-factor", responses=problems(401, 403, 404, 409, 503))
async def remove_second_factor(request: Request, visit: Admin, person: PersonId) -> schemas.Done:
    """Remove the second factor of a person who has lost the phone and the recovery codes."""
    facade = _facade(request)
    await facade.access.second_factors.remove(facade.person(person).id, visit.here.id)
    return schemas.Done()


@router.get("/admin/people/{person}/statement", responses=problems(401, 403, 404))
async def statement_of(
    request: Request,
    visit: Books,
    person: PersonId,
    before: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> schemas.Statement:
    """A person's wallet, for auditors."""
    assert visit
    facade = _facade(request)
    facade.person(person)
    return await facade.statement(person, before, limit)


@router.get("/admin/balance", responses=problems(401, 403))
async def trial_balance(request: Request, visit: Books) -> schemas.Balance:
    """The trial balance: the sum of all accounts, which must be 0, and any account that drifts (R13)."""
    assert visit
    return await _facade(request).balance()


@router.get("/admin/closures", responses=problems(401, 403))
async def list_closures(request: Request, visit: Staff) -> schemas.Closures:
    """What is closed to new wagers, and why."""
    assert visit
    return schemas.Closures(_facade(request).closures())


@router.post("/admin/closures", status_code=201, responses=problems(401, 403, 404, 503))
async def close(request: Request, visit: Floor, wanted: schemas.NewClosure) -> schemas.ClosureInfo:
    """Close everything, a game, a table or a player to new wagers; rounds in progress are played to the end (R24)."""
    return await _facade(request).close(visit.here, wanted)


@router.delete("/admin/closures/{scope}", responses=problems(401, 403, 404, 503))
async def reopen(
    request: Request,
    visit: Floor,
    scope: Annotated[str, Path(pattern="^(all|game|table|player)$")],
    who: Annotated[str, Query(max_length=64)] = "",
) -> schemas.Done:
    """Reopen."""
    await _facade(request).reopen(visit.here, scope, who)
    return schemas.Done()
