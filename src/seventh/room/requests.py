"""From a frame that somebody sent to the answer that goes back, each ask with an id once (R33)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from seventh.room import frames
from seventh.room.frames import AnyAsk, Described, Done, Pong, RefusedFrame, Tell
from seventh.room.people.accounts import Person
from seventh.room.reading import is_done
from seventh.room.refusals import FAILED, FORBIDDEN, MALFORMED, RoomRefused
from seventh.room.store import AlreadyDone, AlreadyPosted, NotCommitted, StoreFailed
from seventh.room.tables.presence import Origin
from seventh.room.tables.viewers import Viewer
from seventh.room.tables.weighing import weighed

if TYPE_CHECKING:
    from seventh.room.room import Room
    from seventh.room.tables.table import LiveTable

_REMEMBERED = 20_000
_LONGEST_ID = 64


class Visitor(Viewer, Origin, Protocol):
    """A connection: whose it is, where it comes from, and how to tell it something."""


class Requests:
    """Does what clients ask of a room. Which frame is answered how is said once, in `__init__`."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._first: OrderedDict[tuple[str, str], asyncio.Task[Tell]] = OrderedDict()
        self._repeatable: dict[type, Callable[[Visitor, Any], Awaitable[Tell | None]]] = {
            frames.Ping: self._ping,
            frames.Hello: self._hello,
            frames.WatchLobby: self._watch_lobby,
            frames.Watch: self._watch,
            frames.Unwatch: self._unwatch,
            frames.Seed: self._seed,
            frames.Ready: self._ready,
            frames.Weigh: self._weigh,
            frames.Describe: self._describe,
        }
        """Asks without an id, which can be repeated without harm."""
        table = room.table
        self._once: dict[type, Callable[[Visitor, Person, Any], Awaitable[None]]] = {
            frames.Refill: lambda _, person, ask: room.people.refill(person, ask.id),
            frames.Sit: lambda visitor, person, ask: table(ask.table).seats.sit(
                person, ask.id, ask.buy_in, ask.seat, visitor
            ),
            frames.Leave: lambda _, person, ask: table(ask.table).seats.leave(person, ask.id),
            frames.SitOut: lambda _, person, ask: table(ask.table).seats.sit_out(person, ask.id),
            frames.SitIn: lambda _, person, ask: table(ask.table).seats.sit_in(person, ask.id),
            frames.Rebuy: lambda _, person, ask: table(ask.table).seats.rebuy(person, ask.id, ask.amount),
            frames.Queue: lambda _, person, ask: table(ask.table).seats.queue(person, ask.id, ask.buy_in),
            frames.Act: lambda _, person, ask: table(ask.table).decisions.act(person, ask),
        }
        """Asks with an id, which are done once."""

    async def answer(self, visitor: Visitor, ask: AnyAsk) -> Tell | None:
        """The answer for the client that asks; everybody else is told by frames of the table."""
        repeatable = self._repeatable.get(type(ask))
        if repeatable is None:
            return await self._with_id(visitor, ask)
        try:
            return await repeatable(visitor, ask)
        except RoomRefused as refused:
            return refused.frame("")

    # Asks without an id.

    async def _ping(self, _: Visitor, ask: frames.Ping) -> Tell:
        return Pong(ask.n, self._room.clock.now())

    async def _hello(self, visitor: Visitor, _: frames.Hello) -> Tell:
        return self._room.welcome(visitor)

    async def _watch_lobby(self, visitor: Visitor, _: frames.WatchLobby) -> None:
        self._room.lobby.watch(visitor)

    async def _watch(self, visitor: Visitor, ask: frames.Watch) -> None:
        await self._room.watch(visitor, ask.table, ask.invitation, ask.words)

    async def _unwatch(self, visitor: Visitor, ask: frames.Unwatch) -> None:
        await self._room.unwatch(visitor, ask.table)

    async def _seed(self, visitor: Visitor, ask: frames.Seed) -> None:
        await self._room.table(ask.table).seeds.give(self._who(visitor), ask.round, ask.seed)

    async def _ready(self, visitor: Visitor, ask: frames.Ready) -> None:
        await self._room.table(ask.table).decisions.say_ready(self._who(visitor), ask.round)

    async def _weigh(self, visitor: Visitor, ask: frames.Weigh) -> Tell:
        return weighed(self._watched(visitor, ask.table), ask, visitor.person)

    async def _describe(self, visitor: Visitor, ask: frames.Describe) -> Tell:
        return Described(ask.table, self._watched(visitor, ask.table).viewers.described(visitor))

    def _watched(self, visitor: Visitor, name: str) -> LiveTable:
        """A table that the visitor may look at."""
        table = self._room.table(name)
        if visitor not in table.viewers:
            raise RoomRefused(FORBIDDEN, "you do not watch this table", "watch it first")
        return table

    # Asks with an id.

    async def _with_id(self, visitor: Visitor, ask: Any) -> Tell:
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
        first = self._first[key] = asyncio.get_running_loop().create_task(self._do_once(visitor, person, ask))
        first.add_done_callback(lambda done: self._answered(key, done))
        while len(self._first) > _REMEMBERED:
            self._first.popitem(last=False)
        return await asyncio.shield(first)

    def _answered(self, key: tuple[str, str], done: asyncio.Task[Tell]) -> None:
        """What failed may be asked again with the same id."""
        answer = None if done.cancelled() or done.exception() is not None else done.result()
        if answer is None or (isinstance(answer, RefusedFrame) and answer.code == FAILED):
            self._first.pop(key, None)

    async def _do_once(self, visitor: Visitor, person: Person, ask: Any) -> Tell:
        try:
            await self._once[type(ask)](visitor, person, ask)
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
            return is_done(self._room.store, person, ask)
        except StoreFailed:
            return False

    def _who(self, visitor: Visitor) -> Person:
        if not visitor.person:
            raise RoomRefused(FORBIDDEN, "watching needs no account, playing does", "be a guest, or log in")
        person = self._room.people.person(visitor.person)
        if person.deleted:
            raise RoomRefused(FORBIDDEN, "this account is deleted")
        return person
