"""Closed rounds in archives: nothing is lost, the chains go on, and every damage is named (R11, R45)."""

import os
import sqlite3
from contextlib import closing
from itertools import islice

import msgspec
import psycopg
import pytest
from sqlalchemy import select

from seventh.fair import Secret, verify
from seventh.records import read_record
from seventh.room import archive_command, archive_file, ledger
from seventh.room.archive_command import archive
from seventh.room.changes import Change, LogEntry, Transfer
from seventh.room.check import check
from seventh.room.custody.anchor import Anchor, heads_of
from seventh.room.custody.checked import mark_beside
from seventh.room.custody.guard import open_guarded
from seventh.room.custody.keys import RoomKey
from seventh.room.custody.location import custody_of
from seventh.room.ledger import trial_balance
from seventh.room.rounds.archive import BadArchive
from seventh.room.rounds.archived import MovedAway, archive_of
from seventh.room.rounds.archiving import archiving, due
from seventh.room.rounds.rounds import replay_round, resume
from seventh.room.store import Broken, StoreError, migrate, schema
from seventh.room.store.errors import NotCommitted
from tests.room.books import at_raw, count
from tests.room.playing_live import GAMES, RICH, open_at, play_out, steps
from tools.damage import contents
from tools.export import exported
from tools.scripted_players import RandomChoices

REFUSALS = (sqlite3.IntegrityError, psycopg.errors.IntegrityError)
FUTURE = 10**15
FLIPS = int(os.environ.get("SEVENTH_FLIPS", "25"))


def played(store, key=None, numbers=(1, 2)):
    """Rounds of each game, and then something that is not in a round; returns the records of the rounds."""
    records = {}
    for number in numbers:
        for game in GAMES:
            live = play_out(store, open_at(store, game, table=game, number=number, key=key))
            records[live.id] = exported(store, live.id)
    store.commit(Change(transfers=(Transfer(f"more {numbers}", "mint", "house", 1, "funding"),))).result()
    return records


def guarded_at(place):
    return open_guarded(place.data, place.url, custody_of(*place))


def funded(store):
    store.commit(ledger.fund_house(RICH, "funding", 1)).result()


def pack(store, most=256):
    """Pack everything, at most so many rounds in an archive."""
    while True:
        with store.reading() as connection:
            ids = due(connection, FUTURE, most)
            if not ids:
                return
            change = archiving(connection, ids, 5)
        store.commit(change).result()


def troubles(place, **how):
    return [str(finding) for finding in check(*place, **how) if not finding.ok]


def test_R11_R45_archived_rounds_leave_the_tables_and_everything_still_verifies(place):
    with guarded_at(place).store as store:
        funded(store)
        before = played(store, numbers=(1,))
        pack(store, most=3)
        store.commit(Change(log=(LogEntry("said", b"{}", 6, person="p"),))).result()
        before |= played(store, numbers=(2, 3))
        unfinished = open_at(store, "boston-7-stud", table="open", number=7)
        pack(store, most=5)
        with store.reading() as connection:
            assert trial_balance(connection).ok
            rows = connection.execute(select(schema.log.c.round).where(schema.log.c.round.is_not(None))).scalars().all()
            assert set(rows) == {unfinished.id}
            assert (
                connection.execute(select(schema.transfers.c.seq).where(schema.transfers.c.round.is_not(None))).all()
                == []
            )
        assert count(store, schema.archives) == 4
        assert count(store, schema.archived_rounds) == len(before) == 12
        assert {name: exported(store, name) for name in before} == before
        verify(read_record(before[next(iter(before))]))
        assert len(play_out(store, resume(store, unfinished.id)).hand.events) > 10
    assert troubles(place) == []


@pytest.fixture
def packed(place):
    """A room whose rounds are packed, some of them sealed when they were played; and SQL behind its back."""
    guarded = guarded_at(place)
    with guarded.store as store:
        funded(store)
        played(store, guarded.key)
        pack(store, most=5)
        with store.reading() as connection:
            guarded.anchor.append(heads_of(connection), guarded.key)
    assert troubles(place) == []
    with at_raw(place) as execute:
        yield execute


def test_R11_the_database_itself_keeps_archives_and_what_is_in_no_archive(packed, place):
    for sql in (
        "DELETE FROM archives",
        "DELETE FROM archived_rounds",
        "UPDATE archived_rounds SET archive = 2",
        "UPDATE archives SET data = NULL",
        "UPDATE archives SET data = hash",
        "UPDATE archives SET nets = '{}', data = NULL, file = 'f'",
        "DELETE FROM log WHERE seq = 1",
        "DELETE FROM transfers WHERE seq = 1",
        "DELETE FROM transfers WHERE seq = (SELECT max(seq) FROM transfers)",
        "INSERT INTO archived_rounds SELECT round, 1, 0, 0, '{}' FROM archived_rounds LIMIT 1",
        "INSERT INTO archived_rounds VALUES ('no such round', 1, 0, 0, '{}')",
        "INSERT INTO archives SELECT number + 7, at, rounds, log_last, transfer_last, nets, runs, hash, data, file"
        " FROM archives WHERE number = 1",
    ):
        with pytest.raises(REFUSALS):
            packed(sql)
    assert troubles(place) == []


