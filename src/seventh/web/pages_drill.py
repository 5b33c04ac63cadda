"""The drill's pages: questions and their answers, as forms that need no script. Template context of drill.html:

    kinds     list of {name, title, about, score}; `score` is a `Score`
    kind      the selected kind, as in `kinds`; None on the overview
    games     list of {name, title, chosen} that the kind can be about
    asked     {id, title, asks, shown, choices, typed, allowed, facts}: the open question, without its answer; or None
    judged    {right, answer, says, columns, rows, asks, shown}: the question just answered; or None
    clauses   the text of the clauses in `judged`, as (id, text)

Forms (POST, with `csrf`):

    /drill/KIND   {question, answer, game}   judges the answer, and shows it
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from seventh.games import book_house
from seventh.room.drill.drill import KINDS, Drill, Judged, Open, kind_of
from seventh.room.refusals import RoomRefused
from seventh.web.auth import Anyone, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.game_info import clauses_of
from seventh.web.pages import Text, go, page, problem_line

router = APIRouter(include_in_schema=False)

GameInQuery = Annotated[str, Query(max_length=40)]


@router.get("/drill")
async def overview(request: Request, visit: Anyone) -> Response:
    """The kinds of drill, and the person's progress."""
    context: dict[str, Any] = {"kind": None, "games": [], "asked": None, "judged": None, "clauses": []}
    return await page(request, "drill.html", visit, **context, kinds=_kinds(request, visit))


@router.get("/drill/{kind}")
async def question(request: Request, visit: Anyone, kind: str, game: GameInQuery = "") -> Response:
    """The open question, or a new one."""
    kind_of(kind)
    if visit.person is None:
        return go("/drill")
    asked = await _drill(request).ask(visit.person, kind, game)
    return await _page(request, visit, kind, game, asked)


@router.post("/drill/{kind}")
async def answer(
    request: Request,
    visit: Anyone,
    kind: str,
    question: Text = "",
    answer: Text = "",
    game: Text = "",
    csrf: Text = "",
) -> Response:
    """Judge an answer."""
    kind_of(kind)
    if visit.person is None:
        return go("/drill")
    try:
        check_csrf(visit, csrf)
        judged = await _drill(request).answer(visit.person, kind, question, answer)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        asked = await _drill(request).ask(visit.person, kind, game)
        return await _page(request, visit, kind, game, asked, status=status, error=line)
    return await _page(request, visit, kind, game, judged=judged)


def _drill(request: Request) -> Drill:
    drill: Drill = request.app.state.facade.room.drill
    return drill


def _kinds(request: Request, visit: Visit) -> list[dict[str, Any]]:
    progress = _drill(request).progress(visit.person) if visit.person else None
    return [
        {"name": kind.name, "title": kind.title, "about": kind.about, "score": progress and progress.of(kind.name)}
        for kind in KINDS.values()
    ]


async def _page(
    request: Request,
    visit: Visit,
    kind: str,
    game: str,
    asked: Open | None = None,
    judged: Judged | None = None,
    status: int = 200,
    error: str = "",
) -> Response:
    kinds = _kinds(request, visit)
    games = [{"name": name, "title": book_house(name).title, "chosen": name == game} for name in kind_of(kind).games()]
    context: dict[str, Any] = {
        "kinds": kinds,
        "kind": next(one for one in kinds if one["name"] == kind),
        "games": games,
    }
    context |= {"asked": asked and _asked(asked), "judged": judged and _judged(judged), "clauses": [], "error": error}
    if judged is not None and "Clause" in judged.question.solution.columns:
        texts = clauses_of(book_house(judged.question.game))
        used = dict.fromkeys(row[-1] for row in judged.question.solution.rows)
        context["clauses"] = [(clause, texts[clause]) for clause in used if clause in texts]
    return await page(request, "drill.html", visit, status, **context, game=game)


def _asked(found: Open) -> dict[str, Any]:
    """What a page may show of an open question: everything but its solution."""
    asked = found.question
    return {
        "id": found.id,
        "title": asked.title,
        "asks": asked.asks,
        "shown": asked.shown,
        "choices": asked.choices,
        "typed": not asked.choices,
        "allowed": asked.allowed,
        "facts": asked.facts,
    }


def _judged(judged: Judged) -> dict[str, Any]:
    asked, solution = judged.question, judged.question.solution
    return {
        "right": judged.right,
        "answer": judged.answer,
        "title": asked.title,
        "asks": asked.asks,
        "shown": asked.shown,
        "facts": asked.facts,
        "says": solution.says,
        "columns": solution.columns,
        "rows": solution.rows,
    }
