"""Hand-dealt tables in the room: every acknowledged entry survives, for those who may use the table and nobody else."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from seventh.fair.verify import verify
from seventh.games import book_house
from seventh.records.hand_dealt import HandDealtRound
from seventh.records.hand_dealt_table import Player
from seventh.room.check import check
from seventh.room.hand_dealt import Kept
from seventh.room.refusals import RoomRefused
from seventh.room.room import Room
from seventh.rounds.hand_dealing import NotUnderstood
from tests.hand_dealing import scripts
from tests.hand_dealing.by_hand import nets
from tests.waiting import LIMIT
from tests.web.serving import FAST

PLAYERS = {1: Player("Ada", 200_00), 3: Player("", 200_00)}


async def _opened(room: Room, name: str = "Flora", role: str = "floor"):
    person = await room.people.register(name, "correct horse", role)
    players = {seat: Player(player.name, player.chips) for seat, player in PLAYERS.items()}
    return person, await room.hand_dealt.open(person, book_house("high-card-flush"), "Night", players)


def _round(kept: Kept) -> HandDealtRound:
    assert kept.table.round is not None
    return kept.table.round


async def _enter(room: Room, person, kept, entries) -> None:
    for entry in entries:
        await room.hand_dealt.enter(kept, person, kept.moment, entry)


def test_R20_a_room_that_is_reopened_after_every_entry_loses_nothing(place):
    async def play() -> None:
        room = await Room.open(place.data, place.url, settings=FAST)
        person, kept = await _opened(room)
        await room.hand_dealt.begin(kept, person, kept.moment)
        table, entries = kept.id, ("1 ante 10", "undo", *scripts.FLUSH)
        for number, entry in enumerate(entries):
            await room.hand_dealt.enter(kept, person, kept.moment, entry)
            if number % 4 == 0:
                before = _round(kept).record()
                await room.stop()
                room = await Room.open(place.data, place.url, settings=FAST)
                kept = room.hand_dealt.get(table, person)
                assert _round(kept).record() == before
        assert nets(_round(kept).round) == {1: -11_00, 3: 90_00}
        record = room.hand_dealt.record(table, 1)
        assert record.hand_dealt
        assert record.about["names"] == {"1": "Ada"}
        assert len(record.corrections) == 1
        assert "hand-dealt: no shuffle to check" in verify(record).unchecked
        await room.hand_dealt.begin(kept, person, kept.moment)
        assert {seat: player.chips for seat, player in kept.table.players.items()} == {1: 189_00, 3: 290_00}
        assert [row.number for row in room.hand_dealt.rounds(table)] == [2, 1]
        await room.stop()

    asyncio.run(play())


PROGRAM = """
import asyncio, sys
from pathlib import Path
from seventh.room.room import Room
from tests.room.test_hand_dealt import _opened
async def main():
    room = await Room.open(Path(sys.argv[1]))
    person, kept = await _opened(room)
    await room.hand_dealt.begin(kept, person, kept.moment)
    print(kept.id, person.id, flush=True)
    for line in sys.stdin:
        await room.hand_dealt.enter(kept, person, kept.moment, line.strip())
        print("done", flush=True)
