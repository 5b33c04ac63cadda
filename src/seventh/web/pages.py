"""The pages, rendered on the server: what each template is given, and the forms that work without a script.

Every template gets the base context:

    person             None before somebody enters, else {id, name, role, guest, wallet, refill_to, next_refill}
    csrf               the token that each form sends back in a hidden field `csrf`, and scripts in `X-CSRF-Token`
    notices            lines of the house such as an age limit and a help line, a list of texts
    play_chips_notice  the sentence that says that chips have no value
    asset(path)        the address of a file under static/, with its version: asset("js/table.js")
    path               the path of this page
    message, error     one line to show on top of the page, or ""
    version            of the program
    password_least     the least length of a new password
    fresh_id           for a form that must not be carried out twice

Filters: `amount|money(game)` writes smallest chips as people do, `amount|signed(game)` with a sign, `time|when`
milliseconds since 1970 as text (UTC), `value|percent` a part of one. Function: card_name("Ks") is "king of spades".

Forms (POST, with `csrf`; `next` is a path of this site to go to afterwards; all answer 303, or the page with `error`):

    /play/GAME  {}                      enters as a guest if nobody is there, finds a table, goes to /table/ID?sit=1
    /enter    {next?}                   a guest with play chips at once
    /login    {name, password, next?}   /register {name, password, next?}: a guest keeps the account under a name
    /logout   {}                        /me/password {old, new}             /me/delete {password, confirm="delete"}
    /me/refill {id, next?}              /me/tokens {name}                   /me/tokens/ID/delete {}
    /tables   {game, name?}             opens a private table and goes to it

lobby.html (/)
    games     list of {game, title, seats, least, limits, house_takes, wagers, rules_url, play_url}
              `limits` and `house_takes` are texts, `least` is the least number of players;
              wagers: list of {key, title, limits, terms, clause, edge, edge_exact, edge_text, edge_words, top, figures}
              `edge` is a float or None, `edge_exact` a fraction as text, `edge_text` such as "2.64%", `edge_words` in a
              sentence; `top` None or {name, pays, odds, one_in} for the best award: pays "300 to 1", odds "1 in
              32,487"; of a whole hand that an ante starts, pays is what it wins in all: "4 antes"
    tables    list of {table, name, game, title, url, seats, taken, bots, queue, state, minimum, maximum}
    bootstrap for the lobby's script: {protocol, socket, person, csrf, now}

table.html (/table/ID; a private one with ?word=WORD; ?sit=1 asks to be seated at once)
    table     {id, name, game, title, private, invitation, link}
    game      the lobby's entry of its game
    rules     as on rules.html, for the panel that is one key away
    bootstrap for <script type="application/json" id="bootstrap">{{ bootstrap|tojson }}</script>:
              {protocol, socket, table, name, invitation, link, game, title, rules, person, csrf, now, clauses,
               money: {currency, chips_per_unit}, wagers: [as above], unit, least, seats,
               buy_in: {minimum, maximum, usual}, urls: {lobby, rules, account, rounds, enter, login}}
              `unit` is the smallest step of a wager, `least` the fewest players; `socket` is "/ws", whose frames bring
              everything else that is drawn

rules.html (/rules/GAME)
    game      the lobby's entry
    rules     {game, title, hash, wagers, sections: [{title, parts: [
                {kind: "clause", id, text} or {kind: "table", id, title, columns, rows}]}]}
    figures   list of {key, title, edge, edge_text, edge_exact, element_of_risk, std_dev, hit_frequency, top,
                outcomes: [{name, probability, one_in, pays}]}; empty at stud

account.html (/me)
    account   {id, name, role, guest, created}
    seats     list of {table, name, game, url, chips}
    tokens    list of {id, name, created}; new_token  the text of a token just made, shown once, or ""
    statement list of {at, kind, amount, other, round}: the wallet's last entries, newest first
    rounds    the last rounds, as on rounds.html

rounds.html (/me/rounds?before=)
    rounds    list of {id, url, game, title, table, number, at, state, net, wagered, record_url}
    more      the address of the next page, or ""
    exports   {json, csv}: addresses of downloads

round.html (/me/rounds/ID)
    round     {id, game, title, table, number, opened, closed, state, reason, seat, seats, net, before, after,
               seed_hash, seed, client_seeds, root, rules, record_url, phh_url, proof_url}
              seats: list of {seat, name, bot, you, cards, net, note}; the dealer is the last one, with seat 0
    steps     list of {at, who, words, clock}: what happened, in order, as this person may see it
    settled   list of {seat, wager, title, amount, result, returned, payoff, net, clause, row, row_words, capped,
              why}
    pots      list of {who, amount, clause} at stud

login.html {next, name}; register.html {next, name, upgrade}; about.html {}; error.html {status, title, why}
"""

