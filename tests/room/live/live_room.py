"""A room for tests: a real SQLite store, a virtual clock, and connected people."""

from __future__ import annotations

import asyncio
import functools
import inspect
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Self

import msgspec
from argon2 import PasswordHasher

from seventh.room import frames
from seventh.room.check import check
from seventh.room.clock import VirtualClock
from seventh.room.custody.location import custody_of
from seventh.room.frames import Act, LastRound
from seventh.room.people.passwords import Passwords
from seventh.room.people.people import Person
from seventh.room.room import Room
from seventh.room.rounds.live_round import LiveRound
from seventh.room.settings import RoomSettings, TablePlan
from seventh.room.tables.table import LiveTable
from seventh.rounds.actions import Action, BetTo, Call
from tools.scripted_players import scripted

GAMES = ("high-card-flush", "boston-7-stud", "seven-card-thrill", "seven-card-stud")
DEALER_GAMES = GAMES[:3]
STUD = GAMES[3]

SETTINGS = RoomSettings(
    company=0,
    spares_decisions=0,
    tables=tuple(TablePlan(game, 2) for game in GAMES),
    house_bankroll=10**12,
    showing_time=5_000,
    archive_after=0,
    reality_check=0,
)
"""Two tables of each game and no bots by default; no automatic decisions. Nothing is archived, and there are no reality
checks: the archiver looks every minute, and some tests let months pass."""

SPARES = SETTINGS.but(spares_decisions=1)
"""The same, but with automatic decisions, as in a room with default settings."""

_numbers = count(1)


def told_at_once(test: Callable[..., Any]) -> Callable[..., None]:
    """Run an async test."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    run.__signature__ = inspect.signature(test)  # type: ignore[attr-defined]
    return run


class Client:
    """A person's connection, and the frames it received."""

    def __init__(self, harness: Harness, person: str, device: str = "", address: str = "") -> None:
        self.harness = harness
        self.person = person
        self.device = device
        self.address = address
        self.raw: list[bytes] = []

    def tell(self, frame: bytes) -> None:
        self.raw.append(frame)

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(frame) for frame in self.raw]

    @property
    def last(self) -> dict[str, Any]:
        return msgspec.json.decode(self.raw[-1])

    async def ask(self, ask: Any) -> Any:
        return await self.harness.room.answer(self, ask)

    async def done(self, ask: Any) -> None:
        answer = await self.ask(ask)
        assert answer is None or isinstance(answer, frames.Done), answer

    async def watch(self, table: str, invitation: str = "", words: bool = True) -> None:
        await self.done(frames.Watch(table, invitation, words))

    async def sit(self, table: str, buy_in: int = 20_000, seat: int = 0) -> None:
        await self.watch(table)
        await self.done(frames.Sit(name(), table, buy_in, seat))

    async def leave(self, table: str) -> None:
        await self.done(frames.Leave(name(), table))

    async def act(self, table: str, action: Action | None = None, word: str = "live") -> Any:
        """Answer the open decision, by default like a scripted player."""
        return await self.ask(self.answer_to(table, action, word))

    def answer_to(self, table: str, action: Action | None = None, word: str = "live") -> Act:
        live = self.harness.table(table).snapshot.live
        assert live is not None
        seat = next(seat for seat, seated in live.seats.items() if seated.person == self.person)
        chosen = action or scripted(word)(live, seat)
        price = live.price(seat, chosen)
        return frames.Act(name(), table, live.id, live.decision(seat), msgspec.to_builtins(chosen), price)

    async def ready(self, table: str) -> None:
        snapshot = self.harness.table(table).snapshot
        now = snapshot.live or snapshot.over
        assert now is not None
        await self.done(frames.Ready(table, now.id))

    async def drop(self) -> None:
        await self.harness.room.gone(self)


