"""Kill a room at random moments (kill -9), start it again, and check that nothing acknowledged was lost (R20).

    python -m tools.crash_test --engine sqlite --kills 1000
    python -m tools.crash_test --engine postgresql --kills 20 --seed 7

A process plays all four games at once, everything committed, and notes each action once it is acknowledged. As often
as not another process writes for it. Then that one may be killed first; the room must go on with another, if it is not
killed at once as well. Between kills the data must be in order: every acknowledged action in the log exactly once,
chips conserved, trial balance zero, chains whole, and rounds that were open are over or go on with the same commitment
and the same cards. After some kills every round is played once more from its log. PostgreSQL runs on a throw-away
server unless `--url` names an empty database.
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
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import open_rounds, resume
from seventh.room.store import Reader, Store, StoreError, open_reader, open_store, schema
from seventh.rounds.events import Dealt
from tools.evening import Evening, Setting, fund_the_house
from tools.scripted_players import Whim, scripted

GAMES = ("seven-card-stud", "boston-7-stud", "seven-card-thrill", "high-card-flush")
TABLES_A_GAME = 2
KILLS_A_ROOM = 25
"""After so many kills a new database: playing every round once more takes longer and longer."""
READY, END = "ready", "."
PATIENCE = 90.0
"""Seconds that a room waits for another writer."""
TESTS = Path(__file__).resolve().parent.parent / "tests" / "room"


class Lost(AssertionError):
    """Something did not survive."""


# What is killed.


def play(data: Path | None, url: str | None, notes: Path, word: str, apart: bool) -> None:
    """Play until killed; an action is noted when it is committed, and no sooner."""
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with _opened(data, url, apart) as store:
        fund_the_house(store, 10**12)
        evening = Evening(
            store,
            settings(),
            scripted(word),
            word=word,
            acknowledged=lambda person, action_id: _note(file, person, action_id),
            void_one_in=60,
            patience=PATIENCE,
        )
        _note(file, READY, str(store.writer.process))
        evening.run(10**9)


def _note(file: int, *words: str) -> None:
    # What is killed may leave half a line: a whole one has a line to itself, and an end.
    os.write(file, f"\n{' '.join(words)} {END}\n".encode())


def _noted(text: bytes) -> list[tuple[str, str]]:
    lines = [line.split() for line in text.decode().splitlines()]
    return [(words[0], words[1]) for words in lines if len(words) == 3 and words[2] == END]


def _opened(data: Path | None, url: str | None, apart: bool = False) -> Store:
    """A server, or a process that writes, takes a moment to notice that the room before was killed."""
    for _ in range(10):
        try:
            return open_store(data, url, apart)
        except StoreError as error:
            if "in use" not in str(error):
                raise
    raise SystemExit("the room before is still there")


def settings() -> list[Setting]:
    """Tables of all games."""
    found = []
    for game in GAMES:
        for number in range(1, TABLES_A_GAME + 1):
            people = {seat: f"{game[:5]}-{number}-{seat}" for seat in range(1, 3 + number)}
            found.append(Setting(f"{game}-{number}", book_house(game), people, 50_000))
    return found


# What is checked.


class Room:
    """A database, what was acknowledged, and the rounds that were open at the last kill."""

    def __init__(self, data: Path | None, url: str | None, notes: Path) -> None:
        self.data, self.url, self.notes = data, url, notes
        self.read = 0
        self.open: dict[str, LiveRound] = {}
        self.counts: Counter[str] = Counter()

    def check(self, thorough: bool) -> None:
        """Look at everything that must hold after a kill."""
        try:
            reader = open_reader(self.data, self.url)
        except StoreError:
            if self.read or self._acknowledged():
                raise
            return  # killed before there was a database
        with reader:
            self._actions(reader)
            for finding in check_reader(reader, replay=thorough):
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
        """R20: every acknowledged action is in the log, once."""
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
        """R4: a round that was open has the same seed and the same cards, and is over or goes on."""
        for round_id, before in self.open.items():
            after = resume(reader, round_id)
            if after.seed_hash != before.seed_hash:
                raise Lost(f"round {round_id} has another seed than before the kill")
            if before.shuffled is not None and (
                after.shuffled is None or after.shuffled.deck != before.shuffled.deck or after.root != before.root
            ):
                raise Lost(f"round {round_id} has another deck than before the kill")
            cards = _dealt(before)
            if _dealt(after)[: len(cards)] != cards or after.steps[: len(before.steps)] != before.steps:
                raise Lost(f"round {round_id} went on with other cards or actions than before the kill")
            self.counts["rounds open at a kill"] += 1
            self.counts["of them void"] += after.is_void
            if after.over and after.books.held:
                raise Lost(f"round {round_id} is over, and {after.books.held} chips lie in it")
        self.open = {round_id: resume(reader, round_id) for round_id in open_rounds(reader)}

    def rounds(self) -> int:
        """How many rounds there were."""
        with open_reader(self.data, self.url) as reader, reader.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.rounds)).scalar() or 0)


def _dealt(live: LiveRound) -> list[tuple[object, str]]:
    return [(event.place, event.cards) for event in live.hand.events if isinstance(event, Dealt)]


# Killing.


def kill_and_check(kills: int, seed: str, place: Callable[[], tuple[Path | None, str | None]]) -> Counter[str]:
    """Kill so many times; `place` gives an empty database. `Lost` says what was lost."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["seventh.room.check", "tools.evening"])
    total: Counter[str] = Counter()
    started = shown = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="seventh-crash-") as scratch:
        for first in range(0, kills, KILLS_A_ROOM):
            data, url = place()
            room = Room(data, url, Path(scratch) / f"notes-{first}")
            last = min(first + KILLS_A_ROOM, kills)
            for number in range(first, last):
                _kill_once(processes, room, f"{seed}.{first}", Whim(seed, number))
                room.check(thorough=number + 1 == last)
                total["kills"] += 1
                now = time.monotonic()
                if now - shown > 30 or (sys.stderr.isatty() and now - shown > 1):
                    shown = now
                    print(f"{total['kills']} of {kills} kills, {now - started:.0f} s", file=sys.stderr, flush=True)
            total.update(room.counts)
            total["rounds"] += room.rounds()
    return total


