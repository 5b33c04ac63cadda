"""The heart of a live table: one thing at a time, and nothing is told before it is committed.

Whatever changes a table is worked out in memory as a step, committed, adopted and told, in this order and under the
table's own lock. A refusal leaves everything as it was. A storage that does not write pauses the table (R21); any other
failure calls the round off and concerns no other table (R23).
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.room.changes import Change, LogEntry, Write
from seventh.room.clock import Alarm
from seventh.room.refusals import FAILED, NO_CHIPS, RoomRefused, by_the_rules
from seventh.room.store import AlreadyDone, AlreadyPosted, NotCommitted, NotEnough, StoreFailed
from seventh.room.tables.recovery import called_off, standing_of, without_round
from seventh.room.tables.standing import Standing, Step
from seventh.room.tables.table_state import Services, TableRow, TableState
from seventh.rounds.legal import Refused

log = logging.getLogger("seventh.room")

Make = Callable[[int], Step | None]
"""Works a step out for a moment; None if there is nothing to do. May be called again when a commit failed."""


class TableCore(TableState):
    """Committing, telling, failing and coming back: what tables of all games have in common."""

    def __init__(self, services: Services, row: TableRow) -> None:
        super().__init__(services, row)
        self.failures = 0
        self._lock = asyncio.Lock()
        self._alarm: Alarm | None = None
        self._rings_at = 0
        self._stopped = False
        self._under_way: set[asyncio.Future[None]] = set()
        self.seeds: dict[int, tuple[str, bytes]] = {}
        """People's parts of the shuffle that are not written yet: the round and the seed, by seat."""

    # What each kind of table says.

    @abstractmethod
    def follow(self, step: Step, at: int) -> Step:
        """Everything that follows without anybody's decision, to be committed together with the step."""

    @abstractmethod
    def with_seeds(self, step: Step, at: int) -> Step:
        """The step with people's parts of the shuffle that came meanwhile."""

    @abstractmethod
    def due(self, at: int) -> Step | None:
        """What has to happen now because of the time, if anything."""

    @abstractmethod
    def next_due(self) -> int | None:
        """When the clock has to look at the table again."""

    @abstractmethod
    def adopted(self, before: Standing, at: int) -> None:
        """The standing has changed: bring the clocks up to date."""

    @abstractmethod
    def finished(self, step: Step, at: int) -> Step:
        """Take over the result of a round that is over."""

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
                raise RoomRefused(FAILED, self.notice)
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
            raise RoomRefused(FAILED, self.notice) from None
        except Exception as error:
            await self._fail(error)
            raise RoomRefused(FAILED, "something went wrong at this table and its round was called off") from None

    async def _commit(self, make: Make) -> bool:
        while True:
            at = self.services.clock.now()
            step = make(at)
            if step is None:
                return False
            seeds = dict(self.seeds)
            if seeds:
                step = self.with_seeds(step, at)
            step = self.follow(step, at)
            try:
                await self._write(step)
            except NotEnough as error:
                # Chips that somebody asked for during the round are not in the wallet any more: the round ends without.
                kind, _, person = error.account.partition(":")
                session = self.standing.session
                if kind == "wallet" and any(s.player == person and s.buys for s in session.seats.values()):
                    self.standing = replace(self.standing, session=session.without_rebuy(person))
                    continue
                raise
            self.seeds = {seat: given for seat, given in self.seeds.items() if seeds.get(seat) is not given}
            self._adopt(step, at)
            return True

    async def _write(self, step: Step) -> None:
        change = step.change
        if not step.standing.lasts_as(self.standing):
            values = {"id": self.id, "state": step.standing.kept()}
            change = change + Change(writes=(Write("set", "tables", values),))
        if change != _NOTHING:
            await self.services.cashier.commit(change)

    def _adopt(self, step: Step, at: int) -> None:
        before, self.standing = self.standing, step.standing
        for seat, chair in before.chairs.items():
            now = self.standing.chairs.get(seat)
            if now is not None and now.person == chair.person:
                continue
            self.timing.leaves(seat)
            self.ready.discard(seat)
            self.away.pop(seat, None)
        if before.chairs is not self.standing.chairs:
            people = [chair for chair in self.standing.chairs.values() if not chair.bot]
            self.idle_since = 0 if people else self.idle_since or at
        self.adopted(before, at)
        self.tell(step)
        if before.session is not self.standing.session or before.queue is not self.standing.queue:
            self.services.changed()

    # Time.

    def arm(self) -> None:
        """Set the alarm for whatever has to happen next."""
        if self._stopped or self.halted:
            at = None
        else:
            at = self.services.clock.now() + self.services.settings.retry_storage if self.paused else self.next_due()
        if self._alarm is not None:
            if at == self._rings_at:
                return
            self._alarm.cancel()
            self._alarm = None
        if at is not None:
            self._rings_at = at
            self._alarm = self.services.clock.call_at(at, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if not self._stopped:
            self.services.clock.spawn(self.tick())

    async def tick(self) -> None:
        """Do whatever is due."""
        await self._to_its_end(self._what_is_due())

    async def _what_is_due(self) -> None:
        async with self._lock:
            if self._stopped:
                return
            if self.paused:
                await self._try_again()
            for _ in range(_MOST_AT_ONCE):
                if self.paused or self.halted:
                    break
                try:
                    if not await self._carry_out(self.due):
                        break
                except (RoomRefused, NotCommitted) as error:
                    if not self.paused and not self.halted and getattr(error, "code", "") != FAILED:
                        await self._fail(error)  # nobody asked: what is due must be possible
            self.arm()

    # Failing.

    def _pause(self, error: StoreFailed) -> None:
        """Storage does not write: stand still, say so, and try again."""
        log.error("table paused", extra={"table": self.id, "error": str(error)})
        self.paused = "the room cannot write to its storage; the table goes on when it can"
        self.timing.stop()
        self.tell(Step(self.standing))
        self.services.changed()

    async def _try_again(self) -> None:
        """If storage writes again, go on from what it holds: what was under way may have come through or not."""
        entry = LogEntry("table_resumed", b"{}", self.services.clock.now(), self.id)
        try:
            await self.services.cashier.commit(Change(log=(entry,)))
            self.services.cashier.forget()
            standing = await self._taken_up()
        except StoreFailed:
            return
        except Exception as error:
            await self._fail(error)
            return
        self.paused = ""
        log.info("table goes on", extra={"table": self.id})
        before, self.standing = self.standing, standing
        self.adopted(before, self.services.clock.now())
        self.tell(Step(self.standing))
        self.services.changed()

    async def _fail(self, error: BaseException) -> None:
        """Something that should not happen: call the round off, put every chip back, write it down, go on (R23)."""
        where = traceback.extract_tb(error.__traceback__)[-1:]
        place = f"{where[0].filename.rpartition('/')[2]}:{where[0].lineno}" if where else ""
        # The words of the error stay out of logs: they could name cards.
        log.error("table failed", extra={"table": self.id, "error": type(error).__name__, "place": place})
        self.failures += 1
        at = self.services.clock.now()
        try:
            step = self._called_off(type(error).__name__, place, at)
            await self._write(step)
        except StoreFailed as failed:
            self._pause(failed)
            return
        except Exception as second:
            log.critical("table halted", extra={"table": self.id, "error": type(second).__name__})
            self._halt()
            return
        try:
            self._adopt(step, at)
        except Exception as third:
            log.critical("table halted", extra={"table": self.id, "error": type(third).__name__})
            self._halt()
            return
        if self.failures >= self.services.settings.failures_until_closed:
            self._halt()

    def _called_off(self, error: str, place: str, at: int) -> Step:
        live = self.standing.live
        body = msgspec.json.encode({"error": error, "place": place})
        entry = LogEntry("table_failed", body, at, self.id, live.id if live else None)
        step = Step(self.standing, Change(log=(entry,)))
        if live is None:
            return step
        reason = "a fault at the table"
        try:
            after, change, events = live.void(reason, at)
            if not after.over:
                raise ValueError("the rules did not end the round")
        except Exception:
            after, change, events = live.void_by_ledger(reason, at)
        return self.finished(step.then(replace(self.standing, live=after), change, events), at)

    def _halt(self) -> None:
        self.halted = "this table is out of order; its chips are safe and other tables play on"
        self.timing.stop()
        self.tell(Step(self.standing))
        self.services.changed()

    # Starting and stopping.

    async def _taken_up(self) -> Standing:
        """The table as storage has it; a round that does not fit together is called off, and every chip goes back."""
        services, at = self.services, self.services.clock.now()
        try:
            return standing_of(services.store, self.id, self.empty_session())
        except StoreFailed:
            raise
        except Exception as error:
            log.error("table could not be taken up", extra={"table": self.id, "error": type(error).__name__})
            body = msgspec.json.encode({"error": type(error).__name__})
            change = called_off(services.store, self.id, at)
            await services.cashier.commit(change + Change(log=(LogEntry("table_failed", body, at, self.id),)))
            standing = without_round(services.store, self.id, self.empty_session())
            values = {"id": self.id, "state": standing.kept()}
            await services.cashier.commit(Change(writes=(Write("set", "tables", values),)))
            return standing

    async def start(self) -> None:
        """Take the table up where storage has it."""
        async with self._lock:
            self._stopped = False
            now = self.services.clock.now()
            before = self.standing
            self.standing = await self._taken_up()
            for seat, chair in self.standing.chairs.items():
                self.timing.sits(seat)
                if not chair.bot:
                    self.away[seat] = now
            self.idle_since = 0 if any(not c.bot for c in self.standing.chairs.values()) else now
            self.adopted(before, now)
            self.tell(Step(self.standing))
        await self.tick()

    async def stop(self) -> None:
        """Do nothing more; a round in progress is in storage and goes on at the next start."""
        async with self._lock:
            self._stopped = True
            self.viewers.close()
            self.arm()


_NOTHING = Change()
_MOST_AT_ONCE = 100
"""More steps than this at one moment means that the table runs in circles."""
