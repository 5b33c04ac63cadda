"""A live table as it stands, and what there is to see of it; nothing here changes anything that lasts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from seventh.games import game_of, new_session
from seventh.house import House, Limits
from seventh.room.cashier import Cashier
from seventh.room.clock import Clock
from seventh.room.frames import LobbyTable, SeatInfo, YouInfo
from seventh.room.gate import Gate, in_words
from seventh.room.people.people import People
from seventh.room.settings import RoomSettings
from seventh.room.store import Store
from seventh.room.tables.framing import Moment
from seventh.room.tables.standing import CLOSED, PAUSED, SHOWING, WAITING, Standing, Step
from seventh.room.tables.timing import Timing
from seventh.room.tables.viewers import Viewers
from seventh.rounds.session import Session


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


class TableState(ABC):
    """What a table knows of itself."""

    delay = 0
    """How much later those without a seat see the table."""

    def __init__(self, services: Services, row: TableRow) -> None:
        self.services = services
        self.row = row
        self.id = row.id
        self.house = row.house
        self.game = row.house.game
        self.rules = game_of(row.house).round
        self.standing = Standing(self.empty_session())
        self.timing = Timing(services.settings)
        self.viewers = Viewers(services.clock, self.delay)
        self.ready: set[int] = set()
        """Seats that need no more time before the cards, or before the next round."""
        self.away: dict[int, int] = {}
        """Seats whose person has no connection, since when."""
        self.showing_until = 0
        self.paused = ""
        """Why the table stands still."""
        self.halted = ""
        """Why the table is closed for good until somebody looks after it."""
        self.seq = 0
        self.idle_since = services.clock.now()
        """Since when nobody sits here; 0 while somebody does."""

    # What each kind of table says.

    @abstractmethod
    def until(self) -> int:
        """When the state of the table ends by itself; 0 if it does not."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """waiting, betting or playing."""

    def empty_session(self) -> Session:
        """The table with nobody at it."""
        settings = self.services.settings
        return new_session(self.house, Limits(settings.dealer_buy_in_least, settings.dealer_buy_in_most))

    @property
    def buy_in(self) -> Limits:
        """What one may bring to the table."""
        return self.standing.session.buy_in

    # What there is to see.

    @property
    def notice(self) -> str:
        """Why the table is paused or closed, in words; empty otherwise."""
        if self.halted or self.paused:
            return self.halted or self.paused
        closure = self.services.gate.closure_of(self.id, self.game)
        return in_words(closure) if closure is not None else ""

    @property
    def state(self) -> str:
        if self.halted:
            return CLOSED
        if self.paused:
            return PAUSED
        if self.standing.live is not None:
            return self.phase
        if self.showing_until:
            return SHOWING
        return CLOSED if self.services.gate.closure_of(self.id, self.game) else WAITING

    def tell(self, step: Step) -> None:
        """Tell every viewer how the table stands."""
        self.seq += 1
        self.viewers.tell(self.moment(step))

    def moment(self, step: Step) -> Moment:
        standing, now = self.standing, self.services.clock.now()
        head: dict[str, Any] = {
            "table": self.id,
            "seq": self.seq,
            "name": self.row.name,
            "game": self.game,
            "rules": self.house.hash,
            "private": self.row.word is not None,
            "state": self.state,
            "notice": self.notice,
            "until": self.until(),
            "now": now,
            "seats": msgspec.Raw(_encode(self.seat_infos())),
            "queue": tuple(waiting.name for waiting in standing.queue),
            "last": standing.last,
        }
        return Moment(
            seq=self.seq,
            at=now,
            head=head,
            people={chair.person: seat for seat, chair in standing.chairs.items()},
            live=standing.live or (standing.over if self.showing_until else None),
            events=step.events,
            deadlines=dict(self.timing.deadlines),
            you=self._affairs(),
        )

    def seat_infos(self) -> tuple[SeatInfo, ...]:
        session, infos = self.standing.session, []
        for seat, chair in self.standing.chairs.items():
            seated = session.seats[seat]
            out = seated.sits_out if seated.wants_out is None else seated.wants_out
            infos.append(
                SeatInfo(
                    seat,
                    chair.person,
                    chair.name,
                    chair.bot,
                    seated.chips,
                    out,
                    seat in self.away,
                    seated.leaves,
                    seat in self.ready,
                    self.timing.banks.get(seat, 0),
                )
            )
        return tuple(infos)

    def _affairs(self) -> Callable[[int, str], YouInfo]:
        """What each person is told of the own affairs at this moment."""
        standing, wallet = self.standing, self.services.cashier.wallet
        stacks = {} if standing.live is None else standing.live.stacks

        def you(seat: int, person: str) -> YouInfo:
            chair = standing.chairs.get(seat)
            if chair is None or chair.person != person:
                return YouInfo(0, wallet(person), 0, 0)
            chips = stacks[seat] if seat in stacks else standing.session.seats[seat].chips
            return YouInfo(seat, wallet(person), chips - chair.brought, chair.since)

        return you

    def chips_of(self, seat: int) -> int:
        """The chips that belong to a seat now, without what lies in a round's pot or on its layout."""
        live = self.standing.live
        if live is not None and seat in live.seats:
            return live.stacks[seat]
        return self.standing.session.seats[seat].chips

    def lobby_row(self) -> LobbyTable:
        """The table's line on the list."""
        chairs = self.standing.chairs.values()
        return LobbyTable(
            self.id,
            self.row.name,
            self.game,
            self.house.hash,
            self.house.seats,
            len(chairs),
            sum(chair.bot for chair in chairs),
            len(self.standing.queue),
            self.state,
            self.buy_in.minimum,
            self.buy_in.maximum,
        )


_encode = msgspec.json.Encoder().encode
