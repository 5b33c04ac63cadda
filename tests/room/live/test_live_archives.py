"""R42: a history is the same after its rounds were archived, and says where they are once they are in a file."""

import pytest
from sqlalchemy import select

from seventh.fair import verify
from seventh.room import archiver, frames
from seventh.room.archive_command import archive
from seventh.room.archive_file import record_in
from seventh.room.check import check
from seventh.room.custody.location import custody_of
from seventh.room.refusals import RoomRefused
from seventh.room.rounds.archived import archived_round, archives_of
from seventh.room.store.schema import archived_rounds
from tests.room.live.live_room import SETTINGS, STUD, Harness, told_at_once
from tests.room.live.test_live_history import some_rounds

FLUSH = "high-card-flush-1"
AFTER = SETTINGS.but(archive_after=600_000)


def all_of(history, person):
    """Everything that a person can recall, as plain text."""
    lines = history.rounds(person)
    rounds = [history.round(person, line.id) for line in lines]
    return [
        (line, one.decisions, one.times, one.events, history.json(person, line.id), history.public(line.id), one.proof)
        for line, one in zip(lines, rounds, strict=True)
    ]


@told_at_once
async def test_R42_archived_rounds_are_recalled_as_before_and_then_from_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(archiver, "LEAST", 1)
    data, file = tmp_path / "room", tmp_path / "old.archive"
    async with Harness(data, AFTER) as harness:
        one, two = await harness.guest(), await harness.guest()
        await some_rounds(harness, FLUSH, one, two)
        await some_rounds(harness, f"{STUD}-1", one, two)
        room = harness.room
        assert await room.archiver.once() == 0, "no round was closed long enough ago"
        await harness.clock.run(AFTER.seed_reveal_delay)
        before, people = all_of(room.history, one.person), one.person
        logged = room.history.public_log()
        while await room.archiver.once():
            pass
        with room.store.reading() as connection:
            packed = sum(row.rounds for row in archives_of(connection))
        assert packed >= 5
        assert all_of(room.history, one.person) == before
        assert room.history.public_log() == logged, "an archive is nobody's concern"
    assert [str(finding) for finding in check(data) if not finding.ok] == []
    moved = archive(file, 10**15, data, None, custody_of(data, None))
    assert moved.rounds >= packed
    async with Harness(data, AFTER) as harness:
        history = harness.room.history
        assert [line for line, *_ in before] == list(history.rounds(people))
        with harness.room.store.reading() as connection:
            away = set(connection.execute(select(archived_rounds.c.round)).scalars())
        lines = [line for line, *_ in before if line.id in away]
        assert len(lines) >= packed - 1
        for line in lines:
            with pytest.raises(RoomRefused, match=r"old\.archive"):
                history.round(people, line.id)
            assert history.public(line.id).seed_hash
            verify(record_in(file, line.id))
        (entry,) = [entry for entry in history.public_log() if entry.kind == "archives_moved"]
        assert entry.body["file"] == "old.archive"
    assert [str(finding) for finding in check(data) if not finding.ok] == []


@told_at_once
async def test_a_running_room_packs_closed_rounds_by_itself_unless_told_not_to(tmp_path, monkeypatch):
    monkeypatch.setattr(archiver, "LEAST", 1)
    for after, expected in ((1, True), (0, False)):
        async with Harness(tmp_path / str(after), SETTINGS.but(archive_after=after)) as harness:
            one = await harness.guest()
            await some_rounds(harness, FLUSH, one, number=2)
            await harness.clock.run(archiver.INTERVAL)
            room = harness.room
            assert await room.archiver.once() in ((0, 1) if expected else (0,))  # waits for one in progress
            with room.store.reading() as connection:
                assert bool(archives_of(connection)) is expected


@told_at_once
async def test_R33_an_action_in_an_archived_round_is_stale(tmp_path, monkeypatch):
    monkeypatch.setattr(archiver, "LEAST", 1)
    async with Harness(tmp_path, SETTINGS.but(archive_after=1)) as harness:
        one = await harness.guest()
        await some_rounds(harness, FLUSH, one, number=2)
        await harness.clock.run(10)
        await harness.room.archiver.once()
        done = harness.room.history.rounds(one.person)[-1]
        with harness.room.store.reading() as connection:
            assert archived_round(connection, done.id) is not None
        answer = await harness.room.answer(one, frames.Act("again", FLUSH, done.id, 1, {"type": "fold"}, 0))
        assert isinstance(answer, frames.RefusedFrame)
        assert answer.code == "stale"