asyncio.run(main())
"""


def test_R20_killed_in_the_middle_of_a_round_it_has_every_acknowledged_entry(tmp_path):
    data = tmp_path / "room"
    running = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert running.stdin is not None
    assert running.stdout is not None
    table, who = running.stdout.readline().split()
    for entry in scripts.FLUSH[:9]:
        running.stdin.write(f"{entry}\n")
        running.stdin.flush()
        assert running.stdout.readline() == "done\n"
    os.kill(running.pid, signal.SIGKILL)
    running.wait(LIMIT)
    running.stdin.close()
    running.stdout.close()

    async def resume() -> None:
        room = await Room.open(data, settings=FAST)
        person = room.people.person(who)
        kept = room.hand_dealt.get(table, person)
        assert _round(kept).record().steps == scripts.entered(scripts.flush(), scripts.FLUSH[:9]).record().steps
        assert _round(kept).instruction.text == "Turn up the dealer's cards: name seven cards"
        await _enter(room, person, kept, scripts.FLUSH[9:])
        assert nets(_round(kept).round) == {1: -11_00, 3: 90_00}
        await room.stop()

    asyncio.run(resume())


def test_hand_dealt_chips_are_in_no_account_and_the_books_are_in_order(place):
    async def play() -> None:
        room = await Room.open(place.data, place.url, settings=FAST)
        person, kept = await _opened(room)
        wallet = room.cashier.wallet(person.id)
        await room.hand_dealt.begin(kept, person, kept.moment)
        await _enter(room, person, kept, scripts.FLUSH)
        assert room.cashier.wallet(person.id) == wallet
        await room.stop()

    asyncio.run(play())
    with place.open() as store, store.reading() as connection:
        kinds = [row[0] for row in connection.exec_driver_sql("SELECT kind FROM log ORDER BY seq").all()]
    assert kinds.count("hand_dealt_entry") == len(scripts.FLUSH)
    findings = check(place.data, place.url)
    assert all(finding.ok for finding in findings), findings
    assert "hand-dealt rounds: 1, replayed by their rules" in map(str, findings)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE hand_dealt_rounds SET record = replace(record, 'Kh', 'Kd')", "round 1 of the hand-dealt table"),
        ("UPDATE hand_dealt_rounds SET number = 2", "has dealt 1 rounds, but stored are 2"),
        ("DELETE FROM hand_dealt_rounds", "has dealt 1 rounds, but stored are none"),
        ("DELETE FROM hand_dealt_tables", "which does not exist"),
    ],
)
def test_R45_check_replays_hand_dealt_rounds(tmp_path, change, said):
    async def play() -> None:
        room = await Room.open(tmp_path, settings=FAST)
        person, kept = await _opened(room)
        await room.hand_dealt.begin(kept, person, kept.moment)
        await _enter(room, person, kept, scripts.FLUSH)
        await room.stop()

    asyncio.run(play())
    with sqlite3.connect(tmp_path / "room.db") as connection:
        connection.execute(change)
    (finding,) = [finding for finding in check(tmp_path) if finding.name == "hand-dealt rounds"]
    assert not finding.ok
    assert said in finding.line


def test_R37_only_the_person_who_opened_it_and_the_floor_can_use_a_table(tmp_path):
    async def play() -> None:
        room = await Room.open(tmp_path, settings=FAST)
        host, kept = await _opened(room, "Host", "player")
        stranger = await room.people.register("Stranger", "correct horse", "player")
        floor = await room.people.register("Floor", "correct horse", "floor")
        guest = await room.people.guest()
        assert room.hand_dealt.get(kept.id, floor) is kept
        assert [row.id for row in room.hand_dealt.open_tables(floor)] == [kept.id]
        assert room.hand_dealt.open_tables(stranger) == []
        for table in (kept.id, "nonsense"):
            with pytest.raises(RoomRefused, match="there is no hand-dealt table"):
                room.hand_dealt.get(table, stranger)
        with pytest.raises(RoomRefused, match="registered players"):
            await room.hand_dealt.open(guest, book_house("high-card-flush"), "", {})
        with pytest.raises(RoomRefused, match="the table has moved on"):
            await room.hand_dealt.begin(kept, host, "0.7")
        await room.stop()

    asyncio.run(play())


def test_players_change_between_rounds_only(tmp_path):
    async def play() -> None:
        room = await Room.open(tmp_path, settings=FAST)
        person, kept = await _opened(room)
        tables = room.hand_dealt
        await tables.seat(kept, person, kept.moment, 2, "Grace", 50_00)
        for wrong in ((2, "x", 1), (7, "x", 1), (4, "x" * 25, 1), (4, "x", -1)):
            with pytest.raises(NotUnderstood):
                await tables.seat(kept, person, kept.moment, *wrong)
        await tables.begin(kept, person, kept.moment)
        with pytest.raises(NotUnderstood, match="between rounds"):
            await tables.add_chips(kept, person, kept.moment, 1, 100)
        with pytest.raises(NotUnderstood, match="not over"):
            await tables.close(kept, person)
        await _enter(room, person, kept, ("! void fire alarm",))
        await tables.add_chips(kept, person, kept.moment, 1, 100)
        await tables.leave(kept, person, kept.moment, 2)
        await tables.sit_out(kept, person, kept.moment, 3, True)
        assert kept.table.ready == (1,)
        assert kept.table.players[1].chips == 201_00
        await tables.close(kept, person)
        with pytest.raises(NotUnderstood, match="closed"):
            await tables.begin(kept, person, kept.moment)
        await room.stop()

    asyncio.run(play())
