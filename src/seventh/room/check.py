"""Whether a room's data is in order: each question with its answer in one line.

Only reads, all of one moment, and needs no lock: it may be asked while the room is running.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, func, select

from seventh.room import ledger
from seventh.room.log import check_log, check_transfers
from seventh.room.rounds.rounds import NotTheRound, replay_round
from seventh.room.store import Reader, open_reader
from seventh.room.store.rules import expected_rules, rules_of
from seventh.room.store.schema import accounts, heads, log, rounds, transfers

SHOWN = 20
"""Of each kind of trouble; one forged row is enough to know, and a damaged disk gives millions."""


class Finding(Struct, frozen=True):
    """An answer to one question."""

    name: str
    ok: bool
    line: str

    def __str__(self) -> str:
        return f"{self.name}: {self.line}"


def check(data: Path | None = None, url: str | None = None, *, replay: bool = True) -> list[Finding]:
    """Everything that can be checked; `StoreError` if the data cannot even be opened."""
    with open_reader(data, url) as reader:
        return check_reader(reader, replay=replay)


def check_reader(reader: Reader, *, replay: bool = True) -> list[Finding]:
    """As `check`, on data that is open already. Playing every round once more takes the longest."""
    questions: list[Callable[[Connection], Iterable[Finding]]] = [
        _file,
        lambda connection: _rules(reader, connection),
        _trial_balance,
        _log,
        _transfers,
        _events_of_transfers,
        _escrows,
        _open_rounds,
    ]
    if replay:
        questions.append(_rounds)
    with reader.reading() as connection:
        return [finding for question in questions for finding in question(connection)]


def _findings(name: str, trouble: Iterator[str], fine: Callable[[], str]) -> Iterator[Finding]:
    """A line for each trouble, or one line that all is well."""
    found = list(islice(trouble, SHOWN + 1))
    for line in found[:SHOWN]:
        yield Finding(name, False, line)
    if len(found) > SHOWN:
        yield Finding(name, False, "and more")
    if not found:
        yield Finding(name, True, fine())


def _file(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return

    def trouble() -> Iterator[str]:
        for (line,) in connection.exec_driver_sql(f"PRAGMA quick_check({SHOWN})"):
            if line != "ok":
                yield " ".join(line.split())

    yield from _findings("file", trouble(), lambda: "whole")


def _rules(reader: Reader, connection: Connection) -> Iterator[Finding]:
    expected, found = expected_rules(reader.readers), rules_of(connection)

    def trouble() -> Iterator[str]:
        for name, text in expected.items():
            if name not in found:
                yield f"{name} is missing"
            elif found[name] != text:
                yield f"{name} was altered"
        for name in found:
            if name.startswith("trigger ") and name not in expected:
                yield f"{name} is not ours"

    yield from _findings("constraints", trouble(), lambda: f"all {len(expected)} in force")


def _trial_balance(connection: Connection) -> Iterator[Finding]:
    balance = ledger.trial_balance(connection)

    def trouble() -> Iterator[str]:
        if balance.total:
            yield f"the accounts sum to {balance.total}, not 0"
        for drift in balance.drifting:
            yield str(drift)
        odd = accounts.c.balance < 0, accounts.c.kind != ledger.MINT
        for name, amount in connection.execute(select(accounts.c.id, accounts.c.balance).where(*odd)):
            yield f"{name} holds {amount}"
        if amount := ledger.balance(connection, ledger.SUSPENSE):
            yield f"{ledger.SUSPENSE} holds {amount}, not 0"

    count = connection.execute(select(func.count()).select_from(accounts)).scalar()
    yield from _findings("trial balance", trouble(), lambda: f"0 over {count} accounts")


def _log(connection: Connection) -> Iterator[Finding]:
    yield from _findings("log", check_log(connection), lambda: f"{_head(connection, 'log_seq')} rows, chain whole")


def _transfers(connection: Connection) -> Iterator[Finding]:
    count = f"{_head(connection, 'transfer_seq')} rows, chain whole"
    yield from _findings("transfers", check_transfers(connection), lambda: count)


def _head(connection: Connection, column: str) -> int:
    return int(connection.execute(select(heads.c[column])).scalar() or 0)


def _events_of_transfers(connection: Connection) -> Iterator[Finding]:
    entry = transfers.outerjoin(log, log.c.seq == transfers.c.entry)
    lost = select(transfers.c.seq).select_from(entry).where(transfers.c.entry.is_not(None), log.c.seq.is_(None))

    def trouble() -> Iterator[str]:
        for seq in connection.execute(lost.order_by(transfers.c.seq)).scalars():
            yield f"transfer {seq}: the event that it was posted with is not in the log"

    yield from _findings("events of transfers", trouble(), lambda: "all in the log")


def _escrows(connection: Connection) -> Iterator[Finding]:
    closed = select(accounts.c.id, accounts.c.balance, rounds.c.state).select_from(
        accounts.outerjoin(rounds, rounds.c.id == func.substr(accounts.c.id, len("escrow:") + 1))
    )
    full = closed.where(accounts.c.kind == "escrow", accounts.c.balance != 0)

    def trouble() -> Iterator[str]:
        for name, amount, state in connection.execute(full.order_by(accounts.c.id)):
            if state is None:
                yield f"{name} holds {amount}, and there is no such round"
            elif state != "open":
                yield f"{name} holds {amount}, and the round is {state}"

    yield from _findings("escrows", trouble(), lambda: "those of closed rounds are empty")


def _open_rounds(connection: Connection) -> Iterator[Finding]:
    found = list(
        connection.execute(select(rounds.c.id).where(rounds.c.state == "open").order_by(rounds.c.id)).scalars()
    )
    shown = ", ".join(found[:SHOWN]) + (" …" if len(found) > SHOWN else "")
    yield Finding("open rounds", True, f"{len(found)}: {shown}" if found else "none")


def _rounds(connection: Connection) -> Iterator[Finding]:
    """Each round is played once more from the log: same cards, same result, and the transfers that it means."""
    ids = list(connection.execute(select(rounds.c.id).order_by(rounds.c.opened, rounds.c.id)).scalars())

    def trouble() -> Iterator[str]:
        for round_id in ids:
            try:
                meant = replay_round(connection, round_id).transfers
            except NotTheRound as error:
                yield str(error)
                continue
            query = select(transfers).where(transfers.c.round == round_id, transfers.c.reverses.is_(None))
            posted = {row.id: row for row in connection.execute(query)}
            for transfer in meant:
                row = posted.pop(transfer.id, None)
                if row is None:
                    yield f"round {round_id}: transfer {transfer.id} was not posted"
                elif (row.giver, row.taker, row.amount) != (transfer.giver, transfer.taker, transfer.amount):
                    yield (
                        f"round {round_id}: transfer {transfer.id} moves {row.amount} from {row.giver} to {row.taker};"
                        f" by the round it is {transfer.amount} from {transfer.giver} to {transfer.taker}"
                    )
            for name in posted:
                yield f"round {round_id}: transfer {name} is not due to anything in the round"

    yield from _findings("rounds", trouble(), lambda: f"{len(ids)} played once more, same cards, results and transfers")
