"""The bounded send queue of one connection.

Only the latest frame of each table is queued, since it holds the complete state; the events and openings of the frames
it replaces are carried over, up to a limit, so that a slightly slow client misses nothing. Frames arrive encoded, as
the same bytes for all viewers with the same view, and are decoded only to merge two of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.room.frames import TableFrame

_TABLE = b'{"is":"table","table":"'
_LATEST_ONLY = {b'{"is":"lobby"': "*lobby", b'{"is":"wallet"': "*wallet"}
"""Kinds of frame for which only the latest is queued; the keys cannot be table names."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableFrame)


class Full(Exception):
    """Too many answers are queued: the client is not reading."""


class Outbox:
    """Frames in sending order."""

    __slots__ = ("_events", "_latest", "_most", "_order", "_ready", "merged")

    def __init__(self, waiting: int, events: int) -> None:
        self._most = waiting
        self._events = events
        self._order: deque[bytes | str] = deque()
        """Answers themselves; for a table, the lobby or the wallet, the key of its latest frame."""
        self._latest: dict[str, bytes] = {}
        self._ready = asyncio.Event()
        self.merged = 0
        """The number of frames replaced before they were sent."""

    def put(self, frame: bytes) -> None:
        """Queue a frame. Raises `Full` at the limit."""
        if frame.startswith(_TABLE):
            self._keep_latest(frame[len(_TABLE) : frame.index(b'"', len(_TABLE))].decode(), frame)
        elif key := next((key for start, key in _LATEST_ONLY.items() if frame.startswith(start)), ""):
            self._keep_latest(key, frame)
        else:
            if len(self._order) >= self._most:
                raise Full
            self._order.append(frame)
        self._ready.set()

    def _keep_latest(self, key: str, frame: bytes) -> None:
        before = self._latest.get(key)
        if before is None:
            self._order.append(key)
        else:
            self.merged += 1
            if not key.startswith("*"):
                frame = joined(before, frame, self._events)
        self._latest[key] = frame

    def forget(self, table: str) -> None:
        """Drop the queued frame of a table."""
        if self._latest.pop(table, None) is not None:
            self._order.remove(table)

    async def take(self) -> str:
        """Wait for the next frame and return it as text."""
        while not self._order:
            self._ready.clear()
            await self._ready.wait()
        first = self._order.popleft()
        if isinstance(first, str):
            return self._latest.pop(first).decode()
        return first.decode()

    def __len__(self) -> int:
        return len(self._order)

    @property
    def size(self) -> int:
        """The number of queued bytes."""
        return sum(len(frame) for frame in self._order if isinstance(frame, bytes)) + sum(
            map(len, self._latest.values())
        )


def joined(earlier: bytes, later: bytes, most: int) -> bytes:
    """The later frame with the events of the earlier one added, unless they would be too many."""
    before, after = _decoder.decode(earlier), _decoder.decode(later)
    kept: dict[str, Any] = {"layout": after.layout or before.layout, "review": after.review or before.review}
    kept["news"] = before.news + after.news if len(before.news) < most else after.news
    if len(before.events) + len(after.events) > most:
        return _encoder.encode(replace(after, **kept))
    round_ = after.round
    if round_ is not None and before.round is not None and before.round.id == round_.id:
        round_ = replace(round_, openings=before.round.openings + round_.openings)
    kept |= {"told": before.told + after.told, "story": after.story or before.story}
    return _encoder.encode(replace(after, events=before.events + after.events, round=round_, **kept))
