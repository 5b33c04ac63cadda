"""Soak test on a virtual clock: hundreds of hands of all games, with players who join, leave and disconnect."""

import asyncio
from random import Random

import msgspec
import pytest

from seventh.fair import Secret
from seventh.room import frames
from seventh.room.people.accounts import Person
from seventh.room.queries import rows
from seventh.room.rounds.sealing import unsealed_body
from seventh.room.settings import RoomSettings, TablePlan
from seventh.room.store import schema
from tests.effort import EFFORT
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Client, Harness, name, told_at_once

HANDS = 250 * EFFORT

FAST = RoomSettings(
    company=3,
    tables=tuple(TablePlan(game, 2) for game in GAMES),
    showing_time=2_000,
    betting_window=8_000,
    away_leaves=60_000,
    house_bankroll=10**12,
)


class Regular(Client):
    """A player who acts when it is their turn, and sometimes does something else."""

    def __init__(self, harness: Harness, person: Person, table: str, chance: Random) -> None:
        super().__init__(harness, person.id)
        self.home = table
        self.chance = chance
        self.here = True
        self.answered: set[tuple[str, int]] = set()
        self.seeded = ""
        self.problems: list[object] = []

    def tell(self, frame: bytes) -> None:
        if self.here:
            self.harness.clock.spawn(self.react(msgspec.json.decode(frame)))

    async def react(self, told: dict) -> None:
        info = told.get("round")
        if told["is"] != "table" or not info or not told["you"] or told["state"] not in ("betting", "playing"):
            return
        if not info["seeds_closed"] and self.seeded != info["id"] and str(told["you"]["seat"]) not in info["seeds"]:
            self.seeded = info["id"]
            await self.ask(frames.Seed(self.home, info["id"], f"{self.chance.getrandbits(64):016x}"))
        key = info["id"], info["decision"]
        if not info["decision"] or key in self.answered or self.chance.random() < 0.1:
            return
        if told["state"] == "betting" and told["you"]["seat"] not in [s["seat"] for s in info["view"]["seats"]]:
            return
        if told["state"] == "playing" and told["you"]["seat"] not in info["view"]["to_act"]:
            return
        self.answered.add(key)
        live = self.harness.table(self.home).snapshot.live
        if live is None or live.id != info["id"]:
            return
        seat = told["you"]["seat"]
        if seat not in live.seats or live.decision(seat) != info["decision"]:
            return
        if told["state"] == "betting" and live.hand.hands[seat].status != "open":
            await self.ask(frames.Ready(self.home, info["id"]))
            return
        answer = await self.ask(self.answer_to(self.home, word=f"{self.person}{key}"))
        live = self.harness.table(self.home).snapshot.live
        if isinstance(answer, frames.RefusedFrame) and not (
            # While the request was waiting, the player timed out, or the round continued or was voided.
            (answer.code in ("stale", "not_seated") and (live is None or key != (live.id, live.decision(seat))))
            # More than one may have looked at the same chips of the house, or of the wallet.
            or answer.code == "no_chips"
        ):
            self.problems.append(answer)
        if told["state"] == "betting":
            await self.ask(frames.Ready(self.home, info["id"]))

    async def whim(self) -> None:
        """Join, leave, disconnect, return, buy chips, sit out, sit in."""
        roll = self.chance.random()
        seated = any(chair.person == self.person for chair in self.harness.table(self.home).snapshot.chairs.values())
        if not self.here:
            if roll < 0.5:
                self.here = True
                await self.ask(frames.Watch(self.home))
        elif not seated:
            if self.harness.room.cashier.wallet(self.person) < 20_000:
                await self.ask(frames.Refill(name()))
            await self.ask(frames.Watch(self.home))
            ask = frames.Sit if roll < 0.8 else frames.Queue
            await self.ask(ask(name(), self.home, self.chance.choice([8_000, 12_000, 20_000])))
        elif roll < 0.06:
            self.here = False
            await self.drop()
        elif roll < 0.12:
            await self.ask(frames.Leave(name(), self.home))
        elif roll < 0.18:
            await self.ask(frames.SitOut(name(), self.home))
        elif roll < 0.40:
            await self.ask(frames.SitIn(name(), self.home))
        elif roll < 0.50:
            await self.ask(frames.Rebuy(name(), self.home, 4_000))


