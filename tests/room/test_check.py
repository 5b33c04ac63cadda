"""`check` reports no problems in a sound room, and the exact row in a forged one."""

import asyncio
import sqlite3
from contextlib import closing
from hashlib import sha256, shake_256

import pytest

from seventh.room import check_rounds, ledger
from seventh.room.changes import Change, LogEntry
from seventh.room.check import check, check_reader
from seventh.room.store import open_store
from tests.room.books import at_raw, move
from tests.room.live.live_room import SETTINGS, Harness, copy_room
from tests.room.playing_live import GAMES, RICH, open_at, play_out

FLUSH, BOSTON = "00000000001.high-card-flush.1", "00000000001.boston-7-stud.1"

LARGE = shake_256(b"cannot be compressed").digest(3000)


def room(place):
    """A round of each game played, one open, and a refill."""
    with place.open() as store:
        store.commit(ledger.fund_house(RICH, "funding", 1)).result()
        with store.reading() as connection:
            refill = ledger.refill(connection, "p", "ask", 1, up_to=1000, a_day=0)
        store.commit(refill).result()
        for game in GAMES:
            play_out(store, open_at(store, game, table=game))
        open_at(store, "boston-7-stud", table="open", number=7)
        return check_reader(store)


def troubles(place):
    return [str(finding) for finding in check(*place) if not finding.ok]


@pytest.fixture
def forge(place):
    """SQL by somebody who has switched the triggers off."""
    room(place)
    with at_raw(place) as execute:
        if place.engine == "sqlite":
            triggers = execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                execute(f"DROP TRIGGER {name}")
        else:
            execute("SET session_replication_role = replica")
        yield execute
        if place.engine == "sqlite":
            for _, sql in triggers:
                execute(sql)


def test_R13_R45_an_intact_room_passes_every_check(place):
    found = room(place)
    assert [str(finding) for finding in found if not finding.ok] == []
    said = {finding.name: finding.line for finding in found}
    assert said["trial balance"].startswith("0 over")
    assert said["open rounds"] == "1: 00000000001.open.7"
    assert said["rounds"].startswith("5 replayed")
    beside = [finding for finding in check(*place) if finding.name != "anchor"]
    assert beside == found, "a reader beside the room finds the same"


