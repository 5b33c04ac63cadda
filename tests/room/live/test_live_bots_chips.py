"""R32, R36: bots bring their own chips to every table, so they never keep a person from sitting down."""

import asyncio

import pytest

from seventh.room import frames
from seventh.room.frames import Done
from seventh.room.ledger import MINT, balance, wallet
from seventh.room.settings import TablePlan
from tests.room.live.live_room import SETTINGS, STUD, Harness, name, told_at_once

TABLES = 24
CROWDED = SETTINGS.but(company=4, tables=(TablePlan(STUD, TABLES),))


@told_at_once
async def test_R32_nobody_is_refused_a_seat_because_bots_sit_down_everywhere_at_once(tmp_path):
    async with Harness(tmp_path, CROWDED) as harness:
        people = [await harness.guest() for _ in range(TABLES)]
        tables = [f"{STUD}-{number}" for number in range(1, TABLES + 1)]
        for _ in range(3):
            for one, table in zip(people, tables, strict=True):
                await one.watch(table)
            asks = [frames.Sit(name(), table, 20_000) for table in tables]
            answers = await asyncio.gather(*(one.ask(ask) for one, ask in zip(people, asks, strict=True)))
            assert [answer for answer in answers if not isinstance(answer, Done)] == []
            await harness.run(2)
            bots = [chair for table in tables for chair in harness.table(table).snapshot.chairs.values() if chair.bot]
            assert len(bots) == TABLES * 3
            await asyncio.gather(*(one.leave(table) for one, table in zip(people, tables, strict=True)))
            await harness.run(600)
            assert not any(harness.table(table).snapshot.chairs for table in tables)
        await harness.close_and_check()


@pytest.mark.parametrize("game", [STUD])
@told_at_once
async def test_R10_what_bots_bring_comes_from_the_mint_and_goes_back(tmp_path, game):
    async with Harness(tmp_path, CROWDED) as harness:
        one = await harness.guest()
        table = f"{game}-1"

        def issued() -> int:
            with harness.room.store.reading() as connection:
                return -balance(connection, MINT)

        before = issued()
        await one.sit(table)
        await harness.run(2)
        bots = [chair.person for chair in harness.table(table).snapshot.chairs.values() if chair.bot]
        assert issued() == before + len(bots) * CROWDED.bot_chips
        await one.leave(table)
        await harness.run(600)
        with harness.room.store.reading() as connection:
            purses = [balance(connection, wallet(bot)) for bot in bots]
        assert purses == [0] * len(bots)
        won = harness.chips(one, table) - harness.settings.starting_chips
        with harness.room.store.reading() as connection:
            raked = balance(connection, "rake")
        assert issued() == before + won + raked
        await harness.close_and_check()
