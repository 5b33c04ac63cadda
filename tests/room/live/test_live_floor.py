"""The floor at live tables: every irregularity, holds, removals, and who may do it (R24, R37)."""

import msgspec
import pytest

from seventh.fair import verify
from seventh.records.record import read_record, write_record
from seventh.records.seen import seen_by
from seventh.room import frames
from seventh.room.floor_asks import FloorCall, FloorDeal, FloorHold, FloorLetIn, FloorRelease, FloorRemove
from seventh.room.queries import rows
from seventh.room.store import schema
from seventh.rounds.actions import FLOOR
from tests.room.live.floor_play import HAND, ON, SCENARIOS, VOID, AtTheTable, begin
from tests.room.live.live_room import DEALER_GAMES, SETTINGS, STUD, Client, Harness, calm, killed, name, told_at_once

LONG = SETTINGS.but(showing_time=600_000, seed_reveal_delay=0)


async def finish(play) -> None:
    """Release the table and play the round to its end."""
    harness, table = play.harness, play.table
    number = harness.table(table).snapshot.number
    await play.floor.done(FloorRelease(name(), table))
    for _ in range(300):
        live = harness.table(table).snapshot.live
        if live is None or live.number != number:
            return
        waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
        if not waiting or not live.seeds_closed:
            await harness.run(1)
            continue
        owner = next(client for client in play.players if client.person == live.seats[waiting[0]].person)
        await owner.act(table, calm(live, waiting[0]))
        await harness.clock.settle()
    raise AssertionError("the round does not end")


def assert_proved(client: Client) -> None:
    """Every card that this player sees in their hand has come with its opening by then."""
    opened: set[str] = set()
    for frame in client.frames:
        if frame["round"] and frame["round"]["root"]:
            opened |= {opening["card"] for opening in frame["round"]["openings"]}
            mine = next((s["cards"] for s in frame["round"]["view"]["seats"] if s["seat"] == frame["you"]["seat"]), "")
            assert {mine[i : i + 2] for i in range(0, len(mine), 2)} - {"??"} <= opened


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
@told_at_once
async def test_every_irregularity_is_settled_as_the_clause_says(tmp_path, scenario):
    async with Harness(tmp_path, LONG) as harness:
        play = await begin(harness, scenario)
        for index in range(len(scenario.calls)):
            ask = await play.until(scenario, index)
            live = play.live
            spot = next(s for c in live.calls() if c.call == ask.call for s in c.spots if s.key == ask.place)
            # The engine's own outcome, worked out apart from the room.
            expected = live.hand.copy()
            happened = expected.act(FLOOR, live.call(ask.call, ask.place, "the floor called it off: spilled drink"))
            await play.floor.done(ask)
            again = await play.floor.ask(ask)
            assert isinstance(again, frames.Done)
            assert again.again
        table = harness.table(play.table)
        now = table.snapshot.live or harness.over_at(play.table)
        assert now.id == live.id
        assert now.hand == expected
        kinds = {type(event).__name__ for event in happened}
        match scenario.result:
            case "the round is void":
                assert now.over
                assert now.is_void
                assert "All hands are void" in " ".join(spot.follows)
                assert all(client.last["round"]["view"]["void"] for client in play.players)
            case "one hand is void":
                assert "HandVoided" in kinds
                assert not now.is_void
            case _:
                assert not now.over
                assert not kinds & {"RoundVoided", "HandVoided"}
        clause = "" if ask.call == "void_round" else "B15" if scenario.clause == "B20" else scenario.clause
        for client in play.players:
            if scenario.game == STUD:
                assert_proved(client)
            news = [line for frame in client.frames for line in frame.get("news", ()) if line["kind"] == "floor_called"]
            assert len(news) == len(scenario.calls)
            assert news[-1]["text"].startswith("The floor called: ")
            assert (f"({clause})" in news[-1]["text"]) == bool(clause)
            assert "Fran" not in "".join(map(str, client.frames))
            told = [line["say"] for frame in client.frames for line in frame.get("told", ()) if line.get("say")]
            assert any(("loor" in line or "void" in line) and (clause in line) for line in told), told
        await finish(play)
        over = harness.over_at(play.table)
        assert over.id == live.id
        record = over.record("all")
        calls = f"floor: {len(scenario.calls)} call"
        assert any(line.startswith(calls) for line in verify(read_record(write_record(record))).checked)
        if scenario.game == STUD:
            for viewer in (None, *over.seats):
                verify(seen_by(record, viewer))
                verify(over.record(viewer))
        await harness.close_and_check()


