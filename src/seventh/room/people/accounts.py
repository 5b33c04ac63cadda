"""Accounts: a name, a role, and for a bot the seed it has committed to."""

from __future__ import annotations

from secrets import token_bytes
from typing import Any

import msgspec
from msgspec import Struct

from seventh.fair import Secret, seed_hash
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.ledger import wallet
from seventh.room.people.names import key_of

GUEST, PLAYER, FLOOR, AUDITOR, ADMIN = ROLES = ("guest", "player", "floor", "auditor", "admin")


class Person(Struct, frozen=True):
    """The public part of an account."""

    id: str
    name: str
    role: str
    bot: bool = False
    guest: bool = False
    created: int = 0
    deleted: bool = False
    seed_hash: str = ""
    """A bot's commitment to its account's seed, from which its client seeds are derived."""


class Account(Struct, frozen=True):
    """A person with the private part of the account."""

    person: Person
    password: str | None
    failures: int
    locked_until: int
    seed: Secret | None = None


def account_of(row: Any) -> Account:
    person = Person(
        row.id,
        row.name,
        row.role,
        bool(row.bot),
        bool(row.guest),
        row.created,
        row.deleted is not None,
        row.seed_hash or "",
    )
    return Account(person, row.password, row.failures, row.locked_until, Secret(row.seed) if row.seed else None)


def new_person(
    person: str,
    name: str,
    role: str,
    at: int,
    *,
    password: str | None = None,
    bot: bool = False,
    guest: bool = False,
) -> Change:
    """The change that creates an account."""
    seed = token_bytes(32) if bot else None
    values = {
        "id": person,
        "name": name,
        "name_key": key_of(name),
        "role": role,
        "bot": bot,
        "guest": guest,
        "password": password,
        "created": at,
        "seed_hash": seed_hash(Secret(seed)) if seed else None,
        "seed": seed,
    }
    body: dict[str, Any] = {"role": role}
    if seed:
        body["seed_hash"] = values["seed_hash"]
    entry = LogEntry("joined", msgspec.json.encode(body), at, person=person)
    return Change(opens=(wallet(person),), log=(entry,), writes=(Write("put", "people", values),))
