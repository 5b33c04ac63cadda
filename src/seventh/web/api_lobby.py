"""Tables over HTTP: the list, a private one, a quick seat. Playing is on the socket."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from seventh.games import FIRST_GAME
from seventh.web import bodies as b
from seventh.web.api import new_router, problems
from seventh.web.desk import Desk
from seventh.web.visits import Changing

router = new_router("tables")

TableId = Annotated[
    str, Path(pattern="^[a-z0-9-]{1,48}$", description="The id of a table.", examples=[f"{FIRST_GAME}-1"])
]


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


@router.get("/tables")
async def list_tables(request: Request) -> b.Tables:
    """The open tables that are not private."""
    return b.Tables(_desk(request).tables())


@router.get("/tables/{table}", responses=problems(404))
async def one_table(request: Request, table: TableId) -> b.TableInfo:
    """One of them."""
    return _desk(request).table_info(table)


@router.post("/tables", status_code=201, responses=problems(401, 403, 404, 409, 503))
async def open_table(request: Request, visit: Changing, wanted: b.NewTable) -> b.OpenedTable:
    """Open a private table; its link invites others."""
    return await _desk(request).open_table(visit.here, wanted.game, wanted.name, str(request.base_url))


@router.post("/seat", responses=problems(401, 403, 404, 409, 503))
async def quick_seat(request: Request, visit: Changing, wanted: b.Quick) -> b.Seat:
    """Sit down at the table of a game where most are playing and a seat is free."""
    address = request.client.host if request.client else ""
    return await _desk(request).quick_seat(visit.here, wanted.game, wanted.buy_in, address)
