"""The pages of a person's own affairs: the account, the rounds, one round. Their context is told in `pages`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.games import book_house
from seventh.records.record import write_record
from seventh.room.refusals import RoomRefused
from seventh.web.api_rounds import Before, download
from seventh.web.bodies import RoundLine
from seventh.web.desk import Desk
from seventh.web.errors import Failure
from seventh.web.pages import Next, Text, go, here_after, page, problem_line
from seventh.web.story import round_page
from seventh.web.visits import Anyone, Visit, check_csrf

router = APIRouter(include_in_schema=False)

ROUNDS_A_PAGE = 25


@router.get("/me")
async def account(request: Request, visit: Anyone) -> Response:
    """The account, and what was played last."""
    return go("/login?next=/me") if visit.person is None else await _account(request, visit)


async def _account(request: Request, visit: Visit, code: int = 200, **context: Any) -> Response:
    desk: Desk = request.app.state.desk
    person = visit.here
    found, _ = await run_in_threadpool(desk.rounds, person.id, "", 10)
    shown: dict[str, Any] = {
        "account": {
            "id": person.id,
            "name": person.name,
            "role": person.role,
            "guest": person.guest,
            "created": person.created,
        },
        "seats": desk.seats_of(person.id),
        "tokens": await desk.tokens(person.id),
        "new_token": "",
        "statement": (await desk.statement(person.id, 0, 20)).postings,
        "rounds": [_line(line) for line in found],
    }
    return await page(request, "account.html", visit, code, **{**shown, **context})


def _line(line: RoundLine) -> dict[str, Any]:
    """A round on the list."""
    url = f"/me/rounds/{line.id}"
    return {
        "id": line.id,
        "url": url,
        "game": line.game,
        "title": book_house(line.game).title,
        "table": line.table,
        "number": line.number,
        "at": line.opened,
        "state": line.state,
        "net": line.net,
        "wagered": line.wagered,
        "record_url": "" if line.state == "open" else f"{url}.json",
    }


@router.get("/me/rounds")
async def rounds(request: Request, visit: Anyone, before: Before = "") -> Response:
    """Every round that this person played, the latest first."""
    if visit.person is None:
        return go("/login?next=/me/rounds")
    desk: Desk = request.app.state.desk
    found, more = await run_in_threadpool(desk.rounds, visit.here.id, before, ROUNDS_A_PAGE)
    return await page(
        request,
        "rounds.html",
        visit,
        rounds=[_line(line) for line in found],
        more=f"/me/rounds?before={more}" if more else "",
        exports={"json": "/api/me/rounds?limit=500", "csv": "/api/me/rounds.csv"},
    )


@router.get("/me/rounds/{round_id}.json")
async def record(request: Request, visit: Anyone, round_id: str) -> Response:
    """The record to keep."""
    desk: Desk = request.app.state.desk
    found = await run_in_threadpool(desk.room.history.record, visit.here.id, round_id)
    return download(write_record(found), "application/json", f"{round_id}.json")


@router.get("/me/rounds/{round_id}")
async def one_round(request: Request, visit: Anyone, round_id: str) -> Response:
    """A round, card by card."""
    if visit.person is None:
        return go(f"/login?next=/me/rounds/{round_id}")
    desk: Desk = request.app.state.desk
    found = await run_in_threadpool(desk.played, visit.here.id, round_id)
    people = {seat: desk.person(seated.person) for seat, seated in found.live.seats.items()}
    shown = await run_in_threadpool(round_page, found, people)
    return await page(request, "round.html", visit, **shown)


# Forms.


async def _do(request: Request, visit: Visit, csrf: str, doing: Any, message: str) -> Response:
    """Do what a form of the account's page asks for, and show the page again."""
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
    desk: Desk = request.app.state.desk

    async def change() -> None:
        await desk.room.people.change_password(visit.here.id, old, new)
        await desk.room.sessions.end_all(visit.here.id, visit.session)

    return await _do(request, visit, csrf, change, "The password is changed; other browsers have to log in again.")


@router.post("/me/refill")
async def refill(
    request: Request,
    visit: Anyone,
    name: Annotated[str, Form(alias="id", max_length=64)] = "",
    csrf: Text = "",
    then: Next = "/me",
) -> Response:
    """Fill the wallet up, and go back to where the button was."""
    try:
        check_csrf(visit, csrf)
        await request.app.state.desk.refill(visit.here, name)
    except (Failure, RoomRefused) as error:
        if visit.person is None:
            raise
        status, line = problem_line(error)
        return await _account(request, visit, code=status, error=line)
    return go(here_after(then))


@router.post("/me/tokens")
async def new_token(request: Request, visit: Anyone, name: Text = "", csrf: Text = "") -> Response:
    desk: Desk = request.app.state.desk

    async def make() -> dict[str, str]:
        token, _ = await desk.new_token(visit.here.id, name.strip()[:40] or "token")
        return {"new_token": token}

    return await _do(request, visit, csrf, make, "Copy the token now: it is not shown again.")


@router.post("/me/tokens/{token}/delete")
async def revoke_token(request: Request, visit: Anyone, token: str, csrf: Text = "") -> Response:
    desk: Desk = request.app.state.desk
    return await _do(
        request, visit, csrf, lambda: desk.room.sessions.revoke(visit.here.id, token), "The token is gone."
    )


@router.post("/me/delete")
async def delete(request: Request, visit: Anyone, password: Text = "", confirm: Text = "", csrf: Text = "") -> Response:
    """Forget who this was."""
    try:
        check_csrf(visit, csrf)
        if confirm != "delete":
            raise Failure("malformed", "to delete the account for good, type delete")
        await request.app.state.desk.delete(visit.here, password)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _account(request, visit, code=status, error=line)
    response = go("/")
    request.app.state.doorman.forget(response)
    return response


@router.post("/tables")
async def open_table(request: Request, visit: Anyone, game: Text = "", name: Text = "", csrf: Text = "") -> Response:
    """A private table."""
    check_csrf(visit, csrf)
    desk: Desk = request.app.state.desk
    opened = await desk.open_table(visit.here, game, name, str(request.base_url))
    return go(f"/table/{opened.table}?word={opened.invitation}&sit=1")
