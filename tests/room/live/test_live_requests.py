"""R33: each request is carried out once; stale or repriced actions are refused, and nothing changes."""

import asyncio

import msgspec
import pytest

from seventh.room import frames
from seventh.room.frames import Done, RefusedFrame
from seventh.room.queries import rows
from seventh.room.refusals import RoomRefused
from seventh.room.store import schema
from seventh.rounds.actions import PlaceWagers
from tests.room.live.live_room import DEALER_GAMES, GAMES, STUD, Harness, bet_and_close, name, told_at_once

TABLE = "high-card-flush-1"


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R33_a_repeat_gets_the_first_answer_even_after_a_restart(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.watch(table)
        sit = frames.Sit(name(), table, 20_000)
        assert await one.ask(sit) == Done(sit.id)
        assert await one.ask(sit) == Done(sit.id, again=True)
        await two.sit(table)
        await harness.run(3)
        acting = one
        if game == STUD:
            live = harness.live_at(table)
            seat = next(iter(live.hand.to_act))
            assert isinstance(seat, int)
            acting = one if live.seats[seat].person == one.person else two
        act = acting.answer_to(table)
        assert await acting.ask(act) == Done(act.id)
        seen = harness.live_at(table).view(None)
        assert await acting.ask(act) == Done(act.id, again=True)
        assert harness.live_at(table).view(None) == seen
        await harness.restart()
        assert harness.live_at(table).view(None) == seen
        assert await harness.again(acting).ask(act) == Done(act.id, again=True)
        assert await harness.again(one).ask(sit) == Done(sit.id, again=True)
        assert harness.live_at(table).view(None) == seen
        log = schema.log
        assert len(rows(harness.room.store, log.select().where(log.c.action_id == act.id))) == 1
        await harness.close_and_check()


@told_at_once
async def test_R33_a_refusal_is_repeated_too(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.watch(TABLE)
        ask = frames.Sit(name(), TABLE, 1)
        refused = await one.ask(ask)
        assert isinstance(refused, RefusedFrame)
        assert refused.code == "wrong_amount"
        assert refused.why == "you can buy in for $40 to $2,000"
        assert await one.ask(ask) == refused


@told_at_once
async def test_R33_the_same_request_from_two_tabs_is_carried_out_once(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(TABLE)
        act = one.answer_to(TABLE, word="two tabs")
        answers = await asyncio.gather(*(harness.again(one).ask(act) for _ in range(5)))
        assert [answer.again for answer in answers] == [False, True, True, True, True]
        log = schema.log
        assert len(rows(harness.room.store, log.select().where(log.c.action_id == act.id))) == 1


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_R33_a_stale_or_repriced_answer_is_refused(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.sit(table)
        await two.sit(table)
        good = one.answer_to(table)
        before = len(one.raw)
        wrong = {
            "stale": [
                msgspec.structs.replace(good, id=name(), round=f"{table}/99"),
                msgspec.structs.replace(good, id=name(), decision=good.decision + 1),
                msgspec.structs.replace(good, id=name(), decision=0),
            ],
            "repriced": [
                msgspec.structs.replace(good, id=name(), price=good.price + 1),
                msgspec.structs.replace(good, id=name(), price=good.price - 1),
            ],
            "malformed": [
                msgspec.structs.replace(good, id=name(), action={"action": "win"}),
                msgspec.structs.replace(good, id=name(), action={"action": "reveal"}),
                msgspec.structs.replace(good, id=name(), action={"action": "void_round", "reason": "I lose"}),
                msgspec.structs.replace(good, id=name(), action={"action": "place_wagers", "amounts": {"ante": "x"}}),
                msgspec.structs.replace(good, id=name(), action={}),
            ],
            "not_now": [msgspec.structs.replace(good, id=name(), action={"action": "fold"}, price=0)],
        }
        for code, asks in wrong.items():
            for ask in asks:
                answer = await one.ask(ask)
                assert isinstance(answer, RefusedFrame), ask
                assert answer.code == code, (answer, ask)
        for ask in (
            msgspec.structs.replace(good, id=""),
            msgspec.structs.replace(good, id="x" * 65),
        ):
            assert (await one.ask(ask)).code == "malformed"
        assert len(one.raw) == before, "nobody is told of what did not happen"
        # A neighbour's wager does not make mine stale.
        await two.done(two.answer_to(table))
        assert await one.ask(good) == Done(good.id)


@told_at_once
async def test_people_are_refused_in_words_and_bots_with_numbers(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.watch(TABLE)
        refused = await one.ask(frames.Sit(name(), TABLE, 1))
        assert (refused.why[:19], refused.allowed) == ("you can buy in for ", "")
        assert "$" in refused.why
        await one.sit(TABLE)
        good = one.answer_to(TABLE)
        ask = msgspec.structs.replace(good, action={"action": "place_wagers", "amounts": {"ante": 9_999_900}})
        refused = await one.ask(msgspec.structs.replace(ask, id=name()))
        assert refused.code == "wrong_amount"
        assert refused.why == "You can bet $5 to $100 on the ante, in steps of $1"
        assert refused.allowed == ""
        person = harness.room.people.person(one.person)
        with pytest.raises(RoomRefused, match=r"9999900 is not allowed for the ante wager; allowed: 500 to 10000"):
            await harness.table(TABLE).decisions.act(msgspec.structs.replace(person, bot=True), ask)


@told_at_once
async def test_R33_a_spectator_or_a_neighbour_cannot_act_for_somebody(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        await one.sit(TABLE)
        await two.watch(TABLE)
        ask = one.answer_to(TABLE)
        answer = await two.ask(ask)
        assert isinstance(answer, RefusedFrame)
        assert answer.code == "not_seated"
        assert (await two.ask(frames.Seed(TABLE, ask.round, "aa"))).code == "not_seated"
        assert (await two.ask(frames.Ready(TABLE, ask.round))).code == "not_seated"
        assert await one.ask(ask) == Done(ask.id), "another person's use of an id does not spend it"


@told_at_once
async def test_R33_reordered_requests_from_an_earlier_round_are_refused(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(TABLE)
        early = one.answer_to(TABLE)
        await bet_and_close(harness, TABLE, one)
        late = one.answer_to(TABLE)
        answer = await one.ask(early)
        assert isinstance(answer, RefusedFrame)
        assert answer.code in ("stale", "not_now")
        assert await one.ask(late) == Done(late.id)
        await harness.run(60)
        answer = await one.ask(msgspec.structs.replace(late, id=name()))
        assert isinstance(answer, RefusedFrame)
        assert answer.code == "stale"
        assert f".{TABLE}." in answer.allowed


@told_at_once
async def test_R2_seeds_are_given_once_and_before_the_cards(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(TABLE)
        info = one.last["round"]
        assert len(info["seed_hash"]) == 64
        assert not info["seeds_closed"]
        for seed, code in (("zz", "malformed"), ("", "not_now"), ("aa" * 33, "not_now")):
            assert (await one.ask(frames.Seed(TABLE, info["id"], seed))).code == code
        await one.done(frames.Seed(TABLE, info["id"], "0102"))
        assert one.last["round"]["seeds"] == {"1": "0102"}
        assert (await one.ask(frames.Seed(TABLE, info["id"], "0303"))).code == "not_now"
        await bet_and_close(harness, TABLE, one)
        assert one.last["round"]["seeds_closed"]
        assert one.last["round"]["seed_hash"] == info["seed_hash"]
        assert (await one.ask(frames.Seed(TABLE, info["id"], "04"))).code in ("not_now", "stale")


@told_at_once
async def test_R2_R5_at_stud_hash_then_seeds_then_root_then_the_first_card(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        table = f"{STUD}-1"
        await one.sit(table)
        await two.sit(table)
        opened = one.last["round"]
        assert opened["seed_hash"]
        assert not opened["root"]
        assert not opened["seeds_closed"]
        await one.done(frames.Seed(table, opened["id"], "aa"))
        await two.done(frames.Seed(table, opened["id"], "bb"))
        await harness.run(0.1)
        told = [frame["round"] for frame in one.frames if frame["round"]]
        rooted = next(info for info in told if info["root"])
        assert rooted["seeds"] == {"1": "aa", "2": "bb"}
        assert not any(seat["cards"] for seat in rooted["view"]["seats"])
        dealt = next(info for info in told if any(seat["cards"] for seat in info["view"]["seats"]))
        assert dealt["root"] == rooted["root"]
        assert dealt["seed_hash"] == opened["seed_hash"]
        own = next(seat for seat in dealt["view"]["seats"] if seat["seat"] == 1)
        opened_cards = {opening["card"] for opening in dealt["openings"]}
        up = {seat["up"] for seat in dealt["view"]["seats"]}
        assert opened_cards == {own["cards"][i : i + 2] for i in (0, 2, 4)} | up


@pytest.mark.parametrize("restarted", [False, True])
@told_at_once
async def test_R33_an_id_that_was_used_for_something_else_is_refused(tmp_path, restarted):
    async with Harness(tmp_path) as harness:
        table, one, two = "high-card-flush-1", await harness.guest(), await harness.guest()
        await one.watch(table)
        sit = frames.Sit("a", table, 20_000)
        await one.done(sit)
        wager = one.answer_to(table, PlaceWagers({"ante": 500}))
        await one.done(wager)
        if restarted:
            await harness.restart()
        one, two = harness.again(one), harness.again(two)
        others = [
            frames.Rebuy("a", table, 20_000),
            frames.Sit("a", table, 20_500),
            frames.Sit("a", table, 20_000, 2),
            frames.Sit("a", "high-card-flush-2", 20_000),
            frames.Leave("a", table),
            frames.Leave(wager.id, table),
            msgspec.structs.replace(wager, action=msgspec.to_builtins(PlaceWagers({"ante": 1000}))),
        ]
        for ask in others:
            answer = await one.ask(ask)
            assert isinstance(answer, RefusedFrame), ask
            assert answer.why == "this id was already used for another request", ask
        assert await one.ask(sit) == Done("a", again=True)
        assert await one.ask(wager) == Done(wager.id, again=True)
        await two.watch(table)
        assert await two.ask(sit) == Done("a"), "somebody else's id"
