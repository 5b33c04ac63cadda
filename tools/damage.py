"""Damages a room's files at random: each time, `check` or the start must report it, unless nothing is missing (R47).

    python -m tools.damage --runs 200 --seed 1
    python -m tools.damage --columns

A room with a round in progress at a table of each game is killed twice and then stopped, so that there are three states
of its files; there is another room as well. Each run takes a copy of the last or the second state and flips a bit, cuts
a file short, empties or deletes it, or replaces it by that of the first state or of the other room. If `check` finds
nothing and the room starts, then every row of the database must be as it was. With `--columns`, one value in every
column of every table is changed instead, and `check` must name each.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from seventh.room import frames
from seventh.room.check import check
from seventh.room.clock import VirtualClock
from seventh.room.custody.guard import KEY
from seventh.room.custody.keeper import Keeper
from seventh.room.people.passwords import Passwords
from seventh.room.room import Room
from seventh.room.settings import RoomSettings, TablePlan
from seventh.room.store import NotCommitted, StoreError, open_reader, schema
from seventh.room.store.location import FILE
from seventh.rounds.actions import BetTo, Call, PlaceWagers
from tools.damage_columns import HARMLESS, Guest, furnish, named, unnoticed
from tools.scripted_players import RandomChoices, own_seed, scripted

GAMES = ("seven-card-stud", "boston-7-stud", "seven-card-thrill", "high-card-flush")
SETTINGS = RoomSettings(
    company=0,
    decision_clock=10**9,
    missed_decisions=10**9,
    tables=tuple(TablePlan(game, 1) for game in GAMES),
    house_bankroll=10**12,
)
"""Nobody times out, or sits out, at a table while the others are played at."""
FILES = ("room/room.db", "room/room.db-wal", "room.key", "room.anchor")
SHARES = (10, 8, 1, 2)
"""How often each file is damaged, compared with the others."""


class Unnoticed(AssertionError):
    """Damage that neither `check` nor the start named."""


# Rooms to damage.


async def killed(home: Path, rounds: int, states: tuple[Path, ...]) -> None:
    """Play in a room; its files are copied to each of the states in turn, as a kill at that moment leaves them.

    Between two states everything is moved from the write-ahead log to the database's own file.
    """
    clock, people = VirtualClock(), list[str]()
    for state in states:
        room = await Room.open(home / "room", settings=SETTINGS, clock=clock, passwords=Passwords())
        if not people:
            people = [(await room.people.guest()).id for _ in range(2)]
            await room.people.register("Boss", "a long password", "admin")
        guests = [Guest(room, person) for person in people]
        for game in GAMES:
            for guest in guests:
                await guest.ask(frames.Watch(f"{game}-1"))
                await room.answer(guest, frames.Sit(f"sit-{game}", f"{game}-1", 20_000))
        for game in GAMES:
            await _play(room, clock, f"{game}-1", guests, rounds)
        keeper = room._keeper
        assert isinstance(keeper, Keeper)
        keeper.write(durable=False)
        for name in FILES[2:]:  # the anchor may lag behind the data only
            shutil.copy(home / name, state / name)
        shutil.copytree(home / "room", state / "room")
        await room.stop()
        clock = VirtualClock(clock.now())
        with contextlib.closing(sqlite3.connect(home / "room" / FILE)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def _play(room: Room, clock: VirtualClock, table: str, guests: list[Guest], rounds: int) -> None:
    """Play some rounds to their end and one more until its cards are dealt."""
    start = room.table(table).snapshot.number
    for step in range(4000):
        live = room.table(table).snapshot.live
        if live is None:
            for guest in guests:  # as far as there is room for more chips
                await room.answer(guest, frames.Rebuy(f"{table}-rebuy-{start}-{step}", table, 10_000))
                await room.answer(guest, frames.SitIn(f"{table}-in-{start}-{step}", table))
            await clock.run(1000)
            continue
        played = live.number - start - 1
        # Where nobody decides after the deal, no round is ever seen with cards: then one with wagers has to do.
        if (played >= rounds and live.seeds_closed) or (played > rounds and live.books.wagers):
            return
        if not live.seeds_closed and live.books.wagers:
            await clock.run(SETTINGS.betting_window)
            continue
        seats = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
        if not live.seeds_closed:  # everybody may wager in any order
            seats = seats[step % max(len(seats), 1) :]
        if not seats or (not live.seeds_closed and live.hand.KEEPS_SECRETS):
            await clock.run(500)
            continue
        guest = next(guest for guest in guests if guest.person == live.seats[seats[0]].person)
        if not live.seeds_closed and seats[0] not in live.client_seeds:
            await guest.ask(frames.Seed(table, live.id, own_seed("damage", live, seats[0]).hex()))
        action = scripted(f"damage {step}")(live, seats[0])
        if isinstance(action, PlaceWagers) and not sum(action.amounts.values()):
            continue  # the next one bets
        if isinstance(action, BetTo) and (calls := live.hand.legal(seats[0]).of(Call)) is not None:
            action = next(iter(calls))  # so that nobody runs out of chips
        price, data = live.price(seats[0], action), msgspec.to_builtins(action)
        ask = frames.Act(f"{table}-{live.id}-{step}", table, live.id, live.decision(seats[0]), data, price)
        await room.answer(guest, ask)
        await clock.run(0 if live.seeds_closed else 500)
    raise AssertionError(f"{table} makes no progress")


# Damage.


class Damage(NamedTuple):
    """What is done to a copy."""

    file: str
    what: str
    do: Callable[[Path], object]


def damage(whim: RandomChoices, base: Path, earlier: Path, other: Path) -> Damage:
    """A random damage."""
    shares = [(name, share) for name, share in zip(FILES, SHARES, strict=True) if _size(base / name)]
    name = whim.one_of([name for name, share in shares for _ in range(share)])
    at, bit = whim.below(_size(base / name)), whim.below(8)
    match whim.below(10):
        case 0:
            return Damage(name, "deleted", Path.unlink)
        case 1:
            return Damage(name, "emptied", lambda file: file.write_bytes(b""))
        case 2 | 3:
            return Damage(name, f"cut to {at} bytes", lambda file: file.write_bytes(file.read_bytes()[:at]))
        case 4:
            return Damage(name, "replaced by the earlier one", lambda file: shutil.copy(earlier / name, file))
        case 5:
            return Damage(name, "replaced by that of another room", lambda file: shutil.copy(other / name, file))
        case _:
            return Damage(name, f"bit {bit} of byte {at} flipped", lambda file: _flip(file, at, bit))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _flip(file: Path, at: int, bit: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1 << bit
    file.write_bytes(data)


# What comes of it.


def contents(data: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the database."""
    found = {}
    with open_reader(data) as reader, reader.reading() as connection:
        for name, table in schema.metadata.tables.items():
            rows = [tuple(row) for row in connection.execute(table.select()).all()]
            found[name] = sorted(rows, key=repr)
    return found


