"""R47 in short: twenty damaged rooms; `python -m tools.damage --runs 200` is the longer run."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from seventh.room.check import check
from seventh.room.room import Room
from seventh.room.store import StoreError, StoreFailed
from seventh.room.store.seals import SEALED
from tests.room.live.live_room import SETTINGS, Harness, bet_and_close, play_hand
from tools import damage
from tools.damage import Unnoticed, contents, outcome, run, run_columns
from tools.damage_columns import HARMLESS

TABLE = "high-card-flush-1"


@pytest.mark.slow
def test_R47_damage_is_harmless_or_named():
    counts = run(20, "suite", 1)
    assert sum(counts.values()) == 20
    assert counts["named by check"] > 5


@pytest.mark.slow
def test_R45_R47_damage_to_any_column_of_any_table_is_named():
    lines = []
    told = run_columns(1, lines.append)
    assert len(lines) > 120
    tables = {line.partition(".")[0] for line in lines}
    assert tables >= {
        *SEALED,
        "accounts",
        "heads",
        "houses",
        "live_seeds",
        "log",
        "players",
        "rounds",
        "seeds",
        "transfers",
    }
    assert {line.partition(":")[0] for line in lines if line.endswith("UNNOTICED")} == set(HARMLESS)
    assert f"{len(HARMLESS)} harmless" in told


@pytest.fixture
def data(tmp_path):
    async def play() -> None:
        async with Harness(tmp_path / "room") as harness:
            one = await harness.guest()
            await one.sit(TABLE)
            await bet_and_close(harness, TABLE, one)
            await play_hand(harness, TABLE, one)

    asyncio.run(play())
    return tmp_path / "room"


def altered(data, *statements):
    """Change rows as a bit that flips does: behind the back of all triggers and constraints."""
    with closing(sqlite3.connect(data / "room.db")) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert db.execute(statement).rowcount > 0
        for _, sql in triggers:
            db.execute(sql)
        db.commit()


def troubles(data):
    return [str(finding) for finding in check(data) if not finding.ok]


def test_R47_the_damage_run_notices_what_nobody_names(data, monkeypatch):
    whole = contents(data)
    altered(data, "UPDATE rounds SET reason = 'another'")
    monkeypatch.setattr(damage, "check", lambda _: [])
    with pytest.raises(Unnoticed, match="rows differ in rounds"):
        outcome(data, whole)


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("UPDATE people SET name = 'Another'", "of people does not match its seal"),
        ("UPDATE tables SET name = 'Another' WHERE id = 'high-card-flush-1'", "row high-card-flush-1 of tables does"),
        ("UPDATE accounts SET closed = 0 WHERE kind = 'escrow'", "is open, unlike its round"),
        ("UPDATE rounds SET closed = closed + 1 WHERE closed IS NOT NULL", "its end time does not match the log"),
        ("UPDATE players SET seat = seat + 1", "its players in the index do not match its seats"),
        ("DELETE FROM players", "its players in the index do not match its seats"),
    ],
)
def test_R45_a_row_that_nobody_wrote_so_is_named(data, statement, line):
    altered(data, statement)
    assert any(line in told for told in troubles(data)), troubles(data)


def test_R11_rows_that_violate_a_constraint_are_named_though_the_file_is_opened_for_reading(data):
    altered(data, "UPDATE accounts SET kind = 'walleu' WHERE kind = 'wallet'")
    assert any("violate account_named_by_kind" in line.replace("violates", "violate") for line in troubles(data))


def test_R12_an_empty_account_whose_name_is_another_is_named(data):
    altered(data, "UPDATE accounts SET id = 'escrow:x' WHERE id = (SELECT max(id) FROM accounts WHERE kind = 'escrow')")
    assert any("trial balance: there is no account escrow:" in line for line in troubles(data))


def test_R4_the_reason_of_a_round_is_the_one_in_its_log(data):
    altered(data, "UPDATE rounds SET reason = 'another'")
    assert any("the reasons in its row and its log differ" in line for line in troubles(data))


def test_R13_an_index_that_does_not_match_its_table_is_named(data):
    with closing(sqlite3.connect(data / "room.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (name,) = db.execute("SELECT name_key FROM people LIMIT 1").fetchone()
    whole = (data / "room.db").read_bytes()
    at = whole.find(name.encode())
    (data / "room.db").write_bytes(whole[:at] + b"\x7e" + whole[at + 1 :])
    assert troubles(data)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE houses SET data = '{no json'", "UPDATE tables SET options = '{no json'"],
)
def test_R47_a_start_from_rows_that_cannot_be_read_is_refused_in_one_line(data, statement):
    altered(data, statement)
    with pytest.raises(StoreError, match="is damaged") as refused:
        asyncio.run(Room.open(data, settings=SETTINGS))
    assert "\n" not in str(refused.value)


def test_R47_text_that_is_no_text_is_named_by_the_start(data):
    altered(data, "UPDATE tables SET name = CAST(x'ff41' AS TEXT)")
    with pytest.raises((StoreError, StoreFailed), match=r"room\.db") as refused:
        asyncio.run(Room.open(data, settings=SETTINGS))
    assert "\n" not in str(refused.value)
