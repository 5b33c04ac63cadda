"""The server under load on loopback: `python -m benchmarks.server --rate 500`.

One server process; the players are programs in this process. 1,000 of them sit at 160 tables (45 of each game against
the dealer with six seats, 25 of stud with eight), and answer their decisions at a given rate in total. Measured is the
time from sending an action until the last person at the table has received a frame with its event.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial

from seventh.room import frames as fr
from seventh.room.settings import RoomSettings, TablePlan
from seventh.web.autoplay import choose
from seventh.web.prices import price_of
from seventh.web.serve import listen, serve
from seventh.web.settings import Limits, Rate

DEALER_TABLES, STUD_TABLES = 45, 25
GAMES = ("high-card-flush", "boston-7-stud", "seven-card-thrill", "seven-card-stud")
MIX = {game: STUD_TABLES if game == "seven-card-stud" else DEALER_TABLES for game in GAMES}
SEATS = {game: 8 if game == "seven-card-stud" else 6 for game in GAMES}

ROOM = RoomSettings().but(
    betting_window=3_000,
    decision_clock=60_000,
    showing_time=200,
    seed_window=300,
    company=0,
    starting_chips=10_000_000,
    tables=[TablePlan(game, count) for game, count in MIX.items()],
)
_OFTEN = Rate(1e6, 1e6)
LIMITS = Limits(
    frames=_OFTEN, account_frames=_OFTEN, address_frames=_OFTEN, requests=_OFTEN, address_requests=_OFTEN,
    entries=_OFTEN, address_connections=10_000, slow_seconds=60,
)  # fmt: skip

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(fr.AnyTell).decode


class Sent:
    """An action on its way to everybody at the table."""

    __slots__ = ("at", "seat", "waiting")

    def __init__(self, seat: int, waiting: set[Player]) -> None:
        self.at, self.seat, self.waiting = time.perf_counter(), seat, waiting


class Table:
    def __init__(self, name: str) -> None:
        self.name = name
        self.players: set[Player] = set()
        self.sent: list[Sent] = []


class Load:
    """All players, and what was measured."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.ready: list[Player] = []
        self.latencies: list[float] = []
        self.frames = self.actions = 0
        self.refused: Counter[str] = Counter()
        self.measuring = False