def test_R11_an_archive_takes_exactly_the_rows_that_it_holds(store):
    funded(store)
    played(store, numbers=(1,))
    with store.reading() as connection:
        change = archiving(connection, due(connection, FUTURE), 5)
    archives, *lines = change.writes
    short = msgspec.structs.replace(lines[0], values={**lines[0].values, "transfers": 1})
    with pytest.raises(Broken):
        store.commit(msgspec.structs.replace(change, writes=(archives, short, *lines[1:]))).result()
    assert count(store, schema.archives) == 0
    store.commit(change).result()
    with pytest.raises(NotCommitted):
        store.commit(change).result()
    assert count(store, schema.archives) == 1


def test_the_round_of_the_last_transfer_waits_because_the_next_one_is_numbered_after_it(store):
    funded(store)
    first, second = (play_out(store, open_at(store, "high-card-flush", table="t", number=number)) for number in (1, 2))
    with store.reading() as connection:
        assert due(connection, FUTURE) == [first.id]
        assert due(connection, 4) == [], "closed at 4, not before"
    pack(store)
    store.commit(Change(transfers=(Transfer("next", "mint", "house", 1, "funding"),))).result()
    with store.reading() as connection:
        assert due(connection, FUTURE) == [second.id]


FORGERIES = {
    "data": ("UPDATE archives SET data = runs WHERE number = 1", "archive 1: its content does not match its hash"),
    "hash": ("UPDATE archives SET hash = data WHERE number = 2", "archive 2: its hash does not match the log"),
    "runs": ("UPDATE archives SET runs = (SELECT runs FROM archives WHERE number = 2) WHERE number = 1", "archive 1"),
    "nets": ("UPDATE archives SET nets = '{}' WHERE number = 1", "trial balance"),
    "round": ("UPDATE rounds SET closed = closed + 1 WHERE number = 1", "the rows of its rounds have changed"),
    "seed": ("UPDATE seeds SET seed = ?", "the rows of its rounds have changed"),
    "player": ("UPDATE players SET seat = seat + 1", "the rows of its rounds have changed"),
    "wagers": ("UPDATE archived_rounds SET wagered = '{}'", "the rows of its rounds have changed"),
    "gone": ("DELETE FROM archives WHERE number = 1", "archive 1: it is in the log, but missing"),
    "entry gone": ("DELETE FROM log WHERE kind = 'archived'", "it is not in the log"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_check_names_what_was_changed_in_archives_although_it_replayed_them_before(packed, place, forgery):
    assert troubles(place, since_last=True) == []
    assert mark_beside(custody_of(*place).anchor).exists()
    sql, expected = FORGERIES[forgery]
    packed("PRAGMA foreign_keys = OFF")
    triggers = packed("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        packed(f"DROP TRIGGER {name}")
    packed(sql, *([bytes(32)] if "?" in sql else []))
    for _, trigger in triggers:
        packed(trigger)
    assert any(expected in line for line in troubles(place, since_last=True)), troubles(place, since_last=True)


def said(place, **how):
    found = check(*place, since_last=True, **how)
    assert all(finding.ok for finding in found)
    return next(finding.line for finding in found if finding.name == "rounds")


def test_a_second_check_replays_only_what_is_new_unless_asked_for_everything(packed, place):
    everything = "8 replayed, same cards, results and transfers"
    assert said(place) == everything
    assert said(place).startswith("0 replayed")
    assert said(place, every=True) == everything
    with place.open() as store:
        played(store, numbers=(3,))
        pack(store)
    assert said(place).startswith("4 replayed")
    mark = mark_beside(custody_of(*place).anchor)
    mark.write_bytes(mark.read_bytes().replace(b'"archives":3', b'"archives":9'))
    assert said(place).startswith("12 replayed"), "a mark that the room has not signed is ignored"
    custody_of(*place).key.unlink()
    mark.unlink()
    assert said(place).startswith("12 replayed")
    assert not mark.exists(), "without the key there is no mark"


def test_rounds_in_a_file_verify_offline_and_the_room_knows_where_they_are(packed, place, tmp_path):
    custody, file = custody_of(*place), tmp_path / "old.archive"
    with place.open() as store:
        later = played(store, numbers=(3,))
        ids = [row.round for row in _rows(store, schema.archived_rounds)]
    moved = archive(file, FUTURE, place.data, place.url, custody)
    assert (moved.rounds, moved.archives) == (12, 3)
    assert troubles(place) == []
    found = archive_file.verify_archives(file)
    assert found.rounds == 12
    for name in (ids[0], next(iter(later))):
        record = archive_file.record_in(file, name)
        verify(record)
        with place.open() as store, store.reading() as connection, pytest.raises(MovedAway, match=r"old\.archive"):
            replay_round(connection, name)
    with guarded_at(place).store as store:
        assert [row.data for row in _rows(store, schema.archives)] == [None] * 3
        before = exported(store, play_out(store, open_at(store, "high-card-flush", table="t", number=9)).id)
        assert before
    assert troubles(place, since_last=True) == []
    with pytest.raises(StoreError, match="already exists"):
        archive(file, FUTURE, place.data, place.url, custody)
    with pytest.raises(StoreError, match="no rounds to archive"):
        archive(tmp_path / "more", 0, place.data, place.url, custody)
    assert not (tmp_path / "more").exists()


def _rows(store, table):
    with store.reading() as connection:
        return connection.execute(select(table)).all()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_every_flipped_bit_of_an_archive_file_is_named(packed, place, tmp_path):
    file = tmp_path / "old.archive"
    archive(file, FUTURE, place.data, place.url, custody_of(*place))
    whole = file.read_bytes()
    for at in range(0, len(whole), len(whole) // 40):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(BadArchive):
            archive_file.verify_archives(file)
    file.write_bytes(whole[:-1])
    with pytest.raises(BadArchive):
        archive_file.verify_archives(file)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_nothing_moves_to_a_file_that_cannot_be_verified(packed, place, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive_command, "write_archives", full)
    with pytest.raises(StoreError, match="No space left"):
        archive(tmp_path / "old.archive", FUTURE, place.data, place.url, custody_of(*place))
    assert list(tmp_path.glob("old.archive*")) == []
    assert troubles(place) == []


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_R47_the_anchor_names_rows_that_are_now_in_an_archive(place):
    guarded = guarded_at(place)
    with guarded.store as store:
        funded(store)
        live = open_at(store, "high-card-flush", table="t")
        with store.reading() as connection:
            guarded.anchor.append(heads_of(connection), guarded.key)
        play_out(store, live)
        store.commit(Change(transfers=(Transfer("more", "mint", "house", 1, "funding"),))).result()
        pack(store)
    assert troubles(place) == []
    anchor = Anchor(custody_of(*place).anchor)
    line = anchor.lines()[-1]
    with guarded_at(place).store, closing(sqlite3.connect(place.data / "room.db")) as db:
        assert db.execute("SELECT 1 FROM log WHERE seq = ?", (line.log,)).fetchone() is None, "it is archived"
    forged = line.heads._replace(log_hash="00" * 32)
    anchor.append(forged, guarded.key)
    assert any("is not the one that was anchored" in trouble for trouble in troubles(place))


def test_a_sealed_round_is_archived_in_the_clear_and_comes_back_as_it_was_logged(store):
    funded(store)
    live = play_out(store, open_at(store, "seven-card-stud", table="t", key=RoomKey(Secret(bytes(32)))))
    store.commit(Change(transfers=(Transfer("more", "mint", "house", 1, "funding"),))).result()
    bodies = [bytes(row.body) for row in _rows(store, schema.log) if row.round == live.id]
    assert sum(body.startswith(b"\x02") for body in bodies) == len(bodies) - 1, "all but the opening are encrypted"
    pack(store)
    with store.reading() as connection:
        data = connection.execute(select(schema.archives)).one()
    (one,) = archive_of(data).rounds
    assert one.bodies() == bodies
    assert not any(row.body.startswith(b"\x02") for row in one.log)


def test_a_room_without_archives_is_migrated_with_rounds_open_and_packed(place, monkeypatch):
    with monkeypatch.context() as earlier:
        known = {form: before for form, before in migrate.forms().items() if form <= "0004"}
        earlier.setattr(migrate, "forms", lambda: known)
        scripts = migrate.scripts()
        upgrade = scripts._upgrade_revs
        earlier.setattr(scripts, "_upgrade_revs", lambda _, revision: upgrade("0004", revision))
        earlier.setattr(migrate, "scripts", lambda: scripts)
        with place.open() as store:
            funded(store)
            before = played(store)
            unfinished = play_half(store, open_at(store, "seven-card-stud", table="open"))
    with at_raw(place) as execute, pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
        execute("SELECT * FROM archives")
    with place.open() as store:
        play_out(store, resume(store, unfinished.id))
        pack(store)
        assert count(store, schema.archived_rounds) == 8
        assert {name: exported(store, name) for name in before} == before
    assert troubles(place) == []


def play_half(store, live):
    """The round after some of its steps."""
    for moved in islice(steps(live), 6):
        store.commit(moved.change).result()
        live = moved.after
    return live


@pytest.mark.slow
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_no_flipped_bit_of_a_packed_room_goes_unnoticed_by_the_second_check(packed, place):
    assert troubles(place, since_last=True) == []
    packed("PRAGMA wal_checkpoint(TRUNCATE)")
    file, whole, sound = place.data / "room.db", (place.data / "room.db").read_bytes(), contents(place.data)
    choice = RandomChoices("flips")
    named = 0
    for _ in range(FLIPS):
        at, bit = choice.below(len(whole)), choice.below(8)
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
        try:
            wrong = troubles(place, since_last=True)
        except StoreError as error:
            wrong = [str(error)]
        assert wrong or contents(place.data) == sound, f"bit {bit} of byte {at}"
        named += bool(wrong)
    assert named
