"""How a table stands: everything that only a commit changes, as a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.room.changes import Change
from seventh.room.frames import LastRound
from seventh.room.rounds.live_round import LiveRound, Moved
from seventh.rounds.events import Event
from seventh.rounds.session import Seated, Session

WAITING, BETTING, PLAYING, SHOWING, PAUSED, CLOSED = "waiting", "betting", "playing", "showing", "paused", "closed"


class Chair(msgspec.Struct, frozen=True):
    """What the room remembers of a person at a seat, besides the chips."""

    person: str
    name: str
    bot: bool
    since: int
    """When the person sat down."""
    brought: int
    """All chips brought to the seat since then."""


class Waiting(msgspec.Struct, frozen=True):
    """A person on the waiting list."""

    person: str
    name: str
    buy_in: int


_EMPTY: Mapping[int, Chair] = MappingProxyType({})


class Standing(msgspec.Struct, frozen=True):
    """A table between two commits."""

    session: Session
    chairs: Mapping[int, Chair] = msgspec.field(default_factory=lambda: _EMPTY)
    queue: tuple[Waiting, ...] = ()
    number: int = 0
    """The number of the latest round."""
    live: LiveRound | None = None
    """The round that is being played."""
    last: LastRound | None = None
    """How the latest round ended."""
    over: LiveRound | None = None
    """That round, while its result is shown."""

    def with_chair(self, seat: int, chair: Chair) -> Standing:
        return replace(self, chairs=MappingProxyType(dict(sorted({**self.chairs, seat: chair}.items()))))

    def without_chair(self, seat: int) -> Standing:
        kept = {place: chair for place, chair in self.chairs.items() if place != seat}
        return replace(self, chairs=MappingProxyType(kept))

    def without_waiting(self, person: str) -> Standing:
        """The same without this person on the waiting list."""
        if all(waiting.person != person for waiting in self.queue):
            return self
        return replace(self, queue=tuple(waiting for waiting in self.queue if waiting.person != person))

    def lasts_as(self, other: Standing) -> bool:
        """Whether storage would keep the same of both."""
        return (
            self.session is other.session
            and self.chairs is other.chairs
            and self.queue is other.queue
            and self.number == other.number
        )

    def kept(self) -> str:
        """What storage keeps of it, besides the round."""
        data: dict[str, Any] = {
            "session": session_data(self.session),
            "chairs": {str(seat): chair for seat, chair in self.chairs.items()},
            "queue": self.queue,
            "number": self.number,
            "last": self.last,
        }
        return msgspec.json.encode(data).decode()


_KEPT = ("dealer_position", "in_hand", "hands", "redeals", "bought", "taken", "raked")


def session_data(session: Session) -> dict[str, Any]:
    """What storage keeps of a session."""
    return {"seats": dict(session.seats), **{name: getattr(session, name) for name in _KEPT}}


def session_from(empty: Session, data: dict[str, Any]) -> Session:
    """The session that was kept, at a table that is otherwise as this empty one.

    Earlier releases kept only the seats of a game against the dealer: its figures begin with the chips that are there.
    """
    if not data:
        return empty
    seats = MappingProxyType({int(seat): Seated(**seated) for seat, seated in data["seats"].items()})
    figures = {"bought": sum(seated.chips for seated in seats.values())}
    kept = {name: data[name] for name in data if name not in ("seats", "in_hand")}
    return dataclasses.replace(empty, seats=seats, in_hand=tuple(data["in_hand"]), **(figures | kept))


class Step(msgspec.Struct, frozen=True):
    """A standing that is not committed yet, and the change that makes it last."""

    standing: Standing
    change: Change = Change()
    events: tuple[Event, ...] = ()

    def then(self, standing: Standing, change: Change, events: tuple[Event, ...] = ()) -> Step:
        """A further step, committed together with this one."""
        return Step(standing, self.change + change, self.events + events)

    def moved(self, moved: Moved) -> Step:
        """A further step of the round."""
        return self.then(replace(self.standing, live=moved.after), moved.change, moved.events)
