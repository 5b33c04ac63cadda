"""Seats, buy-ins, the waiting list, private tables, bots."""

import pytest

from seventh.games import book_house
from seventh.house import WrongHouse
from seventh.room import frames
from seventh.room.frames import Done, RefusedFrame
from seventh.room.ledger import stack, wallet
from seventh.room.queries import balance, rows
from seventh.room.refusals import RoomRefused
from seventh.room.store import schema
from tests.known import known
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Harness, bet_and_close, name, play_hand, told_at_once


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_a_person_sits_down_and_leaves_with_the_same_chips(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, client = f"{game}-1", await harness.guest()
        before = harness.room.cashier.wallet(client.person)
        await client.sit(table, 20_000)
        assert balance(harness.room.store, stack(table, client.person)) == 20_000
        assert client.last["you"]["wallet"] == before - 20_000
        await client.leave(table)
        assert balance(harness.room.store, stack(table, client.person)) == 0
        assert balance(harness.room.store, wallet(client.person)) == before
        assert client.last["you"] is None
        await harness.close_and_check()


@told_at_once
async def test_R32_one_seat_per_account_per_table(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        for game in GAMES:
            await client.sit(f"{game}-1")
            answer = await harness.again(client).ask(frames.Sit(name(), f"{game}-1", 20_000, 3))
            assert isinstance(answer, RefusedFrame)
            assert "already" in answer.why
        await client.sit(f"{STUD}-2")


@told_at_once
async def test_seats_are_taken_once_and_within_the_limits(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        table = "high-card-flush-1"
        await one.sit(table, seat=3)
        for ask in (
            frames.Sit(name(), table, 20_000, 3),
            frames.Sit(name(), table, 20_000, 7),
            frames.Sit(name(), table, 20_000, -1),
            frames.Sit(name(), table, 100, 1),
            frames.Sit(name(), table, 10**9, 1),
            frames.Sit(name(), table, -5, 1),
            frames.Sit(name(), "no-such-table", 20_000, 1),
            frames.Leave(name(), table),
            frames.SitOut(name(), table),
            frames.SitIn(name(), table),
            frames.Rebuy(name(), table, 500),
        ):
            answer = await two.ask(ask)
            assert isinstance(answer, RefusedFrame), ask
            assert answer.why, ask
        assert harness.room.cashier.wallet(two.person) == SETTINGS.starting_chips


@told_at_once
async def test_nobody_sits_down_without_an_account(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        client.person = ""
        await client.watch("high-card-flush-1")
        assert client.last["is"] == "table"
        answer = await client.ask(frames.Sit(name(), "high-card-flush-1", 20_000))
        assert isinstance(answer, RefusedFrame)
        assert answer.code == "forbidden"


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_leaving_during_a_round_waits_for_its_end(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.sit(table)
        await two.sit(table)
        if game != STUD:
            await bet_and_close(harness, table, one, two)
        else:
            await harness.run(3)
        assert harness.table(table).state == "playing"
        await one.leave(table)
        assert next(seat for seat in one.last["seats"] if seat["person"] == one.person)["leaving"]
        assert harness.chips(one) == SETTINGS.starting_chips - 20_000
        await play_hand(harness, table, one, two)
        assert [seat["person"] for seat in two.last["seats"]] == [two.person]
        total = harness.chips(one, table) + harness.chips(two, table)
        if game == STUD:
            assert total == 2 * SETTINGS.starting_chips
        await harness.close_and_check()


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_chips_bought_during_a_round_come_when_it_is_over(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.sit(table, 10_000)
        await two.sit(table, 10_000)
        if game != STUD:
            await bet_and_close(harness, table, one, two)
        else:
            await harness.run(3)
        await one.done(frames.Rebuy(name(), table, 5_000))
        assert harness.room.cashier.wallet(one.person) == SETTINGS.starting_chips - 10_000
        await play_hand(harness, table, one, two)
        assert harness.room.cashier.wallet(one.person) == SETTINGS.starting_chips - 15_000
        net = harness.last_at(table).nets[one.person]
        assert harness.table(table).snapshot.session.seats[1].chips == 15_000 + net
        assert one.last["you"]["net"] == net
        await harness.close_and_check()


@told_at_once
async def test_chips_asked_for_and_gone_from_the_wallet_since_do_not_hold_the_round_up(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        await one.sit("high-card-flush-1", 10_000)
        await two.sit("high-card-flush-1", 10_000)
        await bet_and_close(harness, "high-card-flush-1", one, two)
        await one.done(frames.Rebuy(name(), "high-card-flush-1", 180_000))
        await one.sit("high-card-flush-2", 150_000)
        await play_hand(harness, "high-card-flush-1", one, two)
        assert harness.table("high-card-flush-1").state == "showing"
        assert harness.room.cashier.wallet(one.person) == 40_000
        await harness.close_and_check()


@told_at_once
async def test_a_player_who_joins_before_the_first_wager_is_in_the_round(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one, two, three = "high-card-flush-1", *[await harness.guest() for _ in range(3)]
        await one.sit(table)
        first = one.last["round"]["id"]
        await two.sit(table)
        second = one.last["round"]
        assert second["id"] != first
        assert len(second["view"]["seats"]) == 2
        found = rows(harness.room.store, schema.rounds.select().where(schema.rounds.c.id == first))[0]
        assert found.state == "void"
        assert "seats" in found.reason
        assert harness.room.history.public(first).seed
        await one.act(table)
        await three.sit(table)
        assert one.last["round"]["id"] == second["id"]
        assert len(one.last["round"]["view"]["seats"]) == 2
        await two.leave(table)
        assert one.last["round"]["id"] == second["id"]


@told_at_once
async def test_the_waiting_list_is_served_in_order(tmp_path):
    async with Harness(tmp_path) as harness:
        table = "high-card-flush-1"
        seated = [await harness.guest() for _ in range(6)]
        for client in seated:
            await client.sit(table)
        first, gone, second = [await harness.guest() for _ in range(3)]
        for client in (first, gone, second):
            await client.watch(table)
            full = await client.ask(frames.Sit(name(), table, 20_000))
            assert isinstance(full, RefusedFrame)
            assert full.allowed == "queue"
            assert await client.ask(frames.Queue(ask := name(), table, 20_000)) == Done(ask)
        assert len(seated[0].last["queue"]) == 3
        await gone.drop()
        assert len(seated[0].last["queue"]) == 2
        await harness.run(1)
        await seated[2].leave(table)
        assert {seat["seat"]: seat["person"] for seat in seated[0].last["seats"]}[3] == first.person
        await second.leave(table)
        assert seated[0].last["queue"] == []
        await seated[4].leave(table)
        assert len(seated[0].last["seats"]) == 5
        await harness.close_and_check()


@told_at_once
async def test_a_private_table_opens_to_its_invitation_only(tmp_path):
    async with Harness(tmp_path) as harness:
        owner, friend, stranger = [await harness.guest() for _ in range(3)]
        table = await harness.room.tables.create(harness.room.people.person(owner.person), STUD, "Ours")
        assert table.id not in [line.table for line in harness.room.lobby.frame().tables]
        await owner.sit(table.id)
        refused = await stranger.ask(frames.Watch(table.id, "please"))
        assert isinstance(refused, RefusedFrame)
        assert refused.code == "forbidden"
        refused = await stranger.ask(frames.Sit(name(), table.id, 20_000))
        assert isinstance(refused, RefusedFrame)
        assert refused.code == "forbidden"
        await friend.watch(table.id, known(table.row.word))
        await friend.done(frames.Sit(name(), table.id, 20_000))
        await harness.restart()
        back = harness.again(friend)
        await back.watch(table.id)
        assert back.last["private"]
        assert len(back.last["seats"]) == 2
        refused = await harness.again(stranger).ask(frames.Watch(table.id))
        assert isinstance(refused, RefusedFrame)


@told_at_once
async def test_a_private_table_that_nobody_uses_is_closed(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(private_table_idle=3_600_000)) as harness:
        owner = await harness.guest()
        person = harness.room.people.person(owner.person)
        with pytest.raises(WrongHouse, match=f"expected a house for {STUD}, not {GAMES[0]}"):
            await harness.room.tables.create(person, STUD, house=book_house(GAMES[0]))
        tables = [await harness.room.tables.create(person, game) for game in GAMES[:3]]
        with pytest.raises(Exception, match="3 private tables"):
            await harness.room.tables.create(person, STUD)
        await owner.watch(tables[0].id)
        await owner.sit(tables[0].id)
        await harness.run(4_000)
        assert tables[0].id in harness.room.tables
        assert tables[1].id not in harness.room.tables
        await harness.restart()
        assert tables[0].id in harness.room.tables
        assert tables[1].id not in harness.room.tables


@told_at_once
async def test_R32_people_at_one_stud_table_who_share_a_device_or_an_address_are_flagged(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest("phone", "10.0.0.1"), await harness.guest("phone", "10.0.0.2")
        three, four = await harness.guest("", "10.0.0.2"), await harness.guest("", "")
        for table in (f"{STUD}-1", "high-card-flush-1"):
            for client in (one, two, three, four):
                await client.sit(table)
        log = schema.log
        flagged = rows(harness.room.store, log.select().where(log.c.kind == "flagged"))
        bodies = [row.body.decode() for row in flagged]
        assert len(flagged) == 2
        assert {row.table for row in flagged} == {f"{STUD}-1"}
        assert '"device"' in bodies[0]
        assert '"address"' in bodies[1]
        assert "10.0.0" not in "".join(bodies)
        assert "phone" not in "".join(bodies)


@told_at_once
async def test_R36_bots_keep_a_person_company_and_leave_as_people_come(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(company=3)) as harness:
        table, one = f"{STUD}-1", await harness.guest()
        await one.sit(table)
        assert [seat["bot"] for seat in one.last["seats"]] == [False, True, True]
        assert one.last["state"] == "playing"
        assert len(one.last["round"]["seeds"]) == 2
        people = [await harness.guest() for _ in range(3)]
        await people[0].sit(table)
        await harness.run(3)
        await play_hand(harness, table, one, people[0])
        await harness.run(8)
        assert sum(seat["bot"] for seat in one.last["seats"]) == 1
        assert next(line for line in harness.room.lobby.frame().tables if line.table == table).bots == 1
        for client in people[1:]:
            await client.sit(table)
        await play_hand(harness, table, one, *people)
        await harness.run(8)
        assert not any(seat["bot"] for seat in one.last["seats"])
        for client in (one, *people):
            await client.leave(table)
        await harness.run(400)
        assert harness.table(table).snapshot.chairs == {}
        await harness.close_and_check()


@told_at_once
async def test_R2_a_bots_seed_follows_from_the_seed_its_account_is_committed_to(tmp_path):
    import hmac
    from hashlib import sha256

    async with Harness(tmp_path, SETTINGS.but(company=2)) as harness:
        one = await harness.guest()
        await one.sit(f"{STUD}-1")
        bot = next(seat for seat in one.last["seats"] if seat["bot"])
        person = harness.room.people.person(bot["person"])
        secret = harness.room.people.seed_of(bot["person"])
        assert person.bot
        assert person.seed_hash == sha256(secret).hexdigest()
        expected = hmac.digest(secret, one.last["round"]["id"].encode(), "sha256").hex()
        assert one.last["round"]["seeds"][str(bot["seat"])] == expected
        await harness.restart()
        assert harness.room.people.person(bot["person"]).seed_hash == person.seed_hash


@told_at_once
async def test_a_quick_seat_is_found(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        table, answer = await harness.room.quick_seat(one, STUD, name())
        assert isinstance(answer, Done)
        other, answer = await harness.room.quick_seat(two, STUD, name())
        assert other == table
        assert isinstance(answer, Done)
        assert (await harness.room.quick_seat(two, STUD, name()))[0] == table
        assert harness.room.tables.quick(STUD).id == table, "the lobby's way to a table is the same"
        brought = {chair.brought for chair in harness.table(table).snapshot.chairs.values()}
        assert brought == {harness.room.tables.usual_buy_in(harness.table(table))}


@told_at_once
async def test_a_quick_seat_skips_tables_that_accept_nobody(tmp_path):
    async with Harness(tmp_path) as harness:
        game, one = "high-card-flush", await harness.guest()
        full, other = f"{game}-1", f"{game}-2"
        for _ in range(harness.table(full).house.seats):
            await (await harness.guest()).sit(full)
        assert harness.room.tables.quick(game).id == other
        assert (await harness.room.quick_seat(one, game, name()))[0] == other
        await harness.room.close("table", other, "cleaning", await harness.admin())
        with pytest.raises(RoomRefused, match="full or closed"):
            await harness.room.quick_seat(await harness.guest(), game, name())
        assert harness.room.tables.quick(game).id == full, "there is always one to look at"


@told_at_once
async def test_the_lobby_tells_its_viewers_when_it_changes_and_not_too_often(tmp_path):
    async with Harness(tmp_path) as harness:
        watcher, client = await harness.guest(), await harness.guest()
        await watcher.done(frames.WatchLobby())
        assert len(watcher.last["tables"]) == 8
        for game in GAMES:
            await client.sit(f"{game}-1")
        assert len(watcher.raw) == 1
        await harness.run(1)
        assert len(watcher.raw) == 2
        assert [table["taken"] for table in watcher.last["tables"]].count(1) == 4
