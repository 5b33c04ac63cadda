"""Guests, registered accounts, and bots, which are labelled as such."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from secrets import randbelow, token_hex
from typing import Any

import msgspec
from sqlalchemy import select

from seventh.room import ledger
from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.custody.keys import RoomKey
from seventh.room.frames import WalletFrame
from seventh.room.limits.values import erasing
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
    new_person,
)
from seventh.room.people.names import Shapes, check_name, key_of
from seventh.room.people.passwords import LONGEST, Passwords
from seventh.room.people.second_factor import CODE_NEEDED, SecondFactors
from seventh.room.people.throttle import Throttle
from seventh.room.people.weak_passwords import weakness
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, TAKEN, UNKNOWN, RoomRefused
from seventh.room.settings import RoomSettings
from seventh.room.store import AlreadyPosted, Broken, Store, schema

__all__ = ["ADMIN", "AUDITOR", "FLOOR", "GUEST", "PLAYER", "ROLES", "People", "Person", "add_person", "key_of"]

_REMEMBERED = 20_000
_TRIES = 5
STAFF = (FLOOR, AUDITOR, ADMIN)
_STAFF = (FLOOR, AUDITOR)
"""Roles that may not play."""


WRONG = "wrong name or password, or too many failed attempts; wait a moment"


class People:
    """Everyone with an account."""

    def __init__(
        self,
        store: Store,
        cashier: Cashier,
        settings: RoomSettings,
        clock: Clock,
        passwords: Passwords | None = None,
        key: RoomKey | None = None,
    ) -> None:
        self._store = store
        self._cashier = cashier
        self._settings = settings
        self._clock = clock
        self._passwords = passwords or Passwords()
        self._known: OrderedDict[str, Person] = OrderedDict()
        self.throttle = Throttle(settings)
        self.second_factors = SecondFactors(store, cashier, clock, key)
        self._shapes: Shapes | None = None
        self._admins = asyncio.Lock()

    # Guests and registration.

    async def guest(self, name: str = "") -> Person:
        """Create a guest with play chips, under a nickname or a generated name."""
        if name.strip():
            return await self._make(check_name(name), GUEST, guest=True)
        for _ in range(20):
            name = f"Guest {randbelow(900_000) + 100_000}"
            try:
                return await self._make(name, GUEST, guest=True)
            except RoomRefused as refused:
                if refused.code != TAKEN:
                    raise
        raise RoomRefused(NOT_NOW, "no guest name was free; try again")

    async def register(self, name: str, password: str, role: str = PLAYER) -> Person:
        """Create an account with a password."""
        name = check_name(name, role in STAFF)
        return await self._make(name, role, password=await self._new_password(password, name))

    async def upgrade(self, person: str, name: str, password: str, also: tuple[Write, ...] = ()) -> Person:
        """Turn a guest into a player with a name and a password, keeping id, chips and history."""
        account = self._account(person)
        if not account.person.guest:
            raise RoomRefused(NOT_NOW, "you already have an account")
        name = check_name(name)
        hashed = await self._new_password(password, name)
        values = {"id": person, "name": name, "name_key": key_of(name), "role": PLAYER, "guest": False}
        writes = (Write("set", "people", {**values, "password": hashed}), *also)
        await self._commit(name, Change(log=(self._entry("upgraded", person),), writes=writes), person)
        return self._fresh(person)

    async def bot(self, name: str) -> Person:
        """The bot with this name; created, with a commitment to its seed, on first use."""
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

    async def _commit(self, name: str, change: Change, person: str = "") -> None:
        found = self._find(name)
        if found is not None and found.person.id != person:  # changing the spelling of one's own name is allowed
            raise RoomRefused(TAKEN, f"the name {name!r} is taken")
        other = self._known_shapes().holder(name)
        if other and other != person:
            raise RoomRefused(TAKEN, f"the name {name!r} looks like {self.person(other).name!r}, which is taken")
        try:
            await self._cashier.commit(change)
        except Broken:
            raise RoomRefused(TAKEN, f"the name {name!r} is taken") from None

    def _known_shapes(self) -> Shapes:
        """The shapes of all names, read once."""
        if self._shapes is None:
            table = schema.people
            found = rows(self._store, select(table.c.id, table.c.name).where(table.c.deleted.is_(None)))
            self._shapes = Shapes((row.id, row.name) for row in found)
        return self._shapes

    # Play chips.

    def wallet(self, person: str) -> WalletFrame:
        """A person's wallet balance, and when it can be refilled."""
        next_refill, a_day = 0, self._settings.refills_a_day
        if a_day:
            with self._store.reading() as connection:
                next_refill = ledger.next_refill(connection, person, self._clock.now(), a_day)
        refill_to = 0 if self.person(person).role in _STAFF else self._settings.starting_chips
        return WalletFrame(self._cashier.wallet(person), refill_to, next_refill)

    async def refill(self, person: Person, ask: str) -> None:
        """Top up the wallet to the starting balance, once per request id."""
        if person.role in _STAFF:
            raise RoomRefused(FORBIDDEN, f"the role {person.role} cannot play")
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
                continue  # another refill came first: check the wallet again
        raise RoomRefused(NOT_NOW, "your wallet is already being refilled")

    # Passwords.

    async def login(self, name: str, password: str, client: str = "", code: str = "") -> Person:
        """The person with this name and password. The error is the same whatever is wrong.

        The client is the address that failures are counted by. An account with a second factor also needs a code.
        """
        account = self._find(name)
        if account is not None and account.person.deleted:
            account = None
        await self._check_password(account, key_of(name) if isinstance(name, str) else "", password, client)
        assert account is not None
        person = account.person
        if self.second_factors.active(person.id):
            if not code:
                raise RoomRefused(CODE_NEEDED, "this account has a second factor", "the code from your app")
            if not await self.second_factors.check(person.id, code):
                await self._failed(person.id)
                raise RoomRefused(FORBIDDEN, WRONG)
        self.throttle.succeeded(key_of(name), client)
        if account.password and self._passwords.outdated(account.password):
            await self._set_password(person.id, await self._passwords.hashed(password), "logged_in")
        return person

    async def _check_password(
        self, account: Account | None, key: str, password: str, client: str, known_person: bool = False
    ) -> None:
        """Check a password, and count the attempt as failed until the throttle is told otherwise."""
        known = account is not None and self._knows(account.person.id, client)
        may = self.throttle.start(key, client, self._clock.now(), known)
        if not may and known_person:
            raise RoomRefused(FORBIDDEN, WRONG)  # nothing to hide, so no need to take as long as usual
        fits = await self._passwords.fits(password, account.password if account is not None and may else None)
        if account is None or not fits:
            if account is not None and may:
                await self._failed(account.person.id)
            raise RoomRefused(FORBIDDEN, WRONG)

    def _knows(self, person: str, client: str) -> bool:
        """Whether somebody is logged in to the account from this client."""
        table = schema.web_sessions
        mine = (table.c.person == person) & (table.c.address == client)
        return bool(client) and bool(rows(self._store, table.select().where(mine).limit(1)))

    async def _failed(self, person: str) -> None:
        await self._cashier.commit(Change(log=(self._entry("login_failed", person),)))

    async def confirm_password(self, person: str, password: str, client: str = "") -> None:
        """Check the password of a person who is logged in, before something that cannot be undone."""
        account = self._account(person)
        key = key_of(account.person.name)
        await self._check_password(account, key, password, client, known_person=True)
        self.throttle.succeeded(key, client)

    async def confirm_code(self, person: str, code: str, client: str = "") -> None:
        """Check a fresh code of a person who is logged in; accounts without a second factor need none."""
        if not self.second_factors.active(person):
            return
        if not code:
            raise RoomRefused(CODE_NEEDED, "this account has a second factor", "the code from your app")
        key = key_of(self.person(person).name)
        if not self.throttle.start(key, client, self._clock.now(), self._knows(person, client)):
            raise RoomRefused(FORBIDDEN, WRONG)
        if not await self.second_factors.check(person, code):
            await self._failed(person)
            raise RoomRefused(FORBIDDEN, WRONG)
        self.throttle.succeeded(key, client)

    async def change_password(
        self, person: str, old: str, new: str, client: str = "", also: tuple[Write, ...] = ()
    ) -> None:
        """Change the password, given the old one. `also` is written with it, such as the end of all sessions."""
        await self.confirm_password(person, old, client)
        hashed = await self._new_password(new, self.person(person).name)
        await self._set_password(person, hashed, "password_changed", also=also)

    async def reset_password(self, admin: str, name: str, new: str, also: tuple[Write, ...] = ()) -> Person:
        """Reset a forgotten password, as an admin. This unlocks the account."""
        if self.person(admin).role != ADMIN:
            raise RoomRefused(FORBIDDEN, "only an admin can reset passwords")
        account = self._find(name)
        if account is None or account.person.deleted or account.person.bot or account.person.guest:
            raise RoomRefused(UNKNOWN, f"there is no registered account named {name!r}")
        person = account.person
        await self._set_password(person.id, await self._new_password(new, person.name), "password_reset", admin, also)
        self.throttle.clear(key_of(name))
        return person

    async def _set_password(
        self, person: str, hashed: str, kind: str, by: str | None = None, also: tuple[Write, ...] = ()
    ) -> None:
        values = {"id": person, "password": hashed, "failures": 0, "locked_until": 0}
        entry = self._entry(kind, by or person, {"whose": person})
        await self._cashier.commit(Change(log=(entry,), writes=(Write("set", "people", values), *also)))

    async def _new_password(self, password: str, name: str) -> str:
        check_password(password, name, self._settings.password_least)
        return await self._passwords.hashed(password)

    # Roles and deletion.

    async def rename(self, person: str, name: str) -> Person:
        """Change a name, keeping id, chips and history."""
        name = check_name(name, self.person(person).role in STAFF)
        if name == self.person(person).name:
            return self.person(person)
        values = {"id": person, "name": name, "name_key": key_of(name)}
        change = Change(log=(self._entry("named", person, {"name": name}),), writes=(Write("set", "people", values),))
        await self._commit(name, change, person)
        return self._fresh(person)

    async def set_role(self, admin: str, person: str, role: str) -> Person:
        """Change a person's role, as an admin."""
        if self.person(admin).role != ADMIN:
            raise RoomRefused(FORBIDDEN, "only an admin can change roles")
        if role not in ROLES or role == GUEST:
            raise RoomRefused(MALFORMED, f"cannot assign the role {role!r}", ", ".join(ROLES[1:]))
        if self.person(person).guest or self.person(person).bot:
            raise RoomRefused(NOT_NOW, "the role of a guest or a bot cannot be changed")
        entry = self._entry("role", admin, {"whose": person, "role": role})
        change = Change(log=(entry,), writes=(Write("set", "people", {"id": person, "role": role}),))
        async with self._admins:
            if role != ADMIN:
                self._check_not_last_admin(person)
            await self._cashier.commit(change)
            return self._fresh(person)

    def _check_not_last_admin(self, person: str) -> None:
        table = schema.people
        query = select(table.c.id).where(table.c.role == ADMIN, table.c.deleted.is_(None)).limit(2)
        if [row.id for row in rows(self._store, query)] == [person]:
            raise RoomRefused(NOT_NOW, "this is the last admin", "make somebody else an admin first")

    async def delete(self, person: str, also: tuple[Write, ...] = ()) -> None:
        """Anonymise an account. The ledger, the rounds and the log keep its id."""
        self._account(person)
        gone = f"gone-{person}"
        values = {"id": person, "name": "Deleted account", "name_key": gone, "password": None, "settings": "{}"}
        writes = (Write("set", "people", {**values, "deleted": self._clock.now()}), *also)
        writes += (Write("drop", "second_factors", {"person": person}), *erasing(person))
        async with self._admins:
            self._check_not_last_admin(person)
            await self._cashier.commit(Change(log=(self._entry("deleted", person),), writes=writes))
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

    def named_like(self, text: str, most: int) -> list[str]:
        """Names that contain this text, in whatever case."""
        column = schema.people.c.name_key
        query = select(schema.people.c.name).where(column.contains(key_of(text), autoescape=True))
        return [row.name for row in rows(self._store, query.order_by(column).limit(most))]

    def seed_of(self, bot: str) -> bytes:
        """The account seed of a bot."""
        seed = self._account(bot).seed
        if seed is None:
            raise RoomRefused(UNKNOWN, "only a bot has an account seed")
        return seed.reveal()

    def close(self) -> None:
        self._passwords.close()

    def _fresh(self, person: str) -> Person:
        """Reload a person from storage."""
        found = self._account(person).person
        if self._shapes is not None:
            self._shapes.set(person, "" if found.deleted else found.name)
        self._known[person] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found

    def _account(self, person: str) -> Account:
        found = rows(self._store, schema.people.select().where(schema.people.c.id == person))
        if not found:
            raise RoomRefused(UNKNOWN, f"no person with the id {person!r}")
        return account_of(found[0])

    def _find(self, name: str) -> Account | None:
        key = key_of(name) if isinstance(name, str) else ""
        found = rows(self._store, schema.people.select().where(schema.people.c.name_key == key))
        return account_of(found[0]) if found else None

    def _entry(self, kind: str, person: str, body: dict[str, Any] | None = None) -> LogEntry:
        return LogEntry(kind, msgspec.json.encode(body or {}), self._clock.now(), person=person)


def check_password(password: str, name: str, least: int) -> None:
    """Refuse a password that is too short, too long, or among the first that are guessed."""
    if not isinstance(password, str) or not least <= len(password) <= LONGEST:
        raise RoomRefused(MALFORMED, "the password is too short or too long", f"{least} to {LONGEST} characters")
    if weak := weakness(password, name):
        raise RoomRefused(MALFORMED, f"{weak}; choose several unrelated words, for example")


def add_person(store: Store, name: str, role: str, password: str, at: int) -> Person:
    """Create an account from the command line, while no room is running on this storage."""
    if role not in ROLES or role == GUEST:
        raise RoomRefused(MALFORMED, f"{role!r} is not a role", ", ".join(ROLES[1:]))
    name, person = check_name(name, role in STAFF), token_hex(6)
    if rows(store, schema.people.select().where(schema.people.c.name_key == key_of(name))):
        raise RoomRefused(TAKEN, f"the name {name!r} is taken")
    check_password(password, name, RoomSettings().password_least)
    passwords = Passwords()
    change = new_person(person, name, role, at, password=passwords.hash(password))
    passwords.close()
    store.commit(change).result()
    return account_of(rows(store, schema.people.select().where(schema.people.c.id == person))[0]).person
