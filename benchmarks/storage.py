"""The size of a room's data on disk, and how long `seventh check` takes.

    PYTHONPATH=src python -m benchmarks.storage [--rounds N] [--data DIR] [--workers N]

Scripted players play rounds of all games at tables of three to six seats, a quarter of the rounds each; seeds and
steps are encrypted while a round is open, as in a room that is served. The data is measured without the write-ahead
log, as it is written, and again after the closed rounds were packed into archives, as a running room does an hour
later. Then it is checked completely, and once more after that, which replays only what is new. With `--data` it is kept
there, and measured again if it is there already.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import tempfile
import time
from pathlib import Path

from seventh.games import GAMES, book_house
from seventh.room.check import check
from seventh.room.custody.guard import open_guarded
from seventh.room.custody.location import custody_of
from seventh.room.rounds.archiving import archiving, due
from tools.scripted_players import scripted
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

SEATS = (3, 4, 5, 6)


def play(data: Path, rounds: int) -> None:
    """Play rounds of every game, as many of each."""
    guarded = open_guarded(data, None, custody_of(data, None), separate_process=True)
    with guarded.store as store:
        fund_the_house(store, 10**12)
        for game in GAMES:
            settings = [
                Setting(f"{game}-{n}", book_house(game), {s: f"{game[:5]}-{n}-{s}" for s in range(1, n + 1)}, 50_000)
                for n in SEATS
            ]
            ScriptedTables(store, settings, scripted("storage"), word="storage", key=guarded.key).run(
                rounds // len(GAMES)
            )


def sizes(file: Path) -> list[tuple[str, int]]:
    """The bytes of each table and index, largest first."""
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC"
        try:
            return [(name, size) for name, size in db.execute(query)]
        except sqlite3.OperationalError:  # this SQLite was built without dbstat
            return []


def pack(data: Path) -> None:
    """Pack all closed rounds into archives, and give the space back."""
    rounds, longest, began = 0, 0.0, cpu()
    with open_guarded(data, None, custody_of(data, None)).store as store:
        while True:
            now = int(time.time() * 1000)
            with store.reading() as connection:
                ids = due(connection, now)
                change = archiving(connection, ids, now) if ids else None
            if change is None:
                break
            started = time.perf_counter()
            store.commit(change).result()
            longest = max(longest, time.perf_counter() - started)
            rounds += len(ids)
    if rounds:
        seconds = cpu() - began
        print(f"packed {rounds:,} rounds: {seconds / rounds * 1000:.2f} ms of CPU each, longest commit {longest:.2f} s")
        with sqlite3.connect(data / "room.db") as db:
            db.execute("VACUUM")


def cpu() -> float:
    """Seconds of CPU time, of this process and of those it has waited for."""
    return sum(os.times()[:4])


def measure(file: Path) -> int:
    """Print the bytes a round; returns the number of rounds."""
    parts = sizes(file)
    with sqlite3.connect(file) as db:
        played: int = db.execute("SELECT count(*) FROM rounds").fetchone()[0]
        live, transfers = db.execute("SELECT log_seq, transfer_seq FROM heads").fetchone()
    total = file.stat().st_size
    each = f"{live / played:.1f} log entries and {transfers / played:.1f} transfers each"
    print(f"{played:,} rounds, {each}: {total:,} bytes, {total / played:,.0f} a round")
    for name, size in parts:
        if size * 100 > total:
            print(f"  {name:24} {size / played:8,.0f} bytes a round")
    return played


def main(data: Path, rounds: int, workers: int) -> None:
    file = data / "room.db"
    if not file.exists():
        play(data, rounds)
    measure(file)
    pack(data)
    played = measure(file)
    for name, every in (("all", True), ("once more", False)):
        began, used = time.perf_counter(), cpu()
        found = check(data, workers=workers, since_last=True, every=every)
        seconds, spent = time.perf_counter() - began, cpu() - used
        print(f"check, {name}: {seconds:.1f} s, {spent:.1f} s of CPU, {spent / played * 1000:.3f} ms of CPU a round")
        for finding in found:
            if not finding.ok or finding.name == "rounds":
                print(f"  {finding}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--workers", type=int, default=0)
    given = parser.parse_args()
    if given.data is not None:
        main(given.data, given.rounds, given.workers)
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(Path(scratch) / "room", given.rounds, given.workers)
