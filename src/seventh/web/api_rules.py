"""API: rules and exact figures, without a login (R40)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request
from starlette.concurrency import run_in_threadpool

from seventh.games import FIRST_GAME, GAMES, book_house
from seventh.house import House
from seventh.lab.figures import LabError
from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.errors import Failure
from seventh.web.game_info import game_info, rules_data

router = new_router("rules")

Game = Annotated[str, Path(pattern="^[a-z0-9-]{1,40}$", description="The name of a game.", examples=[FIRST_GAME])]
HouseName = Annotated[
    str,
    Path(
        pattern="^[a-z0-9-]{1,40}$",
        description="The name of a game, or of another house of the room.",
        examples=[FIRST_GAME],
    ),
]
Amount = Annotated[
    list[str],
    Query(
        alias="wager",
        max_length=8,
        description="NAME=AMOUNT in smallest chips: figures for these amounts, with caps. Without any, per unit.",
    ),
]


def house_of(game: str) -> House:
    """The book's rules of a game."""
    if game not in GAMES:
        raise Failure("unknown", f"there is no game {game!r}", allowed=", ".join(GAMES))
    house: House = book_house(game)
    return house


@router.get("/games")
async def list_games(request: Request) -> schemas.Games:
    """The games, with limits and the exact house edge of every wager."""
    offered = request.app.state.facade.room.houses
    return schemas.Games([_game(game, _rules(request, game)) for game in GAMES if game in offered])


def _rules(request: Request, name: str) -> House:
    rules: House = request.app.state.facade.version(name, retired=True).rules
    return rules


def _game(game: str, house: House) -> schemas.GameInfo:
    facts = game_info(house)
    return schemas.GameInfo(game, facts["title"], facts["seats"], facts["limits"], house.hash, facts["wagers"])


@router.get("/games/{game}/rules", responses=problems(404))
async def rules(request: Request, game: HouseName) -> schemas.RulesInfo:
    """The rules in force, clause by clause, with pay tables and every house setting."""
    house = _rules(request, game)
    data = rules_data(house)
    wagers: list[dict[str, Any]] = list(data["wagers"])
    return schemas.RulesInfo(
        house.game, data["title"], house.hash, wagers, data["sections"], data["sources"], house.as_data()
    )


@router.get("/games/{game}/edge", responses=problems(404))
async def figures(request: Request, game: HouseName, wagers: Amount = []) -> schemas.EdgeInfo:  # noqa: B006 - FastAPI copies it
    """The exact figures of every wager of a game against the dealer."""
    from seventh.games.edges import edge, priced_games  # numpy takes long to load

    house = _rules(request, game)
    mathematics = GAMES[house.game].mathematics
    if mathematics is None:
        raise Failure(
            "unknown",
            f"{house.title} is played between players; no wager has a house edge",
            allowed=", ".join(priced_games()),
        )
    amounts = dict(_amount(words) for words in wagers)
    if amounts and mathematics.slow_with_amounts:
        raise Failure(
            "malformed", "amounts change the optimal strategy here, which takes minutes to compute; use `seventh edge`"
        )
    try:
        report = await run_in_threadpool(edge, house.game, house, amounts)
    except LabError as error:
        raise Failure("malformed", str(error), where="wager") from None
    data = report.as_data()
    return schemas.EdgeInfo(**data)


def _amount(words: str) -> tuple[str, int]:
    name, _, amount = words.partition("=")
    if not amount.isascii() or not amount.isdecimal() or len(amount) > 12:
        raise Failure("malformed", f"{words!r} is not NAME=AMOUNT, such as poker=500", where="wager")
    return name, int(amount)
