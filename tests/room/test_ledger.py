"""The ledger's books: grants, reversals, statements, the trial balance, and that nothing ever makes or loses a chip."""

import sqlite3
import threading
from concurrent.futures import wait

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from seventh.room import ledger
from seventh.room.changes import Change, Transfer
from seventh.room.ledger import HOUSE, MINT, escrow, stack, wallet
from seventh.room.store import AlreadyPosted, Broken, NotCommitted, NotEnough, open_store, schema


def granted(store, person, at, ask="ask", up_to=1000, a_day=0):
    with store.reading() as connection:
        change = ledger.refill(connection, person, ask, at, up_to=up_to, a_day=a_day)
    return store.commit(change)


def balance(store, account):
    with store.reading() as connection:
        return ledger.balance(connection, account)


def spend(store, person, amount, name):
    store.commit(Change(transfers=(Transfer(name, wallet(person), HOUSE, amount, "wager"),))).result()


def test_names():
    assert wallet("a1") == "wallet:a1"
    assert stack("t", "a1") == "stack:t:a1"
    assert escrow("t/7") == "escrow:t/7"


def test_R10_a_refill_brings_a_wallet_up_from_the_mint_as_often_as_needed(store):
    store.commit(ledger.granted("p", 1000, 0)).result()
    with pytest.raises(ledger.NotNow, match="full"):
        granted(store, "p", at=1)
    for number in range(5):
        spend(store, "p", 950, f"lost {number}")
        granted(store, "p", at=2, ask=f"ask {number}").result()
        assert balance(store, wallet("p")) == 1000
    assert balance(store, MINT) == -1000 - 5 * 950
    with store.reading() as connection:
        assert [row.number for row in connection.execute(select(schema.grants))] == [0, 1, 2, 3, 4, 5]
        kinds = [line.kind for line in ledger.statement(connection, wallet("p")) if line.amount > 0]
    assert kinds == ["grant"] + 5 * ["refill"]


def test_a_house_may_limit_the_refills_of_24_hours(store):
    day = ledger.DAY
    store.commit(ledger.granted("p", 1000, 0)).result()
    for number, at in enumerate((10, 20)):
        spend(store, "p", 1000, f"lost {number}")
        granted(store, "p", at, f"ask {number}", a_day=2).result()
    spend(store, "p", 1000, "lost again")
    with pytest.raises(ledger.NotNow, match="in 0 h 1 min"):
        granted(store, "p", day + 9, "third", a_day=2)
    with store.reading() as connection:
        assert ledger.next_refill(connection, "p", day + 9, 2) == day + 10
        assert ledger.next_refill(connection, "p", day + 10, 2) == 0
    granted(store, "p", day + 10, "third", a_day=2).result()
    assert balance(store, wallet("p")) == 1000


def test_R10_only_one_of_two_concurrent_refills_posts(store):
    with store.reading() as connection:
        both = [ledger.refill(connection, "p", ask, 0, up_to=1000, a_day=0) for ask in ("one", "two")]
    first, second = (store.commit(change) for change in both)
    first.result()
    with pytest.raises(AlreadyPosted):
        second.result()
    assert balance(store, wallet("p")) == 1000


def test_R10_a_reversal_undoes_a_transfer_and_both_remain(store):
    store.commit(ledger.fund_house(500, "f", 1)).result()
    with store.reading() as connection:
        back = ledger.reversal(connection, "f", "f back", "a slip", 2, "admin")
        with pytest.raises(LookupError, match="no such transfer: g"):
            ledger.reversal(connection, "g", "g back", "a slip", 2, "admin")
    store.commit(back).result()
    with pytest.raises(AlreadyPosted):
        store.commit(back).result()
    with store.reading() as connection:
        again = ledger.reversal(connection, "f", "f back again", "a slip", 3, "admin")
        lines = ledger.statement(connection, HOUSE)
    with pytest.raises((Broken, NotEnough)):
        store.commit(again).result()
    assert [(line.amount, line.balance, line.other, line.reverses) for line in lines] == [
        (500, 500, MINT, None),
        (-500, 0, MINT, "f"),
    ]


def test_a_statement_continues_where_it_stopped(store):
    store.commit(ledger.fund_house(10, "f", 1)).result()
    granted(store, "p", at=5).result()
    for number in range(5):
        spend(store, "p", number + 1, f"s{number}")
    with store.reading() as connection:
        whole = ledger.statement(connection, wallet("p"))
        parts = ledger.statement(connection, wallet("p"), limit=2)
        while more := ledger.statement(connection, wallet("p"), after=parts[-1].seq, limit=2):
            parts += more
    assert parts == whole
    assert [line.balance for line in whole] == [1000, 999, 997, 994, 990, 985]
    assert whole[0].at == 5


