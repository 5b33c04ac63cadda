"""The server-rendered pages: the context of each template, and the forms, which work without JavaScript.

Every template gets the base context:

    person             None if not logged in, else {id, name, role, guest, wallet, refill_to, next_refill, seats}
                       seats: list of {table, name, game, url, chips, in_play}
    csrf               the token that forms send in a hidden field `csrf`, and scripts in `X-CSRF-Token`
    notices            the house's notices, such as an age limit and a helpline, as a list of strings
    play_chips_notice  the notice that chips have no value
    care               the house's age notice and help line: {age, help, link}, each empty for none
    asset(path)        the URL of a file under static/, with its version: asset("js/lobby.js")
    bundle(name)       the URL of the one script of a table or a replay: bundle("table")
    path               the path of this page
    message, error     one line to show at the top of the page, or ""
    version            of the program
    password_least     the minimum length of a new password
    fresh_id           a request id, for a form that must not be submitted twice

Filters: `amount|money(game)` formats an amount in smallest chips, `amount|signed(game)` with a sign; `time|when`
formats milliseconds since 1970 as a <time> in UTC, which a script converts to local time; `value|percent` formats a
fraction; `text|with_cards` formats the cards in a sentence. Function: card_name("Ks") is "king of spades".

Forms (POST, with `csrf`; `next` is the local path to go to afterwards; all answer with a 303 redirect, or the page with
`error`):

    /play/GAME  {together?}             enters as a guest if needed, and goes to /table/ID?sit=1: against the dealer a
                                        single-player table, or with `together` a shared one
    /enter    {next?}                   enters as a guest with play chips
    /login    {name, password, code?, next?}
    /register {name, password, next?}   a guest keeps the account under that name
    /logout   {sure?}                      /me/password {old, new}             /me/delete {password, confirm="delete"}
    /me/refill {id, next?}              /me/tokens {name, scopes*, days?}   /me/tokens/ID/delete {}
    /me/logout-everywhere {}
    /me/second-factor {password}        starts setting one up; /confirm {code} finishes, /remove {password}
    for those of private tables see `pages_tables`

lobby.html (/)
    games     the houses: list of {house, game, title, seats, least, limits, house_takes, wagers, rules_url, play_url}
              `limits` and `house_takes` are strings, `least` is the minimum number of players;
              wagers: list of {key, title, limits, terms, clause, edge, edge_exact, edge_text, edge_words, top, figures}
              `edge` is a float or None, `edge_exact` a fraction as a string, `edge_text` such as "2.64%",
              `edge_words` a phrase; `top` is None or {name, pays, odds, one_in} of the top award: pays "300 to 1",
              odds "1 in 32,487"; for a whole hand that starts with an ante, pays is the total won: "4 antes"
    tables    list of {table, name, game, title, url, seats, taken, bots, queue, state, minimum, maximum}
    own       the person's private tables: {table, name, game, title, url, host, hosts, seated, seats, taken, words}
    bootstrap data for the lobby's script: {protocol, socket, person, csrf, now}

table.html (/table/ID; a private one with ?word=WORD; ?sit=1 requests a seat)
    table     {id, name, game, title, stakes, rules_url, private, invitation, link, own, scene, alone, has_chart}; `own`
              means a single-player table
    bootstrap data for <script type="application/json" id="bootstrap">{{ bootstrap|tojson }}</script>:
              {protocol, socket, table, name, invitation, link, game, title, rules, person, csrf, now, clauses, scene,
               spots, money: {currency, chips_per_unit}, wagers: [as above], unit, deck, least, seats,
               buy_in: {minimum, maximum, usual}, urls: {lobby, rules, account, rounds, enter, login}}
              `unit` is the smallest step of a wager, `deck` the number of cards, `least` the minimum number of players;
              `socket` is "/ws", whose frames contain everything else

panel.html (/table/ID/rules, /table/ID/chart): the contents of a table's panel, fetched when it is opened
    panel, against_house; game, rules, worked, terms, charts as in rules.html

rules.html (/rules/HOUSE)
    game      the game, as in the lobby; house {name, title, version, at, retired}; houses  list of {name, title}
    rules     {game, title, hash, wagers, sections: [{title, parts: [
                {kind: "clause", id, text} or {kind: "table", id, title, columns, rows}]}]}
    in_room   sentences by clause id: what the room does for its players where the rules ask something of them
    figures   list of {key, title, edge, edge_text, edge_exact, element_of_risk, std_dev, hit_frequency, top,
                outcomes: [{name, probability, one_in, pays}]}; empty at stud

account.html (/me)
    account   {id, name, role, guest, created}
    tokens    list of {id, name, created, scopes, expires}; new_token  the secret of a new token, shown once, or ""
    second_factor  whether there is one; recovery_codes_left; recovery_codes  new ones, shown once, or []
    enrolment {secret, uri} while a second factor is being set up, or None
    statement list of {at, what, amount}: the wallet's last entries, newest first
    rounds    the latest rounds, as in rounds.html

rounds.html (/me/rounds?before=)
    rounds    list of {id, url, game, title, table, name, number, at, state, net, wagered, record_url}
    void      the void rounds, likewise
    more      the URL of the next page, or ""
    exports   {json, csv}: download URLs

round.html (/me/rounds/ID)
    round     {id, game, title, table, number, opened, closed, state, reason, seat, seats, net, before, after,
               seed_hash, seed, client_seeds, root, rules, record_url, phh_url, proof_url}
              seats: list of {seat, name, bot, you, cards, net, note}; the dealer is last, with seat 0
    back      the URL of the table if the person has a seat there, else empty
    steps     list of {at, who, words, clock}: the steps in order, as this person may see them
    settled   list of {seat, who, wager, title, amount, result, how, returned, payoff, net, clause, row, row_words,
              capped, why}
    pots      list of {who, amount, clause} at stud
    replay    {url, picture, share}: the URLs of its replay and picture, and its link for others, or ""

logout.html (/logout) {paces: by table}: what logging out would lose

check.html (/check): checks the record or the proof of a round in the browser; no context of its own

login.html {next, name, code_needed}; register.html {next, name, upgrade}; about.html {times};
error.html {status, title, why}
"""

