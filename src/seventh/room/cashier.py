"""Commits changes to storage, within a deadline, and caches wallet balances."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from seventh.room.changes import Change
from seventh.room.ledger import wallet
from seventh.room.queries import balance
from seventh.room.store import Committed, Overtaken, Store, StoreFailed

log = logging.getLogger("seventh.room")

_Waiter = asyncio.Future[None]


class Cashier:
    """Commits changes and caches the wallets of people in the room.

    Storage that fails says so; storage that hangs says nothing. So each commit has a deadline (R25). Past it the caller
    gets an unsure `StoreFailed`, although the commit may still arrive, and further changes fail at once until storage
    has answered: nothing piles up behind a commit that hangs, and whatever is committed afterwards comes after it.
    """

    def __init__(self, store: Store, deadline: int = 5_000) -> None:
        self._store = store
        self._deadline = deadline / 1000
        self._wallets: dict[str, int] = {}
        self._stale: dict[str, int] = {}
        """The latest known balances of wallets that have changed since."""
        self._waiting: dict[_Waiter, float] = {}
        """The commits that storage has not answered, oldest first, and when they were requested. The future of one past
        its deadline is done."""
        self._watchdog: asyncio.TimerHandle | None = None
        self._reported = False
        self.timed: Callable[[float], object] = lambda _: None
        """Called with the duration of each commit in seconds."""
        self.moved: Callable[[str, Change], object] = lambda _, __: None
        """Called for each person whose wallet changed."""
        self.overtaken: Callable[[str], object] = lambda _: None
        """Called with the reason if another room has taken over the storage."""

    @property
    def waiting(self) -> int:
        """Number of changes requested but not yet on disk."""
        return len(self._waiting)

    @property
    def oldest(self) -> float:
        """For how many seconds the oldest of them has been waiting."""
        return time.perf_counter() - next(iter(self._waiting.values())) if self._waiting else 0.0

    @property
    def hangs(self) -> bool:
        """Whether storage has not answered a commit within the deadline."""
        return self.oldest > self._deadline

    async def commit(self, change: Change) -> None:
        """Return once the change is durable, or raise one of the store's exceptions if nothing changed.

        Cancelling the caller, such as when a connection drops, does not cancel the change.
        """
        if self.hangs:
            raise StoreFailed(f"storage has not answered for {self.oldest:.0f} s")
        asked = time.perf_counter()
        waiter: _Waiter = asyncio.get_running_loop().create_future()
        written = asyncio.wrap_future(self._store.commit(change))
        self._waiting[waiter] = asked
        written.add_done_callback(lambda done: self._written(change, waiter, done))
        self._watch()
        await waiter

    def _written(self, change: Change, waiter: _Waiter, done: asyncio.Future[Committed]) -> None:
        took = time.perf_counter() - self._waiting.pop(waiter)
        if self._reported and not self._waiting:
            log.warning("storage is answering again", extra={"seconds": round(took, 3)})
            self._reported = False
        # Adjusting cached balances would be wrong if a wallet was read between the commit and this callback.
        touched = {account for transfer in change.transfers for account in (transfer.giver, transfer.taker)}
        self._outdate(touched)
        if done.cancelled():  # the loop is shutting down
            return
        error = done.exception()
        if isinstance(error, Overtaken):
            self.overtaken(str(error))
        if error is None:
            self.timed(took)
            for account in touched:
                if account.startswith(wallet("")):
                    self.moved(account.removeprefix(wallet("")), change)
        if waiter.done():
            return  # the caller has gone, or the deadline has passed
        if error is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(error)

    def _watch(self) -> None:
        """Set the watchdog for the oldest commit that is within its deadline."""
        if self._watchdog is None:
            left = self._deadline - self.oldest
            self._watchdog = asyncio.get_running_loop().call_later(max(left, 0), self._look)

    def _look(self) -> None:
        self._watchdog = None
        now = time.perf_counter()
        for waiter, asked in self._waiting.items():
            left = asked + self._deadline - now
            if left > 0:
                self._watchdog = asyncio.get_running_loop().call_later(left, self._look)
                return
            if not self._reported:
                self._reported = True
                log.error("storage is not answering", extra={"seconds": round(now - asked, 3)})
            if not waiter.done():
                waiter.set_exception(StoreFailed("storage did not answer within the deadline", unsure=True))

    def wallet(self, person: str) -> int:
        """The chips in a person's wallet. While storage cannot be read, the latest known number."""
        account = wallet(person)
        if account not in self._wallets:
            try:
                self._wallets[account] = balance(self._store, account)
            except StoreFailed:
                if account in self._stale:
                    return self._stale[account]
                raise
            self._stale.pop(account, None)
        return self._wallets[account]

    def forget(self) -> None:
        """Drop the cached wallets: after a failed write it is unknown what was committed."""
        self._outdate(set(self._wallets))

    def _outdate(self, accounts: set[str]) -> None:
        for account in accounts:
            known = self._wallets.pop(account, None)
            if known is not None:
                self._stale[account] = known
