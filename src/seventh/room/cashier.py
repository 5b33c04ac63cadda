"""The way of every change to storage, and the wallets that people see without asking storage each time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from seventh.room.changes import Change
from seventh.room.ledger import wallet
from seventh.room.reading import balance
from seventh.room.store import Committed, Store


class Cashier:
    """Commits changes and knows the wallets of the people who are here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wallets: dict[str, int] = {}
        self.waiting = 0
        """Changes that were asked for and are not on the disk yet."""
        self.timed: Callable[[float], object] = lambda _: None
        """Is told how many seconds each commit took."""
        self.moved: Callable[[str], object] = lambda _: None
        """Is told of each person whose wallet has changed."""

    async def commit(self, change: Change) -> None:
        """Returns when the change is durable; raises one of the store's exceptions and nothing has changed.

        Who stops waiting, because a connection is gone, does not stop the change, and the wallets follow it as well.
        """
        asked = time.perf_counter()
        self.waiting += 1
        written = asyncio.wrap_future(self._store.commit(change))
        written.add_done_callback(lambda done: self._written(change, asked, done))
        await asyncio.shield(written)

    def _written(self, change: Change, asked: float, done: asyncio.Future[Committed]) -> None:
        self.waiting -= 1
        # To add up what was moved would be wrong if the wallet was read after the commit and before this.
        touched = {account for transfer in change.transfers for account in (transfer.giver, transfer.taker)}
        for account in touched:
            self._wallets.pop(account, None)
        if not done.cancelled() and done.exception() is None:
            self.timed(time.perf_counter() - asked)
            for account in touched:
                if account.startswith(wallet("")):
                    self.moved(account.removeprefix(wallet("")))

    def wallet(self, person: str) -> int:
        """The chips in a person's wallet."""
        account = wallet(person)
        if account not in self._wallets:
            self._wallets[account] = balance(self._store, account)
        return self._wallets[account]

    def forget(self) -> None:
        """Read the wallets anew: after a failed write nobody knows what came through."""
        self._wallets.clear()
