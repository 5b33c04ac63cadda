"""Where coaches work: one thread for the whole room, so that no table waits for mathematics."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from seventh.games import game_of
from seventh.games.coaching import Coaching, coaching
from seventh.house import House
from seventh.room.refusals import FAILED, TOO_FAST, RoomRefused

T = TypeVar("T")

log = logging.getLogger("seventh.room")

MOST_WAITING = 100
"""More requests than this are refused: by then everybody has waited too long."""
REMEMBERED = 2_000
PATIENCE = 5.0
"""Seconds after which a request is refused; the answer is remembered for the next one."""

_encode = msgspec.json.Encoder().encode


class CoachDesk:
    """Computes coachings one after another, and remembers the latest."""

    def __init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = None
        self._waiting = 0
        self._known: OrderedDict[tuple[str, bytes], asyncio.Future[Coaching]] = OrderedDict()
        self._warm: set[str] = set()

    def warm_up(self, house: House) -> None:
        """Load the game's mathematics, so that the first decision does not wait for it."""
        if house.hash in self._warm:
            return
        if len(self._warm) >= REMEMBERED:
            self._warm.clear()
        self._warm.add(house.hash)
        self._submit(_load, house)

    async def coaching(self, house: House, view: Any, waits: bool = False) -> Coaching:
        """What the choices in a view are worth: computed from the view alone, which holds nothing hidden.

        `waits` is for work that nobody is waiting for: it takes as long as it takes.
        """
        key = (house.hash, _encode(view))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._submit(coaching, house, view)
            known.add_done_callback(lambda done: self._forget(key, done))
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(key)
        return await _in_time(known, None if waits else PATIENCE)

    async def work(self, do: Callable[..., T], *given: Any, seconds: float | None = None) -> T:
        """Have the thread do something else, within some seconds; the usual number by default."""
        return await _in_time(self._submit(do, *given), seconds or PATIENCE)

    def _submit(self, do: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        if self._waiting >= MOST_WAITING:
            raise RoomRefused(TOO_FAST, "too many people are asking the coach", "try again in a moment")
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")
        self._waiting += 1
        future = asyncio.get_running_loop().run_in_executor(self._thread, do, *given)
        future.add_done_callback(self._done)
        return future

    def _done(self, done: asyncio.Future[Any]) -> None:
        self._waiting -= 1
        if not done.cancelled():
            done.exception()  # retrieved here too, in case nobody waits any more

    def _forget(self, key: tuple[str, bytes], done: asyncio.Future[Coaching]) -> None:
        """A failure is not remembered."""
        if done.cancelled() or done.exception() is not None:
            self._known.pop(key, None)

    def close(self) -> None:
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)


async def _in_time(future: asyncio.Future[T], seconds: float | None) -> T:
    try:
        return await asyncio.wait_for(asyncio.shield(future), seconds)
    except TimeoutError:
        raise RoomRefused(FAILED, "the coach needs more time", "ask again in a moment") from None
    except RoomRefused:
        raise
    except Exception as error:  # a game's coach, which may be a plug-in's, must not end a connection
        log.error("a coach failed", exc_info=error)
        raise RoomRefused(FAILED, "internal error in the coach (logged)") from None


def _load(house: House) -> None:
    game = game_of(house)
    if game.coach is not None and game.mathematics is not None:
        game.mathematics.warm_up(house)
