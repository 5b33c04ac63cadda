"""R47: lost or rolled-back data is noticed at the start, at a restore and by `check`."""

import asyncio
import http.server
import shutil
import threading
from functools import partial

import msgspec
import pytest

from seventh.room.backup import backup, restore
from seventh.room.check import check
from seventh.room.custody import anchor as anchors
from seventh.room.custody.anchor import Anchor, heads_of
from seventh.room.custody.guard import open_guarded
from seventh.room.custody.keeper import Keeper, Post
from seventh.room.custody.keys import load_key
from seventh.room.custody.location import Custody, custody_of
from seventh.room.queries import rows
from seventh.room.room import Room
from seventh.room.rounds.rounds import open_rounds
from seventh.room.store import StoreError, open_store, schema
from tests.known import known
from tests.room.books import at_raw, balances, move
from tests.room.conftest import Place
from tests.room.live.live_room import Harness, bet_and_close
from tests.waiting import until

TABLE = "high-card-flush-1"


def started(place, **more):
    """Start the room and stop it again."""

    async def go() -> None:
        await (await Room.open(*place, **more)).stop()

    asyncio.run(go())


def why(place, **more):
    with pytest.raises(StoreError) as refused:
        started(place, **more)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def troubles(place):
    return [str(finding) for finding in check(*place) if not finding.ok]


def anchor_of(place):
    return Anchor(custody_of(*place).anchor)


def said(place, kind):
    with place.open() as store:
        found = rows(store, schema.log.select().where(schema.log.c.kind == kind))
    return [msgspec.json.decode(bytes(row.body)) for row in found]


@pytest.fixture
def kept(place, tmp_path):
    """A room that was played in and stopped; its data as it was earlier is in `earlier`, in the middle of a round."""

    async def play() -> None:
        async with Harness(place.data, url=place.url) as harness:
            one = await harness.guest()
            await one.sit(TABLE)
            await bet_and_close(harness, TABLE, one)
            backup(tmp_path / "earlier", *place)
            await one.act(TABLE)

    asyncio.run(play())
    return place


def rolled_back(place, tmp_path, monkeypatch):
    """The room as it was earlier, in its old place; its key and its anchor are those of today."""
    if place.url is None:
        shutil.rmtree(place.data)
        place.data.mkdir()
        shutil.copy(tmp_path / "earlier", place.data / "room.db")
        return
    with at_raw(place) as execute:
        execute("DROP SCHEMA public CASCADE")
        execute("CREATE SCHEMA public")
    with monkeypatch.context() as patch:
        patch.setenv("SEVENTH_ANCHOR", str(tmp_path / "another.anchor"))
        restore(tmp_path / "earlier", *place)


def test_R47_a_room_that_was_stopped_is_anchored_to_its_last_row(kept):
    with kept.open() as store, store.reading() as connection:
        now = heads_of(connection)
    last = known(anchor_of(kept).last())
    assert last.heads == now
    assert now.log > 5
    assert troubles(kept) == []
    started(kept)
    assert troubles(kept) == []


def test_R47_the_key_and_the_anchor_are_private_and_not_in_the_data(kept):
    custody = custody_of(*kept)
    assert custody.key.stat().st_mode & 0o777 == 0o600
    assert custody.anchor.stat().st_mode & 0o777 == 0o600
    if kept.data:
        assert custody.key.parent == custody.anchor.parent == kept.data.parent
        assert len({custody.key.name, custody.anchor.name, kept.data.name}) == 3
    key = bytes.fromhex(custody.key.read_text())
    assert len(key) == 32
    with kept.open() as store, store.reading() as connection:
        bodies = connection.execute(schema.log.select()).all()
    assert not any(key.hex().encode() in bytes(row.body) for row in bodies)


def test_R47_data_that_was_rolled_back_is_refused_unless_that_is_accepted_in_public(kept, tmp_path, monkeypatch):
    last = known(anchor_of(kept).last())
    rolled_back(kept, tmp_path, monkeypatch)
    assert any(f"row {last.log} of the log" in line for line in troubles(kept))
    line = why(kept)
    assert f"row {last.log} of the log is" in line
    assert "--behind-anchor" in line
    assert any("anchor:" in line for line in troubles(kept)), "being refused changes nothing"
    started(kept, behind_anchor=True)
    (told,) = said(kept, "behind_anchor")
    assert f"row {last.log} of the log" in told["missing"]
    with kept.open() as store:
        assert open_rounds(store) == [], "their seeds may have been revealed (R4)"
        assert sum(balances(store).values()) == 0
    assert troubles(kept) == []
    started(kept)
    assert troubles(kept) == []


