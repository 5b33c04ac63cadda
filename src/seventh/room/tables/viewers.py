"""Whoever watches a table, and what each of them is told.

After every commit each viewer gets a frame with the whole table as that viewer may see it. All who have no seat share
one frame.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from seventh.room.clock import Alarm, Clock
from seventh.room.tables.framing import Frames, Moment, Offers
from seventh.room.tables.telling import Telling

log = logging.getLogger("seventh.room")


class Viewer(Protocol):
    """A connection, as the room sees it."""

    @property
    def person(self) -> str:
        """Whose it is; empty for somebody who is not logged in."""

    def tell(self, frame: bytes) -> None:
        """Take a frame, encoded as JSON. Must neither wait nor fail."""


class Watching:
    """One viewer at one table."""

    __slots__ = ("opened", "round", "rules", "seq", "viewer", "words")

    def __init__(self, viewer: Viewer, words: bool) -> None:
        self.viewer = viewer
        self.words = words
        """Whether the viewer wants to be told in words too."""
        self.rules = ""
        """The rules whose layout the viewer has."""
        self.seq = 0
        """The latest frame that the viewer got."""
        self.round = ""
        self.opened: set[tuple[int, int]] = set()
        """Stud: the cards of this round whose openings the viewer has."""


class Viewers:
    """All viewers of one table. Those without a seat see a table with a delay as it was that long ago."""

    def __init__(self, clock: Clock, delay: int) -> None:
        self._clock = clock
        self._delay = delay
        self._watching: dict[Viewer, Watching] = {}
        self._latest: Moment | None = None
        self._late: Moment | None = None
        """What those without a seat see now, where there is a delay."""
        self._coming: deque[Moment] = deque()
        """What they will see."""
        self._alarm: Alarm | None = None
        self._offers: Offers = {}
        self._telling = Telling()

    def __len__(self) -> int:
        return len(self._watching)

    def __contains__(self, viewer: object) -> bool:
        return viewer in self._watching

    def of(self, person: str) -> int:
        """How many viewers a person has here."""
        return sum(viewer.person == person for viewer in self._watching) if person else 0

    def add(self, viewer: Viewer, words: bool = True) -> None:
        """Send this viewer the table from now on, beginning with how it stands."""
        watching = self._watching[viewer] = Watching(viewer, words)
        moment = self._moment_for(viewer)
        if moment is not None:
            _send(watching, Frames(moment, self._telling, self._offers), fresh=True)

    def remove(self, viewer: Viewer) -> None:
        self._watching.pop(viewer, None)

    def seated(self, person: str) -> None:
        """A person sat down or left: show the table as it is for them now."""
        for viewer, watching in self._watching.items():
            moment = self._moment_for(viewer)
            if viewer.person == person and moment is not None and moment.seq > watching.seq:
                _send(watching, Frames(moment, self._telling, self._offers), fresh=True)

    def _moment_for(self, viewer: Viewer) -> Moment | None:
        latest = self._latest
        if not self._delay or latest is None or viewer.person in latest.people:
            return latest
        return self._late or msgspec.structs.replace(
            latest, live=None, events=(), head={**latest.head, "state": "waiting", "last": None, "until": 0}
        )

    def described(self, viewer: Viewer) -> str:
        """What a viewer sees, in sentences."""
        moment = self._moment_for(viewer)
        if moment is None or moment.live is None:
            return ""
        eyes = Frames(moment, self._telling).eyes(moment.people.get(viewer.person, 0), viewer.person)
        return self._telling.described(moment.live, eyes)

    def tell(self, moment: Moment) -> None:
        """The table has changed."""
        self._latest = moment
        if not self._delay:
            self._send_to(moment, lambda _: True)
            return
        self._send_to(moment, lambda viewer: viewer.person in moment.people)
        self._coming.append(moment)
        if self._alarm is None:
            self._alarm = self._clock.call_at(moment.at + self._delay, self._release)

    def _release(self) -> None:
        """Show those without a seat what is old enough."""
        self._alarm = None
        now = self._clock.now()
        while self._coming and self._coming[0].at + self._delay <= now:
            late = self._late = self._coming.popleft()
            latest = self._latest or late
            self._send_to(late, lambda viewer, latest=latest: viewer.person not in latest.people)  # type: ignore[misc]
        if self._coming:
            self._alarm = self._clock.call_at(self._coming[0].at + self._delay, self._release)

    def _send_to(self, moment: Moment, wanted: Callable[[Viewer], bool]) -> None:
        if not self._watching:
            return
        frames = Frames(moment, self._telling, self._offers)
        for watching in list(self._watching.values()):
            if watching.seq < moment.seq and wanted(watching.viewer):
                _send(watching, frames)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


def _send(watching: Watching, frames: Frames, fresh: bool = False) -> None:
    moment, person = frames.moment, watching.viewer.person
    seat = moment.people.get(person, 0)
    watching.seq = moment.seq
    openings: tuple[Any, ...] = ()
    live = moment.live
    if live is not None and frames.opens:
        if watching.round != live.id:
            watching.round, watching.opened, fresh = live.id, set(), True
        if fresh or frames.opened:
            every = frames.openings(frames.eyes(seat, person))
            openings = tuple(o for o in every if (o.tree, o.position) not in watching.opened)
            watching.opened.update((o.tree, o.position) for o in openings)
    layout = watching.words and watching.rules != moment.house.hash
    watching.rules = moment.house.hash
    frame = frames.frame(seat, person, openings, fresh, watching.words, layout)
    try:
        watching.viewer.tell(frame)
    except Exception as error:  # one connection's trouble is not the table's
        log.error("viewer failed", extra={"error": type(error).__name__})
