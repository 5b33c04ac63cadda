"""What a live table is given: the services of its room, and its row in storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seventh.house import House
from seventh.room.cashier import Cashier
from seventh.room.clock import Clock
from seventh.room.gate import Gate
from seventh.room.people.people import People
from seventh.room.settings import RoomSettings
from seventh.room.store import Store


@dataclass(frozen=True)
class Services:
    """What every table of a room shares."""

    settings: RoomSettings
    clock: Clock
    store: Store
    cashier: Cashier
    people: People
    gate: Gate
    changed: Callable[[], None]
    """To be called when the list of tables may look different."""


@dataclass(frozen=True)
class TableRow:
    """A table as storage keeps it."""

    id: str
    name: str
    house: House
    word: str | None = None
    """The invitation to a private table; None for a public one."""
    owner: str = ""
    bots: bool = True
    opened: int = 0
