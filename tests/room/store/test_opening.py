"""Errors when opening a store are one clear line."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import psycopg
import pytest

from seventh.room.backup import backup
from seventh.room.store import StoreError, default_data_dir, open_reader, open_store, postgresql, sqlite
from seventh.room.store.migrate import scripts
from tests.known import known
from tests.room.books import at_raw, balances, move
from tests.waiting import LIMIT, until

LATEST = scripts().get_current_head()


def why(*where, opening=open_store):
    with pytest.raises(StoreError) as refused:
        opening(*where).close()
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_room_in_use_is_refused_and_free_again_when_it_closes(place):
    with place.open() as store:
        assert "in use by another running room" in why(*place)
        store.commit(move("m", "mint", "house", 1)).result()
    place.open().close()


def test_a_room_that_was_just_closed_opens_at_once(place, monkeypatch):
    """Closing gives the lock back; opening need not wait for the server to see that a connection is gone."""
    monkeypatch.setattr(postgresql, "HANDOVER", 0.0)
    monkeypatch.setattr(sqlite, "HANDOVER", 0.0)
    for _ in range(5):
        place.open().close()


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_a_lock_that_is_on_its_way_back_is_waited_for(place, monkeypatch):
    monkeypatch.setattr(postgresql, "HANDOVER", LIMIT)
    with place.open() as store, psycopg.connect(place.url, autocommit=True) as db:
        holder = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
        (pid,) = known(db.execute(holder).fetchone())
        refused = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'"
            " AND query LIKE '%%pg_try_advisory_lock%%' AND pid NOT IN (pg_backend_pid(), %s)"
        )

        def give_back() -> None:
            until(lambda: db.execute(refused, (pid,)).fetchone(), "somebody else who wants the lock")
            db.execute("SELECT pg_terminate_backend(%s)", (pid,))

        later = threading.Thread(target=give_back)
        later.start()
        place.open().close()
        later.join()
        store.commit(move("m", "mint", "house", 1)).result()


def test_the_lock_of_a_killed_process_is_gone(tmp_path):
    code = "import sys, os, pathlib\nfrom seventh.room.store import open_store\n"
    code += "store = open_store(pathlib.Path(sys.argv[1]))\nprint('open', flush=True)\nsys.stdin.read()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert known(process.stdout).readline() == "open\n"
        assert f"(process {process.pid})" in why(tmp_path)
        process.kill()
    open_store(tmp_path).close()


def test_a_newer_database_is_refused_and_not_touched(place):
    place.open().close()
    with at_raw(place) as execute:
        execute("UPDATE alembic_version SET version_num = '9999'")
    assert f"a newer release; run that one (schema 9999, not {LATEST})" in why(*place)
    with at_raw(place) as execute:
        execute("UPDATE alembic_version SET version_num = '0001'")
    assert f"an unreleased version; use a different location (schema 0001, not {LATEST})" in why(*place)
    with at_raw(place) as execute:
        execute(f"UPDATE alembic_version SET version_num = '{LATEST}'")
    place.open().close()


def test_the_database_of_another_program_is_refused(place):
    if place.data:
        place.data.mkdir()
    with at_raw(place) as execute:
        execute("CREATE TABLE transfers (id TEXT)")
    assert "another program" in why(*place)


@pytest.mark.parametrize("damage", ["text", "truncated", "scrambled"])
def test_a_damaged_file_is_refused(tmp_path, damage):
    open_store(tmp_path).close()
    file = tmp_path / "room.db"
    whole = file.read_bytes()
    match damage:
        case "text":
            file.write_text("This is no database, but it is long enough to be taken for one. " * 100)
        case "truncated":
            file.write_bytes(whole[: len(whole) // 3])
        case "scrambled":
            file.write_bytes(whole[:100] + os.urandom(len(whole) - 100))
    said = why(tmp_path)
    assert "is damaged" in said
    assert str(file) in said
    assert "is damaged" in why(tmp_path, opening=open_reader)


def test_a_directory_that_cannot_be_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot use" in why(tmp_path / "file" / "room")


READ_ONLY = """
import os, sys, pathlib, tempfile
from seventh.room.backup import backup
from seventh.room.store import open_store, StoreError
with tempfile.TemporaryDirectory() as other:  # so that everything is imported while that is allowed
    open_store(pathlib.Path(other)).close()
