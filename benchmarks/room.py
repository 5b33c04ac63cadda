"""Rounds of High Card Flush settled and committed per second, on SQLite and PostgreSQL.

    PYTHONPATH=src python -m benchmarks.room [--engine sqlite|postgresql] [--tables N] [--together N] [--rounds N]
                                             [--seats N]

A round is opened with a new commitment, gets the player's seed and wager, is dealt, raised, settled and closed: two
commits, the second together with the opening of the next round, each durable before the table continues (SQLite with
synchronous=FULL, PostgreSQL with fsync). One process runs the tables, another writes; tables submit their commits in
groups of some dozens. The rate is in wall-clock time, the best of several runs, and needs two idle cores; how much work
the machine does for two processes at once is also measured, since on a shared machine it can be little more than one
core. The other figures are meaningful on a busy machine too: the CPU time per round of each process in the same runs,
the CPU time of each part of a round, and the rate that each of them would allow on its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from seventh.fair import Inputs, Secret, Shuffled
from seventh.games import book_house, new_round
from seventh.room.changes import Change, Transfer
from seventh.room.ledger import stack
from seventh.room.process import reduce_latency
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import Seated, open_round, rules_in_force
from seventh.room.store import Store, open_store
from seventh.room.store.batch import batch_of
from seventh.room.store.writer import Writer
from seventh.rounds.actions import Action, Bet, PlaceWagers
from seventh.rounds.driver import deal_on, from_deck
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

TURNS = 8
GAME = "high-card-flush"
ANTE, RAISE = PlaceWagers({"ante": 500}), Bet("raise", 500)
BUY_IN = 10_000_000
WORK = """
import time
def work():
    found = {}
    for number in range(2000):
        found[f"{number}"] = [number, (number, str(number))]
    return found
done, end = 0, time.perf_counter() + 0.7
while time.perf_counter() < end:
    done += len(work())
