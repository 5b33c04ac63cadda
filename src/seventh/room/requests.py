"""Answers clients' frames; a request with an id is carried out only once (R33)."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from seventh.room import frames
from seventh.room.floor_asks import AnyFloorAsk
from seventh.room.floor_requests import floor_handlers
from seventh.room.frames import AnyAsk, Described, Done, Pong, RefusedFrame, Tell
from seventh.room.people.accounts import Person
from seventh.room.refusals import FAILED, FORBIDDEN, MALFORMED, RoomRefused
from seventh.room.repeats import OTHER, other_request, was_done
from seventh.room.rounds.replaying import InconsistentRound
from seventh.room.store import AlreadyDone, AlreadyPosted, NotCommitted, StoreFailed
from seventh.room.tables.payout_preview import payout_preview
from seventh.room.tables.presence import Origin
from seventh.room.tables.viewers import Viewer

if TYPE_CHECKING:
    from seventh.room.room import Room
    from seventh.room.tables.table import LiveTable

_REMEMBERED = 20_000
_LONGEST_ID = 64
_NOT_SAVED = RoomRefused(FAILED, "this could not be saved; nothing has changed")


class Visitor(Viewer, Origin, Protocol):
    """A connection: whose it is, where it comes from, and how to send to it."""


class Requests:
    """Carries out clients' requests; `__init__` has the handler of each kind of frame."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._first: OrderedDict[tuple[str, str], tuple[Any, asyncio.Task[Tell]]] = OrderedDict()
        """The latest requests, each with its answer, by person and id."""
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
            frames.Coach: self._coach,
        }
        """Requests without an id, which are safe to repeat."""
        table = room.table
        self._once: dict[type, Callable[[Visitor, Person, Any], Awaitable[None]]] = {
            frames.Refill: lambda _, person, ask: room.people.refill(person, ask.id),
            frames.Sit: self._sit,
            frames.Leave: lambda _, person, ask: table(ask.table).seats.leave(person, ask.id),
            frames.SitOut: lambda _, person, ask: table(ask.table).seats.sit_out(person, ask.id),
            frames.SitIn: lambda _, person, ask: table(ask.table).seats.sit_in(person, ask.id),
            frames.GoOn: lambda _, person, ask: table(ask.table).breaks.go_on(person, ask.id),
            frames.Rebuy: lambda _, person, ask: table(ask.table).seats.rebuy(person, ask.id, ask.amount),
            frames.Queue: lambda _, person, ask: table(ask.table).seats.queue(person, ask.id, ask.buy_in),
            frames.Say: lambda _, person, ask: table(ask.table).chat.say(person, ask.id, ask.text),
            frames.Start: lambda _, person, ask: table(ask.table).hosting.start(person, ask.id),
            frames.Pause: lambda _, person, ask: table(ask.table).hosting.pause(person, ask.id),
            frames.Rename: lambda _, person, ask: table(ask.table).hosting.rename(person, ask.id, ask.name),
            frames.Bots: lambda _, person, ask: table(ask.table).hosting.set_bots(person, ask.id, ask.bots),
            frames.Kick: lambda _, person, ask: table(ask.table).hosting.kick(person, ask.id, ask.person),
            frames.LetIn: lambda _, person, ask: table(ask.table).hosting.let_in(person, ask.id, ask.person),
            frames.HandOver: lambda _, person, ask: table(ask.table).hosting.hand_over(person, ask.id, ask.person),
            frames.CloseTable: lambda _, person, ask: table(ask.table).hosting.close(person, ask.id),
            frames.Act: lambda _, person, ask: table(ask.table).decisions.act(person, ask),
            **floor_handlers(room),
        }
        """Requests with an id, which are carried out once."""

    async def answer(self, visitor: Visitor, ask: AnyAsk | AnyFloorAsk) -> Tell | None:
        """The answer to the client; others learn of the change from the table's frames."""
        repeatable = self._repeatable.get(type(ask))
        if repeatable is None:
            return await self._with_id(visitor, ask)
        try:
            return await repeatable(visitor, ask)
        except RoomRefused as refused:
            return refused.frame("")

    # Requests without an id.

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
        return payout_preview(self._watched(visitor, ask.table), ask, visitor.person)

    async def _describe(self, visitor: Visitor, ask: frames.Describe) -> Tell:
        return Described(ask.table, self._watched(visitor, ask.table).viewers.described(visitor))

    async def _coach(self, visitor: Visitor, ask: frames.Coach) -> Tell:
        return await self._watched(visitor, ask.table).coach.answer(self._who(visitor), ask)

    def _watched(self, visitor: Visitor, name: str) -> LiveTable:
        """A table that the visitor may watch."""
        table = self._room.table(name)
        if visitor not in table.viewers:
            raise RoomRefused(FORBIDDEN, "you are not watching this table; watch it first")
        return table

    # Requests with an id.

    async def _sit(self, visitor: Visitor, person: Person, ask: frames.Sit) -> None:
        seats = self._room.table(ask.table).seats
        await seats.sit(person, ask.id, ask.buy_in, ask.seat, visitor)
        if self._room.people.person(person.id).deleted:  # meanwhile: nobody else would give up the seat
            with contextlib.suppress(RoomRefused):
                await seats.leave(person, f"deleted:{token_hex(8)}")

    async def _with_id(self, visitor: Visitor, ask: Any) -> Tell:
        """The first answer, however often the request is repeated."""
        if not 1 <= len(ask.id) <= _LONGEST_ID:
            return RoomRefused(MALFORMED, "the request needs an id", f"1 to {_LONGEST_ID} characters").frame("")
        try:
            person = self._who(visitor)
        except RoomRefused as refused:
            return refused.frame(ask.id)
        key = (person.id, ask.id)
        known = self._first.get(key)
        if known is not None:
            if known[0] != ask:
                return other_request().frame(ask.id)
            answer = await asyncio.shield(known[1])
            return replace(answer, again=True) if isinstance(answer, Done) else answer
        # A client that loses its connection meanwhile repeats the request on the next one, and gets the answer.
        first = asyncio.get_running_loop().create_task(self._do_once(visitor, person, ask))
        self._first[key] = (ask, first)
        first.add_done_callback(lambda done: self._answered(key, done))
        while len(self._first) > _REMEMBERED:
            self._first.popitem(last=False)
        return await asyncio.shield(first)

    def _answered(self, key: tuple[str, str], done: asyncio.Task[Tell]) -> None:
        """A request that failed may be repeated with the same id, and so may the one whose id another request used."""
        answer = None if done.cancelled() or done.exception() is not None else done.result()
        if answer is None or (isinstance(answer, RefusedFrame) and (answer.code == FAILED or answer.why == OTHER)):
            self._first.pop(key, None)

    async def _do_once(self, visitor: Visitor, person: Person, ask: Any) -> Tell:
        try:
            await self._once[type(ask)](visitor, person, ask)
        except (AlreadyDone, AlreadyPosted):
            return self._if_done(person.id, ask) or _NOT_SAVED.frame(ask.id)
        except RoomRefused as refused:
            # After a restart a request may be repeated that was carried out before: stale now, but not refused then.
            return (refused.code != FAILED and self._if_done(person.id, ask)) or refused.frame(ask.id)
        except StoreFailed:
            return RoomRefused(FAILED, "the room cannot write to its storage; try again").frame(ask.id)
        except NotCommitted:
            return _NOT_SAVED.frame(ask.id)
        return Done(ask.id)

    def _if_done(self, person: str, ask: Any) -> Tell | None:
        """The answer to a request whose id is in the log: done, or refused if that was another request."""
        try:
            return Done(ask.id, again=True) if was_done(self._room.store, person, ask, self._room.key) else None
        except RoomRefused as refused:
            return refused.frame(ask.id)
        except (StoreFailed, InconsistentRound):
            return None

    def _who(self, visitor: Visitor) -> Person:
        if not visitor.person:
            raise RoomRefused(FORBIDDEN, "you need an account to play; enter as a guest or log in")
        person = self._room.people.person(visitor.person)
        if person.deleted:
            raise RoomRefused(FORBIDDEN, "this account has been deleted")
        return person
