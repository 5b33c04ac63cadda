"""Constraints enforced by the database itself, on both engines, even for direct SQL access."""

import sqlite3

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from seventh.room.changes import Change, LogEntry, Write
from seventh.room.rounds.round_log import round_name
from seventh.room.store import Broken, NotEnough
from tests.room.books import at_raw, move, opened

REFUSALS = (sqlite3.IntegrityError, psycopg.errors.IntegrityError)
HASH = "00" * 32

ONE, TWO, THREE, OTHER = (round_name("t", number, 1) for number in (1, 2, 3, 9))


@pytest.fixture
def raw(place):
    """A room with a wallet, a log, an open round and a closed one; and SQL behind its back."""
    with place.open() as store:
        opened(store, p=100)
        store.commit(move("m", "wallet:p", "house", 30)).result()
        store.commit(move("back", "house", "wallet:p", 30, "reversal", reverses="m")).result()
        store.commit(Change(log=(LogEntry("step", b"{}", 1, person="p", action_id="a"),))).result()
        store.commit(Change(writes=(Write("put_new", "houses", {"hash": "h", "game": "g", "data": "{}"}),))).result()
        store.commit(begin("t", 1)).result()
        store.commit(begin("t", 2) + end(TWO)).result()
        store.commit(move("w", "wallet:p", f"escrow:{ONE}", 10, "wager", round=ONE, obligation="1:ante")).result()
    with at_raw(place) as execute:
        yield execute


def begin(table, number):
    name = round_name(table, number, 1)
    row = {"id": name, "table": table, "number": number, "game": "g", "house_hash": "h", "seats": "{}"}
    row |= {"dealer_position": None, "seed_hash": "s", "opened": 1}
    seed = Write("put", "seeds", {"round": name, "seed": bytes(32)})
    return Change(opens=(f"escrow:{name}",), writes=(Write("put", "rounds", row), seed))


def end(name, state="played", reason=None):
    row = {"id": name, "state": state, "reason": reason, "closed": 2, "result": "{}"}
    return Change(writes=(Write("set", "rounds", row),))


def transfer(execute, name, giver, taker, amount, kind="move", *, round=None, obligation=None, reverses=None, seq=None):  # noqa: A002
    """Insert the next transfer directly."""
    last = execute("SELECT max(seq) FROM transfers").fetchone()[0]
    values = (seq or last + 1, name, giver, taker, amount, kind, round, obligation, reverses)
    marks = "?, ?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, ?"
    return execute(f"INSERT INTO transfers VALUES ({marks})", *values, b"hash")


def test_by_hand_it_works_at_all(raw):
    """Otherwise every refusal below could be caused by a typo."""
    transfer(raw, "n", "wallet:p", "house", 1)
    transfer(raw, "n back", "house", "wallet:p", 1, "reversal", reverses="n")
    raw("INSERT INTO log VALUES (2, 1, 'kind', NULL, NULL, NULL, NULL, ?, ?)", b"{}", b"hash")
    raw(f"UPDATE rounds SET client_seeds = '{{}}', root = 'r' WHERE id = '{ONE}'")


@pytest.mark.parametrize(
    ("giver", "taker", "amount"),
    [
        ("wallet:p", "house", 91),
        (f"escrow:{ONE}", "wallet:p", 11),
        ("house", "wallet:p", 1),
        ("rake", "house", 1),
    ],
)
def test_R11_no_balance_but_the_mints_is_negative(raw, giver, taker, amount):
    with pytest.raises(REFUSALS, match="balance_not_negative"):
        transfer(raw, "n", giver, taker, amount)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounts SET balance = -1 WHERE id = 'wallet:p'",
        "UPDATE accounts SET balance = 1 WHERE id = 'suspense'",
        "UPDATE accounts SET balance = 1 WHERE id = 'mint'",
        "UPDATE accounts SET id = 'wallet:q' WHERE id = 'wallet:p'",
        "UPDATE accounts SET kind = 'stack' WHERE id = 'wallet:p'",
        f"UPDATE accounts SET closed = (1 = 0) WHERE id = 'escrow:{TWO}'",
        f"UPDATE accounts SET balance = 1 WHERE id = 'escrow:{TWO}'",
        "DELETE FROM accounts WHERE id = 'wallet:p'",
        "INSERT INTO accounts (id, kind, balance) VALUES ('wallet:q', 'wallet', 5)",
        "INSERT INTO accounts (id, kind) VALUES ('wallet:q', 'purse')",
        "INSERT INTO accounts (id, kind) VALUES ('house:2', 'house')",
    ],
)
def test_R10_accounts_keep_to_their_kind(raw, sql):
    with pytest.raises(REFUSALS):
        raw(sql)


