"""What `check` says: nothing of a sound room, and the very row of a forged one."""

import pytest
from books import at_raw, move
from playing_live import GAMES, RICH, open_at, play_out

from seventh.room import ledger
from seventh.room.changes import Change, LogEntry
from seventh.room.check import check, check_reader

FLUSH, BOSTON = "00000000001.high-card-flush.1", "00000000001.boston-7-stud.1"


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


def test_R13_R45_a_sound_room_is_found_sound(place):
    found = room(place)
    assert [str(finding) for finding in found if not finding.ok] == []
    said = {finding.name: finding.line for finding in found}
    assert said["trial balance"].startswith("0 over")
    assert said["open rounds"] == "1: 00000000001.open.7"
    assert said["rounds"].startswith("5 played once more")
    assert check(*place) == found, "a reader beside the room finds the same"


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
        "trial balance: wallet:p holds 1001, and its transfers say 1000",
    ),
    "seed": (
        f"UPDATE seeds SET seed = ? WHERE round = '{FLUSH}'",
        (bytes(32),),
        f"rounds: round {FLUSH}: its server seed is not the one that was committed to",
    ),
    "rules": (
        "UPDATE houses SET data = replace(data, '1', '2') WHERE game = 'high-card-flush'",
        (),
        f"rounds: round {FLUSH}: its rules are not those",
    ),
    "result": (
        f'UPDATE rounds SET result = \'{{"void":false,"stacks":{{"1":1}}}}\' WHERE id = \'{BOSTON}\'',
        (),
        f"rounds: round {BOSTON}: its row has another result",
    ),
    "escrow": (
        f"UPDATE accounts SET balance = 5, closed = (1 = 0) WHERE id = 'escrow:{BOSTON}'",
        (),
        f"escrows: escrow:{BOSTON} holds 5, and the round is played",
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

    rows = forge('SELECT seq, at, kind, "table", round, person, action_id, body, hash FROM log ORDER BY seq').fetchall()
    seq, at, kind, *middle, body, _ = rows[3]
    hash_ = log_hash(bytes(rows[2][-1]), seq, at + 1, kind, *middle, bytes(body))
    forge("UPDATE log SET at = at + 1, hash = ? WHERE seq = ?", hash_, seq)
    assert any(f"row {seq + 1} of the log" in line for line in troubles(place))


def test_R12_a_transfer_that_the_round_does_not_mean_is_named(place):
    room(place)
    with place.open() as store:
        store.commit(move("extra", "house", "wallet:p", 9, round=FLUSH)).result()
    assert troubles(place) == [f"rounds: round {FLUSH}: transfer extra is not due to anything in the round"]


def test_R11_a_rule_that_is_gone_or_altered_is_named(place):
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


def test_a_damaged_page_is_told_in_a_line(tmp_path, request):
    from conftest import Place

    place = Place(tmp_path, None)
    with place.open() as store:
        store.commit(Change(log=tuple(LogEntry("k", b"x" * 3000, 1) for _ in range(50)))).result()
    file = tmp_path / "room.db"
    data = bytearray(file.read_bytes())
    at = data.index(b"x" * 500)
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
    assert lines == ["escrows: escrow:no/1 holds 5, and there is no such round"]
