"""R44: a player tries to get round their own limits, time-outs and exclusions, on every path."""

import asyncio
from itertools import product

import pytest

from seventh.room import frames
from seventh.room.frames import Done, RefusedFrame
from seventh.room.limits.guard import excluded_in_words
from seventh.room.limits.periods import HOURS_24, began, resets
from seventh.room.limits.values import Exclusion, Limit, changed
from seventh.room.refusals import RoomRefused
from seventh.rounds.actions import BetTo, PlaceWagers
from tests.room.live.floor_play import staying
from tests.room.live.live_room import (
    DEALER_GAMES,
    GAMES,
    SETTINGS,
    STUD,
    Harness,
    bet_and_close,
    name,
    play_hand,
    told_at_once,
)

HOUR = 3_600
HCF = "high-card-flush-1"
STUD_1, STUD_2 = f"{STUD}-1", f"{STUD}-2"


def person_of(harness, client):
    return harness.room.people.person(client.person)


async def limit(harness, client, kind, amount, period="day"):
    return await harness.room.limits.set_limit(person_of(harness, client), kind, period, amount)


def left(harness, client, kind="loss", period="day"):
    """What is left of a limit."""
    now = harness.clock.now()
    for figures in harness.room.limits.guard.figures(client.person):
        if (figures.limit.kind, figures.limit.period) == (kind, period):
            return figures.left(now)
    raise AssertionError("no such limit")


def used(harness, client, kind, period="day"):
    """What is used of a limit."""
    found = harness.room.limits.guard.figures(client.person)
    return next(one.used for one in found if (one.limit.kind, one.limit.period) == (kind, period))


async def refused(client, ask, code="limit"):
    answer = await client.ask(ask)
    assert isinstance(answer, RefusedFrame), (ask, answer)
    assert answer.code == code, answer
    return answer.why


def wager(harness, game, ante):
    """A wager of this much on the first spot, and what it can come to."""
    rules = harness.table(f"{game}-1").rules
    house = harness.table(f"{game}-1").house
    amounts = {}
    for rule in rules.spots(house):
        spot = rule.spot(amounts)
        if spot.minimum:
            amounts[rule.wager] = max(spot.minimum, min(ante, spot.maximum))
            if not amounts.keys() - {rule.wager} and not rules.spots(house)[1].spot(amounts).minimum:
                break
    return amounts, rules.most_staked(house, amounts)


# The values.


def asked(known, wanted, at) -> Limit:
    found = changed(known, "loss", "day", wanted, at)
    assert found is not None
    return found


def test_R44_a_limit_gets_stricter_at_once_and_looser_after_24_hours():
    limit = asked(None, 1000, 5)
    assert limit == Limit("loss", "day", 1000, 5)
    assert asked(limit, 400, 6).now(6) == 400
    looser = asked(limit, 2000, 10)
    assert (looser.now(10 + HOURS_24 - 1), looser.now(10 + HOURS_24)) == (1000, 2000)
    assert asked(looser, 2000, 500) == looser, "asking again does not start the 24 hours anew"
    assert asked(looser, 3000, 500).later_at == 500 + HOURS_24
    assert not asked(looser, 1000, 500).pending(500), "the amount in force withdraws the change"
    assert asked(looser, 900, 500).now(10 + HOURS_24) == 900, "a stricter one replaces it"
    removed = asked(limit, None, 10)
    assert (removed.now(10 + HOURS_24 - 1), removed.now(10 + HOURS_24)) == (1000, None)
    assert asked(removed, 1500, 10 + HOURS_24).now(10 + HOURS_24) == 1500, "then any limit is stricter"
    assert changed(None, "loss", "day", None, 5) is None


@pytest.mark.parametrize(
    ("kind", "period", "amount"),
    [("losses", "day", 1), ("loss", "year", 1), ("loss", "day", -1), ("loss", "day", 10**13), ("time", "day", 1441)],
)
def test_R44_a_limit_that_makes_no_sense_is_refused(kind, period, amount):
    with pytest.raises(RoomRefused, match="is not a"):
        changed(None, kind, period, amount, 0)