print(done)
"""
TESTS = Path(__file__).resolve().parent.parent / "tests" / "room"


def stay(live: LiveRound, seat: int) -> Action:
    """Always an ante, always the minimum raise."""
    return ANTE if seat not in live.books.wagers else RAISE


class Pace(NamedTuple):
    """The best of several runs."""

    rate: float
    """Rounds per second of wall-clock time."""
    tables: float
    """CPU time per round of the table process, in microseconds."""
    writer: float
    """The same for the writer process."""


def pace(store: Store, tables: int, rounds: int, seats: int, together: int) -> Pace:
    """Play, and measure."""
    house = book_house(GAME)
    fund_the_house(store, 10**14)
    people = [{seat: f"{table:06x}{seat:06x}" for seat in range(1, seats + 1)} for table in range(tables)]
    settings = [Setting(f"t{n}", house, who, BUY_IN) for n, who in enumerate(people)]
    running = ScriptedTables(store, settings, stay, together=together)
    running.run(tables)
    writers_clock = ~store.writer.process << 3 | 2  # Linux's clock id for the CPU time of another process
    turns = []
    for _ in range(TURNS):
        before, started = running.tally.rounds, time.perf_counter()
        busy, writing = time.process_time(), time.clock_gettime(writers_clock)
        running.run(rounds)
        played = running.tally.rounds - before
        wall, busy, writing = (
            time.perf_counter() - started,
            time.process_time() - busy,
            time.clock_gettime(writers_clock) - writing,
        )
        turns.append(Pace(played / wall, busy / played * 1e6, writing / played * 1e6))
    return Pace(
        max(turn.rate for turn in turns), min(turn.tables for turn in turns), min(turn.writer for turn in turns)
    )


# The parts of a round.


def best_of(do: Callable[[], object], turns: int = 30, times: int = 40) -> float:
    """CPU time in microseconds."""
    best = float("inf")
    for _ in range(turns):
        started = time.process_time()
        for _ in range(times):
            do()
        best = min(best, (time.process_time() - started) / times)
    return best * 1e6


def changes_of(table: str, number: int) -> list[Change]:
    """The three changes of a round for one seat."""
    seats = {1: Seated(table, BUY_IN)}
    live, opened = open_round(table=table, number=number, house=book_house(GAME), seats=seats, at=1)
    dealt = live.act(1, ANTE, 3, table, f"{number}:1", deals_on=True, seeds={1: bytes(32)})
    settled = dealt.after.act(1, RAISE, 4, table, f"{number}:2", deals_on=True)
    return [opened, dealt.change, settled.change]


def values() -> dict[str, float]:
    """The work of the table process."""
    house, secret = book_house(GAME), Secret.draw()

    def shuffle() -> Shuffled:
        return Shuffled(Inputs(secret, GAME, "table", "table/1", {1: bytes(32)}))

    deck = shuffle().deck

    def play() -> None:
        hand, draw = new_round(house, {1: BUY_IN}), from_deck(deck)
        hand.act(1, ANTE)
        deal_on(hand, draw)
        hand.act(1, RAISE)
        deal_on(hand, draw)

    whole, rules, shuffling = best_of(lambda: changes_of("t", 1)), best_of(play), best_of(shuffle)
    return {"rules": rules, "shuffle": shuffling, "books, log and copies": whole - rules - shuffling}


def writing(store: Store, clock: Callable[[], float], tables: int = 128, turns: int = 8) -> dict[str, float]:
    """The work of the writer process: rows and hashes, SQL statements, and waiting for the disk."""
    fund_the_house(store, 10**14)
    house, names = book_house(GAME), [f"w{n}" for n in range(tables)]
    stacks = {name: stack(name, name) for name in names}
    bring = tuple(Transfer(f"bring {name}", "mint", account, BUY_IN, "grant") for name, account in stacks.items())
    store.commit(rules_in_force(house) + Change(opens=tuple(stacks.values()), transfers=bring)).result()
    writer = store.writer
    assert isinstance(writer, Writer)
    engine, db = writer._engine, writer._db
    best = dict.fromkeys(("rows and hashes", "statements", "commit, wall-clock"), float("inf"))
    for number in range(1, turns + 1):
        rounds = [changes_of(name, number) for name in names]
        spent = dict.fromkeys(best, 0.0)
        for step in range(3):
            started = time.process_time()
            batch = batch_of([changes[step] for changes in rounds], writer._heads, engine.preparer)
            spent["rows and hashes"] += time.process_time() - started
            started = clock()
            engine.begin(db)
            for ready, rows in batch.work:
                engine.run(db, ready, rows)
            spent["statements"] += clock() - started
            started = time.perf_counter()
            db.execute("COMMIT")
            spent["commit, wall-clock"] += time.perf_counter() - started
            writer._heads = batch.heads
        best = {part: min(best[part], seconds / tables * 1e6) for part, seconds in spent.items()}
    return best


def two_at_once() -> float:
    """The work of two processes at once relative to one: 2 on two idle cores."""
    words = [sys.executable, "-c", WORK]

    def work(processes: int) -> int:
        running = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(processes)]
        return sum(int(process.communicate()[0]) for process in running)

    return work(2) / work(1)


# The command.


@contextmanager
def stores(engine: str) -> Iterator[Callable[[bool], Store]]:
    """Empty databases with durable commits."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory(prefix="seventh-benchmark-", dir=Path.cwd()) as scratch:
            yield lambda separate: open_store(Path(tempfile.mkdtemp(dir=scratch)), separate_process=separate)
        return
    sys.path.insert(0, str(TESTS))
    from postgres import server  # type: ignore[import-not-found]  # the tests have it

    with server() as running:
        running.stop("fast")  # the tests' server runs without fsync
        settings = f"-p {running.port} -k {running.home} -h 127.0.0.1 -c max_connections=50"
        running.run("pg_ctl", "-D", running.data, "-w", "-l", running.home / "log", "-o", settings, "start")
        yield lambda separate: open_store(url=running.database(), separate_process=separate)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", choices=("sqlite", "postgresql"))
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--together", type=int, default=64)
    chosen = parser.parse_args()
    reduce_latency()
    for engine in (chosen.engine,) if chosen.engine else ("sqlite", "postgresql"):
        gains = [two_at_once()]
        with stores(engine) as new_store:
            with new_store(True) as store:
                found = pace(store, chosen.tables, chosen.rounds, chosen.seats, chosen.together)
            gains.append(two_at_once())
            with new_store(False) as store:
                # A server's work is not included in our CPU time.
                clock = time.process_time if engine == "sqlite" else time.perf_counter
                tables, writes = values(), writing(store, clock)
        seated = "one player" if chosen.seats == 1 else f"{chosen.seats} players"
        print(f"{engine}: {found.rate:,.0f} settled rounds a second, {seated} each, {chosen.tables} tables")
        print(f"  before and after, two processes at once did {gains[0]:.1f} and {gains[1]:.1f} times the work of one")
        for process, took, parts in (("tables", found.tables, tables), ("writer", found.writer, writes)):
            told = ", ".join(f"{part} {microseconds:.0f}" for part, microseconds in parts.items())
            print(f"  {process:<8}{took:>6.0f} us of CPU time a round; parts: {told}")
        limits = {
            "the table process": found.tables,
            "the writer": max(found.writer, sum(writes.values())),
        }
        for what, microseconds in limits.items():
            print(f"  {what} allows {1e6 / microseconds:,.0f} rounds a second")
        print(f"  bottleneck: {max(limits, key=limits.__getitem__)}")


if __name__ == "__main__":
    main()