def _kill_once(processes: Any, room: Room, word: str, whim: Whim) -> None:
    """Start the room and kill it: mostly while it plays, now and then while it starts."""
    apart, size = whim.one_in(2), _size(room.notes)
    process = processes.Process(target=play, args=(room.data, room.url, room.notes, word, apart), daemon=True)
    process.start()
    if whim.one_in(5):
        time.sleep(whim.below(300 if not apart else 1200) / 1000)
    else:
        _wait_for_notes(room, size, process)
        time.sleep(whim.below(600) / 1000)
        if apart and whim.one_in(2):
            writer = next(number for word, number in _noted(room.notes.read_bytes()[size:]) if word == READY)
            os.kill(int(writer), signal.SIGKILL)
            room.counts["writers killed"] += 1
            if whim.one_in(2):
                # Some of the notes may be of what the old one had committed; what follows is the new one's.
                for _ in range(2):
                    _wait_for_notes(room, _size(room.notes), process)
                    time.sleep(0.1)
    if process.exitcode is not None:
        raise Lost(f"the room stopped by itself (exit code {process.exitcode})")
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    if apart:
        # What it had asked for is written by the other process, which may take a moment.
        _opened(room.data, room.url).close()


def _size(notes: Path) -> int:
    return notes.stat().st_size if notes.exists() else 0


def _wait_for_notes(room: Room, size: int, process: Any) -> None:
    """Wait until the room has noted something more."""
    end = time.monotonic() + 2 * PATIENCE
    while _size(room.notes) <= size:
        if not process.is_alive() or time.monotonic() > end:
            raise Lost(f"the room does not go on (exit code {process.exitcode})")
        time.sleep(0.005)


# The command.


@contextlib.contextmanager
def places(engine: str, url: str | None) -> Iterator[Callable[[], tuple[Path | None, str | None]]]:
    """Where rooms can be made."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory(prefix="seventh-crash-room-") as scratch:
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
    parser.add_argument("--url", help="an empty PostgreSQL database, instead of a throw-away server")
    chosen = parser.parse_args(arguments)
    if chosen.kills < 1:
        parser.error("--kills is a number from 1")
    if chosen.url and (chosen.engine == "sqlite" or chosen.kills > KILLS_A_ROOM):
        parser.error(f"--url is for PostgreSQL, and for at most {KILLS_A_ROOM} kills")
    started = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever stops it: nothing that it started is left over
    try:
        with places(chosen.engine, chosen.url) as place:
            counts = kill_and_check(chosen.kills, chosen.seed, place)
    except Lost as lost:
        print(f"{chosen.engine}: LOST: {lost}")
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    told = ", ".join(f"{number:,} {what}" for what, number in counts.items())
    print(f"{chosen.engine}: {told}; nothing lost, {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