def test_R44_periods_are_those_of_the_calendar_in_UTC():
    at = 1_800_000_000_000  # Friday, 15 January 2027, 08:00 UTC
    assert (at - began("day", at)) / 3_600_000 == 8
    assert (resets("day", at) - at) / 3_600_000 == 16
    assert (at - began("week", at)) / 3_600_000 == 4 * 24 + 8
    assert (resets("week", at) - began("week", at)) / 86_400_000 == 7
    assert (at - began("month", at)) / 86_400_000 == pytest.approx(14 + 1 / 3)
    assert (resets("month", at) - began("month", at)) / 86_400_000 == 31


# Loss and wager limits against the dealer.


@pytest.mark.parametrize(("game", "kind"), list(product(DEALER_GAMES, ("loss", "wager"))))
@told_at_once
async def test_R44_a_wager_with_its_possible_raises_never_exceeds_what_is_left(tmp_path, game, kind):
    async with Harness(tmp_path) as harness:
        one, table = await harness.guest(), f"{game}-1"
        amounts, most = wager(harness, game, 1000)
        await one.sit(table)
        await limit(harness, one, kind, most - 1)
        why = await refused(one, one.answer_to(table, PlaceWagers(amounts)))
        money = harness.table(table).house.money
        assert f"up to {money(most)}" in why
        assert f"{kind} limit of {money(most - 1)} a day leaves {money(most - 1)} today" in why
        assert "resets on 16 January 2027, 00:00 UTC" in why
        await limit(harness, one, kind, most - 2, "week")
        assert "a week" in await refused(one, one.answer_to(table, PlaceWagers(amounts)))
        # A new limit is in force at once, but a looser one is not.
        await limit(harness, one, kind, 2 * most)
        await limit(harness, one, kind, None, "week")
        await refused(one, one.answer_to(table, PlaceWagers(amounts)))
        # Nothing else gets round it: a refill, another connection, leaving and coming back, a restart.
        await one.ask(frames.Refill(name()))
        again = harness.again(one)
        await again.watch(table)
        await refused(again, again.answer_to(table, PlaceWagers(amounts)))
        await again.leave(table)
        await harness.restart()
        back = harness.again(one)
        await back.sit(table)
        await refused(back, back.answer_to(table, PlaceWagers(amounts)))
        await harness.run(25 * HOUR)
        await back.watch(table)
        assert isinstance(await back.act(table, PlaceWagers(amounts)), Done), "after 24 hours the looser limit is"
        await harness.close_and_check()


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_R44_losses_add_up_over_rounds_tables_and_restarts_and_raises_are_never_refused(tmp_path, game):
    async with Harness(tmp_path) as harness:
        one, table, other = await harness.guest(), f"{game}-1", f"{game}-2"
        amounts, most = wager(harness, game, 500)
        await limit(harness, one, "loss", 2 * most)
        await limit(harness, one, "wager", 20 * most)
        await one.sit(table)
        await one.sit(other)
        net = wagered = 0
        for number in range(12):
            where = (table, other)[number % 2]
            if left(harness, one) < most:
                await refused(one, one.answer_to(where, PlaceWagers(amounts)))
                await harness.restart()
                one = harness.again(one)
                await one.watch(where)
                await refused(one, one.answer_to(where, PlaceWagers(amounts)))
                break
            assert isinstance(await one.act(where, PlaceWagers(amounts)), Done)
            assert left(harness, one) == 2 * most + net - most, "what may still be lost counts as lost"
            await one.ready(where)
            await play_hand(harness, where, one)  # no decision is refused
            seat = next(iter(harness.over_at(where).nets))
            net += harness.over_at(where).nets[seat]
            wagered += sum(harness.over_at(where).books.wagers[seat].values())
            assert left(harness, one) == 2 * most + net
            assert left(harness, one, "wager") == 20 * most - wagered
            await harness.run(6)
        assert net >= -2 * most


