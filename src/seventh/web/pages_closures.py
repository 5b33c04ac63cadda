"""The floor console's forms that close something to new wagers, and reopen it.

    /floor/close {what, person?, why, then?, sure?}    /floor/open {scope, who?, then?}

`what` is a choice of the form: `table:ID`, `game:NAME`, `house:NAME`, `player` or `all`, which asks once more.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from seventh.room.gate import ALL
from seventh.room.refusals import RoomRefused
from seventh.web.auth import check_csrf
from seventh.web.errors import Failure
from seventh.web.floor_closures import chosen
from seventh.web.pages import Text, go, page, problem_line
from seventh.web.pages_floor import Staff, facade_of, floor_page
from seventh.web.schemas import NewClosure

router = APIRouter(include_in_schema=False)


@router.post("/floor/close")
async def close(
    request: Request,
    visit: Staff,
    what: Text = "",
    person: Text = "",
    why: Text = "",
    then: Text = "",
    sure: Text = "",
    csrf: Text = "",
) -> Response:
    """Close everything, a game, a house, a table or a player to new wagers."""
    facade = facade_of(request)
    kept = {"what": what, "person": person.strip(), "why": why.strip()}
    try:
        check_csrf(visit, csrf)
        targets = chosen(facade, what, person)
        if what == ALL and not sure:
            seated = sum(table.people for table in facade.room.tables.values())
            return await page(request, "floor_close_room.html", visit, why=why.strip(), seated=seated)
        for scope, who in targets:
            await facade.close(visit.here, NewClosure(scope=scope, why=why.strip(), who=who))
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await floor_page(request, visit, status, error=line, kept=kept)
    return go(f"/floor/tables/{then}" if then in facade.room.tables else "/floor")


@router.post("/floor/open")
async def reopen(
    request: Request, visit: Staff, scope: Text = "", who: Text = "", then: Text = "", csrf: Text = ""
) -> Response:
    """Reopen what was closed."""
    facade = facade_of(request)
    try:
        check_csrf(visit, csrf)
        await facade.reopen(visit.here, scope, who)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await floor_page(request, visit, status, error=line)
    return go(f"/floor/tables/{then}" if then in facade.room.tables else "/floor")
