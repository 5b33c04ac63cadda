"""The loop of a live table: one change at a time, and nothing is sent before it is committed.

Each change to a table is computed in memory as a step, then committed, applied and sent to viewers, in this order and
under the table's lock. A refusal changes nothing. If storage cannot be written, the table pauses (R21); any other
failure voids the round and does not affect other tables (R23).
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
from seventh.room.rounds.rounds import SealedRound
from seventh.room.store import AlreadyDone, AlreadyPosted, NotCommitted, NotEnough, StoreFailed
from seventh.room.tables.recovery import called_off, snapshot_of, without_round
from seventh.room.tables.snapshot import Snapshot, Step
from seventh.rounds.legal import Refused

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

log = logging.getLogger("seventh.room")

Make = Callable[[int], Step | None]
"""Computes a step at a given time; None if there is nothing to do. May be called again if a commit fails."""


class TableLoop:
    """Commits the changes of one table, wakes up when something is due, and recovers from failures."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._services = table.services
        self.paused = ""
        """Why the table is paused; empty if it is not."""
        self.halted = ""
        """Why the table is out of order until an operator looks at it; empty if it is not."""
        self.failures = 0
        """The number of consecutive failed rounds."""
        self.stopped = False
        self._lock = asyncio.Lock()
        self._alarm: Alarm | None = None
        self._rings_at = 0
        self._under_way: set[asyncio.Future[None]] = set()

    # One change at a time.

    async def carry_out(self, make: Make) -> None:
        """Carry out a request: compute the step, commit it, apply it, send it. Raises `RoomRefused`."""
        await self._shielded(self._run_locked(make))

    async def _shielded(self, work: Coroutine[Any, Any, None]) -> None:
        """Await the work, shielded from cancellation, such as by a lost connection: a step that was committed but not
        applied would be computed again from the previous snapshot."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        try:
            await asyncio.shield(task)
        finally:
            del task  # otherwise a refusal raised here would be in a reference cycle

    def _ended(self, task: asyncio.Future[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # there may be no caller left to retrieve it

    async def _run_locked(self, make: Make) -> None:
        async with self._lock:
            if self.paused or self.halted:
                raise RoomRefused(FAILED, self._table.notice)
            try:
                await self._carry_out(make)
            finally:
                self._release_claims()
                self.arm()  # also after a refusal: it may have paused the table or voided its round

    async def _carry_out(self, make: Make) -> bool:
        try:
            return await self._commit(make)
        except Refused as refused:
            raise by_the_rules(refused) from None
        except NotEnough as error:
            whose = "the house does" if error.account == "house" else "you do"
            raise RoomRefused(NO_CHIPS, f"{whose} not have enough chips for that") from None
        except (RoomRefused, AlreadyDone):
            raise
        except (StoreFailed, AlreadyPosted) as error:  # a transfer that we do not know of: resume from what is stored
            self._pause(error)
            raise RoomRefused(FAILED, self._table.notice) from None
        except Exception as error:
            await self.fail(error)
            raise RoomRefused(FAILED, "internal error at this table; the round was voided") from None

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
                # Chips for a rebuy requested during the round are no longer in the wallet: finish the round without it.
                kind, _, person = error.account.partition(":")
                session = table.snapshot.session
                if kind == "wallet" and any(s.player == person and s.buys for s in session.seats.values()):
                    table.snapshot = replace(table.snapshot, session=session.without_rebuy(person))
                    continue
                raise
            table.seeds.written(seeds)
            self._adopt(step, at)
            return True

    def _adopt(self, step: Step, asked: int) -> None:
        """Apply a committed step now: clocks start when the question can be told, and do not run during a commit."""
        now = self._services.clock.now()
        self._table.extend_clocks(now - asked)
        self._table.adopt(step, now)

    async def _write(self, step: Step) -> None:
        change = step.change
        if not step.snapshot.stores_same_as(self._table.snapshot):
            values = {"id": self._table.id, "state": step.snapshot.stored()}
            change = change + Change(writes=(Write("set", "tables", values),))
        if change != _NOTHING:
            await self._services.cashier.commit(change)

    # Time.

    def arm(self) -> None:
        """Set the alarm for the next thing due."""
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
        """Do everything that is due."""
        await self._shielded(self._what_is_due())

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
                        await self.fail(error)  # not a client's request: what is due must be possible
            self._release_claims()
            self.arm()

    def _release_claims(self) -> None:
        """What was allowed at this table within a person's limits is committed by now, or will not be."""
        if self._services.gate.guard is not None:
            self._services.gate.guard.release(self._table.id)

    # Failures.

    def _pause(self, error: NotCommitted) -> None:
        """Storage cannot be written: pause, tell the viewers, and retry."""
        log.error("table paused", extra={"table": self._table.id, "error": str(error)})
        self.paused = "the room cannot write to its storage; play resumes when it can"
        self._table.timing.stop()
        self._table.tell(Step(self._table.snapshot))
        self._services.changed()

    async def _try_again(self) -> None:
        """Once storage can be written again, resume from its contents: the pending change may or may not be there."""
        entry = LogEntry("table_resumed", b"{}", self._services.clock.now(), self._table.id)
        try:
            await self._services.cashier.commit(Change(log=(entry,)))
            self._services.cashier.forget()
            snapshot = await self._restored()
        except StoreFailed:
            return
        except Exception as error:
            await self.fail(error)
            return
        self.paused = ""
        log.info("table resumed", extra={"table": self._table.id})
        before, self._table.snapshot = self._table.snapshot, snapshot
        self._table.breaks.adopted(before)
        self._table.changed_from(before, self._services.clock.now())
        self._table.tell(Step(snapshot))
        self._services.changed()

    async def fail(self, error: BaseException) -> None:
        """Handle an internal error: void the round, return every chip, log the error, continue (R23)."""
        where = traceback.extract_tb(error.__traceback__)[-1:]
        place = f"{where[0].filename.rpartition('/')[2]}:{where[0].lineno}" if where else ""
        # The message stays out of the log: it could name cards.
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
            self._adopt(step, at)
        except Exception as third:
            log.critical("table halted", extra={"table": self._table.id, "error": type(third).__name__})
            self._halt()
            return
        if self.failures >= self._services.settings.failures_until_closed:
            self._halt()

    def _called_off(self, error: str, place: str, at: int) -> Step:
        live = self._table.snapshot.live
        body = msgspec.json.encode({"error": error, "place": place})
        entry = LogEntry("table_failed", body, at, self._table.id, live.id if live else None)
        step = Step(self._table.snapshot, Change(log=(entry,)))
        if live is None:
            return step
        reason = "internal error"
        try:
            after, change, events = live.void(reason, at)
            if not after.over:
                raise ValueError("the rules did not end the round")
        except Exception:
            after, change, events = live.void_by_ledger(reason, at)
        return self._table.finished(step.then(replace(self._table.snapshot, live=after), change, events), at)

    def _halt(self) -> None:
        self.halted = "this table is out of order; its chips are safe, and other tables are not affected"
        self._table.timing.stop()
        self._table.tell(Step(self._table.snapshot))
        self._services.changed()

    # Starting and stopping.

    async def _restored(self) -> Snapshot:
        """Load the table from storage; an inconsistent round is voided and every chip returned."""
        services, at = self._services, self._services.clock.now()
        try:
            return snapshot_of(services.store, self._table.id, self._table.empty_session(), services.key)
        except StoreFailed:
            raise
        except Exception as error:
            log.error("table could not be resumed", extra={"table": self._table.id, "error": type(error).__name__})
            body = msgspec.json.encode({"error": type(error).__name__})
            sealed = isinstance(error, SealedRound)
            reason = "the key to its seed is missing" if sealed else "the round could not be resumed"
            change = called_off(services.store, self._table.id, at, reason, services.key)
            await services.cashier.commit(change + Change(log=(LogEntry("table_failed", body, at, self._table.id),)))
            snapshot = without_round(services.store, self._table.id, self._table.empty_session())
            values = {"id": self._table.id, "state": snapshot.stored()}
            await services.cashier.commit(Change(writes=(Write("set", "tables", values),)))
            return snapshot

    async def start(self) -> None:
        """Resume the table from storage."""
        async with self._lock:
            self.stopped = False
            self._table.restore(await self._restored())
        await self.tick()

    async def stop(self) -> None:
        """Stop; a round in progress is in storage and resumes at the next start."""
        async with self._lock:
            self.stopped = True
            self.arm()


_NOTHING = Change()
_MOST_AT_ONCE = 100
"""More steps than this at one time means that the table is in an endless loop."""
