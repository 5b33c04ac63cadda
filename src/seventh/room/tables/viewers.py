"""The viewers of a table, and the frames sent to them.

After every commit each viewer gets a frame with the whole table as that viewer may see it. All spectators share one
frame.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from seventh.room.clock import Alarm, Clock
from seventh.room.tables.frame_builder import FrameBuilder, Moment, Offers
from seventh.room.tables.table_text import TableText

log = logging.getLogger("seventh.room")


class Viewer(Protocol):
    """The interface of a connection to the room."""

    @property
    def person(self) -> str:
        """The person; empty if not logged in."""

    def tell(self, frame: bytes) -> None:
        """Accept a frame, encoded as JSON. Must neither block nor fail."""


class Watching:
    """One viewer at one table."""

    __slots__ = ("known", "opened", "round", "rules", "seq", "viewer", "words")

    def __init__(self, viewer: Viewer, words: bool) -> None:
        self.viewer = viewer
        self.words = words
        """Whether the viewer wants text in the frames."""
        self.rules = ""
        """The hash of the rules whose layout was sent to the viewer."""
        self.seq = 0
        """Up to which sequence number nothing is sent to the viewer any more."""
        self.known = 0
        """The sequence number in the viewer's latest frame: a viewer who missed the one before gets a fresh frame."""
        self.round = ""
        self.opened: set[tuple[int, int]] = set()
        """Stud: the cards of this round whose openings were sent to the viewer."""


class Viewers:
    """All viewers of one table. Spectators may see it with a delay."""

    def __init__(self, clock: Clock, delay: int, spares_decisions: bool) -> None:
        self._clock = clock
        self._delay = delay
        self._watching: dict[Viewer, Watching] = {}
        self._latest: Moment | None = None
        self._late: Moment | None = None
        """What spectators see now, if there is a delay."""
        self._coming: deque[Moment] = deque()
        """What spectators will see later."""
        self._alarm: Alarm | None = None
        self._offers: Offers = {}
        self._text = TableText(spares_decisions)

    def __len__(self) -> int:
        return len(self._watching)

    def __contains__(self, viewer: object) -> bool:
        return viewer in self._watching

    def of(self, person: str) -> int:
        """The number of viewers of a person."""
        return sum(viewer.person == person for viewer in self._watching) if person else 0

    def add(self, viewer: Viewer, words: bool = True) -> None:
        """Add a viewer, and send the current state."""
        watching = self._watching[viewer] = Watching(viewer, words)
        moment = self._moment_for(viewer)
        if moment is not None:
            _send(watching, FrameBuilder(moment, self._text, self._offers), fresh=True)

    def remove(self, viewer: Viewer) -> None:
        self._watching.pop(viewer, None)

    def dismiss(self, person: str | None, why: bytes) -> None:
        """Send a last frame to all viewers of a person, or to all viewers, and remove them."""
        for viewer in [viewer for viewer in self._watching if person is None or viewer.person == person]:
            del self._watching[viewer]
            viewer.tell(why)

    def seated(self, person: str) -> None:
        """Send the table to a person who sat down or left, as they may see it now."""
        for viewer, watching in self._watching.items():
            moment = self._moment_for(viewer)
            if viewer.person == person and moment is not None and moment.seq > watching.seq:
                _send(watching, FrameBuilder(moment, self._text, self._offers), fresh=True)

    def _moment_for(self, viewer: Viewer) -> Moment | None:
        latest = self._latest
        if latest is None:
            return None
        if not self._delay or viewer.person in latest.people:
            return _standing(latest)
        # Who has left since is not shown with chips that are back in the wallet.
        if self._late and viewer.person not in self._late.people:
            return _standing(self._late)
        return msgspec.structs.replace(
            latest, live=None, over=None, events=(), news=(), recent=(), head={**latest.head, **_NOTHING_YET}
        )

    def described(self, viewer: Viewer) -> str:
        """A description of what a viewer sees, in sentences."""
        moment = self._moment_for(viewer)
        if moment is None or moment.live is None:
            return ""
        viewpoint = FrameBuilder(moment, self._text).viewpoint(viewer.person)
        return self._text.described(moment.live, viewpoint)

    def tell(self, moment: Moment) -> None:
        """Send the table after a change."""
        self._latest = moment
        if not self._delay:
            self._send_to(moment, lambda _: True)
            return
        self._send_to(moment, lambda viewer: viewer.person in moment.people)
        self._coming.append(moment)
        if self._alarm is None:
            self._alarm = self._clock.call_at(moment.at + self._delay, self._release)

    def _release(self) -> None:
        """Show spectators what is old enough."""
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
        frames = FrameBuilder(moment, self._text, self._offers)
        for watching in list(self._watching.values()):
            if watching.seq < moment.seq and wanted(watching.viewer):
                _send(watching, frames)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


def _standing(moment: Moment) -> Moment:
    """What new viewers see: not a round whose end was told but is not shown."""
    return moment if moment.stays else msgspec.structs.replace(moment, live=None, events=())


_NOTHING_YET = {"seq": 0, "state": "waiting", "last": None, "until": 0}
"""What spectators see before the delay has passed."""


def _send(watching: Watching, frames: FrameBuilder, fresh: bool = False) -> None:
    moment, person = frames.moment, watching.viewer.person
    seat = moment.people.get(person, 0)
    fresh = fresh or moment.seq != watching.known + 1
    watching.seq, watching.known = moment.seq, moment.head["seq"]
    openings: tuple[Any, ...] = ()
    live = moment.live
    if live is not None and frames.opens:
        another = watching.round != live.id
        if another:
            watching.round, watching.opened = live.id, set()
        if fresh or another or frames.opened:
            every = frames.openings(frames.viewpoint(person))
            openings = tuple(o for o in every if (o.tree, o.position) not in watching.opened)
            watching.opened.update((o.tree, o.position) for o in openings)
    layout = watching.words and watching.rules != moment.house.hash
    watching.rules = moment.house.hash
    frame = frames.frame(seat, person, openings, fresh, watching.words, layout)
    try:
        watching.viewer.tell(frame)
    except Exception as error:  # a failing connection must not affect the table
        log.error("viewer failed", extra={"error": type(error).__name__})
