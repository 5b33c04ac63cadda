"""Kills a room at random times (kill -9), restarts it, and checks that nothing acknowledged was lost (R20).

    python -m tools.crash_test --engine sqlite --kills 1000
    python -m tools.crash_test --engine postgresql --kills 20 --seed 7

A process plays all four games at once, with everything committed, and records each action once it is acknowledged. Half
of the time it uses a separate writer process, which may be killed first; the room must then continue with a new one,
unless it is killed at the same time. Between kills the data must be consistent: every acknowledged action is in the log
exactly once, chips are conserved, the trial balance is zero, the hash chains are intact and have everything that is
anchored, and rounds that were open are over or continue with the same commitment and cards. After some kills every
round is replayed from its log. PostgreSQL runs on a temporary server unless `--url` names an empty database.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import func, select, tuple_

from seventh.games import book_house
from seventh.room.check import check_reader
from seventh.room.custody.guard import Guarded, open_guarded
from seventh.room.custody.keys import find_key
from seventh.room.custody.location import Custody, custody_of
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import open_rounds, resume
from seventh.room.store import Reader, StoreError, open_reader, schema
from seventh.rounds.events import Dealt
from tools.scripted_players import RandomChoices, scripted
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

GAMES = ("seven-card-stud", "boston-7-stud", "seven-card-thrill", "high-card-flush")
TABLES_A_GAME = 2
KILLS_A_ROOM = 25
"""Kills before starting with a new database: replaying every round takes longer and longer."""
READY, END = "ready", "."
PATIENCE = 90.0
"""Seconds a room waits for a new writer process."""
TESTS = Path(__file__).resolve().parent.parent / "tests" / "room"


class Lost(AssertionError):
    """Something was lost."""


# The process that is killed.


def play(data: Path | None, url: str | None, custody: Custody, notes: Path, word: str, separate: bool) -> None:
    """Play until killed; an action is recorded only once it is committed."""
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    guarded = _opened(data, url, custody, separate)
    with guarded.store as store:
        guarded.keeper()
        fund_the_house(store, 10**12)
        running = ScriptedTables(
            store,
            settings(),
            scripted(word),
            word=word,
            acknowledged=lambda person, action_id: _note(file, person, action_id),
            void_one_in=60,
            patience=PATIENCE,
            key=guarded.key,
        )
        _note(file, READY, str(store.writer.process))
        running.run(10**9)


def _note(file: int, *words: str) -> None:
    # A killed process may leave half a line: a complete line starts after a newline and has an end marker.
    os.write(file, f"\n{' '.join(words)} {END}\n".encode())


def _noted(text: bytes) -> list[tuple[str, str]]:
    lines = [line.split() for line in text.decode().splitlines()]
    return [(words[0], words[1]) for words in lines if len(words) == 3 and words[2] == END]


def _opened(data: Path | None, url: str | None, custody: Custody, separate: bool = False) -> Guarded:
    """Open the store, which must not be behind its anchor; a server or writer process takes a moment to notice that the
    previous room was killed."""
    for _ in range(10):
        try:
            return open_guarded(data, url, custody, separate_process=separate)
        except StoreError as error:
            if "in use" not in str(error):
                raise
    raise SystemExit("the previous room is still running")


def settings() -> list[Setting]:
    """Tables of all games."""
    found = []
    for game in GAMES:
        for number in range(1, TABLES_A_GAME + 1):
            people = {seat: f"{game[:5]}-{number}-{seat}" for seat in range(1, 3 + number)}
            found.append(Setting(f"{game}-{number}", book_house(game), people, 50_000))
    return found


# Checks.


class Room:
    """A database, the acknowledged actions, and the rounds open at the last kill."""

    def __init__(self, data: Path | None, url: str | None, notes: Path) -> None:
        self.data, self.url, self.notes = data, url, notes
        self.read = 0
        self.open: dict[str, LiveRound] = {}
        self.custody = custody_of(data, url)
        self.counts: Counter[str] = Counter()

    def check(self, thorough: bool) -> None:
        """Check everything that must hold after a kill."""
        try:
            reader = open_reader(self.data, self.url)
        except StoreError:
            if self.read or self._acknowledged():
                raise
            return  # killed before the database was created
        with reader:
            self._actions(reader)
            for finding in check_reader(reader, replay=thorough, custody=self.custody):
                if not finding.ok:
                    raise Lost(str(finding))
            self._rounds(reader)

    def _acknowledged(self) -> list[tuple[str, str]]:
        if not self.notes.exists():
            return []
        with self.notes.open("rb") as notes:
            notes.seek(self.read)
            lines = notes.read()
        whole = lines[: lines.rfind(b"\n") + 1]
        self.read += len(whole)
        return [(person, action_id) for person, action_id in _noted(whole) if person != READY]

    def _actions(self, reader: Reader) -> None:
        """R20: every acknowledged action is in the log exactly once."""
        log = schema.log.c
        acknowledged = self._acknowledged()
        self.counts["acknowledged actions"] += len(acknowledged)
        with reader.reading() as connection:
            for start in range(0, len(acknowledged), 400):
                pairs = acknowledged[start : start + 400]
                query = select(log.person, log.action_id, func.count()).where(
                    tuple_(log.person, log.action_id).in_(pairs)
                )
                found = {(p, a): n for p, a, n in connection.execute(query.group_by(log.person, log.action_id))}
                for pair in pairs:
                    if found.get(pair) != 1:
                        raise Lost(f"the action {pair[1]} of {pair[0]} is in the log {found.get(pair, 0)} times")

    def _rounds(self, reader: Reader) -> None:
        """R4: a round that was open has the same seed and cards, and is over or continues."""
        key = find_key(self.custody.key)
        for round_id, before in self.open.items():
            after = resume(reader, round_id, key)
            if after.seed_hash != before.seed_hash:
                raise Lost(f"round {round_id} has a different seed than before the kill")
            if before.shuffled is not None and (
                after.shuffled is None or after.shuffled.deck != before.shuffled.deck or after.root != before.root
            ):
                raise Lost(f"round {round_id} has a different deck than before the kill")
            cards = _dealt(before)
            if _dealt(after)[: len(cards)] != cards or after.steps[: len(before.steps)] != before.steps:
                raise Lost(f"round {round_id} continued with different cards or actions than before the kill")
            self.counts["rounds open at a kill"] += 1
            self.counts["of them void"] += after.is_void
            if after.over and after.books.held:
                raise Lost(f"round {round_id} is over, but its escrow still holds {after.books.held} chips")
        self.open = {round_id: resume(reader, round_id, key) for round_id in open_rounds(reader)}

    def rounds(self) -> int:
        """Count the rounds."""
        with open_reader(self.data, self.url) as reader, reader.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.rounds)).scalar() or 0)


def _dealt(live: LiveRound) -> list[tuple[object, str]]:
    return [(event.place, event.cards) for event in live.hand.events if isinstance(event, Dealt)]


# Killing.


def kill_and_check(
    kills: int, seed: str, place: Callable[[], tuple[Path | None, str | None]], total: Counter[str] | None = None
) -> Counter[str]:
    """Kill a number of times; `place` returns an empty database. Raises `Lost`. What is counted is in `total` too, if
    it is stopped early."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["seventh.room.check", "tools.scripted_tables"])
    total = Counter() if total is None else total
    started = shown = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="seventh-crash-") as scratch:
        for first in range(0, kills, KILLS_A_ROOM):
            data, url = place()
            room = Room(data, url, Path(scratch) / f"notes-{first}")
            last = min(first + KILLS_A_ROOM, kills)
            for number in range(first, last):
                _kill_once(processes, room, f"{seed}.{first}", RandomChoices(seed, number))
                room.check(thorough=number + 1 == last)
                total["kills"] += 1
                now = time.monotonic()
                if now - shown > 30 or (sys.stderr.isatty() and now - shown > 1):
                    shown = now
                    print(f"{total['kills']} of {kills} kills, {now - started:.0f} s", file=sys.stderr, flush=True)
            total.update(room.counts)
            total["rounds"] += room.rounds()
    return total


