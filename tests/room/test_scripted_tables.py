"""Scripted tables: rounds of every game from storage to settlement, stopped and resumed."""

from time import sleep

import pytest
from sqlalchemy import func, select

from seventh.fair import Secret
from seventh.games import book_house
from seventh.room.changes import Change, LogEntry
from seventh.room.check import check
from seventh.room.rounds.rounds import Seated, open_round, open_rounds, resume
from seventh.room.store import StoreError, schema
from tests.known import known
from tests.room.playing_live import GAMES, steps
from tools.scripted_players import scripted
from tools.scripted_tables import ScriptedTables, Setting, fund_the_house

PLAYER = scripted("evening")


def settings(seats=3, tables=2, games=GAMES):
    return [
        Setting(f"{game}-{n}", book_house(game), {seat: f"{game}-{n}-{seat}" for seat in range(1, seats + 1)}, 50_000)
        for game in games
        for n in range(1, tables + 1)
    ]


def reopened(place):
    """A server takes a moment to notice that the connection before is gone."""
    for _ in range(100):
        try:
            return place.open()
        except StoreError as error:
            if "in use" not in str(error):
                raise
            sleep(0.05)
    return place.open()


class Stop(Exception):
    """The power fails."""


def stop_after(actions):
    """Stops after this many acknowledged actions."""
    left = [actions]

    def acknowledged(person, action_id):
        left[0] -= 1
        if not left[0]:
            raise Stop

    return acknowledged


def in_order(place):
    findings = check(place.data, place.url)
    assert all(finding.ok for finding in findings), [str(finding) for finding in findings if not finding.ok]


def test_R20_rounds_of_every_game_are_played_from_storage_to_settlement(place, store):
    fund_the_house(store, 10**10)
    acknowledged = []
    running = ScriptedTables(
        store, settings(), PLAYER, acknowledged=lambda *action: acknowledged.append(action), void_one_in=20
    )
    tally = running.run(80)
    assert tally.rounds >= 80
    assert tally.played
    assert tally.void
    assert tally.actions == len(acknowledged) == len(set(acknowledged)) > 200
    assert open_rounds(store) == []
    with store.reading() as connection:
        log = schema.log.c
        count = select(func.count()).where(log.action_id.is_not(None))
        assert connection.execute(count).scalar() == len(acknowledged)
        games = set(connection.execute(select(schema.rounds.c.game).distinct()).scalars())
        assert games == set(GAMES)
    in_order(place)


def test_R20_tables_that_were_stopped_resume_with_the_same_cards(place):
    decks, resumed = {}, 0
    for actions in (7, 23, 31, 40):
        with reopened(place) as store:
            fund_the_house(store, 10**10)
            open_before = {round_id: resume(store, round_id) for round_id in open_rounds(store)}
            running = ScriptedTables(store, settings(tables=1), PLAYER, acknowledged=stop_after(actions))
            assert running.tally.resumed == len(open_before)
            resumed += len(open_before)
            with pytest.raises(Stop):
                running.run(10_000)
        with reopened(place) as store:
            for round_id, before in open_before.items():
                after = resume(store, round_id)
                assert after.seed_hash == before.seed_hash
                assert after.steps[: len(before.steps)] == before.steps
                if before.shuffled:
                    assert known(after.shuffled).deck == before.shuffled.deck
            for round_id in open_rounds(store):
                live = resume(store, round_id)
                if live.shuffled:
                    assert decks.setdefault(round_id, live.shuffled.deck) == live.shuffled.deck
    assert resumed
    with reopened(place) as store:
        ScriptedTables(store, settings(tables=1), PLAYER).run(4)
        assert open_rounds(store) == []
    in_order(place)


def test_R20_a_round_that_cannot_be_resumed_is_called_off_with_refunds(place):
    with reopened(place) as store:
        fund_the_house(store, 10**10)
        running = ScriptedTables(
            store, settings(tables=1, games=("high-card-flush",)), PLAYER, acknowledged=stop_after(4)
        )
        with pytest.raises(Stop):
            running.run(100)
        (round_id,) = open_rounds(store)
        chips = {seated.person: seated.chips for seated in resume(store, round_id).seats.values()}
        # A row that nobody can make sense of, as a fault in the program would leave it.
        odd = LogEntry("step", b'{"first":999,"steps":[]}', 1, "high-card-flush-1", round_id)
        store.commit(Change(log=(odd,))).result()
    with reopened(place) as store:
        running = ScriptedTables(store, settings(tables=1, games=("high-card-flush",)), PLAYER)
        assert (running.tally.resumed, running.tally.called_off) == (0, 1)
        with store.reading() as connection:
            row = connection.execute(select(schema.rounds).where(schema.rounds.c.id == round_id)).one()
            balances = dict(connection.execute(select(schema.accounts.c.id, schema.accounts.c.balance)).all())
        assert row.state == "void"
        assert "event 999" in row.reason
        assert {person: balances[f"stack:high-card-flush-1:{person}"] for person in chips} == chips
        assert balances[f"escrow:{round_id}"] == 0
        assert running.run(3).played >= 3


def test_R15_a_house_that_cannot_cover_a_wager_refuses_it_and_the_round_continues(store):
    fund_the_house(store, 5_000)
    tally = ScriptedTables(store, settings(tables=1, games=("high-card-flush",)), PLAYER).run(5)
    assert tally.rounds >= 5
    with store.reading() as connection:
        assert (
            connection.execute(select(schema.accounts.c.balance).where(schema.accounts.c.id == "house")).scalar() >= 0
        )


def test_players_do_the_same_in_the_same_round():
    ends = []
    for _ in range(2):
        seats = {seat: Seated(f"p{seat}", 50_000) for seat in (1, 2, 3)}
        house = book_house("seven-card-stud")
        live, _ = open_round(table="t", number=1, house=house, seats=seats, at=1, secret=Secret(bytes(32)))
        *_, last = steps(live, "same")
        ends.append(last.after.steps)
    assert ends[0] == ends[1]