def test_R47_a_backup_behind_the_anchor_is_restored_only_if_that_is_accepted_in_public(kept, request, tmp_path):
    other = (
        Place(tmp_path / "other", None)
        if kept.url is None
        else Place(None, request.getfixturevalue("postgres").database())
    )
    custody = Custody(custody_of(*kept).key, custody_of(*kept).anchor)
    for _ in range(2):
        with pytest.raises(StoreError, match="--behind-anchor") as refused:
            restore(tmp_path / "earlier", *other, custody)
        assert "\n" not in str(refused.value)
    assert restore(tmp_path / "earlier", *other, custody, behind_anchor=True) == 1
    (told,) = said(other, "restored")
    assert "is anchored" in told["missing"] or "is not the one" in told["missing"]
    assert [str(finding) for finding in check(*other, custody=custody) if not finding.ok] == []
    started(other, custody=custody)


def test_R47_a_room_whose_data_is_gone_does_not_start_anew(kept):
    if kept.url is None:
        shutil.rmtree(kept.data)
    else:
        with at_raw(kept) as execute:
            execute("DROP SCHEMA public CASCADE")
            execute("CREATE SCHEMA public")
    assert "there is no room" in why(kept)
    if kept.url is None:
        assert not kept.data.exists(), "so that a backup can be restored there"
    started(kept, behind_anchor=True)
    assert len(said(kept, "behind_anchor")) == 1
    started(kept)


def test_R47_a_forged_row_is_noticed_even_if_all_hashes_after_it_are_made_anew(kept):
    """What `check` alone cannot see: a chain that is consistent, but another one."""
    last = known(anchor_of(kept).last())
    with at_raw(kept) as execute:
        for table in ("log", "transfers"):
            for verb in ("changes", "goes"):
                if kept.url is None:
                    execute(f"DROP TRIGGER {table.removesuffix('s')}_never_{verb}")
        if kept.url is not None:
            execute("ALTER TABLE log DISABLE TRIGGER USER")
        execute("UPDATE log SET hash = ? WHERE seq = ?", b"another", last.log)
    assert f"row {last.log} of the log is not the one that was anchored" in why(kept)


def test_R47_what_is_committed_after_the_last_line_needs_no_flag(place):
    """A crash between a commit and the anchor: the anchor lags behind, which is as it should be."""
    started(place)
    before = known(anchor_of(place).last())
    with place.open() as store:
        for number in range(5):
            store.commit(move(f"m{number}", "mint", "house", 1)).result()
    assert anchor_of(place).last() == before
    started(place)
    assert known(anchor_of(place).last()).transfers >= before.transfers + 5
    assert troubles(place) == []


@pytest.fixture
def sqlite_room(tmp_path):
    return Place(tmp_path / "room", None)


def killed(room, tmp_path):
    """The files of a room as a kill leaves them: everything is in the write-ahead log."""

    async def play() -> None:
        async with Harness(room.data) as harness:
            one = await harness.guest()
            await one.sit(TABLE)
            await bet_and_close(harness, TABLE, one)
            known(harness.room._keeper).write(durable=False)
            for name in ("room", "room.key", "room.anchor"):
                copy = shutil.copytree if name == "room" else shutil.copy
                copy(tmp_path / name, tmp_path / "killed" / name)

    (tmp_path / "killed").mkdir()
    asyncio.run(play())
    return Place(tmp_path / "killed" / "room", None)


@pytest.mark.parametrize("left", [0, 0.5])
def test_R47_a_write_ahead_log_that_was_emptied_or_cut_is_noticed(sqlite_room, tmp_path, left):
    room = killed(sqlite_room, tmp_path)
    rest = known(room.data) / "room.db-wal"
    whole = rest.read_bytes()
    assert len(whole) > 100_000
    rest.write_bytes(whole[: int(len(whole) * left)])
    assert "room.db" in why(room)
    assert "room.db" in named_by_check(room)


