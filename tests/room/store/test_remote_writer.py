"""A separate writer process behaves like one in the room's process; if it is killed, it is replaced."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from itertools import count as numbers
from pathlib import Path
from queue import SimpleQueue

import pytest

from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.store import (
    AlreadyDone,
    AlreadyPosted,
    Broken,
    Committed,
    NotEnough,
    Overtaken,
    StoreError,
    StoreFailed,
    open_store,
    remote_writer,
    schema,
    sqlite,
)
from seventh.room.store.remote_writer import RemoteWriter
from tests.known import known
from tests.room.books import balances, count, move, opened
from tests.waiting import LIMIT, until


@pytest.fixture
def remote(place):
    with open_store(place.data, place.url, separate_process=True) as store:
        yield store


def logged(action: str) -> Change:
    return Change(log=(LogEntry("step", b"{}", 1, person="p", action_id=action),))


def test_every_answer_comes_back_as_it_was_given(remote):
    assert remote.writer.process != os.getpid()
    opened(remote, p=5)
    assert remote.commit(logged("a")).result() == Committed(1)
    asked = {
        "fine": (logged("b"), Committed(2)),
        "done": (logged("a"), AlreadyDone("a")),
        "posted": (move("grant p", "mint", "wallet:p", 5), AlreadyPosted("grant p")),
        "short": (move("c", "wallet:p", "house", 6), NotEnough("wallet:p")),
        "no account": (move("d", "wallet:p", "wallet:nobody", 1), Broken),
        "last": (move("e", "wallet:p", "house", 5), Committed(0)),
    }
    answers, told = {}, SimpleQueue()
    remote.commit_each([(word, change) for word, (change, _) in asked.items()], told.put)
    while len(answers) < len(asked):
        answers.update(told.get(timeout=LIMIT))
    for word, (_, answer) in asked.items():
        if isinstance(answer, type):
            assert isinstance(answers[word], answer)
            assert str(answers[word])
        else:
            assert (type(answers[word]), str(answers[word])) == (type(answer), str(answer))
    assert answers["short"].account == "wallet:p"
    assert answers["done"].action_id == "a"
    assert answers["posted"].transfer == "grant p"
    assert balances(remote)["wallet:p"] == 0
    assert remote.has(asked["last"][0])
    assert not remote.has(asked["short"][0])


@pytest.mark.parametrize(
    "odd",
    [
        move("x", "mint", "wallet:p", 2**80),
        move("x", "mint", "wallet:p", "5"),  # type: ignore[arg-type]
        Change(log=(LogEntry("kind", "text, not bytes", 1),)),  # type: ignore[arg-type]
        Change(log=(LogEntry("lone \ud800 surrogate", b"", 1),)),
        Change(writes=(Write("put", "seeds", {"round": object()}),)),
        Change(writes=(Write("mend", "seeds", {"round": "r"}),)),  # type: ignore[arg-type]
        "no change at all",
    ],
    ids=range(7),
)
def test_a_change_that_cannot_be_sent_or_read_spoils_no_other(odd, shared):
    number = count(shared, schema.log)
    futures = [shared.commit(change) for change in (logged(f"before {number}"), odd, logged(f"after {number}"))]
    told = SimpleQueue()
    shared.commit_each([(1, logged(f"one {number}")), (2, odd), (3, logged(f"three {number}"))], told.put)
    answers = {}
    while len(answers) < 3:
        answers.update(told.get(timeout=LIMIT))
    assert futures[0].result().entry == number + 1
    assert futures[2].result().entry == number + 2
    with pytest.raises(Broken) as refused:
        futures[1].result()
    assert "\n" not in str(refused.value)
    assert [type(answers[word]) for word in (1, 2, 3)] == [Committed, Broken, Committed]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("remote"), separate_process=True) as store:
        yield store


def test_closing_commits_what_was_asked_for(place):
    with open_store(place.data, place.url, separate_process=True) as store:
        futures = [store.commit(logged(str(number))) for number in range(500)]
    assert [future.result().entry for future in futures] == list(range(1, 501))
    with pytest.raises(StoreFailed, match="the store is closed"):
        store.commit(logged("late")).result()
    with place.open() as again:
        assert count(again, schema.log) == 500


@pytest.mark.slow
def test_R20_a_writer_that_is_killed_has_a_successor_and_nothing_is_done_twice(remote):
    """A caller that is `unsure` retries: what had been committed is refused, what had not is done."""
    chips = 10**9
    opened(remote, p=chips)
    doubts, sure, writers = 0, 0, set()

    def more_than(number: int) -> bool:
        return sure > number

    def kill() -> None:
        """Each of three writers, in the middle of its work."""
        for _ in range(3):
            before = sure
            until(partial(more_than, before + 50), "work of the next writer")
            writers.add(remote.writer.process)
            _kill(remote)

    def answered(change: Change) -> bool:
        nonlocal doubts, sure
        try:
            remote.commit(change).result(timeout=LIMIT)
        except StoreFailed as failed:
            doubts += failed.unsure
            return failed.unsure and remote.has(change)
        sure += 1
        return True

    killing = threading.Thread(target=kill)
    killing.start()
    for number in numbers():
        change = Change((), (Transfer(f"t{number}", "wallet:p", "house", 1, "move"),), logged(f"{number}").log)
        until(partial(answered, change), "an answer")
        if not killing.is_alive() and remote.writer.process not in (0, *writers):
            break
    killing.join()
    assert len(writers) == 3
    assert doubts
    assert count(remote, schema.log) == number + 1
    assert balances(remote)["wallet:p"] == chips - number - 1


ROOM = """
import pathlib, sys
from seventh.room.changes import Change, LogEntry
from seventh.room.store import open_store
store = open_store(pathlib.Path(sys.argv[1]), separate_process=True)
for number in range(1000):
    store.commit(Change(log=(LogEntry("step", b"{}", 1, person="p", action_id=str(number)),)))
