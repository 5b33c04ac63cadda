"""Web sessions and API tokens. Only hashes are stored, so that a leaked database lets nobody log in.

Ending a person's access ends all of it (R38): sessions, tokens, and through `ended` the open connections. What is being
issued at that moment, by a request that came before, is not issued.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from secrets import compare_digest, token_hex, token_urlsafe

import msgspec
from msgspec import Struct, structs

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.people.accounts import Person
from seventh.room.people.people import People
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.settings import RoomSettings
from seventh.room.store import Store, schema

SCOPES = READ, PLAY, ACCOUNT, STAFF = ("read", "play", "account", "staff")
"""What a token may be used for: to read; to play; to change the account; for what the role allows."""

DAY = 86_400_000
LONGEST_DAYS = 3650
STAFF_DAYS = 90
"""How long a token may be used for what a role allows."""
_MOST_TOKENS = 20
_TOUCHED_AFTER = 3_600_000
"""Minimum interval between updates of a session's last use."""
_KEPT = 20_000


class WebSession(Struct, frozen=True):
    """A logged-in browser."""

    person: str
    csrf: str
    """The CSRF token that every form of this session must send back."""
    seen: int
    expires: int

    def made(self, csrf: str) -> bool:
        """Whether a form's CSRF token is from this session."""
        return bool(csrf) and compare_digest(self.csrf, csrf)


class ApiToken(Struct, frozen=True):
    """An API token as shown to its owner."""

    id: str
    name: str
    created: int
    scopes: tuple[str, ...] = SCOPES
    expires: int = 0
    """When it expires; 0 for never."""


class Grant(Struct, frozen=True):
    """What a token gives access to."""

    person: str
    scopes: tuple[str, ...]
    expires: int
    created: int