def _kill_once(processes: Any, room: Room, word: str, whim: RandomChoices) -> None:
    """Start the room and kill it, mostly while it is playing, sometimes while it is starting."""
    separate, size = whim.one_in(2), _size(room.notes)
    # The custody is passed on, because the server that forks has the environment of its first use.
    arguments = (room.data, room.url, room.custody, room.notes, word, separate)
    process = processes.Process(target=play, args=arguments, daemon=True)
    process.start()
    if whim.one_in(5):
        time.sleep(whim.below(300 if not separate else 1200) / 1000)
    else:
        _wait_for_notes(room, size, process)
        time.sleep(whim.below(600) / 1000)
        if separate and whim.one_in(2):
            writer = next(number for word, number in _noted(room.notes.read_bytes()[size:]) if word == READY)
            os.kill(int(writer), signal.SIGKILL)
            room.counts["writers killed"] += 1
            if whim.one_in(2):
                # Some of the records may be of commits by the old writer; what follows is the new one's.
                for _ in range(2):
                    _wait_for_notes(room, _size(room.notes), process)
                    time.sleep(0.1)
    if process.exitcode is not None:
        raise Lost(f"the room exited on its own (exit code {process.exitcode})")
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    if separate:
        # Its pending changes are still written by the other process, which may take a moment.
        _opened(room.data, room.url, room.custody).store.close()