from __future__ import annotations

from dataclasses import asdict
from secrets import token_hex
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from seventh import __version__
from seventh.games import GAMES, book_house, game_of
from seventh.room.frames import VERSION
from seventh.room.people.accounts import Person
from seventh.room.refusals import RoomRefused
from seventh.web.api_accounts import let_in
from seventh.web.api_rules import house_of
from seventh.web.desk import Desk
from seventh.web.errors import Failure, Problem, problem_of
from seventh.web.facts import PLAY_CHIPS, clauses_of, figures_of, game_facts, rules_data
from seventh.web.templating import felts
from seventh.web.visits import Anyone, Doorman, Visit, check_csrf

router = APIRouter(include_in_schema=False)


Text = Annotated[str, Form(max_length=300)]
Next = Annotated[str, Form(alias="next", max_length=300)]
NextInQuery = Annotated[str, Query(alias="next", max_length=300)]


async def page(request: Request, template: str, visit: Visit, code: int = 200, /, **context: Any) -> HTMLResponse:
    """A page with the base context; a visitor without a cookie gets one for the page's forms."""
    state = request.app.state
    desk: Desk = state.desk
    person = visit.person
    base = {
        "person": person and _shown(desk, person),
        "csrf": visit.csrf,
        "fresh_id": token_hex(8),
        "notices": list(state.settings.notices),
        "play_chips_notice": PLAY_CHIPS,
        "path": request.url.path,
        "message": "",
        "error": "",
        "version": __version__,
        "password_least": desk.room.settings.password_least,
    }
    text = await run_in_threadpool(state.pages.text, template, {**base, **context})
    response = HTMLResponse(text, code)
    state.doorman.greet(response, visit)
    return response


def _shown(desk: Desk, person: Person) -> dict[str, Any]:
    known = {"id": person.id, "name": person.name, "role": person.role, "guest": person.guest}
    return {**known, **desk.purse(person.id)}


async def error_page(request: Request, status: int, problem: Problem) -> Response:
    """A page that says what went wrong."""
    try:
        visit: Visit = await request.app.state.doorman.visit(request)
    except (Failure, RoomRefused):
        visit = Visit(None, "")
    why = f"{problem.why[:1].upper()}{problem.why[1:]}{f'; allowed: {problem.allowed}' if problem.allowed else ''}."
    title = {401: "Come in first", 403: "Not for you", 404: "Not here", 429: "Too fast"}.get(
        status, "That did not work"
    )
    return await page(request, "error.html", visit, status, status=status, title=title, why=why)


def here_after(path: str) -> str:
    """Where to go after a form: a path of this site, whatever was asked for."""
    sane = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if sane else "/"


