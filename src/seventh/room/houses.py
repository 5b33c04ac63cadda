"""The houses of a room: rules by name, in versions that are only added to.

Each game has a house of the same name, which plays by the book until somebody changes it. Further houses come from
house files or are added by an admin. The latest version of a house is in force: its tables switch to it between rounds
(R16), and rounds keep the rules that they were opened under. A house that is retired is not offered any more: its
tables close after their current round, while its versions and rounds stay.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.games import GAMES, book_house, recorded_house
from seventh.house import House
from seventh.house.settings import settings_of, texts_of
from seventh.house.values import Problem
from seventh.room.cashier import Cashier
from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Clock
from seventh.room.people.accounts import ADMIN, Person
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NOT_NOW, STALE, UNKNOWN, RoomRefused
from seventh.room.rounds.rounds import rules_in_force
from seventh.room.store import Store, StoreError, schema

BOOK, FILE, EDITOR = "book", "file", "editor"
LONGEST_NAME = 40
MOST_PAYS = 100_000
"""The most that a hand may pay to 1: beyond every real pay table, and below what overflows a page or a wallet."""
NAMES = "1 to 40 lower-case letters and digits, with single hyphens between them"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SHARED = ("currency", "chips_per_unit")
"""Settings that all houses of a room have in common: wallets are counted in them."""


class Version(Struct, frozen=True):
    """A version of a house."""

    house: str
    """The name of the house."""
    number: int
    """From 1; 0 is the book's rules before the first change."""
    rules: Any
    source: str
    """`book`, `file` (a house file on the command line) or `editor` (a person)."""
    by: str = ""
    """The person who saved it."""
    at: int = 0

    @property
    def title(self) -> str:
        """The house's name for people."""
        return title_of(self.house, self.rules)


class Retired(Struct, frozen=True):
    """Who retired a house, and when."""

    by: str
    at: int


class Houses(Mapping[str, Version]):
    """The version in force of every house that is offered, by name; the games come first."""

    def __init__(self, store: Store, cashier: Cashier, clock: Clock) -> None:
        self._store, self._cashier, self._clock = store, cashier, clock
        self._versions = {name: (Version(name, 0, book_house(name), BOOK),) for name in GAMES}
        self.retired: dict[str, Retired] = {}
        """The houses that are not offered any more."""
        self._saving = asyncio.Lock()
        self.added: list[str] = []
        """The houses that were new at this start, or came back."""

    def __getitem__(self, name: str) -> Version:
        if name in self.retired:
            raise KeyError(name)
        return self._versions[name][-1]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._versions if name not in self.retired)

    def __len__(self) -> int:
        return len(self._versions) - len(self.retired)

    @property
    def known(self) -> tuple[str, ...]:
        """The names of all houses, retired ones included."""
        return tuple(self._versions)

    def in_force(self, name: str) -> Version:
        """The version in force; refused if there is no such house, or if it is retired."""
        latest = self.latest(name)
        if name in self.retired:
            raise RoomRefused(NOT_NOW, f"the house {name} is retired", ", ".join(self))
        return latest

    def latest(self, name: str) -> Version:
        """The latest version of a house, retired or not; refused if there is no such house."""
        if name not in self._versions:
            raise RoomRefused(UNKNOWN, f"there is no house {name!r}", ", ".join(self))
        return self._versions[name][-1]

    def versions(self, name: str) -> tuple[Version, ...]:
        """All versions of a house, the latest first."""
        self.latest(name)
        return self._versions[name][::-1]

    def version(self, name: str, number: int) -> Version:
        """One version of a house."""
        found = next((each for each in self.versions(name) if each.number == number), None)
        if found is None:
            raise RoomRefused(UNKNOWN, f"house {name} has no version {number}", f"up to {self.latest(name).number}")
        return found

    # Starting.

    async def start(self, files: Mapping[str, House]) -> None:
        """Load the stored versions. A house file whose rules are new becomes the next version of its house.

        A file is new if its rules differ from those that came last from a file of that name, and from those in force:
        a change made in the editor since then stays in force until the file itself changes. A file of a retired house
        brings it back.
        """
        stored, houses = schema.house_versions, schema.houses
        query = select(stored, houses.c.game, houses.c.data).join(houses, houses.c.hash == stored.c.hash)
        for row in rows(self._store, query.order_by(stored.c.house, stored.c.version)):
            rules = recorded_house(json.loads(row.data), row.game, f"version {row.version} of house {row.house}")
            self._add(Version(row.house, row.version, rules, row.source, row.by or "", row.at))
        self.retired = {row.house: Retired(row.by, row.at) for row in rows(self._store, schema.retired_houses.select())}
        for name, rules in files.items():
            known = self._versions.get(name, ())
            if known and known[-1].rules.game != rules.game:
                raise StoreError(f"the house {name} of this room is for {known[-1].rules.game}, not {rules.game}")
            if name in self.retired:
                await self._commit_back(name, None)
                self.added.append(name)
            from_files = [each.rules.hash for each in known if each.source == FILE]
            if known and rules.hash in (known[-1].rules.hash, *from_files[-1:]):
                continue
            if not known:
                self.added.append(name)
            number = known[-1].number + 1 if known else 1
            await self._commit(Version(name, number, rules, FILE, "", self._clock.now()))

    # Changing.

    async def save(self, person: Person, name: str, rules: House, seen: int) -> Version:
        """Put new rules in force, by an admin who has `seen` the version they replace; 0 for a new house."""
        _check_admin(person, "change the rules of a house")
        check_name(name)
        for path, why in problems_in_room(rules):
            raise RoomRefused(MALFORMED, f"{path} {why}")
        async with self._saving:
            known = self._versions.get(name, ())
            latest = self.in_force(name) if known else None
            if latest is not None and latest.rules.game != rules.game:
                raise RoomRefused(MALFORMED, f"house {name} is for {latest.rules.game}, not {rules.game}")
            number = latest.number if latest is not None else 0
            _check_seen(name, number, seen)
            if latest is not None and rules.hash == latest.rules.hash:
                raise RoomRefused(NOT_NOW, f"nothing differs from version {number}")
            version = Version(name, number + 1, rules, EDITOR, person.id, self._clock.now())
            await self._commit(version)
        return version

    async def retire(self, person: Person, name: str, seen: int) -> None:
        """Stop offering a house, by an admin who has `seen` the version in force."""
        _check_admin(person, "retire a house")
        async with self._saving:
            version = self.in_force(name)
            _check_seen(name, version.number, seen)
            game = version.rules.game
            if not [other for other in self.values() if other.rules.game == game and other.house != name]:
                raise RoomRefused(
                    NOT_NOW,
                    f"{name} is the only house of {book_house(game).title}",
                    "add another house of this game first, or close the game to new wagers",
                )
            at = self._clock.now()
            row = {"house": name, "by": person.id, "at": at}
            entry = LogEntry("house_retired", msgspec.json.encode({"house": name}), at, person=person.id)
            await self._cashier.commit(Change(log=(entry,), writes=(Write("put", "retired_houses", row),)))
            self.retired[name] = Retired(person.id, at)

    async def bring_back(self, person: Person, name: str) -> Version:
        """Offer a retired house again, with the rules that it had."""
        _check_admin(person, "bring back a house")
        async with self._saving:
            latest = self.latest(name)
            if name not in self.retired:
                raise RoomRefused(NOT_NOW, f"the house {name} is not retired")
            await self._commit_back(name, person.id)
        return latest

    async def _commit_back(self, name: str, person: str | None) -> None:
        entry = LogEntry("house_back", msgspec.json.encode({"house": name}), self._clock.now(), person=person)
        await self._cashier.commit(Change(log=(entry,), writes=(Write("drop", "retired_houses", {"house": name}),)))
        del self.retired[name]

    async def _commit(self, version: Version) -> None:
        values = {
            "house": version.house,
            "version": version.number,
            "hash": version.rules.hash,
            "source": version.source,
            "by": version.by or None,
            "at": version.at,
        }
        body = {"house": version.house, "version": version.number, "house_hash": version.rules.hash}
        body |= {"source": version.source}
        entry = LogEntry("house_changed", msgspec.json.encode(body), version.at, person=version.by or None)
        change = Change(log=(entry,), writes=(Write("put", "house_versions", values),))
        await self._cashier.commit(rules_in_force(version.rules) + change)
        self._add(version)

    def _add(self, version: Version) -> None:
        self._versions[version.house] = (*self._versions.get(version.house, ()), version)


