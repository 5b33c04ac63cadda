"""Work for the fault tests: functions that give the changes of one round, one after another.

Each is committed before the next is asked for. A callable of this form, named as `module:function`, is all that a fault
test needs to know of the work.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import shake_256

from seventh.games import book_house
from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.ledger import escrow, stack
from seventh.room.rounds.round_log import round_name
from seventh.room.rounds.rounds import Seated, open_round, rules_in_force
from seventh.room.store import Store
from tests.room.playing_live import steps

STRIDE = int(os.environ.get("SEVENTH_FAULT_STRIDE") or 5)
"""Inject a fault at every Nth operation of a round, for most kinds of fault; 1 is all of them, which takes minutes."""


def postings(store: Store, number: int) -> Iterator[Change]:
    """A round as storage sees it, without any cards."""
    name, house = round_name("script", number, 1), book_house("high-card-flush")
    if number == 1:
        yield rules_in_force(house)
    row = {"id": name, "table": "script", "number": number, "game": house.game, "house_hash": house.hash, "seats": "{}"}
    row |= {"dealer_position": None, "seed_hash": "s", "opened": 1}
    seed = Write("put", "seeds", {"round": name, "seed": bytes(32)})
    chips = Transfer(f"{name}:chips", "mint", stack("script", "p"), 100, "buy_in")
    opens = (escrow(name), stack("script", "p"))
    yield Change(opens, (chips,), (LogEntry("opened", b"{}", 1, round=name),), (Write("put", "rounds", row), seed))
    wager = Transfer(f"{name}:wager", stack("script", "p"), escrow(name), 60, "wager", name)
    yield Change(
        transfers=(wager,),
        log=(LogEntry("act", shake_256(name.encode()).digest(9000), 1, None, name, "p", f"{name}:1"),),
    )
    yield Change(writes=(Write("set", "rounds", {"id": name, "client_seeds": "{}", "root": None}),))
    back = Transfer(f"{name}:back", escrow(name), stack("script", "p"), 50, "settlement", name, "1:ante")
    rest = Transfer(f"{name}:rest", escrow(name), "house", 10, "rest", name)
    close = Write("set", "rounds", {"id": name, "state": "played", "reason": None, "closed": 2, "result": "{}"})
    yield Change(transfers=(back, rest), log=(LogEntry("closed", b"{}", 1, round=name),), writes=(close,))


def high_card_flush(store: Store, number: int) -> Iterator[Change]:
    """A round of High Card Flush, from its commitment to its settlement."""
    house = book_house("high-card-flush")
    people = {1: "00000000000a", 2: "00000000000b"}
    stacks = tuple(stack("flush", person) for person in people.values())
    if number == 1:
        yield rules_in_force(house) + Change(transfers=(Transfer("funding", "mint", "house", 100_000_000, "funding"),))
    bring = tuple(Transfer(f"flush/{number}:{name}", "mint", name, 50_000, "grant") for name in stacks)
    seated = {seat: Seated(person, 50_000) for seat, person in people.items()}
    live, change = open_round(table="flush", number=number, house=house, seats=seated, at=1)
    yield Change(opens=stacks, transfers=bring) + change
    for moved in steps(live, f"faults {number}"):
        yield moved.change
