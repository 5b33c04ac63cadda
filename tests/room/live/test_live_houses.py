"""Houses of a room: versions of rules, and how tables switch to them between rounds."""

import asyncio
import json

import pytest
from sqlalchemy import select

from seventh.fair import verify
from seventh.games import book_house, parse_house
from seventh.records.record import read_record
from seventh.room.houses import EDITOR, FILE
from seventh.room.refusals import RoomRefused
from seventh.room.room import Room
from seventh.room.settings import TablePlan
from seventh.room.store import StoreError, schema
from seventh.rounds.actions import PlaceWagers
from tests.room.live.live_room import SETTINGS, STUD, Harness, bet_and_close, play_hand, told_at_once

FLUSH = "high-card-flush"
TABLE = f"{FLUSH}-1"
BOOK = book_house(FLUSH)
GENEROUS = BOOK.replace(pays={"flush": {"five_cards": 15}})
STINGY = BOOK.replace(pays={"flush": {"five_cards": 5}}, limits={"ante": {"minimum": 1000}})


def test_R16_a_round_keeps_its_rules_and_the_next_one_has_the_new_ones(place):
    """A version saved during a round: both rounds verify, each under its own rules, on both engines."""

    async def play() -> None:
        async with Harness(place.data, url=place.url) as harness:
            admin, one = await harness.admin(), await harness.guest()
            await one.sit(TABLE)
            await bet_and_close(harness, TABLE, one)
            during = harness.live_at(TABLE)
            version = await harness.room.save_house(admin, FLUSH, GENEROUS, 0)
            assert (version.number, version.source, version.by) == (1, EDITOR, admin.id)
            assert harness.live_at(TABLE).id == during.id
            assert harness.table(TABLE).house.hash == BOOK.hash, "the cards are dealt"
            assert harness.table(f"{FLUSH}-2").house.hash == GENEROUS.hash, "nobody is there: at once"
            await play_hand(harness, TABLE, one)
            assert harness.over_at(TABLE).house.hash == BOOK.hash
            await harness.run(10)
            assert harness.table(TABLE).house.hash == harness.live_at(TABLE).house.hash == GENEROUS.hash
            layouts = [frame["rules"] for frame in one.frames if frame.get("layout")]
            assert layouts[0] == BOOK.hash
            assert layouts[-1] == GENEROUS.hash
            await bet_and_close(harness, TABLE, one)
            await play_hand(harness, TABLE, one)
            rules = {}
            for line in harness.room.history.rounds(one.person):
                if line.state == "played":
                    record = read_record(harness.room.history.json(one.person, line.id))
                    verify(record)
                    rules[line.number] = record.house_hash
            assert list(dict(sorted(rules.items())).values()) == [BOOK.hash, GENEROUS.hash]
            await harness.close_and_check()

    asyncio.run(play())


def test_R16_versions_survive_a_restart_and_are_in_the_log_with_a_name(place):
    async def play() -> None:
        async with Harness(place.data, url=place.url) as harness:
            admin = await harness.admin()
            await harness.room.save_house(admin, FLUSH, GENEROUS, 0)
            await harness.room.save_house(admin, FLUSH, STINGY, 1)
            with harness.room.store.reading() as connection:
                query = select(schema.log.c.body, schema.log.c.person).where(schema.log.c.kind == "house_changed")
                told = [(json.loads(body), person) for body, person in connection.execute(query)]
            assert [(body["version"], body["house_hash"], person) for body, person in told] == [
                (1, GENEROUS.hash, admin.id),
                (2, STINGY.hash, admin.id),
            ]
            await harness.restart()
            assert [each.number for each in harness.room.houses.versions(FLUSH)] == [2, 1, 0]
            assert harness.room.houses.version(FLUSH, 1).rules == GENEROUS
            assert harness.table(TABLE).house == STINGY
            assert harness.room.tables.quick(FLUSH).house == STINGY
            await harness.close_and_check()

    asyncio.run(play())


