"""Cached wallets match the disk, whatever happens to a commit and its caller."""

import asyncio
from concurrent.futures import Future

import pytest

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, Transfer
from seventh.room.ledger import balance, wallet
from seventh.room.store import Committed, NotEnough, StoreFailed, open_store
from tests.waiting import soon, until


def given(name: str, amount: int) -> Change:
    return Change(opens=(wallet("ann"),), transfers=(Transfer(name, "mint", wallet("ann"), amount, "grant"),))


def kept(store) -> int:
    with store.reading() as connection:
        return balance(connection, wallet("ann"))


async def asked_and_gone(cashier: Cashier, change: Change) -> None:
    """A caller requests a change and is cancelled."""
    asking = asyncio.create_task(cashier.commit(change))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await soon(lambda: not cashier.waiting)


def test_the_wallets_follow_a_commit_whose_asker_has_gone(tmp_path):
    async def run(store) -> None:
        cashier = Cashier(store)
        await cashier.commit(given("first", 10))
        assert cashier.wallet("ann") == 10
        await asked_and_gone(cashier, given("second", 5))
        assert cashier.wallet("ann") == kept(store) == 15

    with open_store(tmp_path) as store:
        asyncio.run(run(store))


def test_a_commit_that_fails_after_its_asker_has_gone_leaves_nothing_behind(tmp_path):
    async def run(store) -> None:
        cashier = Cashier(store)
        await cashier.commit(given("first", 10))
        cashier.wallet("ann")
        too_much = Change(transfers=(Transfer("much", wallet("ann"), "house", 11, "wager"),))
        await asked_and_gone(cashier, too_much)
        with pytest.raises(NotEnough):
            await cashier.commit(too_much)
        assert (cashier.wallet("ann"), cashier.waiting) == (10, 0)

    with open_store(tmp_path) as store:
        asyncio.run(run(store))


def test_a_wallet_that_is_read_between_the_commit_and_its_answer_counts_once(tmp_path):
    async def run(store) -> None:
        cashier = Cashier(store)
        asking = asyncio.create_task(cashier.commit(given("first", 10)))
        await asyncio.sleep(0)
        until(lambda: store.has(given("first", 10)))  # on the disk, and the loop does not know it yet
        assert cashier.wallet("ann") == 10
        await asking
        assert cashier.wallet("ann") == 10

    with open_store(tmp_path) as store:
        asyncio.run(run(store))


def test_a_commit_whose_answer_is_lost_is_in_the_wallet(tmp_path, monkeypatch):
    async def run(store) -> None:
        cashier = Cashier(store)
        await cashier.commit(given("first", 10))
        assert cashier.wallet("ann") == 10

        def lost(change: Change) -> Future[Committed]:
            store.writer.commit(change).result()
            answer: Future[Committed] = Future()
            answer.set_exception(StoreFailed("the answer is lost", unsure=True))
            return answer

        monkeypatch.setattr(store, "commit", lost)
        with pytest.raises(StoreFailed):
            await cashier.commit(given("second", 5))
        assert cashier.wallet("ann") == kept(store) == 15

    with open_store(tmp_path) as store:
        asyncio.run(run(store))
