"""Single-player tables: nobody else has access, there is no clock, and no chips get stuck."""

import asyncio

import pytest

from seventh.room import frames
from seventh.room.frames import RefusedFrame
from seventh.room.refusals import RoomRefused
from tests.room.live.live_room import (
    DEALER_GAMES,
    SETTINGS,
    STUD,
    Client,
    Harness,
    bet_and_close,
    name,
    play_hand,
    told_at_once,
)

GAME = "high-card-flush"
DAY = 86_400


async def own_table(harness: Harness, client: Client, game: str = GAME) -> str:
    return (await harness.room.tables.alone(harness.room.people.person(client.person), game)).id


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_a_single_player_round_waits_for_its_player(tmp_path, game):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = await own_table(harness, one, game)
        await one.sit(table)
        await harness.run(DAY)
        assert (one.last["state"], one.last["until"]) == ("betting", 0)
        await bet_and_close(harness, table, one)
        assert one.last["state"] == "playing", "there is nobody else to wait for"
        assert one.last["round"]["deadlines"] == one.last["round"]["clocks"] == {}
        await harness.run(DAY)
        assert one.last["state"] == "playing"
        await play_hand(harness, table, one)
        over = one.last["round"]["id"]
        await harness.run(DAY)
        assert (one.last["state"], one.last["until"], one.last["round"]["id"]) == ("showing", 0, over)
        await one.ready(table)
        assert one.last["state"] == "betting"
        assert one.last["round"]["id"] != over
        await harness.close_and_check()


@told_at_once
async def test_a_single_player_hand_against_bots_waits_for_its_player(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(company=3)) as harness:
        one, other = await harness.guest(), await harness.guest()
        table = await own_table(harness, one, STUD)
        assert (await other.ask(frames.Watch(table))).code == "forbidden"
        await one.sit(table)
        over = None
        for _ in range(400):
            if one.last["state"] == "showing":
                over = one.last["round"]["id"]
                break
            live = harness.table(table).snapshot.live
            seat = harness.table(table).snapshot.session.seat_of(one.person)
            if live is not None and live.seeds_closed and seat in live.hand.to_act:
                await harness.run(DAY)
                assert harness.live_at(table).decision(seat) == live.decision(seat)
                assert str(seat) not in one.last["round"]["deadlines"]
                await one.act(table)
            await harness.run(1)
        assert over, "the hand was played to its end"
        assert sum(chair.bot for chair in harness.table(table).snapshot.chairs.values()) == 2
        await harness.run(DAY)
        assert (one.last["state"], one.last["until"], one.last["round"]["id"]) == ("showing", 0, over)
        await one.ready(table)
        assert one.last["round"]["id"] != over
        await one.leave(table)
        await harness.run(60 + 2 * SETTINGS.own_table_idle / 1000)
        assert table not in harness.room.tables, "the bots leave with their player, and the table is closed"
        await harness.close_and_check()


@told_at_once
async def test_R30_nobody_else_can_sit_at_watch_or_find_a_single_player_table(tmp_path):
    async with Harness(tmp_path) as harness:
        one, other = await harness.guest(), await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        for ask in (
            frames.Watch(table),
            frames.Watch(table, "None"),
            frames.Sit(name(), table, 20_000),
            frames.Queue(name(), table, 20_000),
        ):
            assert (await other.ask(ask)).code == "forbidden"
        assert (await Client(harness, "").ask(frames.Watch(table))).code == "forbidden"
        assert table not in {row.table for row in harness.room.lobby.frame().tables}
        assert harness.room.tables.quick(GAME, one.person).id != table, "the quick seat is at a shared table"
        assert one.last["private"]


@told_at_once
async def test_everybody_has_one_table_of_their_own_in_each_game_and_comes_back_to_it(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(private_tables=1)) as harness:
        one, two = await harness.guest(), await harness.guest()
        first = set(await asyncio.gather(*(own_table(harness, one) for _ in range(5))))
        assert len(first) == 1, "however often and fast one asks"
        assert await own_table(harness, two) not in first
        assert await own_table(harness, one, DEALER_GAMES[1]) not in first
        person = harness.room.people.person(one.person)
        assert (await harness.room.tables.create(person, GAME)).row.word, "they do not count as private tables"
        for wrong in (STUD, "whist"):
            with pytest.raises(RoomRefused, match="cannot be played alone"):
                await own_table(harness, one, wrong)


