"""The person's own pages: account, rounds, one round. Their template context is documented in `pages`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.records.record import write_record
from seventh.room.people.sessions import LONGEST_DAYS, PLAY, READ
from seventh.room.refusals import RoomRefused
from seventh.web.api_accounts import let_in_again
from seventh.web.api_rounds import Before, download
from seventh.web.auth import Anyone, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.pages import Next, Text, go, here_after, page, problem_line
from seventh.web.pages_replay import replay_links
from seventh.web.room_facade import RoomFacade
from seventh.web.round_page import round_page
from seventh.web.schemas import RoundLine
from seventh.web.statements import statement_lines

router = APIRouter(include_in_schema=False)

ROUNDS_A_PAGE = 25


@router.get("/me")
async def account(request: Request, visit: Anyone) -> Response:
    """The account and the latest rounds."""
    return go("/login?next=/me") if visit.person is None else await _account(request, visit)


async def _account(request: Request, visit: Visit, code: int = 200, **context: Any) -> Response:
    facade: RoomFacade = request.app.state.facade
    person = visit.here
    found, _ = await run_in_threadpool(facade.rounds, person.id, "", 2 * ROUNDS_A_PAGE)
    lines = _lines(facade, found)
    shown: dict[str, Any] = {
        "account": {
            "id": person.id,
            "name": person.name,
            "role": person.role,
            "guest": person.guest,
            "created": person.created,
        },
        "tokens": await facade.access.tokens(person.id),
        "new_token": "",
        "second_factor": facade.access.second_factors.active(person.id),
        "recovery_codes_left": facade.access.second_factors.codes_left(person.id),
        "enrolment": None,
        "recovery_codes": [],
        "tables": facade.my_tables(person.id),
        "statement": statement_lines(facade, (await facade.statement(person.id, 0, 20)).postings),
        "rounds": lines["rounds"][:10],
        "void": [],
    }
    return await page(request, "account.html", visit, code, **{**shown, **context})


def _lines(facade: RoomFacade, found: list[RoundLine]) -> dict[str, list[dict[str, Any]]]:
    """Rounds for a list, with void rounds separate, since nothing was won or lost in them."""
    names = {table: facade.table_name(table) for table in {line.table for line in found}}
    titles = facade.titles(*(line.id for line in found))
    shown = [_line(line, names[line.table], titles[line.id]) for line in found]
    return {
        "rounds": [line for line in shown if line["state"] != "void"],
        "void": [line for line in shown if line["state"] == "void"],
    }


def _line(line: RoundLine, name: str, title: str) -> dict[str, Any]:
    """A round in the list; `title` is that of its house."""
    url = f"/me/rounds/{line.id}"
    return {
        "id": line.id,
        "url": url,
        "game": line.game,
        "title": title,
        "table": line.table,
        "name": name,
        "number": line.number,
        "at": line.opened,
        "state": line.state,
        "net": line.net,
        "wagered": line.wagered,
        "record_url": "" if line.state == "open" else f"{url}.json",
    }


@router.get("/me/rounds")
async def rounds(request: Request, visit: Anyone, before: Before = "") -> Response:
    """All rounds of this person, latest first."""
    if visit.person is None:
        return go("/login?next=/me/rounds")
    facade: RoomFacade = request.app.state.facade
    found, more = await run_in_threadpool(facade.rounds, visit.here.id, before, ROUNDS_A_PAGE)
    return await page(
        request,
        "rounds.html",
        visit,
        **_lines(facade, found),
        more=f"/me/rounds?before={more}" if more else "",
        exports={"json": "/api/me/rounds?limit=500", "csv": "/api/me/rounds.csv"},
    )


@router.get("/me/rounds/{round_id}.json")
async def record(request: Request, visit: Anyone, round_id: str) -> Response:
    """Download a round's record."""
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.room.history.record, visit.here.id, round_id)
    return download(write_record(found), "application/json", f"{round_id}.json")


@router.get("/me/rounds/{round_id}")
async def one_round(request: Request, visit: Anyone, round_id: str) -> Response:
    """A round, card by card."""
    if visit.person is None:
        return go(f"/login?next=/me/rounds/{round_id}")
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.played, visit.here.id, round_id)
    people = {seat: facade.person(seated.person) for seat, seated in found.live.seats.items()}
    title = (await run_in_threadpool(facade.titles, round_id))[round_id]
    shown = await run_in_threadpool(round_page, found, people, facade.table_name(found.line.table), title)
    links = await run_in_threadpool(replay_links, request, visit.here.id, round_id)
    # Whoever comes from a seat wants to go back to it.
    seat = next((one["url"] for one in facade.seats_of(visit.here.id) if one["table"] == found.line.table), "")
    return await page(request, "round.html", visit, **shown, replay=links, back=seat)


# Forms.


async def _do(request: Request, visit: Visit, csrf: str, doing: Any, message: str) -> Response:
    """Handle a form of the account page, and show the page again."""
    try:
        check_csrf(visit, csrf)
        assert visit.here
        context = await doing() or {}
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        if visit.person is None:
            raise
        return await _account(request, visit, code=status, error=line)
    return await _account(request, visit, message=message, **context)


