"""Manual changes of chips: one member of the staff proposes, another approves, and only then it is posted (R37)."""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from seventh.games import GAMES, book_house
from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.floor_asks import DecideAdjustment, ProposeAdjustment, reason
from seventh.room.ledger import MINT, wallet
from seventh.room.people.accounts import Person
from seventh.room.queries import rows
from seventh.room.refusals import FORBIDDEN, MALFORMED, NO_CHIPS, NOT_NOW, UNKNOWN, RoomRefused
from seventh.room.store import AlreadyPosted, Broken, NotEnough
from seventh.room.store.schema import adjustment_decisions, adjustments

if TYPE_CHECKING:
    from seventh.room.room import Room

LIFE = 86_400_000
"""How long a proposal can be approved, in milliseconds."""
MOST = 10**12

PENDING, APPROVED, DECLINED, EXPIRED = "pending", "approved", "declined", "expired"


class Adjustment(Struct, frozen=True):
    """A proposed change of chips, and what became of it."""

    id: str
    person: str
    amount: int
    why: str
    by: str
    """Who proposed it."""
    at: int
    expires: int
    state: str
    """pending, approved, declined or expired."""
    decided_by: str = ""
    decided: int = 0


class Adjustments:
    """The manual changes of chips in one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = asyncio.Lock()

    def latest(self, limit: int = 100) -> list[Adjustment]:
        """The latest proposals, newest first."""
        query = _BOTH.order_by(adjustments.c.at.desc(), adjustments.c.id).limit(limit)
        return [self._read(row) for row in rows(self._room.store, query)]

    def one(self, name: str) -> Adjustment:
        found = rows(self._room.store, _BOTH.where(adjustments.c.id == name))
        if not found:
            raise RoomRefused(UNKNOWN, f"there is no adjustment {name!r}")
        return self._read(found[0])

    def _read(self, row: Any) -> Adjustment:
        if row.decided_by is not None:
            state = APPROVED if row.approved else DECLINED
        else:
            state = EXPIRED if row.expires <= self._room.clock.now() else PENDING
        told = (row.decided_by or "", row.decided or 0)
        return Adjustment(row.id, row.person, row.amount, row.why, row.by, row.at, row.expires, state, *told)

    async def propose(self, person: Person, ask: ProposeAdjustment) -> None:
        """Propose a change; nothing moves until somebody else approves it."""
        why, whom = reason(ask.why), self._room.people.person(ask.person)
        if type(ask.amount) is not int or not 1 <= abs(ask.amount) <= MOST:
            money = book_house(next(iter(GAMES))).money
            raise RoomRefused(
                MALFORMED, f"the amount cannot be {money(ask.amount)}", f"{money(1)} to {money(MOST)}, or negative"
            )
        if whom.id == person.id:
            raise RoomRefused(FORBIDDEN, "nobody can adjust their own chips")
        if whom.bot or whom.deleted:
            raise RoomRefused(NOT_NOW, "only a person's chips can be adjusted")
        at, name = self._room.clock.now(), token_hex(6)
        row = {
            "id": name, "person": whom.id, "amount": ask.amount, "why": why, "by": person.id, "at": at,
            "expires": at + LIFE,
        }  # fmt: skip
        body = {"adjustment": name, "whom": whom.id, "amount": ask.amount, "why": why}
        await self._room.cashier.commit(
            Change(
                log=(_entry("adjustment_proposed", body, at, person, ask.id),),
                writes=(Write("put", "adjustments", row),),
            )
        )

    async def decide(self, person: Person, ask: DecideAdjustment) -> None:
        """Approve or decline a proposal of somebody else; the database holds both rules as well."""
        async with self._lock:
            found = self.one(ask.adjustment)
            if found.state != PENDING:
                raise RoomRefused(NOT_NOW, f"the adjustment is already {found.state}")
            if person.id == found.by and ask.approve:
                raise RoomRefused(FORBIDDEN, "a second person must approve what you proposed")
            if person.id in (found.by, found.person):
                raise RoomRefused(FORBIDDEN, "somebody else must decide this")
            await self._decided(person, ask, found)

    async def _decided(self, person: Person, ask: DecideAdjustment, found: Adjustment) -> None:
        at, account = self._room.clock.now(), wallet(found.person)
        ways = (MINT, account) if found.amount > 0 else (account, MINT)
        posted = (Transfer(f"adjust:{found.id}", *ways, abs(found.amount), "adjustment"),) if ask.approve else ()
        kind = f"adjustment_{APPROVED if ask.approve else DECLINED}"
        body = {
            "adjustment": found.id, "approved": ask.approve, "whom": found.person, "amount": found.amount,
            "why": found.why, "proposed_by": found.by,
        }  # fmt: skip
        row = {
            "adjustment": found.id, "proposed_by": found.by, "by": person.id, "approved": ask.approve, "at": at
        }  # fmt: skip
        change = Change(
            transfers=posted,
            log=(_entry(kind, body, at, person, ask.id),),
            writes=(Write("put", "adjustment_decisions", row),),
        )
        try:
            await self._room.cashier.commit(change)
        except NotEnough:
            raise RoomRefused(NO_CHIPS, "the wallet does not have that much; decline the proposal") from None
        except (AlreadyPosted, Broken):
            raise RoomRefused(NOT_NOW, "the adjustment has just been decided") from None


def _entry(kind: str, body: dict[str, Any], at: int, person: Person, ask: str) -> LogEntry:
    return LogEntry(kind, msgspec.json.encode(body), at, person=person.id, action_id=ask)


_BOTH = select(
    adjustments,
    adjustment_decisions.c.by.label("decided_by"),
    adjustment_decisions.c.approved,
    adjustment_decisions.c.at.label("decided"),
).select_from(adjustments.outerjoin(adjustment_decisions, adjustment_decisions.c.adjustment == adjustments.c.id))