@told_at_once
async def test_R44_chips_moved_to_a_spot_with_larger_raises_count_although_they_cost_nothing(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(HCF)
        await limit(harness, one, "loss", 3_000)
        assert isinstance(await one.act(HCF, PlaceWagers({"ante": 500, "flush": 500})), Done)
        ask = one.answer_to(HCF, PlaceWagers({"ante": 1_000}))
        assert ask.price == 0
        assert "up to $40" in await refused(one, ask)


@told_at_once
async def test_R44_two_wagers_at_the_same_moment_cannot_both_use_what_is_left(tmp_path):
    async with Harness(tmp_path) as harness:
        one, game = await harness.guest(), DEALER_GAMES[0]
        amounts, most = wager(harness, game, 1000)
        tables = [f"{game}-1", f"{game}-2"]
        for table in tables:
            await one.sit(table)
        await limit(harness, one, "loss", 2 * most - 1)
        two = harness.again(one)
        asks = [one.answer_to(tables[0], PlaceWagers(amounts)), two.answer_to(tables[1], PlaceWagers(amounts))]
        answers = await asyncio.gather(one.ask(asks[0]), two.ask(asks[1]))
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "RefusedFrame"]
        # What is being committed here does not stand in the way of itself.
        placed = tables[[isinstance(answer, Done) for answer in answers].index(True)]
        less = {name_: amount // 2 // 100 * 100 or amount for name_, amount in amounts.items()}
        assert isinstance(await one.act(placed, PlaceWagers(less)), Done)


@told_at_once
async def test_R44_winnings_give_back_room_and_a_new_day_all_of_it(tmp_path):
    async with Harness(tmp_path) as harness:
        one, game = await harness.guest(), DEALER_GAMES[0]
        table = f"{game}-1"
        amounts, most = wager(harness, game, 500)
        await limit(harness, one, "loss", most)
        await one.sit(table, 100_000)  # enough for forty rounds lost
        results = set()
        for _ in range(40):
            if left(harness, one) < most:
                await harness.run((resets("day", harness.clock.now()) - harness.clock.now()) / 1000)
                assert left(harness, one) == most, "a new day"
                await one.watch(table)
                await one.ask(frames.GoOn(name(), table))
                results.add("reset")
                continue
            before = left(harness, one)
            assert isinstance(await one.act(table, PlaceWagers(amounts)), Done)
            await one.ready(table)
            await play_hand(harness, table, one)
            net = next(iter(harness.over_at(table).nets.values()))
            assert left(harness, one) == before + net
            results.add("won" if net > 0 else "lost")
            await harness.run(6)
            if results >= {"won", "lost", "reset"}:
                break
        assert results >= {"won", "lost", "reset"}


# Loss and wager limits between players.


@pytest.mark.parametrize("kind", ["loss", "wager"])
@told_at_once
async def test_R44_stud_what_is_brought_to_the_table_is_bounded_by_either_limit(tmp_path, kind):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.watch(STUD_1)
        await one.watch(STUD_2)
        least = harness.table(STUD_1).buy_in.minimum
        money = harness.table(STUD_1).house.money
        await limit(harness, one, kind, least + 1000)
        answer = await one.ask(frames.Sit(name(), STUD_1, least + 1001))
        assert answer.code == "limit"
        assert answer.why == (
            f"a stack of {money(least + 1001)} can be {'lost' if kind == 'loss' else 'wagered'} in one hand, "
            f"and your {kind} limit of {money(least + 1000)} a day leaves {money(least + 1000)} today; "
            "it resets on 16 January 2027, 00:00 UTC"
        )
        assert answer.allowed == f"up to {money(least + 1000)} at this table"
        await refused(one, frames.Queue(name(), STUD_1, least + 1001))
        _, seated = await harness.room.quick_seat(one, STUD, name(), least + 1001)
        assert isinstance(seated, RefusedFrame)
        hosted = await harness.room.tables.create(person_of(harness, one), STUD)
        await one.watch(hosted.id, hosted.row.word or "")
        await refused(one, frames.Sit(name(), hosted.id, least + 1001))
        await one.done(frames.Sit(name(), STUD_1, least))
        await refused(one, frames.Rebuy(name(), STUD_1, 1001))
        await refused(one, frames.Sit(name(), STUD_2, least))
        amounts, most = wager(harness, DEALER_GAMES[0], 1000)
        assert most > 1000
        await one.sit(HCF)
        await refused(one, one.answer_to(HCF, PlaceWagers(amounts)))
        await one.done(frames.Rebuy(name(), STUD_1, 1000))
        assert left(harness, one, kind) == 0
        # A hand is joined although nothing is left: all that can be wagered and lost has been counted.
        two = await harness.guest()
        await two.sit(STUD_1)
        await harness.run(3)
        assert harness.live_at(STUD_1).seats.keys() == {1, 2}
        await harness.restart()
        one = harness.again(one)
        await one.watch(STUD_1)
        await refused(one, frames.Rebuy(name(), STUD_1, 1))
        await harness.close_and_check()


@pytest.mark.parametrize("kind", ["loss", "wager"])
@told_at_once
async def test_R44_stud_a_waiting_list_does_not_get_round_a_limit(tmp_path, kind):
    async with Harness(tmp_path) as harness:
        players = [await harness.guest() for _ in range(harness.table(STUD_1).house.seats)]
        for player in players:
            await player.sit(STUD_1)
        waiting = await harness.guest()
        await waiting.watch(STUD_1)
        await waiting.done(frames.Queue(name(), STUD_1, 20_000))
        await limit(harness, waiting, kind, 19_999)
        await harness.run(3)
        await players[-1].leave(STUD_1)
        await play_hand(harness, STUD_1, *players)
        await harness.run(10)
        assert not harness.table(STUD_1).snapshot.session.seat_of(players[-1].person)
        assert not harness.table(STUD_1).snapshot.session.seat_of(waiting.person)


@told_at_once
async def test_R44_stud_bets_never_exceed_the_wager_limit_and_a_stack_above_what_is_left_sits_out(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(showing_time=1_000)) as harness:
        one, two = await harness.guest(), await harness.guest()
        least, money = harness.table(STUD_1).buy_in.minimum, harness.table(STUD_1).house.money
        await limit(harness, one, "wager", 2 * least)
        for client in (one, two):
            await client.sit(STUD_1, buy_in=2 * least)
        await harness.run(3)
        live = harness.live_at(STUD_1)
        await limit(harness, two, "wager", 2 * least)  # in a hand: it is in force, and the hand goes on
        assert left(harness, one, "wager") == 0, "what may still be wagered counts as wagered"
        await refused(one, frames.Rebuy(name(), STUD_1, 1))
        for _ in range(100):  # as much as the rules allow
            now = harness.table(STUD_1).snapshot.live
            if now is None:
                break
            seat = min(seat for seat in now.hand.to_act if isinstance(seat, int))
            client = one if now.seats[seat].person == one.person else two
            legal = now.hand.legal(seat)
            raises = legal.of(BetTo)
            action = list(raises)[-1] if raises is not None else staying(now, seat)
            assert isinstance(await client.act(STUD_1, action), Done), "no decision is refused"
            await harness.clock.settle()
        over = harness.over_at(STUD_1)
        assert over.id == live.id
        await harness.run(10)
        assert harness.table(STUD_1).snapshot.live is None, "the winner's stack is larger than what is left"
        stopped = set()
        for client in (one, two):
            seat = harness.table(STUD_1).snapshot.session.seat_of(client.person)
            chips = harness.table(STUD_1).snapshot.session.seats[seat].chips
            wagered = used(harness, client, "wager")
            rest = 2 * least - wagered
            assert 0 < wagered <= 2 * least
            if not chips:
                continue
            assert chips >= rest, "it holds what has not been wagered"
            assert harness.table(STUD_1).snapshot.session.seats[seat].sits_out == (chips > rest)
            if chips == rest:
                continue
            stopped.add(client)
            why = client.last["you"]["stop"]["why"]
            assert f"your wager limit of {money(2 * least)} a day" in why
            assert "resets on 16 January 2027, 00:00 UTC" in why
            if rest:
                assert f"a stack of {money(chips)} can be wagered in one hand" in why
                assert why.endswith(f"Leave, and come back with up to {money(rest)}")
            assert await refused(client, frames.SitIn(name(), STUD_1)) in why
        assert stopped
        await harness.restart()
        for client in (one, two):
            again = harness.again(client)
            await again.watch(STUD_1)
            await refused(again, frames.Rebuy(name(), STUD_1, 1))
        await harness.close_and_check()


@told_at_once
async def test_R44_stud_somebody_who_comes_back_with_less_plays_on(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        for client in (one, two):
            await client.sit(STUD_1, buy_in=20_000)
        await harness.run(3)
        await limit(harness, one, "wager", 19_999)
        await play_hand(harness, STUD_1, one, two)
        await harness.run(10)
        rest = 19_999 - used(harness, one, "wager")
        assert rest >= harness.table(STUD_1).buy_in.minimum
        assert harness.table(STUD_1).snapshot.live is None
        await one.leave(STUD_1)
        await refused(one, frames.Sit(name(), STUD_1, rest + 1))
        await one.done(frames.Sit(name(), STUD_1, rest))
        await harness.run(3)
        assert len(harness.live_at(STUD_1).seats) == 2


@told_at_once
async def test_R44_stud_a_hand_in_progress_is_finished_and_the_next_is_not_joined(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two, three = [await harness.guest() for _ in range(3)]
        for client in (one, two, three):
            await client.sit(STUD_1)
        await harness.run(3)
        number = harness.live_at(STUD_1).number
        await limit(harness, one, "loss", 5)
        await limit(harness, two, "wager", 0)
        await play_hand(harness, STUD_1, one, two, three)
        assert harness.last_at(STUD_1).id.endswith(f".{number}")
        await harness.run(10)
        seats = harness.table(STUD_1).snapshot.session.seats
        assert [seats[seat].sits_out for seat in (1, 2, 3)] == [True, True, False]
        await refused(one, frames.SitIn(name(), STUD_1))
        assert "loss limit" in one.last["you"]["stop"]["why"]
        assert "wager limit" in two.last["you"]["stop"]["why"]
        assert three.last["you"]["stop"] is None


# Time limits.


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R44_time_with_a_seat_counts_everywhere_once_and_stops_new_wagers(tmp_path, game):
    async with Harness(tmp_path, SETTINGS.but(reality_check=0)) as harness:
        one, two, table, other = await harness.guest(), await harness.guest(), f"{game}-1", f"{game}-2"
        await limit(harness, one, "time", 60)
        await two.sit(table)
        await one.sit(table)
        await one.sit(other)
        await harness.run(20 * 60)
        assert left(harness, one, "time") == 40, "two seats at the same time count once"
        await one.leave(table)
        await one.leave(other)
        await harness.run(2 * HOUR)
        assert left(harness, one, "time") == 40, "time without a seat does not count"
        await harness.restart()
        one, two = harness.again(one), harness.again(two)
        await two.watch(table)
        await one.sit(table)
        await harness.run(40 * 60)
        assert left(harness, one, "time") == 0
        await refused(one, frames.SitIn(name(), table))
        await refused(one, frames.Rebuy(name(), table, 100))
        why = await refused(one, frames.Sit(name(), other, 20_000))
        assert "time limit of 1 h a day is used up" in why
        if game == STUD:
            live = harness.table(table).snapshot.live
            assert live is None or one.person not in {seated.person for seated in live.seats.values()}
        else:
            await refused(one, one.answer_to(table))
        await harness.run((resets("day", harness.clock.now()) - harness.clock.now()) / 1000)
        assert left(harness, one, "time") == 60
        await harness.close_and_check()


# Time-outs and self-exclusion.


async def exclude(harness, client, kind):
    person, desk = person_of(harness, client), harness.room.limits
    return await (desk.take_time_out(person, 24) if kind == "time_out" else desk.exclude(person, None))


@pytest.mark.parametrize(("game", "kind"), list(product(GAMES, ("time_out", "self_exclusion"))))
@told_at_once
async def test_R44_an_exclusion_holds_at_once_on_every_path_and_the_round_is_finished_by_the_book(tmp_path, game, kind):
    async with Harness(tmp_path) as harness:
        room, table, other = harness.room, f"{game}-1", f"{game}-2"
        one, two = await harness.guest(), await harness.guest()
        before = harness.chips(one)
        ended = []
        room.sessions.ended = lambda keys: ended.append(keys)
        cookie, _ = await room.sessions.begin(one.person)
        token = await room.sessions.new_token(one.person, "a program")
        await one.sit(table)
        await two.sit(table)
        if game == STUD:
            await harness.run(2)
        else:
            await bet_and_close(harness, table, one, two)
        live = harness.live_at(table)
        await exclude(harness, one, kind)
        assert await room.sessions.of(cookie) is None
        assert room.sessions.grant_of(token) is None
        assert len(ended[-1]) == 2, "their connections are closed"
        # The hand goes on, with the player's own decisions.
        await play_hand(harness, table, one, two)
        over = harness.over_at(table)
        assert over.id == live.id
        assert not over.is_void
        mine = [step for step in over.steps if step.who == 1]
        assert game == STUD or mine
        await harness.run(1)
        assert not harness.table(table).snapshot.session.seat_of(one.person), "the seat is given up afterwards"
        assert harness.chips(one) == before + over.nets[1], "and the chips are back in the wallet"

        async def all_refused(client) -> None:
            await client.watch(table)
            for ask in (
                frames.Sit(name(), table, 20_000),
                frames.Sit(name(), other, 20_000),
                frames.Queue(name(), table, 20_000),
            ):
                await refused(client, ask, "excluded")
            _, answer = await room_now().quick_seat(client, game, name())
            assert isinstance(answer, RefusedFrame)
            assert answer.code == "excluded"
            host = await room_now().tables.create(person_of(harness, client), game)
            await client.watch(host.id, host.row.word)
            await refused(client, frames.Sit(name(), host.id, 20_000), "excluded")
            if game != STUD:
                alone = await room_now().tables.alone(person_of(harness, client), game)
                await refused(client, frames.Sit(name(), alone.id, 20_000), "excluded")
            await client.ask(frames.Refill(name()))
            await refused(client, frames.Sit(name(), other, 20_000), "excluded")

        def room_now():
            return harness.room

        await all_refused(harness.again(one))
        # It cannot be lifted: not by a shorter one, a closure that is opened again, an upgrade, or a restart.
        with pytest.raises(RoomRefused, match="cannot be shortened or lifted"):
            await room.limits.take_time_out(person_of(harness, one), 1)
        boss = await harness.admin()
        await room.close("player", one.person, "a mistake", boss)
        await room.open_again("player", one.person, boss)
        known = await room.people.upgrade(one.person, "Regular", "a very long password")
        await room.people.reset_password(boss.id, "Regular", "another very long password")
        assert known.id == one.person
        await harness.restart()
        await all_refused(harness.again(one))
        if kind == "time_out":
            await harness.run(24 * HOUR)
            await harness.again(one).sit(other)
        await harness.close_and_check()


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R44_an_excluded_player_who_is_gone_gets_the_default_actions(tmp_path, game):
    async with Harness(tmp_path) as harness:
        one, two, table = await harness.guest(), await harness.guest(), f"{game}-1"
        await one.sit(table)
        await two.sit(table)
        if game == STUD:
            await harness.run(2)
        else:
            await bet_and_close(harness, table, one, two)
        live = harness.live_at(table)
        await harness.room.limits.exclude(person_of(harness, one), 6)
        await one.drop()
        assert not harness.table(table).snapshot.session.seats[1].leaves, "who leaves would be folded at once"
        for _ in range(200):
            if harness.table(table).snapshot.live is not live and harness.table(table).snapshot.over is not None:
                break
            now = harness.live_at(table)
            seats = [s for s in now.hand.to_act if isinstance(s, int) and now.seats[s].person == two.person]
            if seats and now.seeds_closed:
                choice = now.hand.legal(seats[0])
                default = now.hand.default(seats[0])
                assert choice
                await two.act(table, default)
            await harness.run(1)
        assert not harness.table(table).snapshot.session.seat_of(one.person)
        await harness.close_and_check()


@told_at_once
async def test_R44_a_wager_placed_before_an_exclusion_is_played_without_waiting_for_the_player(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        alone = await harness.room.tables.alone(person_of(harness, one), DEALER_GAMES[0])
        await one.sit(alone.id)
        amounts, _ = wager(harness, DEALER_GAMES[0], 500)
        assert isinstance(await one.act(alone.id, PlaceWagers(amounts)), Done)
        await harness.room.limits.take_time_out(person_of(harness, one), 1)
        await harness.run(1)
        live = harness.live_at(alone.id)
        assert live.seeds_closed, "dealt, although the player has not said that they are ready"
        await refused(one, frames.Rebuy(name(), alone.id, 1000), "excluded")
        await play_hand(harness, alone.id, one)
        await harness.run(1)
        assert not alone.snapshot.chairs


@told_at_once
async def test_R44_an_exclusion_takes_a_person_off_the_waiting_list(tmp_path):
    async with Harness(tmp_path) as harness:
        table = harness.table(HCF)
        players = [await harness.guest() for _ in range(table.house.seats)]
        for player in players:
            await player.sit(HCF)
        waiting = await harness.guest()
        await waiting.watch(HCF)
        await waiting.done(frames.Queue(name(), HCF, 20_000))
        await harness.room.limits.take_time_out(person_of(harness, waiting), 1)
        await players[0].leave(HCF)
        await harness.run(10)
        assert not table.snapshot.session.seat_of(waiting.person)
        assert not table.snapshot.queue


# Reality checks.


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R44_a_reality_check_comes_between_rounds_and_holds_up_nobody_else(tmp_path, game):
    async with Harness(tmp_path) as harness:
        one, two, three, table = *[await harness.guest() for _ in range(3)], f"{game}-1"
        await harness.room.limits.set_interval(person_of(harness, one), 5)
        for client in (one, two, three):
            await client.sit(table)
        await harness.run(2)
        if game != STUD:
            await bet_and_close(harness, table, one, two, three)
        # It becomes due during the round, which goes on as if nothing had happened.
        await harness.room.limits.set_interval(person_of(harness, one), 1)
        await play_hand(harness, table, one, two, three)
        await harness.run(1)
        while not harness.room.limits.guard.reality_check_due(one.person):
            await harness.run(5)
        for _ in range(40):
            stop = one.last["you"]["stop"]
            if stop is not None:
                break
            await harness.run(5)
        assert stop["check"]
        assert stop["time"] >= 60_000
        assert two.last["you"]["stop"] is None
        assert harness.table(table).snapshot.session.seat_of(one.person)
        await refused(one, frames.SitIn(name(), table), "reality_check")
        await refused(one, frames.Sit(name(), f"{game}-2", 20_000), "reality_check")
        if game == STUD:
            await harness.run(200)
            live = harness.table(table).snapshot.live
            assert live is None or one.person not in {seated.person for seated in live.seats.values()}
        else:
            await refused(one, one.answer_to(table), "reality_check")
            await two.watch(table)
            await bet_and_close(harness, table, two, three)
            assert harness.live_at(table).seeds_closed, "betting does not wait for who has not answered"
        await one.done(frames.GoOn(name(), table))
        assert one.last["you"]["stop"] is None
        if game == STUD:
            assert not harness.table(table).snapshot.session.seats[1].sits_out
        # The answer survives a restart, and so does the interval.
        await harness.restart()
        guard = harness.room.limits.guard
        assert guard.interval(one.person) == 1
        assert not guard.reality_check_due(one.person)
        await harness.close_and_check()


@told_at_once
async def test_R44_the_house_sets_the_interval_and_hopping_between_tables_does_not_avoid_the_check(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(reality_check=30)) as harness:
        one, game = await harness.guest(), DEALER_GAMES[1]
        for number in range(4):
            table = f"{game}-{number % 2 + 1}"
            await one.sit(table)
            await harness.run(8 * 60)
            assert harness.room.limits.guard.reality_check_due(one.person) == (number == 3)
            if number < 3:
                await one.leave(table)
        stop = one.last["you"]["stop"]
        assert stop == {"check": True, "time": 30 * 60_000, "net": 0, "why": ""}, "told when it was due, not later"
        await one.leave(table)
        await refused(one, frames.Sit(name(), table, 20_000), "reality_check")
        await harness.room.limits.guard.go_on(one.person)
        await one.sit(table)


# Storage.


@told_at_once
async def test_R44_every_change_is_in_the_event_log_and_goes_with_the_account(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await limit(harness, one, "loss", 5000)
        await limit(harness, one, "loss", 9000)
        await harness.room.limits.set_interval(person_of(harness, one), 20)
        await harness.room.limits.take_time_out(person_of(harness, one), 3)
        with harness.room.store.reading() as connection:
            query = "SELECT kind, body FROM log WHERE person = ? ORDER BY seq"
            logged = [row.kind for row in connection.exec_driver_sql(query, (one.person,))]
        assert [kind for kind in logged if kind in ("limit", "reality_check_interval", "excluded")] == [
            "limit",
            "limit",
            "reality_check_interval",
            "excluded",
        ]
        await harness.room.delete_person(person_of(harness, one))
        with harness.room.store.reading() as connection:
            assert not connection.exec_driver_sql("SELECT * FROM play_limits").all()
            assert not connection.exec_driver_sql("SELECT * FROM reality_checks").all()
        await harness.close_and_check()


def test_R44_an_exclusion_says_until_when():
    assert excluded_in_words(Exclusion("time_out", 0, 1_800_000_000_000)) == (
        "you are taking a time-out until 15 January 2027, 08:00 UTC"
    )
    assert "permanently" in excluded_in_words(Exclusion("self_exclusion", 0, None))
