"""The lab's pages. What changes while somebody edits is rendered here too, as parts of a page, so that the page without
JavaScript shows the same.

lab.html (/lab/GAME?PATH=VALUE...)
    game         {game, title, against_house}
    parts        the form: list of {key, title, groups}, see `fields.parts_of`; amounts: see `fields.amounts_of`
    problems     list of {where, why}; those of a field are shown there too
    results      see `results.results_of`; without figures only its differences from the book. None while computing
    stale        whether the results are not those of the form, because it has problems
    waiting      a line while figures are computed, or ""
    rows         the rows for the chart: list of {path, title}; row: the chosen path
    chart        see `charts.edge_lines`, or None
    link         the path of this page with the changes; file_link: of the house file
    houses       the room's houses of this game that differ from the book: list of {title, link, shown}

_lab_results.html  the part with the figures: game, results, stale
_lab_row.html      the chart of one row: chart
equity.html (/lab/equity?hand=...&dead=...)
    seats        list of {number, text, places: list of {card, down, number}}; deck: list of suits, each a list of cards
    dead, hands, problem, results, waiting
_equity_results.html  results: see `equity_results.results_of`
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from seventh.cards import DECK_52
from seventh.games import FIRST_GAME, GAMES
from seventh.house.settings import settings_of, texts_of
from seventh.lab.equity.hands import MOST_HANDS
from seventh.web.api_rules import house_of
from seventh.web.auth import Anyone
from seventh.web.errors import Failure
from seventh.web.game_info import game_info
from seventh.web.house_info import lab_link
from seventh.web.lab.api import EquityQuestion, HouseQuestion, RowQuestion, equities, pending
from seventh.web.lab.changes import WAGER, Changed
from seventh.web.lab.equities import STREETS, Spots, read_spots, seats_of
from seventh.web.lab.equity_results import equity_results
from seventh.web.lab.fields import amounts_of, parts_of
from seventh.web.lab.money import money_of, sentence
from seventh.web.lab.results import differences_of, results_of, row_of, rows_of
from seventh.web.lab.service import Asker, asker, changed_in_form, edges_by_pay, figures, has_figures
from seventh.web.lab.workers import Pending
from seventh.web.pages import go, page

router = APIRouter(include_in_schema=False)

Hands = Annotated[list[str], Query(alias="hand", max_length=2 * MOST_HANDS)]
Cards = Annotated[str, Query(max_length=200)]


@router.get("/lab")
async def first_lab() -> Response:
    return go(f"/lab/{FIRST_GAME}")


# Equity.


@router.get("/lab/equity")
async def equity_page(
    request: Request,
    visit: Anyone,
    hands: Hands = [],  # noqa: B006 - FastAPI copies it
    dead: Cards = "",
    players: Annotated[str, Query()] = "",
) -> Response:
    """Stud hands and their shares of the pot."""
    request.app.state.laboratory.warm()
    given = [hand.strip() for hand in hands if hand.strip()][:MOST_HANDS]
    context: dict[str, Any] = {"results": None, "problem": "", "waiting": ""}
    if given or dead.strip():
        try:
            context |= await _equities(asker(request, "render"), read_spots(given, dead))
        except Failure as error:
            context["problem"] = error.problem.why
    shown = int(players) if players in map(str, range(2, MOST_HANDS + 1)) else 2
    context |= {"seats": seats_of(given, max(shown, len(given))), "most": MOST_HANDS, "dead": dead}
    context["deck"] = [[card.text for card in DECK_52 if card.text[1] == suit][::-1] for suit in "shdc"]
    return await page(request, "equity.html", visit, **context)


@router.post("/lab/equity/results")
async def equity_part(request: Request, question: EquityQuestion) -> Response:
    """The results for these hands, as far as they are there."""
    try:
        spots = read_spots(question.hands, question.dead)
    except Failure as error:  # somebody is still typing
        return JSONResponse({"problem": error.problem.why})
    told = await _equities(asker(request, question.page), spots)
    text = await run_in_threadpool(request.app.state.pages.text, "_equity_results.html", told)
    return JSONResponse({"html": text, "said": told["results"]["said"], "waiting": told["waiting"]})


async def _equities(who: Asker, spots: Spots) -> dict[str, Any]:
    # The latest street first: it is the quickest to compute, and what most people want to know.
    streets = spots.streets[::-1]
    told = dict(zip(streets, await equities(who, spots, streets), strict=True))
    unfinished = [street for street in streets if isinstance(told[street], Pending)]
    waiting = ""
    if unfinished:
        name = STREETS[unfinished[0]]
        progress = told[unfinished[0]]
        waiting = f"{name}: " + ("waiting for other computations" if progress.queued else f"{progress.progress:.0%}")
    return {"results": equity_results(spots, told), "waiting": waiting}


# The lab.


@router.get("/lab/{game}")
async def lab_page(request: Request, visit: Anyone, game: str) -> Response:
    """A game's settings, and what they do; with the name of another house of the room, that house's."""
    houses = request.app.state.facade.room.houses
    if game not in GAMES and game in houses:
        return go(lab_link(houses[game]))
    house = house_of(game)
    request.app.state.laboratory.warm()
    values = {name: text[:2000] for name, text in request.query_params.items() if len(name) <= 100}
    row = values.pop("row", "")
    found = await changed_in_form(game, values, None)
    who = asker(request, "render")
    stale = found.house is None
    valid = Changed(found.book, found.book) if stale else found
    context = {"parts": parts_of(found), "amounts": amounts_of(found), **await results_shown(who, valid)}
    context |= {"problems": problems_told(found), "stale": stale}
    rows = rows_of(game) if has_figures(game) else []
    paths = [each["path"] for each in rows]
    if row not in paths:
        row = next((path for path in paths if f"{path}=" in valid.query), paths[0] if paths else "")
    chart = await _chart(who, valid, row) if row and not context["waiting"] else None
    context |= {"rows": rows, "row": row, "chart": chart}
    own = [each for each in houses.values() if each.rules.game == game and each.rules.hash != house.hash]
    now = found.house.hash if found.house else ""
    context["houses"] = [
        {"title": each.title, "link": lab_link(each), "shown": each.rules.hash == now} for each in own
    ]  # fmt: skip
    context |= {"game": game_info(house), "link": _link(valid, ""), "file_link": _link(valid, "/house.toml")}
    return await page(request, "lab.html", visit, **context)


@router.get("/lab/{game}/house.toml")
async def house_file(request: Request, game: str) -> Response:
    """The house file of the settings in the link."""
    house_of(game)
    found = await changed_in_form(game, dict(request.query_params), None)
    if found.house is None:
        where, why = found.problems[0]
        raise Failure("malformed", f"{where} {why}".strip())
    headers = {"Content-Disposition": f'attachment; filename="{game}.toml"'}
    return Response(found.toml, media_type="application/toml", headers=headers)


@router.post("/lab/{game}/results")
async def results_part(request: Request, game: str, question: HouseQuestion) -> Response:
    """What a page shows after a change: the problems of the fields, or the figures."""
    house_of(game)
    found = await changed_in_form(game, question.values, question.file)
    told: dict[str, Any] = {"problems": problems_told(found)}
    if found.house is None:
        return JSONResponse(told)
    told |= {"link": _link(found, ""), "file": _link(found, "/house.toml")}
    return await told_results(request, question, found, told)


def problems_told(found: Changed) -> list[dict[str, str]]:
    """The problems of a form: where, why, and what its field says."""
    return [{"where": path, "why": message, "says": sentence(message)} for path, message in found.problems]


async def told_results(
    request: Request, question: HouseQuestion, found: Changed, told: dict[str, Any], **context: Any
) -> JSONResponse:
    """The answer to a page that edits a valid house: amounts as money, and the figures as HTML."""
    shown = await results_shown(asker(request, question.page), found)
    texts = texts_of(found.house)
    told["money"] = {
        **{
            each.path: money_of(found.house, texts.get(each.path, ""))
            for each in settings_of(found.house)
            if each.amount
        },
        **{f"{WAGER}{name}": money_of(found.house, str(amount)) for name, amount in found.amounts.items()},
    }
    told |= {"hash": found.house.hash, "waiting": shown["waiting"]}
    if shown["results"]:
        context |= {**shown, "stale": False, "game": {"game": found.book.game}}
        told["html"] = await run_in_threadpool(request.app.state.pages.text, "_lab_results.html", context)
        told["said"] = shown["results"].get("said", "")
    return JSONResponse(told, 200 if shown["results"] else 202)


@router.post("/lab/{game}/row")
async def row_part(request: Request, game: str, question: RowQuestion) -> Response:
    """The chart of one row of a pay table."""
    house_of(game)
    found = await changed_in_form(game, question.values, question.file)
    if found.house is None:
        return JSONResponse({"html": None})
    told = await edges_by_pay(asker(request, question.page), found, question.row)
    if isinstance(told, Pending):
        return pending(told)
    chart = row_of(found, question.row, told)
    text = await run_in_threadpool(request.app.state.pages.text, "_lab_row.html", {"chart": chart})
    return JSONResponse({"html": text})


async def results_shown(who: Asker, found: Changed) -> dict[str, Any]:
    """The figures of a house with their differences, or why they are not there yet."""
    if not has_figures(found.book.game):
        return {"results": await run_in_threadpool(differences_of, found), "waiting": ""}
    try:
        told = await figures(who, found)
    except Failure as error:
        return {"results": None, "waiting": error.problem.why}
    if isinstance(told, Pending):
        waiting = "waiting for other computations" if told.queued else f"computing, {told.progress:.0%} done"
        return {"results": None, "waiting": waiting}
    return {"results": await run_in_threadpool(results_of, found, told.house, told.book), "waiting": ""}


async def _chart(who: Asker, found: Changed, row: str) -> dict[str, Any] | None:
    try:
        told = await edges_by_pay(who, found, row)
    except Failure:
        return None
    return None if isinstance(told, Pending) else row_of(found, row, told)


def _link(found: Changed, end: str) -> str:
    query = found.query
    return f"/lab/{found.book.game}{end}" + (f"?{query}" if query else "")
