"""R23: an exception at one table, in any phase, voids that table's round with refunds and affects no other table."""

import logging

import pytest

from seventh.room import frames
from seventh.room.ledger import escrow, stack
from seventh.room.queries import balance, rows
from seventh.room.rounds.live_round import LiveRound
from seventh.room.rounds.rounds import open_round
from seventh.room.store import schema
from seventh.room.tables import table as table_module
from seventh.room.tables.table import LiveTable
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


class Fault(Exception):
    """Thrown into a table."""

    def __str__(self) -> str:
        return "AsKsQs is a card that nobody may read about"


class Thrower:
    """Throws once (or always) when a method is called for one table."""

    def __init__(self, monkeypatch, owner, method, table, when=lambda *_: True, always=False):
        self.thrown = 0
        original = getattr(owner, method)
        thrower = self

        def wrapped(self, *args, **kwargs):
            of = kwargs.get("table") or getattr(self, "table", None) or getattr(self, "id", None)
            if of == table and when(self, *args) and (always or not thrower.thrown):
                thrower.thrown += 1
                raise Fault
            return original(self, *args, **kwargs) if not kwargs.get("table") else original(**kwargs)

        monkeypatch.setattr(owner, method, wrapped)


def in_phase(*phases):
    return lambda live, *_: isinstance(live, LiveRound) and live.hand.phase in phases


