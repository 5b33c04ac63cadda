"""What the floor can close to new wagers, by the names that the console shows."""

from __future__ import annotations

from collections import Counter

from seventh.games import GAMES, book_house
from seventh.room.gate import ALL, GAME, PLAYER, TABLE
from seventh.room.houses import Version
from seventh.room.people.accounts import Person
from seventh.room.refusals import MALFORMED, UNKNOWN, RoomRefused
from seventh.web.floor_desk import person_of
from seventh.web.room_facade import RoomFacade

HOUSE = "house"
"""In the form only: closes the tables that the house has now."""

Choices = list[tuple[str, list[tuple[str, str]]]]
"""Groups of choices: the value in the form and the name for people."""


def closable(facade: RoomFacade) -> dict[str, object]:
    """The choices of the form, and the names of the people at the tables."""
    tables = sorted(facade.room.tables.values(), key=lambda table: table.row.name)
    closed = {(closure.scope, closure.who) for closure in facade.room.gate.closures}
    offered = Counter(version.rules.game for version in facade.room.houses.values())
    # A game with a single house is offered once, as the game.
    houses = [
        version
        for name, version in facade.room.houses.items()
        if offered[version.rules.game] > 1 and any(table.row.follows == name for table in tables)
    ]
    groups: Choices = [
        (
            "Tables",
            [(f"{TABLE}:{t.id}", t.row.name) for t in tables if (TABLE, t.id) not in closed and not t.row.alone],
        ),
        (
            "Games",
            [
                (
                    f"{GAME}:{name}",
                    f"Every {book_house(name).title} table{', in all houses' if offered[name] > 1 else ''}",
                )
                for name in GAMES
            ],
        ),
        ("Houses", [(f"{HOUSE}:{each.house}", f"Only the house {_named(each)}") for each in houses]),
        ("Room", [(ALL, "The whole room")]),
    ]
    seated = {chair.name for table in tables for chair in table.snapshot.chairs.values() if not chair.bot}
    return {"groups": groups, "people": sorted(seated)}


def _named(version: Version) -> str:
    """A house as distinct from its game: the one with the game's title is the house of the book."""
    return f"{version.title} (standard)" if version.house == version.rules.game else version.title


def chosen(facade: RoomFacade, what: str, person: str) -> list[tuple[str, str]]:
    """The scope and the name of everything that a form chooses; refused if it chooses nothing."""
    if what == PLAYER:
        return [(PLAYER, found_person(facade, person.strip()).id)]
    scope, _, who = what.partition(":")
    if scope == HOUSE:
        found = [table.id for table in facade.room.tables.values() if table.row.follows == who]
        if not found:
            raise RoomRefused(UNKNOWN, f"the house {who!r} has no tables")
        return [(TABLE, table) for table in found]
    if scope == TABLE and who not in facade.room.tables:
        raise RoomRefused(UNKNOWN, f"there is no table {who!r}")
    if not scope:
        raise RoomRefused(MALFORMED, "choose what to close")
    return [(scope, who)]


def found_person(facade: RoomFacade, name: str) -> Person:
    """A player by name; a refusal suggests names that contain what was typed."""
    if not name:
        raise RoomRefused(MALFORMED, "which player is missing", "the name of a player")
    try:
        return person_of(facade, name)
    except RoomRefused as refused:
        near = facade.room.people.named_like(name, 5)
        raise RoomRefused(refused.code, f"there is no player {name!r}", ", ".join(near)) from None


def closed_words(facade: RoomFacade, scope: str, who: str) -> str:
    """What is closed, for people."""
    match scope:
        case "all":
            return "the whole room"
        case "game":
            return book_house(who).title if who in GAMES else who
        case "table":
            return facade.table_name(who)
    return facade.name_of(who)
