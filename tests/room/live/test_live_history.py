"""R42: every round, card by card, each decision and who made it, the chips before and after, and the proof."""

import csv
import io
from itertools import pairwise

import pytest
from live_room import GAMES, SETTINGS, STUD, Evening, bet_and_close, play_hand, told_at_once

from seventh.fair import verify
from seventh.records.phh import read
from seventh.records.record import read_record
from seventh.room.refusals import RoomRefused


async def some_rounds(evening: Evening, table: str, *clients, number: int = 3) -> None:
    for client in clients:
        await client.sit(table)
    for _ in range(number):
        if STUD in table:
            await evening.run(2)
        else:
            await bet_and_close(evening, table, *clients)
        await play_hand(evening, table, *clients)
        await evening.run(6)


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R42_a_person_recalls_every_round_with_its_proof(tmp_path, game):
    async with Evening(tmp_path) as evening:
        table, one, two, stranger = f"{game}-1", *[await evening.guest() for _ in range(3)]
        await some_rounds(evening, table, one, two)
        history = evening.room.history
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
                assert record.proof.server_seed is None
                assert full.seed == ""
                assert list(read(history.phh(one.person, line.id)))
            else:
                assert record.proof.server_seed == full.seed != ""
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
    async with Evening(tmp_path) as evening:
        table, one, two = f"{STUD}-1", await evening.guest(), await evening.guest()
        await some_rounds(evening, table, one, two, number=1)
        history = evening.room.history
        line = history.rounds(one.person)[-1]
        assert history.public(line.id).seed == ""
        assert evening.table(table).standing.last.seed == ""
        await evening.clock.run(SETTINGS.seed_reveal_delay)
        assert len(history.public(line.id).seed) == 64
        record = history.record(one.person, line.id)
        assert record.proof.server_seed == history.public(line.id).seed
        verify(record)


@told_at_once
async def test_R42_nothing_of_a_round_is_given_out_before_it_is_over(tmp_path):
    async with Evening(tmp_path) as evening:
        table, one = "high-card-flush-1", await evening.guest()
        await one.sit(table)
        await bet_and_close(evening, table, one)
        live = evening.table(table).standing.live
        history = evening.room.history
        assert history.rounds(one.person) == ()
        for look in (history.round, history.record, history.json, history.phh):
            with pytest.raises(RoomRefused):
                look(one.person, live.id)
        assert history.public(live.id).state == "open"
        assert history.public(live.id).seed == ""
        with pytest.raises(RoomRefused):
            history.public("no such round")
