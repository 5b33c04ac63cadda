"""Pages for private tables: opening one, and joining one by its link. Their template context:

table_new.html (/tables/new?game=)
    game      the selected house, as in the lobby; `games` all of them
    own       the host's own limits and other rules, see `own_rules.own_form`
    stakes    list of {name, words, chosen}: the available stakes with their actual amounts, and the host's own limits
    most_bots the maximum number of bots, 0 in a game without bots; `bots` the selected number
    name, nickname, buy_in, watched  the form values

table_join.html (/table/ID?word=WORD, for a visitor without an account)
    table     {id, name, title, host, here, away, limits, buy_ins, word}: the host, the table, and who is there
    nickname, buy_in  the form values

Forms (POST, with `csrf`; all answer with a 303 redirect, or the page with `error`):

    /tables          {game, name?, stakes?, bots?, buy_in?, watched?, nickname?}  opens a private table and goes to
                     it; fields `own.PATH` are the host's settings, of which the limits count only at the stakes `own`
    /table/ID/join   {word, nickname, buy_in?}                           enters as a guest of that name and sits down
    /me/name         {name}                                              changes the name
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from seventh.games import wording_of
from seventh.house import House, Limits
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.house.stakes import stakes_of
from seventh.room.refusals import RoomRefused
from seventh.web.auth import Anyone, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.house_info import house_info
from seventh.web.origins import base_of
from seventh.web.own_rules import OWN, OwnRules, WrongSettings, is_limit, own_form, own_settings, problem_title
from seventh.web.pages import Text, entered, go, join_page, page, problem_line
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)

OWN_STAKES = "own"
"""The choice among the stakes with which the fields for the limits are shown."""


@router.get("/tables/new")
async def new_table(request: Request, visit: Anyone, game: str = Query("", max_length=40)) -> Response:
    """The form for a new private table, of the first house if none is named."""
    return await _new_table(request, visit, game or next(iter(request.app.state.facade.room.houses)))


async def _new_table(request: Request, visit: Visit, game: str, code: int = 200, **filled: Any) -> HTMLResponse:
    facade: RoomFacade = request.app.state.facade
    version = facade.version(game)
    house = version.rules
    most, chosen = facade.room.tables.most_bots(house), filled.get("stakes") or "book"
    stakes = [
        {
            "name": name,
            "words": f"{wording_of(rules).stakes}, {_range(facade, OwnRules(rules, times))}",
            "chosen": name == chosen,
        }
        for name, (times, rules) in stakes_of(house).items()
    ]
    stakes.append({"name": OWN_STAKES, "words": "Your own limits", "chosen": chosen == OWN_STAKES})
    shown = {
        "name": "",
        "nickname": "",
        "buy_in": "",
        "buy_in_problem": False,
        "watched": False,
        "bots": 0,
        "error": "",
        **filled,
    }
    shown |= {"game": house_info(version), "games": [house_info(each) for each in facade.room.houses.values()]}
    shown["own"] = own_form(house, filled.get("given", {}), filled.get("problems", []))
    return await page(request, "table_new.html", visit, code, **{**shown, "stakes": stakes, "most_bots": most})


@router.post("/tables")
async def open_table(
    request: Request,
    visit: Anyone,
    game: Text = "",
    name: Text = "",
    stakes: Text = "book",
    bots: Text = "",
    buy_in: Text = "",
    watched: Text = "",
    nickname: Text = "",
    csrf: Text = "",
) -> Response:
    """Open a private table, as its host."""
    facade: RoomFacade = request.app.state.facade
    response = go("/")
    fields = await request.form()
    given = {key.removeprefix(OWN): str(text)[:100] for key, text in fields.items() if key.startswith(OWN)}
    own, house_stakes = given, stakes
    if stakes == OWN_STAKES:
        house_stakes = "book"
    elif game in facade.room.houses:
        limits = {each.path for each in own_settings(facade.room.houses[game].rules) if is_limit(each)}
        own = {path: text for path, text in given.items() if path not in limits}
    try:
        check_csrf(visit, csrf)
        number = _number(bots)
        _named(visit, nickname)
        rules = facade.may_open(game, house_stakes, number, own)
        chips = _chips(facade.buy_in_limits(rules), rules.house, buy_in.strip())
        host = await entered(request, visit, response, nickname)
        opened = await facade.open_table(
            host.here,
            game,
            name,
            base_of(request, request.app.state.settings),
            house_stakes,
            number,
            bool(watched),
            waits=True,
            own=own,
        )
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        if game not in facade.room.houses:
            raise
        filled: dict[str, Any] = {"name": name, "stakes": stakes, "bots": bots, "buy_in": buy_in, "nickname": nickname}
        filled["watched"] = bool(watched)
        filled["buy_in_problem"] = isinstance(error, Failure) and error.problem.where == "buy_in"
        if isinstance(error, WrongSettings):
            filled["problems"], line = error.problems, problem_title(facade.version(game).rules, error.problems)
        return await _new_table(request, visit, game, status, **filled, given=given, error=line)
    response.headers["location"] = f"/table/{opened.table}?word={opened.invitation}&sit=1{_bringing(chips)}"
    return response


def _range(facade: RoomFacade, rules: OwnRules) -> str:
    limits, money = facade.buy_in_limits(rules), rules.house.money
    return f"buy-in {money(limits.minimum)} to {money(limits.maximum)}"


def _number(bots: str) -> int | None:
    if not bots:
        return None
    if not (bots.isascii() and bots.isdecimal()):
        raise Failure("malformed", f"{bots!r} is not a number of bots", allowed="a whole number")
    return int(bots[:6])


@router.post("/table/{table}/join")
async def join(
    request: Request,
    visit: Anyone,
    table: str,
    word: Text = "",
    nickname: Text = "",
    buy_in: Text = "",
    csrf: Text = "",
) -> Response:
    """Enter as a guest with a nickname, and take a seat."""
    facade: RoomFacade = request.app.state.facade
    live = facade.table(table, visit.person, word)
    response = go(f"/table/{live.id}?word={live.row.word}&sit=1" if word else f"/table/{live.id}?sit=1")
    try:
        check_csrf(visit, csrf)
        _named(visit, nickname)
        response.headers["location"] += _bringing(_chips(live.buy_in, live.house, buy_in.strip()))
        await entered(request, visit, response, nickname)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await join_page(request, visit, live, word, nickname, line, status, buy_in=buy_in)
    return response


def _named(visit: Visit, nickname: str) -> None:
    """Refuse a guest without a nickname: friends would not recognize them."""
    if visit.person is None and not nickname.strip():
        raise Failure("malformed", "enter a nickname")


def _bringing(chips: int) -> str:
    """The part of a table's address that says with how many chips to sit down."""
    return f"&buy_in={chips}" if chips else ""


def _chips(limits: Limits, house: House, buy_in: str) -> int:
    """The buy-in as typed, in chips; 0 for the usual one."""
    if not buy_in:
        return 0
    try:
        chips = parse_amount(buy_in, house)
    except NotAnAmount as error:
        raise Failure("malformed", str(error), where="buy_in") from None
    if not limits.minimum <= chips <= limits.maximum:
        least, most = (house.money(amount) for amount in (limits.minimum, limits.maximum))
        raise Failure("malformed", f"you can buy in for {least} to {most}", where="buy_in")
    return chips
