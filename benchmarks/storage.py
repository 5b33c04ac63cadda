"""The size of a room's data on disk, and how long `seventh check` takes.

    PYTHONPATH=src python -m benchmarks.storage [--rounds N] [--data DIR] [--workers N]

Scripted players play rounds of all games at tables of three to six seats, a quarter of the rounds each; the data is
then measured without the write-ahead log. With `--data` it is kept there, and measured again if it is there already.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from pathlib import Path

from seventh.games import GAMES, book_house
from seventh.room.check import check
from seventh.room.store import open_store
from tools.scripted_players import scripted
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

SEATS = (3, 4, 5, 6)


def play(data: Path, rounds: int) -> None:
    """Play rounds of every game, as many of each."""
    with open_store(data, separate_process=True) as store:
        fund_the_house(store, 10**12)
        for game in GAMES:
            settings = [
                Setting(f"{game}-{n}", book_house(game), {s: f"{game[:5]}-{n}-{s}" for s in range(1, n + 1)}, 50_000)
                for n in SEATS
            ]
            ScriptedTables(store, settings, scripted("storage"), word="storage").run(rounds // len(GAMES))


def sizes(file: Path) -> list[tuple[str, int]]:
    """The bytes of each table and index, largest first."""
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC"
        try:
            return [(name, size) for name, size in db.execute(query)]
        except sqlite3.OperationalError:  # this SQLite was built without dbstat
            return []


def main(data: Path, rounds: int, workers: int) -> None:
    file = data / "room.db"
    if not file.exists():
        play(data, rounds)
    parts = sizes(file)
    with sqlite3.connect(file) as db:
        played = db.execute("SELECT count(*) FROM rounds").fetchone()[0]
        steps = db.execute("SELECT count(*) FROM log").fetchone()[0]
    total = file.stat().st_size
    print(f"{played:,} rounds, {steps / played:.1f} log entries each: {total:,} bytes, {total / played:,.0f} a round")
    for name, size in parts:
        if size * 100 > total:
            print(f"  {name:24} {size / played:8,.0f} bytes a round")
    began = time.perf_counter()
    found = check(data, workers=workers)
    seconds = time.perf_counter() - began
    print(f"check: {seconds:.1f} s, {played / seconds:,.0f} rounds a second")
    for finding in found:
        if not finding.ok:
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
            main(Path(scratch), given.rounds, given.workers)
