"""Who a request comes from: a cookie for browsers, a token for programs; and whether the person's own page sent it."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Depends, Request, Response

from seventh.room.people.people import Person
from seventh.web.desk import Desk
from seventh.web.errors import Failure
from seventh.web.limits import Buckets
from seventh.web.logs import person_id
from seventh.web.settings import WebSettings

STAFF = ("floor", "auditor", "admin")


@dataclass(frozen=True)
class Visit:
    """One request's sender."""

    person: Person | None
    csrf: str
    """What a form of this visitor carries."""
    session: str = ""
    """The secret of the web session; empty for programs and for those who have not entered."""
    by_token: bool = False
    fresh: str = ""
    """What a browser without a cookie is to be known by; set with the page."""

    @property
    def here(self) -> Person:
        if self.person is None:
            raise Failure("not_entered", "enter the room first, as a guest or with an account")
        return self.person


class Doorman:
    """Reads and sets the cookies of an application."""

    def __init__(self, desk: Desk, settings: WebSettings) -> None:
        self._desk = desk
        self._secure = settings.secure
        self._accounts = Buckets(settings.limits.requests)
        self._entries = Buckets(settings.limits.entries)

    async def visit(self, request: Request) -> Visit:
        """Who sent a request. Counts it against the account's rate (R34)."""
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
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            person = self._desk.of_token(token.strip()) if scheme.lower() == "bearer" else None
            if person is None:
                raise Failure("not_entered", "this token is not known", allowed="Authorization: Bearer TOKEN")
            return Visit(person, "", by_token=True)
        visitor = request.cookies.get(self._desk.visitor_cookie, "")
        fresh = "" if 20 <= len(visitor) <= 64 else secrets.token_urlsafe(24)
        cookie = request.cookies.get(self._desk.session_cookie, "")
        found = await self._desk.of_session(cookie) if cookie else None
        if found is not None:
            return Visit(found[0], found[1].csrf, cookie, fresh=fresh)
        return Visit(None, _csrf_of(fresh or visitor), fresh=fresh)

    def enter_counts(self, request: Request) -> None:
        """Count somebody who comes in against the address's rate."""
        bucket = self._entries.of(request.client.host if request.client else "")
        if not bucket.take():
            raise Failure("too_fast", "too many have come in from this address; wait a moment", wait=bucket.wait)

    def remember(self, response: Response, session: str) -> None:
        """Let a browser be known from now on."""
        self._set(response, self._desk.session_cookie, session, self._desk.session_seconds)

    def forget(self, response: Response) -> None:
        response.delete_cookie(self._desk.session_cookie, secure=self._secure, httponly=True, samesite="lax")

    def greet(self, response: Response, visit: Visit) -> None:
        """Give a visitor something for its forms to be known by."""
        if visit.fresh:
            self._set(response, self._desk.visitor_cookie, visit.fresh, 400 * 86_400)

    def _set(self, response: Response, name: str, value: str, seconds: int) -> None:
        response.set_cookie(name, value, max_age=seconds, path="/", secure=self._secure, httponly=True, samesite="lax")


def _csrf_of(secret: str) -> str:
    """The token that only somebody who got a page for this cookie can know."""
    return hmac.new(secret.encode(), b"seventh csrf", sha256).hexdigest()


def check_csrf(visit: Visit, sent: Any) -> None:
    """Whether a request that changes something was sent by the person's own page."""
    if not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), visit.csrf.encode()):
        raise Failure("csrf", "this form is too old, or not from a page of this room; load the page again")


# What handlers of the HTTP interface ask for.


async def anyone(request: Request) -> Visit:
    """Whoever it is."""
    doorman: Doorman = request.app.state.doorman
    return await doorman.visit(request)


async def somebody(request: Request) -> Visit:
    """Somebody who has entered."""
    visit = await anyone(request)
    assert visit.here
    return visit


async def changing(request: Request) -> Visit:
    """Somebody who has entered and changes something."""
    visit = await somebody(request)
    if not visit.by_token:
        check_csrf(visit, request.headers.get("x-csrf-token", ""))
    return visit


class Having:
    """Somebody with one of these roles."""

    def __init__(self, *roles: str, changes: bool = False) -> None:
        self.roles = roles
        self.changes = changes

    async def __call__(self, request: Request) -> Visit:
        visit = await (changing(request) if self.changes else somebody(request))
        if visit.here.role not in self.roles:
            raise Failure("forbidden", f"this is for the {' and the '.join(self.roles)}")
        return visit


Anyone = Annotated[Visit, Depends(anyone)]
Somebody = Annotated[Visit, Depends(somebody)]
Changing = Annotated[Visit, Depends(changing)]
