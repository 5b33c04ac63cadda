"""A backup of a running room opens clean, and restoring never overwrites one."""

import shutil
import threading

import pytest

from seventh.room import ledger
from seventh.room.backup import backup, restore
from seventh.room.check import check
from seventh.room.store import StoreError
from tests.room.books import balances, move
from tests.room.conftest import Place
from tests.room.playing_live import RICH, open_at, play_out
from tests.waiting import LIMIT


def other(place, request, tmp_path):
    """A second empty place of the same engine."""
    if place.engine == "sqlite":
        return Place(tmp_path / "restored", None)
    return Place(None, request.getfixturevalue("postgres").database())


def why(function, *arguments):
    with pytest.raises(StoreError) as refused:
        function(*arguments)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_R20_a_backup_of_a_running_room_opens_clean(place, request, tmp_path):
    file, over, acknowledged = tmp_path / "copy", threading.Event(), []
    with place.open() as store:
        store.commit(ledger.fund_house(RICH, "funding", 1)).result()
        play_out(store, open_at(store, "high-card-flush"))
        started = threading.Event()

        def deal():
            number = 1
            while not over.is_set():
                number += 1
                live = open_at(store, "high-card-flush", table="busy", number=number)
                play_out(store, live)
                acknowledged.append(live.id)
                started.set()

        dealer = threading.Thread(target=deal)
        dealer.start()
        assert started.wait(LIMIT), "no round was played"
        before = list(acknowledged)
        backup(file, *place)
        over.set()
        dealer.join()
        total = balances(store)["mint"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy"]
    restored = other(place, request, tmp_path)
    restore(file, *restored)
    found = check(*restored)
    assert [str(finding) for finding in found if not finding.ok] == []
    with restored.open() as store:
        held = balances(store)
        assert all(held[f"escrow:{name}"] == 0 for name in before), "what was acknowledged before is there"
        assert total <= held["mint"] < 0
        store.commit(move("goes on", "mint", "house", 1)).result()


def test_nothing_is_overwritten(place, request, tmp_path):
    file = tmp_path / "copy"
    with place.open() as store:
        store.commit(move("m", "mint", "house", 5)).result()
        backup(file, *place)
        assert "already exists" in why(backup, file, *place)
        said = why(restore, file, *place)
        assert "already" in said
        assert balances(store)["house"] == 5
    restored = other(place, request, tmp_path)
    restore(file, *restored)
    assert "already" in why(restore, file, *restored)
    with restored.open() as store:
        assert balances(store)["house"] == 5


def test_something_that_is_not_a_backup_is_refused(place, request, tmp_path):
    text = tmp_path / "text"
    text.write_text("no backup")
    assert "is not a backup of a" in why(restore, text, *place)
    assert "cannot read" in why(restore, tmp_path / "nothing", *place)
    assert "no data directory" in why(restore, text, None, None)
    with place.open():
        assert "cannot write" in why(backup, tmp_path / "no" / "where", *place)
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_backup_leaves_no_room_behind(tmp_path):
    place = Place(tmp_path / "room", None)
    with place.open() as store:
        store.commit(move("m", "mint", "house", 5)).result()
        backup(tmp_path / "copy", *place)
    data = (tmp_path / "copy").read_bytes()
    (tmp_path / "half").write_bytes(data[: len(data) // 2])
    why(restore, tmp_path / "half", tmp_path / "new")
    assert not (tmp_path / "new" / "room.db").exists()
    restore(tmp_path / "copy", tmp_path / "new")


def test_there_is_nothing_to_back_up(tmp_path):
    assert "no room in" in why(backup, tmp_path / "copy", tmp_path / "nothing")


def test_without_postgresqls_programs_one_line_says_so(postgres, tmp_path, monkeypatch):
    place = Place(None, postgres.database())
    with place.open():
        monkeypatch.setattr(shutil, "which", lambda _: None)
        assert "pg_dump is not on the PATH" in why(backup, tmp_path / "copy", *place)
