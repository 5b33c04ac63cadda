"""API for the floor: tables, holds, calls, removals, past rounds, and manual changes of chips."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.room import floor_asks as asks
from seventh.web import floor_schemas as schemas
from seventh.web.api import new_router, problems
from seventh.web.auth import HasRole, Visit
from seventh.web.floor_desk import adjustment_lines, carry_out, person_of, table_of
from seventh.web.floor_info import table_line, table_panel
from seventh.web.room_facade import RoomFacade

router = new_router("floor")

Looks = Annotated[Visit, Depends(HasRole("floor", "admin"))]
Acts = Annotated[Visit, Depends(HasRole("floor", "admin", changes=True))]
Table = Annotated[str, Path(max_length=64, description="The id of a table.")]
RoundId = Annotated[str, Path(max_length=64, description="The id of a round.")]


def _facade(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


@router.get("/floor/tables", responses=problems(401, 403))
async def floor_tables(request: Request, visit: Looks) -> schemas.FloorTables:
    """Every open table at a glance: what it is waiting for and since when, and whether it is held or closed."""
    assert visit
    return schemas.FloorTables([table_line(table) for table in _facade(request).room.tables.values()])


@router.get("/floor/tables/{table}", responses=problems(401, 403, 404))
async def floor_table(request: Request, visit: Looks, table: Table) -> dict[str, Any]:
    """One table as a spectator sees it, and what the floor can call there now, with the consequences of each call."""
    assert visit
    return table_panel(table_of(_facade(request), table))


async def _done(request: Request, visit: Visit, ask: asks.AnyFloorAsk) -> schemas.FloorDone:
    return schemas.FloorDone(ask.id, await carry_out(_facade(request), visit.here, ask, visit.client))


@router.post("/floor/tables/{table}/hold", responses=problems(401, 403, 404, 409, 503))
async def hold(request: Request, visit: Acts, table: Table, wanted: schemas.NewHold) -> schemas.FloorDone:
    """Stop the game and its clocks, or only the dealer, who then deals step by step."""
    return await _done(request, visit, asks.FloorHold(wanted.id, table, wanted.what, wanted.why))


@router.post("/floor/tables/{table}/release", responses=problems(401, 403, 404, 409, 503))
async def release(request: Request, visit: Acts, table: Table, wanted: schemas.NewRequest) -> schemas.FloorDone:
    """Resume the game."""
    return await _done(request, visit, asks.FloorRelease(wanted.id, table))


@router.post("/floor/tables/{table}/deal", responses=problems(401, 403, 404, 409, 503))
async def deal(request: Request, visit: Acts, table: Table, wanted: schemas.NewDeal) -> schemas.FloorDone:
    """Let a held dealer deal the next step only."""
    return await _done(request, visit, asks.FloorDeal(wanted.id, table, wanted.round))


@router.post("/floor/tables/{table}/call", responses=problems(401, 403, 404, 409, 503))
async def call(request: Request, visit: Acts, table: Table, wanted: schemas.NewCall) -> schemas.FloorDone:
    """Call an irregularity, or void the round with a reason. The server provides the cards."""
    told = (wanted.call, wanted.place, wanted.expects, wanted.why)
    return await _done(request, visit, asks.FloorCall(wanted.id, table, wanted.round, *told))


@router.post("/floor/tables/{table}/remove", responses=problems(401, 403, 404, 409, 503))
async def remove(request: Request, visit: Acts, table: Table, wanted: schemas.NewRemoval) -> schemas.FloorDone:
    """Take a player off the table, after the round if they are in one."""
    return await _done(request, visit, asks.FloorRemove(wanted.id, table, wanted.person, wanted.why))


@router.post("/floor/tables/{table}/let_in", responses=problems(401, 403, 404, 409, 503))
async def let_in(request: Request, visit: Acts, table: Table, wanted: schemas.NewLetIn) -> schemas.FloorDone:
    """Let a removed player sit at the table again."""
    return await _done(request, visit, asks.FloorLetIn(wanted.id, table, wanted.person))


@router.get("/floor/rounds", responses=problems(401, 403))
async def floor_rounds(
    request: Request,
    visit: Looks,
    round_id: Annotated[str, Query(alias="round", max_length=64)] = "",
    table: Annotated[str, Query(max_length=64, description="The id or the name of a table.")] = "",
    person: Annotated[str, Query(max_length=64, description="The id or the name of a player.")] = "",
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
    until: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> schemas.FloorRounds:
    """Rounds by id, table, player and time, latest first."""
    assert visit
    book = _facade(request).room.casebook
    found = await run_in_threadpool(book.rounds, round_id, table, person, since, until, limit)
    lines = [
        schemas.FloorRound(**{name: getattr(line, name) for name in line.__struct_fields__ if name != "players"},
                           players=list(line.players))
        for line in found
    ]  # fmt: skip
    return schemas.FloorRounds(lines)


@router.get(
    "/floor/rounds/{round_id}/bundle.zip",
    responses={200: {"content": {"application/zip": {}}}, **problems(401, 403, 404, 409)},
    response_class=Response,
)
async def bundle(request: Request, visit: Looks, round_id: RoundId) -> Response:
    """Everything about a finished round: record, rules, proof, decisions with who made them, chat, log."""
    assert visit
    data = await run_in_threadpool(_facade(request).room.casebook.bundle, round_id)
    name = f'attachment; filename="{round_id}.zip"'
    return Response(data, media_type="application/zip", headers={"Content-Disposition": name})


@router.get("/floor/flags", responses=problems(401, 403))
async def flags(request: Request, visit: Looks) -> schemas.StaffLog:
    """Players who shared a device or an IP address while playing against each other at a table (R32)."""
    assert visit
    return _log(await run_in_threadpool(_facade(request).room.casebook.flags))


@router.get("/floor/log", responses=problems(401, 403))
async def staff_log(
    request: Request,
    visit: Looks,
    before: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> schemas.StaffLog:
    """What the staff did, latest first, with names."""
    assert visit
    return _log(await run_in_threadpool(_facade(request).room.casebook.staff_log, before, limit))


def _log(lines: list[Any]) -> schemas.StaffLog:
    return schemas.StaffLog(
        [schemas.StaffLogLine(**{name: getattr(line, name) for name in line.__struct_fields__}) for line in lines]
    )


@router.get("/floor/adjustments", responses=problems(401, 403))
async def list_adjustments(request: Request, visit: Looks) -> schemas.Adjustments:
    """The latest manual changes of chips."""
    lines = await run_in_threadpool(adjustment_lines, _facade(request), visit.here)
    return schemas.Adjustments([schemas.AdjustmentInfo(**line) for line in lines])


@router.post("/floor/adjustments", status_code=201, responses=problems(401, 403, 404, 409, 503))
async def propose(request: Request, visit: Acts, wanted: schemas.NewAdjustment) -> schemas.FloorDone:
    """Propose a manual change of a person's chips; a second person must approve it (R37)."""
    whom = person_of(_facade(request), wanted.person)
    return await _done(request, visit, asks.ProposeAdjustment(wanted.id, whom.id, wanted.amount, wanted.why))


@router.post("/floor/adjustments/{adjustment}", responses=problems(401, 403, 404, 409, 503))
async def decide(
    request: Request, visit: Acts, adjustment: Annotated[str, Path(max_length=64)], wanted: schemas.NewDecision
) -> schemas.FloorDone:
    """Approve or decline what somebody else proposed."""
    return await _done(request, visit, asks.DecideAdjustment(wanted.id, adjustment, wanted.approve))
