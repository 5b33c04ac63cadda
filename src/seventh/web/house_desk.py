"""What the pages and the API of the room's houses have in common: versions as data, and saving one."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool

from seventh.games import GAMES, book_house, wording_of
from seventh.house.settings import changed_texts
from seventh.house.toml import house_toml
from seventh.room.houses import BOOK, FILE, Version, check_name, problems_in_room
from seventh.room.people.accounts import Person
from seventh.web.errors import Failure
from seventh.web.game_info import charts_of, game_info, rules_data
from seventh.web.lab.changes import Changed
from seventh.web.room_facade import RoomFacade


def author_of(facade: RoomFacade, version: Version) -> str:
    """Who put a version in force."""
    if version.source == BOOK:
        return "the book"
    return "a house file" if version.source == FILE else facade.name_of(version.by)


def version_line(facade: RoomFacade, version: Version) -> dict[str, Any]:
    """A version in a list."""
    return {
        "version": version.number,
        "at": version.at,
        "by": author_of(facade, version),
        "source": version.source,
        "hash": version.rules.hash,
    }


def house_line(facade: RoomFacade, version: Version) -> dict[str, Any]:
    """A house in the list of houses."""
    tables = [table for table in facade.room.tables.values() if table.row.follows == version.house]
    retired = facade.room.houses.retired.get(version.house)
    return {
        "house": version.house,
        "game": version.rules.game,
        "title": version.title,
        "limits": wording_of(version.rules).stakes,
        "tables": sum(table.row.public for table in tables),
        "retired": retired and {"by": facade.name_of(retired.by), "at": retired.at},
        **version_line(facade, version),
    }


def toml_of(version: Version) -> str:
    """The house file of a version."""
    return house_toml(version.rules, book_house(version.rules.game))


def query_of(version: Version, base: Version) -> str:
    """The part of a link that fills the editor with a version's settings."""
    return urlencode(changed_texts(version.rules, base.rules))


def base_of(facade: RoomFacade, name: str, game: str, number: int | None = None) -> Version:
    """The version that somebody edits: one of a house, or of a house to be, the book's rules of its game."""
    houses = facade.room.houses
    if name in houses.known:
        return houses.latest(name) if number is None else houses.version(name, number)
    check_name(name)
    if game not in GAMES:
        raise Failure("unknown", f"there is no house {name!r}", allowed=", ".join(houses))
    return Version(name, 0, book_house(game), BOOK)


async def save(facade: RoomFacade, person: Person, name: str, found: Changed, seen: int) -> Version:
    """Put valid rules in force. What the tables' pages show of them is computed before."""
    if found.house is None:
        path, why = found.problems[0]
        raise Failure("malformed", f"{path} {why}".strip(), where=path)
    for path, why in problems_in_room(found.house):
        raise Failure("malformed", f"{path} {why}", where=path)
    await run_in_threadpool(_warm_up, found.house)
    return await facade.room.save_house(person, name, found.house, seen)


def _warm_up(rules: Any) -> None:
    for page in (game_info, rules_data, charts_of):
        page(rules)
