"""The ledger: double entry, in accounts that are named by what they hold.

`mint` is where play chips come from and the only account below zero; `house` pays and collects; `rake` is stud's; what
is neither stays zero in `suspense`. `wallet:PERSON`, `stack:TABLE:PERSON` and `escrow:ROUND` hold what their names say.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, literal, or_, select, union_all

from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.store.schema import accounts, grants, transfers

MINT = "mint"
HOUSE = "house"
RAKE = "rake"
SUSPENSE = "suspense"


def wallet(person: str) -> str:
    """The account of chips that a person has with the room and not at a table."""
    return f"wallet:{person}"


def stack(table: str, person: str) -> str:
    """The account of a person's chips at a table."""
    return f"stack:{table}:{person}"


def escrow(round_id: str) -> str:
    """The account of what lies in a round: wagers, pot, and what the house may have to pay."""
    return f"escrow:{round_id}"


DAY = 86_400_000


class NotNow(Exception):
    """A wallet cannot be refilled now, and why."""


class Posting(msgspec.Struct, frozen=True):
    """A line of an account's statement."""

    seq: int
    id: str
    at: int
    kind: str
    account: str
    other: str
    """The account on the other side."""
    amount: int
    """Above 0 for what came in, below for what went out."""
    balance: int
    """Of the account, after this line."""
    round: str | None
    reverses: str | None


class Drift(msgspec.Struct, frozen=True):
    """An account whose balance is not what its transfers say."""

    account: str
    balance: int
    transfers: int
    """What came in less what went out."""

    def __str__(self) -> str:
        return f"{self.account} holds {self.balance}, and its transfers say {self.transfers}"


class TrialBalance(msgspec.Struct, frozen=True):
    """Whether the books are in order."""

    total: int
    """Over all accounts; 0 if nothing was made or lost outside the mint."""
    drifting: tuple[Drift, ...]
    """Accounts whose balance is not what their transfers say."""

    @property
    def ok(self) -> bool:
        return self.total == 0 and not self.drifting


# Changes.


def fund_house(amount: int, id: str, at: int) -> Change:  # noqa: A002 - as the field of a transfer
    """Chips for the house to pay with, from the mint."""
    return Change(
        transfers=(Transfer(id, MINT, HOUSE, amount, "funding"),),
        log=(LogEntry("house_funded", msgspec.json.encode({"amount": amount}), at),),
    )


def granted(person: str, amount: int, at: int, number: int = 0, ask: str | None = None) -> Change:
    """Play chips from the mint: number 0 is what a new account begins with, the others are refills."""
    kind = "refill" if number else "grant"
    body = msgspec.json.encode({"amount": amount, "number": number})
    return Change(
        opens=(wallet(person),),
        transfers=(Transfer(f"grant:{person}:{number}", MINT, wallet(person), amount, kind),),
        log=(LogEntry("granted", body, at, person=person, action_id=ask),),
        writes=(Write("put", "grants", {"person": person, "number": number, "at": at, "amount": amount}),),
    )


def refill(connection: Connection, person: str, ask: str, at: int, *, up_to: int, a_day: int) -> Change:
    """Bring a wallet up to an amount, at most so often in 24 hours; 0 is as often as needed.

    Refills are numbered: of two that are asked for at once only one can post.
    """
    lacks = up_to - balance(connection, wallet(person))
    if lacks <= 0:
        raise NotNow("your wallet is full: a refill would add nothing")
    wait = next_refill(connection, person, at, a_day) - at
    if wait > 0:
        hours, minutes = divmod(-(-wait // 60_000), 60)
        raise NotNow(f"your refills of the last 24 hours are used up; the next one is in {hours} h {minutes} min")
    latest = connection.execute(select(func.max(grants.c.number)).where(grants.c.person == person)).scalar()
    return granted(person, lacks, at, (latest or 0) + 1, ask)


def next_refill(connection: Connection, person: str, at: int, a_day: int) -> int:
    """When a person may refill the wallet again, if the limit is reached; else 0."""
    if not a_day:
        return 0
    mine = select(grants.c.at).where(grants.c.person == person, grants.c.number > 0)
    oldest = connection.execute(mine.order_by(grants.c.number.desc()).offset(a_day - 1).limit(1)).scalar()
    return oldest + DAY if oldest is not None and oldest + DAY > at else 0


def reversal(connection: Connection, transfer: str, id: str, why: str, at: int, by: str) -> Change:  # noqa: A002
    """Take a transfer back, whole; it stays on the ledger, and so does this."""
    row = connection.execute(select(transfers).where(transfers.c.id == transfer)).one_or_none()
    if row is None:
        raise LookupError(f"there is no transfer {transfer}")
    body = msgspec.json.encode({"transfer": transfer, "why": why})
    return Change(
        transfers=(Transfer(id, row.taker, row.giver, row.amount, "reversal", row.round, reverses=transfer),),
        log=(LogEntry("reversed", body, at, round=row.round, person=by),),
    )


# Reading.


def balance(connection: Connection, account: str) -> int:
    """What an account holds; 0 if it was never opened."""
    return connection.execute(select(accounts.c.balance).where(accounts.c.id == account)).scalar() or 0


def trial_balance(connection: Connection) -> TrialBalance:
    """The sum over all accounts, and every account that drifts from its transfers."""
    total = connection.execute(select(func.sum(accounts.c.balance))).scalar()
    # One pass over everything with one grouping: a join of balances and sums takes minutes on a large ledger.
    sides = union_all(
        select(transfers.c.giver.label("account"), (-transfers.c.amount).label("amount"), literal(0).label("balance")),
        select(transfers.c.taker, transfers.c.amount, literal(0)),
        select(accounts.c.id, literal(0), accounts.c.balance),
    ).subquery()
    moved, has = func.sum(sides.c.amount), func.sum(sides.c.balance)
    query = select(sides.c.account, has, moved).group_by(sides.c.account).having(has != moved).order_by(sides.c.account)
    drifting = tuple(Drift(name, int(balance), int(says)) for name, balance, says in connection.execute(query))
    return TrialBalance(int(total or 0), drifting)


def statement(connection: Connection, account: str, after: int = 0, limit: int = 1000) -> list[Posting]:
    """An account's transfers in order, each with the balance after it; `after` is the `seq` to go on from."""
    mine = or_(transfers.c.giver == account, transfers.c.taker == account)
    signed = case((transfers.c.taker == account, transfers.c.amount), else_=-transfers.c.amount)
    before = connection.execute(select(func.sum(signed)).where(mine, transfers.c.seq <= after)).scalar()
    query = select(transfers).where(mine, transfers.c.seq > after).order_by(transfers.c.seq).limit(limit)
    found: list[Posting] = []
    running = int(before or 0)
    for row in connection.execute(query):
        found.append(line := _posting(row, account, running))
        running = line.balance
    return found


def _posting(row: Any, account: str, before: int) -> Posting:
    came = row.taker == account
    amount = row.amount if came else -row.amount
    other = row.giver if came else row.taker
    return Posting(row.seq, row.id, row.at, row.kind, account, other, amount, before + amount, row.round, row.reverses)
