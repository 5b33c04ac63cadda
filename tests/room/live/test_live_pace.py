"""R22: idle, disconnected and leaving players do not hold up the table beyond the published times."""

import pytest

from seventh.room import frames
from seventh.rounds.actions import Bet, Call, Check, PlaceWagers
from tests.room.live.live_room import DEALER_GAMES, SETTINGS, STUD, Client, Harness, bet_and_close, name, told_at_once

TABLE = "high-card-flush-1"
ANTE = PlaceWagers({"ante": 500})


def seat_of(harness: Harness, client: Client, table: str = TABLE) -> int:
    return harness.table(table).snapshot.session.seat_of(client.person)


def waited_for(harness: Harness, client: Client, table: str = TABLE) -> int:
    """How long from now this person is waited for, in milliseconds."""
    return client.last["round"]["deadlines"][str(seat_of(harness, client, table))] - harness.clock.now()


async def both_sit(harness: Harness) -> tuple[Client, Client]:
    one, two = await harness.guest(), await harness.guest()
    await one.sit(TABLE)
    await two.sit(TABLE)
    return one, two


async def next_round(harness: Harness, *clients: Client) -> None:
    for client in clients:
        await client.ready(TABLE)
    await harness.clock.run(SETTINGS.showing_time)
    assert harness.table(TABLE).state == "betting"


@told_at_once
async def test_R22_betting_waits_a_moment_for_a_player_who_missed_it_until_they_act(tmp_path):
    async with Harness(tmp_path) as harness:
        active, idle = await both_sit(harness)
        await active.done(active.answer_to(TABLE, ANTE))
        await active.ready(TABLE)
        await harness.clock.run(SETTINGS.betting_window - 1)
        assert active.last["state"] == "betting"
        await harness.clock.run(1)
        assert active.last["state"] == "playing"
        assert [seat["idle"] for seat in active.last["seats"]] == [False, True]
        await active.done(active.answer_to(TABLE, Bet("raise", 500)))
        await next_round(harness, active)
        await active.done(active.answer_to(TABLE, ANTE))
        assert active.last["state"] == "betting", "who wagers may still change that"
        await active.ready(TABLE)
        assert [frame["state"] for frame in (active.last, idle.last)] == ["betting", "betting"]
        assert idle.last["until"] == harness.clock.now() + SETTINGS.last_call, "with a clock that both can see"
        await harness.clock.run(SETTINGS.last_call - 1)
        assert active.last["state"] == "betting"
        await harness.clock.run(1)
        assert active.last["state"] == "playing", "nobody waits for the whole window again"
        (told,) = [line["yours"] for line in idle.last["news"] if line["kind"] == "missed"]
        assert told == "Betting closed before you placed a bet. You are sitting out."
        assert active.last["seats"][1]["sits_out"]
        await active.done(active.answer_to(TABLE, Bet("raise", 500)))
        await harness.clock.run(SETTINGS.showing_time)
        await idle.done(frames.SitIn(name(), TABLE))
        assert not any(seat["idle"] for seat in active.last["seats"])
        await active.done(active.answer_to(TABLE, ANTE))
        await active.ready(TABLE)
        assert active.last["state"] == "betting", "who acts is waited for again"
        assert active.last["until"] == harness.clock.now() + SETTINGS.betting_window
        await harness.close_and_check()


@told_at_once
async def test_R22_betting_does_not_wait_for_an_idle_player_who_is_away(tmp_path):
    async with Harness(tmp_path) as harness:
        active, idle = await both_sit(harness)
        await active.done(active.answer_to(TABLE, ANTE))
        await active.ready(TABLE)
        await harness.clock.run(SETTINGS.betting_window)
        await active.done(active.answer_to(TABLE, Bet("raise", 500)))
        await next_round(harness, active)
        await active.done(active.answer_to(TABLE, ANTE))
        await active.ready(TABLE)
        assert active.last["until"] == harness.clock.now() + SETTINGS.last_call
        await idle.drop()
        assert active.last["state"] == "playing", "whoever leaves during the last call ends it"


