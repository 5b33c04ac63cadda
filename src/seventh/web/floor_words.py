"""What the staff did, in words, from the entries of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.games import GAMES, book_house
from seventh.room.casebook import LogLine
from seventh.web.room_facade import RoomFacade
from seventh.web.templating import signed

Body = dict[str, Any]


def log_words(facade: RoomFacade, line: LogLine) -> str:
    """An entry in a phrase without its subject."""
    found = _WORDS.get(line.kind)
    try:
        return found(facade, line.body) if found else line.kind.replace("_", " ")
    except KeyError:
        return line.kind.replace("_", " ")


def _called(_: RoomFacade, body: Body) -> str:
    clause = f" ({body['clause']})" if body["clause"] else ""
    about = f", {body['label']}" if body["place"] else ""
    why = f": {body['why']}" if body["why"] else ""
    return f"called {body['title'][:1].lower()}{body['title'][1:]}{about}{clause}{why}"


def _held(_: RoomFacade, body: Body) -> str:
    return f"{'stopped the game' if body['what'] == 'all' else 'held the deal'}: {body['why']}"


def _adjusted(verb: str) -> Callable[[RoomFacade, Body], str]:
    def words(facade: RoomFacade, body: Body) -> str:
        by = f", proposed by {facade.name_of(body['proposed_by'])}" if "proposed_by" in body else ""
        return f"{verb} {signed(body['amount'])} for {facade.name_of(body['whom'])}{by}: {body['why']}"

    return words


def _scope(facade: RoomFacade, body: Body) -> str:
    who = body["who"]
    match body["scope"]:
        case "all":
            return "the room"
        case "game":
            return book_house(who).title if who in GAMES else str(who)
        case "table":
            return facade.table_name(who)
    return facade.name_of(who)


_WORDS: dict[str, Callable[[RoomFacade, Body], str]] = {
    "floor_held": _held,
    "floor_released": lambda _, __: "resumed the game",
    "floor_dealt": lambda _, __: "dealt the next step",
    "floor_called": _called,
    "floor_removed": lambda _, body: f"removed {body['name']} from the table: {body['why']}",
    "floor_let_in": lambda _, body: f"let {body['name']} back in",
    "adjustment_proposed": _adjusted("proposed"),
    "adjustment_approved": _adjusted("approved"),
    "adjustment_declined": _adjusted("declined"),
    "closed": lambda facade, body: f"closed {_scope(facade, body)} to new wagers: {body['why']}",
    "opened": lambda facade, body: f"reopened {_scope(facade, body)}",
    "role": lambda facade, body: f"gave {facade.name_of(body['whose'])} the role {body['role']}",
    "password_reset": lambda facade, body: f"reset the password of {facade.name_of(body['whose'])}",
    "second_factor_removed": lambda facade, body: f"removed the second factor of {facade.name_of(body['whose'])}",
    "house_changed": lambda _, body: f"put version {body['version']} of the house {body['house']} in force",
    "house_retired": lambda _, body: f"retired the house {body['house']}",
    "house_back": lambda _, body: f"brought back the house {body['house']}",
    "reversed": lambda _, body: f"reversed transfer {body['transfer']}: {body['why']}",
    "said": lambda _, body: f"said: {body['text']}",
    "flagged": lambda facade, body: (
        f"{' and '.join(facade.name_of(person) for person in body['people'])} share {_and(body['shares'])}"
    ),
}


def _and(shares: list[str]) -> str:
    return " and ".join(f"{'an' if share == 'address' else 'a'} {share}" for share in shares)
