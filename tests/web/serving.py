"""A real server for tests: a room on SQLite, uvicorn on a free port, in a thread of its own."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher

from seventh.room.people.passwords import Passwords
from seventh.room.room import Room
from seventh.room.settings import RoomSettings
from seventh.web.admission import Admission
from seventh.web.app import Application, create_app
from seventh.web.serve import listen, new_server
from seventh.web.settings import Limits, Rate, WebSettings
from tests.waiting import LIMIT, soon

FAST = RoomSettings().but(
    betting_window=300,
    decision_clock=20_000,
    showing_time=60,
    seed_window=200,
    spectator_delay=0,
    bot_thinks=5,
    lobby_interval=20,
    starting_chips=2_000_000,
)
"""A room without waiting times."""

OPEN = Limits(
    frames=Rate(5000, 5000),
    account_frames=Rate(5000, 5000),
    address_frames=Rate(50_000, 50_000),
    requests=Rate(5000, 5000),
    address_requests=Rate(5000, 5000),
    static_requests=Rate(5000, 5000),
    entries=Rate(5000, 5000),
    replays=Rate(5000, 5000),
    handshakes=Rate(5000, 5000),
    account_connections=50,
    address_connections=2000,
)
"""Limits that tests reach only on purpose."""

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Server:
    """A running server."""

    def __init__(
        self, url: str, room: Room, app: Application, loop: asyncio.AbstractEventLoop, admission: Admission
    ) -> None:
        self.url, self.room, self.app, self.loop, self.admission = url, room, app, loop, admission
        self.browsers: list[httpx.Client] = []

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the server's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LIMIT)

    def call(self, do: Callable[[], Any]) -> Any:
        """Look at something in the server's own thread."""

        async def look() -> Any:
            return do()

        return self.run(look())

    def browser(self, **options: Any) -> httpx.Client:
        """An HTTP client with cookies."""
        self.browsers.append(httpx.Client(base_url=self.url, follow_redirects=False, timeout=LIMIT, **options))
        return self.browsers[-1]

    def guest(self) -> str:
        """The token of a new guest."""
        answer = httpx.post(f"{self.url}/api/guest", json={"token": True}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    def account(self, name: str, role: str = "player", password: str = "correct horse") -> str:
        """The token of a new account with a role."""

        async def make() -> str:
            person = await self.room.people.register(name, password, role)
            return await self.room.sessions.new_token(person.id, "test")

        return str(self.run(make()))


@contextmanager
def serving(
    settings: WebSettings | None = None,
    room_settings: RoomSettings = FAST,
    limits: Limits | None = None,
    data: Path | None = None,
) -> Iterator[Server]:
    """A server that runs for as long as the block lasts."""
    settings = replace(settings or WebSettings(), limits=limits or (settings.limits if settings else OPEN))
    ready: threading.Event = threading.Event()
    found: dict[str, Any] = {}
    listening = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"

    async def run(place: Path) -> None:
        try:
            room = await Room.open(place, settings=room_settings, passwords=Passwords(CHEAP))
            app = create_app(room, settings, running=True, strict_pages=True)
            server = new_server(app, settings)
            found.update(server=server, app=app, room=room, loop=asyncio.get_running_loop(), stop=asyncio.Event())
            task = asyncio.create_task(server.serve([listening]))
            await soon(lambda: server.started or task.done(), "the server")
            ready.set()
            await found["stop"].wait()
            await app.sockets.stop()
            server.should_exit = True
            await task
        except BaseException as error:
            found["error"] = error
            ready.set()
            raise

    with tempfile.TemporaryDirectory() as made:
        thread = threading.Thread(target=lambda: asyncio.run(run(data or Path(made) / "room")), daemon=True)
        thread.start()
        assert ready.wait(2 * LIMIT), "the server does not start"
        if "error" in found:
            raise found["error"]
        server = Server(url, found["room"], found["app"], found["loop"], found["server"].admission)
        try:
            yield server
        finally:
            for browser in server.browsers:
                browser.close()
            found["loop"].call_soon_threadsafe(found["stop"].set)
            thread.join(LIMIT)
            listening.close()
            assert not thread.is_alive(), "the server does not stop"