def outcome(data: Path, whole: dict[str, list[tuple[Any, ...]]]) -> str:
    """Who named the damage, if anybody had to; raises `Unnoticed`."""
    named, now = "", None
    try:
        if any(not finding.ok for finding in check(data)):
            named = "named by check"
        else:
            now = contents(data)
    except (StoreError, NotCommitted):
        named = "named by check"
    try:
        said = asyncio.run(_started(data))
    except (StoreError, NotCommitted) as error:
        if "\n" in str(error):
            raise Unnoticed(f"the start needs more than one line: {error}") from None
        return named or "named by the start"
    except Exception as error:
        raise Unnoticed(f"the start fails with {type(error).__name__}: {error}") from error
    if named or said:
        return named or "named in the public log"
    different = [name for name in whole if now is not None and now[name] != whole[name]]
    if different:
        raise Unnoticed(f"rows differ in {', '.join(different)}")
    return "harmless"


async def _started(data: Path) -> bool:
    """Start and stop the room; whether it said in public that its key is another."""
    room = await Room.open(data, settings=SETTINGS, clock=VirtualClock(), passwords=Passwords())
    try:
        said = [entry.kind for entry in room.history.public_log(1 << 53, limit=1000)]
    finally:
        await room.stop()
    return said.count(KEY) > 1


