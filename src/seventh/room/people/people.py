"""People: guests at once, accounts that keep their history, programs that are labelled as such."""

from __future__ import annotations

from collections import OrderedDict
from secrets import randbelow, token_hex
from typing import Any

import msgspec

from seventh.room import ledger
from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.frames import WalletFrame
from seventh.room.people.accounts import (
    ADMIN,
    AUDITOR,
    FLOOR,
    GUEST,
    PLAYER,
    ROLES,
    Account,
    Person,
    account_of,
    check_name,
    key_of,
    new_person,
)
from seventh.room.people.passwords import LONGEST, Passwords
from seventh.room.reading import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, TAKEN, UNKNOWN, RoomRefused
from seventh.room.settings import RoomSettings
from seventh.room.store import AlreadyPosted, Broken, Store, schema

__all__ = ["ADMIN", "AUDITOR", "FLOOR", "GUEST", "PLAYER", "ROLES", "People", "Person", "add_person", "key_of"]

_REMEMBERED = 20_000
_TRIES = 5
_STAFF = (FLOOR, AUDITOR)
"""Roles that do not play."""


class People:
    """Everybody who has an account."""

    def __init__(
        self, store: Store, cashier: Cashier, settings: RoomSettings, clock: Clock, passwords: Passwords | None = None
    ) -> None:
        self._store = store
        self._cashier = cashier
        self._settings = settings
        self._clock = clock
        self._passwords = passwords or Passwords()
        self._known: OrderedDict[str, Person] = OrderedDict()

    # Coming in.

    async def guest(self) -> Person:
        """A guest with play chips, at once and without a word."""
        for _ in range(20):
            name = f"Guest {randbelow(900_000) + 100_000}"
            try:
                return await self._make(name, GUEST, guest=True)
            except RoomRefused as refused:
                if refused.code != TAKEN:
                    raise
        raise RoomRefused(NOT_NOW, "no name was free for a guest; try again")

    async def register(self, name: str, password: str, role: str = PLAYER) -> Person:
        """A new account with a password."""
        name, hashed = check_name(name), await self._new_password(password)
        return await self._make(name, role, password=hashed)

    async def upgrade(self, person: str, name: str, password: str) -> Person:
        """A guest becomes a player with a name and a password; the id, the chips and the history stay."""
        account = self._account(person)
        if not account.person.guest:
            raise RoomRefused(NOT_NOW, "this is an account already")
        name, hashed = check_name(name), await self._new_password(password)
        values = {"id": person, "name": name, "name_key": key_of(name), "role": PLAYER, "guest": False}
        writes = (Write("set", "people", {**values, "password": hashed}),)
        await self._commit(name, Change(log=(self._entry("upgraded", person),), writes=writes))
        return self._fresh(person)

    async def bot(self, name: str) -> Person:
        """The program of this name; when it is asked for the first time it is made, and its seed committed to."""
        found = self._find(name)
        if found is not None:
            return found.person
        return await self._make(name, PLAYER, bot=True)

    async def _make(
        self, name: str, role: str, *, password: str | None = None, bot: bool = False, guest: bool = False
    ) -> Person:
        at, person = self._clock.now(), token_hex(6)
        change = new_person(person, name, role, at, password=password, bot=bot, guest=guest)
        chips = 0 if bot or role in (FLOOR, AUDITOR, ADMIN) else self._settings.starting_chips
        if chips:
            change = change + ledger.granted(person, chips, at)
        await self._commit(name, change)
        return self._fresh(person)

    async def _commit(self, name: str, change: Change) -> None:
        if self._find(name) is not None:
            raise RoomRefused(TAKEN, f"the name {name!r} is taken")
        try:
            await self._cashier.commit(change)
        except Broken:
            raise RoomRefused(TAKEN, f"the name {name!r} is taken") from None

    # Play chips.

    def wallet(self, person: str) -> WalletFrame:
        """What is in a person's wallet, and when it can be refilled."""
        next_refill, a_day = 0, self._settings.refills_a_day
        if a_day:
            with self._store.reading() as connection:
                next_refill = ledger.next_refill(connection, person, self._clock.now(), a_day)
        refill_to = 0 if self.person(person).role in _STAFF else self._settings.starting_chips
        return WalletFrame(self._cashier.wallet(person), refill_to, next_refill)

    async def refill(self, person: Person, ask: str) -> None:
        """Bring the wallet up to what a new account has, once for each id."""
        if person.role in _STAFF:
            raise RoomRefused(FORBIDDEN, f"the role {person.role} does not play")
        settings = self._settings
        for _ in range(_TRIES):
            try:
                with self._store.reading() as connection:
                    change = ledger.refill(
                        connection,
                        person.id,
                        ask,
                        self._clock.now(),
                        up_to=settings.starting_chips,
                        a_day=settings.refills_a_day,
                    )
                return await self._cashier.commit(change)
            except ledger.NotNow as error:
                raise RoomRefused(NOT_NOW, str(error)) from None
            except (AlreadyPosted, Broken):
                continue  # another refill of this person came first: look at the wallet again
        raise RoomRefused(NOT_NOW, "your wallet is being refilled already")

    # Passwords.

    async def login(self, name: str, password: str) -> Person:
        """The person with this name and password. Whatever is wrong, the answer is the same."""
        wrong = RoomRefused(FORBIDDEN, "the name or the password is wrong, or the account is locked for a while")
        account, now = self._find(name), self._clock.now()
        usable = account is not None and not account.person.deleted and account.locked_until <= now
        fits = await self._passwords.fits(password, account.password if account is not None and usable else None)
        if account is None or not usable:
            raise wrong
        if not fits:
            await self._failed(account.person.id)
            raise wrong
        if account.failures or (account.password and self._passwords.outdated(account.password)):
            await self._set_password(account.person.id, await self._passwords.hashed(password), "logged_in")
        return account.person

    async def _failed(self, person: str) -> None:
        """Count a wrong password; from some number on each locks the account, twice as long as the one before."""
        account, settings = self._account(person), self._settings
        failures = account.failures + 1
        over = failures - settings.login_failures
        span = min(settings.login_delay << min(over, 20), settings.login_delay_most) if over >= 0 else 0
        values = {"id": person, "failures": failures, "locked_until": self._clock.now() + span if span else 0}
        await self._cashier.commit(
            Change(log=(self._entry("login_failed", person),), writes=(Write("set", "people", values),))
        )

    async def change_password(self, person: str, old: str, new: str) -> None:
        """A new password, for who knows the old one."""
        account = self._account(person)
        if account.locked_until > self._clock.now() or not await self._passwords.fits(old, account.password):
            await self._failed(person)
            raise RoomRefused(FORBIDDEN, "the password is wrong, or the account is locked for a while")
        await self._set_password(person, await self._new_password(new), "password_changed")

    async def reset_password(self, admin: str, name: str, new: str) -> Person:
        """A new password for somebody who lost the old one, by the admin. It opens a locked account."""
        if self.person(admin).role != ADMIN:
            raise RoomRefused(FORBIDDEN, "only the admin resets passwords")
        account = self._find(name)
        if account is None or account.person.deleted or account.person.bot or account.person.guest:
            raise RoomRefused(UNKNOWN, f"there is no account {name!r} with a password")
        await self._set_password(account.person.id, await self._new_password(new), "password_reset", admin)
        return account.person

    async def _set_password(self, person: str, hashed: str, kind: str, by: str | None = None) -> None:
        values = {"id": person, "password": hashed, "failures": 0, "locked_until": 0}
        entry = self._entry(kind, by or person, {"whose": person})
        await self._cashier.commit(Change(log=(entry,), writes=(Write("set", "people", values),)))

    async def _new_password(self, password: str) -> str:
        least = self._settings.password_least
        if not isinstance(password, str) or not least <= len(password) <= LONGEST:
            raise RoomRefused(MALFORMED, "the password is too short or too long", f"{least} to {LONGEST} characters")
        return await self._passwords.hashed(password)

    # Changing and going.

    async def set_role(self, admin: str, person: str, role: str) -> Person:
        """Another role, by the admin."""
        if self.person(admin).role != ADMIN:
            raise RoomRefused(FORBIDDEN, "only the admin gives roles")
        if role not in ROLES or role == GUEST:
            raise RoomRefused(MALFORMED, f"{role!r} is not a role to give", ", ".join(ROLES[1:]))
        if self.person(person).guest or self.person(person).bot:
            raise RoomRefused(NOT_NOW, "a guest or a bot has no other role")
        entry = self._entry("role", admin, {"whose": person, "role": role})
        await self._cashier.commit(Change(log=(entry,), writes=(Write("set", "people", {"id": person, "role": role}),)))
        return self._fresh(person)

    async def delete(self, person: str) -> None:
        """Forget who it was. The ledger, the rounds and the log stay whole, under an id that nobody is behind."""
        self._account(person)
        gone = f"gone-{person}"
        values = {"id": person, "name": "Somebody", "name_key": gone, "password": None, "settings": "{}"}
        writes = [Write("set", "people", {**values, "deleted": self._clock.now()})]
        writes += [
            Write("drop", table.name, {"hash": row.hash})
            for table in (schema.web_sessions, schema.tokens)
            for row in rows(self._store, table.select().where(table.c.person == person))
        ]
        await self._cashier.commit(Change(log=(self._entry("deleted", person),), writes=tuple(writes)))
        self._fresh(person)

    # Looking up.

    def person(self, person: str) -> Person:
        """The person with this id."""
        known = self._known.get(person)
        return known if known is not None else self._fresh(person)

    def named(self, name: str) -> Person | None:
        """The person with this name."""
        account = self._find(name)
        return account.person if account else None

    def seed_of(self, bot: str) -> bytes:
        """The account seed of a bot."""
        seed = self._account(bot).seed
        if seed is None:
            raise RoomRefused(UNKNOWN, "only a bot has an account seed")
        return seed.reveal()

    def close(self) -> None:
        self._passwords.close()

    def _fresh(self, person: str) -> Person:
        """Read a person anew."""
        found = self._account(person).person
        self._known[person] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found

    def _account(self, person: str) -> Account:
        found = rows(self._store, schema.people.select().where(schema.people.c.id == person))
        if not found:
            raise RoomRefused(UNKNOWN, f"there is nobody with the id {person!r}")
        return account_of(found[0])

    def _find(self, name: str) -> Account | None:
        key = key_of(name) if isinstance(name, str) else ""
        found = rows(self._store, schema.people.select().where(schema.people.c.name_key == key))
        return account_of(found[0]) if found else None

    def _entry(self, kind: str, person: str, body: dict[str, Any] | None = None) -> LogEntry:
        return LogEntry(kind, msgspec.json.encode(body or {}), self._clock.now(), person=person)


def add_person(store: Store, name: str, role: str, password: str, at: int, least: int = 8) -> Person:
    """An account made from the command line, while no room runs on this storage."""
    if role not in ROLES or role == GUEST:
        raise RoomRefused(MALFORMED, f"{role!r} is not a role", ", ".join(ROLES[1:]))
    name, person = check_name(name), token_hex(6)
    if rows(store, schema.people.select().where(schema.people.c.name_key == key_of(name))):
        raise RoomRefused(TAKEN, f"the name {name!r} is taken")
    if not least <= len(password) <= LONGEST:
        raise RoomRefused(MALFORMED, "the password is too short or too long", f"{least} to {LONGEST} characters")
    passwords = Passwords()
    change = new_person(person, name, role, at, password=passwords.hash(password))
    passwords.close()
    store.commit(change).result()
    return account_of(rows(store, schema.people.select().where(schema.people.c.id == person))[0]).person