@told_at_once
async def test_R22_an_idle_player_who_wagers_again_may_change_the_wagers(tmp_path):
    async with Harness(tmp_path) as harness:
        active, idle = await both_sit(harness)
        await active.done(active.answer_to(TABLE, ANTE))
        await active.ready(TABLE)
        await harness.clock.run(SETTINGS.betting_window)
        await active.done(active.answer_to(TABLE, Bet("raise", 500)))
        await next_round(harness, active)
        await active.ready(TABLE)
        await idle.done(idle.answer_to(TABLE, ANTE))
        assert idle.last["state"] == "betting"
        await idle.done(idle.answer_to(TABLE, PlaceWagers({"ante": 1_000})))
        await idle.ready(TABLE)
        assert idle.last["state"] == "playing"


@told_at_once
async def test_R22_at_stud_an_idle_player_uses_the_full_clock_only_once(tmp_path):
    table = f"{STUD}-1"
    async with Harness(tmp_path, SETTINGS.but(missed_decisions=3)) as harness:
        clients = [await harness.guest() for _ in range(2)]
        for client in clients:
            await client.sit(table)
        idle, waits = clients[0], []
        for _ in range(60):
            live = harness.table(table).snapshot.live
            acting = [s for s in live.hand.to_act if isinstance(s, int)] if live and live.seeds_closed else []
            if live is None or not acting:
                await harness.run(1)
            elif acting[0] != seat_of(harness, idle, table):
                await clients[1].act(table, live.hand.default(acting[0]))
            else:
                waits.append(waited_for(harness, idle, table))
                await harness.clock.run(waits[-1])
            if len(waits) == 3 or harness.table(table).snapshot.session.seats[seat_of(harness, idle, table)].sits_out:
                break
        shown = SETTINGS.dealing_time + 10 * SETTINGS.card_time
        assert SETTINGS.decision_clock < waits[0] <= SETTINGS.decision_clock + SETTINGS.time_bank + shown
        assert all(wait <= SETTINGS.idle_clock + shown for wait in waits[1:])
        assert len(waits) > 1