from __future__ import annotations

from dataclasses import asdict
from secrets import token_hex
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from seventh import __version__
from seventh.games import book_house, game_of, wording_of
from seventh.house import House
from seventh.room.frames import VERSION
from seventh.room.people.accounts import Person
from seventh.room.people.second_factor import CODE_NEEDED
from seventh.room.refusals import RoomRefused
from seventh.room.settings import RoomSettings
from seventh.room.tables.table import LiveTable
from seventh.web.api_accounts import let_in, let_in_again
from seventh.web.auth import Anyone, Authenticator, Visit, check_csrf
from seventh.web.errors import Failure, Problem, problem_of
from seventh.web.game_info import PLAY_CHIPS, charts_of, clauses_of, figures_of, game_info, rules_data, worked_of
from seventh.web.glossary import terms_of
from seventh.web.house_info import house_info, lab_link
from seventh.web.room_facade import RoomFacade
from seventh.web.statements import left_with
from seventh.web.templating import felts

router = APIRouter(include_in_schema=False)


Text = Annotated[str, Form(max_length=300)]
Next = Annotated[str, Form(alias="next", max_length=300)]
NextInQuery = Annotated[str, Query(alias="next", max_length=300)]


async def page(request: Request, template: str, visit: Visit, code: int = 200, /, **context: Any) -> HTMLResponse:
    """Render a page with the base context; sets a visitor cookie for the page's forms if there is none."""
    state = request.app.state
    facade: RoomFacade = state.facade
    person = visit.person
    resting = state.authenticator.resting(request) if person is None else ""
    base = {
        "person": person and _shown(facade, person),
        "csrf": visit.csrf,
        "fresh_id": token_hex(8),
        "notices": list(state.settings.notices),
        "play_chips_notice": PLAY_CHIPS,
        "care": _care(facade.room.settings),
        "path": request.url.path,
        "message": f"You are logged out: {resting}." if resting else "",
        "error": "",
        "version": __version__,
        "password_least": facade.room.settings.password_least,
    }
    text = await run_in_threadpool(state.pages.text, template, {**base, **context})
    response = HTMLResponse(text, code)
    state.authenticator.greet(response, visit)
    return response


def _care(settings: RoomSettings) -> dict[str, str]:
    return {"age": settings.age_notice, "help": settings.help_line, "link": settings.help_link}


def _shown(facade: RoomFacade, person: Person) -> dict[str, Any]:
    known = {"id": person.id, "name": person.name, "role": person.role, "guest": person.guest}
    return {**known, **facade.balances(person.id)}