def title_of(name: str, rules: House) -> str:
    """A house's name for people; a further house of a game that keeps its title has its own name in it.

    Without a name, as at a table with its own rules, it is the title of the rules.
    """
    if name in ("", rules.game) or rules.title != book_house(rules.game).title:
        return rules.title
    return f"{rules.title} ({name.replace('-', ' ')})"


def _check_admin(person: Person, what: str) -> None:
    if person.role != ADMIN:
        raise RoomRefused(FORBIDDEN, f"only admins can {what}")


def _check_seen(name: str, number: int, seen: int) -> None:
    """Refuse a change by somebody who has seen another version than the one in force."""
    if seen != number:
        raise RoomRefused(
            STALE,
            f"house {name} was changed meanwhile: version {number} is in force, not {seen}",
            f"look at version {number}, then save again",
        )


def problems_in_room(rules: House) -> list[Problem]:
    """What a valid house cannot have in a room."""
    return problems_of_texts(rules, texts_of(rules))


def problems_of_texts(rules: House, texts: Mapping[str, str]) -> list[Problem]:
    """What these texts of settings cannot be in a room; they need not be valid otherwise."""
    usual = book_house(next(iter(GAMES)))
    pays = [setting.path for setting in settings_of(rules) if setting.kind == "pays" and setting.path in texts]
    absurd = [
        (path, f"pays {texts[path].strip()} to 1; allowed in a room: 0 to {MOST_PAYS} to 1")
        for path in pays
        if _pays(texts[path]) > MOST_PAYS
    ]
    shared = [(path, texts[path].strip(), getattr(usual, path)) for path in SHARED if path in texts]
    return absurd + [
        (path, f"is {text if text.isdecimal() else repr(text)}; allowed in a room: {own!r}, as in its wallets")
        for path, text, own in shared
        if text != str(own)
    ]


def _pays(text: str) -> Fraction:
    """What a row pays to 1; 0 if that cannot be read."""
    try:
        return Fraction(text.strip().replace(":", "/"))
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def check_name(name: str) -> None:
    """Refuse what cannot be the name of a house."""
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise RoomRefused(MALFORMED, f"{name!r} cannot be the name of a house", NAMES)


def name_of_file(path: str | PurePath) -> str:
    """The name of the house in a house file: the file's name without its ending."""
    return re.sub(r"[\s_]+", "-", PurePath(path).stem.strip().lower())
