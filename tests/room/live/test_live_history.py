"""R42: every round, card by card, each decision and who made it, the chips before and after, and the proof."""

import csv
import io
from itertools import pairwise

import pytest

from seventh.fair import verify
from seventh.records.phh import read
from seventh.records.record import read_record
from seventh.room.refusals import RoomRefused
from tests.known import known
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Harness, bet_and_close, play_hand, told_at_once


async def some_rounds(harness: Harness, table: str, *clients, number: int = 3) -> None:
    for client in clients:
        await client.sit(table)
    for _ in range(number):
        if STUD in table:
            await harness.run(2)
        else:
            await bet_and_close(harness, table, *clients)
        await play_hand(harness, table, *clients)
        await harness.run(6)


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R42_a_person_recalls_every_round_with_its_proof(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two, stranger = f"{game}-1", *[await harness.guest() for _ in range(3)]
        await some_rounds(harness, table, one, two)
        history = harness.room.history
        lines = [line for line in history.rounds(one.person) if line.state == "played"]
        assert len(lines) == 3
        for later, earlier in pairwise(lines):
            assert later.before == earlier.after
            assert later.number > earlier.number
        assert lines[-1].before == 20_000
        for line in lines:
            full = history.round(one.person, line.id)
            assert full.decisions
            assert all(not decision.by_clock for decision in full.decisions)
            assert full.line.net == line.after - line.before
            own = next(seat for seat in full.view.seats if seat.seat == line.seat)
            assert own.cards
            assert "??" not in own.cards
            record = read_record(history.json(one.person, line.id))
            verified = verify(record)
            assert verified is not None
            if game == STUD:
                assert known(record.proof).server_seed is None
                assert full.seed == ""
                assert list(read(history.phh(one.person, line.id)))
            else:
                assert known(record.proof).server_seed == full.seed != ""
                with pytest.raises(RoomRefused):
                    history.phh(one.person, line.id)
            with pytest.raises(RoomRefused):
                history.round(stranger.person, line.id)
            with pytest.raises(RoomRefused):
                history.record(stranger.person, line.id)
        table_of = list(csv.DictReader(io.StringIO(history.csv(one.person))))
        assert [row["id"] for row in table_of if row["state"] == "played"] == [line.id for line in lines]
        assert history.rounds(stranger.person) == ()
        page = history.rounds(one.person, limit=1)
        assert history.rounds(one.person, before=page[0].id, limit=1)[0] == history.rounds(one.person)[1]


@told_at_once
async def test_R5_at_stud_the_seed_is_revealed_after_the_delay_and_the_whole_record_with_it(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{STUD}-1", await harness.guest(), await harness.guest()
        await some_rounds(harness, table, one, two, number=1)
        history = harness.room.history
        line = history.rounds(one.person)[-1]
        assert history.public(line.id).seed == ""
        assert harness.last_at(table).seed == ""
        await harness.clock.run(SETTINGS.seed_reveal_delay)
        assert len(history.public(line.id).seed) == 64
        record = history.record(one.person, line.id)
        assert known(record.proof).server_seed == history.public(line.id).seed
        verify(record)


@told_at_once
async def test_R42_no_part_of_a_round_is_available_before_it_is_over(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one = "high-card-flush-1", await harness.guest()
        await one.sit(table)
        await bet_and_close(harness, table, one)
        live = harness.live_at(table)
        history = harness.room.history
        assert history.rounds(one.person) == ()
        for look in (history.round, history.record, history.json, history.phh):
            with pytest.raises(RoomRefused):
                look(one.person, live.id)
        assert history.public(live.id).state == "open"
        assert history.public(live.id).seed == ""
        with pytest.raises(RoomRefused):
            history.public("no such round")
