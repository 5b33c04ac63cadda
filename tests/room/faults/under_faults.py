"""Runs beneath the failing disk: round after round, in each a fault some operations later, until a round outruns it.

    under_faults.py DATA CONTROL MODULE:FUNCTION ERRNO once|lasting STRIDE

Prints the number of faults that hit, of rounds, and of operations in the last one; any broken promise ends it.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from seventh.room.ledger import trial_balance
from seventh.room.log import check_log, check_transfers
from seventh.room.store import StoreFailed, open_store, sqlite
from tests.room.faults.disk import FOREVER, Disk, comes_back

# So that writing the log back into the database happens in every round, and can fail as well.
sqlite.SETTINGS = (*sqlite.SETTINGS, "PRAGMA wal_autocheckpoint = 12")  # type: ignore[assignment]


def balanced(store) -> bool:
    with store.reading() as connection:
        return trial_balance(connection).ok


def sound(store) -> bool:
    with store.reading() as connection:
        return balanced(store) and not [*check_log(connection), *check_transfers(connection)]


def refused(store, change, failure, number, thorough, lasting) -> None:
    """Check the guarantees for a change that failed."""
    assert lasting or not failure.unsure, f"fault at {number}: {failure}"
    assert "\n" not in str(failure)
    assert not store.has(change), f"fault at {number}: refused, and yet there"
    # The chains grow with each round; to go through them every time would take most of the time.
    assert sound(store) if thorough else balanced(store), f"fault at {number}: half posted"


def main(data: Path, control: Path, work: str, error: int, lasting: bool, stride: int) -> None:
    module, _, function = work.partition(":")
    script = getattr(importlib.import_module(f"tests.room.faults.{module}"), function)
    disk, hits, number, rounds = Disk(control), 0, 1 - stride, 0
    with open_store(data) as store:
        while True:
            number += stride
            rounds += 1
            disk.fail(number, FOREVER if lasting else number + 1, error)
            for change in script(store, rounds):
                try:
                    store.commit(change).result()
                except StoreFailed as failure:
                    hits += 1
                    refused(store, change, failure, number, hits % 10 == 0, lasting)
                    disk.heal()
                    if not failure.unsure:
                        assert not comes_back(data, change), f"fault at {number}: refused, and there after a crash"
                    store.commit(change).result()
                if change.transfers or any(entry.action_id for entry in change.log):
                    assert store.has(change), f"fault at {number}: acknowledged, and not there"
            total = disk.operations()
            disk.heal()
            if total < number:
                break
    with open_store(data) as store:
        assert sound(store), "after opening once more"
    print(hits, rounds, number)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5] == "lasting", int(sys.argv[6])
    )
