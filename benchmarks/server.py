"""The server under load on loopback: `python -m benchmarks.server --rate 300 500 700`.

One server process with its writer; the players are programs in this process. 1,000 of them sit at 160 tables (45 of
each game against the dealer with six seats, 25 of stud with eight), and answer their decisions at each of the given
total rates in turn. It measures the time from sending an action until the last person at the table has received the
frame with its event; the share of a core used by the server's event loop, all its threads and the writer process; CPU
time per action and per round; and the server's memory. How many actions a round has depends on the release: decisions
that are none, such as setting a hand whose best five play anyway, are no longer asked for, so compare by the round.
`--tables 40 160 640` measures the memory of empty tables instead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import uvloop

from benchmarks.load import Load, Player, Table, enter, pace
from seventh.room.settings import RoomSettings, TablePlan
from seventh.web.serve import listen, serve
from seventh.web.settings import Limits, Rate

DEALER_TABLES, STUD_TABLES = 45, 25
GAMES = ("high-card-flush", "boston-7-stud", "seven-card-thrill", "seven-card-stud")
MIX = {game: STUD_TABLES if game == "seven-card-stud" else DEALER_TABLES for game in GAMES}
SEATS = {game: 8 if game == "seven-card-stud" else 6 for game in GAMES}

BUY_IN = {"seven-card-stud": 40_000}


def room(tables: int) -> RoomSettings:
    """Settings of a room with this many tables, in the proportions of the mix."""
    total = sum(MIX.values())
    return RoomSettings().but(
        betting_window=1_500,
        decision_clock=60_000,
        showing_time=200,
        seed_window=300,
        company=0,
        starting_chips=10_000_000,
        tables=[TablePlan(game, max(count * tables // total, 1)) for game, count in MIX.items()],
    )


_OFTEN = Rate(1e6, 1e6)
LIMITS = Limits(
    frames=_OFTEN, account_frames=_OFTEN, address_frames=_OFTEN, requests=_OFTEN, address_requests=_OFTEN,
    entries=_OFTEN, handshakes=_OFTEN, address_connections=10_000, slow_seconds=60,
)  # fmt: skip


def figure(pid: int, name: str) -> int:
    """A line of the process's status, in kB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


def cpu(place: str) -> float:
    """CPU time of a process or a thread, in seconds."""
    parts = Path(place).read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def start(place: Path, tables: int) -> tuple[subprocess.Popen[bytes], str]:
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "benchmarks.server", "--serve", str(port), str(place), str(tables)]
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
    raise SystemExit(f"the server does not respond: {(place / 'server.log').read_text()[-2000:]}")


def guest(url: str) -> str:
    body = json.dumps({"token": True}).encode()
    request = urllib.request.Request(f"{url}/api/guest", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer)["token"])


