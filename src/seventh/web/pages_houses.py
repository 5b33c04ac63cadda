"""The room's houses: their versions, and the editor with which an admin changes one. For the staff.

Templates, each with the base context of `pages`:

    houses.html  (/houses)       houses: see `house_desk.house_line`; games: list of {name, title}; may_change
    house.html   (/houses/NAME)  house (as above, or None for a new one), name, base (the version shown), game, parts,
                 problems, results, stale, waiting as in `lab.pages`; versions: see `version_line`, with `query`;
                 values: the texts given; may_change
    house_retire.html            house, version: retiring it, to be confirmed

Forms (POST, with `csrf`; all answer with a redirect, or the page with `error`):

    /houses/NAME         {version, game?, act, and a field for each setting}   act is `save`, or `look` for the figures
    /houses/NAME/tables  {}                                                    opens another public table
    /houses/NAME/retire  {version, sure?}                                      stops offering it; asks if not sure
    /houses/NAME/back    {}                                                    offers it again
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, Response

from seventh.games import GAMES
from seventh.room.houses import SHARED, Version, check_name, problems_in_room, problems_of_texts
from seventh.room.people.accounts import ADMIN, AUDITOR, FLOOR
from seventh.room.refusals import FORBIDDEN, RoomRefused
from seventh.room.room import Room
from seventh.web.auth import HasRole, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.house_desk import base_of, house_line, query_of, save, toml_of, version_line
from seventh.web.lab.api import HouseQuestion
from seventh.web.lab.changes import Changed
from seventh.web.lab.fields import parts_of
from seventh.web.lab.pages import problems_told, results_shown, told_results
from seventh.web.lab.service import asker, changed_in_form
from seventh.web.pages import Text, go, page, problem_line
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)

Staff = Annotated[Visit, Depends(HasRole(FLOOR, AUDITOR, ADMIN))]
Number = Annotated[int | None, Query(ge=0, le=10**9)]
Name = Annotated[str, Query(max_length=100)]

AGAINST = {"own": "New rules", "column": "In force", "the": "the rules in force"}
"""What the columns of the figures are called."""
_NO_SETTINGS = ("csrf", "version", "game", "act")


def _facade(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


@router.get("/houses")
async def houses(request: Request, visit: Staff, saved: Name = "") -> Response:
    """The houses of the room."""
    known = _facade(request).room.houses
    message = f"Version {known[saved].number} of {known[saved].title} is in force." if saved in known else ""
    if saved in known.retired:
        message = f"{known.latest(saved).title} is retired. Its tables close after their current round."
    return await _houses(request, visit, message=message)


async def _houses(request: Request, visit: Visit, code: int = 200, **context: Any) -> Response:
    facade = _facade(request)
    houses = facade.room.houses
    lines = [house_line(facade, houses.latest(name)) for name in (*houses, *houses.retired)]
    games = [{"name": name, "title": game.book.title} for name, game in GAMES.items()]
    shown = {"houses": lines, "games": games, "may_change": visit.here.role == ADMIN}
    return await page(request, "houses.html", visit, code, **shown, **context)


@router.get("/houses/new")
async def new_house(request: Request, visit: Staff, name: Name = "", game: Name = "") -> Response:
    """The editor for a house that does not exist yet."""
    wanted = name.strip().lower().replace(" ", "-")
    try:
        check_name(wanted)
        if wanted in (*_facade(request).room.houses.known, "new"):
            raise Failure("malformed", f"there is a house of the name {wanted} already")
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _houses(request, visit, status, error=line)
    return go(f"/houses/{wanted}?game={game if game in GAMES else next(iter(GAMES))}")


@router.get("/houses/{name}")
async def house(request: Request, visit: Staff, name: str) -> Response:
    """The editor, with the settings of a link, if any, instead of those in force."""
    values = {key: text[:2000] for key, text in request.query_params.items() if len(key) <= 100}
    base = base_of(_facade(request), name, values.pop("game", ""))
    return await _editor(request, visit, base, await changed_in_form(base.rules.game, values, None, base.rules))


async def _editor(
    request: Request, visit: Visit, base: Version, found: Changed, code: int = 200, **context: Any
) -> Response:
    facade = _facade(request)
    request.app.state.laboratory.warm()
    _find_problems(found, base)
    stale = bool(found.problems)
    valid = Changed(found.book, found.book) if stale else found
    known = facade.room.houses.versions(base.house) if base.house in facade.room.houses.known else ()
    shown = {
        "name": base.house,
        "title": base.title,
        "house": house_line(facade, known[0]) if known else None,
        "base": version_line(facade, base),
        "game": {"game": base.rules.game},
        "parts": parts_of(found, SHARED),
        "problems": problems_told(found),
        "stale": stale,
        "against": AGAINST,
        "versions": [{**version_line(facade, each), "query": query_of(each, base)} for each in known],
        "file_link": _link(base, valid, "/house.toml"),
        "may_change": visit.here.role == ADMIN,
        **await results_shown(asker(request, "render"), valid),
    }
    return await page(request, "house.html", visit, code, **shown, **context)


def _find_problems(found: Changed, base: Version) -> None:
    """Add what a room does not allow."""
    if found.house is not None:
        found.problems += problems_in_room(found.house)
    else:
        known = {path for path, _ in found.problems}
        found.problems += [each for each in problems_of_texts(base.rules, found.texts) if each[0] not in known]


def _link(base: Version, found: Changed, end: str) -> str:
    """The page of a house, or its file, with the changes; a house to be has its game in the link."""
    new = f"game={base.rules.game}" if not base.number and base.house not in GAMES else ""
    query = "&".join(filter(None, (new, found.query)))
    return f"/houses/{base.house}{end}" + (f"?{query}" if query else "")


@router.post("/houses/{name}/results")
async def results(
    request: Request, visit: Staff, name: str, question: HouseQuestion, version: Number = None, game: Name = ""
) -> Response:
    """What the editor shows after a change: the problems of the fields, or the figures next to those in force."""
    assert visit
    base = base_of(_facade(request), name, game, version)
    found = await changed_in_form(base.rules.game, question.values, question.file, base.rules)
    _find_problems(found, base)
    told: dict[str, Any] = {"problems": problems_told(found)}
    if found.problems:
        return JSONResponse(told)
    told |= {"link": _link(base, found, ""), "file": _link(base, found, "/house.toml")}
    return await told_results(request, question, found, told, against=AGAINST)


@router.get("/houses/{name}/house.toml")
async def house_file(request: Request, visit: Staff, name: str, version: Number = None, game: Name = "") -> Response:
    """The house file of a version, or of the settings in the link."""
    assert visit
    base = base_of(_facade(request), name, game, version)
    values = {key: text for key, text in request.query_params.items() if key not in _NO_SETTINGS}
    found = await changed_in_form(base.rules.game, values, None, base.rules)
    if found.house is None:
        where, why = found.problems[0]
        raise Failure("malformed", f"{where} {why}".strip())
    text = found.toml if values else toml_of(base)
    headers = {"Content-Disposition": f'attachment; filename="{base.house}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


@router.post("/houses/{name}")
async def save_house(request: Request, visit: Staff, name: str) -> Response:
    """Put the rules of the form in force, or show their figures."""
    facade, form = _facade(request), await request.form()
    fields = {key: str(text)[:2000].replace("\r\n", "\n") for key, text in form.items() if len(key) <= 100}
    texts = {key: text for key, text in fields.items() if key not in _NO_SETTINGS}
    seen = int(fields["version"]) if fields.get("version", "").isdecimal() else 0
    base = base_of(facade, name, fields.get("game", ""))
    found = await changed_in_form(base.rules.game, texts, None, base.rules)
    try:
        check_csrf(visit, fields.get("csrf", ""))
        if visit.here.role != ADMIN:
            raise RoomRefused(FORBIDDEN, "only admins can change the rules of a house")
        if fields.get("act") == "look":
            return await _editor(request, visit, base, found)
        await save(facade, visit.here, name, found, seen)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _editor(request, visit, base, found, status, error=line)
    return go(f"/houses?saved={name}")


@router.post("/houses/{name}/tables")
async def open_table(request: Request, visit: Staff, name: str, csrf: Text = "") -> Response:
    """Open another public table of a house."""
    check_csrf(visit, csrf)
    if visit.here.role != ADMIN:
        raise RoomRefused(FORBIDDEN, "only admins can open public tables")
    table = await _facade(request).room.tables.open_of(name)
    return go(f"/table/{table.id}?watch=1")


@router.post("/houses/{name}/retire")
async def retire(
    request: Request, visit: Staff, name: str, version: Text = "", sure: Text = "", csrf: Text = ""
) -> Response:
    """Stop offering a house, after asking once more."""
    seen = int(version) if version.isdecimal() else -1
    known = _facade(request).room.houses
    if not sure and name in known and visit.here.role == ADMIN:
        check_csrf(visit, csrf)
        line = house_line(_facade(request), known[name])
        return await page(request, "house_retire.html", visit, house=line, version=seen)
    return await _offer(request, visit, name, csrf, lambda room: room.retire_house(visit.here, name, seen))


@router.post("/houses/{name}/back")
async def bring_back(request: Request, visit: Staff, name: str, csrf: Text = "") -> Response:
    """Offer a retired house again."""
    return await _offer(request, visit, name, csrf, lambda room: room.bring_back_house(visit.here, name))


async def _offer(request: Request, visit: Visit, name: str, csrf: str, doing: Callable[[Room], Any]) -> Response:
    try:
        check_csrf(visit, csrf)
        await doing(_facade(request).room)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _houses(request, visit, status, error=line)
    return go(f"/houses?saved={name}")
