"""Simulated players for the server benchmark, as cheap as possible, to leave the cores to the server.

They use the protocol over raw sockets, decode no more of a frame than needed to answer it, and choose actions like
`seventh.web.autoplay`.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections import Counter
from typing import Any

import msgspec

from seventh.room import frames as fr
from seventh.web.autoplay import chosen
from seventh.web.prices import price_of

_encode = msgspec.json.Encoder().encode


class _You(msgspec.Struct):
    seat: int


class _Event(msgspec.Struct):
    event: str = ""
    seat: int | None = None


class _View(msgspec.Struct):
    seats: tuple[_You, ...]


class _Round(msgspec.Struct):
    id: str
    decision: int
    seeds_closed: bool
    prices: dict[str, int]
    view: msgspec.Raw


class _Table(msgspec.Struct, tag_field="is", tag="table"):
    seq: int
    you: _You | None
    round: _Round | None
    events: tuple[_Event, ...]


class _Answer(msgspec.Struct, tag_field="is", tag="done"):
    id: str


class _Wallet(msgspec.Struct, tag_field="is", tag="wallet"):
    """Ignored."""


class _Refused(msgspec.Struct, tag_field="is", tag="refused"):
    id: str
    code: str


class _Welcome(msgspec.Struct, tag_field="is", tag="welcome"):
    person: str


class _Bye(msgspec.Struct, tag_field="is", tag="bye"):
    why: str


_decode_view = msgspec.json.Decoder(_View).decode
_decode = msgspec.json.Decoder(_Wallet | _Table | _Answer | _Refused | _Welcome | _Bye).decode


class Table:
    """A table, and its frames that some players have not received yet."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.players: list[Player] = []
        self.awaited: list[tuple[int, float, set[Player]]] = []
        self.closed = ""
        """The latest round that was seen to end."""


class Load:
    """All players, and the measurements."""

    def __init__(self, seed: int, words: bool = True) -> None:
        self.chance = random.Random(seed)
        self.words = words
        """Whether the players request text in frames, like the pages."""
        self.ready: list[Player] = []
        self.latencies: list[float] = []
        self.frames = self.actions = self.rounds = 0
        self.refused: Counter[str] = Counter()
        self.measuring = False

    def took(self, seconds: float) -> None:
        if self.measuring:
            self.latencies.append(seconds)


