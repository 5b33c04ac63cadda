"""API: a person's results, and replays of files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from fastapi import Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.web.api import new_router, problems
from seventh.web.api_rounds import download
from seventh.web.auth import Anyone, LoggedIn
from seventh.web.pages_replay import replay_counts
from seventh.web.pages_results import known_game
from seventh.web.replay_files import open_file
from seventh.web.results_page import Chosen, rounds_csv, summary_data
from seventh.web.room_facade import RoomFacade

router = new_router("results")

Game = Annotated[str, Query(max_length=60, description="Only this game; empty for all.")]
Days = Annotated[int, Query(ge=0, le=36_500, description="Only the last N days; 0 for all time.")]


async def _chosen(request: Request, visit: LoggedIn, game: str, days: int) -> Chosen:
    facade: RoomFacade = request.app.state.facade
    person, now = visit.here.id, facade.now()
    known_game(game)
    return await run_in_threadpool(lambda: Chosen(facade.room.results, person, game, days, now))


@dataclass(frozen=True)
class WagerResult:
    """The results of one wager, in smallest chips."""

    game: str
    house: str
    """The title of the house at which it was made."""
    wager: str
    """As in `edge`; empty for the pots of a game that players play against each other."""
    rounds: int
    wagered: int
    net: int
    expected: str
    """An exact fraction, for best play; empty if there is no figure."""


@dataclass(frozen=True)
class Luck:
    """The result of rounds with exact figures against its expectation, in smallest chips."""

    rounds: int
    net: int
    expected: str
    """An exact fraction, for best play and without caps."""
    variance: str
    std_dev: float


@dataclass(frozen=True)
class BigWin:
    """A round with a big win."""

    round: str
    game: str
    opened: int
    net: int


@dataclass(frozen=True)
class PersonResults:
    """A person's results."""

    rounds: int
    void: int
    net: int
    wagered: int
    minutes: int
    """The time spent in rounds."""
    luck: Luck
    wagers: list[WagerResult]
    biggest: list[BigWin]


@router.get("/me/results.json", responses=problems(401))
async def results(request: Request, visit: LoggedIn, game: Game = "", days: Days = 0) -> PersonResults:
    """The person's results by game and wager, and against their exact expectation."""
    chosen = await _chosen(request, visit, game, days)
    found = await run_in_threadpool(summary_data, chosen)
    return PersonResults(
        **{
            **found,
            "luck": Luck(**found["luck"]),
            "wagers": [WagerResult(**row) for row in found["wagers"]],
            "biggest": [BigWin(**row) for row in found["biggest"]],
        }
    )


@router.get(
    "/me/results.csv",
    response_class=Response,
    responses={**problems(401), 200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def results_as_csv(request: Request, visit: LoggedIn, game: Game = "", days: Days = 0) -> Response:
    """The person's rounds with their results and expectations as CSV, oldest first."""
    chosen = await _chosen(request, visit, game, days)
    return download(await run_in_threadpool(rounds_csv, chosen), "text/csv; charset=utf-8", "results.csv")


@dataclass(frozen=True)
class FileToReplay:
    """A file to replay."""

    text: str
    """The contents: a record, or hands in PHH."""
    hand: int = 1
    """Which hand of a PHH file."""
    seat: int | None = None
    """From which seat; 0 shows every recorded card."""


@dataclass(frozen=True)
class ReplayedFile:
    """A replayed file."""

    hands: int
    hand: int
    seat: int
    notes: list[str]
    """The assumptions that were made."""
    steps: list[dict[str, Any]]
    """Each with its frame, as at a live table, and what happened in words."""
    outcome: str


@router.post("/replay", responses=problems(401))
async def replay_file(request: Request, visit: Anyone, wanted: FileToReplay) -> ReplayedFile:
    """Replay a record or a hand in PHH by the rules, without an account; nothing is stored."""
    replay_counts(request, visit)
    found = await run_in_threadpool(open_file, wanted.text, wanted.hand, wanted.seat)
    steps = msgspec.to_builtins(found.replay.steps, str_keys=True)
    return ReplayedFile(found.hands, found.hand, found.seat, list(found.notes), list(steps), found.replay.outcome)