async def error_page(request: Request, status: int, problem: Problem) -> Response:
    """The error page."""
    try:
        visit: Visit = await request.app.state.authenticator.visit(request)
    except (Failure, RoomRefused):
        visit = Visit(None, "")
    why = f"{problem.why[:1].upper()}{problem.why[1:]}{f'; allowed: {problem.allowed}' if problem.allowed else ''}."
    title = {401: "Please log in", 403: "Not allowed", 404: "Page not found", 429: "Too many requests"}.get(
        status, "Something went wrong"
    )
    return await page(request, "error.html", visit, status, status=status, title=title, why=why)


def here_after(path: str) -> str:
    """Where to go after a form: always a path on this site, whatever was requested."""
    sane = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if sane else "/"


def go(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


# Public pages.


@router.get("/")
async def lobby(
    request: Request, visit: Anyone, left: Annotated[str, Query(max_length=80)] = "", folded: bool = False
) -> Response:
    """The games and their tables; after leaving a table, with a message about the result."""
    facade: RoomFacade = request.app.state.facade
    message = await left_with(facade, visit.person.id, left, folded) if left and visit.person else ""
    tables = [
        {**asdict(table), "title": book_house(table.game).title, "url": f"/table/{table.table}"}
        for table in facade.tables()
    ]
    games = [house_info(version) for version in facade.room.houses.values()]
    person, gate = visit.person.id if visit.person else "", facade.room.gate
    for table in tables:
        table["closed"] = gate.closed_to(person, table["table"], table["game"])
    closed = {game["house"]: gate.closed_to(person, "", game["game"]) for game in games}
    context = {"closed": closed, "games": games, "tables": tables, "bootstrap": _bootstrap(facade, visit)}
    if message:
        context["message"] = message
    context["own"] = facade.my_tables(visit.person.id) if visit.person else []
    return await page(request, "lobby.html", visit, **context)


def _bootstrap(facade: RoomFacade, visit: Visit) -> dict[str, Any]:
    """The bootstrap data for a page's script."""
    person = visit.person
    return {
        "protocol": VERSION,
        "socket": "/ws",
        "person": person and _shown(facade, person),
        "csrf": visit.csrf,
        "now": facade.now(),
    }


@router.get("/table/{table}")
async def table(request: Request, visit: Anyone, table: str, word: str = "", watch: str = "") -> Response:
    """A table, to play or watch; for a visitor with an invitation but no account, the join page."""
    facade: RoomFacade = request.app.state.facade
    live = facade.table(table, visit.person, word)
    if visit.person is None and live.row.word and word == live.row.word and not watch:
        return await join_page(request, visit, live, word)
    house, private = live.house, not live.row.public
    link = f"/table/{live.id}" + (f"?word={live.row.word}" if live.row.word else "")
    told = {"name": live.row.name, "game": live.game, "title": house.title, "private": private}
    told["rules_url"] = f"/rules/{live.row.follows or live.game}"
    told |= {"invitation": live.row.word or "", "link": link, "own": live.row.alone}
    bootstrap = {
        **_bootstrap(facade, visit),
        **told,
        "table": live.id,
        "rules": house.hash,
        "money": {"currency": house.currency, "chips_per_unit": house.chips_per_unit},
        "wagers": game_info(house)["wagers"],
        "clauses": list(clauses_of(house)),
        "scene": game_of(house).layout.scene,
        "spots": bool(game_of(house).layout.spots),
        "unit": house.table_unit,
        "deck": len(game_of(house).deck),
        "decides": wording_of(house).decides,
        "least": live.rules.FEWEST_PLAYERS,
        "buy_in": {
            "minimum": live.buy_in.minimum,
            "maximum": live.buy_in.maximum,
            "usual": facade.room.tables.usual_buy_in(live),
        },
        "seats": 1 if live.row.alone and live.rules.AGAINST_HOUSE else house.seats,
        "urls": {
            "lobby": "/",
            "rules": f"/rules/{live.row.follows or live.game}",
            "account": "/me",
            "rounds": "/me/rounds",
            "enter": "/enter",
            "login": "/login",
        },
    }
    looks = {"scene": bootstrap["scene"], "alone": live.rules.AGAINST_HOUSE, "has_chart": bool(charts_of(house))}
    looks["has_coach"] = live.coach.allowed
    # Suggestions are about a bet after the deal.
    later = any(spot.later for spot in game_of(house).layout.spots)
    looks |= {"decides": bootstrap["decides"], "advises": later, "stakes": wording_of(house).stakes}
    return await page(request, "table.html", visit, table={"id": live.id, **told, **looks}, bootstrap=bootstrap)


@router.get("/table/{table}/{panel}")
async def table_panel(
    request: Request, visit: Anyone, table: str, panel: Literal["rules", "chart"], word: str = ""
) -> Response:
    """The contents of a table's rules panel or hand chart, by its house rules."""
    house = request.app.state.facade.table(table, visit.person, word).house
    context: dict[str, Any] = {
        "panel": panel,
        "charts": charts_of(house),
        "worked": worked_of(house),
        "terms": terms_of(house),
    }
    context |= {"game": game_info(house), "rules": rules_data(house), "in_room": _in_room(request, house)}
    return await page(request, "panel.html", visit, **context, against_house=game_of(house).round.AGAINST_HOUSE)


async def join_page(
    request: Request,
    visit: Visit,
    live: LiveTable,
    word: str,
    nickname: str = "",
    error: str = "",
    code: int = 200,
    buy_in: str = "",
) -> HTMLResponse:
    """The join page of a private table, for a visitor with its link but no account."""
    people = {seat: chair.name for seat, chair in live.snapshot.chairs.items() if not chair.bot}
    here, away = ([name for seat, name in people.items() if (seat in live.away) is gone] for gone in (False, True))
    told: dict[str, Any] = {
        "id": live.id,
        "name": live.row.name,
        "title": live.house.title,
        "host": live.hosting.host_name,
    }
    told |= {"here": here, "away": away, "limits": wording_of(live.house).stakes, "word": word, "game": live.game}
    facade: RoomFacade = request.app.state.facade
    money, limits = live.house.money, live.buy_in
    told["buy_ins"] = f"{money(limits.minimum)} to {money(limits.maximum)}"
    filled = {"nickname": nickname, "buy_in": buy_in or money(facade.room.tables.usual_buy_in(live))}
    return await page(request, "table_join.html", visit, code, table=told, **filled, error=error)


@router.get("/felts.css")
async def felt_colours() -> Response:
    """The style sheet with the games' colours; its URL changes with them."""
    return Response(felts(), media_type="text/css", headers={"Cache-Control": "public, max-age=31536000, immutable"})


def _in_room(request: Request, house: House) -> dict[str, str]:
    """What the room does for its players, by clause id."""
    facade: RoomFacade = request.app.state.facade
    told: dict[str, str] = wording_of(house).in_the_room(bool(facade.room.settings.spares_decisions))
    return told


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    return go(f"/rules/{next(iter(request.app.state.facade.room.houses))}")


@router.get("/rules/{game}")
async def rules(request: Request, visit: Anyone, game: str) -> Response:
    """The rules in force of a house, with pay tables and exact figures."""
    facade: RoomFacade = request.app.state.facade
    version = facade.version(game, retired=True)
    house, retired = version.rules, facade.room.houses.retired.get(game)
    known = {"name": version.house, "title": version.title, "version": version.number, "at": version.at}
    context = {
        "house": {**known, "retired": retired.at if retired else 0},
        "houses": [{"name": each.house, "title": each.title} for each in facade.room.houses.values()],
        "rules": rules_data(house),
        "in_room": _in_room(request, house),
        "charts": charts_of(house),
        "worked": worked_of(house),
        "terms": terms_of(house),
        "figures": figures_of(house),
        "game": game_info(house),
        "lab_link": lab_link(version),
    }
    return await page(request, "rules.html", visit, **context)


@router.get("/about")
async def about(request: Request, visit: Anyone) -> Response:
    return await page(request, "about.html", visit, times=request.app.state.facade.room.settings)


# Logging in.


async def entered(request: Request, visit: Visit, response: Response, nickname: str = "") -> Visit:
    """The visitor, entering as a guest if needed, with the chosen nickname if any."""
    if visit.person is not None:
        return visit
    authenticator: Authenticator = request.app.state.authenticator
    authenticator.enter_counts(request)
    authenticator.check_rest(request)
    person = await request.app.state.facade.room.people.guest(nickname)
    return await let_in(request, response, visit, person.id)


@router.post("/enter")
async def enter(request: Request, visit: Anyone, csrf: Text = "", then: Next = "/") -> Response:
    """Enter as a guest with play chips."""
    check_csrf(visit, csrf)
    response = go(here_after(then))
    await entered(request, visit, response)
    return response


@router.post("/play/{game}")
async def play(request: Request, visit: Anyone, game: str, csrf: Text = "", together: Text = "") -> Response:
    """From the lobby to a table in one click: a single-player table, or one with other players."""
    check_csrf(visit, csrf)
    facade: RoomFacade = request.app.state.facade
    tables, response = facade.room.tables, go("/")
    facade.version(game)  # refuses an unknown one
    if together or not tables.playable_alone(game):
        found = tables.quick(game, visit.person.id if visit.person else "")
        await entered(request, visit, response)
    else:
        found = await tables.alone((await entered(request, visit, response)).here, game)
    response.headers["location"] = f"/table/{found.id}?sit=1"
    return response


@router.get("/login")
async def login_page(request: Request, visit: Anyone, then: NextInQuery = "/") -> Response:
    return (
        go("/me")
        if visit.person
        else await page(request, "login.html", visit, next=here_after(then), name="", code_needed=False)
    )


@router.post("/login")
async def login(
    request: Request,
    visit: Anyone,
    name: Text = "",
    password: Text = "",
    code: Text = "",
    csrf: Text = "",
    then: Next = "/",
) -> Response:
    response = go(here_after(then))
    try:
        check_csrf(visit, csrf)
        request.app.state.authenticator.enter_counts(request)
        person = await request.app.state.facade.access.login(name, password, visit.client, code)
        await let_in(request, response, visit, person.id)
    except (Failure, RoomRefused) as error:
        needed = bool(code) or getattr(error, "code", "") == CODE_NEEDED
        return await _again(request, "login.html", visit, error, next=here_after(then), name=name, code_needed=needed)
    return response


@router.get("/register")
async def register_page(request: Request, visit: Anyone, then: NextInQuery = "/") -> Response:
    if visit.person is not None and not visit.person.guest:
        return go("/me")
    return await page(request, "register.html", visit, next=here_after(then), name="", upgrade=visit.person is not None)


@router.post("/register")
async def register(
    request: Request, visit: Anyone, name: Text = "", password: Text = "", csrf: Text = "", then: Next = "/"
) -> Response:
    """Create an account, or upgrade a guest's."""
    facade: RoomFacade = request.app.state.facade
    response = go(here_after(then))
    try:
        check_csrf(visit, csrf)
        request.app.state.authenticator.enter_counts(request)
        if visit.person is not None:
            await facade.access.upgrade(visit.person.id, name, password, "")
            await let_in_again(request, response, visit)
        else:
            request.app.state.authenticator.check_rest(request)
            person = await facade.room.people.register(name, password)
            await let_in(request, response, visit, person.id)
    except (Failure, RoomRefused) as error:
        upgrade = visit.person is not None
        return await _again(request, "register.html", visit, error, next=here_after(then), name=name, upgrade=upgrade)
    return response


async def _again(request: Request, template: str, visit: Visit, error: Exception, **context: Any) -> Response:
    """Show the form again with an error."""
    status, line = problem_line(error)
    return await page(request, template, visit, status, error=line, **context)


def problem_line(error: Exception) -> tuple[int, str]:
    """The status of an error, and the line to show on a page."""
    status, problem = problem_of(error)
    why = f"{problem.why}{f'; allowed: {problem.allowed}' if problem.allowed else ''}"
    return status, f"{why[:1].upper()}{why[1:]}."


@router.post("/upgrade")
async def upgrade(request: Request, visit: Anyone, name: Text = "", password: Text = "", csrf: Text = "") -> Response:
    return await register(request, visit, name, password, csrf, "/me")


@router.get("/logout")
async def logout_page(request: Request, visit: Anyone) -> Response:
    """Ask for confirmation, showing what logging out would lose."""
    facade: RoomFacade = request.app.state.facade
    if not visit.person:
        return go("/")
    paces = {seat["table"]: facade.room.tables[seat["table"]].pace for seat in facade.seats_of(visit.person.id)}
    return await page(request, "logout.html", visit, paces=paces)


@router.post("/logout")
async def logout(request: Request, visit: Anyone, csrf: Text = "", sure: Text = "") -> Response:
    """Log out; asks for confirmation if something would be lost."""
    check_csrf(visit, csrf)
    facade: RoomFacade = request.app.state.facade
    if visit.person and not sure and (visit.person.guest or facade.seats_of(visit.person.id)):
        return await logout_page(request, visit)
    response = go("/")
    if visit.session:
        await request.app.state.facade.room.sessions.end(visit.session)
        request.app.state.authenticator.forget(response)
    return response
