"""Kills the server repeatedly while people play: `python -m tools.server_crash --kills 200`.

Programs play all four games over real sockets. At random times the server is killed with SIGKILL and restarted on the
same data; clients reconnect on their own. Sometimes only the writer process is killed: the server must continue with a
new one, without dropping connections. During the run and at the end, everything required by R20 is checked:

- every action acknowledged to a client is in the log exactly once;
- a round that continues has the same commitment and cards, and has lost nothing that a client had seen;
- chips are conserved and `check` finds nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random  # noqa: TID251 - when to kill, and what programs play; no card comes from it
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import select

from seventh.room.check import check
from seventh.room.frames import TableFrame
from seventh.room.settings import RoomSettings
from seventh.room.store import open_reader
from seventh.room.store.schema import log
from seventh.web.autoplay import choose
from seventh.web.client import Client, ConnectionGone, Refusal, new_id
from seventh.web.serve import CannotServe, listen, serve
from seventh.web.settings import Limits, Rate

TABLES = ("high-card-flush-1", "boston-7-stud-1", "seven-card-thrill-1", "seven-card-stud-1")
BUY_IN = 40_000
PATIENCE = 180.0
"""Timeout in seconds, sufficient for a busy machine."""
WRITER_TOO = 0.25
"""How often the writer process is killed some time before the server."""

ROOM = RoomSettings().but(
    betting_window=150, showing_time=50, seed_window=100, bot_thinks=5, starting_chips=4_000_000, spectator_delay=0
)
_OFTEN = Rate(1e6, 1e6)
LIMITS = Limits(
    frames=_OFTEN,
    account_frames=_OFTEN,
    address_frames=_OFTEN,
    requests=_OFTEN,
    address_requests=_OFTEN,
    entries=_OFTEN,
    handshakes=_OFTEN,
    address_connections=1000,
)


class Lost(AssertionError):
    """A guarantee was violated."""


def free_port() -> int:
    """A free port, outside the ephemeral range, so that no other program gets it before we use it."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(CannotServe), listen("127.0.0.1", port):
            return port


