"""R24 and R32: closed means refused on every path, and the round that has begun is played to its end."""

import pytest
from live_room import DEALER_GAMES, GAMES, STUD, Evening, bet_and_close, name, play_hand, told_at_once

from seventh.room import frames
from seventh.room.frames import RefusedFrame
from seventh.room.refusals import RoomRefused


def scopes(evening, game, person):
    return {"all": "", "game": game, "table": f"{game}-1", "player": person}


@pytest.mark.parametrize("scope", ["all", "game", "table", "player"])
@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R24_closed_means_refused_on_every_path_and_the_current_round_finishes(tmp_path, game, scope):
    async with Evening(tmp_path) as evening:
        table, one, two, three = f"{game}-1", *[await evening.guest() for _ in range(3)]
        boss = await evening.admin()
        await one.sit(table)
        await two.sit(table)
        if game == STUD:
            await evening.run(2)
        else:
            await bet_and_close(evening, table, one, two)
        number = evening.table(table).standing.number
        who = scopes(evening, game, one.person)[scope]
        await evening.room.close(scope, who, "the cards are counted", boss)
        await play_hand(evening, table, one, two)
        last = evening.table(table).standing.last
        assert last is not None
        assert not last.void
        assert last.id.endswith(f".{table}.{number}")
        await evening.run(10)
        standing = evening.table(table).standing
        refused = [
            frames.Rebuy(name(), table, 1_000),
            frames.Queue(name(), table, 20_000),
            frames.SitIn(name(), table),
        ]
        if scope == "player":
            newcomer = evening.again(one)
            refused.append(frames.Sit(name(), f"{game}-2", 20_000))
            if game != STUD:
                refused.append(one.answer_to(table))
            else:
                assert standing.session.seats[1].sits_out, "nobody pays an ante who may not wager"
        else:
            assert standing.live is None
            assert evening.table(table).state == "closed"
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
        await evening.restart()
        with pytest.raises(RoomRefused):
            evening.room.gate.may_wager(one.person, table, game)
        await evening.room.open_again(scope, who, boss)
        evening.room.gate.may_wager(one.person, table, game)
        await evening.again(three).sit(table)
        await evening.run(10)
        back = evening.again(two)
        await back.watch(table)
        await evening.run(10)
        assert evening.table(table).standing.live is not None
        await evening.close_and_check()


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_R24_wagers_that_lie_when_the_table_closes_are_played_and_no_more_are_taken(tmp_path, game):
    async with Evening(tmp_path) as evening:
        table, one, two = f"{game}-1", await evening.guest(), await evening.guest()
        await one.sit(table)
        await two.sit(table)
        while not sum((ask := one.answer_to(table, word=name())).action["amounts"].values()):
            pass
        await one.done(ask)
        await evening.room.close("table", table, "fire drill", await evening.admin())
        while not sum((ask := two.answer_to(table, word=name())).action["amounts"].values()):
            pass
        refused = await two.ask(ask)
        assert isinstance(refused, RefusedFrame)
        assert refused.code == "closed"
        await evening.run(200)
        assert evening.table(table).standing.last.nets[two.person] == 0
        assert not evening.table(table).standing.last.void
        assert evening.table(table).state == "closed"


@told_at_once
async def test_closing_is_for_the_floor_and_says_why(tmp_path):
    async with Evening(tmp_path) as evening:
        guest = evening.room.people.person((await evening.guest()).person)
        boss = await evening.admin()
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
                await evening.room.close(scope, who, why, by)
        assert evening.room.gate.closures == ()


@told_at_once
async def test_R37_who_runs_the_room_does_not_play_in_it(tmp_path):
    async with Evening(tmp_path) as evening:
        for role in ("floor", "auditor"):
            person = await evening.room.people.register(f"The {role}", "a long password", role)
            client = await evening.guest()
            client.person = person.id
            answer = await client.ask(frames.Sit(name(), "high-card-flush-1", 20_000))
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "forbidden"
            await client.watch("high-card-flush-1")
            one = await evening.guest()
            await one.sit("high-card-flush-1")
            await bet_and_close(evening, "high-card-flush-1", one)
            assert client.last["round"]["view"]["seats"][0]["cards"] == "??" * 7
            await one.leave("high-card-flush-1")
            await play_hand(evening, "high-card-flush-1", one)
            await evening.run(10)
