"""Who may act as the floor, and the handler of each of its requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from seventh.room import floor_asks as asks
from seventh.room.people.accounts import ADMIN, FLOOR, Person
from seventh.room.refusals import FORBIDDEN, RoomRefused

if TYPE_CHECKING:
    from seventh.room.room import Room


def must_be_floor(room: Room, person: Person) -> None:
    """Refuse anybody but floor staff and admins, and those without a second factor if the room requires one (R37)."""
    if person.role not in (FLOOR, ADMIN):
        raise RoomRefused(FORBIDDEN, "only floor staff and admins can do that")
    if room.settings.staff_second_factor and not room.people.second_factors.active(person.id):
        raise RoomRefused(FORBIDDEN, "staff accounts need a second factor here", "set one up on the account page")


def floor_handlers(room: Room) -> dict[type, Callable[[Any, Person, Any], Awaitable[None]]]:
    """The handlers of the floor's requests."""

    def handler(name: str) -> Callable[[Any, Person, Any], Awaitable[None]]:
        async def handle(_: Any, person: Person, ask: Any) -> None:
            must_be_floor(room, person)
            await getattr(room.table(ask.table).floor, name)(person, ask)

        return handle

    async def propose(_: Any, person: Person, ask: asks.ProposeAdjustment) -> None:
        must_be_floor(room, person)
        await room.adjustments.propose(person, ask)

    async def decide(_: Any, person: Person, ask: asks.DecideAdjustment) -> None:
        must_be_floor(room, person)
        await room.adjustments.decide(person, ask)

    return {
        asks.ProposeAdjustment: propose,
        asks.DecideAdjustment: decide,
        asks.FloorHold: handler("hold"),
        asks.FloorRelease: handler("release"),
        asks.FloorDeal: handler("deal"),
        asks.FloorCall: handler("call"),
        asks.FloorRemove: handler("remove"),
        asks.FloorLetIn: handler("let_in"),
    }