def test_R10_suspense_stays_zero(raw):
    with pytest.raises(REFUSALS, match="suspense_is_zero"):
        transfer(raw, "n", "wallet:p", "suspense", 1)


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        (("m", "wallet:p", "house", 1), "transfer_in_order|transfer_id"),
        (("n", "wallet:p", "nobody", 1), "transfer_accounts_exist"),
        (("n", "nobody", "wallet:p", 1), "transfer_accounts_exist"),
        (("n", "wallet:p", "wallet:p", 1), "transfer_moves"),
        (("n", "wallet:p", "house", 0), "amount_in_range"),
        (("n", "house", "wallet:p", -1), "amount_in_range|balance"),
    ],
)
def test_R10_a_transfer_posts_once_between_two_accounts(raw, values, rule):
    with pytest.raises(REFUSALS, match=rule):
        transfer(raw, *values)


def test_R10_transfers_are_appended_without_a_gap(raw):
    for seq in (1, 99):
        with pytest.raises(REFUSALS, match="transfer_in_order"):
            transfer(raw, "n", "wallet:p", "house", 1, seq=seq)


def test_R12_an_obligation_of_a_round_is_paid_once(raw):
    with pytest.raises(REFUSALS, match=r"transfer_in_order|transfer_obligation"):
        transfer(raw, "n", "wallet:p", "house", 1, round=ONE, obligation="1:ante")
    transfer(raw, "other", "wallet:p", "house", 1, round=ONE, obligation="2:ante")
    with pytest.raises(REFUSALS, match="obligation_has_round"):
        transfer(raw, "n", "wallet:p", "house", 1, obligation="3:ante")


@pytest.mark.parametrize(
    ("giver", "taker", "amount", "reverses"),
    [
        ("house", "wallet:p", 30, "m"),  # a second time
        ("wallet:p", "house", 30, "back"),  # a reversal of a reversal
        (f"escrow:{ONE}", "wallet:p", 9, "w"),  # in part
        ("wallet:p", f"escrow:{ONE}", 10, "w"),  # the same way
        (f"escrow:{ONE}", "house", 10, "w"),  # to another account
        (f"escrow:{ONE}", "wallet:p", 10, "unknown"),
    ],
)
def test_R10_a_reversal_undoes_one_whole_transfer_once(raw, giver, taker, amount, reverses):
    if giver == "house":
        transfer(raw, "so that the house has enough", "wallet:p", "house", 40)
    with pytest.raises(REFUSALS, match=r"transfer_reversal|transfer_reverses"):
        transfer(raw, "n", giver, taker, amount, "reversal", reverses=reverses)


def test_R10_only_a_reversal_reverses(raw):
    with pytest.raises(REFUSALS, match="reversal_says_what"):
        transfer(raw, "n", f"escrow:{ONE}", "wallet:p", 10, "refund", reverses="w")
    with pytest.raises(REFUSALS, match="reversal_says_what"):
        transfer(raw, "n", f"escrow:{ONE}", "wallet:p", 10, "reversal")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE transfers SET amount = 1 WHERE id = 'm'",
        "UPDATE transfers SET kind = 'x'",
        "DELETE FROM transfers WHERE id = 'm'",
        "UPDATE log SET body = hash",
        "DELETE FROM log",
        "INSERT INTO log SELECT 9, at, kind, NULL, NULL, NULL, NULL, body, hash FROM log",
        "INSERT INTO log SELECT 2, at, kind, NULL, NULL, 'p', 'a', body, hash FROM log",
        "INSERT INTO log SELECT 2, at, kind, NULL, NULL, NULL, 'a', body, hash FROM log",
        "UPDATE heads SET flush = flush - 1",
        "UPDATE heads SET flush = flush + 1, log_seq = 0",
        "DELETE FROM heads",
        "UPDATE seeds SET seed = seed",
        "DELETE FROM seeds",
        f"INSERT INTO seeds SELECT '{ONE}', seed FROM seeds WHERE round = '{TWO}'",
        "UPDATE houses SET data = '[]'",
        "DELETE FROM houses",
        f"DELETE FROM rounds WHERE id = '{ONE}'",
    ],
)
def test_R11_what_is_posted_or_logged_is_never_changed(raw, sql):
    with pytest.raises(REFUSALS):
        raw(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT OR REPLACE INTO transfers SELECT * FROM transfers WHERE id = 'm'",
        "INSERT OR REPLACE INTO transfers SELECT (SELECT max(seq) + 1 FROM transfers), id, giver, taker, 1, kind, NULL,"
        " NULL, NULL, 1, NULL, hash FROM transfers WHERE id = 'm'",
        "INSERT OR REPLACE INTO transfers SELECT (SELECT max(seq) + 1 FROM transfers), 'n', giver, taker, 1, kind,"
        f" '{ONE}', '1:ante', NULL, 1, NULL, hash FROM transfers WHERE id = 'w'",
        "REPLACE INTO log SELECT * FROM log",
        "REPLACE INTO log SELECT seq + 1, at, kind, NULL, NULL, person, action_id, body, hash FROM log",
        "REPLACE INTO seeds SELECT round, randomblob(32) FROM seeds",
        "REPLACE INTO houses VALUES ('h', 'g', '[]')",
        f"REPLACE INTO rounds SELECT * FROM rounds WHERE id = '{ONE}'",
    ],
)
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_R11_sqlites_replace_cannot_bypass_the_triggers(raw, sql):
    with pytest.raises(REFUSALS):
        raw(sql)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_R11_an_account_is_not_replaced_by_an_empty_one(raw):
    raw(f"REPLACE INTO accounts (id, kind) VALUES ('wallet:p', 'wallet'), ('escrow:{TWO}', 'escrow')")
    found = raw(f"SELECT balance, closed FROM accounts WHERE id IN ('wallet:p', 'escrow:{TWO}') ORDER BY id").fetchall()
    assert found == [(0, 1), (90, 0)]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("id", f"'{OTHER}'"),
        ("number", "9"),
        ('"table"', "'u'"),
        ("game", "'x'"),
        ("house_hash", "'x'"),
        ("seats", "'[]'"),
        ("dealer_position", "3"),
        ("seed_hash", "'x'"),
        ("opened", "9"),
    ],
)
def test_R16_what_a_round_was_accepted_under_never_changes(raw, column, value):
    with pytest.raises(REFUSALS, match=r"round_keeps_its_terms|round_named|seeds|FOREIGN"):
        raw(f"UPDATE rounds SET {column} = {value} WHERE id = '{ONE}'")


