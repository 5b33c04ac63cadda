"""The list of public tables, and its viewers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from seventh.room.clock import Alarm, Clock
from seventh.room.frames import LobbyFrame
from seventh.room.tables.table import LiveTable
from seventh.room.tables.viewers import Viewer


class Lobby:
    """Sends the list to its viewers when it changes, at a limited rate."""

    def __init__(self, clock: Clock, interval: int, tables: Callable[[], Iterable[LiveTable]]) -> None:
        self._clock = clock
        self._interval = interval
        self._tables = tables
        self._viewers: dict[Viewer, None] = {}
        self._alarm: Alarm | None = None
        self._told = b""

    def frame(self) -> LobbyFrame:
        """The public tables."""
        return LobbyFrame(tuple(table.lobby_row() for table in self._tables() if table.row.public))

    def watch(self, viewer: Viewer) -> None:
        self._viewers[viewer] = None
        viewer.tell(msgspec.json.encode(self.frame()))

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)

    def changed(self) -> None:
        """Send the list soon, as it may have changed."""
        if self._viewers and self._alarm is None:
            self._alarm = self._clock.call_at(self._clock.now() + self._interval, self._tell)

    def _tell(self) -> None:
        self._alarm = None
        frame = msgspec.json.encode(self.frame())
        if frame != self._told:
            self._told = frame
            for viewer in list(self._viewers):
                viewer.tell(frame)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