class Server:
    """The server process."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = self._spare = self._prepare()

    def _prepare(self) -> subprocess.Popen[bytes]:
        """A standby server with everything loaded, so that a restart takes no time."""
        words = [sys.executable, "-m", "tools.server_crash", "--serve", str(self.port), str(self.data)]
        with (self.data / "server.log").open("ab") as logs:
            place = Path(__file__).parents[1]
            return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=logs, stderr=logs, cwd=place)

    def start(self) -> None:
        self.process, self._spare = self._spare, self._prepare()
        assert self.process.stdin is not None
        self.process.stdin.write(b"go\n")
        self.process.stdin.close()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise Lost(f"the server does not start: {self.said()}")
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                time.sleep(0.02)
        raise Lost("the server does not respond")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill_writer(self) -> None:
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        (writer,) = [child for thread in threads for child in (thread / "children").read_text().split()]
        os.kill(int(writer), signal.SIGKILL)

    def stop(self) -> None:
        self.close()
        self.process.terminate()
        if self.process.wait(30) != 0:
            raise Lost(f"the server did not stop cleanly: {self.said()}")

    def close(self) -> None:
        """Stop the standby server."""
        self._spare.kill()
        self._spare.wait()
        assert self._spare.stdin is not None
        self._spare.stdin.close()

    def said(self) -> str:
        return (self.data / "server.log").read_text()[-2000:]

    def guest(self) -> str:
        body = json.dumps({"token": True}).encode()
        request = urllib.request.Request(f"{self.url}/api/guest", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return str(json.load(answer)["token"])


class Player:
    """A program at one table that remembers the frames it received."""

    def __init__(self, client: Client, table: str, chance: random.Random) -> None:
        self.client, self.table, self.chance = client, table, chance
        self.acknowledged: list[str] = []
        self.before: TableFrame | None = None
        """The last frame seen before the server was killed."""
        self.compared = 0
        self.rounds: set[str] = set()

    async def play(self) -> None:
        await self.client.watch(self.table)
        while True:
            try:
                async for frame in self.client.frames(self.table):
                    await self.step(frame)
            except Refusal:
                await asyncio.sleep(0.02)  # the next frame shows why

    async def step(self, frame: TableFrame) -> None:
        self.compare(frame)
        if frame.round is not None:
            self.rounds.add(frame.round.id)
        if frame.you is None or not frame.you.seat:
            await self.asked("sit")
            return
        mine = next(seat for seat in frame.seats if seat.seat == frame.you.seat)
        if mine.chips < 2000 and (not frame.round or frame.state == "betting"):
            await self.asked("rebuy")
            return
        if mine.sits_out and not frame.round:
            await self.asked("sit_in")
            return
        action = choose(frame, self.chance.randrange)
        if action is not None:
            ask = new_id()
            await self.client.act(frame, action, ask=ask)
            self.acknowledged.append(ask)
        elif frame.state in ("betting", "showing") and not mine.ready:
            await self.client.ready(frame)

    async def asked(self, what: str) -> None:
        if what == "sit":
            done = await self.client.sit(self.table, BUY_IN)
        elif what == "rebuy":
            done = await self.client.rebuy(self.table, BUY_IN // 2)
        else:
            done = await self.client.sit_in(self.table)
        self.acknowledged.append(done.id)

    def compare(self, frame: TableFrame) -> None:
        """After a restart: a round that continues must be the same round (R4, R22)."""
        before, self.before = self.before, None
        if before is None or before.round is None or frame.round is None or before.round.id != frame.round.id:
            return
        self.compared += 1
        was, now = before.round, frame.round
        if was.seed_hash != now.seed_hash or (was.root and was.root != now.root):
            raise Lost(f"{now.id} has a different commitment than before")
        if now.view["moment"] < was.view["moment"]:
            raise Lost(f"{now.id} went back from event {was.view['moment']} to {now.view['moment']}")
        for old, new in zip(_by_seat(was.view), _by_seat(now.view), strict=True):
            if not _agrees(old["cards"], new["cards"]):
                raise Lost(f"{now.id}: seat {old['seat']} had {old['cards']} and has {new['cards']}")


def _by_seat(view: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted(view["seats"], key=lambda seat: seat["seat"])


def _agrees(old: str, new: str) -> bool:
    """Whether all cards seen before are still the same."""
    pairs = zip(*([text[i : i + 2] for i in range(0, len(text), 2)] for text in (old, new)), strict=False)
    return len(new) >= len(old) and all(a == b or "??" in (a, b) for a, b in pairs)


async def crash(kills: int, seed: int, data: Path, players: int = 2) -> dict[str, int]:
    """Play and kill; returns the counts, or raises `Lost`."""
    chance = random.Random(seed)
    server = Server(data)
    server.start()
    crew = [
        Player(Client(server.url, server.guest(), patience=PATIENCE), table, random.Random(chance.random()))
        for table in TABLES
        for _ in range(players)
    ]
    for player in crew:
        await player.client.open()
    playing = [asyncio.create_task(player.play()) for player in crew]
    writers = 0
    try:
        for number in range(kills):
            await _while_well(playing, chance.uniform(0.15, 1.2))
            if chance.random() < WRITER_TOO:
                writers += 1
                server.kill_writer()
                await asyncio.wait_for(_all_go_on(crew, playing), PATIENCE)
            server.kill()
            for player in crew:
                player.before = player.client.tables.get(player.table)
            await asyncio.to_thread(server.start)
            await asyncio.wait_for(_all_back(crew, number + 2), PATIENCE)
            print(f"\rkilled {number + 1} of {kills}", end="", file=sys.stderr, flush=True)
        await _while_well(playing, 2.0)
        if any(player.client.connections < 2 for player in crew):
            raise Lost("a client did not reconnect")
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for player in crew:
            await player.client.close()
        print(file=sys.stderr)
        server.stop()
    return {"kills": kills, "writers killed before": writers, **_compare_books(data, crew)}


async def _all_go_on(crew: list[Player], playing: list[asyncio.Task[None]]) -> None:
    """Wait until every table has acknowledged further actions over its existing connections."""
    connections = [player.client.connections for player in crew]
    before = _acknowledged(crew)
    while any(number <= before[table] for table, number in _acknowledged(crew).items()):
        await _while_well(playing, 0.02)
    if [player.client.connections for player in crew] != connections:
        raise Lost("a connection was dropped while the writer was restarted")


def _acknowledged(crew: list[Player]) -> Counter[str]:
    found: Counter[str] = Counter()
    for player in crew:
        found[player.table] += len(player.acknowledged)
    return found


async def _all_back(crew: list[Player], connections: int) -> None:
    """Wait until every player has connected this many times."""
    while any(player.client.connections < connections for player in crew):
        await asyncio.sleep(0.01)


async def _while_well(playing: list[asyncio.Task[None]], seconds: float) -> None:
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        error = task.exception()
        raise Lost(f"a player was stopped: {error!r}") from error


def _compare_books(data: Path, crew: list[Player]) -> dict[str, int]:
    with open_reader(data) as reader, reader.reading() as connection:
        rows = connection.execute(select(log.c.person, log.c.action_id).where(log.c.action_id.is_not(None)))
        logged = Counter((person, action) for person, action in rows)
    for player in crew:
        assert player.client.welcome is not None
        person = player.client.welcome.person
        for action in player.acknowledged:
            if logged[person, action] != 1:
                raise Lost(
                    f"{action} at {player.table} was acknowledged but is in the log {logged[person, action]} times"
                )
    trouble = [str(finding) for finding in check(data) if not finding.ok]
    if trouble:
        raise Lost("; ".join(trouble))
    return {
        "acknowledged": sum(len(player.acknowledged) for player in crew),
        "rounds": len(set().union(*(player.rounds for player in crew))),
        "rounds continued": sum(player.compared for player in crew),
        "reconnections": sum(player.client.connections - 1 for player in crew),
    }


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    words.add_argument("--kills", type=int, default=10)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--serve", nargs=2, metavar=("PORT", "DATA"), help="internal: run the server process")
    given = words.parse_args()
    if given.serve:
        port, data = given.serve
        if not sys.stdin.readline():
            return 0
        serve("127.0.0.1", int(port), Path(data), room_settings=ROOM, limits=LIMITS)
        return 0
    with tempfile.TemporaryDirectory() as place:
        started = time.monotonic()
        try:
            counted = asyncio.run(crash(given.kills, given.seed, Path(place)))
        except (Lost, ConnectionGone) as error:
            print(f"seed {given.seed}: {error}")
            return 1
    print(", ".join(f"{value} {name}" for name, value in counted.items()), f"in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
