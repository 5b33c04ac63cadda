"""API: logging in, accounts, tokens, play chips."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Path, Query, Request, Response

from seventh.room.people.sessions import ACCOUNT, PLAY, READ
from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.auth import AccountChange, Anyone, Authenticator, CsrfChecked, LoggedIn, Visit
from seventh.web.errors import Failure
from seventh.web.room_facade import RoomFacade

router = new_router("people")

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="The id of a token, from the list of tokens.")]


def _facade(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


def me(facade: RoomFacade, visit: Visit) -> schemas.Me:
    """The logged-in person's own account."""
    person = visit.here
    balances = facade.balances(person.id)
    seats = [schemas.MySeat(**seat) for seat in balances.pop("seats")]
    return schemas.Me(person.id, person.name, person.role, person.guest, csrf=visit.csrf, seats=seats, **balances)


async def let_in(request: Request, response: Response, visit: Visit, person: str) -> Visit:
    """Start a session and set its cookie."""
    facade, authenticator = _facade(request), request.app.state.authenticator
    agent = request.headers.get("user-agent", "")[:200]
    cookie, session = await facade.room.sessions.begin(person, visit.client, agent, visit.since)
    authenticator.remember(response, cookie)
    authenticator.know(response, person)
    return replace(visit, person=facade.person(person), csrf=session.csrf, session=cookie)


async def let_in_again(request: Request, response: Response, visit: Visit) -> Visit:
    """Give a browser a new session after all others have ended, its own included."""
    if visit.by_token:
        return visit
    now = replace(visit, since=_facade(request).room.sessions.moment)
    return await let_in(request, response, now, visit.here.id)


def _not_entered(visit: Visit) -> None:
    if visit.person is not None:
        raise Failure("not_now", f"you are already logged in as {visit.person.name}; log out first")


@router.post("/guest", responses=problems(409, 503))
async def enter_as_guest(request: Request, response: Response, visit: Anyone, entry: schemas.Entry) -> schemas.Entered:
    """Create a guest account with play chips, with a cookie for a browser or a token for a program."""
    _not_entered(visit)
    authenticator: Authenticator = request.app.state.authenticator
    authenticator.enter_counts(request)
    authenticator.check_rest(request)
    facade = _facade(request)
    person = await facade.room.people.guest()
    if entry.token:
        token, _ = await facade.access.new_token(person, "guest", (READ, PLAY, ACCOUNT))
        return schemas.Entered(me(facade, Visit(person, "", by_token=True)), token)
    return schemas.Entered(me(facade, await let_in(request, response, visit, person.id)))


@router.post("/register", responses=problems(409, 503))
async def register(request: Request, response: Response, visit: Anyone, wanted: schemas.Credentials) -> schemas.Entered:
    """Create an account. Guests should upgrade instead, to keep their chips and rounds."""
    _not_entered(visit)
    request.app.state.authenticator.enter_counts(request)
    request.app.state.authenticator.check_rest(request)
    facade = _facade(request)
    person = await facade.room.people.register(wanted.name, wanted.password)
    return schemas.Entered(me(facade, await let_in(request, response, visit, person.id)))


@router.post("/login", responses=problems(401, 409, 503))
async def login(request: Request, response: Response, visit: Anyone, known: schemas.Login) -> schemas.Entered:
    """Log in with a name and a password, and a code if the account has a second factor (`code_needed`).

    The error is the same whatever is wrong.
    """
    _not_entered(visit)
    request.app.state.authenticator.enter_counts(request)
    facade = _facade(request)
    person = await facade.access.login(known.name, known.password, visit.client, known.code)
    return schemas.Entered(me(facade, await let_in(request, response, visit, person.id)))


@router.post("/logout", responses=problems(401, 403))
async def logout(request: Request, response: Response, visit: AccountChange) -> schemas.Done:
    """End this browser's session. Seats are kept."""
    if visit.session:
        await _facade(request).room.sessions.end(visit.session)
        request.app.state.authenticator.forget(response)
    return schemas.Done()


@router.get("/me", responses=problems(401))
async def who_am_i(request: Request, visit: LoggedIn) -> schemas.Me:
    """The current person, with the wallet."""
    return me(_facade(request), visit)


@router.post("/me/upgrade", responses=problems(401, 403, 409, 503))
async def upgrade(
    request: Request, response: Response, visit: AccountChange, wanted: schemas.Credentials
) -> schemas.Me:
    """Turn a guest account into a registered one, keeping chips, seat and rounds. The session gets a new id."""
    facade, token = _facade(request), visit.session if visit.by_token else ""
    await facade.access.upgrade(visit.here.id, wanted.name, wanted.password, token)
    known = await let_in_again(request, response, visit)
    return me(facade, replace(known, person=facade.person(visit.here.id)))


