"""From a frame that somebody sent to the answer that goes back, each ask with an id once (R33)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec.structs import replace

from seventh.room import frames
from seventh.room.frames import Done, RefusedFrame, Tell
from seventh.room.people.accounts import Person
from seventh.room.people.people import People
from seventh.room.reading import is_done
from seventh.room.refusals import FAILED, FORBIDDEN, MALFORMED, RoomRefused
from seventh.room.store import AlreadyDone, AlreadyPosted, NotCommitted, Store, StoreFailed
from seventh.room.tables.coming import Origin
from seventh.room.tables.table import LiveTable
from seventh.room.tables.viewers import Viewer

_REMEMBERED = 20_000
_LONGEST_ID = 64

AskAtTable = frames.Sit | frames.Leave | frames.SitOut | frames.SitIn | frames.Rebuy | frames.Queue | frames.Act
AskWithId = AskAtTable | frames.Refill


class Visitor(Viewer, Origin, Protocol):
    """A connection: whose it is, where it comes from, and how to tell it something."""


class Answering:
    """Answers asks about tables and the wallet."""

    def __init__(self, store: Store, table: Callable[[str], LiveTable], people: People) -> None:
        self._store = store
        self._table = table
        self._people = people
        self._first: OrderedDict[tuple[str, str], asyncio.Task[Tell]] = OrderedDict()

    async def without_id(self, visitor: Visitor, ask: frames.Seed | frames.Ready) -> Tell | None:
        """Asks that can be repeated without harm."""
        try:
            person, table = self._who(visitor), self._table(ask.table)
            if isinstance(ask, frames.Seed):
                await table.seed(person, ask.round, ask.seed)
            else:
                await table.say_ready(person, ask.round)
        except RoomRefused as refused:
            return refused.frame("")
        return None

    async def with_id(self, visitor: Visitor, ask: AskWithId) -> Tell:
        """The first answer, whenever and however often it is asked."""
        if not 1 <= len(ask.id) <= _LONGEST_ID:
            return RoomRefused(MALFORMED, "an ask has an id", f"1 to {_LONGEST_ID} characters").frame("")
        try:
            person = self._who(visitor)
        except RoomRefused as refused:
            return refused.frame(ask.id)
        key = (person.id, ask.id)
        first = self._first.get(key)
        if first is not None:
            answer = await asyncio.shield(first)
            return replace(answer, again=True) if isinstance(answer, Done) else answer
        # Whose connection is lost meanwhile asks again on the next one, and finds the answer there.
        first = self._first[key] = asyncio.get_running_loop().create_task(self._answer(visitor, person, ask))
        first.add_done_callback(lambda done: self._answered(key, done))
        while len(self._first) > _REMEMBERED:
            self._first.popitem(last=False)
        return await asyncio.shield(first)

    def _answered(self, key: tuple[str, str], done: asyncio.Task[Tell]) -> None:
        """What failed may be asked again with the same id."""
        answer = None if done.cancelled() or done.exception() is not None else done.result()
        if answer is None or (isinstance(answer, RefusedFrame) and answer.code == FAILED):
            self._first.pop(key, None)

    async def _answer(self, visitor: Visitor, person: Person, ask: AskWithId) -> Tell:
        try:
            await self._do(visitor, person, ask)
        except (AlreadyDone, AlreadyPosted):
            return Done(ask.id, again=True)
        except RoomRefused as refused:
            # After a restart an ask may come again that was done before: it is stale now, and was not refused then.
            if refused.code != FAILED and self._was_done(person.id, ask.id):
                return Done(ask.id, again=True)
            return refused.frame(ask.id)
        except StoreFailed:
            return RoomRefused(FAILED, "the room cannot write to its storage", "ask again").frame(ask.id)
        except NotCommitted:
            return RoomRefused(FAILED, "that could not be written down, and nothing has changed").frame(ask.id)
        return Done(ask.id)

    def _was_done(self, person: str, ask: str) -> bool:
        try:
            return is_done(self._store, person, ask)
        except StoreFailed:
            return False

    def _do(self, visitor: Visitor, person: Person, ask: AskWithId) -> Awaitable[None]:
        if isinstance(ask, frames.Refill):
            return self._people.refill(person, ask.id)
        table = self._table(ask.table)
        match ask:
            case frames.Sit():
                return table.sit(person, ask.id, ask.buy_in, ask.seat, visitor)
            case frames.Leave():
                return table.leave(person, ask.id)
            case frames.SitOut():
                return table.sit_out(person, ask.id)
            case frames.SitIn():
                return table.sit_in(person, ask.id)
            case frames.Rebuy():
                return table.rebuy(person, ask.id, ask.amount)
            case frames.Queue():
                return table.queue(person, ask.id, ask.buy_in)
            case frames.Act():
                return table.act(person, ask)

    def _who(self, visitor: Visitor) -> Person:
        if not visitor.person:
            raise RoomRefused(FORBIDDEN, "watching needs no account, playing does", "be a guest, or log in")
        person = self._people.person(visitor.person)
        if person.deleted:
            raise RoomRefused(FORBIDDEN, "this account is deleted")
        return person