@told_at_once
async def test_R22_an_absent_players_chips_are_returned_from_a_single_player_round(tmp_path):
    """The round waits for them a while; then it takes its defaults, and its person leaves the table."""
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        await bet_and_close(harness, table, one)
        await one.drop()
        await harness.clock.run(SETTINGS.away_leaves - 1)
        live = harness.table(table).snapshot.live
        assert live is not None
        assert 1 in live.hand.to_act
        await harness.clock.run(1)
        assert not harness.table(table).snapshot.chairs
        line = next(line for line in harness.room.history.rounds(one.person, "", 5) if line.id == live.id)
        assert harness.chips(one) == SETTINGS.starting_chips + line.net
        await harness.run(2 * SETTINGS.own_table_idle / 1000)
        assert table not in harness.room.tables, "and the table is closed"
        await harness.close_and_check()


@told_at_once
async def test_R22_wagers_placed_alone_are_not_stuck_when_the_connection_goes(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        await one.done(one.answer_to(table, word="ante"))
        await one.drop()
        await harness.clock.run(SETTINGS.away_leaves - 1)
        assert harness.table(table).state == "betting"
        await harness.run(SETTINGS.away_leaves / 1000)
        assert not harness.table(table).snapshot.chairs
        await harness.close_and_check()


@told_at_once
async def test_a_player_who_returns_in_time_finds_a_single_player_round_as_it_was(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        await bet_and_close(harness, table, one)
        before = one.last["round"]
        await one.drop()
        await harness.clock.run(SETTINGS.away_leaves - 1)
        back = harness.again(one)
        await back.watch(table)
        assert back.last["round"]["view"] == before["view"]
        assert back.last["round"]["deadlines"] == {}
        await harness.run(DAY)
        assert back.last["state"] == "playing"


@told_at_once
async def test_leaving_ends_the_result_and_the_next_visit_begins_with_wagers(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        await bet_and_close(harness, table, one)
        await play_hand(harness, table, one)
        assert one.last["state"] == "showing"
        await one.leave(table)
        assert one.last["round"] is None
        assert await own_table(harness, one) == table
        await one.sit(table)
        assert one.last["state"] == "betting"


@told_at_once
async def test_R20_a_single_player_table_resumes_its_round_after_a_kill(tmp_path):
    async with Harness(tmp_path) as harness:
        one, other = await harness.guest(), await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        await bet_and_close(harness, table, one)
        before = one.last["round"]
        await harness.restart()
        back = harness.again(one)
        await back.watch(table)
        assert back.last["round"]["view"] == before["view"]
        assert back.last["round"]["seed_hash"] == before["seed_hash"]
        assert (await harness.again(other).ask(frames.Watch(table))).code == "forbidden"
        assert await own_table(harness, one) == table
        await harness.run(DAY)
        assert back.last["state"] == "playing", "still without a clock"
        await play_hand(harness, table, back)
        await harness.close_and_check()


@told_at_once
async def test_R24_a_closed_game_is_closed_at_single_player_tables_too(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two, admin = await harness.guest(), await harness.guest(), await harness.admin()
        table = await own_table(harness, one)
        await one.sit(table)
        await harness.room.close("game", GAME, "repairs", admin)
        refused = await one.ask(one.answer_to(table, word="ante"))
        assert isinstance(refused, RefusedFrame)
        assert refused.code == "closed"
        own = await own_table(harness, two)
        assert (await two.ask(frames.Sit(name(), own, 20_000))).code == "closed"
        await harness.room.open_again("game", GAME, admin)
        await harness.room.close("player", two.person, "a break", admin)
        assert (await two.ask(frames.Sit(name(), own, 20_000))).code == "closed", "R32: the gate stands here as well"


@told_at_once
async def test_a_player_who_left_during_a_round_is_told_its_end_and_finds_it_on_return(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = await own_table(harness, one)
        await one.sit(table)
        await bet_and_close(harness, table, one)
        await one.leave(table)
        await harness.run(1)
        assert harness.table(table).snapshot.session.seat_of(one.person) == 0
        closing = next(frame for frame in reversed(one.frames) if frame["review"])
        said = [told["say"] for told in closing["told"] if told.get("say")]
        assert said[0].startswith("You fold.")
        assert said[-1] == f"You lose {money(closing['review']['net'])} on the round."
        back = harness.again(one)
        await back.watch(table)
        for fresh in (back.last, await _seated(back, table)):
            review = fresh["review"] or back.frames[0]["review"]
            assert [hand["who"] for hand in review["hands"]] == ["Dealer", "You"]
            assert sum(line["net"] for line in review["lines"]) == review["net"] < 0
            story = [told["say"] for told in fresh["review_story"] or back.frames[0]["review_story"]]
            assert story[-len(said) :] == said
        await harness.close_and_check()


async def _seated(client: Client, table: str) -> dict:
    await client.done(frames.Sit(name(), table, 20_000))
    return client.last


def money(net: int) -> str:
    return f"${-net // 100:,}" if net % 100 == 0 else f"${-net / 100:,.2f}"
