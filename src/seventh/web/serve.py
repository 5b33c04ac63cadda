"""Running the room: one process, one address, until somebody stops it."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from struct import pack
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from seventh.room.process import settle_down
from seventh.room.room import Room
from seventh.room.settings import RoomSettings
from seventh.room.store import default_data_dir
from seventh.web import logs
from seventh.web.app import Application, create_app
from seventh.web.connection import DIRECT
from seventh.web.settings import Limits, WebSettings, limits_of

GRACE = 5
"""Seconds in which open requests may end when the room is stopped."""


class CannotServe(Exception):
    """The room cannot be reached at that address; the message is the one line to show."""


class DirectSocket(WebSocketsSansIOProtocol):
    """A socket that takes a frame without a task having to wait for it, and that can be let go of at once.

    Letting go is for a connection whose other side has stopped reading, so that closing would wait for it.
    """

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][DIRECT] = {"abort": self.transport.abort, "put": self.put}

    def put(self, text: bytes) -> bool:
        """Write a text frame now. False if that is not possible: too much of earlier ones has not been read."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        # A server's frames are neither masked nor, here, compressed: a few bytes before the text are all they need.
        size = len(text)
        head = pack("!BB", 0x81, size) if size < 126 else pack("!BBH", 0x81, 126, size) if size < 65_536 else b""
        self.transport.write((head or pack("!BBQ", 0x81, 127, size)) + text)
        return True


def new_server(app: ASGIApp, limits: Limits) -> uvicorn.Server:
    """The server with our limits."""
    config = uvicorn.Config(
        app,
        ws=DirectSocket,
        ws_max_size=limits.frame_bytes,
        ws_ping_interval=limits.ping_interval,
        ws_ping_timeout=limits.ping_timeout,
        ws_per_message_deflate=False,  # a table's frame is small, and memory for each connection is not
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=False,  # the application decides whom to believe
        server_header=False,
        date_header=True,
        log_config=None,
        access_log=False,
        lifespan="on",
    )
    return _Server(config)


class _Server(uvicorn.Server):
    """A server that leaves signals to whoever runs it."""

    def install_signal_handlers(self) -> None:
        return

    def capture_signals(self) -> Any:
        from contextlib import nullcontext

        return nullcontext()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, or one line that says why not."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except (socket.gaierror, UnicodeError, OverflowError):
        raise CannotServe(f"{host} is not an address of this machine; try 127.0.0.1, or 0.0.0.0 for all") from None
    # With the protocol named: asyncio lets small frames go at once only where it sees that it is TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is in use; choose another with --port") from None
        if error.errno == errno.EACCES:
            raise CannotServe(f"port {port} is not open to you; choose one from 1024 up with --port") from None
        raise CannotServe(f"{host}:{port} cannot be used: {error.strerror}") from None
    listening.setblocking(False)
    return listening


def address_of(listening: socket.socket, settings: WebSettings) -> str:
    """What people type to come in."""
    if settings.public_url:
        return settings.public_url
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::", "127.0.0.1", "::1"):  # noqa: S104 - shown, not bound
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    host: str = "127.0.0.1",
    port: int = 8777,
    data: Path | None = None,
    database_url: str | None = None,
    public_url: str = "",
    trusted_proxies: tuple[str, ...] = (),
    open_browser: bool = False,
    room_settings: RoomSettings | None = None,
    limits: Limits | None = None,
    say: Callable[[str], None] = lambda line: print(line, flush=True),  # noqa: T201 - the one line of the command
) -> None:
    """Run the room until Ctrl-C or SIGTERM. Rounds that are being played are kept for the next start."""
    settings = WebSettings(
        public_url=public_url,
        trusted_proxies=trusted_proxies,
        limits=limits or limits_of(room_settings or RoomSettings()),
    )
    listening = listen(host, port)
    logs.set_up(sys.stderr)
    place = None if database_url else data or default_data_dir()

    async def run() -> None:
        room = await Room.open(place, database_url, room_settings, apart=True)
        app = create_app(room, settings, running=True)
        server = new_server(app, settings.limits)
        settle_down()
        await run_until_stopped(server, app, listening, lambda: _started(say, listening, settings, open_browser))

    try:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(run())
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def _new_loop() -> asyncio.AbstractEventLoop:
    """The fastest loop that there is here."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _started(say: Callable[[str], None], listening: socket.socket, settings: WebSettings, open_browser: bool) -> None:
    address = address_of(listening, settings)
    say(f"The room is open at {address} (Ctrl-C stops it)")
    if open_browser:
        webbrowser.open(address)


async def run_until_stopped(
    server: uvicorn.Server, app: Application, listening: socket.socket, started: Callable[[], None]
) -> None:
    """Serve until a signal comes; then say goodbye to every connection before it is closed."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stopped.set)
    serving = asyncio.create_task(server.serve([listening]))
    stopping = asyncio.create_task(stopped.wait())
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        started()
    await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
    await app.sockets.stop()
    server.should_exit = True
    await serving
    stopping.cancel()
