"""API: figures of changed house rules, and equities of stud hands, without a login (R40)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Request
from fastapi.responses import JSONResponse
from pydantic import StringConstraints

from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.api_rules import Game, house_of
from seventh.web.errors import Failure
from seventh.web.lab.changes import Changed, departures, rule_changes
from seventh.web.lab.equities import Spots, read_spots
from seventh.web.lab.service import Asker, Figures, asker, changed, edges_by_pay, figures, has_figures
from seventh.web.lab.workers import Pending

router = new_router("lab")

Path = Annotated[str, StringConstraints(max_length=100)]
Value = Annotated[str, StringConstraints(max_length=2000)]
Page = Annotated[str, StringConstraints(max_length=40, pattern="^[A-Za-z0-9_-]*$")]
Cards = Annotated[str, StringConstraints(max_length=200)]


@dataclass
class HouseQuestion:
    """A house: the book's with some settings changed."""

    values: Annotated[dict[Path, Value], "settings"] = field(default_factory=dict)
    """Settings by path, as text: `{"pays.flush.five_cards": "15"}`. An amount of a wager is `wager.NAME`, in smallest
    chips; without any, figures are per unit and uncapped."""
    file: Annotated[str, StringConstraints(max_length=40_000)] | None = None
    """A house file in TOML, instead of values."""
    page: Page = ""
    """A name for the client: its next request replaces one that is still being computed."""


@dataclass
class RowQuestion(HouseQuestion):
    row: Path = ""
    """The row of a pay table, such as `pays.flush.five_cards`."""


@dataclass
class HouseProblem:
    where: str
    """The path of the setting; empty if the house as a whole is invalid."""
    why: str


@dataclass
class LabAnswer:
    game: str
    problems: list[HouseProblem]
    """Why the house is not valid; it then has no figures."""
    warnings: list[str]
    hash: str
    """Identifies the rules; empty if they are not valid."""
    changes: list[dict[str, str]]
    """The settings that differ from the book's: path, clause, and both values in words."""
    rules: list[dict[str, str]]
    """The clauses whose text differs: clause, and both texts."""
    toml: str
    """The house file."""
    link: str
    """The page with these rules."""
    figures: schemas.EdgeInfo | None
    """What `seventh edge --json` prints; None for a game between players."""
    book: schemas.EdgeInfo | None
    """The same for the book."""
    play: list[dict[str, Any]]
    """Optimal play of each wager with a decision: its choices, how often each is best, and a rule in words."""
    worst_case: dict[str, int] | None
    """The most that one hand and a full table can win, every wager at its maximum, in smallest chips."""


@dataclass
class InProgress:
    progress: float
    """The fraction of the work that is done, 0 to 1."""
    queued: bool
    """Whether it has not started yet, because other computations come first."""


@dataclass
class RowAnswer:
    row: str
    edges: list[dict[str, Any]]
    """For each pay, the house edge of every wager, as fractions."""


@dataclass
class EquityQuestion:
    hands: Annotated[list[Cards], "two to eight"]
    """Two to eight hands of three to seven cards; `(AsKs)Qs` is two down and one up, `??` an unknown card."""
    dead: Cards = ""
    common: Cards = ""
    page: Page = ""


PENDING: dict[int | str, dict[str, Any]] = {
    202: {"model": InProgress, "description": "Not finished yet; send the same request again."},
    **problems(404, 503),
}


def pending(found: Pending) -> JSONResponse:
    return JSONResponse({"progress": min(1.0, max(0.0, found.progress)), "queued": found.queued}, 202)


@router.post("/lab/{game}", responses=PENDING)
async def lab(request: Request, game: Game, question: HouseQuestion) -> Any:
    """The figures of changed house rules, next to the book's. Work that takes longer is answered with status 202: send
    the same request again, at once, until it is done."""
    found = await _changed(game, question)
    if not found.house or not has_figures(game):
        return _answer(found, None)
    told = await figures(asker(request, question.page), found)
    return pending(told) if isinstance(told, Pending) else _answer(found, told)


def _answer(found: Changed, told: Figures | None) -> LabAnswer:
    valid = found.house is not None
    return LabAnswer(
        found.book.game,
        [HouseProblem(path, message) for path, message in found.problems],
        found.warnings,
        found.house.hash if valid else "",
        departures(found) if valid else [],
        rule_changes(found.house, found.book) if valid else [],
        found.toml if valid else "",
        f"/lab/{found.book.game}" + (f"?{found.query}" if found.query else ""),
        schemas.EdgeInfo(**told.house["report"]) if told else None,
        schemas.EdgeInfo(**told.book["report"]) if told else None,
        told.house["play"] if told else [],
        told.house["worst"] if told else None,
    )


@router.post("/lab/{game}/row", responses=PENDING)
async def row(request: Request, game: Game, question: RowQuestion) -> Any:
    """The house edge of every wager against what one row of a pay table pays."""
    found = await _changed(game, question)
    if found.house is None:
        where, why = found.problems[0]
        raise Failure("malformed", f"{where} {why}".strip(), where=where)
    told = await edges_by_pay(asker(request, question.page), found, question.row)
    if isinstance(told, Pending):
        return pending(told)
    return RowAnswer(question.row, [{"pays": pay, "house_edge": edges} for pay, edges in told["edges"]])


async def _changed(game: str, question: HouseQuestion) -> Changed:
    house_of(game)
    if len(question.values) > 400:
        raise Failure("malformed", "too many values", where="values", allowed="at most 400")
    return await changed(game, question.values, question.file)


@router.post("/equity", responses=PENDING)
async def equity(request: Request, question: EquityQuestion) -> Any:
    """Each stud hand's share of the pot, if all stay to the showdown: what `seventh equity --json` prints. Exact up to
    250 million run-outs, sampled beyond that, with the standard error."""
    spots = read_spots(question.hands, question.dead, question.common)
    told = await equities(asker(request, question.page), spots, [spots.longest])
    return pending(told[0]) if isinstance(told[0], Pending) else JSONResponse(told[0])


async def equities(who: Asker, spots: Spots, streets: list[int]) -> list[Any]:
    """The equities on some streets, each an answer or its progress."""
    questions = [spots.question(street) for street in streets]
    return await who.laboratory.ask_all(questions, who.named("equity"), who.address, long=True)