PLACES = {
    "a client seed": (LiveRound, "contribute", lambda *_: True),
    "closing the seeds": (LiveRound, "_with_deck", lambda *_: True),
    "a wager": (LiveRound, "act", lambda live, who, *_: isinstance(who, int) and live.hand.phase == "wagers"),
    "the deal": (LiveRound, "deal_on", in_phase("wagers", "antes")),
    "a decision": (LiveRound, "act", in_phase("deciding", "setting", "betting")),
    "dealing on": (LiveRound, "deal_on", in_phase("dealing", "counting", "revealing", "betting")),
    "the showdown": (LiveRound, "act", in_phase("showdown")),
    "taking the result over": (LiveTable, "finished", lambda *_: True),
    "a view": (LiveRound, "view", in_phase("deciding", "setting", "betting")),
    "the clocks": (LiveTable, "_run_clocks", lambda table, live, *_: live is not None and live.seeds_closed),
}
NOT_THERE = {(game, place) for game in DEALER_GAMES for place in ("the showdown",)} | {
    (STUD, "a wager"),
    ("seven-card-thrill", "dealing on"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R23_an_exception_in_every_phase_voids_one_round_and_no_other(tmp_path, monkeypatch, caplog, game, place):
    if (game, place) in NOT_THERE:
        return
    caplog.set_level(logging.DEBUG)
    async with Harness(tmp_path) as harness:
        sick, well = f"{game}-1", f"{game}-2"
        people = {table: [await harness.guest() for _ in range(2)] for table in (sick, well)}
        owner, method, when = PLACES[place]
        thrower = Thrower(monkeypatch, owner, method, sick, when)
        for table, clients in people.items():
            for client in clients:
                await client.sit(table)
        for _ in range(60):
            for table, clients in people.items():
                await one_move(harness, table, clients)
            if thrower.thrown and harness.table(well).snapshot.last:
                break
            await harness.run(1)
        assert thrower.thrown == 1, "the fault was never met"
        states = {row.id: row for row in rows(harness.room.store, schema.rounds.select())}
        voided = [row for row in states.values() if row.table == sick and row.state == "void"]
        bad = [row for row in voided if "internal error" in row.reason]
        assert len(bad) == 1, [(row.id, row.state, row.reason) for row in states.values()]
        assert not any("internal error" in (row.reason or "") for row in states.values() if row.table == well)
        assert not harness.last_at(well).void
        assert balance(harness.room.store, escrow(bad[0].id)) == 0
        log = schema.log
        failed = rows(harness.room.store, log.select().where(log.c.kind == "table_failed"))
        assert [row.table for row in failed] == [sick]
        assert failed[0].round == bad[0].id
        assert b"Fault" in failed[0].body
        assert b"AsKs" not in failed[0].body
        assert "AsKs" not in caplog.text
        # The table plays on.
        await harness.run(8)
        for _ in range(120):
            await one_move(harness, sick, people[sick])
            last = harness.table(sick).snapshot.last
            if last is not None and not last.void:
                break
            await harness.run(1)
        assert not harness.last_at(sick).void
        await harness.close_and_check()


async def one_move(harness, table, clients):
    """Whatever the people at a table could do next."""
    live = harness.table(table).snapshot.live
    if live is None:
        return
    for client in clients:
        seat = next((s for s, seated in live.seats.items() if seated.person == client.person), 0)
        now = harness.table(table).snapshot.live
        if not seat or now is None or now.id != live.id:
            continue
        if not now.seeds_closed and seat not in now.client_seeds:
            await client.ask(frames.Seed(table, live.id, "aa"))
            now = harness.table(table).snapshot.live
            if now is None or now.id != live.id:
                continue
        if now.hand.phase == "wagers":
            if now.hand.hands[seat].status == "open":
                word = name()
                while not sum(client.answer_to(table, word=word).action["amounts"].values()):
                    word = name()
                await client.ask(client.answer_to(table, word=word))
            await client.ask(frames.Ready(table, live.id))
        elif seat in now.hand.to_act:
            calls = [a for a in now.hand.legal(seat) if type(a).__name__ in ("Check", "Call", "BringIn", "Bet", "Show")]
            await client.ask(client.answer_to(table, calls[0] if calls else None))


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R23_a_fault_when_a_round_opens_leaves_everybody_with_their_chips(tmp_path, monkeypatch, game):
    async with Harness(tmp_path) as harness:
        sick, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        original, thrown = open_round, []

        def broken(**kwargs):
            if kwargs["table"] == sick and not thrown:
                thrown.append(1)
                raise Fault
            return original(**kwargs)

        monkeypatch.setattr(table_module, "open_round", broken)
        await one.watch(sick)
        answers = [await one.ask(frames.Sit(name(), sick, 20_000)), await two.ask(frames.Sit(name(), sick, 20_000))]
        assert "failed" in [getattr(answer, "code", "") for answer in answers]
        if not harness.chips(one, sick) - harness.room.cashier.wallet(one.person):
            await one.sit(sick)
        if not harness.chips(two, sick) - harness.room.cashier.wallet(two.person):
            await two.sit(sick)
        await harness.run(3)
        assert harness.table(sick).snapshot.live is not None
        assert balance(harness.room.store, stack(sick, one.person)) <= 20_000
        await harness.close_and_check()


@told_at_once
async def test_R23_when_the_rules_themselves_fail_the_ledger_puts_every_chip_back(tmp_path, monkeypatch):
    from seventh.games.high_card_flush.round import HighCardFlushRound

    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = "high-card-flush-1"
        await one.sit(table)
        await bet_and_close(harness, table, one)
        assert balance(harness.room.store, stack(table, one.person)) < 20_000

        def broken(self, *_):
            raise Fault

        with monkeypatch.context() as patch:
            patch.setattr(HighCardFlushRound, "act", broken)
            answer = await one.ask(one.answer_to(table))
            assert answer.code == "failed"
        assert balance(harness.room.store, stack(table, one.person)) == 20_000
        assert harness.last_at(table).void
        await harness.run(6)
        await bet_and_close(harness, table, one)
        await play_hand(harness, table, one)
        await harness.close_and_check()


@told_at_once
async def test_R23_a_table_whose_rounds_fail_again_and_again_is_closed(tmp_path, monkeypatch):
    async with Harness(tmp_path) as harness:
        one, other = await harness.guest(), await harness.guest()
        await one.sit("high-card-flush-1")
        await other.sit("high-card-flush-2")
        Thrower(monkeypatch, LiveRound, "deal_on", "high-card-flush-1", always=True)
        for _ in range(SETTINGS.failures_until_closed):
            assert harness.table("high-card-flush-1").state == "betting"
            await one_move(harness, "high-card-flush-1", [one])
            await harness.run(8)
        assert one.last["state"] == "closed"
        assert "out of order" in one.last["notice"]
        assert (await one.ask(frames.Leave(name(), "high-card-flush-1"))).code == "failed"
        await bet_and_close(harness, "high-card-flush-2", other)
        await play_hand(harness, "high-card-flush-2", other)
        assert harness.table("high-card-flush-2").state == "showing"
        monkeypatch.undo()
        await harness.restart()
        await harness.again(one).leave("high-card-flush-1")
        assert harness.room.cashier.wallet(one.person) == SETTINGS.starting_chips
        await harness.close_and_check()


@told_at_once
async def test_R23_a_failing_connection_does_not_affect_others(tmp_path, monkeypatch):
    async with Harness(tmp_path) as harness:
        one, bad = await harness.guest(), await harness.guest()
        await bad.watch("high-card-flush-1")

        def broken(frame):
            raise Fault

        monkeypatch.setattr(bad, "tell", broken)
        await one.sit("high-card-flush-1")
        await bet_and_close(harness, "high-card-flush-1", one)
        await play_hand(harness, "high-card-flush-1", one)
        assert not harness.last_at("high-card-flush-1").void
