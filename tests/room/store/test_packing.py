"""Log bodies are stored packed and read plain, whatever they are."""

import sqlite3
from contextlib import closing
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from seventh.room.changes import Change, LogEntry
from seventh.room.check import check
from seventh.room.queries import rows
from seventh.room.store import open_store, packing, schema
from seventh.room.store.packing import pack, unpack

STEP = (
    b'{"first":1,"steps":[{"who":2,"action":{"action":"place_wagers","amounts":{"ante":800,"flush":300}},"events":'
    b'[{"event":"wagers_placed","seat":2,"amounts":{"ante":800,"flush":300}}]}]}'
)


@given(st.binary(max_size=2000) | st.binary(max_size=300).map(lambda end: b"\x01" + end))
def test_every_body_is_read_as_it_was_given(body):
    assert unpack(pack(body)) == body
    assert len(pack(body)) <= len(body) + (20 if body[:1] == b"\x01" else 0)


@given(st.binary(max_size=300))
def test_a_damaged_body_is_no_exception(end):
    unpack(b"\x01" + end)


def test_a_step_takes_a_third_of_its_size():
    assert len(pack(STEP)) * 3 < len(STEP)


def test_the_dictionary_is_the_one_that_rooms_are_written_with():
    digest = sha256(packing._DICTIONARY).hexdigest()
    assert digest == "99602868a23eec1672111108ab99612482842fe3cd6589edb279a5b4726c8196"


def test_R45_the_chain_is_over_the_plain_body_and_a_damaged_one_is_found(tmp_path):
    with open_store(tmp_path) as store:
        store.commit(Change(log=(LogEntry("step", STEP, 1), LogEntry("step", b"\x01", 2)))).result()
        assert [row.body for row in rows(store, schema.log.select())] == [STEP, b"\x01"]
    with closing(sqlite3.connect(tmp_path / "room.db", isolation_level=None)) as db:
        (stored,) = db.execute("SELECT body FROM log WHERE seq = 1").fetchone()
        assert len(stored) < len(STEP)
        db.execute("DROP TRIGGER log_never_changes")
        db.execute("UPDATE log SET body = ? WHERE seq = 1", (stored[:-1],))
    found = [str(finding) for finding in check(tmp_path) if not finding.ok]
    assert any(line.startswith("log: row 1 of the log: its hash") for line in found), found
