"""What a live table is created from: the room's services, and its row in storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from seventh.house import House
from seventh.room.cashier import Cashier
from seventh.room.clock import Clock
from seventh.room.custody.keys import RoomKey
from seventh.room.gate import Gate
from seventh.room.houses import Houses
from seventh.room.people.people import People
from seventh.room.settings import RoomSettings
from seventh.room.store import Store
from seventh.room.tables.coach_desk import CoachDesk
from seventh.room.tables.snapshot import Hosted


def in_a_sentence(name: str) -> str:
    """A single-player table is named "Your ... table"; within a sentence, "your" is not capitalised."""
    return f"your{name.removeprefix('Your')}" if name.startswith("Your ") else name


@dataclass(frozen=True)
class Services:
    """The services shared by all tables of a room."""

    settings: RoomSettings
    clock: Clock
    store: Store
    cashier: Cashier
    people: People
    gate: Gate
    houses: Houses
    changed: Callable[[], None]
    """Called when the table's line in the lobby may have changed."""
    key: RoomKey | None = None
    """The room's key, which seals the seeds of open rounds; only tests have none."""
    coaches: CoachDesk = field(default_factory=CoachDesk)


@dataclass(frozen=True)
class TableRow:
    """A table's row in storage."""

    id: str
    name: str
    house: House
    word: str | None = None
    """The invitation code of a private table; None for a public one."""
    owner: str = ""
    bots: bool = True
    opened: int = 0
    alone: bool = False
    """Whether it is a single-player table: nobody else can sit or watch."""
    times: Fraction = Fraction(1)
    """The multiple of the book's stakes; scales the buy-in limits of a table against the dealer."""
    hosted: Hosted | None = None
    """The host's initial settings of a private table."""
    follows: str = ""
    """The house whose versions are in force here; empty for a table that keeps its own rules."""

    @property
    def public(self) -> bool:
        """Whether the table is listed and open to everybody."""
        return self.word is None and not self.alone
