"""The page of a person's results. Its template context:

results.html (/me/results?game=&days=)
    game, games, period, periods   the filters: `games` is a list of {name, title}, `periods` days by name
    rounds, void, net, wagered, time   the sums
    houses    whether the wagers are those of several houses
    wagers    list of {game, house_title, figure, title, rounds, wagered, net, expected, edge}
    luck      {words, within, net, expected, std_dev, chart, points: [{round, net, expected, low, high}]}, or None
    biggest   list of {url, title, game, number, at, net}
    mistakes  list of {chosen, best, times, cost}, `decisions` and `looked` the number of decisions and rounds valued
    exports   {json, csv}: download URLs
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.games import GAMES
from seventh.web.auth import Anyone
from seventh.web.errors import Failure
from seventh.web.pages import go, page
from seventh.web.results_page import Chosen, results_context
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)


def known_game(game: str) -> str:
    """A game, or none for all of them."""
    if game and game not in GAMES:
        raise Failure("malformed", f"{game!r} is not a game", allowed=", ".join(GAMES), where="game")
    return game


@router.get("/me/results")
async def results(
    request: Request,
    visit: Anyone,
    game: Annotated[str, Query(max_length=60)] = "",
    days: Literal["", "1", "7", "30", "365"] = "",
) -> Response:
    """What a person won, and what was to be expected."""
    if visit.person is None:
        return go("/login?next=/me/results")
    facade: RoomFacade = request.app.state.facade
    person, now = visit.here.id, facade.now()
    known_game(game)
    chosen = await run_in_threadpool(lambda: Chosen(facade.room.results, person, game, int(days or 0), now))
    shown = await run_in_threadpool(results_context, chosen, facade.room.mistakes, days)
    return await page(request, "results.html", visit, **shown)