def test_R13_the_trial_balance_is_zero_and_names_an_account_that_drifts(tmp_path):
    with open_store(tmp_path) as store:
        granted(store, "p", at=0).result()
        granted(store, "q", at=0).result()
        with store.reading() as connection:
            assert ledger.trial_balance(connection).ok
    db = sqlite3.connect(tmp_path / "room.db")
    with db:
        db.execute("UPDATE accounts SET balance = balance + 7 WHERE id = 'wallet:p'")
        db.execute("UPDATE accounts SET balance = balance - 7 WHERE id = 'wallet:q'")
    db.close()
    with open_store(tmp_path) as store, store.reading() as connection:
        found = ledger.trial_balance(connection)
    assert found.total == 0
    assert not found.ok
    assert [str(drift) for drift in found.drifting] == [
        "wallet:p has a balance of 1007, but its transfers add up to 1000",
        "wallet:q has a balance of 993, but its transfers add up to 1000",
    ]


NAMES = [wallet("a"), wallet("b"), stack("t", "a"), escrow("t/1"), HOUSE, MINT, "rake"]
moves = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 50))


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(st.lists(st.tuples(st.integers(0, 30), moves), min_size=1, max_size=4), max_size=30))
def test_R10_concurrent_requests_have_the_same_effect_as_sequential_ones(tmp_path_factory, wanted):
    """Against a ledger of a few lines: the same changes pass, and the balances are the same."""
    expected = dict.fromkeys([*NAMES, "suspense"], 0)
    posted, passes = set(), []
    for change in wanted:
        after, ids = dict(expected), set()
        fine = True
        for number, (giver, taker, amount) in change:
            after[giver] -= amount
            after[taker] += amount
            fine &= number not in posted | ids and giver != taker
            fine &= all(chips >= 0 for name, chips in after.items() if name != MINT) and after[MINT] <= 0
            ids.add(number)
        passes.append(fine)
        if fine:
            expected, posted = after, posted | ids
    with open_store(tmp_path_factory.mktemp("ledger")) as store:
        store.commit(Change(opens=tuple(NAMES))).result()
        futures = [
            store.commit(
                Change(
                    transfers=tuple(
                        Transfer(f"{n}", giver, taker, amount, "move") for n, (giver, taker, amount) in change
                    )
                )
            )
            for change in wanted
        ]
        wait(futures)
        assert [future.exception() is None for future in futures] == passes
        with store.reading() as connection:
            found = dict(connection.execute(select(schema.accounts.c.id, schema.accounts.c.balance)).all())
            assert ledger.trial_balance(connection).ok
    assert found == expected


@pytest.mark.slow
def test_R10_R13_many_threads_post_reverse_and_read(store):
    """Every read balances, nothing is negative, and of each id that several threads try one posts."""
    people = [f"p{number}" for number in range(6)]
    for person in people:
        granted(store, person, at=0).result()
    posted, refused, trouble = [], [], []
    lock, over = threading.Lock(), threading.Event()

    def post(worker):
        for number in range(60):
            giver, taker = people[(worker + number) % 6], people[(worker * 3 + number * 5 + 1) % 6]
            if giver == taker:
                continue
            # Two workers use each id, with different transfers.
            name = f"{worker // 2}:{number}"
            change = Change(transfers=(Transfer(name, wallet(giver), wallet(taker), 40 + number, "move"),))
            try:
                store.commit(change).result()
            except NotCommitted as error:
                with lock:
                    refused.append(error)
                continue
            with lock:
                posted.append(name)
            if number % 5 == 0:
                try:
                    with store.reading() as connection:
                        back = ledger.reversal(connection, name, f"{name} back", "test", 1, "admin")
                    store.commit(back).result()
                except NotCommitted as error:
                    with lock:
                        refused.append(error)

    def read():
        while not over.is_set():
            with store.reading() as connection:
                books = ledger.trial_balance(connection)
                lowest = connection.execute(
                    select(func.min(schema.accounts.c.balance)).where(schema.accounts.c.id != MINT)
                )
                if not books.ok or lowest.scalar() < 0:
                    trouble.append(books)

    readers = [threading.Thread(target=read) for _ in range(3)]
    posters = [threading.Thread(target=post, args=(worker,)) for worker in range(8)]
    for thread in readers + posters:
        thread.start()
    for thread in posters:
        thread.join()
    over.set()
    for thread in readers:
        thread.join()
    assert not trouble
    assert len(posted) == len(set(posted))
    assert {type(error) for error in refused} <= {AlreadyPosted, NotEnough}
    assert any(isinstance(error, AlreadyPosted) for error in refused)
    with store.reading() as connection:
        assert ledger.trial_balance(connection).ok
        ids = connection.execute(select(schema.transfers.c.id)).scalars().all()
    assert len(ids) == len(set(ids))
    assert set(posted) <= set(ids)
