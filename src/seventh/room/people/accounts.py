"""What an account is: a name, a role, and for a bot the seed that it is committed to."""

from __future__ import annotations

import re
import unicodedata
from secrets import token_bytes
from typing import Any

import msgspec
from msgspec import Struct

from seventh.bots.simple import COMPANY
from seventh.fair import Secret, seed_hash
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.ledger import wallet
from seventh.room.refusals import MALFORMED, TAKEN, RoomRefused

GUEST, PLAYER, FLOOR, AUDITOR, ADMIN = ROLES = ("guest", "player", "floor", "auditor", "admin")

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[\w.])?\Z")
_ALLOWED = "2 to 24 letters, digits, spaces and . ' - _, beginning with a letter or a digit"
_KEPT_FOR_BOTS = {bot.name.casefold() for bot in COMPANY}
_KEPT_FOR_GUESTS = re.compile(r"guest\s*\d+\Z")


class Person(Struct, frozen=True):
    """Who somebody is, as far as others may know."""

    id: str
    name: str
    role: str
    bot: bool = False
    guest: bool = False
    created: int = 0
    deleted: bool = False
    seed_hash: str = ""
    """A bot's commitment to the seed of its account, from which its part of every shuffle comes."""


class Account(Struct, frozen=True):
    """What only the room knows of a person."""

    person: Person
    password: str | None
    failures: int
    locked_until: int
    seed: Secret | None = None


def key_of(name: str) -> str:
    """What two names that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def check_name(name: str) -> str:
    """The name as it is kept, or why it cannot be one."""
    kept = " ".join(unicodedata.normalize("NFKC", name).split()) if isinstance(name, str) else ""
    if not 2 <= len(kept) <= 24 or not _NAME.match(kept):
        raise RoomRefused(MALFORMED, f"{name!r} is not a name", _ALLOWED)
    if _KEPT_FOR_GUESTS.match(key_of(kept)):
        raise RoomRefused(MALFORMED, f"{name!r} looks like a guest's name", _ALLOWED)
    if key_of(kept) in _KEPT_FOR_BOTS:
        raise RoomRefused(TAKEN, f"{name!r} is the name of a bot", _ALLOWED)
    return kept


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
    """What is written when an account is made."""
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
