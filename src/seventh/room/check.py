"""Audits a room's data; each check reports one line.

Read-only, on a consistent snapshot and without the lock, so that the room may be running.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, Table, exists, func, select
from sqlalchemy.exc import DBAPIError

from seventh.room import ledger
from seventh.room.archive_file import file_problems
from seventh.room.check_archives import changed_archives
from seventh.room.check_hand_dealt import wrong_hand_dealt
from seventh.room.check_limits import wrong_limits
from seventh.room.check_progress import Progress
from seventh.room.check_rounds import Place, troubles_of
from seventh.room.check_rows import broken_constraints, sealed_rows, wrong_copies, wrong_seals, wrong_second_factors
from seventh.room.check_state import (
    wrong_adjustments,
    wrong_closures,
    wrong_grants,
    wrong_houses,
    wrong_people,
    wrong_tables,
)
from seventh.room.custody.anchor import Anchor
from seventh.room.custody.audit import anchor_in_words, anchor_problems
from seventh.room.custody.keys import RoomKey, find_key
from seventh.room.custody.location import Custody, custody_of
from seventh.room.custody.names import missing_accounts
from seventh.room.log import archived_runs, check_log, check_transfers
from seventh.room.rounds.archived import archives_of
from seventh.room.store import Reader, StoreFailed, open_reader
from seventh.room.store.definitions import definitions_of, expected_definitions
from seventh.room.store.errors import one_line
from seventh.room.store.schema import (
    accounts,
    adjustment_decisions,
    adjustments,
    archived_rounds,
    closures,
    grants,
    hand_dealt_rounds,
    heads,
    house_versions,
    log,
    people,
    play_limits,
    rounds,
    tables,
    transfers,
)

SHOWN = 20
"""Maximum number of problems to list per check; a damaged disk would give millions."""


class Finding(Struct, frozen=True):
    """The result of one check."""

    name: str
    ok: bool
    line: str

    def __str__(self) -> str:
        return f"{self.name}: {self.line}"


def check(
    data: Path | None = None,
    url: str | None = None,
    *,
    replay: bool = True,
    workers: int = 0,
    custody: Custody | None = None,
    since_last: bool = False,
    every: bool = False,
    files: Sequence[Path] = (),
) -> list[Finding]:
    """Run all checks; raises `StoreError` if the data cannot be opened. 0 workers: as many as there are processors.

    With `since_last`, archives that the last such check replayed are not replayed again, unless `every` says so; and if
    all is well, this one leaves a mark for the next. `files` are archive files to check as well.
    """
    with open_reader(data, url) as reader:
        custody = custody or custody_of(data, url)
        return check_reader(
            reader,
            replay=replay,
            place=(data, url),
            workers=workers,
            custody=custody,
            since_last=since_last,
            every=every,
            files=files,
        )


def check_reader(
    reader: Reader,
    *,
    replay: bool = True,
    place: Place = (None, None),
    workers: int = 0,
    custody: Custody | None = None,
    since_last: bool = False,
    every: bool = False,
    files: Sequence[Path] = (),
) -> list[Finding]:
    """Like `check`, on an open database. Replaying every round takes the longest; if it is said where the data is,
    several processes do it."""
    key = find_key(custody.key) if custody is not None else None
    progress = Progress(custody if since_last else None, key, every)
    questions: list[Callable[[Connection], Iterable[Finding] | None]] = [
        _file,
        lambda connection: _rules(reader, connection),
        _trial_balance,
        progress.read,
        _log,
        _transfers,
        _events_of_transfers,
        _escrows,
        _open_rounds,
        _archives,
        lambda connection: _state("people", connection, people, wrong_people, "roles, passwords and seeds of bots"),
        lambda connection: _state(
            "tables", connection, tables, lambda found: wrong_tables(found, key), "states, seats and stacks"
        ),
        lambda connection: _state("grants", connection, grants, wrong_grants, "all on the ledger"),
        _adjustments,
        lambda connection: _state("closures", connection, closures, wrong_closures, "all in the log"),
        lambda connection: _state(
            "houses", connection, house_versions, wrong_houses, "versions, in the log like the houses that are retired"
        ),
        lambda connection: _state("play limits", connection, play_limits, wrong_limits, "all as in the log"),
        lambda connection: _rows(connection, key),
    ]
    if custody is not None:
        questions.append(lambda connection: _anchor(connection, Anchor(custody.anchor), progress))
    questions += [partial(_file_of_archives, file) for file in files]
    if replay:
        questions.append(
            lambda connection: _state(
                "hand-dealt rounds", connection, hand_dealt_rounds, wrong_hand_dealt, "replayed by their rules"
            )
        )
        questions.append(lambda connection: _rounds(connection, place, workers, key, progress))
    found: list[Finding] = []
    try:
        with reader.reading() as connection:
            for question in questions:
                try:
                    found += question(connection) or ()
                except DBAPIError as error:
                    found.append(Finding("file", False, f"cannot be read: {one_line(error.orig)}"))
                    if connection.dialect.name != "sqlite":
                        break  # the transaction is lost
                except Exception as error:  # damaged data can surprise any part of us
                    found.append(Finding("file", False, f"cannot be read: {type(error).__name__}: {one_line(error)}"))
            if replay and all(finding.ok for finding in found):
                progress.save(connection)
    except StoreFailed:
        if all(finding.ok for finding in found):
            raise
    return found


def _findings(name: str, trouble: Iterator[str], fine: Callable[[], str]) -> Iterator[Finding]:
    """A finding for each problem, or one that says all is well."""
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
        for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({SHOWN})"):
            if line != "ok":
                yield " ".join(line.split())
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"row {row} of {table} refers to a row of {parent} that does not exist"
        yield from broken_constraints(connection)

    yield from _findings("file", trouble(), lambda: "intact")


def _rules(reader: Reader, connection: Connection) -> Iterator[Finding]:
    expected, found = expected_definitions(reader.readers), definitions_of(connection)

    def trouble() -> Iterator[str]:
        for name, text in expected.items():
            if name not in found:
                yield f"{name} is missing"
            elif found[name] != text:
                yield f"{name} was altered"
        for name in found:
            if name.startswith("trigger ") and name not in expected:
                yield f"{name} does not belong to the room"

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
            yield f"{name} has a balance of {amount}"
        if amount := ledger.balance(connection, ledger.SUSPENSE):
            yield f"{ledger.SUSPENSE} has a balance of {amount}, not 0"
        yield from missing_accounts(connection)

    count = connection.execute(select(func.count()).select_from(accounts)).scalar()
    yield from _findings("trial balance", trouble(), lambda: f"0 over {count} accounts")


def _archives(connection: Connection) -> Iterator[Finding]:
    known = archives_of(connection)
    away = sorted({row.file for row in known if row.file is not None})
    line = f"{len(known)} with {sum(row.rounds for row in known)} rounds, as logged"
    if away:
        line += f"; moved to files: {', '.join(away)}"
    yield from _findings("archives", changed_archives(connection), lambda: line)


def _file_of_archives(file: Path, connection: Connection) -> Iterator[Finding]:
    yield from _findings("archive file", file_problems(connection, file), lambda: f"{file}, all rounds replayed")


def _log(connection: Connection) -> Iterator[Finding]:
    yield from _findings("log", check_log(connection), lambda: f"{_head(connection, 'log_seq')} rows, chain intact")


def _transfers(connection: Connection) -> Iterator[Finding]:
    count = f"{_head(connection, 'transfer_seq')} rows, chain intact"
    yield from _findings("transfers", check_transfers(connection), lambda: count)


def _head(connection: Connection, column: str) -> int:
    return int(connection.execute(select(heads.c[column])).scalar() or 0)


def _events_of_transfers(connection: Connection) -> Iterator[Finding]:
    entry = transfers.outerjoin(log, log.c.seq == transfers.c.entry)
    lost = (
        select(transfers.c.seq, transfers.c.entry)
        .select_from(entry)
        .where(transfers.c.entry.is_not(None), log.c.seq.is_(None))
    )

    def trouble() -> Iterator[str]:
        runs = archived_runs(connection, "log")
        for seq, event in connection.execute(lost.order_by(transfers.c.seq)):
            run = bisect_right(runs, event, key=lambda run: run.first) - 1
            if run < 0 or runs[run].last < event:
                yield f"transfer {seq}: its event is missing from the log"

    yield from _findings("events of transfers", trouble(), lambda: "all in the log")


def _escrows(connection: Connection) -> Iterator[Finding]:
    closed = select(accounts.c.id, accounts.c.balance, rounds.c.state).select_from(
        accounts.outerjoin(rounds, rounds.c.id == func.substr(accounts.c.id, len("escrow:") + 1))
    )
    full = closed.where(accounts.c.kind == "escrow", accounts.c.balance != 0)

    def trouble() -> Iterator[str]:
        for name, amount, state in connection.execute(full.order_by(accounts.c.id)):
            if state is None:
                yield f"{name} has a balance of {amount}, but there is no such round"
            elif state != "open":
                yield f"{name} has a balance of {amount}, but the round is {state}"

    yield from _findings("escrows", trouble(), lambda: "empty for all closed rounds")


def _state(
    name: str, connection: Connection, table: Table, wrong: Callable[[Connection], Iterator[str]], what: str
) -> Iterator[Finding]:
    count = connection.execute(select(func.count()).select_from(table)).scalar()
    yield from _findings(name, wrong(connection), lambda: f"{count}, {what}")


def _rows(connection: Connection, key: RoomKey | None) -> Iterator[Finding]:
    """Rows against their seals, and those that repeat what stands elsewhere."""
    trouble = chain(wrong_seals(connection), wrong_copies(connection), wrong_second_factors(connection, key))
    yield from _findings("rows", trouble, lambda: f"{sealed_rows(connection)} as they were written")


def _adjustments(connection: Connection) -> Iterator[Finding]:
    """The approved ones are on the ledger; those that were declined, have expired or still wait are not."""
    total = connection.execute(select(func.count()).select_from(adjustments)).scalar_one()
    decided = select(adjustment_decisions.c.approved, func.count()).group_by(adjustment_decisions.c.approved)
    found = {bool(approved): number for approved, number in connection.execute(decided)}
    approved, declined = found.get(True, 0), found.get(False, 0)
    open_ = total - approved - declined
    parts = [f"{approved} approved by a second person, on the ledger"]
    parts += [f"{number} {what}" for number, what in ((declined, "declined"), (open_, "not decided")) if number]
    yield from _findings("adjustments", wrong_adjustments(connection), lambda: "; ".join(parts))


def _open_rounds(connection: Connection) -> Iterator[Finding]:
    found = list(
        connection.execute(select(rounds.c.id).where(rounds.c.state == "open").order_by(rounds.c.id)).scalars()
    )
    shown = ", ".join(found[:SHOWN]) + (" …" if len(found) > SHOWN else "")
    yield Finding("open rounds", True, f"{len(found)}: {shown}" if found else "none")


def _anchor(connection: Connection, anchor: Anchor, progress: Progress) -> Iterator[Finding]:
    trouble = anchor_problems(connection, anchor, progress.log)
    yield from _findings("anchor", trouble, lambda: anchor_in_words(anchor))


def _rounds(
    connection: Connection, place: Place, workers: int, key: RoomKey | None, progress: Progress
) -> Iterator[Finding]:
    """Replay each round from the log, and compare cards, result and transfers."""
    query = select(rounds.c.id, rounds.c.state).where(~exists().where(archived_rounds.c.round == rounds.c.id))
    ids = dict(connection.execute(query.order_by(rounds.c.opened, rounds.c.id)).all())
    here = [row for row in archives_of(connection) if row.file is None]
    packed = [row for row in here if row.number > progress.archives]
    before = sum(row.rounds for row in here) - sum(row.rounds for row in packed)
    total = len(ids) + sum(row.rounds for row in packed)
    sealed: Counter[str] = Counter()

    def fine() -> str:
        line = f"{total - sealed.total()} replayed, same cards, results and transfers"
        if before:
            line += f"; {before} in archives that an earlier check replayed (--all replays them again)"
        for state, count in sorted(sealed.items()):
            why = "the room's key is not available" if state == "open" else "their seeds are sealed with a lost key"
            line += f"; {count} {state} round{'s' * (count > 1)} not replayed, because {why}"
        return line

    yield from _findings(
        "rounds", troubles_of(connection, ids, [row.number for row in packed], place, workers, key, sealed), fine
    )