@router.post("/me/password")
async def password(request: Request, visit: Anyone, old: Text = "", new: Text = "", csrf: Text = "") -> Response:
    """Change the password: everything else that is logged in is logged out, and this browser gets a new session."""
    facade: RoomFacade = request.app.state.facade
    cookies = Response()
    try:
        check_csrf(visit, csrf)
        await facade.access.change_password(visit.here.id, old, new, visit.client)
        visit = await let_in_again(request, cookies, visit)
    except (Failure, RoomRefused) as error:
        if visit.person is None:
            raise
        status, line = problem_line(error)
        return await _account(request, visit, code=status, error=line)
    message = "Password changed. All other browsers have been logged out, and all tokens deleted."
    response = await _account(request, visit, message=message)
    for cookie in cookies.headers.getlist("set-cookie"):
        response.headers.append("set-cookie", cookie)
    return response


@router.post("/me/logout-everywhere")
async def log_out_everywhere(request: Request, visit: Anyone, csrf: Text = "") -> Response:
    check_csrf(visit, csrf)
    await request.app.state.facade.access.log_out_everywhere(visit.here.id)
    response = go("/login")
    request.app.state.authenticator.forget(response)
    return response


@router.post("/me/second-factor")
async def add_second_factor(request: Request, visit: Anyone, password: Text = "", csrf: Text = "") -> Response:
    facade: RoomFacade = request.app.state.facade

    async def enrol() -> dict[str, Any]:
        return {"enrolment": await facade.access.enrol(visit.here, password, visit.client)}

    return await _do(
        request, visit, csrf, enrol, "Add the key to your authenticator app, then enter the code it shows."
    )


@router.post("/me/second-factor/confirm")
async def confirm_second_factor(request: Request, visit: Anyone, code: Text = "", csrf: Text = "") -> Response:
    facade: RoomFacade = request.app.state.facade

    async def confirm() -> dict[str, Any]:
        codes = await facade.access.second_factors.confirm(visit.here.id, code)
        return {"recovery_codes": codes, "second_factor": True, "recovery_codes_left": len(codes)}

    return await _do(request, visit, csrf, confirm, "Keep the recovery codes: they will not be shown again.")


@router.post("/me/second-factor/remove")
async def remove_second_factor(request: Request, visit: Anyone, password: Text = "", csrf: Text = "") -> Response:
    facade: RoomFacade = request.app.state.facade
    return await _do(
        request,
        visit,
        csrf,
        lambda: facade.access.remove_second_factor(visit.here, password, visit.client),
        "Second factor removed.",
    )


@router.post("/me/refill")
async def refill(
    request: Request,
    visit: Anyone,
    name: Annotated[str, Form(alias="id", max_length=64)] = "",
    csrf: Text = "",
    then: Next = "/me",
) -> Response:
    """Refill the wallet and return to the page with the button."""
    try:
        check_csrf(visit, csrf)
        await request.app.state.facade.refill(visit.here, name)
    except (Failure, RoomRefused) as error:
        if visit.person is None:
            raise
        status, line = problem_line(error)
        return await _account(request, visit, code=status, error=line)
    return go(here_after(then))


@router.post("/me/tokens")
async def new_token(
    request: Request,
    visit: Anyone,
    name: Text = "",
    scopes: Annotated[list[str] | None, Form()] = None,
    days: Annotated[int, Form(ge=0, le=LONGEST_DAYS)] = 0,
    code: Text = "",
    csrf: Text = "",
) -> Response:
    facade: RoomFacade = request.app.state.facade

    async def make() -> dict[str, str]:
        wanted = tuple(scopes or (READ, PLAY))
        named = name.strip()[:40] or "token"
        token, _ = await facade.access.new_token(visit.here, named, wanted, days, visit.since, code, visit.client)
        return {"new_token": token}

    return await _do(request, visit, csrf, make, "Copy the token now: it will not be shown again.")


@router.post("/me/tokens/{token}/delete")
async def revoke_token(request: Request, visit: Anyone, token: str, csrf: Text = "") -> Response:
    facade: RoomFacade = request.app.state.facade
    return await _do(request, visit, csrf, lambda: facade.room.sessions.revoke(visit.here.id, token), "Token deleted.")


@router.post("/me/delete")
async def delete(request: Request, visit: Anyone, password: Text = "", confirm: Text = "", csrf: Text = "") -> Response:
    """Delete the account."""
    try:
        check_csrf(visit, csrf)
        if confirm != "delete":
            raise Failure("malformed", "type “delete” to delete the account permanently")
        await request.app.state.facade.delete(visit.here, password, visit.client)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _account(request, visit, code=status, error=line)
    response = go("/")
    request.app.state.authenticator.forget(response)
    return response


@router.post("/me/name")
async def rename(request: Request, visit: Anyone, name: Text = "", csrf: Text = "") -> Response:
    """Change the name, at the tables too."""
    facade: RoomFacade = request.app.state.facade
    try:
        check_csrf(visit, csrf)
        await facade.room.rename_person(visit.here, name)
    except (Failure, RoomRefused) as error:
        if visit.person is None:
            raise
        status, line = problem_line(error)
        return await _account(request, visit, code=status, error=line)
    return go("/me")