def go(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


# What everybody may see.


@router.get("/")
async def lobby(request: Request, visit: Anyone) -> Response:
    """The games and their tables."""
    desk: Desk = request.app.state.desk
    tables = [
        {**asdict(table), "title": book_house(table.game).title, "url": f"/table/{table.table}"}
        for table in desk.tables()
    ]
    games = [game_facts(book_house(game)) for game in GAMES]
    return await page(request, "lobby.html", visit, games=games, tables=tables, bootstrap=_bootstrap(desk, visit))


def _bootstrap(desk: Desk, visit: Visit) -> dict[str, Any]:
    """What the script of a page begins with."""
    person = visit.person
    return {
        "protocol": VERSION,
        "socket": "/ws",
        "person": person and _shown(desk, person),
        "csrf": visit.csrf,
        "now": desk.now(),
    }


@router.get("/table/{table}")
async def table(request: Request, visit: Anyone, table: str, word: str = "") -> Response:
    """A table to sit at, or to watch."""
    desk: Desk = request.app.state.desk
    live = desk.table(table, visit.person, word)
    house, private = live.house, live.row.word is not None
    link = f"/table/{live.id}" + (f"?word={live.row.word}" if private else "")
    told = {"name": live.row.name, "game": live.game, "title": house.title, "private": private}
    told |= {"invitation": live.row.word or "", "link": link}
    bootstrap = {
        **_bootstrap(desk, visit),
        **told,
        "table": live.id,
        "rules": house.hash,
        "money": {"currency": house.currency, "chips_per_unit": house.chips_per_unit},
        "wagers": game_facts(house)["wagers"],
        "clauses": clauses_of(house),
        "unit": house.table_unit,
        "least": live.rules.FEWEST_PLAYERS,
        "buy_in": {
            "minimum": live.buy_in.minimum,
            "maximum": live.buy_in.maximum,
            "usual": desk.room.tables.usual_buy_in(live),
        },
        "seats": house.seats,
        "urls": {
            "lobby": "/",
            "rules": f"/rules/{live.game}",
            "account": "/me",
            "rounds": "/me/rounds",
            "enter": "/enter",
            "login": "/login",
        },
    }
    scene = {"scene": game_of(house).layout.scene, "alone": live.rules.AGAINST_HOUSE}
    context = {"table": {"id": live.id, **told, **scene}, "game": game_facts(house), "rules": rules_data(house)}
    return await page(request, "table.html", visit, **context, bootstrap=bootstrap)


@router.get("/felts.css")
async def felt_colours() -> Response:
    """The colours of the games' tables; the address changes with them."""
    return Response(felts(), media_type="text/css", headers={"Cache-Control": "public, max-age=31536000, immutable"})


@router.get("/rules")
async def all_rules() -> Response:
    return go(f"/rules/{next(iter(GAMES))}")


@router.get("/rules/{game}")
async def rules(request: Request, visit: Anyone, game: str) -> Response:
    """The rules in force, with pay tables and exact figures."""
    house = house_of(game)
    context = {"rules": rules_data(house), "figures": figures_of(house), "game": game_facts(house)}
    return await page(request, "rules.html", visit, **context)


@router.get("/about")
async def about(request: Request, visit: Anyone) -> Response:
    return await page(request, "about.html", visit)


# Coming in.


async def _entered(request: Request, visit: Visit, response: Response) -> Visit:
    """The visitor, as a guest if need be."""
    if visit.person is not None:
        return visit
    doorman: Doorman = request.app.state.doorman
    doorman.enter_counts(request)
    person = await request.app.state.desk.room.people.guest()
    return await let_in(request, response, person.id)


@router.post("/enter")
async def enter(request: Request, visit: Anyone, csrf: Text = "", then: Next = "/") -> Response:
    """A guest with play chips at once."""
    check_csrf(visit, csrf)
    response = go(here_after(then))
    await _entered(request, visit, response)
    return response


@router.post("/play/{game}")
async def play(request: Request, visit: Anyone, game: str, csrf: Text = "") -> Response:
    """The way from the lobby to a table, in one click."""
    check_csrf(visit, csrf)
    desk: Desk = request.app.state.desk
    quick = desk.room.tables.quick(game, visit.person.id if visit.person else "")
    response = go(f"/table/{quick.id}?sit=1")
    await _entered(request, visit, response)
    return response


@router.get("/login")
async def login_page(request: Request, visit: Anyone, then: NextInQuery = "/") -> Response:
    return go("/me") if visit.person else await page(request, "login.html", visit, next=here_after(then), name="")


@router.post("/login")
async def login(
    request: Request, visit: Anyone, name: Text = "", password: Text = "", csrf: Text = "", then: Next = "/"
) -> Response:
    try:
        check_csrf(visit, csrf)
        request.app.state.doorman.enter_counts(request)
        person = await request.app.state.desk.login(name, password)
    except (Failure, RoomRefused) as error:
        return await _again(request, "login.html", visit, error, next=here_after(then), name=name)
    response = go(here_after(then))
    await let_in(request, response, person.id)
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
    """A new account, or a guest's that is kept."""
    people = request.app.state.desk.room.people
    response = go(here_after(then))
    try:
        check_csrf(visit, csrf)
        request.app.state.doorman.enter_counts(request)
        if visit.person is not None:
            await people.upgrade(visit.person.id, name, password)
        else:
            person = await people.register(name, password)
            await let_in(request, response, person.id)
    except (Failure, RoomRefused) as error:
        upgrade = visit.person is not None
        return await _again(request, "register.html", visit, error, next=here_after(then), name=name, upgrade=upgrade)
    return response


async def _again(request: Request, template: str, visit: Visit, error: Exception, **context: Any) -> Response:
    """The form once more, with what is wrong."""
    status, line = problem_line(error)
    return await page(request, template, visit, status, error=line, **context)


def problem_line(error: Exception) -> tuple[int, str]:
    """The status of an error, and the line that a page shows."""
    status, problem = problem_of(error)
    why = f"{problem.why}{f'; allowed: {problem.allowed}' if problem.allowed else ''}"
    return status, f"{why[:1].upper()}{why[1:]}."


@router.post("/upgrade")
async def upgrade(request: Request, visit: Anyone, name: Text = "", password: Text = "", csrf: Text = "") -> Response:
    return await register(request, visit, name, password, csrf, "/me")


@router.post("/logout")
async def logout(request: Request, visit: Anyone, csrf: Text = "") -> Response:
    check_csrf(visit, csrf)
    response = go("/")
    if visit.session:
        await request.app.state.desk.room.sessions.end(visit.session)
        request.app.state.doorman.forget(response)
    return response