def run(runs: int, seed: str, rounds: int, say: Callable[[str], object] = lambda _: None) -> Counter[str]:
    """Damage a number of copies; raises `Unnoticed` with everything that went unnoticed."""
    counts: Counter[str] = Counter()
    unnoticed = []
    with tempfile.TemporaryDirectory(prefix="seventh-damage-") as scratch:
        names = ("stopped", "earlier", "later", "strange", "other")
        stopped, earlier, later, strange, other = (Path(scratch) / name for name in names)
        for place in (stopped, earlier, later, strange, other):
            place.mkdir()
        asyncio.run(killed(stopped, rounds, (earlier, later)))
        asyncio.run(killed(strange, 1, (other,)))
        whole = {}
        for base in (stopped, later):
            sound = Path(scratch) / f"sound-{base.name}"
            shutil.copytree(base, sound)
            assert all(finding.ok for finding in check(sound / "room"))
            whole[base] = contents(sound / "room")
        for number in range(runs):
            copy = Path(scratch) / f"run-{number}"
            base = (stopped, later)[number % 2]
            shutil.copytree(base, copy)
            done = damage(RandomChoices(seed, number), base, earlier, other)
            done.do(copy / done.file)
            try:
                found = outcome(copy / "room", whole[base])
            except Unnoticed as error:
                found = "UNNOTICED"
                unnoticed.append(f"run {number}: {done.file} {done.what}: {error}")
            counts[found] += 1
            say(f"{number}: {done.file} {done.what}: {found}")
            shutil.rmtree(copy)
    if unnoticed:
        raise Unnoticed("; ".join(unnoticed))
    return counts


def run_columns(rounds: int, say: Callable[[str], object] = lambda _: None) -> str:
    """Damage every column; says what came of it, and raises `Unnoticed` with what went unnoticed and does harm."""
    with tempfile.TemporaryDirectory(prefix="seventh-damage-") as scratch:
        home, state = Path(scratch) / "home", Path(scratch) / "state"
        home.mkdir()
        state.mkdir()
        asyncio.run(killed(home, rounds, (state,)))
        asyncio.run(furnish(home / "room", SETTINGS))
        assert not named(home / "room")
        count, missed = unnoticed(home, say)
    harmful = [str(flip) for flip in missed if flip.name not in HARMLESS]
    if harmful:
        raise Unnoticed("; ".join(harmful))
    why = "".join(f"\nharmless: {flip.name}, because {HARMLESS[flip.name]}" for flip in missed)
    return f"{count} columns damaged: {count - len(missed)} named by check, {len(missed)} harmless{why}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.damage", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rounds", type=int, default=3, help="rounds played at each table before each kill")
    parser.add_argument("--columns", action="store_true", help="damage one value in every column instead")
    parser.add_argument("--verbose", action="store_true", help="print every run")
    chosen = parser.parse_args(arguments)
    if chosen.runs < 1 or chosen.rounds < 1:
        parser.error("--runs and --rounds must be at least 1")
    logging.disable(logging.CRITICAL)  # rooms say what is wrong with them
    started = time.monotonic()
    say: Callable[[str], object] = print if chosen.verbose else lambda _: None
    try:
        if chosen.columns:
            told = run_columns(chosen.rounds, say)
            print(f"{told}; {time.monotonic() - started:.0f} s")
            return 0
        counts = run(chosen.runs, chosen.seed, chosen.rounds, say)
    except Unnoticed as unnoticed:
        print("\n".join(["UNNOTICED:", *str(unnoticed).split("; ")]))
        return 1
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    print(f"{chosen.runs} damaged rooms: {told}; {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