@told_at_once
async def test_a_round_without_wagers_gives_way_to_new_rules(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        admin, one = await harness.admin(), await harness.guest()
        await one.sit(TABLE)
        waiting = harness.live_at(TABLE)
        await harness.room.save_house(admin, FLUSH, STINGY, 0)
        assert harness.live_at(TABLE).id != waiting.id
        assert harness.live_at(TABLE).house == STINGY
        answer = await one.act(TABLE, PlaceWagers({"ante": 500}))
        assert answer.why.startswith("You can bet $10 to"), "the least ante was $5 when the player sat down"


@told_at_once
async def test_a_change_that_somebody_else_made_meanwhile_is_not_overwritten(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        admin, room = await harness.admin(), harness.room
        await room.save_house(admin, FLUSH, GENEROUS, 0)
        with pytest.raises(RoomRefused, match="changed meanwhile: version 1 is in force, not 0"):
            await room.save_house(admin, FLUSH, STINGY, 0)
        with pytest.raises(RoomRefused, match="nothing differs from version 1"):
            await room.save_house(admin, FLUSH, GENEROUS, 1)
        both = await asyncio.gather(
            room.save_house(admin, FLUSH, STINGY, 1), room.save_house(admin, FLUSH, BOOK, 1), return_exceptions=True
        )
        assert sum(isinstance(each, RoomRefused) for each in both) == 1
        assert room.houses[FLUSH].number == 2


@told_at_once
async def test_only_admins_change_a_house_and_only_within_what_a_room_can_have(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        room, admin = harness.room, await harness.admin()
        floor = await room.people.register("Fran", "another long password", "floor")
        with pytest.raises(RoomRefused, match="only admins"):
            await room.save_house(floor, FLUSH, GENEROUS, 0)
        with pytest.raises(RoomRefused, match="chips_per_unit is 1; allowed in a room: 100"):
            await room.save_house(admin, FLUSH, BOOK.replace(chips_per_unit=1), 0)
        with pytest.raises(RoomRefused, match="is for high-card-flush, not seven-card-stud"):
            await room.save_house(admin, FLUSH, book_house(STUD), 0)
        for name in ("Our House", "a--b", "", "x" * 41, "../x"):
            with pytest.raises(RoomRefused, match="cannot be the name of a house"):
                await room.save_house(admin, name, GENEROUS, 0)
        assert set(room.houses) == set(SETTINGS.tables and [plan.game for plan in SETTINGS.tables])


@told_at_once
async def test_a_taken_seat_is_not_taken_away_by_new_rules(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        admin, one = await harness.admin(), await harness.guest()
        await one.sit(TABLE, seat=6)
        with pytest.raises(RoomRefused, match="seats is 4, but seat 6 is taken at High Card Flush 1"):
            await harness.room.save_house(admin, FLUSH, BOOK.replace(seats=4), 0)
        await one.leave(TABLE)
        await harness.room.save_house(admin, FLUSH, BOOK.replace(seats=4), 0)
        assert harness.table(TABLE).house.seats == 4


@told_at_once
async def test_bots_give_up_seats_that_new_rules_no_longer_have(tmp_path):
    async with Harness(tmp_path / "room", SETTINGS.but(company=6)) as harness:
        admin, one = await harness.admin(), await harness.guest()
        table = f"{STUD}-1"
        await one.sit(table, 20_000, 1)
        await harness.run(2)
        assert max(harness.table(table).snapshot.chairs) > 3
        await harness.room.save_house(admin, STUD, book_house(STUD).replace(seats=3), 0)
        await one.leave(table)
        await harness.run(300)
        await one.sit(table, 20_000, 1)
        await harness.run(2)
        assert harness.table(table).house.seats == 3
        assert max(harness.table(table).snapshot.chairs) <= 3
        await harness.close_and_check()


# House files.


async def opened(data, settings=SETTINGS, **files) -> Room:
    houses = {name.replace("_", "-"): rules for name, rules in files.items()}
    return await Room.open(data, settings=settings, houses=houses)


@told_at_once
async def test_a_house_file_adds_a_house_with_its_planned_tables(tmp_path):
    plans = (TablePlan(FLUSH, 1), TablePlan("", 3, "friday"))
    room = await opened(tmp_path / "room", SETTINGS.but(tables=plans), friday=GENEROUS, saturday=STINGY)
    assert sorted(room.tables) == [
        *(f"friday-{n}" for n in (1, 2, 3)), f"{FLUSH}-1", "saturday-1", "saturday-2",
    ]  # fmt: skip
    assert room.tables["friday-1"].house == GENEROUS
    assert room.tables["friday-1"].row.name == "High Card Flush (friday) 1"
    assert room.tables.quick("saturday").house == STINGY
    assert room.houses["friday"].source == FILE
    await room.stop()
    # Without the files the houses and their tables are still there; a third file adds its tables to an existing room.
    room = await opened(tmp_path / "room", sunday=parse_house("limits.ante.maximum = 2000", FLUSH))
    assert {"friday-3", "saturday-2", "sunday-1", "sunday-2"} <= set(room.tables)
    assert len(room.tables) == 8
    await room.stop()


@told_at_once
async def test_a_changed_file_is_a_new_version_and_an_unchanged_one_leaves_the_editor_s_in_force(tmp_path):
    data = tmp_path / "room"
    room = await opened(data, friday=GENEROUS)
    admin = await room.people.register("Boss", "a long password", "admin")
    await room.save_house(admin, "friday", STINGY, 1)
    await room.stop()
    room = await opened(data, friday=GENEROUS)
    assert (room.houses["friday"].number, room.houses["friday"].rules) == (2, STINGY)
    await room.stop()
    newer = GENEROUS.replace(limits={"ante": {"maximum": 2000}})
    room = await opened(data, friday=newer)
    assert (room.houses["friday"].number, room.houses["friday"].source) == (3, FILE)
    assert room.tables["friday-1"].house == newer
    await room.stop()


@told_at_once
async def test_a_file_named_after_a_game_replaces_the_book_in_this_room(tmp_path):
    room = await opened(tmp_path / "room", **{FLUSH: GENEROUS})
    assert room.houses[FLUSH].rules == GENEROUS
    assert room.tables[TABLE].house == GENEROUS
    assert not room.houses.added
    await room.stop()


@told_at_once
async def test_R47_a_plan_or_a_file_that_does_not_fit_the_room_is_refused_in_one_line(tmp_path):
    with pytest.raises(StoreError, match=r"tables has the house 'nowhere'; allowed: .*high-card-flush"):
        await opened(tmp_path / "room", SETTINGS.but(tables=(TablePlan("", 1, "nowhere"),)))
    await (await opened(tmp_path / "room", friday=GENEROUS)).stop()
    with pytest.raises(StoreError, match="the house friday of this room is for high-card-flush, not seven-card-stud"):
        await opened(tmp_path / "room", friday=book_house(STUD))


@told_at_once
async def test_R16_seated_players_are_told_which_rules_changed(tmp_path):
    async with Harness(tmp_path / "room") as harness:
        admin, one = await harness.admin(), await harness.guest()
        await one.sit(TABLE)
        await harness.room.save_house(admin, FLUSH, STINGY, 0)
        (line,) = [line for frame in one.frames for line in frame.get("news", ()) if line["kind"] == "rules"]
        assert line["text"].startswith("New rules are in force from this round: ")
        assert "ante minimum $10 (was $5)" in line["text"]
        assert "flush five cards 5 to 1 (was 12 to 1)" in line["text"]