def connected(url: str, load: Load, players: int, steps: int) -> list[list[tuple[Table, str, int]]]:
    """Seats at the tables with a new guest for each, in this many groups."""
    tables = [Table(f"{game}-{number}") for game, count in MIX.items() for number in range(1, count + 1)]
    seats = [table for table in tables for _ in range(SEATS[table.name.rpartition("-")[0]])][:players]
    load.chance.shuffle(seats)
    with ThreadPoolExecutor(8) as pool:
        tokens = list(pool.map(guest, [url] * len(seats)))
    places = [
        (table, token, BUY_IN.get(table.name.rpartition("-")[0], 100_000))
        for table, token in zip(seats, tokens, strict=True)
    ]
    size = -(-len(places) // steps)
    return [places[first : first + size] for first in range(0, len(places), size)]


def commits(url: str) -> list[tuple[float, float]]:
    """The histogram of commit times, from the server's metrics."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    found = re.findall(r'seventh_commit_seconds_bucket\{le="(.+)"\} (\S+)', text)
    return [(float(most), float(number)) for most, number in found]


def most_take(before: list[tuple[float, float]], after: list[tuple[float, float]], part: float) -> float:
    """A quantile of the commit times between two samples, in milliseconds."""
    since = [(most, number - old) for (most, number), (_, old) in zip(after, before, strict=True)]
    return next(1000 * most for most, number in since if number >= part * since[-1][1])


class Spent:
    """The CPU time used so far by the server and its writer."""

    def __init__(self, pid: int) -> None:
        self.at = time.perf_counter()
        self.loop = cpu(f"/proc/{pid}/task/{pid}/stat")
        self.all = cpu(f"/proc/{pid}/stat")
        threads = Path(f"/proc/{pid}/task").iterdir()
        writers = [child for thread in threads for child in (thread / "children").read_text().split()]
        self.writer = sum(cpu(f"/proc/{writer}/stat") for writer in writers)

    def since(self, before: Spent) -> tuple[float, float, float]:
        """The share of a core used by the event loop, by all threads of its process, and by the writer."""
        span = self.at - before.at
        return (self.loop - before.loop) / span, (self.all - before.all) / span, (self.writer - before.writer) / span


async def measure(url: str, pid: int, players: int, rates: list[float], seconds: float, seed: int, words: bool) -> None:
    load = Load(seed, words)
    portions = connected(url, load, players, 4)
    crew: list[Player] = []
    before, bare = figure(pid, "VmRSS:"), figure(pid, "VmRSS:")
    for portion in portions:
        crew += await enter(load, url, portion)
        now = figure(pid, "VmRSS:")
        print(f"{len(crew):>6} connections: {now / 1024:.0f} MB, {(now - before) / len(portion):.1f} kB per connection")
        before = now
    used = len({player.table.name for player in crew})
    print(f"{len(crew)} players at {used} tables: " + ", ".join(f"{count} of {game}" for game, count in MIX.items()))
    print(f"memory: {bare / 1024:.0f} MB before they connected, {before / 1024:.0f} MB after")
    await pace(load, rates[0], 5)
    print(
        "   asked   acted  rounds/s  frames/s   p50 ms   p99 ms   max ms  refused   loop  server  writer  ms/action"
        "  ms/round   load"
    )
    held = 0.0
    for rate in rates:
        load.latencies.clear()
        load.frames = load.actions = load.rounds = 0
        load.refused.clear()
        written = await asyncio.to_thread(commits, url)
        load.measuring, start, own = True, Spent(pid), time.process_time()
        spent = await pace(load, rate, seconds)
        loop, server, writer = Spent(pid).since(start)
        mine = (time.process_time() - own) / spent
        load.measuring = False
        times, acted = sorted(load.latencies), load.actions / spent
        at = {part: 1000 * times[int(part * (len(times) - 1))] if times else 0 for part in (0.5, 0.99, 1.0)}
        each, round_each = (1000 * (server + writer) * spent / max(done, 1) for done in (load.actions, load.rounds))
        print(
            f"{rate:>8.0f}{acted:>8.0f}{load.rounds / spent:>10.1f}{load.frames / spent:>10.0f}"
            f"{at[0.5]:>9.1f}{at[0.99]:>9.1f}{at[1.0]:>9.1f}"
            f"{load.refused.total():>9}{loop:>7.0%}{server:>8.0%}{writer:>8.0%}"
            f"{each:>11.2f}{round_each:>10.1f}{mine:>7.0%}"
        )
        after = await asyncio.to_thread(commits, url)
        half, nearly_all = (most_take(written, after, part) for part in (0.5, 0.99))
        print(f"        commits: median {half:.0f} ms, p99 {nearly_all:.0f} ms")
        if load.refused:
            print("        refused: " + ", ".join(f"{count} {code}" for code, count in load.refused.most_common()))
        if acted > 0.95 * rate and at[0.99] < 100:
            held = acted
        elif loop > 0.85:
            print("        bottleneck: the event loop's thread, which computes steps and frames")
        elif server > 0.95:
            print("        bottleneck: the GIL, shared by the event loop and the server's other threads")
        elif writer > 0.85:
            print("        bottleneck: the writer process")
        elif acted < 0.95 * rate:
            print("        bottleneck: too few open decisions; a higher rate needs more players")
        else:
            print("        bottleneck: the cores, also in use by other programs")
    print(f"highest rate with p99 below 100 ms: {held:.0f} actions a second")
    print(f"memory at the end: {figure(pid, 'VmRSS:') / 1024:.0f} MB")
    for player in crew:
        if player.transport is not None:
            player.transport.abort()


def tables_in_memory(counts: list[int]) -> None:
    """Measure the memory of a server with this many empty tables."""
    before: tuple[int, int] | None = None
    for count in counts:
        with tempfile.TemporaryDirectory() as place:
            process, _ = start(Path(place), count)
            now = figure(process.pid, "VmRSS:")
            process.terminate()
            process.wait(60)
        more = f", {(now - before[1]) / (count - before[0]):.1f} kB per additional table" if before else ""
        print(f"{count:>6} tables: {now / 1024:.0f} MB{more}")
        before = (count, now)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    words.add_argument("--players", type=int, default=1000)
    words.add_argument("--rate", type=float, nargs="+", default=[300.0, 500.0, 700.0, 900.0])
    words.add_argument("--seconds", type=float, default=10.0)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--no-words", dest="words", action="store_false", help="frames without text, as for programs")
    words.add_argument(
        "--tables", type=int, nargs="+", metavar="N", help="measure the memory of N empty tables instead"
    )
    words.add_argument("--serve", nargs=3, metavar=("PORT", "DATA", "TABLES"), help="internal: run the server process")
    given = words.parse_args()
    if given.serve:
        port, data, count = given.serve
        serve("127.0.0.1", int(port), Path(data), room_settings=room(int(count)), limits=LIMITS)
        return 0
    if given.tables:
        tables_in_memory(given.tables)
        return 0
    with tempfile.TemporaryDirectory() as place:
        process, url = start(Path(place), sum(MIX.values()))
        try:
            uvloop.run(measure(url, process.pid, given.players, given.rate, given.seconds, given.seed, given.words))
        finally:
            process.terminate()
            process.wait(60)
    return 0


if __name__ == "__main__":
    sys.exit(main())
