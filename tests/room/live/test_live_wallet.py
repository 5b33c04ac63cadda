"""Wallets: refills are carried out once per id, owners are notified, and a player without chips can continue."""

import asyncio

import pytest

from seventh.room import frames
from seventh.room.ledger import DAY
from seventh.rounds.actions import BetTo, BringIn, Call, Check, DeclareAllIn, Fold, Muck, PlaceWagers, Show
from tests.room.live.live_room import SETTINGS, STUD, Client, Harness, bet_and_close, name, play_hand, told_at_once

PASSWORD = "correct horse battery"


@told_at_once
async def test_R10_a_wallet_is_refilled_once_per_id_even_after_a_restart(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        full = await client.ask(frames.Refill("too early"))
        assert (full.code, full.why) == ("not_now", "your wallet is already full")
        await client.sit("high-card-flush-1", SETTINGS.starting_chips)
        assert harness.chips(client) == 0
        answers = await asyncio.gather(*(client.ask(frames.Refill(ask)) for ask in ("first", "first", "second")))
        assert [type(answer) for answer in answers] == [frames.Done, frames.Done, frames.RefusedFrame]
        assert harness.chips(client) == SETTINGS.starting_chips
        await harness.restart()
        assert (await client.ask(frames.Refill("first"))).again
        assert harness.chips(client) == SETTINGS.starting_chips
        await harness.close_and_check()


@told_at_once
async def test_refills_may_be_limited_and_staff_that_does_not_play_has_none(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(refills_a_day=1)) as harness:
        client, people = await harness.guest(), harness.room.people
        for table in ("high-card-flush-1", "high-card-flush-2"):
            await client.sit(table, SETTINGS.starting_chips)
            answer = await client.ask(frames.Refill(name()))
        assert answer.code == "not_now"
        assert "24 h 0 min" in answer.why
        assert people.wallet(client.person).next_refill == harness.clock.now() + DAY
        await harness.clock.run(DAY)
        assert people.wallet(client.person).next_refill == 0
        await client.done(frames.Refill(name()))
        floor = Client(harness, (await people.register("Floor", PASSWORD, "floor")).id)
        assert (await floor.ask(frames.Refill(name()))).code == "forbidden"
        assert people.wallet(floor.person).refill_to == 0


@told_at_once
async def test_R24_a_refill_opens_nothing_that_is_closed_to_a_person(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        await client.sit("high-card-flush-1", SETTINGS.starting_chips)
        await harness.room.close("player", client.person, "asked for a pause", await harness.admin())
        await client.done(frames.Refill(name()))
        for ask in (frames.Rebuy(name(), "high-card-flush-1", 1), frames.Sit(name(), "high-card-flush-2", 4_000)):
            assert (await client.ask(ask)).code == "closed"


@told_at_once
async def test_every_connection_of_a_person_is_notified_when_the_wallet_changes(tmp_path):
    async with Harness(tmp_path) as harness:
        client, stranger = await harness.guest(), await harness.guest()
        other = harness.again(client)
        for connection in (client, other, stranger):
            assert (await connection.ask(frames.Hello(frames.VERSION))).wallet == SETTINGS.starting_chips

        def told(connection):
            return [frame["wallet"] for frame in connection.frames if frame["is"] == "wallet"]

        await client.sit("seven-card-stud-1", 20_000)
        await client.done(frames.Refill(name()))
        await client.leave("seven-card-stud-1")
        full = SETTINGS.starting_chips
        assert told(client) == told(other) == [full - 20_000, full, full + 20_000]
        assert told(stranger) == []
        await other.drop()
        await client.sit("seven-card-stud-1", 20_000)
        assert (told(client)[-1], told(other)[-1]) == (full, full + 20_000)


@pytest.mark.parametrize("game", ["high-card-flush", STUD])
@told_at_once
async def test_a_broke_player_refills_buys_in_and_plays_on(tmp_path, game):
    """Everything is bet and folded, or called down: then one way leads on, and a restart does not close it."""
    async with Harness(tmp_path, SETTINGS.but(dealer_buy_in_least=500, starting_chips=4_000)) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        clients = (one, two) if game == STUD else (one,)
        for client in clients:
            await client.sit(table, 4_000)
        while all(harness.chips(client, table) for client in clients):
            await harness.run(SETTINGS.showing_time / 1000 + SETTINGS.seed_window / 1000 + 1)
            await bets_all(harness, table, *clients)
        broke = next(client for client in clients if not harness.chips(client, table))
        assert (await broke.ask(frames.SitIn(name(), table))).code == "not_now"
        assert (await broke.ask(frames.Rebuy(name(), table, 4_000))).code == "no_chips"
        await harness.restart()
        for client in clients:
            await client.watch(table)
        await broke.done(frames.Refill(name()))
        await broke.done(frames.Rebuy(name(), table, 4_000))
        await harness.run(SETTINGS.showing_time / 1000 + 1)
        live = harness.table(table).snapshot.live
        assert live is not None
        assert broke.person in [seated.person for seated in live.seats.values()]
        await harness.close_and_check()


@told_at_once
async def test_added_chips_are_told_with_the_stack_that_they_make(tmp_path):
    async with Harness(tmp_path) as harness:
        client, table = await harness.guest(), "high-card-flush-1"
        watcher = await harness.guest()
        await watcher.watch(table)
        await client.sit(table, 10_000)

        def told(to, field="text"):
            news = [line for frame in to.frames if frame["is"] == "table" for line in frame["news"]]
            return [line[field] for line in news if line["kind"] in ("rebuys", "rebought")]

        await client.done(frames.Rebuy(name(), table, 2_000))
        assert told(client, "yours") == ["You added $20: $120 at this table."]
        assert told(watcher)[0].endswith(" added $20.")
        await bet_and_close(harness, table, client)
        await client.done(frames.Rebuy(name(), table, 3_000))
        assert told(client, "yours")[1:] == ["You added $30, which arrives when this round is over."]
        assert told(watcher)[1:] == [""], "others are told when they can see them"
        if harness.table(table).snapshot.live is not None:
            await client.act(table)
        chips = harness.table(table).house.money(harness.table(table).snapshot.session.seats[1].chips)
        assert told(client, "yours")[2:] == [f"You added $30: {chips} at this table."]
        assert told(watcher)[2].endswith(" added $30.")
        await harness.close_and_check()


@told_at_once
async def test_chips_that_come_back_after_a_hand_that_was_left_are_told_wherever_the_person_is(tmp_path):
    async with Harness(tmp_path) as harness:
        clients = [await harness.guest() for _ in range(3)]
        table = f"{STUD}-1"
        for client in clients:
            await client.ask(frames.Hello(frames.VERSION))
            await client.sit(table)
        await play_hand(harness, table, *clients)  # it began when two were seated
        await harness.run(SETTINGS.showing_time / 1000 + 1)
        live = harness.table(table).snapshot.live
        assert live is not None
        gone = clients[2]
        assert gone.person in [seated.person for seated in live.seats.values()]
        await gone.leave(table)
        before = harness.chips(gone)
        await play_hand(harness, table, *clients[:2])
        last = [frame for frame in gone.frames if frame["is"] == "wallet"][-1]
        chips = harness.table(table).house.money(harness.chips(gone) - before)
        assert (last["table"], last["told"]) == (
            table,
            f"{chips} from {harness.table(table).row.name} is back in your wallet.",
        )
        await clients[0].leave(table)
        assert [frame for frame in clients[0].frames if frame["is"] == "wallet"][-1]["told"] == "", "as asked"


async def bets_all(harness: Harness, table: str, *clients: Client) -> None:
    """A round in which everybody puts in as much as they may."""
    owners = {client.person: client for client in clients}
    number = harness.table(table).snapshot.number
    for _ in range(300):
        live = harness.table(table).snapshot.live
        if live is None or live.number != number:
            return
        seat = next((seat for seat in live.hand.to_act if isinstance(seat, int)), None)
        if seat is None or (not live.seeds_closed and STUD in table):
            await harness.run(1)
            continue
        client = owners[live.seats[seat].person]
        await client.done(client.answer_to(table, most(live, seat)))
        if STUD not in table and not harness.table(table).policy.begun(live):
            await client.ready(table)
    raise AssertionError("the round does not end")


def most(live, seat):
    """The dearest thing that may be done; at a game against the dealer everything on the ante, and then fold."""
    if live.hand.phase == "wagers":
        return PlaceWagers({"ante": live.stacks[seat]})
    legal = live.hand.legal(seat)
    if (fold := legal.of(Fold)) is not None and "flush" in live.table:
        return next(iter(fold))
    for kind in (BetTo, Call, DeclareAllIn, BringIn, Check, Show, Muck):
        if (offered := legal.of(kind)) is not None:
            return list(offered)[-1]
    raise AssertionError(f"nothing to do in {legal}")


@told_at_once
async def test_results_belong_to_people_and_not_to_seats(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one, two = "high-card-flush-1", await harness.guest(), await harness.guest()
        await one.sit(table, seat=1)
        await bet_and_close(harness, table, one)
        await play_hand(harness, table, one)
        [net] = harness.last_at(table).nets.values()
        await one.leave(table)
        await two.sit(table, seat=1)
        on_show = two.last
        assert on_show["seats"][0]["person"] == two.person
        assert on_show["round"]["people"] == {"1": one.person}
        assert on_show["round"]["view"]["viewer"] is None
        await harness.run(SETTINGS.showing_time / 1000 + 1)
        assert two.last["last"]["nets"] == {one.person: net}
        assert two.last["round"]["people"] == {"1": two.person}
        await harness.restart()
        await two.watch(table)
        assert two.last["last"]["nets"] == {one.person: net}
