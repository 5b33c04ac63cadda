"""R22: decision clocks, time banks, default actions, and players who disconnect and return."""

import msgspec
import pytest
from msgspec.structs import replace

from seventh.room import frames
from seventh.room.clock import RealClock, VirtualClock
from seventh.room.frames import RefusedFrame
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.pace import alone, shared
from seventh.room.tables.timing import NEVER, Deadline, Timing
from seventh.rounds.actions import Action, Bet, BetTo, BringIn, Call, Check, Claim, Fold, PlaceWagers, Show
from seventh.rounds.events import Dealt
from tests.known import known
from tests.room.live.live_room import (
    DEALER_GAMES,
    GAMES,
    SETTINGS,
    STUD,
    Client,
    Harness,
    bet_and_close,
    name,
    told_at_once,
)

TABLE = "high-card-flush-1"


async def to_the_cards(harness: Harness, table: str, *clients: Client) -> None:
    for client in clients:
        await client.sit(table)
    if STUD in table:
        await harness.clock.run(SETTINGS.seed_window)
    else:
        await bet_and_close(harness, table, *clients)


def shown_in(live: LiveRound) -> int:
    """How long the cards dealt so far take to be shown, if they came in one deal."""
    dealt = [event for event in live.hand.events if isinstance(event, Dealt)]
    return SETTINGS.dealing_time + SETTINGS.card_time * sum(len(event.cards) // 2 for event in dealt)


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R22_the_clock_of_a_decision_starts_when_the_cards_have_been_shown(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await to_the_cards(harness, table, one, two)
        dealt_at, live = harness.clock.now(), harness.live_at(table)
        info = one.last["round"]
        assert info["clocks"]
        for seat, clock in info["clocks"].items():
            assert clock["starts"] == dealt_at + shown_in(live)
            assert clock["bank_from"] == clock["starts"] + SETTINGS.decision_clock
            assert info["deadlines"][seat] == clock["bank_from"] + SETTINGS.time_bank
        seat = min(map(int, info["clocks"]))
        who = one if live.seats[seat].person == one.person else two
        await harness.clock.run(shown_in(live) + SETTINGS.decision_clock)
        await who.act(table)
        banks = harness.table(table).timing.banks
        assert banks[seat] == SETTINGS.time_bank, "showing the cards costs nothing of the time bank"


@told_at_once
async def test_R22_the_clock_starts_at_once_if_no_card_was_dealt_before_the_decision(tmp_path):
    async with Harness(tmp_path) as harness:
        table, clients = f"{STUD}-1", [await harness.guest() for _ in range(2)]
        await to_the_cards(harness, table, *clients)
        shown = harness.clock.now() + shown_in(harness.live_at(table))

        async def then(action: Action) -> dict[str, int]:
            """The next decision's clock."""
            live = harness.live_at(table)
            (seat,) = [seat for seat in live.hand.to_act if isinstance(seat, int)]
            await next(c for c in clients if c.person == live.seats[seat].person).act(table, action)
            (clock,) = clients[0].last["round"]["clocks"].values()
            return clock

        assert (await then(BringIn()))["starts"] == shown, "who acts fast takes nothing from the next"
        await harness.clock.run(shown - harness.clock.now() + 5_000)
        assert (await then(BetTo(400)))["starts"] == harness.clock.now()
        assert (await then(Call(300)))["starts"] > harness.clock.now(), "fourth street is dealt"


@told_at_once
async def test_R22_a_person_who_is_away_sees_the_cards_but_has_no_bank(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        for client in (one, two):
            await client.sit(TABLE)
        for client in (one, two):
            await client.done(client.answer_to(TABLE, PlaceWagers({"ante": 500})))
        await one.ready(TABLE)
        await one.drop()
        await two.ready(TABLE)
        live = harness.live_at(TABLE)
        clocks, deadlines = two.last["round"]["clocks"], two.last["round"]["deadlines"]
        assert clocks["1"]["starts"] == clocks["2"]["starts"] == harness.clock.now() + shown_in(live)
        assert deadlines["1"] == clocks["1"]["bank_from"] == deadlines["2"] - SETTINGS.time_bank


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R22_the_clock_takes_the_published_default_and_records_it(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await to_the_cards(harness, table, one, two)
        live = harness.live_at(table)
        seat = min(seat for seat in live.hand.to_act if isinstance(seat, int))
        expected = live.hand.default(seat)
        slow = one if live.seats[seat].person == one.person else two
        ends = slow.last["round"]["deadlines"][str(seat)]
        assert ends - harness.clock.now() == shown_in(live) + SETTINGS.decision_clock + SETTINGS.time_bank
        await harness.clock.run(ends - harness.clock.now() - 1)
        assert harness.live_at(table).decision(seat) == live.decision(seat)
        await harness.clock.run(1)
        await harness.run(600)
        decision = next(
            d for d in harness.room.history.round(slow.person, live.id).decisions if d.at == ends and d.by_clock
        )
        assert decision.action == msgspec.to_builtins(expected)
        await harness.close_and_check()


@told_at_once
async def test_H10_a_claim_after_folding_is_open_while_another_decides_and_has_no_clock(tmp_path):
    """It is written down like any other decision, and holds after a restart."""
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        for client in (one, two):
            await client.sit(TABLE)
        for client in (one, two):
            await client.done(client.answer_to(TABLE, PlaceWagers({"ante": 500, "flush": 100})))
        for client in (one, two):
            await client.ready(TABLE)
        await one.done(one.answer_to(TABLE, Fold()))
        assert [choice["action"] for choice in one.last["round"]["view"]["choices"]] == ["claim"]
        assert one.last["round"]["decision"]
        live = harness.live_at(TABLE)
        (waits,) = live.hand.to_act
        assert isinstance(waits, int)
        assert live.seats[waits].person == two.person
        assert list(one.last["round"]["deadlines"]) == [str(waits)]
        claim = one.answer_to(TABLE, Claim())
        await one.done(claim)
        assert (await one.ask(replace(claim, id=name()))).code == "stale"
        await harness.restart()
        (folded,) = (hand for hand in harness.live_at(TABLE).hand.hands.values() if hand.status == "folded")
        assert folded.claimed
        again = harness.again(two)
        await again.watch(TABLE)
        await again.done(again.answer_to(TABLE, Fold()))
        lines = known(harness.over_at(TABLE).hand.outcome).settled
        assert next(line for line in lines if (line.seat, line.wager) == (folded.seat, "flush")).clause == "H8"
        await harness.close_and_check()


@told_at_once
async def test_R22_nobody_waits_longer_for_an_absent_player(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        await to_the_cards(harness, TABLE, one, two)
        await one.drop()
        assert two.last["seats"][0]["away"]
        await two.act(TABLE)
        assert harness.table(TABLE).state == "playing"
        shown = shown_in(harness.live_at(TABLE))
        await harness.clock.run(shown + SETTINGS.decision_clock + SETTINGS.time_bank)
        assert harness.table(TABLE).snapshot.last is not None
        # In the next round there is no time bank for somebody who is away.
        await harness.run(6)
        await two.done(two.answer_to(TABLE, PlaceWagers({"ante": 500})))
        await two.ready(TABLE)
        assert harness.table(TABLE).state == "playing", "the wagers close without waiting for the absent"


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R22_a_person_who_drops_off_comes_back_to_the_exact_state(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await to_the_cards(harness, table, one, two)
        before = one.last
        await one.drop()
        back = harness.again(one)
        await back.watch(table)
        after = back.last
        for kept in ("view", "decision", "seed_hash", "seeds", "root", "deadlines", "id"):
            assert after["round"][kept] == before["round"][kept], kept
        assert after["you"] == before["you"]
        assert not any(seat["away"] for seat in after["seats"])
        if game == STUD:
            known = {
                opening["card"] for frame in one.frames if frame["round"] for opening in frame["round"]["openings"]
            }
            assert {opening["card"] for opening in after["round"]["openings"]} == known
        # And to the same state as a second tab that was there all the time.
        tab = harness.again(one)
        await tab.watch(table)
        assert tab.last["round"] == after["round"]


@told_at_once
async def test_the_time_bank_runs_down_and_refills(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await to_the_cards(harness, TABLE, one)
        await harness.clock.run(shown_in(harness.live_at(TABLE)) + SETTINGS.decision_clock + 4_000)
        assert harness.table(TABLE).state == "playing"
        await one.act(TABLE)
        assert harness.table(TABLE).timing.banks[1] == SETTINGS.time_bank - 4_000
        await harness.run(10)
        assert one.last["seats"][0]["time_bank"] == SETTINGS.time_bank - 4_000 + SETTINGS.time_bank_refill


def test_clocks_of_a_table():
    settings = SETTINGS.but(
        decision_clock=100, time_bank=50, time_bank_refill=20, dealing_time=7, card_time=2, idle_clock=5
    )
    away = {}
    timing = Timing(settings, shared(settings), away)
    for seat in (1, 2):
        timing.sits(seat)
    timing.waits_for({1: 1, 2: 1}, 1_000, {})
    assert timing.next == 1_150
    assert timing.due(1_149) == []
    assert timing.due(1_150) == [1, 2]
    timing.waits_for({2: 1}, 1_090, {})
    assert timing.banks == {1: 50, 2: 50}
    timing.waits_for({1: 2}, 1_130, {1: 10})
    assert timing.banks == {1: 50, 2: 20}
    assert timing.deadlines[1].ends == 1_140
    timing.refill()
    assert timing.banks == {1: 50, 2: 40}
    timing.refill()
    assert timing.banks == {1: 50, 2: 50}
    timing.stop()
    assert timing.next is None
    timing.leaves(1)
    assert timing.banks == {2: 50}
    timing.dealt(10, 2_000)
    timing.dealt(0, 2_000)
    timing.waits_for({1: 3, 2: 2}, 2_001, {1: 30})
    assert timing.deadlines == {1: Deadline(3, 2_001, 2_031, 2_031), 2: Deadline(2, 2_027, 2_127, 2_177)}
    timing.dealt(1, 2_010)
    timing.sits(3)
    away[3] = 2_000
    timing.waits_for({3: 1}, 2_011, {})
    assert timing.deadlines == {3: Deadline(1, 2_036, 2_136, 2_136)}, "cards are shown one deal after the other"
    del away[3]
    assert timing.deadlines == {3: Deadline(1, 2_036, 2_136, 2_186)}, "who is back has the bank again"
    away[3] = 2_150
    assert timing.deadlines[3].ends == 2_155, "who drops off while the bank runs has a moment to come back"
    timing.missed[3] = 1
    timing.waits_for({3: 2}, 2_200, {})
    assert timing.deadlines == {3: Deadline(2, 2_200, 2_200, 2_200)}, "who is gone and let the clock decide has no time"
    del away[3]
    timing.waits_for({3: 21}, 2_200, {})
    assert timing.deadlines == {3: Deadline(21, 2_200, 2_205, 2_205)}, "who only let the clock decide, the short clock"
    timing.acted(3)
    timing.waits_for({3: 3}, 2_201, {}, unhurried={3: NEVER})
    assert timing.next is None, "bots wait for the only person"
    timing.waits_for({3: 3}, 3_000, {})
    assert timing.deadlines == {3: Deadline(3, 3_000, 3_100, 3_100)}, "the clock starts when another person sits down"
    timing.waits_for({3: 3}, 3_001, {}, unhurried={3: NEVER})
    assert timing.next is None, "and stops when they leave"
    timing.waits_for({3: 3}, 2_201, {}, leaving=(3,))
    assert timing.due(2_201) == [3], "nobody waits for who is leaving"


def test_no_clock_runs_at_a_single_player_table_unless_its_player_is_gone():
    away = {}
    timing = Timing(SETTINGS, alone(SETTINGS), away)
    timing.sits(1)
    timing.waits_for({1: 1}, 1_000, {})
    assert (timing.next, timing.deadlines) == (None, {})
    away[1] = 5_000
    assert timing.next == 5_000 + SETTINGS.away_leaves
    del away[1]
    assert timing.next is None


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_a_player_who_keeps_timing_out_sits_out_and_later_loses_the_seat(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two, three = f"{game}-1", *[await harness.guest() for _ in range(3)]
        await to_the_cards(harness, table, one, two, three)
        await one.drop()
        for _ in range(40):
            live = harness.table(table).snapshot.live
            for client in (two, three):
                if live is None or harness.table(table).snapshot.live is not live:
                    break
                seat = next((s for s, p in live.seats.items() if p.person == client.person), 0)
                if (seat and seat in live.hand.to_act) or (seat and live.hand.phase == "wagers"):
                    await client.act(table)
            await harness.run(15)
        assert one.person not in {chair.person for chair in harness.table(table).snapshot.chairs.values()}
        await harness.close_and_check()


@told_at_once
async def test_R22_a_player_who_timed_out_is_told_what_was_done_and_others_see_who_sits_out(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(missed_decisions=1)) as harness:
        table, one, two = f"{DEALER_GAMES[0]}-1", await harness.guest(), await harness.guest()
        await to_the_cards(harness, table, one, two)
        await two.act(table)
        await harness.run(300)
        lines = [line for frame in two.frames for line in frame.get("news", ()) if line["kind"] == "missed"]
        assert lines[0]["person"] == one.person
        assert lines[0]["yours"] == "Your time ran out, so your hand was folded. You are sitting out."
        assert lines[0]["text"] == f"{lines[0]['name']} ran out of time and is sitting out."


@told_at_once
async def test_R22_a_player_who_returns_is_told_what_the_clock_did_and_sees_their_own_last_round(tmp_path):
    async with Harness(tmp_path) as harness:
        gone, plays, new = [await harness.guest() for _ in range(3)]

        async def bets_and_raises() -> str:
            await plays.done(plays.answer_to(TABLE, PlaceWagers({"ante": 500})))
            await plays.ready(TABLE)
            live = harness.live_at(TABLE)
            await plays.done(plays.answer_to(TABLE, Bet("raise", 500)))
            return live.id

        for client in (gone, plays):
            await client.sit(TABLE)
        await gone.done(gone.answer_to(TABLE, PlaceWagers({"ante": 500})))
        await gone.ready(TABLE)
        await gone.drop()
        own = await bets_and_raises()
        await harness.run(40)
        assert harness.table(TABLE).state == "betting"
        other = await bets_and_raises()
        back = harness.again(gone)
        await back.watch(TABLE)
        assert back.last["you"]["absence"] == "While you were away your hand was folded: \u2212$5."
        missed = [(line["round"], line["yours"]) for line in back.last["news"] if line["kind"] == "missed"]
        assert [round_id for round_id, _ in missed] == [own, other]
        assert (back.last["review"]["id"], back.last["review"]["net"]) == (own, -500)
        await new.sit(TABLE)
        assert new.last["review"] is None, "nobody is shown a round as theirs that they were not in"
        await back.done(frames.SitIn(name(), TABLE))
        assert back.last["you"]["absence"] == ""


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_the_wagers_close_some_time_after_the_first(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await one.sit(table)
        await two.sit(table)
        await harness.run(3_600)
        assert one.last["state"] == "betting"
        assert one.last["until"] == 0, "no clock runs before the first wager"
        while not sum((ask := one.answer_to(table, word=name())).action["amounts"].values()):
            pass
        await one.done(ask)
        assert one.last["until"] == harness.clock.now() + SETTINGS.betting_window
        await harness.clock.run(SETTINGS.betting_window - 1)
        assert harness.table(table).state == "betting"
        await harness.clock.run(1)
        live = harness.table(table).snapshot.live or harness.table(table).snapshot.over
        assert known(live).view(None).seats[1].status == "out"


@told_at_once
async def test_everybody_ready_closes_the_wagers_and_begins_the_next_round_early(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two = await harness.guest(), await harness.guest()
        await one.sit(TABLE)
        await two.sit(TABLE)
        await one.done(one.answer_to(TABLE, PlaceWagers({"ante": 500})))
        await one.ready(TABLE)
        assert [seat["ready"] for seat in one.last["seats"]] == [True, False]
        assert one.last["state"] == "betting"
        await two.ready(TABLE)
        assert one.last["state"] == "playing"
        assert isinstance(await two.ask(frames.Ready(TABLE, one.last["round"]["id"])), RefusedFrame)
        await one.done(one.answer_to(TABLE, Bet("raise", 500)))
        assert one.last["state"] == "showing"
        assert one.last["until"] == harness.clock.now() + SETTINGS.showing_time
        await one.ready(TABLE)
        await two.ready(TABLE)
        assert one.last["state"] == "betting"
        assert one.last["round"]["number"] == 3
        assert isinstance(await two.ask(frames.Ready(TABLE, f"{TABLE}/1")), RefusedFrame)


@told_at_once
async def test_sitting_out_keeps_the_seat_and_misses_rounds(tmp_path):
    async with Harness(tmp_path) as harness:
        table, clients = f"{STUD}-1", [await harness.guest() for _ in range(3)]
        for client in clients:
            await client.sit(table)
        await clients[2].done(frames.SitOut(name(), table))
        await harness.run(2)
        live = harness.live_at(table)
        for _ in range(200):
            if harness.table(table).snapshot.live is None:
                break
            await harness.run(30)
        assert live.number == 1
        for client in clients[:2]:
            await client.done(frames.SitIn(name(), table))
        await harness.run(10)
        hand = harness.live_at(table)
        assert clients[2].person not in {seated.person for seated in hand.seats.values()}
        assert next(s for s in clients[0].last["seats"] if s["person"] == clients[2].person)["sits_out"]
        await clients[2].done(frames.SitIn(name(), table))
        assert not next(s for s in clients[0].last["seats"] if s["person"] == clients[2].person)["sits_out"]


def test_the_real_clock_does_not_go_back(monkeypatch):
    import time

    clock = RealClock()
    before, first, after = time.time(), clock.now(), time.time()
    assert before * 1000 - 2 < first < after * 1000 + 2
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert clock.now() >= first


@told_at_once
async def test_the_real_clock_calls_and_sleeps():
    clock, rang = RealClock(), []
    alarm = clock.call_at(clock.now() + 5, lambda: rang.append("called off"))
    alarm.cancel()
    clock.call_at(clock.now() + 5, lambda: rang.append("rang"))
    before = clock.now()
    await clock.sleep(20)
    assert clock.now() - before >= 19
    assert rang == ["rang"]


@told_at_once
async def test_the_virtual_clock_runs_from_alarm_to_alarm():
    clock, rang = VirtualClock(0), []

    def first() -> None:
        rang.append((1, clock.now()))
        clock.call_at(15, lambda: rang.append((2, clock.now())))

    clock.call_at(10, first)
    clock.call_at(30, lambda: rang.append((3, clock.now())))
    clock.call_at(12, lambda: rang.append((4, clock.now()))).cancel()
    await clock.run(20)
    assert rang == [(1, 10), (2, 15)]
    assert clock.now() == 20
    await clock.run(10)
    assert rang[-1] == (3, 30)


@told_at_once
async def test_S23_a_player_has_a_moment_to_show_a_beaten_hand_and_is_not_absent_without_an_answer(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(missed_decisions=1)) as harness:
        table, clients = f"{STUD}-1", [await harness.guest() for _ in range(3)]
        await to_the_cards(harness, table, *clients)
        while (live := harness.live_at(table)).hand.phase != "showdown":
            (acting,) = live.hand.to_act
            assert isinstance(acting, int)
            choices = live.hand.legal(acting)
            action = next(iter(next(found for kind in (BringIn, Check, Call) if (found := choices.of(kind)))))
            await next(c for c in clients if c.person == live.seats[acting].person).act(table, action)
        asked = []
        while (open_round := harness.table(table).snapshot.live) is not None:
            ((seat, deadline),) = clients[0].last["round"]["deadlines"].items()
            assert open_round.hand.legal(int(seat)).of(Show)
            starts = clients[0].last["round"]["clocks"][seat]["starts"]
            assert deadline == starts + SETTINGS.showdown_clock, "no time bank"
            asked.append(seat)
            await harness.clock.run(deadline - harness.clock.now())
        assert asked  # how many depends on the cards
        assert not harness.table(table).timing.missed
        assert not any(seat["sits_out"] for seat in clients[0].last["seats"])
        assert not [line for frame in clients[0].frames for line in frame.get("news", ()) if line["kind"] == "missed"]


def test_S23_nobody_waits_for_an_idle_player_to_show_a_beaten_hand():
    away = {2: 0}
    timing = Timing(SETTINGS, shared(SETTINGS), away)
    timing.missed[1] = 1
    timing.waits_for({1: 7, 2: 8, 3: 9}, 1_000, {}, showing=(1, 2, 3))
    ends = {seat: clock.ends for seat, clock in timing.deadlines.items()}
    assert ends == {1: 1_000, 2: 1_000, 3: 1_000 + SETTINGS.showdown_clock}
