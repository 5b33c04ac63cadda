"""Houses that are retired: their tables close after the round, they are offered nowhere, and everything else stays."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import select

from seventh.fair import verify
from seventh.games import book_house
from seventh.records.record import read_record
from seventh.room import frames
from seventh.room.check import check
from seventh.room.floor_asks import FloorHold, FloorRelease
from seventh.room.frames import RefusedFrame
from seventh.room.houses import FILE
from seventh.room.refusals import RoomRefused
from seventh.room.room import Room
from seventh.room.settings import TablePlan
from seventh.room.store import schema
from tests.room.live.live_room import (
    SETTINGS,
    STUD,
    Client,
    Harness,
    bet_and_close,
    killed,
    name,
    play_hand,
    told_at_once,
)

FLUSH = "high-card-flush"
BOOK = book_house(FLUSH)
GENEROUS = BOOK.replace(pays={"flush": {"five_cards": 15}})
FRIDAY = "friday-1"


async def with_friday(harness: Harness, rules=GENEROUS) -> None:
    """A house `friday` with two tables."""
    admin = await harness.admin()
    await harness.room.save_house(admin, "friday", rules, 0)
    for _ in range(2):
        await harness.room.tables.open_of("friday")


async def retire(harness: Harness, house: str = "friday") -> None:
    await harness.room.retire_house(await harness.admin(), house, harness.room.houses[house].number)


def test_a_retired_house_s_tables_close_after_their_round_and_all_else_stays(place):
    """On both engines: the round is played to its end, chips go back, and the record verifies afterwards."""

    async def play() -> None:
        async with Harness(place.data, url=place.url) as harness:
            await with_friday(harness)
            one, watcher = await harness.guest(), await harness.guest()
            had = harness.chips(one)
            await watcher.watch(FRIDAY)
            await one.sit(FRIDAY)
            await bet_and_close(harness, FRIDAY, one)
            live = harness.live_at(FRIDAY)
            await retire(harness)
            assert "friday-2" not in harness.room.tables, "nobody is there: at once"
            assert harness.live_at(FRIDAY).id == live.id, "the cards are dealt"
            notice = "High Card Flush (friday) is no longer offered; the table closes after this round"
            assert harness.table(FRIDAY).notice == notice
            late = await watcher.ask(frames.Sit(name(), FRIDAY, 20_000))
            assert isinstance(late, RefusedFrame)
            assert late.why == notice
            await play_hand(harness, FRIDAY, one)
            over = harness.over_at(FRIDAY)
            assert (over.id, over.is_void) == (live.id, False)
            await harness.run(30)
            assert FRIDAY not in harness.room.tables
            told = [frame for frame in one.frames if frame.get("code") == "closed"]
            assert told[-1]["why"].endswith("this table is closed. Your chips are back in your wallet.")
            assert "wallet" not in [frame for frame in watcher.frames if frame.get("code") == "closed"][-1]["why"]
            assert harness.chips(one) == had + over.nets[1]
            # Offered nowhere, but its versions, its round and its record are where they were.
            assert "friday" not in harness.room.houses
            assert [each.number for each in harness.room.houses.versions("friday")] == [1]
            (line,) = [line for line in harness.room.history.rounds(one.person) if line.id == live.id]
            assert line.state == "played"
            record = read_record(harness.room.history.json(one.person, live.id))
            verify(record)
            assert record.house_hash == GENEROUS.hash
            with harness.room.store.reading() as connection:
                query = select(schema.log.c.body, schema.log.c.person).where(schema.log.c.kind == "house_retired")
                logged = [(json.loads(body), person) for body, person in connection.execute(query)]
            assert logged == [({"house": "friday"}, (await harness.admin()).id)]
            await harness.restart()
            assert "friday" not in harness.room.houses
            assert not [table for table in harness.room.tables if table.startswith("friday")]
            await harness.close_and_check()

    asyncio.run(play())


@told_at_once
async def test_a_retired_house_is_refused_on_every_path(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        await with_friday(harness)
        admin, one, room = await harness.admin(), await harness.guest(), harness.room
        await retire(harness)
        person = room.people.person(one.person)
        assert "friday" not in room.houses
        assert "friday" in room.houses.known
        with pytest.raises(RoomRefused, match="'friday' is not a game"):
            await room.quick_seat(one, "friday", name())
        with pytest.raises(RoomRefused, match="'friday' cannot be played alone"):
            await room.tables.alone(person, "friday")
        with pytest.raises(RoomRefused, match="the house friday is retired"):
            await room.tables.create(person, FLUSH, follows="friday")
        with pytest.raises(RoomRefused, match="the house friday is retired"):
            await room.tables.open_of("friday")
        with pytest.raises(RoomRefused, match="the house friday is retired"):
            await room.save_house(admin, "friday", BOOK, 1)
        with pytest.raises(RoomRefused, match="the house friday is retired"):
            await room.retire_house(admin, "friday", 1)
        with pytest.raises(RoomRefused, match="there is no house 'nowhere'"):
            await room.retire_house(admin, "nowhere", 0)


@told_at_once
async def test_only_an_admin_who_has_seen_the_version_retires_a_house_and_never_the_last_of_its_game(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        room, admin = harness.room, await harness.admin()
        floor = await room.people.register("Fran", "another long password", "floor")
        with pytest.raises(RoomRefused, match="high-card-flush is the only house of High Card Flush"):
            await room.retire_house(admin, FLUSH, 0)
        await with_friday(harness)
        with pytest.raises(RoomRefused, match="only admins can retire a house"):
            await room.retire_house(floor, "friday", 1)
        with pytest.raises(RoomRefused, match="changed meanwhile: version 1 is in force, not 0"):
            await room.retire_house(admin, "friday", 0)
        both = await asyncio.gather(
            room.retire_house(admin, FLUSH, 0), room.retire_house(admin, "friday", 1), return_exceptions=True
        )
        assert [type(each) for each in both] == [type(None), RoomRefused], "one of the game is always offered"
        assert FLUSH not in room.houses
        assert f"{FLUSH}-1" not in room.tables
        with pytest.raises(RoomRefused, match="only admins can bring back a house"):
            await room.bring_back_house(floor, FLUSH)
        with pytest.raises(RoomRefused, match="the house friday is not retired"):
            await room.bring_back_house(admin, "friday")
        await harness.close_and_check()


@told_at_once
async def test_a_round_without_wagers_and_private_tables_give_way_too_but_not_rules_of_one_s_own(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        await with_friday(harness)
        one, room = await harness.guest(), harness.room
        person = room.people.person(one.person)
        had = harness.chips(one)
        alone = await room.tables.alone(person, "friday")
        hosted = await room.tables.create(person, FLUSH, follows="friday")
        own = await room.tables.create(person, FLUSH, house=GENEROUS.replace(limits={"ante": {"maximum": 2000}}))
        for table in (alone.id, FRIDAY):
            await one.sit(table)
        assert harness.live_at(FRIDAY).hand.phase == "wagers"
        await retire(harness)
        await harness.run(10)
        assert not {alone.id, hosted.id, FRIDAY} & set(room.tables)
        assert own.id in room.tables
        assert harness.chips(one) == had
        await harness.close_and_check()


@told_at_once
async def test_at_stud_bots_leave_and_a_table_that_the_floor_holds_closes_when_it_is_released(tmp_path):
    async with Harness(tmp_path / "room", SETTINGS.but(company=3)) as harness:
        rules = book_house(STUD).replace(seats=4)
        await with_friday(harness, rules)
        floor = Client(harness, (await harness.room.people.register("Fran", "a long password", "floor")).id)
        one = await harness.guest()
        await one.sit(FRIDAY)
        await harness.run(2)
        live = harness.live_at(FRIDAY)
        await floor.done(FloorHold(name(), FRIDAY, "all", "a pause"))
        await retire(harness)
        await harness.run(600)
        assert harness.live_at(FRIDAY).id == live.id
        await floor.done(FloorRelease(name(), FRIDAY))
        await play_hand(harness, FRIDAY, one)
        await harness.run(600)
        assert FRIDAY not in harness.room.tables
        await harness.close_and_check()


@told_at_once
async def test_R20_killed_after_a_house_was_retired_its_tables_still_close(tmp_path):
    async with Harness(tmp_path / "first") as first:
        await with_friday(first)
        one = await first.guest()
        await one.sit(FRIDAY)
        await bet_and_close(first, FRIDAY, one)
        await retire(first)
        async with killed(first, tmp_path / "second") as second:
            assert "friday" not in second.room.houses
            again = Client(second, one.person)
            await again.watch(FRIDAY)
            await play_hand(second, FRIDAY, again)
            await second.run(60)
            assert FRIDAY not in second.room.tables
            await second.close_and_check()


def test_a_house_comes_back_with_its_rules_and_new_tables(place):
    async def play() -> None:
        plans = (*SETTINGS.tables, TablePlan("", 2, "friday"))
        async with Harness(place.data, url=place.url) as harness:
            await with_friday(harness)
            await retire(harness)
            harness.settings = SETTINGS.but(tables=plans)  # a plan for a retired house opens nothing
            await harness.restart()
            assert not [table for table in harness.room.tables if table.startswith("friday")]
            version = await harness.room.bring_back_house(await harness.admin(), "friday")
            assert (version.number, version.rules) == (1, GENEROUS)
            assert harness.room.houses["friday"] == version
            opened = {table for table in harness.room.tables if table.startswith("friday")}
            assert opened == {"friday-3", "friday-4"}, "numbers of closed tables are not used again"
            one = await harness.guest()
            await one.sit("friday-3")
            assert harness.live_at("friday-3").house == GENEROUS
            await harness.restart()
            assert "friday" in harness.room.houses
            assert opened == {table for table in harness.room.tables if table.startswith("friday")}
            await harness.close_and_check()

    asyncio.run(play())


@told_at_once
async def test_a_house_that_comes_back_during_the_last_round_keeps_that_table(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        await with_friday(harness)
        one = await harness.guest()
        await one.sit(FRIDAY)
        await bet_and_close(harness, FRIDAY, one)
        await retire(harness)
        await harness.room.bring_back_house(await harness.admin(), "friday")
        await play_hand(harness, FRIDAY, one)
        await harness.run(30)
        assert harness.table(FRIDAY).snapshot.session.seat_of(one.person)
        assert not harness.table(FRIDAY).notice
        assert {table for table in harness.room.tables if table.startswith("friday")} == {FRIDAY, "friday-3"}


@pytest.mark.parametrize("changed", [False, True])
@told_at_once
async def test_a_house_file_of_that_name_brings_a_house_back(tmp_path, changed):
    data = tmp_path / "room"
    room = await Room.open(data, settings=SETTINGS, houses={"friday": GENEROUS})
    admin = await room.people.register("Boss", "a long password", "admin")
    await room.retire_house(admin, "friday", 1)
    await room.stop()
    room = await Room.open(data, settings=SETTINGS)
    assert "friday" not in room.houses
    await room.stop()
    rules = GENEROUS.replace(limits={"ante": {"maximum": 2000}}) if changed else GENEROUS
    room = await Room.open(data, settings=SETTINGS, houses={"friday": rules})
    assert (room.houses["friday"].number, room.houses["friday"].source) == (2 if changed else 1, FILE)
    assert {table for table in room.tables if table.startswith("friday")} == {"friday-3", "friday-4"}
    assert room.tables["friday-3"].house == rules
    await room.stop()
    assert all(finding.ok for finding in check(data))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM retired_houses", "the house friday is not retired, unlike in the log"),
        ("UPDATE retired_houses SET at = 5", "the house friday is retired, unlike in the log"),
        (
            'INSERT INTO retired_houses (house, "by", at) SELECT \'nowhere\', "by", at FROM retired_houses',
            "the house nowhere is retired, unlike in the log",
        ),
    ],
)
@told_at_once
async def test_check_compares_retired_houses_with_the_log(tmp_path, damage, says):
    async with Harness(tmp_path / "room") as harness:
        await with_friday(harness)
        await retire(harness)
        await harness.stop()
        with closing(sqlite3.connect(tmp_path / "room" / "room.db", isolation_level=None)) as database:
            database.execute(damage)
        wrong = [finding for finding in check(tmp_path / "room", None) if not finding.ok]
        assert ("houses", says) in {(finding.name, finding.line) for finding in wrong}
