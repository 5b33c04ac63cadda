"""A whole evening on a fast clock: hundreds of hands at all games, people who come, go and drop off; and the books."""

import asyncio
from random import Random

import msgspec
import pytest
from live_room import GAMES, SETTINGS, STUD, Client, Evening, name, told_at_once

from seventh.room import frames
from seventh.room.people.accounts import Person
from seventh.room.reading import rows
from seventh.room.settings import RoomSettings, TablePlan
from seventh.room.store import schema

HANDS = 500

FAST = RoomSettings(
    company=3,
    tables=tuple(TablePlan(game, 2) for game in GAMES),
    showing_time=2_000,
    betting_window=8_000,
    away_leaves=60_000,
    house_bankroll=10**12,
)


class Regular(Client):
    """Somebody who spends the evening: acts when a frame says so, and now and then does something else."""

    def __init__(self, evening: Evening, person: Person, table: str, chance: Random) -> None:
        super().__init__(evening, person.id)
        self.home = table
        self.chance = chance
        self.here = True
        self.answered: set[tuple[str, int]] = set()
        self.seeded = ""
        self.problems: list[object] = []

    def tell(self, frame: bytes) -> None:
        if self.here:
            self.evening.clock.spawn(self.react(msgspec.json.decode(frame)))

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
        live = self.evening.table(self.home).standing.live
        if live is None or live.id != info["id"]:
            return
        seat = told["you"]["seat"]
        if seat not in live.seats or live.decision(seat) != info["decision"]:
            return
        if told["state"] == "betting" and live.hand.hands[seat].status != "open":
            await self.ask(frames.Ready(self.home, info["id"]))
            return
        answer = await self.ask(self.answer_to(self.home, word=f"{self.person}{key}"))
        live = self.evening.table(self.home).standing.live
        if isinstance(answer, frames.RefusedFrame) and not (
            # While the ask waited for its turn at the table the clock decided, or the round went on or was called off.
            (answer.code in ("stale", "not_seated") and (live is None or key != (live.id, live.decision(seat))))
            # More than one may have looked at the same chips of the house, or of the wallet.
            or answer.code == "no_chips"
        ):
            self.problems.append(answer)
        if told["state"] == "betting":
            await self.ask(frames.Ready(self.home, info["id"]))

    async def whim(self) -> None:
        """Come, go, drop off, come back, buy chips, sit out, sit in."""
        roll = self.chance.random()
        seated = any(chair.person == self.person for chair in self.evening.table(self.home).standing.chairs.values())
        if not self.here:
            if roll < 0.5:
                self.here = True
                await self.ask(frames.Watch(self.home))
        elif not seated:
            if self.evening.room.cashier.wallet(self.person) < 20_000:
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@told_at_once
async def test_a_full_evening_with_a_fast_clock_ends_with_clean_books(tmp_path, seed):
    evening = Evening(tmp_path, FAST)
    await evening.open()
    chance = Random(seed)
    regulars: list[Regular] = []
    for table in evening.room.tables:
        for _ in range(chance.choice([1, 3, 5])):
            person = await evening.room.people.guest()
            regulars.append(Regular(evening, person, table, Random(chance.random())))
    restarts = 0
    for minute in range(200):
        for regular in regulars:
            await regular.whim()
        await evening.run(20)
        closed = [row for row in rows(evening.room.store, schema.rounds.select()) if row.state != "open"]
        played = [row for row in closed if row.state == "played"]
        if len(played) >= HANDS:
            break
        if minute % 4 == 3:
            restarts += 1
            await evening.restart()
            for regular in regulars:
                if regular.here:
                    await regular.ask(frames.Watch(regular.home))
    assert len(played) >= HANDS
    assert {row.game for row in played} == set(GAMES)
    assert restarts >= 1
    assert not any("fault" in (row.reason or "") for row in closed), [row.reason for row in closed]
    log = schema.log
    assert not rows(evening.room.store, log.select().where(log.c.kind == "table_failed"))
    clocked = [
        row for row in rows(evening.room.store, log.select().where(log.c.kind == "step")) if b'"clock"' in row.body
    ]
    assert clocked, "nobody ever left a decision to the clock"
    assert not [problem for regular in regulars for problem in regular.problems]
    for regular in regulars:
        await regular.drop()
    await evening.run(1_200)
    assert not any(table.standing.chairs for table in evening.room.tables.values()), "everybody has gone home"
    with_chips = rows(
        evening.room.store, schema.accounts.select().where(schema.accounts.c.kind.in_(("stack", "escrow")))
    )
    assert all(row.balance == 0 for row in with_chips)
    await evening.close_and_check()


@told_at_once
async def test_the_same_evening_comes_out_the_same(tmp_path):
    """The clock and the players are fixed; the cards are not, so only what does not depend on them is compared."""
    counts = []
    for run in ("first", "second"):
        async with Evening(tmp_path / run, SETTINGS) as evening:
            clients = [await evening.guest() for _ in range(3)]
            for client in clients:
                await client.sit(f"{STUD}-1")
            await evening.run(600)
            counts.append(len(rows(evening.room.store, schema.rounds.select())))
    assert counts[0] == counts[1] > 1


@told_at_once
async def test_whoever_takes_the_seat_of_somebody_who_was_away_is_not_taken_for_absent(tmp_path):
    """A mark of absence that outlived its person once made the seat due for ever, and the clock never went on."""
    async with Evening(tmp_path, FAST) as evening:
        table, gone = f"{STUD}-1", await evening.guest()
        stays, comes = [Regular(evening, await evening.room.people.guest(), table, Random(seed)) for seed in (1, 2)]
        await gone.sit(table, seat=1)
        await stays.sit(table)
        await evening.run(5)
        await gone.drop()
        live = evening.table(table)
        for _ in range(60):
            await evening.run(10)
            chair = live.standing.chairs.get(1)
            if chair is None or chair.person != gone.person:
                break
        if 1 not in live.standing.chairs:  # else one of the bots that keep company took it at once
            await comes.sit(table, seat=1)
        assert live.standing.chairs[1].person != gone.person, "the absent one gave the seat up"
        assert live.away == {}
        await asyncio.wait_for(evening.run(300), 60)
        assert not live.loop.halted
