"""Pages that replay rounds: one's own, one that somebody shared, and files. Their template context:

replay.html (/me/rounds/ID/replay, /r/TOKEN, and the answer to a file)
    replay    {name, game, scene, outcome, seen, back, back_name, picture, file}; `seen` says from whose seat. `file` is
              None, or {name, text, hands, hand, seats: [{seat, name, chosen}], notes}
    steps     list of {words, own, timed_out, remark}; `remark` is None or {text, kind}
    bootstrap data for the viewer's script: {game, scene, layout, money, wagers, clauses, seats, viewer, person, steps:
              [{frame, says, caption, verdict, who, action, at, timed_out, remark}]}; `frame` is a `table` frame of the
              protocol

    most_kib  the maximum size of a file; only with `file`

replay_file.html (/replay)
    most_kib  as above

Forms (POST; sharing with `csrf`, answered with a 303 redirect to the round's page):

    /me/rounds/ID/share    makes the link to a round
    /me/rounds/ID/unshare  deletes it
    /replay                {file} or {text, name, hand?, seat?}: answers with the replay, or the page with `error`
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.room.people.sessions import ACCOUNT
from seventh.web.auth import Anyone, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.origins import base_of
from seventh.web.pages import Text, go, page, problem_line
from seventh.web.picture import picture
from seventh.web.rate_limits import Buckets
from seventh.web.replay_files import OpenedFile, open_file
from seventh.web.replay_page import own_remarks, own_replay, replay_context, shared_replay
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)


@router.get("/me/rounds/{round_id}/replay")
async def own(request: Request, visit: Anyone, round_id: str) -> Response:
    """One of the person's rounds, step by step."""
    if visit.person is None:
        return go(f"/login?next=/me/rounds/{round_id}/replay")
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.played, visit.here.id, round_id)
    people = {seat: facade.person(seated.person) for seat, seated in found.live.seats.items()}
    back = f"/me/rounds/{round_id}"
    shown = await run_in_threadpool(
        lambda: replay_context(
            own_replay(found, people),
            found.live.house,
            own_remarks(found),
            name=f"{facade.titles(round_id)[round_id]}, round {found.line.number}",
            back=back,
            back_name="Round page",
            picture=f"{back}.svg",
        )
    )
    return await page(request, "replay.html", visit, **shown)


@router.get("/me/rounds/{round_id}.svg")
async def own_picture(request: Request, visit: Anyone, round_id: str) -> Response:
    """The end of a round as a picture."""
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.played, visit.here.id, round_id)
    people = {seat: facade.person(seated.person) for seat, seated in found.live.seats.items()}
    text = await run_in_threadpool(lambda: picture(own_replay(found, people), found.live.house))
    return _svg(text, round_id)


@router.post("/me/rounds/{round_id}/share")
async def share(request: Request, visit: Anyone, round_id: str, csrf: Text = "") -> Response:
    check_csrf(visit, csrf)
    visit.must_have(ACCOUNT)
    await request.app.state.facade.room.shares.make(visit.here.id, round_id)
    return go(f"/me/rounds/{round_id}#share")


@router.post("/me/rounds/{round_id}/unshare")
async def unshare(request: Request, visit: Anyone, round_id: str, csrf: Text = "") -> Response:
    check_csrf(visit, csrf)
    visit.must_have(ACCOUNT)
    await request.app.state.facade.room.shares.delete(visit.here.id, round_id)
    return go(f"/me/rounds/{round_id}#share")


def replay_links(request: Request, person: str, round_id: str) -> dict[str, Any]:
    """The part of a round's page about its replay: `share` is the link, or empty."""
    found = request.app.state.facade.room.shares.of(person).get(round_id)
    base = base_of(request, request.app.state.settings).rstrip("/")
    return {
        "url": f"/me/rounds/{round_id}/replay",
        "picture": f"/me/rounds/{round_id}.svg",
        "share": f"{base}/r/{found.token}" if found else "",
    }


@router.get("/r/{token}.svg")
async def shared_picture(request: Request, token: str) -> Response:
    """The end of a round that somebody shared."""
    found = await run_in_threadpool(request.app.state.facade.room.shares.played, token)
    return _svg(await run_in_threadpool(lambda: picture(shared_replay(found), found.live.house)), "round")


@router.get("/r/{token}")
async def shared(request: Request, visit: Anyone, token: str) -> Response:
    """A round that somebody shared, as they saw it; no account needed."""
    found = await run_in_threadpool(request.app.state.facade.room.shares.played, token)
    shown = await run_in_threadpool(
        lambda: replay_context(
            shared_replay(found),
            found.live.house,
            {},
            seen=f"as seen from seat {found.line.seat}",
            back="/",
            back_name="Lobby",
            picture=f"/r/{token}.svg",
        )
    )
    response = await page(request, "replay.html", visit, **shown)
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _svg(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.svg"'}
    return Response(text, media_type="image/svg+xml", headers=headers)


# Files.


@router.get("/replay")
async def file_form(request: Request, visit: Anyone) -> Response:
    """The page that opens a file."""
    return await _file_form(request, visit)


@router.post("/replay")
async def replay_file(
    request: Request,
    visit: Anyone,
    file: Annotated[UploadFile | None, File()] = None,
    text: Annotated[str, Form()] = "",
    name: Text = "",
    hand: Annotated[int, Form(ge=1, le=100_000)] = 1,
    seat: Annotated[int | None, Form(ge=0, le=1000)] = None,
) -> Response:
    """Replay a file; nothing is stored."""
    if file is not None and file.filename:
        name = file.filename[:300]
    try:
        replay_counts(request, visit)
        if file is not None and file.filename:
            text = decoded(await file.read())
        if not text.strip():
            raise Failure("malformed", "the file is empty" if name else "choose a file first", where="file")
        opened = await run_in_threadpool(open_file, text, hand, seat)
    except Failure as error:
        status, line = problem_line(error)
        return await _file_form(request, visit, status, error=f"{name}: {line}" if name else line)
    told = {
        "name": name,
        "text": text,
        "hands": opened.hands,
        "hand": opened.hand,
        "seats": [{"seat": at, "name": who, "chosen": at == opened.seat} for at, who in opened.seats.items()],
        "notes": opened.notes,
    }
    shown = await run_in_threadpool(_shown, opened, name, told)
    return await page(request, "replay.html", visit, **shown, most_kib=_most_kib(request))


def _shown(opened: OpenedFile, name: str, told: dict[str, Any]) -> dict[str, Any]:
    seen = f"{name}, {opened.seats[opened.seat]}" if name else opened.seats[opened.seat]
    return replay_context(opened.replay, opened.house, {}, opened.worth, seen=seen, file=told)


async def _file_form(request: Request, visit: Visit, code: int = 200, error: str = "") -> Response:
    return await page(request, "replay_file.html", visit, code, most_kib=_most_kib(request), error=error)


def _most_kib(request: Request) -> int:
    most: int = request.app.state.settings.limits.upload_bytes // 1024
    return most


def decoded(content: bytes) -> str:
    """The text of a file."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure("malformed", "not a record or a PHH file (not UTF-8 text)", where="file") from None


def replay_counts(request: Request, visit: Visit) -> None:
    """Count a replayed file against the address's rate limit."""
    buckets: Buckets = request.app.state.replays
    bucket = buckets.of(visit.client)
    if not bucket.take():
        raise Failure("too_fast", "too many files from this address; wait a moment", wait=bucket.wait)