@pytest.mark.parametrize("scenario", SCENARIOS[::5], ids=lambda scenario: scenario.id)
@told_at_once
async def test_R20_a_call_survives_being_killed_exactly_once(tmp_path, scenario):
    async with Harness(tmp_path / "first", LONG) as first:
        play = await begin(first, scenario)
        ask = await play.until(scenario)
        before = play.live.hand.copy()
        async with killed(first, tmp_path / "second") as second:  # between the look and the call
            held = second.table(play.table).floor.held
            assert held is not None
            assert held.what == "deal"
            assert second.live_at(play.table).hand == before
            await Client(second, play.floor.person).done(ask)
            now = second.table(play.table).snapshot.live
            stored = (now.id, len(now.hand.events)) if now is not None else None
            async with killed(second, tmp_path / "third") as third:  # and after it
                floor = Client(third, play.floor.person)
                again = await floor.ask(ask)
                assert isinstance(again, frames.Done)
                assert again.again
                live = third.table(play.table).snapshot.live
                if stored is not None:
                    assert live is not None
                    assert (live.id, len(live.hand.events)) == stored
                query = schema.log.select().where(schema.log.c.kind == "floor_called")
                log = rows(third.room.store, query)
                assert [(row.person, row.action_id) for row in log] == [(floor.person, ask.id)]
                await third.close_and_check()


@pytest.mark.parametrize("role", ["guest", "player", "auditor"])
@told_at_once
async def test_R37_nobody_but_floor_and_admin_can_act_as_the_floor(tmp_path, role):
    async with Harness(tmp_path, LONG) as harness:
        play = await begin(harness, SCENARIOS[0])
        ask = await play.until(SCENARIOS[0])
        person = play.players[0].person
        if role != "guest":
            person = (await harness.room.people.register("Somebody", "a long password", role)).id
        somebody = Client(harness, person)
        events = len(play.live.hand.events)
        for wanted in (
            ask,
            FloorHold(name(), play.table, "all", "why not"),
            FloorRelease(name(), play.table),
            FloorDeal(name(), play.table, play.live.id),
            FloorRemove(name(), play.table, play.players[1].person, "why not"),
        ):
            answer = await somebody.ask(wanted)
            assert isinstance(answer, frames.RefusedFrame)
            assert answer.code == "forbidden"
        assert len(play.live.hand.events) == events
        held = harness.table(play.table).floor.held
        assert held is not None
        assert held.what == "deal"


@told_at_once
async def test_a_call_is_refused_if_what_follows_has_changed_since_it_was_shown(tmp_path):
    async with Harness(tmp_path, LONG) as harness:
        play = await begin(harness, SCENARIOS[3])
        ask = await play.until(SCENARIOS[3])
        other = msgspec.structs.replace(ask, id=name())
        await play.floor.done(ask)
        refused = await play.floor.ask(other)  # a second card face up would void the round
        assert isinstance(refused, frames.RefusedFrame)
        assert refused.code == "stale"
        assert not play.live.over
        nonsense = FloorCall(name(), play.table, play.live.id, "expose_dealer_card", "dealer:99", "")
        assert (await play.floor.ask(nonsense)).code == "not_now"
        old = FloorCall(name(), play.table, "no-such-round", "face_up_card", "", "")
        assert (await play.floor.ask(old)).code == "stale"


@told_at_once
async def test_a_void_by_the_floor_needs_a_reason_and_returns_every_chip(tmp_path):
    async with Harness(tmp_path, LONG) as harness:
        play = await begin(harness, SCENARIOS[13])
        before = {client.person: harness.chips(client, play.table) for client in play.players}
        ask = await play.until(SCENARIOS[13])
        refused = await play.floor.ask(msgspec.structs.replace(ask, id=name(), why="  "))
        assert (refused.code, refused.why) == ("malformed", "a reason is needed")
        await play.floor.done(ask)
        assert harness.last_at(play.table).reason == "the floor called it off: spilled drink"
        assert {client.person: harness.chips(client, play.table) for client in play.players} == before


