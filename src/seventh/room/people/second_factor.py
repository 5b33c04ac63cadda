"""Second factors: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone.

The secrets are sealed with the room's key, and recovery codes are stored as hashes: a copy of the database gives nobody
a code. If the key is lost, recovery codes still work.
"""

from __future__ import annotations

import base64
import hmac
import logging
from hashlib import sha256
from secrets import choice, token_bytes
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.custody.keys import NotOurKey, RoomKey
from seventh.room.people.accounts import Person
from seventh.room.people.names import key_of
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.store import Store, schema

log = logging.getLogger("seventh.room")

CODE_NEEDED = "code_needed"
"""The code of the refusal to log in without a second factor."""
STEP = 30
"""Seconds for which a code is valid."""
DIGITS = 6
_SECRET = 20
"""Bytes of a secret, as RFC 4226 recommends. A sealed one is longer."""
_RECOVERY_CODES = 10
_LENGTH = 16
"""Letters of a recovery code: enough that nobody can find it from its hash."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that cannot be mistaken for one another."""


def totp(secret: bytes, step: int, digits: int = DIGITS, digest: str = "sha1") -> str:
    """The code of a time step."""
    mac = hmac.digest(secret, step.to_bytes(8, "big"), digest)
    place = mac[-1] & 15
    number = int.from_bytes(mac[place : place + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


class Enrolment(Struct, frozen=True):
    """What an authenticator app needs to know."""

    secret: str
    """In Base32, as apps want it typed."""
    uri: str


class SecondFactors:
    """The second factors of all accounts."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock, key: RoomKey | None = None) -> None:
        self._store = store
        self._key = key
        self._cashier = cashier
        self._clock = clock
        self._used: dict[str, int] = {}
        """The last step whose code was used, by person: known before it is stored, so that no code works twice."""

    async def start(self) -> None:
        """Seal the secrets that an earlier release stored as they are, and say how many nobody can read."""
        lost = 0
        for row in rows(self._store, schema.second_factors.select()) if self._key is not None else ():
            if len(row.secret) == _SECRET:
                await self._store_row({"person": row.person, "secret": self._sealed(row.person, bytes(row.secret))})
            elif secret_of(row, self._key) is None:
                lost += 1
        if lost:
            log.error(
                "second factors are sealed with another key; their owners need a recovery code to log in, or"
                " `seventh user remove-second-factor NAME`",
                extra={"second_factors": lost},
            )

    def active(self, person: str) -> bool:
        """Whether an account needs a code to log in."""
        found = self._row(person)
        return found is not None and found.confirmed is not None

    async def enrol(self, person: Person) -> Enrolment:
        """Start setting up a second factor; it is not required before the first code was confirmed."""
        if self.active(person.id):
            raise RoomRefused(NOT_NOW, "you already have a second factor", "remove it first")
        secret = token_bytes(_SECRET)
        values = {
            "person": person.id,
            "secret": self._sealed(person.id, secret),
            "confirmed": None,
            "step": 0,
            "codes": "",
        }
        await self._cashier.commit(Change(writes=(Write("put_or_set", "second_factors", values),)))
        text = base64.b32encode(secret).decode()
        name = quote(f"Seventh Street:{person.name}")
        return Enrolment(text, f"otpauth://totp/{name}?secret={text}&issuer=Seventh%20Street")

    async def confirm(self, person: str, code: str) -> list[str]:
        """Finish setting up, given the first code; returns the recovery codes, which are shown only once."""
        found = self._row(person)
        if found is None or found.confirmed is not None:
            raise RoomRefused(NOT_NOW, "no second factor is being set up", "start again")
        step = self._step_of(found, code, found.step)
        if not step:
            raise RoomRefused(FORBIDDEN, "wrong code", "the code your app is showing now")
        codes = ["".join(choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(_RECOVERY_CODES)]
        values = {"person": person, "confirmed": self._clock.now(), "step": step}
        await self._store_row({**values, "codes": " ".join(map(_hash, codes))}, "second_factor_added")
        self._used[person] = step
        return ["-".join(code[at : at + 4] for at in range(0, _LENGTH, 4)) for code in codes]

    async def check(self, person: str, code: str) -> bool:
        """Whether a code of the app or a recovery code is right; each works once."""
        found = self._row(person)
        if found is None or found.confirmed is None:
            return False
        step = self._step_of(found, code, max(found.step, self._used.get(person, 0)))
        if step:
            self._used[person] = step
            await self._store_row({"person": person, "step": step})
            return True
        key, codes = _hash(code.replace("-", "").strip().lower()), found.codes.split()
        if key not in codes:
            return False
        codes.remove(key)
        await self._store_row({"person": person, "codes": " ".join(codes)}, "recovery_code_used")
        return True

    def codes_left(self, person: str) -> int:
        """The number of unused recovery codes."""
        found = self._row(person)
        return len(found.codes.split()) if found else 0

    async def remove(self, person: str, by: str = "") -> None:
        """Remove the second factor of an account; `by` is the admin who does, if it is not the person."""
        if self._row(person) is None:
            raise RoomRefused(NOT_NOW, "there is no second factor")
        await self._cashier.commit(removal(person, by or person, self._clock.now()))
        self._used.pop(person, None)

    def _sealed(self, person: str, secret: bytes) -> bytes:
        return secret if self._key is None else self._key.seal_bytes(_whose(person), secret)

    def _step_of(self, found: Any, code: str, after: int) -> int:
        """The step of a code, the current one or a neighbour; 0 if it is wrong, was used before, or cannot be told."""
        secret = secret_of(found, self._key)
        if secret is None:
            return 0
        now, sent = self._clock.now() // 1000 // STEP, code.replace(" ", "")
        right = 0
        for step in (now - 1, now, now + 1):
            if hmac.compare_digest(totp(secret, step).encode(), sent.encode()) and step > after:
                right = step
        return right

    async def _store_row(self, values: dict[str, object], kind: str = "") -> None:
        entry = LogEntry(kind, b"{}", self._clock.now(), person=str(values["person"]))
        await self._cashier.commit(
            Change(log=(entry,) if kind else (), writes=(Write("set", "second_factors", values),))
        )

    def _row(self, person: str) -> Any:
        """The stored second factor of a person; None if there is none."""
        table = schema.second_factors
        found = rows(self._store, table.select().where(table.c.person == person))
        return found[0] if found else None


def secret_of(row: Any, key: RoomKey | None) -> bytes | None:
    """The secret of a stored second factor; None if it is sealed with another key."""
    stored = bytes(row.secret)
    if len(stored) == _SECRET:
        return stored
    try:
        return key.unseal_bytes(_whose(row.person), stored) if key is not None else None
    except NotOurKey:
        return None


def is_sealed(row: Any) -> bool:
    """Whether the secret of a stored second factor is sealed."""
    return len(row.secret) != _SECRET


def removal(person: str, by: str | None, at: int) -> Change:
    """The change that removes a second factor; `by` is None for the command line."""
    entry = LogEntry("second_factor_removed", b'{"whose":"%b"}' % person.encode(), at, person=by or person)
    return Change(log=(entry,), writes=(Write("drop", "second_factors", {"person": person}),))


def remove_second_factor(store: Store, name: str, at: int) -> str:
    """Remove a second factor from the command line, while no room is running on this storage; returns the name."""
    table = schema.people
    people = rows(store, table.select().where(table.c.name_key == key_of(name)))
    if not people:
        raise RoomRefused(UNKNOWN, f"there is no account named {name!r}")
    factors = schema.second_factors
    if not rows(store, factors.select().where(factors.c.person == people[0].id)):
        raise RoomRefused(NOT_NOW, f"{people[0].name} has no second factor")
    store.commit(removal(people[0].id, None, at)).result()
    return str(people[0].name)


def _whose(person: str) -> str:
    return f"second factor of {person}"


def _hash(code: str) -> str:
    return sha256(code.encode()).hexdigest()
