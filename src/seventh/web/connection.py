"""One WebSocket connection: it represents one person, and is a viewer of tables to the room.

The room passes frames to `tell`, which never blocks. Incoming frames are decoded strictly, counted against the limits
of the connection, the account and the address (R34), and passed to the room one at a time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from seventh.room import frames as fr
from seventh.room.people.sessions import PLAY
from seventh.room.refusals import RoomRefused
from seventh.web.addresses import network_of
from seventh.web.logs import log, person_id
from seventh.web.outbox import Full, Outbox
from seventh.web.rate_limits import Bucket
from seventh.web.room_facade import about

if TYPE_CHECKING:
    from seventh.web.socket import Sockets

DIRECT = "seventh.direct"
"""The ASGI extension by which our server sends a frame at once, and drops a connection that is not being read."""

TRY_LATER, POLICY, GOING_AWAY, NORMAL = 1013, 1008, 1001, 1000

_decoder = msgspec.json.Decoder(fr.AnyAsk)
_encoder = msgspec.json.Encoder()


LOOKING = (fr.Ping, fr.WatchLobby, fr.Watch, fr.Unwatch, fr.Describe)
"""Requests that a token for reading may send."""


class Ended(Exception):
    """The connection must be closed, with a reason."""

    def __init__(self, code: str, why: str, close: int = POLICY) -> None:
        self.bye = fr.Bye(code, why)
        self.close = close
        super().__init__(why)


class Connection:
    """One client; a viewer to the room."""

    def __init__(self, server: Sockets, scope: Scope, receive: Receive, send: Send) -> None:
        limits = server.settings.limits
        self.server = server
        self.headers = Headers(scope=scope)
        self.address: str = scope["client"][0] if scope.get("client") else ""
        self.network = network_of(self.address)
        """What the limits of an address are counted by."""
        self.person = ""
        """The person it represents; empty before `hello`."""
        self.key = ""
        """The key of the session or token that it was opened with; when that ends, so does the connection."""
        self.scopes: tuple[str, ...] = ()
        self.device = server.facade.device_of(self.headers)
        """An id of the browser it comes from, if any."""
        self.since = time.monotonic()
        self.sending_since = 0.0
        """When sending the current frame began; 0 if none is being sent."""
        self.behind_since = 0.0
        """Since when the queue has been non-empty; 0 if it is empty."""
        self._outbox = Outbox(limits.waiting, limits.waiting_events)
        self._frames = Bucket(limits.frames)
        self._receive = receive
        self._send = send
        self._strikes: list[float] = []
        self._end: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        direct = scope.get("extensions", {}).get(DIRECT) or {}
        self._drop: Callable[[], None] | None = direct.get("abort")
        self._put: Callable[[bytes], bool] | None = direct.get("put")

    # The viewer interface.

    def tell(self, frame: bytes) -> None:
        """Send a frame or queue it. Never blocks; a client that reads too slowly is disconnected instead."""
        nothing_waits = not self.sending_since and not len(self._outbox)
        if nothing_waits and self._put is not None and self._put(frame):
            self.server.metrics.sent += 1
            return
        try:
            self._outbox.put(frame)
        except Full:
            self.end(Ended("slow", "too many unread answers", TRY_LATER))
            return
        if not self.behind_since:
            self.behind_since = time.monotonic()

    def say(self, frame: fr.Tell) -> None:
        """Send a frame to this connection only."""
        self.tell(_encoder.encode(frame))

    def end(self, ended: Ended) -> None:
        """Close the connection soon."""
        if not self._end.done():
            self._end.set_result(ended)

    def let_go(self) -> None:
        """Drop the connection at once, because the client has stopped reading."""
        self.server.metrics.dropped.labels("slow").inc()
        if self._drop is not None:
            self._drop()
        self.end(Ended("slow", "the connection has stopped reading", TRY_LATER))

    @property
    def waiting(self) -> int:
        return len(self._outbox)

    # Life cycle.

    async def run(self) -> None:
        """Serve the connection from `hello` to the end."""
        try:
            await self._enter()
        except Ended as early:
            await self._say_bye(early)
            return
        tasks = [asyncio.ensure_future(part) for part in (self._read(), self._write(), self._end)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            ended = self._end.result() if self._end.done() else None
            for task in done:
                if task is not tasks[2] and task.exception() is not None:
                    error = task.exception()
                    if not isinstance(error, Ended):
                        log.error("connection failed", exc_info=error)
                        error = Ended("failed", "internal error (logged)", GOING_AWAY)
                    ended = ended or error
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.server.metrics.merged.inc(self._outbox.merged)
        if ended is not None:
            await self._say_bye(ended)

    async def _enter(self) -> None:
        """Wait for `hello` and authenticate."""
        server, limits = self.server, self.server.settings.limits
        try:
            async with asyncio.timeout(limits.hello_seconds):
                ask = self._decode(await self._next())
        except TimeoutError:
            raise Ended("silent", "no hello received in time") from None
        except RoomRefused as refused:
            raise Ended("malformed", refused.why) from None
        if not isinstance(ask, fr.Hello):
            raise Ended("malformed", "the first frame must be hello")
        if ask.version != fr.VERSION:
            raise Ended("version", f"this room uses protocol version {fr.VERSION}, not {ask.version}")
        known = await server.facade.identify(ask.token, self.headers)
        if known is None:
            raise Ended("not_entered", "unknown token" if ask.token else "enter the room first")
        self.person, self.key, self.scopes = known
        person_id.set(self.person)
        if self.person and not server.accounts.open(self.person):
            self.person = ""
            raise Ended("too_many", f"an account may have at most {limits.account_connections} connections", TRY_LATER)
        self.say(server.facade.room.welcome(self))

    async def _read(self) -> None:
        while True:
            message = await self._next()
            try:
                ask = self._decode(message)
            except RoomRefused as refused:
                self._refuse(refused, _id_of(message))
                await self._strike()
                continue
            name = getattr(ask, "id", "") or about(ask)
            try:
                self._count(ask)
            except RoomRefused as refused:
                self._refuse(refused, name)
                await self._strike(pause=True)
                continue
            await self._ask(ask, name)

    async def _ask(self, ask: fr.Ask, name: str) -> None:
        server, started = self.server, time.perf_counter()
        try:
            if isinstance(ask, fr.Hello):
                raise RoomRefused("malformed", "hello was already sent")
            if PLAY not in self.scopes and not isinstance(ask, LOOKING):
                raise RoomRefused("forbidden", f"this token lacks the scope {PLAY}")
            answer = await server.facade.ask(self, ask)
            if isinstance(answer, fr.RefusedFrame):
                raise RoomRefused(answer.code, answer.why, answer.allowed, answer.clause)
            if answer is not None:
                self.say(answer)
            if isinstance(ask, fr.Unwatch):
                self._outbox.forget(ask.table)
        except RoomRefused as refused:
            self._refuse(refused, name)
            if refused.code in ("malformed", "unknown"):
                await self._strike()
        if isinstance(ask, fr.Act):
            server.metrics.answer_seconds.observe(time.perf_counter() - started)

    async def _write(self) -> None:
        """Send queued frames."""
        while True:
            if not len(self._outbox):
                self.behind_since = 0.0
            text = await self._outbox.take()
            self.sending_since = time.monotonic()
            try:
                await self._send({"type": "websocket.send", "text": text})
            except OSError:  # the client is gone, which is how most connections end
                return
            self.sending_since = 0.0
            self.server.metrics.sent += 1

    async def _say_bye(self, ended: Ended) -> None:
        self.server.metrics.dropped.labels(ended.bye.code).inc()
        if ended.bye.code != "slow":
            log.info("connection ended", extra={"code": ended.bye.code, "why": ended.bye.why, "address": self.address})
        if self.sending_since:
            if self._drop is not None:
                self._drop()
            return
        try:
            async with asyncio.timeout(2):
                while len(self._outbox):
                    text = await self._outbox.take()
                    await self._send({"type": "websocket.send", "text": text})
                text = _encoder.encode(ended.bye).decode()
                await self._send({"type": "websocket.send", "text": text})
                await self._send({"type": "websocket.close", "code": ended.close, "reason": ended.bye.code})
        except Exception:  # the client may be gone already, which servers report in different ways
            if self._drop is not None:
                self._drop()

    # Incoming frames.

    async def _next(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Ended("gone", "the client disconnected", NORMAL)
        return message

    def _decode(self, message: Message) -> fr.Ask:
        text = message.get("text")
        if text is None:
            raise RoomRefused("malformed", "frames must be text")
        if len(text) > self.server.settings.limits.frame_bytes:
            raise RoomRefused(
                "malformed", f"a frame may have at most {self.server.settings.limits.frame_bytes} characters"
            )
        try:
            ask: fr.Ask = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise RoomRefused("malformed", f"invalid frame: {error}") from None
        name = getattr(ask, "id", "-")
        if not 1 <= len(name) <= 64 or not name.isascii() or not name.isprintable():
            raise RoomRefused("malformed", "an id must be 1 to 64 printable ASCII characters")
        return ask

    def _count(self, ask: fr.Ask) -> None:
        server = self.server
        server.metrics.received(ask.__struct_config__.tag)
        name = self.person or f"visitor at {self.network}"
        if not self._frames.take():
            raise RoomRefused("too_fast", "too many frames on this connection; wait a moment")
        if not server.account_frames.take(name):
            raise RoomRefused("too_fast", "too many frames from this account; wait a moment")
        if not server.address_frames.take(self.network):
            raise RoomRefused("too_fast", "too many frames from this address; wait a moment")
        most = server.settings.limits.watched
        if isinstance(ask, fr.Watch) and len(server.facade.room.watched_by(self) | {ask.table}) > most:
            raise RoomRefused("too_fast", f"a connection may watch at most {most} tables")

    def _refuse(self, refused: RoomRefused, name: str) -> None:
        self.server.metrics.refused.labels(refused.code).inc()
        self.say(refused.frame(name))

    async def _strike(self, pause: bool = False) -> None:
        """Count a refused frame; too many end the connection, and flooding delays it."""
        now = time.monotonic()
        self._strikes = [at for at in self._strikes if at > now - 10]
        self._strikes.append(now)
        if len(self._strikes) > self.server.settings.limits.strikes:
            raise Ended("abuse", "too many refused requests on this connection")
        if pause:
            await asyncio.sleep(0.02)


def _id_of(message: Message) -> str:
    """The id of an otherwise malformed frame, so that the refusal can refer to it."""
    try:
        found = msgspec.json.decode(message.get("text") or "").get("id", "")
    except (msgspec.DecodeError, AttributeError, UnicodeEncodeError, RecursionError):
        return ""
    return found[:64] if isinstance(found, str) else ""
