"""The WebSocket: who may connect, how many, and what happens to those that stop reading.

Whatever a connection sends, nobody else waits for it or pays for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from seventh.web.connection import POLICY, TRY_LATER, Connection, Ended
from seventh.web.desk import Desk
from seventh.web.limits import Buckets, Counts
from seventh.web.metrics import Metrics
from seventh.web.origins import is_own
from seventh.web.settings import WebSettings


class Sockets:
    """All connections of the application."""

    def __init__(self, desk: Desk, settings: WebSettings, metrics: Metrics) -> None:
        self.desk = desk
        self.settings = settings
        self.metrics = metrics
        self.open: set[Connection] = set()
        self.accounts = Counts(settings.limits.account_connections)
        self.addresses = Counts(settings.limits.address_connections)
        self.account_frames = Buckets(settings.limits.account_frames)
        self.address_frames = Buckets(settings.limits.address_frames)
        self._watchdog: asyncio.Task[None] | None = None
        self._stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and not is_own(origin, headers, self.settings):
            self.metrics.dropped.labels("cross_origin").inc()
            await _reject(scope, send, 403, "pages of another site may not speak to this room")
            return
        connection = Connection(self, scope, receive, send)
        if self._stopping or len(self.open) >= self.settings.limits.connections:
            await _reject(scope, send, 503, "the room is stopping" if self._stopping else "the room is full")
            return
        if not self.addresses.open(connection.address):
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
            self.addresses.close(connection.address)
            if connection.person:
                self.accounts.close(connection.person)
            await self.desk.gone(connection)

    def start(self) -> None:
        self._watchdog = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Say goodbye to everybody."""
        self._stopping = True
        if self._watchdog is not None:
            self._watchdog.cancel()
        for connection in list(self.open):
            connection.end(Ended("stopping", "the room is being stopped; it comes back to where it is now", 1012))
        until = time.monotonic() + 3
        while self.open and time.monotonic() < until:
            await asyncio.sleep(0.01)

    async def _watch(self) -> None:
        """Look for readers that have stopped reading."""
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
    """Answer the handshake with a status and a sentence."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": why.encode() + b"\n"})


Handler = Callable[[Scope, Receive, Send], Awaitable[None]]


def at(path: str, sockets: Sockets, app: ASGIApp) -> Handler:
    """An application whose socket is at this path; everything else goes on to the other one."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == path:
                await sockets(scope, receive, send)
            else:
                await _reject(scope, send, 404, f"the socket is at {path}")
            return
        await app(scope, receive, send)

    return handle
