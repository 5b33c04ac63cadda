"""Authentication of requests: cookies for browsers, tokens for programs, and CSRF protection."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Depends, Request, Response

from seventh.room.people.people import Person
from seventh.room.people.sessions import ACCOUNT, PLAY, READ, SCOPES
from seventh.room.people.sessions import STAFF as STAFF_SCOPE
from seventh.web.addresses import network_of
from seventh.web.errors import Failure
from seventh.web.logs import person_id
from seventh.web.rate_limits import Buckets
from seventh.web.room_facade import RoomFacade
from seventh.web.settings import WebSettings

STAFF = ("floor", "auditor", "admin")


@dataclass(frozen=True)
class Visit:
    """The sender of a request."""

    person: Person | None
    csrf: str
    """The CSRF token for this visitor's forms."""
    session: str = ""
    """The secret of the web session or the token; empty for visitors without an account."""
    by_token: bool = False
    scopes: tuple[str, ...] = SCOPES
    """What the token may be used for; a session may do everything."""
    since: int = 0
    """When the request came, by `Sessions.moment`."""
    client: str = ""
    """The address or network that it comes from."""
    fresh: str = ""
    """A new visitor cookie for a browser without one; set with the page."""

    @property
    def here(self) -> Person:
        if self.person is None:
            raise Failure("not_entered", "log in or enter as a guest first")
        return self.person

    def must_have(self, scope: str) -> None:
        """Check that the token, if there is one, may be used for this."""
        if scope not in self.scopes:
            raise Failure("forbidden", f"this token lacks the scope {scope}")


class Authenticator:
    """Authenticates requests, and sets cookies."""

    def __init__(self, facade: RoomFacade, settings: WebSettings) -> None:
        self._facade = facade
        self._secure = settings.secure
        self._accounts = Buckets(settings.limits.requests)
        self._entries = Buckets(settings.limits.entries)

    async def visit(self, request: Request) -> Visit:
        """The sender of a request, which is counted against the account's rate limit (R34)."""
        known: Visit | None = getattr(request.state, "visit", None)
        if known is None:
            known = request.state.visit = await self._look(request)
            if known.person is not None:
                person_id.set(known.person.id)
                bucket = self._accounts.of(known.person.id)
                if not bucket.take():
                    raise Failure("too_fast", "too many requests from this account; wait a moment", wait=bucket.wait)
        return known

    async def _look(self, request: Request) -> Visit:
        since = self._facade.room.sessions.moment
        client = network_of(request.client.host if request.client else "")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            grant = self._facade.access.grant_of(token.strip()) if scheme.lower() == "bearer" else None
            if grant is None:
                raise Failure("not_entered", "unknown token", allowed="Authorization: Bearer TOKEN")
            person = self._facade.person(grant.person)
            return Visit(person, "", token.strip(), by_token=True, scopes=grant.scopes, since=since, client=client)
        visitor = request.cookies.get(self._facade.visitor_cookie, "")
        fresh = "" if 20 <= len(visitor) <= 64 else secrets.token_urlsafe(24)
        cookie = request.cookies.get(self._facade.session_cookie, "")
        found = await self._facade.of_session(cookie) if cookie else None
        if found is not None:
            return Visit(found[0], found[1].csrf, cookie, since=since, client=client, fresh=fresh)
        return Visit(None, _csrf_of(fresh or visitor), since=since, client=client, fresh=fresh)

    def enter_counts(self, request: Request) -> None:
        """Count a login or registration against the address's rate limit."""
        bucket = self._entries.of(network_of(request.client.host if request.client else ""))
        if not bucket.take():
            raise Failure("too_fast", "too many logins from this address; wait a moment", wait=bucket.wait)

    def remember(self, response: Response, session: str) -> None:
        """Set the session cookie."""
        self._set(response, self._facade.session_cookie, session, self._facade.session_seconds)

    def know(self, response: Response, person: str) -> None:
        """Let the browser remember whose account it used: a time-out holds after logging out, too (R44)."""
        self._set(response, self._facade.account_cookie, person, 400 * 86_400)

    def resting(self, request: Request) -> str:
        """Why nobody may open a new account in this browser: the last one used in it is taking a break."""
        return self._facade.resting(request.cookies.get(self._facade.account_cookie, "")[:64])

    def check_rest(self, request: Request) -> None:
        """Refuse a new account to somebody who is taking a break; raises `Failure`."""
        if why := self.resting(request):
            raise Failure("excluded", f"{why}, and that holds for new accounts in this browser, too")

    def forget(self, response: Response) -> None:
        response.delete_cookie(self._facade.session_cookie, secure=self._secure, httponly=True, samesite="lax")

    def greet(self, response: Response, visit: Visit) -> None:
        """Set the visitor cookie, if the browser has none."""
        if visit.fresh:
            self._set(response, self._facade.visitor_cookie, visit.fresh, 400 * 86_400)

    def _set(self, response: Response, name: str, value: str, seconds: int) -> None:
        response.set_cookie(name, value, max_age=seconds, path="/", secure=self._secure, httponly=True, samesite="lax")


def _csrf_of(secret: str) -> str:
    """The CSRF token for a cookie, known only to pages served with it."""
    return hmac.new(secret.encode(), b"seventh csrf", sha256).hexdigest()


def check_csrf(visit: Visit, sent: Any) -> None:
    """Check that a request that changes something was sent by our own page; raises `Failure`."""
    if not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), visit.csrf.encode()):
        raise Failure("csrf", "this form has expired or is not from this room; reload the page")


# Dependencies of the API handlers.


async def anyone(request: Request) -> Visit:
    """Any visitor."""
    authenticator: Authenticator = request.app.state.authenticator
    return await authenticator.visit(request)


async def logged_in(request: Request) -> Visit:
    """A person with an account or as a guest."""
    visit = await anyone(request)
    assert visit.here
    visit.must_have(READ)
    return visit


async def _changing(request: Request, scope: str) -> Visit:
    """A person who changes something: checks the CSRF token of a browser, or the scope of a token."""
    visit = await anyone(request)
    assert visit.here
    visit.must_have(scope)
    if not visit.by_token:
        check_csrf(visit, request.headers.get("x-csrf-token", ""))
    return visit


async def csrf_checked(request: Request) -> Visit:
    """A person who plays."""
    return await _changing(request, PLAY)


async def account_changing(request: Request) -> Visit:
    """A person who changes the account itself."""
    return await _changing(request, ACCOUNT)


class HasRole:
    """A person with one of these roles."""

    def __init__(self, *roles: str, changes: bool = False) -> None:
        self.roles = roles
        self.changes = changes

    async def __call__(self, request: Request) -> Visit:
        visit = await (_changing(request, STAFF_SCOPE) if self.changes else anyone(request))
        if visit.here.role not in self.roles:
            raise Failure("forbidden", f"only for {' and '.join(self.roles)}")
        visit.must_have(STAFF_SCOPE)
        facade: RoomFacade = request.app.state.facade
        if facade.room.settings.staff_second_factor and not facade.access.second_factors.active(visit.here.id):
            raise Failure(
                "forbidden", "staff accounts need a second factor here", allowed="set one up on the account page"
            )
        return visit


Anyone = Annotated[Visit, Depends(anyone)]
LoggedIn = Annotated[Visit, Depends(logged_in)]
CsrfChecked = Annotated[Visit, Depends(csrf_checked)]
AccountChange = Annotated[Visit, Depends(account_changing)]