def test_R20_a_killed_room_with_its_files_as_they_are_starts_and_goes_on(sqlite_room, tmp_path):
    room = killed(sqlite_room, tmp_path)
    assert troubles(room) == []
    started(room)
    with room.open() as store:
        assert len(open_rounds(store)) == 1
    assert troubles(room) == []


def test_R47_a_missing_database_beside_its_write_ahead_log_is_refused(sqlite_room, tmp_path):
    room = killed(sqlite_room, tmp_path)
    data = known(room.data)
    (data / "room.db").unlink()
    assert "there is no room" in why(room)
    custody_of(*room).anchor.unlink()
    line = why(room)
    assert "is missing, but room.db-wal is there" in line
    with sqlite_room.open():
        backup(tmp_path / "copy", *sqlite_room)
    with pytest.raises(StoreError, match=r"what is left of a room, room\.db-wal"):
        restore(tmp_path / "copy", data)


def test_R47_an_empty_database_is_refused(sqlite_room):
    started(sqlite_room)
    data = known(sqlite_room.data)
    (data / "room.db").write_bytes(b"")
    for _ in range(2):
        assert "room.db is empty" in why(sqlite_room)
    custody_of(*sqlite_room).anchor.unlink()
    assert "room.db is empty" in why(sqlite_room)


@pytest.mark.parametrize("left", [None, b"", b"no line of an anchor\n"])
def test_R47_a_room_whose_anchor_is_missing_is_refused_unless_that_is_accepted_in_public(kept, left):
    anchor = custody_of(*kept).anchor
    if left is None:
        anchor.unlink()
    else:
        anchor.write_bytes(left)
    for _ in range(2):
        line = why(kept)
        assert f"{anchor} is missing" in line
        assert "--behind-anchor" in line
        assert troubles(kept) == [f"anchor: {anchor} is missing, but the room has kept an anchor"]
    started(kept, behind_anchor=True)
    assert said(kept, "anchor_missing") == [{}]
    (told,) = said(kept, "behind_anchor")
    assert "is missing" in told["missing"]
    assert troubles(kept) == []
    started(kept)


def test_R4_a_room_whose_anchor_is_missing_deals_no_round_whose_seed_may_be_known(sqlite_room, tmp_path):
    room = killed(sqlite_room, tmp_path)
    custody_of(*room).anchor.unlink()
    started(room, behind_anchor=True)
    with room.open() as store:
        assert open_rounds(store) == []
    assert troubles(room) == []


def test_a_room_that_never_had_an_anchor_starts(sqlite_room):
    sqlite_room.open().close()
    started(sqlite_room)
    assert said(sqlite_room, "anchor_missing") == []


def test_R47_a_line_that_was_cut_short_by_a_crash_is_ignored(sqlite_room):
    started(sqlite_room)
    file = custody_of(*sqlite_room).anchor
    whole = file.read_bytes()
    file.write_bytes(whole + whole[: len(whole) // 2].rsplit(b"\n", 1)[-1][:50])
    assert troubles(sqlite_room) == []
    started(sqlite_room)
    assert troubles(sqlite_room) == []
    assert len(Anchor(file).lines()) > whole.count(b"\n")


def test_R47_a_line_that_was_altered_is_named(sqlite_room):
    started(sqlite_room)
    file = custody_of(*sqlite_room).anchor
    lines = file.read_bytes().splitlines(keepends=True)
    last = known(Anchor(file).last())
    file.write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b'"log":%d' % last.log, b'"log":%d' % (last.log - 1)))
    assert troubles(sqlite_room) == [
        f"anchor: {file}: the signature of the line for row {last.log - 1} of the log is wrong"
    ]


def test_the_anchor_stays_small(tmp_path, monkeypatch):
    monkeypatch.setattr(anchors, "LONGEST", 20_000)
    monkeypatch.setattr(anchors, "KEPT", 10)
    anchor, key = Anchor(tmp_path / "anchor"), load_key(tmp_path / "key")
    for number in range(1, 201):
        anchor.append(anchors.Heads(number, "ab" * 32, number, "cd" * 32), key, durable=False)
        assert (tmp_path / "anchor").stat().st_size < 22_000
    assert known(anchor.last()).log == 200
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