@pytest.mark.parametrize("column", ["client_seeds", "root"])
def test_R2_seeds_and_root_are_fixed_once(raw, column):
    raw(f"UPDATE rounds SET {column} = 'a' WHERE id = '{ONE}'")
    for value in ("'b'", "NULL"):
        with pytest.raises(REFUSALS, match="round_keeps_its_terms"):
            raw(f"UPDATE rounds SET {column} = {value} WHERE id = '{ONE}'")


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE rounds SET result = '[]' WHERE id = '{TWO}'",
        f"UPDATE rounds SET state = 'open', closed = NULL WHERE id = '{TWO}'",
        f"UPDATE rounds SET state = 'void', reason = 'x' WHERE id = '{TWO}'",
        f"UPDATE rounds SET reason = NULL WHERE id = '{TWO}'",
    ],
)
def test_R4_a_closed_round_never_changes(raw, sql):
    with pytest.raises(REFUSALS, match="round_closed_is_frozen"):
        raw(sql)


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        (f"'{ONE}', 't', 1, 'open', NULL, NULL", "round_begins_open|rounds_pkey"),
        (f"'{THREE}', 't', 3, 'played', NULL, 2", "round_begins_open"),
        (f"'{THREE}', 't', 4, 'open', NULL, NULL", "round_named"),
        (f"'{THREE}', 't', 3, 'open', NULL, 2", "round_closed_when_over"),
        (f"'{THREE}', 't', 3, 'other', NULL, NULL", "round_state_known|round_begins_open"),
    ],
)
def test_R4_a_round_begins_once_and_open(raw, values, rule):
    columns = 'id, "table", number, state, reason, closed, game, house_hash, seats, seed_hash, opened'
    with pytest.raises(REFUSALS, match=rule):
        raw(f"INSERT INTO rounds ({columns}) VALUES ({values}, 'g', 'h', '{{}}', 's', 1)")


def test_R12_a_round_closes_only_with_an_empty_escrow_and_accepts_nothing_afterwards(place):
    with place.open() as store:
        opened(store, p=100)
        store.commit(Change(writes=(Write("put_new", "houses", {"hash": "h", "game": "g", "data": "{}"}),))).result()
        store.commit(begin("t", 1) + move("w", "wallet:p", f"escrow:{ONE}", 10)).result()
        with pytest.raises(Broken, match="closed_is_zero"):
            store.commit(end(ONE)).result()
        store.commit(end(ONE, "void", "test") + move("r", f"escrow:{ONE}", "wallet:p", 10)).result()
        with pytest.raises(Broken, match="closed_is_zero"):
            store.commit(move("late", "wallet:p", f"escrow:{ONE}", 10)).result()
        with pytest.raises(NotEnough):
            store.commit(move("out", f"escrow:{ONE}", "wallet:p", 10)).result()


def test_R12_an_escrow_that_was_never_opened_is_closed_too(place):
    with place.open() as store:
        opened(store, p=100)
        store.commit(Change(writes=(Write("put_new", "houses", {"hash": "h", "game": "g", "data": "{}"}),))).result()
        store.commit(Change(writes=begin("t", 1).writes) + end(ONE)).result()
        with pytest.raises(Broken, match="closed_is_zero"):
            store.commit(Change(opens=(f"escrow:{ONE}",)) + move("late", "wallet:p", f"escrow:{ONE}", 10)).result()


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_R11_truncate_cannot_bypass_the_triggers(raw):
    for table in ("transfers", "log", "accounts", "heads", "rounds", "seeds", "houses"):
        with pytest.raises(REFUSALS):
            raw(f"TRUNCATE {table} CASCADE")


def test_a_value_of_the_wrong_type_is_refused(raw):
    with pytest.raises((*REFUSALS, psycopg.DataError, psycopg.errors.SyntaxErrorOrAccessRuleViolation, DBAPIError)):
        raw("UPDATE accounts SET balance = 'much' WHERE id = 'wallet:p'")
