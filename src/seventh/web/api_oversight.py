"""API for oversight: hold, chip flow between players and tests of the dealt decks, as JSON and CSV.

Amounts are in smallest chips; expectations and shares of a pot are exact fractions, as text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.room.oversight.decks import Battery
from seventh.room.oversight.oversight import HoldReport, Oversight, Report, complete
from seventh.room.oversight.pairs import PairLine
from seventh.room.oversight.tallies import Period
from seventh.web import oversight_info as info
from seventh.web.api import new_router, problems
from seventh.web.api_rounds import download
from seventh.web.auth import HasRole, Visit
from seventh.web.pages_results import known_game
from seventh.web.room_facade import RoomFacade

router = new_router("oversight")

Looks = Annotated[Visit, Depends(HasRole("floor", "auditor", "admin"))]
Game = Annotated[str, Query(max_length=60, description="Only this game; empty for all.")]
Since = Annotated[str, Query(max_length=10, description="The first day, such as 2026-11-17 (UTC); empty for all.")]
Until = Annotated[str, Query(max_length=10, description="The last day, included; empty for all.")]
CSV = "text/csv; charset=utf-8"
AS_CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
PATIENCE = 15.0
"""Seconds for which rounds are read, if the room was started a short time ago."""


class Asked:
    """The room, the period and the game."""

    def __init__(self, request: Request, visit: Looks, game: Game = "", since: Since = "", until: Until = "") -> None:
        assert visit
        self.facade: RoomFacade = request.app.state.facade
        self.oversight: Oversight = self.facade.room.oversight
        self.period: Period = info.period_of(since, until)
        self.game = known_game(game)

    async def hold(self) -> Report[HoldReport]:
        return await run_in_threadpool(self.oversight.hold, self.period, self.game, PATIENCE)

    async def flow(self) -> Report[list[PairLine]]:
        return await run_in_threadpool(self.oversight.flow, self.period, self.game, PATIENCE)

    async def shuffles(self) -> Report[Battery]:
        return await run_in_threadpool(self.oversight.shuffles, self.period, self.game, PATIENCE)


Report_ = Annotated[Asked, Depends(Asked)]


@dataclass(frozen=True)
class Basis:
    """What a report is based on."""

    moved: int
    """Rounds of the period that are not counted, because their archives were moved to files."""
    files: list[str]
    unread: int
    """Rounds of the period that cannot be read."""


@dataclass(frozen=True)
class HoldRow:
    """Actual against theoretical hold of some rounds."""

    by: str
    """wager, table, game, house or total."""
    game: str
    id: str
    """The wager as in `edge`, the table's id, or the hash of the house."""
    game_title: str
    title: str
    rounds: int
    hands: int
    staked: int
    won: int
    """What the house won."""
    expected: str
    """What it was to win by the exact figures, if players play optimally, without caps."""
    difference: str
    variance: str
    variance_exact: bool
    """Whether the variance is exact, or an upper bound because several hands share the dealer's cards."""
    std_dev: float
    std_devs: float
    """The difference in standard deviations."""
    p: float
    """The probability of a difference at least as large in either direction, or an upper bound of it."""
    method: str
    """normal, bound or none."""
    decisions: bool
    """Whether players make decisions in this game, so that their mistakes are part of the difference."""
    cut: int
    """What caps took off payoffs."""


@dataclass(frozen=True)
class RakeRow:
    """Hands between players at one table."""

    game: str
    table: str
    game_title: str
    title: str
    hands: int
    staked: int
    rake: int


@dataclass(frozen=True)
class HoldAnswer:
    basis: Basis
    lines: list[HoldRow]
    rake: list[RakeRow]
    void_rounds: int
    """Rounds that were void after wagers had been made; they are in no line."""
    void_won: int
    """What the house won in them, from hands that had folded before."""


@dataclass(frozen=True)
class FlagRow:
    """Two players shared a device or an address at a table."""

    at: int
    table: str
    shares: list[str]


