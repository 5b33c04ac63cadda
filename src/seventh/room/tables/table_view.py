"""The visible parts of a live table: the parts of its frames, and its line in the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from seventh.room.frames import LobbyTable, News, SeatInfo, YouInfo
from seventh.room.tables.frame_builder import Moment
from seventh.room.tables.snapshot import Step
from seventh.rounds.events import RoundClosed

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable

_encode = msgspec.json.Encoder().encode


def moment_of(table: LiveTable, step: Step, news: tuple[News, ...] = ()) -> Moment:
    """The table after a step, with everything its frames are built from."""
    snapshot, now = table.snapshot, table.services.clock.now()
    # The end of a round is told even if it is not shown any longer, because its last player left with it.
    closed = any(isinstance(event, RoundClosed) for event in step.events)
    head: dict[str, Any] = {
        "table": table.id,
        "seq": table.seq,
        "name": table.row.name,
        "game": table.game,
        "rules": table.house.hash,
        "private": not table.row.public,
        "state": table.state,
        "notice": table.notice or table.floor.notice,
        "until": table.policy.until() or table.showing_until,
        "now": now,
        "seats": msgspec.Raw(_encode(_seats(table))),
        "queue": tuple(waiting.name for waiting in snapshot.queue),
        "last": snapshot.last,
        "host": table.hosting.info(),
        "chat": table.chat.open,
    }
    return Moment(
        seq=table.seq,
        at=now,
        head=head,
        people={chair.person: seat for seat, chair in snapshot.chairs.items()},
        live=snapshot.live or (snapshot.over if table.showing or closed else None),
        events=step.events,
        deadlines=table.timing.deadlines,
        you=_private_info(table),
        house=table.house,
        names={chair.person: chair.name for chair in snapshot.chairs.values()},
        over=snapshot.over,
        overs=dict(table.overs),
        news=news,
        recent=table.news.recent,
        stays=snapshot.live is not None or table.showing,
    )


def _seats(table: LiveTable) -> tuple[SeatInfo, ...]:
    session, infos = table.snapshot.session, []
    for seat, chair in table.snapshot.chairs.items():
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
                table.timing.idle(seat),
            )
        )
    return tuple(infos)


def _private_info(table: LiveTable) -> Callable[[int, str], YouInfo]:
    """The private information of each person."""
    snapshot, wallet = table.snapshot, table.services.cashier.wallet
    live = snapshot.live or (snapshot.over if table.showing else None)

    def you(seat: int, person: str) -> YouInfo:
        chair = snapshot.chairs.get(seat)
        closed = table.floor.removed(person) or table.services.gate.closed_to(person, table.id, table.game)
        if chair is None or chair.person != person:
            return YouInfo(0, wallet(person), 0, 0, closed=closed)
        # Chips in play are neither won nor lost until the round is over.
        net = snapshot.session.seats[seat].chips - chair.brought
        receipt = table.seeds.receipt(live, seat, person)
        stop, absence = table.breaks.info(seat, person), table.presence.absence(seat)
        return YouInfo(seat, wallet(person), net, chair.since, receipt, stop, closed, absence)

    return you


def lobby_row(table: LiveTable) -> LobbyTable:
    """The table's line in the lobby."""
    chairs = table.snapshot.chairs.values()
    return LobbyTable(
        table.id,
        table.row.name,
        table.game,
        table.house.hash,
        table.house.seats,
        len(chairs),
        sum(chair.bot for chair in chairs),
        len(table.snapshot.queue),
        table.state,
        table.buy_in.minimum,
        table.buy_in.maximum,
        tuple(chair.name for chair in chairs if not chair.bot),
        table.row.follows or table.game,
    )
