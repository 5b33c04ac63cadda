"""The WebSocket endpoint: who may connect, how many, and what happens to clients that stop reading.

No connection can slow down others, whatever it sends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from seventh.web.addresses import network_of
from seventh.web.connection import POLICY, TRY_LATER, Connection, Ended
from seventh.web.metrics import Metrics
from seventh.web.origins import is_for_us, is_own
from seventh.web.rate_limits import Buckets, Counts
from seventh.web.room_facade import RoomFacade
from seventh.web.settings import WebSettings


class Sockets:
    """All connections of the application."""

    def __init__(self, facade: RoomFacade, settings: WebSettings, metrics: Metrics) -> None:
        self.facade = facade
        self.settings = settings
        self.metrics = metrics
        self.open: set[Connection] = set()
        self.accounts = Counts(settings.limits.account_connections)
        self.addresses = Counts(settings.limits.address_connections)
        self.account_frames = Buckets(settings.limits.account_frames)
        self.address_frames = Buckets(settings.limits.address_frames)
        self._handshakes = Buckets(settings.limits.handshakes)
        self._watchdog: asyncio.Task[None] | None = None
        self._stopping = False
        facade.room.sessions.ended = self.log_out

    def log_out(self, keys: frozenset[str]) -> None:
        """Close the connections that were opened with these sessions and tokens (R38)."""
        for connection in self.open:
            if connection.key in keys:
                connection.end(Ended("logged_out", "you have been logged out"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        headers = Headers(scope=scope)
        if not is_for_us(headers, self.settings):
            self.metrics.dropped.labels("wrong_host").inc()
            await _reject(scope, send, 421, "this room is not at this address")
            return
        origin = headers.get("origin")
        if origin is not None and not is_own(origin, headers, self.settings):
            self.metrics.dropped.labels("cross_origin").inc()
            await _reject(scope, send, 403, "cross-origin connections are refused")
            return
        if not self._handshakes.take(network_of(scope["client"][0] if scope.get("client") else "")):
            self.metrics.dropped.labels("too_fast").inc()
            await _reject(scope, send, 429, "too many new connections from this address; wait a moment")
            return
        connection = Connection(self, scope, receive, send)
        if self._stopping or len(self.open) >= self.settings.limits.connections:
            await _reject(scope, send, 503, "the room is stopping" if self._stopping else "the room is full")
            return
        if not self.addresses.open(connection.network):
            self.metrics.dropped.labels("too_many").inc()
            await _reject(scope, send, 429, "too many connections from this address")
            return
        self.open.add(connection)
        self.metrics.connections.inc()
        try:
            await send({"type": "websocket.accept"})
            await connection.run()
        finally:
            self.open.discard(connection)
            self.metrics.connections.dec()
            self.addresses.close(connection.network)
            if connection.person:
                self.accounts.close(connection.person)
            await self.facade.gone(connection)

    def start(self) -> None:
        self._watchdog = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Close all connections with `bye`."""
        self._stopping = True
        if self._watchdog is not None:
            self._watchdog.cancel()
        for connection in list(self.open):
            connection.end(Ended("stopping", "the room is shutting down; it will resume where it left off", 1012))
        until = time.monotonic() + 3
        while self.open and time.monotonic() < until:
            await asyncio.sleep(0.01)

    async def _watch(self) -> None:
        """Find clients that have stopped reading."""
        slow = self.settings.limits.slow_seconds
        while True:
            await asyncio.sleep(min(1.0, slow / 4))
            now = time.monotonic()
            for connection in list(self.open):
                if connection.sending_since and now - connection.sending_since > slow:
                    connection.let_go()
                elif connection.behind_since and now - connection.behind_since > 4 * slow:
                    connection.end(Ended("slow", "the connection has been behind for too long", TRY_LATER))


async def _reject(scope: Scope, send: Send, status: int, why: str) -> None:
    """Reject the handshake with a status and a message."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": why.encode() + b"\n"})


Handler = Callable[[Scope, Receive, Send], Awaitable[None]]


def at(path: str, sockets: Sockets, app: ASGIApp) -> Handler:
    """An application with the WebSocket at this path; everything else is passed to `app`."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == path:
                await sockets(scope, receive, send)
            else:
                await _reject(scope, send, 404, f"the WebSocket is at {path}")
            return
        await app(scope, receive, send)

    return handle