if os.geteuid() == 0:
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
try:
    open_store(pathlib.Path(sys.argv[1]))
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize("what", ["directory", "file"])
def test_a_read_only_location_is_refused(what):
    """As a user without rights: root may write anywhere."""
    with tempfile.TemporaryDirectory() as home:  # because pytest's own is closed to other users
        Path(home).chmod(0o755)
        room = Path(home) / "room"
        open_store(room).close()
        (room / "room.lock").chmod(0o666)
        (room / "room.db").chmod(0o444)
        room.chmod(0o555 if what == "directory" else 0o777)
        done = subprocess.run([sys.executable, "-c", READ_ONLY, room], capture_output=True, text=True)
        room.chmod(0o755)
    assert "read-only" in done.stdout, done.stderr
    assert len(done.stdout.splitlines()) == 1


def test_a_reader_needs_no_lock_and_a_room(place, tmp_path):
    with place.open() as store, open_reader(*place) as reader:
        store.commit(move("m", "mint", "house", 3)).result()
        assert balances(reader)["house"] == 3
    with open_reader(*place) as reader:
        assert balances(reader)["house"] == 3
    assert "no room in" in why(tmp_path / "nothing", opening=open_reader)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://u@h/d", "starts with mysql://; only postgresql:// is supported"),
        ("sqlite:///x.db", "only postgresql:// is supported"),
        ("nonsense", "invalid database URL"),
        ("postgresql://h:port/d", "invalid database URL"),
        ("postgresql://u:secret@127.0.0.1:1/", "names no database"),
        ("postgresql://u:secret@127.0.0.1:1/d", "refused"),
    ],
)
def test_a_bad_url_is_refused_without_showing_the_password(url, said):
    line = why(None, url)
    assert said in line
    assert "secret" not in line
    assert said in why(None, url, opening=open_reader)


def test_a_missing_location_is_refused():
    assert "no data directory" in why(None, None)
    assert "no data directory" in why(None, None, opening=open_reader)


def test_the_servers_refusals_are_reported(postgres):
    assert 'database "nowhere" does not exist' in why(None, postgres.url("nowhere"))
    url = postgres.database()
    assert "does not contain a room" in why(None, url, opening=open_reader)
    with psycopg.connect(postgres.url(), autocommit=True) as db:
        db.execute("CREATE ROLE somebody LOGIN")
        db.execute(f"ALTER DATABASE {url.rpartition('/')[2]} SET default_transaction_read_only = on")
    assert "read-only" in why(None, url)
    assert "permission denied" in why(None, postgres.url(postgres.database().rpartition("/")[2], "somebody"))


def test_a_wrong_password_is_reported(postgres):
    settings = postgres.data / "pg_hba.conf"
    before = settings.read_text()
    with psycopg.connect(postgres.url(), autocommit=True) as db:
        db.execute("CREATE ROLE known LOGIN PASSWORD 'right'")
        try:
            settings.write_text(f"host all known 127.0.0.1/32 scram-sha-256\n{before}")
            db.execute("SELECT pg_reload_conf()")
            url = postgres.url(user="known:wrong")
            while "password authentication failed" not in (line := why(None, url)):
                assert "permission denied" in line, "the server has not read its settings yet"
            assert "wrong" not in line
        finally:
            settings.write_text(before)
            db.execute("SELECT pg_reload_conf()")


def test_where_data_is_kept_by_default(monkeypatch, tmp_path):
    monkeypatch.delenv("SEVENTH_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "seventh"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / ".local/share/seventh"
    monkeypatch.setenv("SEVENTH_DATA", "here")
    assert str(default_data_dir()) == "here"


def test_sqlite_is_set_to_lose_nothing(tmp_path):
    from seventh.room.store.sqlite import SqliteEngine

    engine = SqliteEngine(tmp_path)
    db = engine.connect()
    told = {
        name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    db.close()
    engine.close()


def test_R30_the_files_of_a_room_are_their_owners_alone(tmp_path):
    """They hold the seeds of rounds that are being played."""
    data, copy = tmp_path / "new" / "room", tmp_path / "copy"
    with open_store(data):
        backup(copy, data)
        found = {path.name: path.stat().st_mode & 0o077 for path in (data, copy, *data.iterdir())}
    assert {"room", "room.db", "room.db-wal", "copy"} <= set(found)
    assert not any(found.values()), found
