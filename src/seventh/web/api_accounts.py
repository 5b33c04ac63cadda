"""People over HTTP: coming in, accounts, tokens, play chips."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request, Response

from seventh.web import bodies as b
from seventh.web.api import new_router, problems
from seventh.web.desk import Desk
from seventh.web.errors import Failure
from seventh.web.visits import Anyone, Changing, Doorman, Somebody, Visit

router = new_router("people")

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The id of a token, as the list gives it.")]


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def me(desk: Desk, visit: Visit) -> b.Me:
    """Who is here, for the person's own eyes."""
    person = visit.here
    return b.Me(person.id, person.name, person.role, person.guest, csrf=visit.csrf, **desk.purse(person.id))


async def let_in(request: Request, response: Response, person: str) -> Visit:
    """Begin a session in the browser that asks."""
    desk, doorman = _desk(request), request.app.state.doorman
    cookie, session = await desk.room.sessions.begin(person, *_about(request))
    doorman.remember(response, cookie)
    return Visit(desk.person(person), session.csrf, cookie)


def _about(request: Request) -> tuple[str, str]:
    return (request.client.host if request.client else ""), request.headers.get("user-agent", "")[:200]


def _not_entered(visit: Visit) -> None:
    if visit.person is not None:
        raise Failure("not_now", f"you are here already, as {visit.person.name}", allowed="log out first")


@router.post("/guest", responses=problems(409, 503))
async def enter_as_guest(request: Request, response: Response, visit: Anyone, entry: b.Entry) -> b.Entered:
    """A guest with play chips at once: a cookie for a browser, a token for a program."""
    _not_entered(visit)
    doorman: Doorman = request.app.state.doorman
    doorman.enter_counts(request)
    desk = _desk(request)
    person = await desk.room.people.guest()
    if entry.token:
        token, _ = await desk.new_token(person.id, "guest")
        return b.Entered(me(desk, Visit(person, "", by_token=True)), token)
    return b.Entered(me(desk, await let_in(request, response, person.id)))


@router.post("/register", responses=problems(409, 503))
async def register(request: Request, response: Response, visit: Anyone, wanted: b.Credentials) -> b.Entered:
    """A new account. A guest who wants to keep chips and rounds upgrades instead."""
    _not_entered(visit)
    request.app.state.doorman.enter_counts(request)
    desk = _desk(request)
    person = await desk.room.people.register(wanted.name, wanted.password)
    return b.Entered(me(desk, await let_in(request, response, person.id)))


@router.post("/login", responses=problems(401, 409, 503))
async def login(request: Request, response: Response, visit: Anyone, known: b.Credentials) -> b.Entered:
    """Come in with a name and a password. Whatever is wrong, the answer is the same."""
    _not_entered(visit)
    request.app.state.doorman.enter_counts(request)
    desk = _desk(request)
    person = await desk.login(known.name, known.password)
    return b.Entered(me(desk, await let_in(request, response, person.id)))


@router.post("/logout", responses=problems(401, 403))
async def logout(request: Request, response: Response, visit: Changing) -> b.Done:
    """End this browser's session. A seat stays until it is left."""
    if visit.session:
        await _desk(request).room.sessions.end(visit.session)
        request.app.state.doorman.forget(response)
    return b.Done()


@router.get("/me", responses=problems(401))
async def who_am_i(request: Request, visit: Somebody) -> b.Me:
    """Who is here, with the wallet."""
    return me(_desk(request), visit)


@router.post("/me/upgrade", responses=problems(401, 403, 409, 503))
async def upgrade(request: Request, visit: Changing, wanted: b.Credentials) -> b.Me:
    """A guest becomes a player with a name and a password; chips, seat and rounds stay."""
    desk = _desk(request)
    await desk.room.people.upgrade(visit.here.id, wanted.name, wanted.password)
    return me(desk, Visit(desk.person(visit.here.id), visit.csrf))


@router.post("/me/password", responses=problems(401, 403, 503))
async def change_password(request: Request, visit: Changing, change: b.NewPassword) -> b.Done:
    """A new password; every other browser of this person has to log in again."""
    desk = _desk(request)
    await desk.room.people.change_password(visit.here.id, change.old, change.new)
    await desk.room.sessions.end_all(visit.here.id, visit.session)
    return b.Done()


@router.post("/me/delete", responses=problems(401, 403, 409, 503))
async def delete_account(request: Request, response: Response, visit: Changing, deletion: b.Deletion) -> b.Done:
    """Forget who this was: the name goes, the ledger stays whole. Seats must have been left."""
    await _desk(request).delete(visit.here, deletion.password)
    request.app.state.doorman.forget(response)
    return b.Done()


@router.post("/me/refill", responses=problems(401, 403, 409, 503))
async def refill_wallet(request: Request, visit: Changing, wanted: b.Refill) -> b.Me:
    """Fill the wallet up with play chips, as often as the room allows."""
    desk = _desk(request)
    await desk.refill(visit.here, wanted.id)
    return me(desk, visit)


@router.get("/me/statement", responses=problems(401))
async def statement(
    request: Request,
    visit: Somebody,
    before: Annotated[int, Query(ge=0, le=2**53, description="Only lines before this number; 0 for the latest.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> b.Statement:
    """What came into the wallet and went out of it, the latest first."""
    return await _desk(request).statement(visit.here.id, before, limit)


@router.get("/me/tokens", responses=problems(401))
async def list_tokens(request: Request, visit: Somebody) -> b.Tokens:
    """The person's API tokens, without their texts."""
    return b.Tokens(await _desk(request).tokens(visit.here.id))


@router.post("/me/tokens", status_code=201, responses=problems(401, 403, 409, 503))
async def make_token(request: Request, visit: Changing, wanted: b.TokenName) -> b.NewToken:
    """A token for a program. Its text is in this answer and nowhere else."""
    token, about = await _desk(request).new_token(visit.here.id, wanted.name)
    return b.NewToken(token, about)


@router.delete("/me/tokens/{token}", responses=problems(401, 403, 404, 503))
async def revoke_token(request: Request, visit: Changing, token: TokenId) -> b.Done:
    """A token that is not to be known any more."""
    await _desk(request).room.sessions.revoke(visit.here.id, token)
    return b.Done()
