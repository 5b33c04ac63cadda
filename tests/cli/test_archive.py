"""`seventh archive` and `seventh verify` of its file: what they print, and one line for what they refuse."""

import json
import re

import pytest
from sqlalchemy import select

from seventh.cli import main
from seventh.room.custody.guard import open_guarded
from seventh.room.custody.location import custody_of
from seventh.room.store.schema import archived_rounds
from tests.room.playing_live import open_at, play_out
from tests.room.test_archives import funded, played


@pytest.fixture
def data(tmp_path):
    """A room with closed rounds, and one in progress."""
    place = tmp_path / "room"
    guarded = open_guarded(place, None, custody_of(place, None))
    with guarded.store as store:
        funded(store)
        played(store, guarded.key, numbers=(1,))
        open_at(store, "boston-7-stud", table="open", key=guarded.key)
    return place


def failed(capsys, *words):
    with pytest.raises(SystemExit) as stopped:
        main([str(word) for word in words])
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return stopped.value.code, shown.err


def ran(capsys, *words):
    main([str(word) for word in words])
    return capsys.readouterr().out


def test_rounds_move_to_a_file_that_verifies_and_the_room_goes_on(data, tmp_path, capsys):
    file, record = tmp_path / "old.archive", tmp_path / "record.json"
    assert ran(capsys, "archive", file, "--before", "2100-01-01", "--data", data) == f"Moved 4 rounds to {file}.\n"
    assert ran(capsys, "verify", file).startswith("Verified: 4 rounds in 1 archive\n")
    assert json.loads(ran(capsys, "verify", file, "--json"))["rounds"] == 4
    said = ran(capsys, "check", "--data", data)
    assert "archives: 1 with 4 rounds, as logged; moved to files: old.archive" in said
    assert re.search(r"rounds: 1 replayed", said)
    said = ran(capsys, "check", "--data", data, "--archive", file)
    assert f"archive file: {file}, all rounds replayed" in said
    with open_guarded(data, None, custody_of(data, None)).store as store:
        with store.reading() as connection:
            name = connection.execute(select(archived_rounds.c.round)).scalars().first()
        play_out(store, open_at(store, "high-card-flush", table="t"))
    assert "settlement" in ran(capsys, "verify", file, "--round", name, "--save", record)
    assert ran(capsys, "verify", record).splitlines()[0].endswith(f"round {name}")
    assert failed(capsys, "verify", file, "--round", name, "--save", record)[0] == 2
    assert failed(capsys, "verify", record, "--round", name) == (
        2,
        f"seventh: {record} is not a room's archive; --round and --save need one\n",
    )


def test_what_cannot_be_archived_or_verified_is_said_in_one_line(data, tmp_path, capsys):
    file = tmp_path / "old.archive"
    assert failed(capsys, "archive", file, "--before", "1/2/2026", "--data", data)[0] == 2
    assert "no rounds to archive" in failed(capsys, "archive", file, "--before", "1970-01-01", "--data", data)[1]
    assert not file.exists()
    main(["archive", str(file), "--before", "2100-01-01", "--data", str(data)])
    capsys.readouterr()
    assert "already exists" in failed(capsys, "archive", file, "--before", "2100-01-01", "--data", data)[1]
    assert "there is no round 'x'" in failed(capsys, "verify", file, "--round", "x")[1]
    other = custody_of(tmp_path / "other", None)
    open_guarded(tmp_path / "other", None, other).store.close()
    for room, archive, wrong in (
        (tmp_path / "other", file, "archive 1 does not belong to this room"),
        (data, tmp_path / "nothing", "cannot read"),
    ):
        with pytest.raises(SystemExit):
            main(["check", "--data", str(room), "--archive", str(archive)])
        assert wrong in capsys.readouterr().err
    file.write_bytes(file.read_bytes()[:-9])
    code, said = failed(capsys, "verify", file)
    assert (code, "does not match its hash" in said) == (1, True)
    with open_guarded(data, None, custody_of(data, None)).store:
        assert "in use" in failed(capsys, "archive", tmp_path / "b", "--before", "2100-01-01", "--data", data)[1]