def test_the_heads_are_anchored_while_the_room_runs(sqlite_room):
    with sqlite_room.open() as store:
        guarded = custody_of(*sqlite_room)
        anchor, key = Anchor(guarded.anchor), load_key(guarded.key)
        keeper = Keeper(anchor, key, store)
        try:
            for number in range(3):
                store.commit(move(f"m{number}", "mint", "house", 1)).result()
                until(partial(anchored, anchor, number + 1), "the line in the anchor")
        finally:
            keeper.close()


def named_by_check(room):
    try:
        return "; ".join(f"{room.data}/room.db: {line}" for line in troubles(room))
    except StoreError as error:
        return str(error)


def anchored(anchor, transfers):
    last = anchor.last()
    return last is not None and last.transfers == transfers


def test_an_anchor_that_cannot_be_written_is_no_reason_to_stop_dealing(sqlite_room, tmp_path, caplog):
    custody = Custody(tmp_path / "key", tmp_path / "anchor")
    guarded = open_guarded(sqlite_room.data, None, custody)
    keeper = guarded.keeper()
    custody.anchor.unlink()
    custody.anchor.mkdir()
    guarded.store.commit(move("m", "mint", "house", 1)).result()
    until(lambda: "the anchor is not up to date" in caplog.text, "a line in the log")
    custody.anchor.rmdir()
    until(partial(anchored, guarded.anchor, 1), "the line in the anchor")
    keeper.close()
    guarded.store.close()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append(msgspec.json.decode(body))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


def test_every_line_is_posted_to_the_url_too(sqlite_room):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.got = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/anchor"
        started(sqlite_room, custody=custody_of(*sqlite_room, anchor_url=url))
        last = known(Anchor(custody_of(*sqlite_room).anchor).last())
        assert server.got[-1] == msgspec.to_builtins(last)  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


def test_a_server_that_does_not_answer_delays_nothing_and_fills_no_memory(sqlite_room, tmp_path):
    line = Anchor(tmp_path / "anchor").append(anchors.Heads(1, "", 0, ""), load_key(tmp_path / "key"))
    post = Post("http://127.0.0.1:1/")
    for _ in range(10 * Post.MOST):
        post.put(line)
    assert len(post._waiting) <= Post.MOST
    post.close()
    started(sqlite_room, custody=custody_of(*sqlite_room, anchor_url="http://127.0.0.1:1/"))


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("SEVENTH_KEY", "abc", r"\$SEVENTH_KEY is not a room's key; allowed: 64 hexadecimal digits"),
        ("SEVENTH_KEY_COMMAND", "false", r"\$SEVENTH_KEY_COMMAND failed"),
        ("SEVENTH_KEY_COMMAND", "echo secret", "output of .* is not a room's key"),
        ("SEVENTH_KEY_FILE", "{data}/key", "is in the data directory"),
        ("SEVENTH_ANCHOR", "{data}/anchor", "is in the data directory"),
        ("SEVENTH_KEY_FILE", "/proc/nothing/key", "cannot write the room's key"),
        ("SEVENTH_ANCHOR", "/proc/nothing/anchor", "cannot write the anchor"),
        ("SEVENTH_ANCHOR_URL", "ftp://x/", "allowed: http:// and https://"),
    ],
)
def test_places_that_cannot_be_used_are_named_in_one_line(sqlite_room, monkeypatch, name, value, line):
    monkeypatch.setenv(name, value.format(data=sqlite_room.data))
    with pytest.raises(StoreError, match=line) as refused:
        started(sqlite_room)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_the_key_may_come_from_the_environment_or_a_command(sqlite_room, monkeypatch):
    file = custody_of(*sqlite_room).key
    monkeypatch.setenv("SEVENTH_KEY", "0" * 64)
    first = load_key(file)
    monkeypatch.delenv("SEVENTH_KEY")
    monkeypatch.setenv("SEVENTH_KEY_COMMAND", f"echo {'0' * 64}")
    assert load_key(file).public == first.public
    assert not file.exists()


def test_R47_two_rooms_with_one_anchor_are_noticed(sqlite_room, tmp_path):
    started(sqlite_room)
    custody = custody_of(*sqlite_room)
    other = Place(tmp_path / "other", None)
    open_store(other.data).close()
    assert "has lost data" in why(other, custody=custody)
