"""Runs beneath the failing disk: the process that writes is killed at the Nth operation of a commit, for every N.

    under_kills.py DATA CONTROL

Prints how many kills there were, and after how many of them the change was there; any broken promise ends it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from seventh.room.changes import Change, LogEntry
from seventh.room.store import Store, StoreFailed, open_store
from tests.room.faults.disk import KILLED, Disk, comes_back
from tests.waiting import until


def change(number: int) -> Change:
    return Change(log=(LogEntry("step", b"{}", 1, person="p", action_id=str(number)),))


def asked_again(store: Store, wanted: Change) -> None:
    """Retry until there is an answer."""

    def answered() -> bool:
        try:
            store.commit(wanted).result()
        except StoreFailed:
            return False
        return True

    until(answered, "an answer")


def main(data: Path, control: Path) -> None:
    disk, kills, there = Disk(control), 0, 0
    with open_store(data, separate_process=True) as store:
        store.commit(change(0)).result()
        for number in range(1, 1000):
            disk.fail(number, number + 1, KILLED)
            try:
                store.commit(change(number)).result()
            except StoreFailed as failure:
                unsure = failure.unsure
            else:
                break
            disk.heal()
            kills += 1
            assert unsure
            has = store.has(change(number))
            there += has
            assert comes_back(data, change(number)) == has, f"killed at {number}: a crash would change what was said"
            if not has:
                asked_again(store, change(number))
        assert disk.operations() < number, "a commit that outran the kill"
        disk.heal()
        total = store.commit(change(10_000)).result().entry
    assert total == number + 2, "every change once"
    print(kills, there)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
