"""Getting and losing access to an account: logging in, passwords, second factors, tokens.

A new password, an upgrade or logging out everywhere ends all earlier access, including open connections (R38).
"""

from __future__ import annotations

from starlette.datastructures import Headers

from seventh.room.people.people import STAFF, Person
from seventh.room.people.second_factor import Enrolment
from seventh.room.people.sessions import SCOPES, STAFF_DAYS, Grant, key_of_secret
from seventh.room.people.sessions import STAFF as STAFF_SCOPE
from seventh.room.refusals import FORBIDDEN, MALFORMED, RoomRefused
from seventh.room.room import Room
from seventh.web import schemas
from seventh.web.errors import Failure


class Access:
    """Access to accounts."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._people = room.people
        self._sessions = room.sessions
        self.second_factors = room.people.second_factors

    async def login(self, name: str, password: str, client: str, code: str = "") -> Person:
        """The person with this name and password, and code if one is needed. The error is the same for all mistakes."""
        try:
            return await self._people.login(name, password, client, code)
        except RoomRefused as refused:
            raise _wrong_password(refused) from None

    async def change_password(self, person: str, old: str, new: str, client: str) -> None:
        await self._sessions.end_all(
            person, commit=lambda writes: self._people.change_password(person, old, new, client, writes)
        )

    async def reset_password(self, admin: Person, person: str, new: str) -> None:
        """Reset a password, as an admin."""
        name = self._people.person(person).name
        await self._sessions.end_all(
            person, commit=lambda writes: self._people.reset_password(admin.id, name, new, writes)
        )

    async def upgrade(self, person: str, name: str, password: str, token: str) -> None:
        """Turn a guest into a registered player; a program goes on with its token."""
        await self._sessions.end_all(
            person, token, commit=lambda writes: self._people.upgrade(person, name, password, writes)
        )

    async def log_out_everywhere(self, person: str) -> None:
        await self._sessions.end_all(person)

    # Second factors.

    async def enrol(self, person: Person, password: str, client: str) -> Enrolment:
        """Start setting up a second factor."""
        if person.guest:
            raise RoomRefused(FORBIDDEN, "a guest has no password, and so no second factor", "register first")
        await self.confirm_password(person, password, client)
        return await self.second_factors.enrol(person)

    async def remove_second_factor(self, person: Person, password: str, client: str) -> None:
        await self.confirm_password(person, password, client)
        await self.second_factors.remove(person.id)

    async def confirm_password(self, person: Person, password: str, client: str) -> None:
        try:
            await self._people.confirm_password(person.id, password, client)
        except RoomRefused as refused:
            raise _wrong_password(refused) from None

    # Tokens.

    async def tokens(self, person: str) -> list[schemas.Token]:
        return [
            schemas.Token(token.id, token.name, token.created, list(token.scopes), token.expires)
            for token in self._sessions.tokens(person)
        ]

    async def new_token(
        self,
        person: Person,
        name: str,
        scopes: tuple[str, ...] = SCOPES,
        days: int = 0,
        since: int | None = None,
        code: str = "",
        client: str = "",
    ) -> tuple[str, schemas.Token]:
        """Create a token; returns its secret and its description.

        No code is asked for when it is used, so one is asked for now; and what a role allows is granted for a time.
        """
        if person.role in STAFF and STAFF_SCOPE in scopes and not 1 <= days <= STAFF_DAYS:
            raise RoomRefused(MALFORMED, "a token with the staff scope must expire", f"1 to {STAFF_DAYS} days")
        try:
            await self._people.confirm_code(person.id, code, client)
        except RoomRefused as refused:
            raise _wrong_password(refused) from None
        secret = await self._sessions.new_token(person.id, name, scopes, days, since)
        made = key_of_secret(secret)[:16]
        return secret, next(token for token in await self.tokens(person.id) if token.id == made)

    def grant_of(self, token: str) -> Grant | None:
        return self._sessions.grant_of(token) if token else None

    # The socket.

    async def identify(self, token: str, cookie: str, headers: Headers) -> tuple[str, str, tuple[str, ...]] | None:
        """The person, the key and the scopes of a connection, empty for a visitor; None if its token is unknown.

        A cookie is accepted only from a browser, which sends an Origin.
        """
        if token:
            grant = self.grant_of(token)
            return (grant.person, key_of_secret(token), grant.scopes) if grant else None
        session = await self._sessions.of(cookie) if cookie and headers.get("origin") else None
        return (session.person, key_of_secret(cookie), SCOPES) if session else ("", "", SCOPES)


def _wrong_password(refused: RoomRefused) -> Exception:
    return Failure("wrong_password", refused.why) if refused.code == FORBIDDEN else refused
