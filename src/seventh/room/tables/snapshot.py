"""An immutable snapshot of a table: everything that only a commit may change."""

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
    """A seated person, apart from the chips."""

    person: str
    name: str
    bot: bool
    since: int
    """When the person sat down."""
    brought: int
    """The total of all buy-ins since then."""


class Waiting(msgspec.Struct, frozen=True):
    """A person on the waiting list."""

    person: str
    name: str
    buy_in: int


class Hosted(msgspec.Struct, frozen=True):
    """The host's settings of a private table."""

    host: str
    """The current host: initially the person who opened the table; changes when the host hands over or leaves."""
    started: bool = True
    """Whether the host has started the game."""
    paused: bool = False
    paused_by: str = ""
    """Who paused it, which may be an earlier host."""
    closing: bool = False
    closed: bool = False
    bots: int | None = None
    """The number of bots; None for the room's default."""
    watched: bool = False
    """Whether people without the invitation may watch."""
    invited: tuple[str, ...] = ()
    """The people who have been seated here, and may return without the invitation."""
    kicked: dict[str, str] = {}
    """The names of the people who were removed and may not return, by person."""

    @property
    def waits(self) -> bool:
        """Whether the host is keeping rounds from starting."""
        return not self.started or self.paused or self.closing


class Held(msgspec.Struct, frozen=True):
    """The floor holds the game."""

    what: str
    """`all` stops everything; `deal` only the dealer."""
    why: str
    since: int


_EMPTY: Mapping[int, Chair] = MappingProxyType({})
_NOBODY: Mapping[str, str] = MappingProxyType({})


class Snapshot(msgspec.Struct, frozen=True):
    """The state of a table between two commits."""

    session: Session
    chairs: Mapping[int, Chair] = msgspec.field(default_factory=lambda: _EMPTY)
    queue: tuple[Waiting, ...] = ()
    number: int = 0
    """The number of the latest round."""
    live: LiveRound | None = None
    """The round in progress."""
    last: LastRound | None = None
    """The result of the latest round."""
    over: LiveRound | None = None
    """The latest finished round itself; None after a restart."""
    hosted: Hosted | None = None
    """The host's settings of a private table; None if there is no host."""
    held: Held | None = None
    """Whether the floor holds the game."""
    removed: Mapping[str, str] = msgspec.field(default_factory=lambda: _NOBODY)
    """The people whom the floor removed, and why: they may not sit here until it lets them back in."""

    def with_chair(self, seat: int, chair: Chair) -> Snapshot:
        return replace(self, chairs=MappingProxyType(dict(sorted({**self.chairs, seat: chair}.items()))))

    def without_chair(self, seat: int) -> Snapshot:
        kept = {place: chair for place, chair in self.chairs.items() if place != seat}
        return replace(self, chairs=MappingProxyType(kept))

    def without_waiting(self, person: str) -> Snapshot:
        """The snapshot without this person on the waiting list."""
        if all(waiting.person != person for waiting in self.queue):
            return self
        return replace(self, queue=tuple(waiting for waiting in self.queue if waiting.person != person))

    def stores_same_as(self, other: Snapshot) -> bool:
        """Whether both would be stored the same way."""
        return (
            self.session is other.session
            and self.chairs is other.chairs
            and self.queue is other.queue
            and self.number == other.number
            and self.hosted is other.hosted
            and self.held is other.held
            and self.removed is other.removed
        )

    def stored(self) -> str:
        """The stored form, without the round, as JSON."""
        data: dict[str, Any] = {
            "session": session_data(self.session),
            "chairs": {str(seat): chair for seat, chair in self.chairs.items()},
            "queue": self.queue,
            "number": self.number,
            "last": self.last,
            "hosted": self.hosted,
            "held": self.held,
            "removed": dict(self.removed),
        }
        return msgspec.json.encode(data).decode()


_KEPT = ("dealer_position", "in_hand", "hands", "redeals", "bought", "taken", "raked")


def session_data(session: Session) -> dict[str, Any]:
    """The stored form of a session."""
    return {"seats": dict(session.seats), **{name: getattr(session, name) for name in _KEPT}}


def session_from(empty: Session, data: dict[str, Any]) -> Session:
    """Restore a stored session into an empty one of the same table.

    Earlier releases stored only the seats of a game against the dealer: its figures start from the current chips.
    """
    if not data:
        return empty
    seats = MappingProxyType({int(seat): Seated(**seated) for seat, seated in data["seats"].items()})
    figures = {"bought": sum(seated.chips for seated in seats.values())}
    kept = {name: data[name] for name in data if name not in ("seats", "in_hand")}
    return dataclasses.replace(empty, seats=seats, in_hand=tuple(data["in_hand"]), **(figures | kept))


class Step(msgspec.Struct, frozen=True):
    """A snapshot that is not committed yet, and the change that commits it."""

    snapshot: Snapshot
    change: Change = Change()
    events: tuple[Event, ...] = ()

    def then(self, snapshot: Snapshot, change: Change, events: tuple[Event, ...] = ()) -> Step:
        """Append a step, committed together with this one."""
        return Step(snapshot, self.change + change, self.events + events)

    def moved(self, moved: Moved) -> Step:
        """Append a step of the round."""
        return self.then(replace(self.snapshot, live=moved.after), moved.change, moved.events)
