"""Commits that nobody waits for any more: what is on the disk is in the wallets."""

import asyncio

import pytest

from seventh.room.cashier import Cashier
from seventh.room.changes import Change, Transfer
from seventh.room.ledger import balance, wallet
from seventh.room.store import NotEnough, open_store


def given(name: str, amount: int) -> Change:
    return Change(opens=(wallet("ann"),), transfers=(Transfer(name, "mint", wallet("ann"), amount, "grant"),))


def kept(store) -> int:
    with store.reading() as connection:
        return balance(connection, wallet("ann"))


def test_the_wallets_follow_a_commit_whose_asker_has_gone(tmp_path):
    async def run(store) -> None:
        cashier = Cashier(store)
        await cashier.commit(given("first", 10))
        assert cashier.wallet("ann") == 10
        asking = asyncio.create_task(cashier.commit(given("second", 5)))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        while cashier.waiting:
            await asyncio.sleep(0.01)
        assert cashier.wallet("ann") == kept(store) == 15

    with open_store(tmp_path) as store:
        asyncio.run(run(store))


def test_a_commit_that_fails_after_its_asker_has_gone_leaves_nothing_behind(tmp_path):
    async def run(store) -> None:
        cashier = Cashier(store)
        await cashier.commit(given("first", 10))
        cashier.wallet("ann")
        too_much = Change(transfers=(Transfer("much", wallet("ann"), "house", 11, "wager"),))
        asking = asyncio.create_task(cashier.commit(too_much))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        while cashier.waiting:
            await asyncio.sleep(0.01)
        with pytest.raises(NotEnough):
            await cashier.commit(too_much)
        assert (cashier.wallet("ann"), cashier.waiting) == (10, 0)

    with open_store(tmp_path) as store:
        asyncio.run(run(store))