def _size(notes: Path) -> int:
    return notes.stat().st_size if notes.exists() else 0


def _wait_for_notes(room: Room, size: int, process: Any) -> None:
    """Wait until the room has recorded more actions."""
    end = time.monotonic() + 2 * PATIENCE
    while _size(room.notes) <= size:
        if not process.is_alive() or time.monotonic() > end:
            raise Lost(f"the room makes no progress (exit code {process.exitcode})")
        time.sleep(0.005)


# The command.


@contextlib.contextmanager
def places(engine: str, url: str | None) -> Iterator[Callable[[], tuple[Path | None, str | None]]]:
    """Locations for new rooms."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory(prefix="seventh-crash-room-", ignore_cleanup_errors=True) as scratch:
            yield lambda: (Path(tempfile.mkdtemp(dir=scratch)), None)
    elif url is not None:
        yield lambda: (None, url)
    else:
        sys.path.insert(0, str(TESTS))
        from postgres import server  # type: ignore[import-not-found]

        with server() as running:
            yield lambda: (None, running.database())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.crash_test", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--url", help="an empty PostgreSQL database, instead of a temporary server")
    chosen = parser.parse_args(arguments)
    if chosen.kills < 1:
        parser.error("--kills must be at least 1")
    if chosen.url and (chosen.engine == "sqlite" or chosen.kills > KILLS_A_ROOM):
        parser.error(f"--url is for PostgreSQL, and for at most {KILLS_A_ROOM} kills")
    started, counts = time.monotonic(), Counter[str]()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # clean up child processes on SIGTERM too
    try:
        with places(chosen.engine, chosen.url) as place:
            kill_and_check(chosen.kills, chosen.seed, place, counts)
    except Lost as lost:
        print(f"{chosen.engine}: LOST: {lost}")
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        _tell(chosen.engine, counts, started)
        return 130
    _tell(chosen.engine, counts, started)
    return 0


def _tell(engine: str, counts: Counter[str], started: float) -> None:
    told = ", ".join(f"{number:,} {what}" for what, number in counts.items())
    print(f"{engine}: {told}; nothing lost, {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
