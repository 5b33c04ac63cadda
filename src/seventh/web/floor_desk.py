"""The floor's requests on behalf of the pages and the API: each goes to the room with an id, and is done once."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from seventh.room import floor_asks as asks
from seventh.room import frames as fr
from seventh.room.decision_words import labelled
from seventh.room.people.accounts import Person
from seventh.room.people.people import key_of
from seventh.room.refusals import UNKNOWN, RoomRefused
from seventh.room.tables.table import LiveTable
from seventh.web.errors import Failure
from seventh.web.room_facade import RoomFacade


class _Caller:
    """A member of the staff who makes a request by HTTP."""

    device = ""

    def __init__(self, person: str, address: str) -> None:
        self.person = person
        self.address = address

    def tell(self, frame: bytes) -> None:
        """Ignored: there is no connection."""


async def carry_out(facade: RoomFacade, person: Person, ask: asks.AnyFloorAsk, address: str = "") -> bool:
    """Carry out a request; returns whether it had been carried out before. Raises `Failure`."""
    answer = await facade.room.answer(_Caller(person.id, address), ask)
    if isinstance(answer, fr.RefusedFrame):
        why = f"{answer.clause}: {answer.why}" if answer.clause else answer.why
        raise Failure(answer.code, why, allowed=answer.allowed)
    return isinstance(answer, fr.Done) and answer.again


def table_of(facade: RoomFacade, table: str) -> LiveTable:
    """Any open table, private ones included."""
    return facade.room.table(table)


def person_of(facade: RoomFacade, text: str) -> Person:
    """A person by id or name."""
    people = facade.room.people
    found = people.named(text) if key_of(text) else None
    if found is not None:
        return found
    try:
        return people.person(text)
    except (LookupError, RoomRefused):
        raise RoomRefused(UNKNOWN, f"there is no account {text!r}") from None


def player_name(facade: RoomFacade, person: str) -> str:
    """A player's name; a bot's says so (R36)."""
    found = facade.person(person)
    return labelled(found.name, found.bot)


def fresh(name: str) -> str:
    """The id of a request: as given, or a new one."""
    return name or token_hex(8)


def adjustment_lines(facade: RoomFacade, person: Person, limit: int = 100) -> list[dict[str, Any]]:
    """The latest manual changes of chips, with names, and whether this person may decide them."""
    return [
        {
            "id": found.id,
            "person": found.person,
            "name": facade.name_of(found.person),
            "amount": found.amount,
            "why": found.why,
            "by": facade.name_of(found.by),
            "at": found.at,
            "expires": found.expires,
            "state": found.state,
            "decided_by": facade.name_of(found.decided_by) if found.decided_by else "",
            "decided": found.decided,
            "may_decide": found.state == "pending" and person.id not in (found.by, found.person),
        }
        for found in facade.room.adjustments.latest(limit)
    ]