@dataclass(frozen=True)
class FlowRow:
    """Two players, of whom the winner won more from the loser than the other way round."""

    winner: str
    winner_name: str
    winner_bot: bool
    loser: str
    loser_name: str
    loser_bot: bool
    hands: int
    won: str
    lost: str
    net: str
    tables: list[str]
    flags: list[FlagRow]


@dataclass(frozen=True)
class FlowAnswer:
    basis: Basis
    pairs: list[FlowRow]


@dataclass(frozen=True)
class DeckRow:
    game: str
    title: str
    decks: int
    enough: bool
    """Whether there are enough decks for the tests."""


@dataclass(frozen=True)
class ShuffleRow:
    game: str
    title: str
    test: str
    p: float
    rejected: bool


@dataclass(frozen=True)
class ShuffleAnswer:
    basis: Basis
    games: list[DeckRow]
    tests: list[ShuffleRow]
    level: float
    expected: float
    """How many of the tests would reject a fair shuffle on average."""
    rejected: int
    chance: float
    """The probability that a fair shuffle gives so many rejections, or so small a p-value, in this many tests."""
    passed: bool
    unrevealed: int
    """Decks whose seeds may not be shown yet."""


def _basis(report: Report[Any]) -> Basis:
    return Basis(report.moved, list(report.files), report.unread)


@router.get("/oversight/hold.json", responses=problems(401, 403, 409))
async def hold(asked: Report_) -> HoldAnswer:
    """Actual against theoretical hold by wager, table, game and house, with the probability of the difference."""
    report = await asked.hold()
    found = complete(report)
    lines, rake = await run_in_threadpool(
        lambda: (info.hold_lines(asked.facade, found), info.rake_lines(asked.facade, found))
    )
    return HoldAnswer(
        _basis(report),
        [HoldRow(**line) for line in lines],
        [RakeRow(**line) for line in rake],
        found.hold.void_rounds,
        found.hold.void_won,
    )


@router.get("/oversight/hold.csv", response_class=Response, responses={**problems(401, 403, 409), **AS_CSV})
async def hold_as_csv(asked: Report_) -> Response:
    """The same lines as CSV."""
    found = complete(await asked.hold())
    text = await run_in_threadpool(lambda: info.hold_csv(info.hold_lines(asked.facade, found)))
    return download(text, CSV, "hold.csv")


@router.get("/oversight/chip-flow.json", responses=problems(401, 403, 409))
async def chip_flow(asked: Report_) -> FlowAnswer:
    """Who won how much from whom where players play each other, with shared devices and addresses (R32)."""
    report = await asked.flow()
    lines = await run_in_threadpool(info.flow_lines, asked.facade, complete(report))
    rows = [FlowRow(**{**line, "flags": [FlagRow(**flag) for flag in line["flags"]]}) for line in lines]
    return FlowAnswer(_basis(report), rows)


@router.get("/oversight/chip-flow.csv", response_class=Response, responses={**problems(401, 403, 409), **AS_CSV})
async def chip_flow_as_csv(asked: Report_) -> Response:
    """The same pairs as CSV."""
    found = complete(await asked.flow())
    text = await run_in_threadpool(lambda: info.flow_csv(info.flow_lines(asked.facade, found)))
    return download(text, CSV, "chip-flow.csv")


@router.get("/oversight/shuffles.json", responses=problems(401, 403, 409))
async def shuffles(asked: Report_) -> ShuffleAnswer:
    """Statistical tests of the decks that were dealt, with what a fair shuffle would give."""
    report = await asked.shuffles()
    found = info.shuffle_data(complete(report))
    return ShuffleAnswer(
        **{
            **found,
            "basis": _basis(report),
            "games": [DeckRow(**one) for one in found["games"]],
            "tests": [ShuffleRow(**one) for one in found["tests"]],
        }
    )


@router.get("/oversight/shuffles.csv", response_class=Response, responses={**problems(401, 403, 409), **AS_CSV})
async def shuffles_as_csv(asked: Report_) -> Response:
    """The same tests as CSV."""
    return download(info.shuffle_csv(complete(await asked.shuffles())), CSV, "shuffles.csv")
