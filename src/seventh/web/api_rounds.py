"""API: a person's rounds, card by card, with proofs and records to download (R42)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.games import FIRST_GAME
from seventh.records.record import write_record
from seventh.room.history import PlayedRound
from seventh.rounds.events import Settled
from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.auth import LoggedIn
from seventh.web.room_facade import RoomFacade, round_line

router = new_router("rounds")

Round = Annotated[
    str,
    Path(
        pattern=r"^[0-9a-f]{11,13}\.[a-z0-9-]{1,48}\.[0-9]{1,16}$",
        description="The round's id, from the list of rounds.",
        examples=[f"19a8c1d2e3f.{FIRST_GAME}-1.7"],
    ),
]
Before = Annotated[str, Query(max_length=80, description="Only rounds before this one; empty for the latest.")]


async def _played(request: Request, visit: LoggedIn, round_id: str) -> PlayedRound:
    facade: RoomFacade = request.app.state.facade
    return await run_in_threadpool(facade.played, visit.here.id, round_id)


@router.get("/me/rounds", responses=problems(401, 404))
async def my_rounds(
    request: Request, visit: LoggedIn, before: Before = "", limit: Annotated[int, Query(ge=1, le=500)] = 50
) -> schemas.Rounds:
    """The person's rounds, latest first."""
    found, more = await run_in_threadpool(request.app.state.facade.rounds, visit.here.id, before, limit)
    return schemas.Rounds(found, more)


@router.get(
    "/me/rounds.csv",
    response_class=Response,
    responses={**problems(401), 200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def my_rounds_as_csv(request: Request, visit: LoggedIn) -> Response:
    """The person's rounds as CSV."""
    facade: RoomFacade = request.app.state.facade
    text = await run_in_threadpool(facade.room.history.csv, visit.here.id)
    return download(text, "text/csv; charset=utf-8", "rounds.csv")


@router.get("/rounds/{round_id}", responses=problems(401, 404, 409))
async def one_round(request: Request, visit: LoggedIn, round_id: Round) -> schemas.RoundInfo:
    """One of the person's rounds, every step as the person may see it; decisions that timed out are marked."""
    found = await _played(request, visit, round_id)
    facade: RoomFacade = request.app.state.facade
    seats = {str(seat): facade.name_of(seated.person) for seat, seated in found.live.seats.items()}
    return schemas.RoundInfo(
        line=round_line(found.line),
        rules=found.live.house.hash,
        reason=found.reason,
        seats=seats,
        steps=[
            schemas.RoundStep(
                at=at,
                who=f"seat {step.who}" if isinstance(step.who, int) else str(step.who),
                by_clock=by == "clock",
                action=msgspec.to_builtins(step.action),
                events=[msgspec.to_builtins(event.seen_by(found.line.seat)) for event in step.events],
            )
            for step, (at, by) in zip(found.record.steps, found.times, strict=True)
        ],
        settled=[msgspec.to_builtins(event) for event in found.record.events if isinstance(event, Settled)],
    )


@router.get("/rounds/{round_id}/record", responses=problems(401, 404, 409))
async def record(request: Request, visit: LoggedIn, round_id: Round) -> dict[str, Any]:
    """The round's record as this person may see it, for `seventh verify`."""
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.room.history.record, visit.here.id, round_id)
    return download(write_record(found), "application/json", f"{round_id}.json")  # type: ignore[return-value]


@router.get(
    "/rounds/{round_id}/phh",
    response_class=Response,
    responses={**problems(401, 404, 409), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def phh(request: Request, visit: LoggedIn, round_id: Round) -> Response:
    """A stud hand in PHH, as this person saw it."""
    facade: RoomFacade = request.app.state.facade
    text = await run_in_threadpool(facade.room.history.phh, visit.here.id, round_id)
    return download(text, "text/plain; charset=utf-8", f"{round_id}.phh")


@router.get("/rounds/{round_id}/proof", responses=problems(401, 404, 409))
async def proof(request: Request, response: Response, visit: LoggedIn, round_id: Round) -> schemas.RoundProof:
    """The proof of the shuffle, for `seventh verify`: the seed hash, client seeds, root, and the server seed once it is
    revealed."""
    found = await _played(request, visit, round_id)
    response.headers["Content-Disposition"] = f'attachment; filename="{round_id}.proof.json"'
    return schemas.RoundProof(**found.proof)


@router.get("/rounds/{round_id}/commitment", responses=problems(404))
async def commitment(request: Request, round_id: Round) -> schemas.Commitment:
    """A round's commitment, public: the seed hash, and the server seed once it is revealed (R4)."""
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.room.history.public, round_id)
    return schemas.Commitment(**msgspec.structs.asdict(found))


@router.get("/log")
async def public_log(
    request: Request,
    before: Annotated[int, Query(ge=0, le=1 << 53, description="Only entries before this time; 0 for the latest.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> schemas.PublicLog:
    """The public log, latest first: every void round with its commitment, restored backups, lost data, and the room's
    public keys (R9, R47)."""
    facade: RoomFacade = request.app.state.facade
    found = await run_in_threadpool(facade.room.history.public_log, before, limit)
    entries = [schemas.PublicEntry(**msgspec.structs.asdict(entry)) for entry in found]
    return schemas.PublicLog(facade.room.public_key, entries)


def download(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
