"""A room as an earlier release left it when it was killed: it opens, its rounds go on by their rules, and all verify.

`earlier/` holds rooms of the release that wrote records of form 2, killed in the middle of rounds: `tables` was served,
with two people at a table of each game; `rounds` was played by scripts under houses whose rules have changed since.
"""

import asyncio
import lzma
from pathlib import Path

import pytest

from seventh.fair import verify
from seventh.games import book_house
from seventh.records import read_record
from seventh.room.check import check
from seventh.room.rounds.archiving import archiving, due
from seventh.room.rounds.rounds import open_rounds, resume
from seventh.room.store import open_store
from seventh.rounds.events import Dealt
from tests.known import known
from tests.room.live.live_room import GAMES, SETTINGS, Client, Harness, play_hand
from tests.room.playing_live import play_out
from tools.export import exported

EARLIER = Path(__file__).parents[1] / "earlier"


@pytest.fixture
def data(tmp_path, request):
    room = lzma.decompress((EARLIER / f"{request.param}-form-2.db.xz").read_bytes())
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "room.db").write_bytes(room)
    return tmp_path / "room"


def troubles(data):
    return [str(finding) for finding in check(data) if not finding.ok]


@pytest.mark.parametrize("data", ["rounds", "tables"], indirect=True)
def test_a_room_of_an_earlier_release_passes_every_check(data):
    open_store(data).close()  # brings its schema up to date
    assert troubles(data) == []


@pytest.mark.parametrize("data", ["rounds"], indirect=True)
def test_open_rounds_of_an_earlier_release_are_played_out_by_their_own_rules(data):
    with open_store(data) as store:
        found = open_rounds(store)
        games = set()
        for round_id in found:
            live = play_out(store, resume(store, round_id))
            games.add(live.hand.game)
            record = read_record(exported(store, round_id))
            assert record.form == 2
            assert record.house_hash == live.house.hash
            verify(record)
        assert len(found) == 12
        assert len(games) == 4
        (boston,) = [round_id for round_id in found if ".boston-1." in round_id]
        dealt = [event for event in resume(store, boston).hand.events if isinstance(event, Dealt)]
        places = [event.place for event in dealt for _ in range(len(event.cards) // 2)]
        assert places[-8:] == [4, "dealer"] * 4, "the final four came one at a time, too"
        before = {round_id: exported(store, round_id) for round_id in found}
        with store.reading() as connection:
            ids = due(connection, 10**15)
            change = archiving(connection, ids, 1)
        store.commit(change).result()
        assert len(set(ids) & set(found)) >= 11, "all but that of the last transfer"
        assert {round_id: exported(store, round_id) for round_id in found} == before
    assert troubles(data) == []


@pytest.mark.parametrize("data", ["tables"], indirect=True)
def test_tables_of_an_earlier_release_go_on_and_take_todays_rules_for_the_next_round(data):
    asyncio.run(go_on(data))


async def go_on(data):
    async with Harness(data, SETTINGS) as harness:
        tables = [table for table in harness.room.tables.values() if table.snapshot.live is not None]
        assert {table.game for table in tables} == set(GAMES)
        for table in tables:
            session = table.snapshot.session
            assert session.chips == session.bought - session.taken - session.raked
            before = known(table.snapshot.live)
            assert before.form == 2
            clients = [Client(harness, seated.person) for seated in before.seats.values()]
            for client in clients:
                await client.watch(table.id)
            await play_hand(harness, table.id, *clients)
            for _ in range(100):
                live = table.snapshot.live
                if live is not None and live.number > before.number:
                    break
                await harness.run(1)
            assert live is not None
            assert (live.form, live.house) == (3, book_house(table.game))
            assert table.house == book_house(table.game)
    assert troubles(data) == []
