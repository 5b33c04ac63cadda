"""Runs the room's server."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from seventh.house import House
from seventh.room.custody.location import Custody
from seventh.room.process import reduce_latency
from seventh.room.room import Room
from seventh.room.settings import RoomSettings
from seventh.room.store import default_data_dir
from seventh.web import logs
from seventh.web.admission import Admission
from seventh.web.app import Application, create_app
from seventh.web.protocols import BoundedHttp, DirectSocket
from seventh.web.settings import Limits, WebSettings, limits_of

GRACE = 5
"""Seconds for open requests to finish when the room is stopped."""

SEND_BUFFER, RECEIVE_BUFFER = 262_144, 65_536
"""How many bytes the kernel keeps for a client that reads slowly, and from one that sends too much."""


class CannotServe(Exception):
    """Cannot listen on that address; the message is one line."""


def new_server(app: ASGIApp, settings: WebSettings) -> Server:
    """An Uvicorn server with our limits."""
    limits = settings.limits
    admission = Admission(limits, settings.trusted_proxies)
    config = uvicorn.Config(
        app,
        http=partial(BoundedHttp, admission, limits),  # type: ignore[arg-type]
        ws=partial(DirectSocket, admission, limits),  # type: ignore[arg-type]
        ws_max_size=limits.frame_bytes,
        ws_ping_interval=limits.ping_interval,
        ws_ping_timeout=limits.ping_timeout,
        ws_per_message_deflate=False,  # frames are small, and compression takes memory for each connection
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=False,  # the application decides which proxies to trust
        server_header=False,
        date_header=True,
        log_config=None,
        access_log=False,
        lifespan="on",
    )
    return Server(config, admission)


class Server(uvicorn.Server):
    """A server that leaves signal handling to its caller, and closes connections that make no progress."""

    def __init__(self, config: uvicorn.Config, admission: Admission) -> None:
        super().__init__(config)
        self.admission = admission

    async def main_loop(self) -> None:
        watching = asyncio.create_task(self.admission.watch())
        try:
            await super().main_loop()
        finally:
            watching.cancel()

    def install_signal_handlers(self) -> None:
        return

    def capture_signals(self) -> Any:
        from contextlib import nullcontext

        return nullcontext()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `CannotServe`."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except (socket.gaierror, UnicodeError, OverflowError):
        raise CannotServe(f"{host} is not an address of this machine; try 127.0.0.1, or 0.0.0.0 for all") from None
    # With an explicit protocol: asyncio sets TCP_NODELAY only if it sees that the socket is TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Inherited by connections: otherwise the kernel would keep megabytes for each of them.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is in use; choose another with --port") from None
        if error.errno == errno.EACCES:
            raise CannotServe(f"no permission to use port {port}; choose one from 1024 up with --port") from None
        raise CannotServe(f"cannot listen on {host}:{port}: {error.strerror}") from None
    listening.setblocking(False)
    return listening


def address_of(listening: socket.socket, settings: WebSettings) -> str:
    """The URL of the room."""
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
    custody: Custody | None = None,
    behind_anchor: bool = False,
    houses: Mapping[str, House] | None = None,
    say: Callable[[str], None] = lambda line: print(line, flush=True),  # noqa: T201 - the one line of the command
) -> None:
    """Run the room until Ctrl-C or SIGTERM. Rounds in progress are kept for the next start."""
    settings = WebSettings(
        public_url=public_url,
        trusted_proxies=trusted_proxies,
        limits=limits or limits_of(room_settings or RoomSettings()),
    )
    listening = listen(host, port)
    logs.set_up(sys.stderr)
    place = None if database_url else data or default_data_dir()

    async def run() -> None:
        room = await Room.open(
            place,
            database_url,
            room_settings,
            separate_process=True,
            custody=custody,
            behind_anchor=behind_anchor,
            houses=houses,
        )
        app = create_app(room, settings, running=True)
        server = new_server(app, settings)
        reduce_latency()
        started = partial(_started, say, listening, settings, open_browser)
        await run_until_stopped(server, app, listening, started, room.over)
        if room.why_over:
            raise CannotServe(room.why_over)

    try:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(run())
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def _new_loop() -> asyncio.AbstractEventLoop:
    """The fastest event loop available."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _started(say: Callable[[str], None], listening: socket.socket, settings: WebSettings, open_browser: bool) -> None:
    address = address_of(listening, settings)
    say(f"The room is open at {address} (press Ctrl-C to stop)")
    # The first page with figures would otherwise wait for numpy.
    Thread(target=import_module, args=("seventh.games.edges",), name="seventh-warm-up", daemon=True).start()
    if open_browser:
        webbrowser.open(address)


async def run_until_stopped(
    server: uvicorn.Server,
    app: Application,
    listening: socket.socket,
    started: Callable[[], None],
    stopped: asyncio.Event,
) -> None:
    """Serve until a signal arrives or `stopped` is set; then send `bye` to every connection before closing it."""
    loop = asyncio.get_running_loop()
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
