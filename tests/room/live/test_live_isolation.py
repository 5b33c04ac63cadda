"""R23: an exception at one table, in whatever phase, calls off that table's round with refunds and touches no other."""

import logging

import pytest
from live_room import DEALER_GAMES, GAMES, SETTINGS, STUD, Evening, bet_and_close, name, play_hand, told_at_once

from seventh.room import frames
from seventh.room.ledger import escrow, stack
from seventh.room.reading import balance, rows
from seventh.room.rounds.live_round import LiveRound
from seventh.room.store import schema
from seventh.room.tables import table as table_module
from seventh.room.tables.table import LiveTable


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
    async with Evening(tmp_path) as evening:
        sick, well = f"{game}-1", f"{game}-2"
        people = {table: [await evening.guest() for _ in range(2)] for table in (sick, well)}
        owner, method, when = PLACES[place]
        thrower = Thrower(monkeypatch, owner, method, sick, when)
        for table, clients in people.items():
            for client in clients:
                await client.sit(table)
        for _ in range(60):
            for table, clients in people.items():
                await one_move(evening, table, clients)
            if thrower.thrown and evening.table(well).standing.last:
                break
            await evening.run(1)
        assert thrower.thrown == 1, "the fault was never met"
        states = {row.id: row for row in rows(evening.room.store, schema.rounds.select())}
        bad = [row for row in states.values() if row.table == sick and row.state == "void" and "fault" in row.reason]
        assert len(bad) == 1, [(row.id, row.state, row.reason) for row in states.values()]
        assert not any("fault" in (row.reason or "") for row in states.values() if row.table == well)
        assert not evening.table(well).standing.last.void
        assert balance(evening.room.store, escrow(bad[0].id)) == 0
        log = schema.log
        failed = rows(evening.room.store, log.select().where(log.c.kind == "table_failed"))
        assert [row.table for row in failed] == [sick]
        assert failed[0].round == bad[0].id
        assert b"Fault" in failed[0].body
        assert b"AsKs" not in failed[0].body
        assert "AsKs" not in caplog.text
        # The table plays on.
        await evening.run(8)
        for _ in range(120):
            await one_move(evening, sick, people[sick])
            last = evening.table(sick).standing.last
            if last is not None and not last.void:
                break
            await evening.run(1)
        assert not evening.table(sick).standing.last.void
        await evening.close_and_check()


async def one_move(evening, table, clients):
    """Whatever the people at a table could do next."""
    live = evening.table(table).standing.live
    if live is None:
        return
    for client in clients:
        seat = next((s for s, seated in live.seats.items() if seated.person == client.person), 0)
        now = evening.table(table).standing.live
        if not seat or now is None or now.id != live.id:
            continue
        if not now.seeds_closed and seat not in now.client_seeds:
            await client.ask(frames.Seed(table, live.id, "aa"))
            now = evening.table(table).standing.live
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
    async with Evening(tmp_path) as evening:
        sick, one, two = f"{game}-1", await evening.guest(), await evening.guest()
        original, thrown = table_module.open_round, []

        def broken(**kwargs):
            if kwargs["table"] == sick and not thrown:
                thrown.append(1)
                raise Fault
            return original(**kwargs)

        monkeypatch.setattr(table_module, "open_round", broken)
        await one.watch(sick)
        answers = [await one.ask(frames.Sit(name(), sick, 20_000)), await two.ask(frames.Sit(name(), sick, 20_000))]
        assert "failed" in [getattr(answer, "code", "") for answer in answers]
        if not evening.chips(one, sick) - evening.room.cashier.wallet(one.person):
            await one.sit(sick)
        if not evening.chips(two, sick) - evening.room.cashier.wallet(two.person):
            await two.sit(sick)
        await evening.run(3)
        assert evening.table(sick).standing.live is not None
        assert balance(evening.room.store, stack(sick, one.person)) <= 20_000
        await evening.close_and_check()


@told_at_once
async def test_R23_when_the_rules_themselves_fail_the_ledger_puts_every_chip_back(tmp_path, monkeypatch):
    from seventh.games.high_card_flush.round import HighCardFlushRound

    async with Evening(tmp_path) as evening:
        one = await evening.guest()
        table = "high-card-flush-1"
        await one.sit(table)
        await bet_and_close(evening, table, one)
        assert balance(evening.room.store, stack(table, one.person)) < 20_000

        def broken(self, *_):
            raise Fault

        with monkeypatch.context() as patch:
            patch.setattr(HighCardFlushRound, "act", broken)
            answer = await one.ask(one.answer_to(table))
            assert answer.code == "failed"
        assert balance(evening.room.store, stack(table, one.person)) == 20_000
        assert evening.table(table).standing.last.void
        await evening.run(6)
        await bet_and_close(evening, table, one)
        await play_hand(evening, table, one)
        await evening.close_and_check()


@told_at_once
async def test_R23_a_table_whose_rounds_fail_again_and_again_is_closed(tmp_path, monkeypatch):
    async with Evening(tmp_path) as evening:
        one, other = await evening.guest(), await evening.guest()
        await one.sit("high-card-flush-1")
        await other.sit("high-card-flush-2")
        Thrower(monkeypatch, LiveRound, "deal_on", "high-card-flush-1", always=True)
        for _ in range(SETTINGS.failures_until_closed):
            assert evening.table("high-card-flush-1").state == "betting"
            await one_move(evening, "high-card-flush-1", [one])
            await evening.run(8)
        assert one.last["state"] == "closed"
        assert "out of order" in one.last["notice"]
        assert (await one.ask(frames.Leave(name(), "high-card-flush-1"))).code == "failed"
        await bet_and_close(evening, "high-card-flush-2", other)
        await play_hand(evening, "high-card-flush-2", other)
        assert evening.table("high-card-flush-2").state == "showing"
        monkeypatch.undo()
        await evening.restart()
        await evening.again(one).leave("high-card-flush-1")
        assert evening.room.cashier.wallet(one.person) == SETTINGS.starting_chips
        await evening.close_and_check()


@told_at_once
async def test_R23_a_connection_that_fails_is_nobody_elses_trouble(tmp_path):
    async with Evening(tmp_path) as evening:
        one, bad = await evening.guest(), await evening.guest()
        await bad.watch("high-card-flush-1")

        def broken(frame):
            raise Fault

        bad.tell = broken
        await one.sit("high-card-flush-1")
        await bet_and_close(evening, "high-card-flush-1", one)
        await play_hand(evening, "high-card-flush-1", one)
        assert not evening.table("high-card-flush-1").standing.last.void
