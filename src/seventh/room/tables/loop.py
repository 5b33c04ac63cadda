"""The loop of a live table: one thing at a time, and nothing is told before it is committed.

Whatever changes a table is worked out in memory as a step, committed, adopted and told, in this order and under the
table's own lock. A refusal leaves everything as it was. A storage that does not write pauses the table (R21); any other
failure calls the round off and concerns no other table (R23).
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Alarm
from seventh.room.refusals import FAILED, NO_CHIPS, RoomRefused, by_the_rules
from seventh.room.store import AlreadyDone, AlreadyPosted, NotCommitted, NotEnough, StoreFailed
from seventh.room.tables.recovery import called_off, standing_of, without_round
from seventh.room.tables.standing import Standing, Step
from seventh.rounds.legal import Refused

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

log = logging.getLogger("seventh.room")

Make = Callable[[int], Step | None]
"""Works a step out for a moment; None if there is nothing to do. May be called again when a commit failed."""


class TableLoop:
    """Commits what is done at one table, looks at it when the clock has to, and brings it back when something fails."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._services = table.services
        self.paused = ""
        """Why the table stands still."""
        self.halted = ""
        """Why the table is closed for good until somebody looks after it."""
        self.failures = 0
        """How many rounds in a row have failed."""
        self.stopped = False
        self._lock = asyncio.Lock()
        self._alarm: Alarm | None = None
        self._rings_at = 0
        self._under_way: set[asyncio.Future[None]] = set()

    # One thing at a time.

    async def carry_out(self, make: Make) -> None:
        """Do what somebody asked for: work it out, commit it, adopt it, tell it. `RoomRefused` if it is not done."""
        await self._to_its_end(self._one_thing(make))

    async def _to_its_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for it. Who stops waiting, because the connection is gone, does not stop it: a step that is committed
        and not adopted would be made once more from the standing before it."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        try:
            await asyncio.shield(task)
        finally:
            del task  # a refusal that came through here would keep itself in memory by it

    def _ended(self, task: asyncio.Future[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left who wants to know

    async def _one_thing(self, make: Make) -> None:
        async with self._lock:
            if self.paused or self.halted:
                raise RoomRefused(FAILED, self._table.notice)
            try:
                await self._carry_out(make)
            finally:
                self.arm()  # also after a refusal: it may have paused the table, or called its round off

    async def _carry_out(self, make: Make) -> bool:
        try:
            return await self._commit(make)
        except Refused as refused:
            raise by_the_rules(refused) from None
        except NotEnough as error:
            whose = "the house" if error.account == "house" else "the wallet or the stack"
            raise RoomRefused(NO_CHIPS, f"{whose} does not hold enough chips for that") from None
        except (RoomRefused, AlreadyDone, AlreadyPosted):
            raise
        except StoreFailed as error:
            self._pause(error)
            raise RoomRefused(FAILED, self._table.notice) from None
        except Exception as error:
            await self.fail(error)
            raise RoomRefused(FAILED, "something went wrong at this table and its round was called off") from None

    async def _commit(self, make: Make) -> bool:
        table = self._table
        while True:
            at = self._services.clock.now()
            step = make(at)
            if step is None:
                return False
            seeds = table.seeds.waiting()
            if seeds:
                step = table.seeds.added_to(step, at)
            step = table.follow(step, at)
            try:
                await self._write(step)
            except NotEnough as error:
                # Chips that somebody asked for during the round are not in the wallet any more: the round ends without.
                kind, _, person = error.account.partition(":")
                session = table.standing.session
                if kind == "wallet" and any(s.player == person and s.buys for s in session.seats.values()):
                    table.standing = replace(table.standing, session=session.without_rebuy(person))
                    continue
                raise
            table.seeds.written(seeds)
            table.adopt(step, at)
            return True

    async def _write(self, step: Step) -> None:
        change = step.change
        if not step.standing.lasts_as(self._table.standing):
            values = {"id": self._table.id, "state": step.standing.kept()}
            change = change + Change(writes=(Write("set", "tables", values),))
        if change != _NOTHING:
            await self._services.cashier.commit(change)

    # Time.

    def arm(self) -> None:
        """Set the alarm for whatever has to happen next."""
        clock, retry = self._services.clock, self._services.settings.retry_storage
        at = None
        if not self.stopped and not self.halted:
            at = clock.now() + retry if self.paused else self._table.next_due()
        if self._alarm is not None:
            if at == self._rings_at:
                return
            self._alarm.cancel()
            self._alarm = None
        if at is not None:
            self._rings_at = at
            self._alarm = clock.call_at(at, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if not self.stopped:
            self._services.clock.spawn(self.tick())

    async def tick(self) -> None:
        """Do whatever is due."""
        await self._to_its_end(self._what_is_due())

    async def _what_is_due(self) -> None:
        async with self._lock:
            if self.stopped:
                return
            if self.paused:
                await self._try_again()
            for _ in range(_MOST_AT_ONCE):
                if self.paused or self.halted:
                    break
                try:
                    if not await self._carry_out(self._table.due):
                        break
                except (RoomRefused, NotCommitted) as error:
                    if not self.paused and not self.halted and getattr(error, "code", "") != FAILED:
                        await self.fail(error)  # nobody asked: what is due must be possible
            self.arm()

    # Failing.

    def _pause(self, error: StoreFailed) -> None:
        """Storage does not write: stand still, say so, and try again."""
        log.error("table paused", extra={"table": self._table.id, "error": str(error)})
        self.paused = "the room cannot write to its storage; the table goes on when it can"
        self._table.timing.stop()
        self._table.tell(Step(self._table.standing))
        self._services.changed()

    async def _try_again(self) -> None:
        """If storage writes again, go on from what it holds: what was under way may have come through or not."""
        entry = LogEntry("table_resumed", b"{}", self._services.clock.now(), self._table.id)
        try:
            await self._services.cashier.commit(Change(log=(entry,)))
            self._services.cashier.forget()
            standing = await self._taken_up()
        except StoreFailed:
            return
        except Exception as error:
            await self.fail(error)
            return
        self.paused = ""
        log.info("table goes on", extra={"table": self._table.id})
        before, self._table.standing = self._table.standing, standing
        self._table.changed_from(before, self._services.clock.now())
        self._table.tell(Step(standing))
        self._services.changed()

    async def fail(self, error: BaseException) -> None:
        """Something that should not happen: call the round off, put every chip back, write it down, go on (R23)."""
        where = traceback.extract_tb(error.__traceback__)[-1:]
        place = f"{where[0].filename.rpartition('/')[2]}:{where[0].lineno}" if where else ""
        # The words of the error stay out of logs: they could name cards.
        log.error("table failed", extra={"table": self._table.id, "error": type(error).__name__, "place": place})
        self.failures += 1
        at = self._services.clock.now()
        try:
            step = self._called_off(type(error).__name__, place, at)
            await self._write(step)
        except StoreFailed as failed:
            self._pause(failed)
            return
        except Exception as second:
            log.critical("table halted", extra={"table": self._table.id, "error": type(second).__name__})
            self._halt()
            return
        try:
            self._table.adopt(step, at)
        except Exception as third:
            log.critical("table halted", extra={"table": self._table.id, "error": type(third).__name__})
            self._halt()
            return
        if self.failures >= self._services.settings.failures_until_closed:
            self._halt()

    def _called_off(self, error: str, place: str, at: int) -> Step:
        live = self._table.standing.live
        body = msgspec.json.encode({"error": error, "place": place})
        entry = LogEntry("table_failed", body, at, self._table.id, live.id if live else None)
        step = Step(self._table.standing, Change(log=(entry,)))
        if live is None:
            return step
        reason = "a fault at the table"
        try:
            after, change, events = live.void(reason, at)
            if not after.over:
                raise ValueError("the rules did not end the round")
        except Exception:
            after, change, events = live.void_by_ledger(reason, at)
        return self._table.finished(step.then(replace(self._table.standing, live=after), change, events), at)

    def _halt(self) -> None:
        self.halted = "this table is out of order; its chips are safe and other tables play on"
        self._table.timing.stop()
        self._table.tell(Step(self._table.standing))
        self._services.changed()

    # Starting and stopping.

    async def _taken_up(self) -> Standing:
        """The table as storage has it; a round that does not fit together is called off, and every chip goes back."""
        services, at = self._services, self._services.clock.now()
        try:
            return standing_of(services.store, self._table.id, self._table.empty_session())
        except StoreFailed:
            raise
        except Exception as error:
            log.error("table could not be taken up", extra={"table": self._table.id, "error": type(error).__name__})
            body = msgspec.json.encode({"error": type(error).__name__})
            change = called_off(services.store, self._table.id, at)
            await services.cashier.commit(change + Change(log=(LogEntry("table_failed", body, at, self._table.id),)))
            standing = without_round(services.store, self._table.id, self._table.empty_session())
            values = {"id": self._table.id, "state": standing.kept()}
            await services.cashier.commit(Change(writes=(Write("set", "tables", values),)))
            return standing

    async def start(self) -> None:
        """Take the table up where storage has it."""
        async with self._lock:
            self.stopped = False
            self._table.take_up(await self._taken_up())
        await self.tick()

    async def stop(self) -> None:
        """Do nothing more; a round in progress is in storage and goes on at the next start."""
        async with self._lock:
            self.stopped = True
            self.arm()


_NOTHING = Change()
_MOST_AT_ONCE = 100
"""More steps than this at one moment means that the table runs in circles."""
