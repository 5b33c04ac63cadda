"""API: the list of tables, private tables, a quick seat. Playing itself is on the WebSocket."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from seventh.games import FIRST_GAME
from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.auth import CsrfChecked
from seventh.web.origins import base_of
from seventh.web.room_facade import RoomFacade

router = new_router("tables")

TableId = Annotated[
    str, Path(pattern="^[a-z0-9-]{1,48}$", description="The id of a table.", examples=[f"{FIRST_GAME}-1"])
]


def _facade(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


@router.get("/tables")
async def list_tables(request: Request) -> schemas.Tables:
    """The open public tables."""
    return schemas.Tables(_facade(request).tables())


@router.get("/tables/{table}", responses=problems(404))
async def one_table(request: Request, table: TableId) -> schemas.TableInfo:
    """One open public table."""
    return _facade(request).table_info(table)


@router.post("/tables", status_code=201, responses=problems(401, 403, 404, 409, 503))
async def open_table(request: Request, visit: CsrfChecked, wanted: schemas.NewTable) -> schemas.OpenedTable:
    """Open a private table; others join by its link."""
    return await _facade(request).open_table(
        visit.here,
        wanted.game,
        wanted.name,
        base_of(request, request.app.state.settings),
        wanted.stakes,
        wanted.bots,
        wanted.watched,
        wanted.waits,
        wanted.own,
    )


@router.post("/seat", responses=problems(401, 403, 404, 409, 503))
async def quick_seat(request: Request, visit: CsrfChecked, wanted: schemas.Quick) -> schemas.Seat:
    """Sit down at the table of a game with the most players and a free seat."""
    address = request.client.host if request.client else ""
    return await _facade(request).quick_seat(visit.here, wanted.game, wanted.buy_in, address)