@router.post("/me/password", responses=problems(401, 403, 503))
async def change_password(
    request: Request, response: Response, visit: AccountChange, change: schemas.NewPassword
) -> schemas.Done:
    """Change the password. This ends all sessions, tokens and connections; this browser gets a new session."""
    await _facade(request).access.change_password(visit.here.id, change.old, change.new, visit.client)
    await let_in_again(request, response, visit)
    return schemas.Done()


@router.post("/me/logout-everywhere", responses=problems(401, 403, 503))
async def log_out_everywhere(request: Request, response: Response, visit: AccountChange) -> schemas.Done:
    """End all sessions, tokens and connections of this account, this one included. Seats are kept."""
    await _facade(request).access.log_out_everywhere(visit.here.id)
    request.app.state.authenticator.forget(response)
    return schemas.Done()


@router.post("/me/second-factor", responses=problems(401, 403, 409, 503))
async def add_second_factor(
    request: Request, visit: AccountChange, known: schemas.PasswordAgain
) -> schemas.SecondFactorSecret:
    """Start setting up a second factor: returns the secret for an authenticator app (TOTP, RFC 6238)."""
    made = await _facade(request).access.enrol(visit.here, known.password, visit.client)
    return schemas.SecondFactorSecret(made.secret, made.uri)


@router.post("/me/second-factor/confirm", responses=problems(401, 403, 409, 503))
async def confirm_second_factor(
    request: Request, visit: AccountChange, sent: schemas.SecondFactorCode
) -> schemas.RecoveryCodes:
    """Finish setting up, given a code from the app. From then on, logging in requires one."""
    return schemas.RecoveryCodes(await _facade(request).access.second_factors.confirm(visit.here.id, sent.code))


@router.post("/me/second-factor/remove", responses=problems(401, 403, 409, 503))
async def remove_second_factor(request: Request, visit: AccountChange, known: schemas.PasswordAgain) -> schemas.Done:
    """Remove the second factor, given the password."""
    await _facade(request).access.remove_second_factor(visit.here, known.password, visit.client)
    return schemas.Done()


@router.post("/me/delete", responses=problems(401, 403, 409, 503))
async def delete_account(
    request: Request, response: Response, visit: AccountChange, deletion: schemas.Deletion
) -> schemas.Done:
    """Delete the account: the name is erased, the ledger is kept. The person must have left all seats."""
    await _facade(request).delete(visit.here, deletion.password, visit.client)
    request.app.state.authenticator.forget(response)
    return schemas.Done()


@router.post("/me/refill", responses=problems(401, 403, 409, 503))
async def refill_wallet(request: Request, visit: CsrfChecked, wanted: schemas.Refill) -> schemas.Me:
    """Refill the wallet with play chips, as often as the room allows."""
    facade = _facade(request)
    await facade.refill(visit.here, wanted.id)
    return me(facade, visit)


@router.get("/me/statement", responses=problems(401))
async def statement(
    request: Request,
    visit: LoggedIn,
    before: Annotated[int, Query(ge=0, le=2**53, description="Only entries before this number; 0 for the latest.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> schemas.Statement:
    """The wallet's credits and debits, latest first."""
    return await _facade(request).statement(visit.here.id, before, limit)


@router.get("/me/tokens", responses=problems(401))
async def list_tokens(request: Request, visit: LoggedIn) -> schemas.Tokens:
    """The person's API tokens, without the secrets."""
    return schemas.Tokens(await _facade(request).access.tokens(visit.here.id))


@router.post("/me/tokens", status_code=201, responses=problems(401, 403, 409, 503))
async def make_token(request: Request, visit: AccountChange, wanted: schemas.TokenName) -> schemas.NewToken:
    """Create an API token. Its secret is shown only in this response. A token can make others only with its scopes.

    An account with a second factor must send a fresh code (`code_needed`).
    """
    for scope in wanted.scopes:
        visit.must_have(scope)
    token, about = await _facade(request).access.new_token(
        visit.here, wanted.name, tuple(wanted.scopes), wanted.days, visit.since, wanted.code, visit.client
    )
    return schemas.NewToken(token, about)


@router.delete("/me/tokens/{token}", responses=problems(401, 403, 404, 503))
async def revoke_token(request: Request, visit: AccountChange, token: TokenId) -> schemas.Done:
    """Revoke a token."""
    await _facade(request).room.sessions.revoke(visit.here.id, token)
    return schemas.Done()