FORGERIES = {
    "log body": ("UPDATE log SET body = ? WHERE seq = 4", (b"{}",), "log: row 4 of the log: its hash"),
    "log time": ("UPDATE log SET at = at + 1 WHERE seq = 5", (), "log: row 5 of the log: its hash"),
    "log person": ("UPDATE log SET person = 'x' WHERE seq = 2", (), "log: row 2 of the log: its hash"),
    "log gone": ("DELETE FROM log WHERE seq = 6", (), "log: row 6 of the log: missing"),
    "log end gone": (
        "DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)",
        (),
        "missing from the end",
    ),
    "amount": ("UPDATE transfers SET amount = amount + 1 WHERE seq = 3", (), "transfers: transfer 3: its hash"),
    "giver": ("UPDATE transfers SET giver = 'house' WHERE seq = 2", (), "transfers: transfer 2: its hash"),
    "kind": ("UPDATE transfers SET kind = 'x' WHERE seq = 4", (), "transfers: transfer 4: its hash"),
    "transfer gone": ("DELETE FROM transfers WHERE seq = 5", (), "transfers: transfer 5: missing"),
    "balance": (
        "UPDATE accounts SET balance = balance + 1 WHERE id = 'wallet:p'",
        (),
        "trial balance: wallet:p has a balance of 1001, but its transfers add up to 1000",
    ),
    "seed": (
        f"UPDATE seeds SET seed = ? WHERE round = '{FLUSH}'",
        (bytes(32),),
        f"rounds: round {FLUSH}: its server seed does not match the commitment",
    ),
    "rules": (
        "UPDATE houses SET data = replace(data, '1', '2') WHERE game = 'high-card-flush'",
        (),
        f"rounds: round {FLUSH}: its rules do not match their hash",
    ),
    "result": (
        f'UPDATE rounds SET result = \'{{"void":false,"stacks":{{"1":1}}}}\' WHERE id = \'{BOSTON}\'',
        (),
        f"rounds: round {BOSTON}: the results in its row",
    ),
    "escrow": (
        f"UPDATE accounts SET balance = 5, closed = (1 = 0) WHERE id = 'escrow:{BOSTON}'",
        (),
        f"escrows: escrow:{BOSTON} has a balance of 5, but the round is played",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_R45_a_forged_row_is_found_and_named(place, forge, forgery):
    sql, values, line = FORGERIES[forgery]
    forge(sql, *values)
    found = troubles(place)
    assert any(line in trouble for trouble in found), found


def test_R45_every_row_of_several_is_named(place, forge):
    forge("UPDATE log SET kind = 'forged' WHERE seq IN (2, 5, 9)")
    named = [line for line in troubles(place) if line.startswith("log: row")]
    assert [line.split()[2] for line in named] == ["2", "5", "9"]


def test_R45_a_row_with_a_hash_that_fits_it_breaks_the_next(place, forge):
    from seventh.room.store.chain import log_hash
    from seventh.room.store.packing import unpack

    rows = forge('SELECT seq, at, kind, "table", round, person, action_id, body, hash FROM log ORDER BY seq').fetchall()
    seq, at, kind, table, round_, person, action_id, body, _ = rows[3]
    hash_ = log_hash(bytes(rows[2][-1]), seq, at + 1, kind, table, round_, person, action_id, unpack(bytes(body)))
    forge("UPDATE log SET at = at + 1, hash = ? WHERE seq = ?", hash_, seq)
    assert any(f"row {seq + 1} of the log" in line for line in troubles(place))


def test_R12_a_transfer_that_does_not_belong_to_the_round_is_reported(place):
    room(place)
    with place.open() as store:
        store.commit(move("extra", "house", "wallet:p", 9, round=FLUSH)).result()
    assert troubles(place) == [f"rounds: round {FLUSH}: nothing in the round accounts for transfer extra"]


def test_R11_a_missing_or_altered_constraint_is_reported(place):
    room(place)
    with at_raw(place) as execute:
        if place.engine == "sqlite":
            execute("DROP TRIGGER log_never_goes")
            execute("DROP TRIGGER seed_never_changes")
            execute("CREATE TRIGGER seed_never_changes BEFORE UPDATE ON seeds WHEN 0 BEGIN SELECT 1; END")
            execute("DROP INDEX transfer_id")
        else:
            execute("DROP TRIGGER log_never_changes ON log")
            execute("ALTER TABLE seeds DISABLE TRIGGER seed_never_changes")
            execute("DROP INDEX transfer_id")
            execute("ALTER TABLE accounts DROP CONSTRAINT balance_not_negative")
    named = {line for line in troubles(place) if line.startswith("constraints: ")}
    if place.engine == "sqlite":
        assert named == {
            "constraints: trigger log_never_goes is missing",
            "constraints: trigger seed_never_changes was altered",
            "constraints: index transfer_id is missing",
        }
    else:
        assert named == {
            "constraints: trigger log_never_changes is missing",
            "constraints: trigger seed_never_changes was altered",
            "constraints: index transfer_id is missing",
            "constraints: constraint balance_not_negative is missing",
        }


def test_a_damaged_page_is_reported_in_one_line(tmp_path, request):
    from tests.room.conftest import Place

    place = Place(tmp_path, None)
    with place.open() as store:
        store.commit(Change(log=tuple(LogEntry("k", LARGE, 1) for _ in range(50)))).result()
    file = tmp_path / "room.db"
    data = bytearray(file.read_bytes())
    at = data.index(LARGE[:500])
    data[at - 600 : at] = bytes(600)
    file.write_bytes(data)
    found = troubles(place)
    assert found
    assert all("\n" not in line for line in found)


def test_checking_does_not_disturb_a_running_room(place):
    with place.open() as store:
        store.commit(ledger.fund_house(RICH, "funding", 1)).result()
        futures = [store.commit(move(f"m{n}", "mint", "house", 1)) for n in range(200)]
        assert [str(finding) for finding in check(*place) if not finding.ok] == []
        for future in futures:
            future.result()


def test_an_unknown_escrow_with_chips_is_named(place):
    with place.open() as store:
        store.commit(Change(opens=("escrow:no/1",)) + move("m", "mint", "escrow:no/1", 5)).result()
        lines = [str(finding) for finding in check_reader(store) if not finding.ok]
    assert lines == ["escrows: escrow:no/1 has a balance of 5, but there is no such round"]


STATES = {
    "role": ("UPDATE people SET role = 'king' WHERE name = 'Boss'", "people: person {boss}: 'king' is not a role"),
    "password": ("UPDATE people SET password = 'secret' WHERE name = 'Boss'", "is not an Argon2 hash"),
    "bot's seed": ("UPDATE people SET seed = x'{zeros}' WHERE name = 'Ada'", "not the one that it committed to"),
    "bot's seed and its hash": (
        "UPDATE people SET seed = x'{zeros}', seed_hash = '{of_zeros}' WHERE name = 'Ada'",
        "not the one that it committed to",
    ),
    "state": ("UPDATE tables SET state = '[]' WHERE id = '{table}'", "tables: table {table}: its state cannot be read"),
    "chips": (
        "UPDATE tables SET state = replace(state, '\"chips\":20000', '\"chips\":20001') WHERE id = '{table}'",
        "tables: table {table}: seat 1 has 20001 in its state, but began the round with 20000",
    ),
    "seat": ("DELETE FROM seats", "tables: table {table}: seats [1] are taken in its state, but [] among the seats"),
    "closed table": ("UPDATE tables SET closed = 1 WHERE id = '{table}'", "it is closed, but has seats taken"),
    "stack": (
        "UPDATE tables SET closed = 1 WHERE id = '{table}'",
        "tables: stack:{table}:{guest} has 20000, but that person has no seat there",
    ),
    "invitation": ("UPDATE tables SET word = ''", "its invitation is empty or another table's"),
    "grant": ("UPDATE grants SET amount = 1", "grants: grant 0 of {guest}: 1 is not what the ledger has"),
    "closure": ("UPDATE closures SET who = 'x' WHERE scope = 'table'", "closure of table x: there is no such table"),
    "closure gone": ("DELETE FROM closures", "it is in the log, but not in force"),
    "reference": ("DELETE FROM people WHERE name = 'Boss'", "refers to a row of people that does not exist"),
}


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory):
    """A room with an account of each kind, somebody at a table, and a closure."""
    data = tmp_path_factory.mktemp("lived in")
    names = {}

    async def live() -> None:
        async with Harness(data, SETTINGS.but(company=2)) as harness:
            guest, boss = await harness.guest(), await harness.admin()
            await harness.room.sessions.new_token(boss.id, "test")
            await guest.sit("high-card-flush-1")
            await harness.room.close("table", "high-card-flush-2", "maintenance", boss)
            names.update(guest=guest.person, boss=boss.id, table="high-card-flush-1")

    asyncio.run(live())
    assert [str(finding) for finding in check(data) if not finding.ok] == []
    zeros = bytes(32)
    return data, names | {"zeros": zeros.hex(), "of_zeros": sha256(zeros).hexdigest()}


@pytest.mark.parametrize("forgery", STATES)
def test_R45_what_no_chain_holds_is_compared_with_what_it_stands_for(lived_in, tmp_path, forgery):
    original, names = lived_in
    tmp_path = tmp_path / "copy"
    copy_room(original, tmp_path)
    sql, line = (text.format(**names) for text in STATES[forgery])
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        assert db.execute(sql).rowcount, "the forgery changes something"
    found = [str(finding) for finding in check(tmp_path) if not finding.ok]
    assert any(line in trouble for trouble in found), found


def test_R45_a_damaged_index_is_found(tmp_path):
    """`quick_check` would not see it."""
    with open_store(tmp_path) as store:
        store.commit(move("a", "mint", "house", 1)).result()
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'transfer_giver'").fetchone()
        db.execute(
            "UPDATE sqlite_master SET sql = ? WHERE name = 'transfer_giver'", (sql.replace("giver, seq", "id, seq"),)
        )
    assert any(line.startswith("file: ") for line in troubles((tmp_path, None)))


def test_R45_several_processes_find_what_one_finds(place, forge, monkeypatch):
    monkeypatch.setattr(check_rounds, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(check_rounds, "AT_ONCE", 2)
    assert check(*place, workers=2) == check(*place, workers=1)
    forge(f"UPDATE rounds SET result = '{{}}' WHERE id = '{BOSTON}'")
    one, two = (check(*place, workers=number) for number in (1, 2))
    assert one == two
    assert any(BOSTON in str(finding) for finding in one if not finding.ok)
