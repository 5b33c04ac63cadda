"""The pages of oversight, for the floor, auditors and administrators. They change nothing and work without JavaScript.

Templates, each with the base context of `pages`, `asked` (game, since, until), `basis`, and `exports` (URLs):

    oversight_hold.html      groups (list of {title, lines}), rake, void_rounds, void_won
    oversight_flow.html      pairs, hidden (how many more there are)
    oversight_shuffles.html  found, as `oversight_info.shuffle_data`
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.room.oversight.tallies import Period
from seventh.room.people.accounts import ADMIN, AUDITOR, FLOOR
from seventh.room.refusals import RoomRefused
from seventh.web import oversight_info as info
from seventh.web.auth import HasRole, Visit
from seventh.web.errors import Failure
from seventh.web.game_info import percent
from seventh.web.pages import go, page, problem_line
from seventh.web.pages_results import known_game
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)

Watcher = Annotated[Visit, Depends(HasRole(FLOOR, AUDITOR, ADMIN))]
Asked = Annotated[str, Query(max_length=60)]

SHOWN = 200
"""Pairs on the page; files have all of them."""
GROUP_TITLES = {
    "total": "All games", "game": "By game", "wager": "By wager", "table": "By table", "house": "By rules in force",
}  # fmt: skip


async def _page(
    request: Request, visit: Visit, name: str, asked: dict[str, str], context: dict[str, Any], code: int = 200
) -> Response:
    chosen = urlencode({key: value for key, value in asked.items() if value})
    exports = {kind: f"/api/oversight/{name}.{kind}{'?' if chosen else ''}{chosen}" for kind in ("json", "csv")}
    template = {
        "hold": "oversight_hold.html",
        "chip-flow": "oversight_flow.html",
        "shuffles": "oversight_shuffles.html",
    }
    return await page(
        request, template[name], visit, code, asked=asked, exports=exports, here=request.url.path, **context
    )


def _chosen(asked: dict[str, str]) -> tuple[Period, str, dict[str, Any], int]:
    """The period and the game; if they are not valid, those of all time, and the error."""
    try:
        return info.period_of(asked["since"], asked["until"]), known_game(asked["game"]), {}, 200
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return Period(), "", {"error": line}, status


@router.get("/oversight")
async def start() -> Response:
    return go("/oversight/hold")


@router.get("/oversight/hold")
async def hold(request: Request, visit: Watcher, game: Asked = "", since: Asked = "", until: Asked = "") -> Response:
    """Actual against theoretical hold."""
    facade: RoomFacade = request.app.state.facade
    asked = {"game": game, "since": since, "until": until}
    period, only, error, code = _chosen(asked)
    report = await run_in_threadpool(facade.room.oversight.hold, period, only)
    lines = await run_in_threadpool(info.hold_lines, facade, report.found)
    groups = [
        {"by": group, "title": title, "lines": [_shown(line) for line in lines if line["by"] == group]}
        for group, title in GROUP_TITLES.items()
    ]
    context = {
        "groups": groups,
        "rake": await run_in_threadpool(info.rake_lines, facade, report.found),
        "void_rounds": report.found.hold.void_rounds,
        "void_won": report.found.hold.void_won,
        "basis": info.basis(report),
    }
    return await _page(request, visit, "hold", asked, {**context, **error}, code)


def _shown(line: dict[str, Any]) -> dict[str, Any]:
    expected, staked = Fraction(line["expected"]), line["staked"]
    return {
        **line,
        "expected_chips": round(expected),
        "difference_chips": round(Fraction(line["difference"])),
        "hold": _percent(Fraction(line["won"], staked)) if staked else "",
        "theory": _percent(expected / staked) if staked else "",
        "p_text": p_text(line["p"], line["method"]),
        "place": max(-4.0, min(4.0, line["std_devs"])),
    }


def _percent(value: Fraction) -> str:
    """A percentage with the minus sign of the amounts next to it."""
    return percent(value).replace("-", "\u2212")


def p_text(p: float, method: str = "normal") -> str:
    """A p-value as text."""
    if method == "none":
        return "–"  # noqa: RUF001
    if method == "bound" and p >= 1:
        return "too few rounds"
    text = f"{p:.4f}" if p >= 0.0001 else f"{p:.0e}" if p > 1e-300 else "0"
    return f"at most {text}" if method == "bound" else text


@router.get("/oversight/flow")
async def flow(request: Request, visit: Watcher, game: Asked = "", since: Asked = "", until: Asked = "") -> Response:
    """Who won how much from whom."""
    facade: RoomFacade = request.app.state.facade
    asked = {"game": game, "since": since, "until": until}
    period, only, error, code = _chosen(asked)
    report = await run_in_threadpool(facade.room.oversight.flow, period, only)
    found = report.found
    # Flagged pairs are never left out.
    shown = [line for number, line in enumerate(found) if number < SHOWN or line.flags]
    lines = await run_in_threadpool(info.flow_lines, facade, shown)
    for line in lines:
        line |= {f"{name}_chips": round(Fraction(line[name])) for name in ("won", "lost", "net")}
    context = {"pairs": lines, "hidden": len(found) - len(shown), "basis": info.basis(report)}
    return await _page(request, visit, "chip-flow", asked, {**context, **error}, code)


@router.get("/oversight/shuffles")
async def shuffles(
    request: Request, visit: Watcher, game: Asked = "", since: Asked = "", until: Asked = ""
) -> Response:
    """The tests of the dealt decks."""
    facade: RoomFacade = request.app.state.facade
    asked = {"game": game, "since": since, "until": until}
    period, only, error, code = _chosen(asked)
    report = await run_in_threadpool(facade.room.oversight.shuffles, period, only)
    found = info.shuffle_data(report.found)
    for test in found["tests"]:
        test["p_text"] = p_text(test["p"])
    context = {"found": found, "chance_text": p_text(found["chance"]), "basis": info.basis(report)}
    return await _page(request, visit, "shuffles", asked, {**context, **error}, code)