class Player:
    """One connection: reads everything, and puts each decision on the list of those to be answered."""

    def __init__(self, load: Load, table: Table, token: str) -> None:
        self.load, self.table, self.token = load, table, token
        self.socket: ClientConnection | None = None
        self.person = ""
        self.answered = ""
        self.seeded = ""
        self.number = 0
        self.asked: dict[str, Sent] = {}
        self.latest: fr.TableFrame | None = None
        self.listed = False

    async def open(self, url: str) -> None:
        self.socket = await dial(url, compression=None, proxy=None, max_size=2**22, ping_interval=None)
        await self.say(fr.Hello(fr.VERSION, self.token))
        welcome = _decode(await self.socket.recv())
        assert isinstance(welcome, fr.Welcome), welcome
        self.person = welcome.person
        await self.say(fr.Watch(self.table.name))
        await self.say(fr.Sit("sit", self.table.name, 100_000 if "stud" not in self.table.name else 40_000))
        self.table.players.add(self)

    async def say(self, ask: fr.Ask) -> None:
        assert self.socket is not None
        await self.socket.send(_encode(ask).decode())

    async def run(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            frame = _decode(text)
            if isinstance(frame, fr.TableFrame):
                await self.see(frame)
            elif isinstance(frame, fr.RefusedFrame):
                self.load.refused[frame.code] += 1
                sent = self.asked.pop(frame.id, None)
                if sent in self.table.sent:
                    self.table.sent.remove(sent)
            elif isinstance(frame, fr.Done):
                self.asked.pop(frame.id, None)

    async def see(self, frame: fr.TableFrame) -> None:
        now, load = time.perf_counter(), self.load
        load.frames += 1
        if self.table.sent and frame.events:
            acted = {event.get("seat") for event in frame.events}
            for sent in list(self.table.sent):
                if self in sent.waiting and sent.seat in acted:
                    sent.waiting.discard(self)
                    if not sent.waiting:
                        self.table.sent.remove(sent)
                        if load.measuring:
                            load.latencies.append(now - sent.at)
        live = frame.round
        if live is None or frame.you is None:
            return
        if not live.seeds_closed and self.seeded != live.id:
            self.seeded = live.id
            await self.say(fr.Seed(frame.table, live.id, os.urandom(16).hex()))
        self.latest = frame
        if live.decision and not self.listed and self.answered != f"{live.id}:{live.decision}":
            self.listed = True
            load.ready.append(self)

    async def act(self) -> bool:
        """Answer the decision that is open now, if one is."""
        frame, self.listed = self.latest, False
        assert frame is not None
        assert frame.round is not None
        assert frame.you is not None
        key = f"{frame.round.id}:{frame.round.decision}"
        action = choose(frame, self.load.chance.randrange) if self.answered != key else None
        if action is None:
            return False
        self.answered = key
        price = price_of(frame.round.view, action)
        self.number += 1
        ask = fr.Act(f"{self.person}-{self.number}", frame.table, frame.round.id, frame.round.decision, action, price)
        sent = self.asked[ask.id] = Sent(frame.you.seat, set(self.table.players))
        self.table.sent.append(sent)
        self.load.actions += 1
        await self.say(ask)
        return True


async def pace(load: Load, rate: float, seconds: float) -> float:
    """Answer decisions at a rate, as far as there are any; says the rate that came about."""
    started, done = time.perf_counter(), 0
    while (now := time.perf_counter()) - started < seconds:
        due = int((now - started) * rate)
        while done < due and load.ready:
            place = load.chance.randrange(len(load.ready))
            load.ready[place], load.ready[-1] = load.ready[-1], load.ready[place]
            done += await load.ready.pop().act()
        if done < due and not load.ready:
            done = due  # nobody has anything to decide: the rate is not made up for later
        await asyncio.sleep(0.002)
    return seconds


def figure(pid: int, name: str) -> int:
    """A line of the process's status, in kB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


def cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def start(place: Path) -> tuple[subprocess.Popen[bytes], str]:
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "benchmarks.server", "--serve", str(port), str(place)]
    with (place / "server.log").open("ab") as logs:
        process = subprocess.Popen(words, stdout=logs, stderr=logs, cwd=Path(__file__).parents[1])
    url = f"http://127.0.0.1:{port}"
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                return process, url
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"the server does not answer: {(place / 'server.log').read_text()[-2000:]}")


def guest(url: str) -> str:
    body = json.dumps({"token": True}).encode()
    request = urllib.request.Request(f"{url}/api/guest", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer)["token"])


async def measure(url: str, pid: int, players: int, rates: list[float], seconds: float, seed: int) -> None:
    load = Load(seed)
    empty = figure(pid, "VmRSS:")
    tables = [Table(f"{game}-{number}") for game, count in MIX.items() for number in range(1, count + 1)]
    places = [table for table in tables for _ in range(SEATS[table.name.rpartition("-")[0]])][:players]
    with ThreadPoolExecutor(8) as pool:
        tokens = list(pool.map(guest, [url] * len(places)))
    accounts = figure(pid, "VmRSS:")
    crew = [Player(load, table, token) for table, token in zip(places, tokens, strict=True)]
    socket = url.replace("http", "ws") + "/ws"
    for first in range(0, len(crew), 50):
        await asyncio.gather(*(player.open(socket) for player in crew[first : first + 50]))
    reading = [asyncio.create_task(player.run()) for player in crew]
    connected = figure(pid, "VmRSS:")
    used = len({table.name for table in places})
    print(f"{len(crew)} players at {used} tables: " + ", ".join(f"{count} of {game}" for game, count in MIX.items()))
    print(f"memory: {empty / 1024:.0f} MB with empty tables, {accounts / 1024:.0f} MB with {len(crew)} accounts, ")
    print(f"        {connected / 1024:.0f} MB connected: {(connected - accounts) / len(crew):.1f} kB a connection")
    await pace(load, rates[0], 5)
    print("   asked   acted  frames/s   p50 ms   p99 ms   max ms  refused   server   load")
    for rate in rates:
        load.latencies.clear()
        load.frames = load.actions = 0
        load.refused.clear()
        load.measuring, before, own = True, cpu(pid), time.process_time()
        spent = await pace(load, rate, seconds)
        load.measuring = False
        times = sorted(load.latencies)
        server, mine = (cpu(pid) - before) / spent, (time.process_time() - own) / spent
        at = {part: 1000 * times[int(part * (len(times) - 1))] if times else 0 for part in (0.5, 0.99, 1.0)}
        print(
            f"{rate:>8.0f}{load.actions / spent:>8.0f}{load.frames / spent:>10.0f}{at[0.5]:>9.1f}{at[0.99]:>9.1f}"
            f"{at[1.0]:>9.1f}{load.refused.total():>9}{server:>8.0%}{mine:>7.0%}"
        )
        if load.refused:
            print("        refused: " + ", ".join(f"{count} {code}" for code, count in load.refused.most_common()))
    print(f"memory at the end: {figure(pid, 'VmRSS:') / 1024:.0f} MB")
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    await asyncio.gather(*(player.socket.close() for player in crew if player.socket), return_exceptions=True)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    words.add_argument("--players", type=int, default=1000)
    words.add_argument("--rate", type=float, nargs="+", default=[500.0])
    words.add_argument("--seconds", type=float, default=20.0)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--serve", nargs=2, metavar=("PORT", "DATA"), help="what the benchmark starts itself as")
    given = words.parse_args()
    if given.serve:
        port, data = given.serve
        serve("127.0.0.1", int(port), Path(data), room_settings=ROOM, limits=LIMITS)
        return 0
    with tempfile.TemporaryDirectory() as place:
        process, url = start(Path(place))
        try:
            asyncio.run(measure(url, process.pid, given.players, given.rate, given.seconds, given.seed))
        finally:
            process.terminate()
            process.wait(60)
    return 0


if __name__ == "__main__":
    sys.exit(main())