class Harness:
    """A room in a directory, its clock, and the people in it."""

    def __init__(self, data: Path | None, settings: RoomSettings = SETTINGS, url: str | None = None) -> None:
        self.data = data
        self.url = url
        self.settings = settings
        self.clock = VirtualClock()
        self.room: Room
        self.open_now = False

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.open_now:
            await self.stop()

    async def stop(self) -> None:
        self.open_now = False
        assert not self.clock.failed
        await self.room.stop()

    async def open(self) -> None:
        passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        self.open_now = True
        self.room = await Room.open(self.data, self.url, settings=self.settings, clock=self.clock, passwords=passwords)

    async def restart(self) -> None:
        """Stop and start again from what is stored."""
        await self.stop()
        self.clock = VirtualClock(self.clock.now())
        await self.open()

    async def guest(self, device: str = "", address: str = "") -> Client:
        return Client(self, (await self.room.people.guest()).id, device, address)

    async def guest_named(self, nickname: str) -> Client:
        return Client(self, (await self.room.people.guest(nickname)).id)

    async def admin(self) -> Person:
        found = self.room.people.named("Boss")
        return found or await self.room.people.register("Boss", "a long password", "admin")

    def again(self, client: Client) -> Client:
        """Another connection of the same person."""
        return Client(self, client.person, client.device, client.address)

    def table(self, table: str) -> LiveTable:
        return self.room.table(table)

    def live_at(self, table: str) -> LiveRound:
        """The round that is being played at a table."""
        live = self.table(table).snapshot.live
        assert live is not None
        return live

    def over_at(self, table: str) -> LiveRound:
        """The round that is over and still shown at a table."""
        over = self.table(table).snapshot.over
        assert over is not None
        return over

    def last_at(self, table: str) -> LastRound:
        """The last round of a table."""
        last = self.table(table).snapshot.last
        assert last is not None
        return last

    async def run(self, seconds: float) -> None:
        await self.clock.run(int(seconds * 1000))

    def chips(self, client: Client, *tables: str) -> int:
        """All of a person's chips: in the wallet, the stacks, and the rounds at these tables."""
        return self.room.cashier.wallet(client.person) + sum(self._at(table, client.person) for table in tables)

    def _at(self, table: str, person: str) -> int:
        session = self.table(table).snapshot.session
        return sum(seated.chips for seated in session.seats.values() if seated.player == person)

    async def close_and_check(self) -> None:
        """Stop, and audit the data with `check`."""
        await self.stop()
        findings = check(self.data, self.url)
        assert all(finding.ok for finding in findings), [str(finding) for finding in findings if not finding.ok]


def copy_room(data: Path, to: Path) -> None:
    """Copy a running room with its key and its anchor: the anchor first, since it may lag behind the data only."""
    custody, copy = custody_of(data, None), custody_of(to, None)
    shutil.copy(custody.key, copy.key)
    shutil.copy(custody.anchor, copy.anchor)
    shutil.copytree(data, to)


def killed(harness: Harness, to: Path) -> Harness:
    """Another room on a copy of what is on the disk now, as if this one had been killed."""
    assert harness.data is not None
    copy_room(harness.data, to)
    again = Harness(to, harness.settings)
    again.clock = VirtualClock(harness.clock.now())
    return again


def name() -> str:
    """A unique request id."""
    return f"ask-{next(_numbers)}"


async def bet_and_close(harness: Harness, table: str, *clients: Client) -> None:
    """Place everybody's wagers and deal the cards."""
    for client in clients:
        while True:
            ask = client.answer_to(table)
            if sum(ask.action["amounts"].values()):
                break
            ask = client.answer_to(table, word=name())
            if sum(ask.action["amounts"].values()):
                break
        await client.done(ask)
    for client in clients:
        await client.ready(table)


def calm(live: LiveRound, seat: int) -> Action:
    """The scripted player's action, but with calls instead of raises."""
    chosen = scripted("live")(live, seat)
    calls = live.hand.legal(seat).of(Call)
    return chosen if calls is None or not isinstance(chosen, BetTo) else next(iter(calls))


async def play_hand(harness: Harness, table: str, *clients: Client) -> None:
    """Play until the round is over. Nobody raises, so that nobody's chips are gone after a few rounds of stud."""
    owners = {client.person: client for client in clients}
    live = harness.table(table).snapshot.live
    assert live is not None
    number = live.number
    for _ in range(500):
        live = harness.table(table).snapshot.live
        if live is None or live.number != number:
            return
        waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
        if not waiting or not live.seeds_closed or live.seats[waiting[0]].person not in owners:
            await harness.run(1)
            continue
        await owners[live.seats[waiting[0]].person].act(table, calm(live, waiting[0]))
        await harness.clock.settle()
    raise AssertionError("the round does not end")
