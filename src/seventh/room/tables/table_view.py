"""What there is to see of a live table: the parts of its frames, and its line in the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from seventh.room.frames import LobbyTable, SeatInfo, YouInfo
from seventh.room.tables.framing import Moment
from seventh.room.tables.standing import Step

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

_encode = msgspec.json.Encoder().encode


def moment_of(table: LiveTable, step: Step) -> Moment:
    """The table right after a step, with everything that frames about it are made of."""
    standing, now = table.standing, table.services.clock.now()
    head: dict[str, Any] = {
        "table": table.id,
        "seq": table.seq,
        "name": table.row.name,
        "game": table.game,
        "rules": table.house.hash,
        "private": table.row.word is not None,
        "state": table.state,
        "notice": table.notice,
        "until": table.policy.until() or table.showing_until,
        "now": now,
        "seats": msgspec.Raw(_encode(_seats(table))),
        "queue": tuple(waiting.name for waiting in standing.queue),
        "last": standing.last,
    }
    return Moment(
        seq=table.seq,
        at=now,
        head=head,
        people={chair.person: seat for seat, chair in standing.chairs.items()},
        live=standing.live or (standing.over if table.showing_until else None),
        events=step.events,
        deadlines=dict(table.timing.deadlines),
        you=_own_affairs(table),
        house=table.house,
        names={chair.person: chair.name for chair in standing.chairs.values()},
    )


def _seats(table: LiveTable) -> tuple[SeatInfo, ...]:
    session, infos = table.standing.session, []
    for seat, chair in table.standing.chairs.items():
        seated = session.seats[seat]
        infos.append(
            SeatInfo(
                seat,
                chair.person,
                chair.name,
                chair.bot,
                seated.chips,
                seated.sits_out if seated.wants_out is None else seated.wants_out,
                seat in table.away,
                seated.leaves,
                seat in table.ready,
                table.timing.banks.get(seat, 0),
            )
        )
    return tuple(infos)


def _own_affairs(table: LiveTable) -> Callable[[int, str], YouInfo]:
    """What each person is told of the own affairs at this moment."""
    standing, wallet = table.standing, table.services.cashier.wallet
    stacks = {} if standing.live is None else standing.live.stacks

    def you(seat: int, person: str) -> YouInfo:
        chair = standing.chairs.get(seat)
        if chair is None or chair.person != person:
            return YouInfo(0, wallet(person), 0, 0)
        chips = stacks[seat] if seat in stacks else standing.session.seats[seat].chips
        return YouInfo(seat, wallet(person), chips - chair.brought, chair.since)

    return you


def lobby_row(table: LiveTable) -> LobbyTable:
    """The table's line on the list."""
    chairs = table.standing.chairs.values()
    return LobbyTable(
        table.id,
        table.row.name,
        table.game,
        table.house.hash,
        table.house.seats,
        len(chairs),
        sum(chair.bot for chair in chairs),
        len(table.standing.queue),
        table.state,
        table.buy_in.minimum,
        table.buy_in.maximum,
    )
