"""R24 and R32: closures are enforced on every path, and a round in progress is finished."""

import pytest

from seventh.room import frames
from seventh.room.frames import RefusedFrame
from seventh.room.refusals import RoomRefused
from tests.room.live.live_room import DEALER_GAMES, GAMES, STUD, Harness, bet_and_close, name, play_hand, told_at_once


def scopes(harness, game, person):
    return {"all": "", "game": game, "table": f"{game}-1", "player": person}


@pytest.mark.parametrize("scope", ["all", "game", "table", "player"])
@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R24_closed_means_refused_on_every_path_and_the_current_round_finishes(tmp_path, game, scope):
    async with Harness(tmp_path) as harness:
        table, one, two, three = f"{game}-1", *[await harness.guest() for _ in range(3)]
        boss = await harness.admin()
        await one.sit(table)
        await two.sit(table)
        if game == STUD:
            await harness.run(2)
        else:
            await bet_and_close(harness, table, one, two)
        number = harness.table(table).snapshot.number
        who = scopes(harness, game, one.person)[scope]
        await harness.room.close(scope, who, "the cards are counted", boss)
        await play_hand(harness, table, one, two)
        last = harness.table(table).snapshot.last
        assert last is not None
        assert not last.void
        assert last.id.endswith(f".{table}.{number}")
        await harness.run(10)
        snapshot = harness.table(table).snapshot
        refused = [
            frames.Rebuy(name(), table, 1_000),
            frames.Queue(name(), table, 20_000),
            frames.SitIn(name(), table),
        ]
        if scope == "player":
            newcomer = harness.again(one)
            refused.append(frames.Sit(name(), f"{game}-2", 20_000))
            if game != STUD:
                refused.append(one.answer_to(table))
            else:
                assert snapshot.session.seats[1].sits_out, "nobody pays an ante who may not wager"
        else:
            assert snapshot.live is None
            assert harness.table(table).state == "closed"
            assert "counted" in two.last["notice"]
            newcomer = three
            await three.watch(table)
            refused[2] = frames.Sit(name(), table, 20_000)
        for ask in refused:
            client = newcomer if isinstance(ask, frames.Sit | frames.Queue) else one
            answer = await client.ask(ask)
            assert isinstance(answer, RefusedFrame), ask
            assert answer.code == "closed", (ask, answer)
            assert "the cards are counted" in answer.why
        await harness.restart()
        with pytest.raises(RoomRefused):
            harness.room.gate.may_wager(one.person, table, game)
        await harness.room.open_again(scope, who, boss)
        harness.room.gate.may_wager(one.person, table, game)
        await harness.again(three).sit(table)
        await harness.run(10)
        back = harness.again(two)
        await back.watch(table)
        await harness.run(10)
        assert harness.table(table).snapshot.live is not None
        await harness.close_and_check()


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_R24_wagers_placed_before_a_table_closes_are_played_and_no_more_are_accepted(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.sit(table)
        await two.sit(table)
        while not sum((ask := one.answer_to(table, word=name())).action["amounts"].values()):
            pass
        await one.done(ask)
        await harness.room.close("table", table, "fire drill", await harness.admin())
        while not sum((ask := two.answer_to(table, word=name())).action["amounts"].values()):
            pass
        refused = await two.ask(ask)
        assert isinstance(refused, RefusedFrame)
        assert refused.code == "closed"
        await harness.run(200)
        assert harness.last_at(table).nets[two.person] == 0
        assert not harness.last_at(table).void
        assert harness.table(table).state == "closed"


@told_at_once
async def test_closing_is_for_the_floor_and_says_why(tmp_path):
    async with Harness(tmp_path) as harness:
        guest = harness.room.people.person((await harness.guest()).person)
        boss = await harness.admin()
        for by, scope, who, why in (
            (guest, "all", "", "why"),
            (boss, "everything", "", "why"),
            (boss, "all", "me", "why"),
            (boss, "game", "", "why"),
            (boss, "game", "chess", "why"),
            (boss, "table", "nowhere", "why"),
            (boss, "player", "nobody", "why"),
            (boss, "all", "", " "),
        ):
            with pytest.raises(RoomRefused):
                await harness.room.close(scope, who, why, by)
        assert harness.room.gate.closures == ()


@told_at_once
async def test_R37_staff_cannot_play(tmp_path):
    async with Harness(tmp_path) as harness:
        for role in ("floor", "auditor"):
            person = await harness.room.people.register(f"The {role}", "a long password", role)
            client = await harness.guest()
            client.person = person.id
            answer = await client.ask(frames.Sit(name(), "high-card-flush-1", 20_000))
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "forbidden"
            await client.watch("high-card-flush-1")
            one = await harness.guest()
            await one.sit("high-card-flush-1")
            await bet_and_close(harness, "high-card-flush-1", one)
            assert client.last["round"]["view"]["seats"][0]["cards"] == "??" * 7
            await one.leave("high-card-flush-1")
            await play_hand(harness, "high-card-flush-1", one)
            await harness.run(10)
