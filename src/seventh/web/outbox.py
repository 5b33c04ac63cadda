"""What waits to be sent on one connection: never more than a bounded amount, however slowly the other side reads.

Of a table only the latest frame waits, since it holds the whole state; events and openings of the frames that it
replaces are carried over, up to a limit, so that a reader who is a little slow misses nothing. Frames come encoded,
the same bytes for everybody who sees the same, and are opened only if two have to be joined.
"""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec
from msgspec.structs import replace

from seventh.room.frames import TableFrame

_TABLE = b'{"is":"table","table":"'
_LATEST_ONLY = {b'{"is":"lobby"': "*lobby", b'{"is":"wallet"': "*wallet"}
"""Of these the latest says everything; what they are kept under is no table's name."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableFrame)


class Full(Exception):
    """Too many answers wait: the other side does not read."""


class Outbox:
    """Frames in the order in which they are to be sent."""

    __slots__ = ("_events", "_latest", "_most", "_order", "_ready", "merged")

    def __init__(self, waiting: int, events: int) -> None:
        self._most = waiting
        self._events = events
        self._order: deque[bytes | str] = deque()
        """Answers as they are; for a table, the lobby or the wallet, the key of its latest frame."""
        self._latest: dict[str, bytes] = {}
        self._ready = asyncio.Event()
        self.merged = 0
        """How many frames were replaced before they could be sent."""

    def put(self, frame: bytes) -> None:
        """Leave a frame to be sent. Raises `Full` instead of growing."""
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
        """Send nothing more of a table."""
        if self._latest.pop(table, None) is not None:
            self._order.remove(table)

    async def take(self) -> str:
        """The next frame as text; waits for one."""
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
        """The bytes that wait."""
        return sum(len(frame) for frame in self._order if isinstance(frame, bytes)) + sum(
            map(len, self._latest.values())
        )


def joined(earlier: bytes, later: bytes, most: int) -> bytes:
    """The later frame with what the earlier one had to tell; without it if that would be too much."""
    before, after = _decoder.decode(earlier), _decoder.decode(later)
    if len(before.events) + len(after.events) > most:
        return later if after.layout or not before.layout else _encoder.encode(replace(after, layout=before.layout))
    round_ = after.round
    if round_ is not None and before.round is not None and before.round.id == round_.id:
        round_ = replace(round_, openings=before.round.openings + round_.openings)
    said = {"told": before.told + after.told, "story": after.story or before.story}
    return _encoder.encode(
        replace(after, events=before.events + after.events, round=round_, layout=after.layout or before.layout, **said)
    )