print(store.writer.process, flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_R20_when_the_room_is_killed_its_writer_exits_and_releases_the_lock(tmp_path, monkeypatch):
    with subprocess.Popen(
        [sys.executable, "-c", ROOM, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as room:
        writer = int(known(room.stdout).readline())
        with pytest.raises(StoreError, match=rf"in use by another running room \(process {room.pid}\)"):
            open_store(tmp_path)
        room.kill()
        room.wait()
    monkeypatch.setattr(sqlite, "HANDOVER", LIMIT)
    with open_store(tmp_path) as store:
        assert count(store, schema.log) == 1000, "all of it was on its way"
    until(lambda: not _runs(writer), "the end of the writer")


def test_what_is_typed_at_the_rooms_terminal_does_not_reach_the_writer(tmp_path):
    with open_store(tmp_path, separate_process=True) as store:
        assert os.getpgid(store.writer.process) != os.getpgid(0)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(store.writer.process, number)
        before = store.writer.process
        store.commit(logged("after")).result()
        assert store.writer.process == before


@pytest.mark.slow
def test_what_cannot_be_opened_says_why_in_one_line(tmp_path, place):
    with place.open(), pytest.raises(StoreError, match="in use by another running room"):
        open_store(place.data, place.url, separate_process=True)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(StoreError, match=r"cannot use the data directory .*: File exists"):
        open_store(file, separate_process=True)
    with pytest.raises(StoreError, match="the database URL starts with mysql://"):
        open_store(url="mysql://x/y", separate_process=True)
    with pytest.raises(StoreError, match="no data directory or database URL"):
        open_store(separate_process=True)


@pytest.mark.slow
def test_a_replacement_writer_writes_only_to_the_rooms_own_file(tmp_path, caplog):
    """A directory that was moved away is not recreated; when it is back, the room continues."""
    data, elsewhere = tmp_path / "room", tmp_path / "elsewhere"
    with open_store(data, separate_process=True) as store:
        store.commit(logged("a")).result()
        data.rename(elsewhere)
        _kill(store)
        _refused_a_successor(caplog)
        with pytest.raises(StoreFailed):
            store.commit(logged("b")).result()
        assert not data.exists()
        elsewhere.rename(data)
        assert _asked_until_done(store, logged("c")).entry == 2


@pytest.mark.slow
def test_a_replacement_writer_of_another_release_is_refused(tmp_path, monkeypatch, caplog):
    with open_store(tmp_path, separate_process=True) as store:
        assert isinstance(store.writer, RemoteWriter)
        monkeypatch.setattr(store.writer._place, "code", "another")
        _kill(store)
        _refused_a_successor(caplog)
        with pytest.raises(StoreFailed):
            store.commit(logged("a")).result()
        monkeypatch.undo()
        assert _asked_until_done(store, logged("b")).entry == 1
    monkeypatch.setattr(remote_writer, "code_of_store", lambda: "another")
    with pytest.raises(StoreError, match="the code on disk has changed"):
        open_store(tmp_path, separate_process=True)


@pytest.mark.slow
def test_a_process_that_cannot_be_started_is_tried_again(tmp_path, monkeypatch):
    with open_store(tmp_path / "room", separate_process=True) as store:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
        pending = store.commit(logged("a"))
        _kill(store)
        until(lambda: not store.writer.process)
        with pytest.raises(StoreFailed, match="is restarting"):
            store.commit(logged("b")).result()
        with pytest.raises(StoreError, match=r"cannot start the writer process: .*No such file"):
            open_store(tmp_path / "another", separate_process=True)
        monkeypatch.undo()
        _asked_until_done(store, logged("c"))
        if pending.exception() is None:
            assert pending.result().entry == 1
        else:
            failure = pending.exception()
            assert isinstance(failure, StoreFailed)
            assert failure.unsure


@pytest.mark.slow
def test_the_store_can_be_closed_while_its_writer_is_missing(tmp_path, monkeypatch, caplog):
    store = open_store(tmp_path / "room", separate_process=True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    _kill(store)
    _refused_a_successor(caplog)
    store.close()
    with pytest.raises(StoreFailed, match="the store is closed"):
        store.commit(logged("a")).result()


def test_any_name_that_a_directory_can_have(tmp_path):
    data = Path(os.fsdecode(os.fsencode(tmp_path) + b"/r\xf6\xf6m"))
    with open_store(data, separate_process=True) as store:
        assert store.commit(logged("a")).result().entry == 1


def _kill(store) -> None:
    assert store.writer.process  # 0 would be everybody in our group
    os.kill(store.writer.process, signal.SIGKILL)


def _refused_a_successor(caplog) -> None:
    """Wait until another process has been tried, and has not been taken."""
    until(lambda: "cannot restart the writer process" in caplog.messages, "a refusal")


def _asked_until_done(store, change: Change) -> Committed:
    def asked() -> Committed | None:
        with suppress(StoreFailed):
            return store.commit(change).result()
        return None

    return known(until(asked, "somebody who writes"))


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("other", ["writes", "looks"])
def test_R20_a_new_writer_notices_that_another_room_wrote_meanwhile(tmp_path, other):
    """The old writer is killed, and while no new one can be started another room has the data."""
    data, aside = tmp_path / "room", tmp_path / "aside"
    with open_store(data, separate_process=True) as store:
        store.commit(logged("a")).result()
        data.rename(aside)
        _kill(store)
        until(lambda: isinstance(store.commit(logged("b")).exception(), StoreFailed), "a writer that cannot start")
        with open_store(aside) as second:
            if other == "writes":
                second.commit(logged("c")).result()
        aside.rename(data)
        if other == "writes":
            until(lambda: isinstance(store.commit(logged("d")).exception(), Overtaken), "the news")
            assert count(store, schema.log) == 2
        else:
            until(lambda: store.commit(logged("d")).exception() is None, "a new writer")
