"""Who is behind a cookie or a token. Storage holds hashes of both: whoever reads it can log in as nobody."""

from __future__ import annotations

from hashlib import sha256
from secrets import compare_digest, token_hex, token_urlsafe

import msgspec
from msgspec import Struct

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.people.accounts import Person
from seventh.room.people.people import People
from seventh.room.reading import rows
from seventh.room.refusals import MALFORMED, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.settings import RoomSettings
from seventh.room.store import Store, schema

_MOST_TOKENS = 20
_TOUCHED_AFTER = 3_600_000
"""A session that is used is written down as used at most this often."""
_KEPT = 20_000


class WebSession(Struct, frozen=True):
    """A browser that is logged in."""

    person: str
    csrf: str
    """Goes into every form of this session and must come back with it."""
    seen: int
    expires: int

    def made(self, csrf: str) -> bool:
        """Whether a form came from this session."""
        return bool(csrf) and compare_digest(self.csrf, csrf)


class ApiToken(Struct, frozen=True):
    """A program that may act for a person, as its owner sees it."""

    id: str
    name: str
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
        self._tokens: dict[str, str] = {}

    # Browsers.

    async def begin(self, person: str, address: str = "", agent: str = "") -> tuple[str, WebSession]:
        """A new session: the token for the cookie, and what the room keeps."""
        token, now = token_urlsafe(32), self._clock.now()
        session = WebSession(person, token_hex(16), now, now + self._settings.session_life)
        key = _hash(token)
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
        self._keep(key, session)
        return token, session

    async def of(self, token: str) -> WebSession | None:
        """The session of a cookie, if it still lasts."""
        if not token:
            return None
        key, now = _hash(token), self._clock.now()
        session = self._known.get(key) or self._read(key)
        if session is None or session.expires <= now or self._people.person(session.person).deleted:
            return None
        if session.seen + _TOUCHED_AFTER <= now:
            session = WebSession(session.person, session.csrf, now, now + self._settings.session_life)
            values = {"hash": key, "seen": now, "expires": session.expires}
            await self._cashier.commit(Change(writes=(Write("set", "web_sessions", values),)))
        self._keep(key, session)
        return session

    def _read(self, key: str) -> WebSession | None:
        found = rows(self._store, schema.web_sessions.select().where(schema.web_sessions.c.hash == key))
        return WebSession(found[0].person, found[0].csrf, found[0].seen, found[0].expires) if found else None

    async def end(self, token: str) -> None:
        """Log out."""
        key = _hash(token)
        self._known.pop(key, None)
        await self._cashier.commit(Change(writes=(Write("drop", "web_sessions", {"hash": key}),)))

    async def end_all(self, person: str, but: str = "") -> None:
        """Log out everywhere, but for one cookie: after a new password, and when an account is deleted."""
        kept = _hash(but) if but else ""
        table = schema.web_sessions
        found = [row.hash for row in rows(self._store, table.select().where(table.c.person == person))]
        gone = [key for key in found if key != kept]
        for key in gone:
            self._known.pop(key, None)
        if gone:
            writes = tuple(Write("drop", "web_sessions", {"hash": key}) for key in gone)
            await self._cashier.commit(Change(log=(self._entry("logged_out", person),), writes=writes))

    # Programs.

    async def new_token(self, person: str, name: str) -> str:
        """A token for a program; it is shown once, and never again."""
        name = " ".join(name.split()) if isinstance(name, str) else ""
        if not 1 <= len(name) <= 40:
            raise RoomRefused(MALFORMED, "a token has a name", "1 to 40 characters")
        if len(self.tokens(person)) >= _MOST_TOKENS:
            raise RoomRefused(NOT_NOW, f"there are {_MOST_TOKENS} tokens already", "revoke one")
        token = f"seventh_{token_urlsafe(32)}"
        values = {"hash": _hash(token), "person": person, "name": name, "created": self._clock.now()}
        await self._cashier.commit(
            Change(log=(self._entry("token_made", person),), writes=(Write("put", "tokens", values),))
        )
        return token

    def tokens(self, person: str) -> tuple[ApiToken, ...]:
        """A person's tokens, without the tokens themselves."""
        table = schema.tokens
        found = rows(self._store, table.select().where(table.c.person == person).order_by(table.c.created))
        return tuple(ApiToken(row.hash[:16], row.name, row.created) for row in found)

    async def revoke(self, person: str, token_id: str) -> None:
        """Make a token worthless."""
        table = schema.tokens
        found = rows(self._store, table.select().where(table.c.person == person))
        keys = [row.hash for row in found if row.hash[:16] == token_id]
        if not keys:
            raise RoomRefused(UNKNOWN, "there is no such token")
        self._tokens.clear()
        writes = tuple(Write("drop", "tokens", {"hash": key}) for key in keys)
        await self._cashier.commit(Change(log=(self._entry("token_revoked", person),), writes=writes))

    def person_of(self, token: str) -> Person | None:
        """Whose token it is."""
        key = _hash(token)
        person = self._tokens.get(key)
        if person is None:
            found = rows(self._store, schema.tokens.select().where(schema.tokens.c.hash == key))
            if not found or found[0].revoked is not None:
                return None
            if len(self._tokens) >= _KEPT:
                self._tokens.clear()
            person = self._tokens[key] = found[0].person
        found_person = self._people.person(person)
        return None if found_person.deleted else found_person

    def forget(self, person: str) -> None:
        """Read everything about a person anew."""
        self._tokens.clear()
        self._known = {key: session for key, session in self._known.items() if session.person != person}

    def _keep(self, key: str, session: WebSession) -> None:
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[key] = session

    def _entry(self, kind: str, person: str) -> LogEntry:
        return LogEntry(kind, msgspec.json.encode({}), self._clock.now(), person=person)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