def clocked(harness: Harness) -> list[str]:
    """The rounds with a decision that was left to the clock."""
    log = schema.log
    seeds = {row.round: Secret(bytes(row.seed)) for row in rows(harness.room.store, schema.seeds.select())}
    steps = rows(harness.room.store, log.select().where(log.c.kind == "step", log.c.round.in_(seeds)))
    return [row.round for row in steps if b'"clock"' in unsealed_body(seeds[row.round], row.round, row.body)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@told_at_once
async def test_a_full_evening_with_a_fast_clock_ends_with_clean_books(tmp_path, seed):
    harness = Harness(tmp_path, FAST)
    await harness.open()
    chance = Random(seed)
    regulars: list[Regular] = []
    for table in harness.room.tables:
        for _ in range(chance.choice([1, 3, 5])):
            person = await harness.room.people.guest()
            regulars.append(Regular(harness, person, table, Random(chance.random())))
    restarts = 0
    for minute in range(200):
        for regular in regulars:
            await regular.whim()
        await harness.run(20)
        closed = [row for row in rows(harness.room.store, schema.rounds.select()) if row.state != "open"]
        played = [row for row in closed if row.state == "played"]
        if len(played) >= HANDS and clocked(harness):
            break
        if minute % 4 == 3:
            restarts += 1
            await harness.restart()
            for regular in regulars:
                if regular.here:
                    await regular.ask(frames.Watch(regular.home))
    assert len(played) >= HANDS
    assert {row.game for row in played} == set(GAMES)
    assert restarts >= 1
    assert not any("fault" in (row.reason or "") for row in closed), [row.reason for row in closed]
    log = schema.log
    assert not rows(harness.room.store, log.select().where(log.c.kind == "table_failed"))
    assert clocked(harness), "nobody ever left a decision to the clock"
    assert not [problem for regular in regulars for problem in regular.problems]
    for regular in regulars:
        await regular.drop()
    await harness.run(1_200)
    assert not any(table.snapshot.chairs for table in harness.room.tables.values()), "everybody has gone home"
    with_chips = rows(
        harness.room.store, schema.accounts.select().where(schema.accounts.c.kind.in_(("stack", "escrow")))
    )
    assert all(row.balance == 0 for row in with_chips)
    await harness.close_and_check()


@told_at_once
async def test_the_same_evening_comes_out_the_same(tmp_path):
    """The clock and the players are fixed; the cards are not, so only what does not depend on them is compared."""
    counts = []
    for run in ("first", "second"):
        async with Harness(tmp_path / run, SETTINGS) as harness:
            clients = [await harness.guest() for _ in range(3)]
            for client in clients:
                await client.sit(f"{STUD}-1")
            await harness.run(600)
            counts.append(len(rows(harness.room.store, schema.rounds.select())))
    assert counts[0] == counts[1] > 1


@told_at_once
async def test_a_player_who_takes_an_absent_players_seat_is_not_considered_absent(tmp_path):
    """A stale mark of absence once kept the seat due forever, so that the clock never advanced."""
    async with Harness(tmp_path, FAST) as harness:
        table, gone = f"{STUD}-1", await harness.guest()
        stays, comes = [Regular(harness, await harness.room.people.guest(), table, Random(seed)) for seed in (1, 2)]
        await gone.sit(table, seat=1)
        await stays.sit(table)
        await harness.run(5)
        await gone.drop()
        live = harness.table(table)
        for _ in range(60):
            await harness.run(10)
            chair = live.snapshot.chairs.get(1)
            if chair is None or chair.person != gone.person:
                break
        if 1 not in live.snapshot.chairs:  # otherwise a bot took it at once
            await comes.sit(table, seat=1)
        assert live.snapshot.chairs[1].person != gone.person, "the absent one gave the seat up"
        assert live.away == {}
        await asyncio.wait_for(harness.run(300), 60)
        assert not live.loop.halted
