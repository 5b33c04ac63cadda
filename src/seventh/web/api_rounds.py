"""Rounds over HTTP: what a person played, card by card, with the proof and the record to keep (R42)."""

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
from seventh.web import bodies as b
from seventh.web.api import new_router, problems
from seventh.web.desk import Desk, round_line
from seventh.web.visits import Somebody

router = new_router("rounds")

Round = Annotated[
    str,
    Path(
        pattern=r"^[0-9a-f]{11,13}\.[a-z0-9-]{1,48}\.[0-9]{1,16}$",
        description="The round's id, as the list of rounds tells it.",
        examples=[f"19a8c1d2e3f.{FIRST_GAME}-1.7"],
    ),
]
Before = Annotated[str, Query(max_length=80, description="Only rounds before this one; empty for the latest.")]


async def _played(request: Request, visit: Somebody, round_id: str) -> PlayedRound:
    desk: Desk = request.app.state.desk
    return await run_in_threadpool(desk.played, visit.here.id, round_id)


@router.get("/me/rounds", responses=problems(401, 404))
async def my_rounds(
    request: Request, visit: Somebody, before: Before = "", limit: Annotated[int, Query(ge=1, le=500)] = 50
) -> b.Rounds:
    """The rounds that this person played, the latest first."""
    found, more = await run_in_threadpool(request.app.state.desk.rounds, visit.here.id, before, limit)
    return b.Rounds(found, more)


@router.get(
    "/me/rounds.csv",
    response_class=Response,
    responses={**problems(401), 200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def my_rounds_as_csv(request: Request, visit: Somebody) -> Response:
    """All of them as a spreadsheet."""
    desk: Desk = request.app.state.desk
    text = await run_in_threadpool(desk.room.history.csv, visit.here.id)
    return download(text, "text/csv; charset=utf-8", "rounds.csv")


@router.get("/rounds/{round_id}", responses=problems(401, 404, 409))
async def one_round(request: Request, visit: Somebody, round_id: Round) -> b.RoundInfo:
    """A round of this person's, every step as the person may see it, the clock's decisions named as such."""
    found = await _played(request, visit, round_id)
    desk: Desk = request.app.state.desk
    seats = {str(seat): desk.name_of(seated.person) for seat, seated in found.live.seats.items()}
    return b.RoundInfo(
        line=round_line(found.line),
        rules=found.live.house.hash,
        reason=found.reason,
        seats=seats,
        steps=[
            b.RoundStep(
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
async def record(request: Request, visit: Somebody, round_id: Round) -> dict[str, Any]:
    """The record file, for `seventh verify`: what this person may keep of the round."""
    desk: Desk = request.app.state.desk
    found = await run_in_threadpool(desk.room.history.record, visit.here.id, round_id)
    return download(write_record(found), "application/json", f"{round_id}.json")  # type: ignore[return-value]


@router.get(
    "/rounds/{round_id}/phh",
    response_class=Response,
    responses={**problems(401, 404, 409), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def phh(request: Request, visit: Somebody, round_id: Round) -> Response:
    """A hand of stud in PHH, as this person saw it."""
    desk: Desk = request.app.state.desk
    text = await run_in_threadpool(desk.room.history.phh, visit.here.id, round_id)
    return download(text, "text/plain; charset=utf-8", f"{round_id}.phh")


@router.get("/rounds/{round_id}/proof", responses=problems(401, 404, 409))
async def proof(request: Request, response: Response, visit: Somebody, round_id: Round) -> b.RoundProof:
    """Where the cards came from, for `seventh verify`: the hash, the seeds, the root, and the server's seed once it
    is revealed."""
    found = await _played(request, visit, round_id)
    response.headers["Content-Disposition"] = f'attachment; filename="{round_id}.proof.json"'
    return b.RoundProof(**found.proof)


@router.get("/rounds/{round_id}/commitment", responses=problems(404))
async def commitment(request: Request, round_id: Round) -> b.Commitment:
    """How a round's commitment ended, for everybody: the hash before, the seed once it is revealed (R4)."""
    desk: Desk = request.app.state.desk
    found = await run_in_threadpool(desk.room.history.public, round_id)
    return b.Commitment(**msgspec.structs.asdict(found))


def download(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