class Player(asyncio.Protocol):
    """One connection: reads all frames, and queues each decision."""

    def __init__(self, load: Load, table: Table, token: str, buy_in: int) -> None:
        self.load, self.table, self.token, self.buy_in = load, table, token, buy_in
        self.transport: asyncio.Transport | None = None
        self.entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.upgraded = False
        self.person = self.answered = self.seeded = ""
        self.number = self.seq = 0
        self.acted_at = 0.0
        self.latest: _Table | None = None
        self.listed = False

    # The connection.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        self.transport.write("\r\n".join(lines).encode())  # type: ignore[union-attr]

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data if self.buffer else data
        place = 0
        if not self.upgraded:
            end = data.find(b"\r\n\r\n")
            if end >= 0:
                assert data.startswith(b"HTTP/1.1 101"), data[:200]
                self.upgraded, place = True, end + 4
                self.say(fr.Hello(fr.VERSION, self.token))
        while self.upgraded and len(data) - place >= 2:
            size, start = data[place + 1], place + 2
            if size > 125:
                wide = 2 if size == 126 else 8
                if len(data) < start + wide:
                    break
                size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
            if len(data) < start + size:
                break
            kind = data[place] & 15
            if kind == 1:
                self.take(data[start : start + size])
            elif kind == 9:
                self.write(10, data[start : start + size])
            place = start + size
        self.buffer = data[place:]

    def write(self, kind: int, text: bytes) -> None:
        """A frame with a zero mask, which leaves the text unchanged."""
        assert self.transport is not None
        size = len(text)
        head = bytes((128 | kind, 128 | size)) if size < 126 else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def say(self, ask: fr.Ask) -> None:
        self.write(1, _encode(ask))

    # The game.

    def take(self, text: bytes) -> None:
        frame = _decode(text)
        if isinstance(frame, _Table):
            self.see(frame)
        elif isinstance(frame, _Refused):
            self.load.refused[frame.code] += 1
            self.acted_at = 0.0
        elif isinstance(frame, _Welcome):
            self.person = frame.person
            self.say(fr.Watch(self.table.name, words=self.load.words))
            self.say(fr.Sit("sit", self.table.name, self.buy_in))
            self.table.players.append(self)
        elif isinstance(frame, _Answer):
            if frame.id == "sit":
                self.entered.set_result(None)
        elif not isinstance(frame, _Wallet):
            raise SystemExit(f"the server closed the connection: {frame.why}")

    def see(self, frame: _Table) -> None:
        now, load, table = time.perf_counter(), self.load, self.table
        load.frames += 1
        self.seq = frame.seq
        if table.awaited:
            for awaited in list(table.awaited):
                seq, at, missing = awaited
                if frame.seq >= seq:
                    missing.discard(self)
                    if not missing:
                        table.awaited.remove(awaited)
                        load.took(now - at)
        if self.acted_at and frame.you is not None and any(e.seat == frame.you.seat for e in frame.events):
            missing = {player for player in table.players if player.seq < frame.seq}
            if missing:
                table.awaited.append((frame.seq, self.acted_at, missing))
            else:
                load.took(now - self.acted_at)
            self.acted_at = 0.0
        self.latest, live = frame, frame.round
        if live is not None and table.closed != live.id and any(e.event == "round_closed" for e in frame.events):
            table.closed = live.id
            load.rounds += 1
        if live is None or frame.you is None:
            return
        if not live.seeds_closed and self.seeded != live.id:
            self.seeded = live.id
            if any(line.seat == frame.you.seat for line in _decode_view(live.view).seats):
                self.say(fr.Seed(table.name, live.id, os.urandom(16).hex()))
        if live.decision and not self.listed and self.answered != f"{live.id}:{live.decision}":
            self.listed = True
            load.ready.append(self)

    def act(self) -> bool:
        """Answer the open decision, if any."""
        frame, self.listed = self.latest, False
        if frame is None or frame.round is None or frame.you is None or not frame.round.decision:
            return False
        live = frame.round
        key = f"{live.id}:{live.decision}"
        if self.answered == key:
            return False
        view: dict[str, Any] = msgspec.json.decode(live.view)
        action = chosen(view, frame.you.seat, self.load.chance.randrange)
        if action is None:
            return False
        self.answered = key
        self.number += 1
        price = price_of(view, action, live.prices)
        self.say(fr.Act(f"{self.person}-{self.number}", self.table.name, live.id, live.decision, action, price))
        self.acted_at = time.perf_counter()
        self.load.actions += 1
        return True


async def enter(load: Load, url: str, places: list[tuple[Table, str, int]]) -> list[Player]:
    """Connect the players in groups, each to a table with a token and a buy-in."""
    host, _, port = url.removeprefix("http://").partition(":")
    loop, crew = asyncio.get_running_loop(), [Player(load, *place) for place in places]
    for first in range(0, len(crew), 50):
        some = crew[first : first + 50]
        await asyncio.gather(*(loop.create_connection(lambda p=player: p, host, int(port)) for player in some))  # type: ignore[misc]
        await asyncio.gather(*(player.entered for player in some))
    return crew


async def pace(load: Load, rate: float, seconds: float) -> float:
    """Answer decisions at a given rate, if there are enough; returns the duration."""
    started, done = time.perf_counter(), 0
    while (now := time.perf_counter()) - started < seconds:
        due = int((now - started) * rate)
        while done < due and load.ready:
            place = load.chance.randrange(len(load.ready))
            load.ready[place], load.ready[-1] = load.ready[-1], load.ready[place]
            done += load.ready.pop().act()
        if done < due and not load.ready:
            done = due  # nothing to decide: do not catch up later
        await asyncio.sleep(0.002)
    return time.perf_counter() - started