@pytest.mark.parametrize("game", [*DEALER_GAMES, STUD])
@told_at_once
async def test_R22_the_default_is_taken_at_once_for_a_player_who_leaves(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, clients = f"{game}-1", [await harness.guest() for _ in range(3)]
        for client in clients:
            await client.sit(table)
        if game == STUD:
            await harness.clock.run(SETTINGS.seed_window)
        else:
            await bet_and_close(harness, table, *clients)
        live = harness.live_at(table)
        seat = min(seat for seat in live.hand.to_act if isinstance(seat, int))
        leaver = next(client for client in clients if client.person == live.seats[seat].person)
        number = live.decision(seat)
        await leaver.leave(table)
        await harness.run(0)
        after = harness.table(table).snapshot.live
        assert after is None or after.decision(seat) != number or seat not in after.hand.to_act
        assert after is None or str(seat) not in leaver.last["round"]["deadlines"]
        for client in clients:
            if client is not leaver:
                await client.leave(table)
        await harness.run(60)
        assert not harness.table(table).snapshot.chairs, "with everybody leaving the round plays itself"
        await harness.close_and_check()


@told_at_once
async def test_R22_at_stud_a_player_who_leaves_folds_even_if_they_could_check(tmp_path):
    table = f"{STUD}-1"
    async with Harness(tmp_path) as harness:
        clients = [await harness.guest() for _ in range(3)]
        for client in clients:
            await client.sit(table)
        await harness.clock.run(SETTINGS.seed_window)
        for _ in range(30):
            live = harness.live_at(table)
            acting = [seat for seat in live.hand.to_act if isinstance(seat, int)]
            if not acting:
                await harness.run(1)
                continue
            leaver = next(client for client in clients if client.person == live.seats[acting[0]].person)
            if live.hand.legal(acting[0]).of(Check) is not None:
                break
            await leaver.act(table, next(iter(live.hand.legal(acting[0]).of(Call) or [live.hand.default(acting[0])])))
        await leaver.leave(table)
        await harness.run(0)
        told = [event for client in clients for frame in client.frames for event in frame.get("events", ())]
        assert any(event["event"] == "folded" and event["seat"] == acting[0] for event in told)
        await leaver.drop()
        await harness.run(7)
        lines = [line["text"] for client in clients for frame in client.frames for line in frame.get("news", ())]
        assert not any("connection" in line for line in lines), "who left has not lost the connection"


@told_at_once
async def test_R22_a_player_who_leaves_before_the_deal_does_not_keep_betting_open(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await both_sit(harness)
        await one.done(one.answer_to(TABLE, ANTE))
        await one.ready(TABLE)
        assert one.last["state"] == "betting"
        await two.leave(TABLE)
        assert one.last["state"] == "playing"


@told_at_once
async def test_R22_a_disconnected_player_has_no_time_bank_until_they_return(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await both_sit(harness)
        await bet_and_close(harness, TABLE, one, two)
        whole = waited_for(harness, two)
        await two.drop()
        assert waited_for(harness, two) == whole, "nobody tells a lost connection anything"
        seat = str(seat_of(harness, two))
        assert one.last["round"]["deadlines"][seat] - harness.clock.now() == whole - SETTINGS.time_bank
        back = harness.again(two)
        await back.watch(TABLE)
        assert waited_for(harness, back) == whole
        await back.drop()
        await one.act(TABLE)
        await harness.clock.run(whole - SETTINGS.time_bank)
        assert harness.table(TABLE).snapshot.live is None


@told_at_once
async def test_R22_at_stud_the_only_person_has_no_clock_until_the_hand_after_another_sat_down(tmp_path):
    table = f"{STUD}-1"
    async with Harness(tmp_path, SETTINGS.but(company=3)) as harness:
        one, two = await harness.guest(), await harness.guest()
        await one.sit(table)
        for _ in range(200):
            live = harness.table(table).snapshot.live
            if live is not None and live.seeds_closed and seat_of(harness, one, table) in live.hand.to_act:
                break
            await harness.run(1)
        seat, live = seat_of(harness, one, table), harness.live_at(table)
        await harness.run(600)
        now = harness.live_at(table)
        assert (now.id, now.decision(seat)) == (live.id, live.decision(seat)), "nobody else is kept waiting"
        assert str(seat) not in one.last["round"]["deadlines"]
        await two.sit(table)
        assert waited_for(harness, one, table) == SETTINGS.away_leaves, "as long as for an absent player"
        await harness.clock.run(SETTINGS.away_leaves - 1)
        now = harness.live_at(table)
        assert (now.id, now.decision(seat)) == (live.id, live.decision(seat)), "this decision began without a clock"
        await one.act(table)
        for _ in range(400):
            then = harness.table(table).snapshot.live
            if then is not None and then.seeds_closed and seat in then.hand.to_act:
                assert one.last["round"]["id"] == then.id
                if then.id != live.id:
                    break
                assert waited_for(harness, one, table) > SETTINGS.decision_clock + SETTINGS.time_bank
                await one.act(table)
            await harness.run(1)
        dealing = SETTINGS.dealing_time + 20 * SETTINGS.card_time  # the clock starts once the cards have been dealt
        assert 0 < waited_for(harness, one, table) <= SETTINGS.decision_clock + SETTINGS.time_bank + dealing
        await harness.close_and_check()


@told_at_once
async def test_R22_somebody_who_joined_waits_for_an_idle_player_only_as_long_as_for_an_absent_one(tmp_path):
    table = f"{STUD}-1"
    async with Harness(tmp_path, SETTINGS.but(company=3)) as harness:
        one, two = await harness.guest(), await harness.guest()
        await one.sit(table)
        for _ in range(200):
            live = harness.table(table).snapshot.live
            if live is not None and live.seeds_closed and seat_of(harness, one, table) in live.hand.to_act:
                break
            await harness.run(1)
        seat, live = seat_of(harness, one, table), harness.live_at(table)
        await two.sit(table)
        await harness.clock.run(SETTINGS.away_leaves)
        later = harness.table(table).snapshot.live
        assert later is None or later.id != live.id or later.decision(seat) != live.decision(seat)
