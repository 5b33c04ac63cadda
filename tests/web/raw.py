"""A raw connection, for testing invalid behaviour."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed

from tests.waiting import LIMIT
from tests.web.serving import Server


class Raw:
    """Sends anything, and returns the answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def say(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self) -> dict[str, Any]:
        return json.loads(await asyncio.wait_for(self.socket.recv(), LIMIT))

    async def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The first frame of a kind, with these values."""
        while True:
            frame = await self.next()
            if frame["is"] == kind and all(frame.get(name) == value for name, value in wanted.items()):
                return frame

    async def end(self) -> tuple[dict[str, Any], int | None]:
        """The last frame before the connection ends, and the code it ends with."""
        last: dict[str, Any] = {}
        try:
            while True:
                last = await self.next()
        except ConnectionClosed as closed:
            return last, closed.rcvd.code if closed.rcvd else None


@asynccontextmanager
async def raw(server: Server, token: str | None = None, **options: Any) -> AsyncIterator[Raw]:
    """A raw connection; with a token it has said hello."""
    url = server.url.replace("http", "ws") + "/ws"
    async with dial(url, compression=None, proxy=None, max_size=2**24, open_timeout=LIMIT, **options) as socket:
        connection = Raw(socket)
        if token is not None:
            await connection.say(do="hello", version=1, token=token)
            await connection.until("welcome")
        yield connection