@pytest.mark.parametrize("game", [DEALER_GAMES[0], STUD])
@told_at_once
async def test_R24_while_the_floor_stops_the_game_nothing_happens_and_no_clock_runs(tmp_path, game):
    async with Harness(tmp_path, LONG) as harness:
        scenario = next(s for s in SCENARIOS if s.game == game)
        play = await begin(harness, scenario)
        while harness.table(play.table).floor.may_deal():
            await play.on()
        await play.floor.done(FloorHold(name(), play.table, "all", "fire drill"))
        table, one = harness.table(play.table), play.players[0]
        assert (table.state, table.notice) == ("paused", "the floor stopped the game: fire drill")
        before = play.live
        await harness.run(3600)
        assert play.live is before
        waiting = min(seat for seat in before.hand.to_act if isinstance(seat, int))
        owner = next(client for client in play.players if client.person == before.seats[waiting].person)
        refused = await owner.act(play.table, calm(before, waiting))
        assert (refused.code, refused.why) == ("not_now", "the floor stopped the game: fire drill")
        assert one.last["notice"] == table.notice
        await play.floor.done(FloorRelease(name(), play.table))
        deadline = table.timing.deadlines[waiting].ends - harness.clock.now()
        assert deadline >= (table.pace.decision or 0) > 0
        await owner.act(play.table, calm(before, waiting))
        assert play.live is not before or table.snapshot.live is None


@pytest.mark.parametrize("why", ["removal", "departure"])
@told_at_once
async def test_a_hand_folded_for_somebody_who_is_gone_is_not_put_down_to_the_clock(tmp_path, why):
    async with Harness(tmp_path, LONG) as harness:
        play = await AtTheTable.sit(harness, STUD)
        while not (waiting := [seat for seat in play.live.hand.to_act if isinstance(seat, int)]):
            await harness.run(1)
        live, seat = play.live, waiting[0]
        gone = next(client for client in play.players if client.person == live.seats[seat].person)
        if why == "removal":
            await play.floor.done(FloorRemove(name(), play.table, gone.person, "rude to the bots"))
        else:
            await gone.done(frames.Leave(name(), play.table))
        while (now := harness.table(play.table).snapshot.live) and now.hand.hands[seat].status == "in":
            await harness.run(1)
        while harness.table(play.table).snapshot.live is not None:
            await harness.run(30)
        decided = [s for s in harness.room.casebook.finished(live.id).steps if s.who == f"seat {seat}"]
        assert decided[-1].decided_by == why


@told_at_once
async def test_the_floor_removes_a_player_whose_chips_go_back_to_the_wallet(tmp_path):
    async with Harness(tmp_path, LONG) as harness:
        play = await begin(harness, SCENARIOS[0])
        one = play.players[0]
        had = harness.chips(one, play.table)
        await play.until(SCENARIOS[0])
        ask = FloorRemove(name(), play.table, one.person, "abusive language")
        await play.floor.done(ask)
        assert isinstance(await play.floor.ask(ask), frames.Done)
        theirs = [
            line["theirs"] for frame in one.frames for line in frame.get("news", ()) if line["kind"] == "floor_removed"
        ]
        assert theirs == ["The floor removed you from the table; you leave after this round: abusive language."]
        await play.floor.done(await play.until(SCENARIOS[13]))
        assert not harness.table(play.table).snapshot.session.seat_of(one.person)
        assert harness.chips(one, play.table) == harness.room.cashier.wallet(one.person) == had
        refused = await play.floor.ask(FloorRemove(name(), play.table, one.person, "again"))
        assert refused.code == "unknown"
        out = [frame for frame in one.frames if frame["is"] == "out"]
        assert [frame["why"] for frame in out] == [
            "The floor removed you from Boston 7 Stud Poker 1: abusive language. Your chips are back in your wallet."
        ]
        await harness.restart()
        one, floor = harness.again(one), harness.again(play.floor)
        await one.watch(play.table)
        assert one.last["you"]["closed"] == "the floor removed you from this table: abusive language"
        again = await one.ask(frames.Sit(name(), play.table, 20_000))
        assert (again.code, again.allowed) == ("forbidden", "ask the floor to let you back in")
        assert (await one.ask(FloorLetIn(name(), play.table, one.person))).code == "forbidden"
        await floor.done(FloorLetIn(name(), play.table, one.person))
        assert one.last["you"] is None
        await one.done(frames.Sit(name(), play.table, 20_000))
        assert {"floor_removed", "floor_let_in"} <= {line.kind for line in harness.room.casebook.staff_log()}
        await harness.close_and_check()


@told_at_once
async def test_R24_who_may_not_bet_is_told_before_they_sit_down(tmp_path):
    async with Harness(tmp_path, LONG) as harness:
        boss = await harness.room.people.register("Boss", "a long password", "admin")
        one = await harness.guest()
        await one.watch("high-card-flush-1")
        table = "high-card-flush-1"
        for scope, who in (("all", ""), ("game", "high-card-flush"), ("table", table), ("player", one.person)):
            await harness.room.close(scope, who, "counting", boss)
            assert one.last["you"]["closed"].endswith(": counting")
            await harness.room.open_again(scope, who, boss)
            assert one.last["you"] is None


assert {ON, VOID, HAND} == {scenario.result for scenario in SCENARIOS}
