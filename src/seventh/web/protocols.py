"""The network protocols of the server, with limits on everything that a client can send before it logs in (R39)."""

from __future__ import annotations

import asyncio
import math
from struct import pack
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from seventh.web.admission import CLOSING_SECONDS, Admission, Deadlines
from seventh.web.connection import DIRECT, POLICY
from seventh.web.logs import log
from seventh.web.rate_limits import Bucket
from seventh.web.settings import Limits

_PIECE = 1024
"""How many bytes of a WebSocket are parsed at once: a frame can have six bytes, and parsing must not hold up others."""
_PIPELINE = 8
"""How many requests a client may send ahead; browsers send none."""


def _answer(status: str, why: str) -> bytes:
    return (
        f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(why) + 1}\r\n"
        f"connection: close\r\n\r\n{why}\n"
    ).encode()


TOO_MANY = _answer("429 Too Many Requests", "too many connections; wait a moment")
HEAD_TOO_LARGE = _answer("431 Request Header Fields Too Large", "the URL and headers of a request are too long")
TOO_SLOW = _answer("408 Request Timeout", "the request did not arrive in time")


class BoundedHttp(HttpToolsProtocol):
    """HTTP with limits on the size of a request and on the time that it takes.

    The parser has none: it collects the URL, the headers and the trailers without end.
    """

    def __init__(self, admission: Admission, limits: Limits, **rest: Any) -> None:
        super().__init__(**rest)
        self.deadlines = Deadlines()
        self._admission = admission
        self._limits = limits
        self._in_head = True
        """Whether the URL and headers of a request are being read, or awaited."""
        self._got = 0
        """Bytes of the current head or body, as far as it has been parsed."""
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        if self._admission.admit(self, self.client[0] if self.client else ""):
            self._start(self._limits.head_seconds)
        else:
            self._close(TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._admission.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        limits = self._limits
        for start in range(0, len(data), limits.head_bytes):
            if self.transport.is_closing() or self._upgraded:
                return
            piece, in_head = data[start : start + limits.head_bytes], self._in_head
            if in_head and self.deadlines.input == math.inf:
                self._start(limits.head_seconds)  # even if these are only line breaks, which start no request
            super().data_received(piece)
            if self._in_head == in_head:
                self._got += len(piece)
            if self._got > (limits.head_bytes if self._in_head else 2 * limits.most_bytes + limits.head_bytes):
                self._close(HEAD_TOO_LARGE if self._in_head and self._idle else b"")
                return

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._got = True, 0
        if self.deadlines.input == math.inf:
            self._start(self._limits.head_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # otherwise it is a trailer, which nobody needs
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._got = False, 0
        self._start(self._limits.body_seconds)
        if self.transport.is_closing():
            return
        super().on_headers_complete()
        if len(self.pipeline) > _PIPELINE:
            self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._got = True, 0
        self.deadlines.input = math.inf

    def handle_websocket_upgrade(self) -> None:
        self._upgraded = True
        self._admission.release(self)  # the WebSocket takes its place
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self.deadlines.output = self.loop.time() + self._limits.slow_seconds
        super().pause_writing()

    def resume_writing(self) -> None:
        self.deadlines.output = math.inf
        super().resume_writing()

    def expire(self) -> None:
        if self.transport.is_closing() or not self._idle or self.deadlines.output < math.inf:
            self.transport.abort()
        else:
            self._close(TOO_SLOW if self._got else b"")

    @property
    def _idle(self) -> bool:
        """Whether no answer is being sent, so that one of ours can be."""
        return self.cycle is None or self.cycle.response_complete

    def _start(self, seconds: float) -> None:
        self.deadlines.input = self.loop.time() + seconds

    def _close(self, answer: bytes) -> None:
        if answer:
            self.transport.write(answer)
        self.transport.close()


class DirectSocket(WebSocketsSansIOProtocol):
    """A WebSocket protocol that can send a frame without awaiting, and drop a connection at once.

    A connection is dropped when its client has stopped reading, so that a clean close would wait for it. Messages are
    counted by the application, which is asked for one at a time; control frames and fragments are counted here.
    """

    def __init__(self, admission: Admission, limits: Limits, **rest: Any) -> None:
        super().__init__(**rest)
        self.deadlines = Deadlines()
        self._admission = admission
        self._limits = limits
        self._controls = Bucket(limits.control_frames)
        self._arrived = bytearray()
        """Bytes that wait until the application has taken the messages before them."""
        self._deaf = False
        """Whether nothing is read any more: the connection was closed, and the client goes on sending."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.deadlines.input = self.loop.time() + self._limits.head_seconds
        if not self._admission.admit(self, self.client[0] if self.client else ""):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._admission.release(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.transport.close()  # the library refuses to parse it, and would wait for nothing

    def handle_connect(self, event: Any) -> None:
        self.deadlines.input = math.inf
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][DIRECT] = {"abort": self.transport.abort, "put": self.put}

    def put(self, text: bytes) -> bool:
        """Send a text frame now; false if the write buffer is full."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        # Frames from a server are not masked, and here not compressed: the header is a few bytes.
        size = len(text)
        head = pack("!BB", 0x81, size) if size < 126 else pack("!BBH", 0x81, 126, size) if size < 65_536 else b""
        self.transport.write((head or pack("!BBQ", 0x81, 127, size)) + text)
        return True

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # refused with an answer, which is no error

    # Receiving.

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._deaf:
            return
        if len(data) <= _PIECE and not self._arrived and not self.read_paused:
            super().data_received(data)
        else:
            self._arrived += data
            self._parse()

    async def receive(self) -> Any:
        message = await super().receive()
        if self._arrived:
            self._parse()
        return message

    def _parse(self) -> None:
        """Parse what has arrived, until there is a message for the application."""
        while self._arrived and not (self.read_paused or self._deaf or self.transport.is_closing()):
            piece = bytes(self._arrived[:_PIECE])
            del self._arrived[:_PIECE]
            super().data_received(piece)

    def handle_text(self, event: Any) -> None:
        if self._counts(event):
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        if self._counts(event):
            super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        if self._takes_control():
            super().handle_cont(event)

    def handle_pong(self, event: Any) -> None:
        if self._takes_control():
            super().handle_pong(event)

    def handle_ping(self) -> None:
        if not self._takes_control():
            return
        pong = b"".join(self.conn.data_to_send())
        if self.writable.is_set():  # who does not read gets no more pongs
            self.transport.write(pong)

    def _counts(self, event: Any) -> bool:
        """Whether to accept a frame that starts a message: a whole one is counted by the application, until it ends."""
        return (event.fin and not self.close_sent) or self._takes_control()

    def _takes_control(self) -> bool:
        """Count a control frame or a fragment; too many end the connection."""
        if self.transport.is_closing() or self._deaf:
            return False
        if self._controls.take():
            return True
        if self.close_sent:  # let the client read why, which it could not if the connection were reset
            self._deaf = True
            self._arrived.clear()
            self.transport.pause_reading()
            self.deadlines.input = self.loop.time() + CLOSING_SECONDS
            return False
        log.info("connection ended", extra={"code": "abuse", "why": "too many control frames or fragments"})
        self.conn.fail(POLICY, "too many control frames or fragments")
        self.close_sent = True
        if self.writable.is_set():
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        return False

    # A client that does not read.

    def pause_writing(self) -> None:
        super().pause_writing()
        # The application drops slow readers itself, and earlier; this is for those it does not send anything.
        self.deadlines.output = self.loop.time() + 2 * self._limits.slow_seconds

    def resume_writing(self) -> None:
        super().resume_writing()
        self.deadlines.output = math.inf

    def expire(self) -> None:
        self.transport.abort()
