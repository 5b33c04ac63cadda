"""R20: everything acknowledged survives a crash exactly once, and the room resumes with the same cards."""

import shutil

import pytest

from seventh.games import recorded_house
from seventh.room import frames
from seventh.room.check import check
from seventh.room.ledger import stack
from seventh.room.queries import balance, rows
from seventh.room.room import Room
from seventh.room.store import StoreError, open_store, schema
from seventh.room.tables.snapshot import session_data
from tests.known import known
from tests.room.live.live_room import (
    GAMES,
    SETTINGS,
    STUD,
    Harness,
    bet_and_close,
    copy_room,
    name,
    play_hand,
    told_at_once,
)


def standing_data(table):
    """Everything of a table that a crash must not change."""
    snapshot = table.snapshot
    live = snapshot.live
    return {
        "session": session_data(snapshot.session),
        "chairs": dict(snapshot.chairs),
        "queue": snapshot.queue,
        "number": snapshot.number,
        "round": None
        if live is None
        else {
            "id": live.id,
            "seed_hash": live.seed_hash,
            "seeds": live.client_seeds,
            "root": live.root,
            "views": [live.view(seat) for seat in (None, *live.seats)],
            "decisions": [live.decision(seat) for seat in live.seats],
            "openings": [live.openings(seat) for seat in live.seats],
            "stacks": live.stacks,
        },
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R20_a_crash_between_any_two_commits_loses_nothing(tmp_path, game):
    """A copy of the files at any moment of a round is a room that continues as if nothing had happened."""
    async with Harness(tmp_path / "first") as harness:
        table, one, two, three = f"{game}-1", *[await harness.guest() for _ in range(3)]
        crashes = 0

        async def crash() -> None:
            """Kill the room: what is on the disk now is all there is."""
            nonlocal crashes
            crashes += 1
            copy = tmp_path / f"crash-{crashes}"
            copy_room(known(harness.data), copy)
            again = Harness(copy)
            again.clock._now = harness.clock.now()
            await again.open()
            assert standing_data(again.table(table)) == standing_data(harness.table(table))
            clients = [again.again(client) for client in (one, two, three)]
            for client in clients:
                await client.watch(table)
            if (live := again.table(table).snapshot.live) is not None:
                inside = {seated.person for seated in live.seats.values()}
                playing = [client for client in clients if client.person in inside]
                if game != STUD and again.table(table).state == "betting":
                    await bet_and_close(again, table, *playing)
                await again.run(3)
                if again.table(table).snapshot.live is not None:
                    await play_hand(again, table, *playing)
            await again.run(1)
            await again.close_and_check()
            shutil.rmtree(copy)

        await crash()
        for client in (one, two):
            await client.sit(table)
            await crash()
        if game != STUD:
            for client in (one, two):
                await client.done(frames.Seed(table, client.last["round"]["id"], "ab"))
            await crash()
            await bet_and_close(harness, table, one, two)
        else:
            await harness.clock.run(SETTINGS.seed_window)
        await crash()
        await three.sit(table)
        while (live := harness.table(table).snapshot.live) is not None:
            seat = min(seat for seat in live.hand.to_act if isinstance(seat, int))
            await (one if live.seats[seat].person == one.person else two).act(table)
            await harness.clock.settle()
            if crashes < 12:
                await crash()
        assert crashes >= 6


@told_at_once
async def test_R20_seats_waiting_lists_and_what_people_asked_for_survive_a_restart(tmp_path):
    async with Harness(tmp_path) as harness:
        table = "high-card-flush-1"
        clients = [await harness.guest() for _ in range(7)]
        for client in clients[:6]:
            await client.sit(table)
        await clients[6].watch(table)
        await clients[6].done(frames.Queue("q", table, 20_000))
        await bet_and_close(harness, table, *clients[:6])
        await clients[0].done(frames.Leave("l", table))
        await clients[1].done(frames.SitOut("o", table))
        await clients[2].done(frames.Rebuy("r", table, 1_000))
        await harness.run(0)  # who leaves is not waited for
        before = standing_data(harness.table(table))
        await harness.restart()
        assert standing_data(harness.table(table)) == before
        back = [harness.again(client) for client in clients]
        for client in back:
            await client.watch(table)
        await play_hand(harness, table, *back[:6])
        await harness.run(6)
        people = {chair.person: seat for seat, chair in harness.table(table).snapshot.chairs.items()}
        assert clients[0].person not in people
        assert people[clients[6].person] == 1
        seated = harness.table(table).snapshot.session.seats
        assert seated[2].sits_out
        assert harness.room.cashier.wallet(clients[2].person) == 200_000 - 21_000
        await harness.close_and_check()


@told_at_once
async def test_R20_the_deal_keeps_moving_after_restarts(tmp_path):
    """At a table whose rules are those of before the setting, so that they are kept without naming it."""
    async with Harness(tmp_path) as harness:
        clients = [await harness.guest() for _ in range(3)]
        house = recorded_house({}, STUD, "rules of an earlier release")
        host = harness.room.people.person(clients[0].person)
        own = await harness.room.tables.create(host, STUD, house=house)
        table = own.id
        for client in clients:
            await client.watch(table, known(own.row.word))
            await client.done(frames.Sit(name(), table, 20_000, 0))
        positions = []
        for _ in range(4):
            await harness.run(2)
            assert harness.table(table).snapshot.live, (harness.table(table).snapshot, harness.table(table).away)
            positions.append(known(harness.live_at(table).dealer_position))
            await play_hand(harness, table, *clients)
            await harness.restart()
            clients = [harness.again(client) for client in clients]
            for client in clients:
                await client.watch(table, known(own.row.word))
            await harness.run(6)
            assert harness.table(table).house == house
        assert positions == [1, 2, 3, 1] or positions[1:] == [(p % 3) + 1 for p in positions[:-1]]


@told_at_once
async def test_R4_a_round_that_cannot_be_resumed_is_voided_with_refunds(tmp_path):
    harness = Harness(tmp_path)
    await harness.open()
    table, one = "boston-7-stud-1", await harness.guest()
    await one.sit(table)
    await bet_and_close(harness, table, one)
    await harness.stop()
    # Another release whose rules would deal differently: the log no longer replays.
    with open_store(tmp_path) as store:
        state = rows(store, schema.tables.select().where(schema.tables.c.id == table))[0].state
        broken = state.replace('"in_hand":[1]', '"in_hand":[]')
        assert broken != state
        from seventh.room.changes import Change, Write

        store.commit(Change(writes=(Write("set", "tables", {"id": table, "state": broken}),))).result()
    await harness.open()
    found = rows(harness.room.store, schema.rounds.select().where(schema.rounds.c.table == table))
    assert [row.state for row in found] == ["void"]
    assert balance(harness.room.store, stack(table, one.person)) == 20_000
    back = harness.again(one)
    await back.watch(table)
    assert back.last["state"] == "betting"
    assert back.last["round"]["number"] == 2
    await harness.close_and_check()


@told_at_once
async def test_R13_a_room_whose_books_do_not_balance_does_not_start(tmp_path):
    import sqlite3

    harness = Harness(tmp_path)
    await harness.open()
    one = await harness.guest()
    await harness.stop()
    file = next(path for path in tmp_path.iterdir() if path.suffix in (".db", ".sqlite", ".sqlite3"))
    with sqlite3.connect(file) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE accounts SET balance = balance + 5 WHERE id = ?", (f"wallet:{one.person}",))
    db.close()
    with pytest.raises(StoreError, match=f"wallet:{one.person}"):
        await Room.open(tmp_path, settings=SETTINGS, clock=harness.clock)
    assert any(not finding.ok for finding in check(tmp_path))


@told_at_once
async def test_a_second_room_on_the_same_data_is_refused(tmp_path):
    async with Harness(tmp_path):
        with pytest.raises(StoreError):
            await Room.open(tmp_path, settings=SETTINGS)