class Sessions:
    """Web sessions and tokens."""

    def __init__(self, store: Store, cashier: Cashier, people: People, settings: RoomSettings, clock: Clock) -> None:
        self._store = store
        self._cashier = cashier
        self._people = people
        self._settings = settings
        self._clock = clock
        self._known: dict[str, WebSession] = {}
        self._tokens: dict[str, Grant] = {}
        self.ended: Callable[[frozenset[str]], None] = lambda _: None
        """Told the keys of sessions and tokens that have ended."""
        self.moment = 0
        """Increases whenever somebody's access ends; requests note it when they arrive."""
        self._ended_at: dict[str, int] = {}

    # Browsers.

    async def begin(
        self, person: str, address: str = "", agent: str = "", since: int | None = None
    ) -> tuple[str, WebSession]:
        """Start a session; returns the token for the cookie and the session.

        Refused if the person's access has ended since the moment when the request came.
        """
        token, now = token_urlsafe(32), self._clock.now()
        session = WebSession(person, token_hex(16), now, now + self._settings.session_life)
        key = key_of_secret(token)
        values = {
            "hash": key,
            "person": person,
            "csrf": session.csrf,
            "created": now,
            "seen": now,
            "expires": session.expires,
            "address": address[:64],
            "agent": agent[:200],
        }
        await self._cashier.commit(
            Change(log=(self._entry("logged_in", person),), writes=(Write("put", "web_sessions", values),))
        )
        await self._unless_ended(person, since, Write("drop", "web_sessions", {"hash": key}))
        self._keep(key, session)
        return token, session

    async def of(self, token: str) -> WebSession | None:
        """The session of a cookie, unless it has expired."""
        if not token:
            return None
        key, now, moment = key_of_secret(token), self._clock.now(), self.moment
        session = self._known.get(key) or self._read(key)
        if session is None or session.expires <= now or self._people.person(session.person).deleted:
            return None
        if session.seen + _TOUCHED_AFTER <= now:
            session = WebSession(session.person, session.csrf, now, now + self._settings.session_life)
            values = {"hash": key, "seen": now, "expires": session.expires}
            await self._cashier.commit(Change(writes=(Write("set", "web_sessions", values),)))
            if self._ended_at.get(session.person, 0) > moment:
                return None
        self._keep(key, session)
        return session

    def _read(self, key: str) -> WebSession | None:
        found = rows(self._store, schema.web_sessions.select().where(schema.web_sessions.c.hash == key))
        return WebSession(found[0].person, found[0].csrf, found[0].seen, found[0].expires) if found else None

    # Ending access.

    async def end(self, token: str) -> None:
        """Log out."""
        key = key_of_secret(token)
        session = self._known.get(key) or self._read(key)
        if session is not None:
            await self._end(session.person, (Write("drop", "web_sessions", {"hash": key}),), self._commit)

    async def end_all(
        self,
        person: str,
        but: str = "",
        commit: Callable[[tuple[Write, ...]], Awaitable[object]] | None = None,
    ) -> None:
        """End all sessions and tokens except for one, and all connections that they opened.

        `commit` stores this together with its cause, such as a new password.
        """
        kept = key_of_secret(but) if but else ""
        writes = tuple(
            Write("drop", table.name, {"hash": row.hash})
            for table in (schema.web_sessions, schema.tokens)
            for row in rows(self._store, table.select().where(table.c.person == person))
            if row.hash != kept
        )

        async def log_out(gone: tuple[Write, ...]) -> None:
            if gone:
                await self._cashier.commit(Change(log=(self._entry("logged_out", person),), writes=gone))

        await self._end(person, writes, commit or log_out)

    async def _end(
        self, person: str, writes: tuple[Write, ...], commit: Callable[[tuple[Write, ...]], Awaitable[object]]
    ) -> None:
        self.moment += 1
        if len(self._ended_at) >= _KEPT:
            self._ended_at.clear()
        self._ended_at[person] = self.moment
        await commit(writes)
        # Only now: a request that came meanwhile may have read a session from storage again.
        keys = frozenset(str(write.values["hash"]) for write in writes)
        for key in keys:
            self._known.pop(key, None)
            self._tokens.pop(key, None)
        self.ended(keys)

    async def _commit(self, writes: tuple[Write, ...]) -> None:
        await self._cashier.commit(Change(writes=writes))

    async def _unless_ended(self, person: str, since: int | None, undo: Write) -> None:
        if since is not None and self._ended_at.get(person, 0) > since:
            await self._commit((undo,))
            raise RoomRefused(FORBIDDEN, "your session has ended", "log in again")

    # API tokens.

    async def new_token(
        self, person: str, name: str, scopes: Iterable[str] = SCOPES, days: int = 0, since: int | None = None
    ) -> str:
        """Create a token for a program; it is shown only once. With 0 days it does not expire."""
        name = " ".join(name.split()) if isinstance(name, str) else ""
        if not 1 <= len(name) <= 40:
            raise RoomRefused(MALFORMED, "a token needs a name", "1 to 40 characters")
        wanted = set(scopes)
        if not wanted or not wanted <= set(SCOPES):
            raise RoomRefused(MALFORMED, "a token needs scopes", f"some of {', '.join(SCOPES)}")
        if not 0 <= days <= LONGEST_DAYS:
            raise RoomRefused(MALFORMED, f"a token cannot last {days} days", f"0 (no limit) to {LONGEST_DAYS}")
        if len(self.tokens(person)) >= _MOST_TOKENS:
            raise RoomRefused(NOT_NOW, f"you already have {_MOST_TOKENS} tokens; revoke one first")
        token, now = f"seventh_{token_urlsafe(32)}", self._clock.now()
        key = key_of_secret(token)
        values = {"hash": key, "person": person, "name": name, "created": now}
        values |= {"scopes": " ".join(scope for scope in SCOPES if scope in wanted)}
        values |= {"expires": now + days * DAY if days else None}
        await self._cashier.commit(
            Change(log=(self._entry("token_made", person),), writes=(Write("put", "tokens", values),))
        )
        await self._unless_ended(person, since, Write("drop", "tokens", {"hash": key}))
        return token

    def tokens(self, person: str) -> tuple[ApiToken, ...]:
        """A person's tokens, without the secrets."""
        table = schema.tokens
        found = rows(self._store, table.select().where(table.c.person == person).order_by(table.c.created))
        return tuple(
            ApiToken(row.hash[:16], row.name, row.created, tuple(row.scopes.split()), row.expires or 0) for row in found
        )

    async def revoke(self, person: str, token_id: str) -> None:
        """Revoke a token."""
        table = schema.tokens
        found = rows(self._store, table.select().where(table.c.person == person))
        keys = [row.hash for row in found if row.hash[:16] == token_id]
        if not keys:
            raise RoomRefused(UNKNOWN, "no such token")
        writes = tuple(Write("drop", "tokens", {"hash": key}) for key in keys)
        entry = self._entry("token_revoked", person)
        await self._end(person, writes, lambda gone: self._cashier.commit(Change(log=(entry,), writes=gone)))

    def grant_of(self, token: str) -> Grant | None:
        """What a token gives access to; None if it is unknown or expired."""
        key = key_of_secret(token)
        grant = self._tokens.get(key)
        if grant is None:
            found = rows(self._store, schema.tokens.select().where(schema.tokens.c.hash == key))
            if not found or found[0].revoked is not None:
                return None
            if len(self._tokens) >= _KEPT:
                self._tokens.clear()
            grant = Grant(found[0].person, tuple(found[0].scopes.split()), found[0].expires or 0, found[0].created)
            self._tokens[key] = grant
        now = self._clock.now()
        expired = grant.expires and grant.expires <= now
        if STAFF in grant.scopes and grant.created + STAFF_DAYS * DAY <= now:  # from before such tokens had to expire
            grant = structs.replace(grant, scopes=tuple(scope for scope in grant.scopes if scope != STAFF))
        return None if expired or self._people.person(grant.person).deleted else grant

    def person_of(self, token: str) -> Person | None:
        """The owner of a token."""
        grant = self.grant_of(token)
        return self._people.person(grant.person) if grant else None

    def _keep(self, key: str, session: WebSession) -> None:
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[key] = session

    def _entry(self, kind: str, person: str) -> LogEntry:
        return LogEntry(kind, msgspec.json.encode({}), self._clock.now(), person=person)


def key_of_secret(secret: str) -> str:
    """The key under which a session or a token is stored."""
    return sha256(secret.encode()).hexdigest()
