"""The double-entry ledger.

`mint` issues play chips and is the only account that may be negative; `house` pays and collects; `rake` holds the rake
from stud; `suspense` must always be zero. `wallet:PERSON`, `stack:TABLE:PERSON` and `escrow:ROUND` are a person's
chips, the chips at a table, and the chips in a round.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, literal, or_, select, union_all

from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.store.schema import accounts, archives, grants, transfers

MINT = "mint"
HOUSE = "house"
RAKE = "rake"
SUSPENSE = "suspense"


def wallet(person: str) -> str:
    """The account of a person's chips that are not at a table."""
    return f"wallet:{person}"


def stack(table: str, person: str) -> str:
    """The account of a person's chips at a table."""
    return f"stack:{table}:{person}"


def escrow(round_id: str) -> str:
    """The account of the chips in a round: wagers, pot, and the house's reserve for payouts."""
    return f"escrow:{round_id}"


DAY = 86_400_000


class NotNow(Exception):
    """A wallet cannot be refilled now; the message says why."""


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
    """Positive for a credit, negative for a debit."""
    balance: int
    """The account's balance after this line."""
    round: str | None
    reverses: str | None


class Drift(msgspec.Struct, frozen=True):
    """An account whose balance differs from the sum of its transfers."""

    account: str
    balance: int
    transfers: int
    """Credits minus debits."""

    def __str__(self) -> str:
        return f"{self.account} has a balance of {self.balance}, but its transfers add up to {self.transfers}"


class TrialBalance(msgspec.Struct, frozen=True):
    """Whether the books balance."""

    total: int
    """The sum of all accounts; 0 if the books balance."""
    drifting: tuple[Drift, ...]
    """Accounts whose balance differs from the sum of their transfers."""

    @property
    def ok(self) -> bool:
        return self.total == 0 and not self.drifting


# Changes.


def fund_house(amount: int, id: str, at: int) -> Change:  # noqa: A002 - as the field of a transfer
    """Fund the house's bankroll from the mint."""
    return Change(
        transfers=(Transfer(id, MINT, HOUSE, amount, "funding"),),
        log=(LogEntry("house_funded", msgspec.json.encode({"amount": amount}), at),),
    )


def granted(person: str, amount: int, at: int, number: int = 0, ask: str | None = None) -> Change:
    """Play chips from the mint: number 0 is a new account's starting balance, the others are refills."""
    kind = "refill" if number else "grant"
    body = msgspec.json.encode({"amount": amount, "number": number})
    return Change(
        opens=(wallet(person),),
        transfers=(Transfer(f"grant:{person}:{number}", MINT, wallet(person), amount, kind),),
        log=(LogEntry("granted", body, at, person=person, action_id=ask),),
        writes=(Write("put", "grants", {"person": person, "number": number, "at": at, "amount": amount}),),
    )


def refill(connection: Connection, person: str, ask: str, at: int, *, up_to: int, a_day: int) -> Change:
    """Top up a wallet to an amount, at most `a_day` times in 24 hours; 0 means no limit.

    Refills are numbered, so that of two concurrent requests only one can post.
    """
    lacks = up_to - balance(connection, wallet(person))
    if lacks <= 0:
        raise NotNow("your wallet is already full")
    wait = next_refill(connection, person, at, a_day) - at
    if wait > 0:
        hours, minutes = divmod(-(-wait // 60_000), 60)
        raise NotNow(f"you have used all your refills for 24 hours; the next one is in {hours} h {minutes} min")
    latest = connection.execute(select(func.max(grants.c.number)).where(grants.c.person == person)).scalar()
    return granted(person, lacks, at, (latest or 0) + 1, ask)


def next_refill(connection: Connection, person: str, at: int, a_day: int) -> int:
    """When a person may refill the wallet again if the limit is reached, else 0."""
    if not a_day:
        return 0
    mine = select(grants.c.at).where(grants.c.person == person, grants.c.number > 0)
    oldest = connection.execute(mine.order_by(grants.c.number.desc()).offset(a_day - 1).limit(1)).scalar()
    return oldest + DAY if oldest is not None and oldest + DAY > at else 0


def reversal(connection: Connection, transfer: str, id: str, why: str, at: int, by: str) -> Change:  # noqa: A002
    """Reverse a whole transfer; both it and the reversal stay on the ledger."""
    row = connection.execute(select(transfers).where(transfers.c.id == transfer)).one_or_none()
    if row is None:
        raise LookupError(f"no such transfer: {transfer}")
    body = msgspec.json.encode({"transfer": transfer, "why": why})
    return Change(
        transfers=(Transfer(id, row.taker, row.giver, row.amount, "reversal", row.round, reverses=transfer),),
        log=(LogEntry("reversed", body, at, round=row.round, person=by),),
    )


# Reading.


def balance(connection: Connection, account: str) -> int:
    """An account's balance; 0 if it was never opened."""
    return connection.execute(select(accounts.c.balance).where(accounts.c.id == account)).scalar() or 0


def trial_balance(connection: Connection) -> TrialBalance:
    """The sum of all accounts, and every account whose balance differs from its transfers."""
    total = connection.execute(select(func.sum(accounts.c.balance))).scalar()
    # One pass with a single GROUP BY: joining balances with sums takes minutes on a large ledger.
    sides = union_all(
        select(transfers.c.giver.label("account"), (-transfers.c.amount).label("amount"), literal(0).label("balance")),
        select(transfers.c.taker, transfers.c.amount, literal(0)),
        select(accounts.c.id, literal(0), accounts.c.balance),
    ).subquery()
    moved, has = func.sum(sides.c.amount), func.sum(sides.c.balance)
    query = select(sides.c.account, has, moved).group_by(sides.c.account).having(has != moved).order_by(sides.c.account)
    found = {name: (int(amount), int(says)) for name, amount, says in connection.execute(query)}
    for name, net in _archived_nets(connection).items():
        if name not in found:
            found[name] = (balance(connection, name),) * 2
        amount, says = found[name]
        found[name] = (amount, says + net)
    drifting = tuple(Drift(name, amount, says) for name, (amount, says) in sorted(found.items()) if amount != says)
    return TrialBalance(int(total or 0), drifting)


def _archived_nets(connection: Connection) -> dict[str, int]:
    """What the archived transfers add up to, by account."""
    found: dict[str, int] = {}
    for text in connection.execute(select(archives.c.nets)).scalars():
        for name, net in msgspec.json.decode(text, type=dict[str, int]).items():
            found[name] = found.get(name, 0) + net
    return found


def statement(connection: Connection, account: str, after: int = 0, limit: int = 1000) -> list[Posting]:
    """An account's transfers in order, each with the balance after it; `after` is the `seq` to continue from.

    Transfers of archived rounds are not among them; those of a wallet are in no round.
    """
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
