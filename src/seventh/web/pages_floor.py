"""The floor console: pages for those who run the games. They work without JavaScript; a script only refreshes them.

Templates, each with the base context of `pages`:

    floor.html         tables (as `table_line`), shown (the filter), flags, closures, closable, kept, pending
    floor_table.html   t (as `table_panel`)
    floor_call.html    t, call, spot: a call with what follows, to be confirmed
    floor_rounds.html  rounds, asked (the look-up)
    floor_round.html   round, decisions, record (whether it is complete)
    floor_chips.html   adjustments
    floor_log.html     entries, more

Forms (POST, with `csrf` and a request id `id`; all answer with a redirect, or the page with `error`):

    /floor/tables/ID/hold {what, why}      /release {}      /deal {round}
    /floor/tables/ID/remove {person, why}  /let_in {person}
    /floor/tables/ID/call {round, call, place, expects, why?}
    /floor/chips {person, amount, why}     /floor/chips/ID {approve}
"""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from seventh.games import GAMES, book_house
from seventh.room import floor_asks as asks
from seventh.room.people.accounts import ADMIN, FLOOR
from seventh.room.refusals import MALFORMED, NOT_NOW, RoomRefused
from seventh.web.auth import HasRole, Visit, check_csrf
from seventh.web.errors import Failure
from seventh.web.floor_closures import closable, closed_words
from seventh.web.floor_desk import adjustment_lines, carry_out, fresh, person_of, player_name, table_of
from seventh.web.floor_info import clause_text, table_line, table_panel
from seventh.web.floor_words import log_words
from seventh.web.pages import Text, go, page, problem_line
from seventh.web.room_facade import RoomFacade

router = APIRouter(include_in_schema=False)

Staff = Annotated[Visit, Depends(HasRole(FLOOR, ADMIN))]
Id = Annotated[str, Form(alias="id", max_length=64)]
Asked = Annotated[str, Query(max_length=64)]

PER_PAGE = 50


def facade_of(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


# All tables.


@router.get("/floor")
async def floor(request: Request, visit: Staff, game: Asked = "", show: Asked = "") -> Response:
    """All tables at a glance."""
    return await floor_page(request, visit, game=game, show=show)


async def floor_page(
    request: Request, visit: Visit, code: int = 200, game: str = "", show: str = "", **context: Any
) -> Response:
    facade = facade_of(request)
    lines = [table_line(table) for table in facade.room.tables.values()]
    busy = [line for line in lines if line["people"] or line["held"] or line["notice"]]
    shown = lines if show == "all" else busy
    shown = [line for line in shown if not game or line["game"] == game]
    flags = await run_in_threadpool(facade.room.casebook.flags, 10)
    pending = await run_in_threadpool(adjustment_lines, facade, visit.here)
    return await page(
        request,
        "floor.html",
        visit,
        code,
        **{
            "tables": sorted(shown, key=lambda line: (not line["people"], line["title"], line["name"])),
            "all": len(lines),
            "asked": {"game": game, "show": show},
            "flags": flags,
            "closures": [
                {"scope": c.scope, "who": c.who, "why": c.why, "at": c.at, "by": facade.name_of(c.by) if c.by else "",
                 "what": closed_words(facade, c.scope, c.who)}
                for c in facade.room.gate.closures
            ],
            "closable": closable(facade),
            "kept": {"what": "", "person": "", "why": ""},
            "excluded": sorted(facade.name_of(person) for person in facade.room.limits.book.excluded()),
            "pending": [line for line in pending if line["state"] == "pending"],
            **context,
        },
    )  # fmt: skip


# One table.


@router.get("/floor/tables/{table}")
async def one_table(request: Request, visit: Staff, table: str) -> Response:
    """A table as a bystander sees it, and what the floor can do there."""
    return await _table(request, visit, table)


async def _table(request: Request, visit: Visit, table: str, code: int = 200, **context: Any) -> Response:
    panel = table_panel(table_of(facade_of(request), table))
    return await page(request, "floor_table.html", visit, code, t=panel, **context)


async def _act(request: Request, visit: Visit, csrf: str, table: str, ask: asks.AnyFloorAsk) -> Response:
    """Carry out a request of the floor, and show the table again."""
    try:
        check_csrf(visit, csrf)
        await carry_out(facade_of(request), visit.here, ask, visit.client)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _table(request, visit, table, status, error=line)
    return go(f"/floor/tables/{table}")


@router.post("/floor/tables/{table}/hold")
async def hold(
    request: Request,
    visit: Staff,
    table: str,
    what: Annotated[Literal["all", "deal"], Form()] = "all",
    why: Text = "",
    name: Id = "",
    csrf: Text = "",
) -> Response:
    return await _act(request, visit, csrf, table, asks.FloorHold(fresh(name), table, what, why))


@router.post("/floor/tables/{table}/release")
async def release(request: Request, visit: Staff, table: str, name: Id = "", csrf: Text = "") -> Response:
    return await _act(request, visit, csrf, table, asks.FloorRelease(fresh(name), table))


@router.post("/floor/tables/{table}/deal")
async def deal(
    request: Request, visit: Staff, table: str, name: Id = "", round_id: Annotated[str, Form(alias="round")] = "",
    csrf: Text = "",
) -> Response:  # fmt: skip
    return await _act(request, visit, csrf, table, asks.FloorDeal(fresh(name), table, round_id))


@router.post("/floor/tables/{table}/remove")
async def remove(
    request: Request, visit: Staff, table: str, person: Text = "", why: Text = "", name: Id = "", csrf: Text = ""
) -> Response:
    return await _act(request, visit, csrf, table, asks.FloorRemove(fresh(name), table, person, why))


@router.post("/floor/tables/{table}/let_in")
async def let_in(
    request: Request, visit: Staff, table: str, person: Text = "", name: Id = "", csrf: Text = ""
) -> Response:
    return await _act(request, visit, csrf, table, asks.FloorLetIn(fresh(name), table, person))


@router.get("/floor/tables/{table}/call")
async def confirm(request: Request, visit: Staff, table: str, call: Asked = "", place: Asked = "") -> Response:
    """What a call would do, before it is made."""
    try:
        return await _confirm(request, visit, table, call, place)
    except RoomRefused as refused:
        status, line = problem_line(refused)
        return await _table(request, visit, table, status, error=line)


async def _confirm(
    request: Request, visit: Visit, table: str, call: str, place: str, code: int = 200, **context: Any
) -> Response:
    panel = table_panel(table_of(facade_of(request), table))
    found = next((c for c in panel["calls"] if c["call"] == call), None)
    spot = next((s for s in found["spots"] if s["place"] == place), None) if found else None
    if found is None or spot is None:
        raise RoomRefused(NOT_NOW, "that call can no longer be made; the round has moved on")
    return await page(request, "floor_call.html", visit, code, t=panel, call=found, spot=spot, **context)


@router.post("/floor/tables/{table}/call")
async def make_call(
    request: Request,
    visit: Staff,
    table: str,
    call: Text = "",
    place: Text = "",
    expects: Text = "",
    why: Text = "",
    name: Id = "",
    round_id: Annotated[str, Form(alias="round", max_length=64)] = "",
    csrf: Text = "",
) -> Response:
    """Make a call that was confirmed; if something else follows by now, show that instead."""
    ask = asks.FloorCall(fresh(name), table, round_id, call, place, expects, why)
    try:
        check_csrf(visit, csrf)
        await carry_out(facade_of(request), visit.here, ask, visit.client)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        try:
            return await _confirm(request, visit, table, call, place, status, error=line)
        except RoomRefused:
            return await _table(request, visit, table, status, error=line)
    return go(f"/floor/tables/{table}")


# Past rounds.


@router.get("/floor/rounds")
async def rounds(
    request: Request, visit: Staff, id: Asked = "", table: Asked = "", person: Asked = "", since: Asked = "",  # noqa: A002
    until: Asked = "",
) -> Response:  # fmt: skip
    """Look up rounds by id, table, player and time."""
    facade, asked = facade_of(request), {"id": id, "table": table, "person": person, "since": since, "until": until}
    error, found = "", []
    try:
        times = _moment(since), _moment(until)
        book = facade.room.casebook
        found = await run_in_threadpool(book.rounds, id.strip(), table.strip(), person.strip(), *times, PER_PAGE)
    except RoomRefused as refused:
        error = problem_line(refused)[1]
    titles = await run_in_threadpool(facade.titles, *(line.id for line in found))
    lines = [
        {
            "id": line.id, "game": line.game, "title": titles[line.id],
            "name": facade.table_name(line.table), "number": line.number, "at": line.opened, "state": line.state,
            "reason": line.reason, "players": line.players,
        }
        for line in found
    ]  # fmt: skip
    return await page(request, "floor_rounds.html", visit, rounds=lines, asked=asked, error=error)


def _moment(text: str) -> int:
    """A time in UTC as the form sends it; 0 if it is empty."""
    if not text.strip():
        return 0
    try:
        return int(datetime.fromisoformat(text.strip()).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise RoomRefused(MALFORMED, f"{text!r} is not a time", "such as 2026-11-17T20:30") from None


@router.get("/floor/rounds/{round_id}")
async def one_round(request: Request, visit: Staff, round_id: str) -> Response:
    """A finished round: who decided what, and when."""
    facade = facade_of(request)
    found = await run_in_threadpool(facade.room.casebook.finished, round_id)
    return await page(
        request,
        "floor_round.html",
        visit,
        round={
            "id": round_id,
            "title": facade.titles(round_id)[round_id],
            "game": found.live.hand.game,
            "name": facade.table_name(found.live.table),
            "number": found.live.number,
            "opened": found.live.opened,
            "void": found.live.is_void,
            "reason": found.live.called_off or (found.live.hand.outcome.reason if found.live.hand.outcome else ""),
            "clause": found.live.hand.outcome.clause if found.live.hand.outcome else "",
            "rule": clause_text(found.live.house, found.live.hand.outcome.clause if found.live.hand.outcome else ""),
            "seats": [
                {"seat": seat, "name": player_name(facade, seated.person), "net": found.live.nets[seat]}
                for seat, seated in found.live.seats.items()
            ],
        },
        decisions=found.steps,
        complete=found.complete,
        entries=[{"at": line.at, "name": line.name, "words": log_words(facade, line)} for line in found.entries],
    )


# Chips.


@router.get("/floor/chips")
async def chips(request: Request, visit: Staff) -> Response:
    """Manual changes of chips."""
    return await _chips(request, visit)


async def _chips(request: Request, visit: Visit, code: int = 200, **context: Any) -> Response:
    lines = await run_in_threadpool(adjustment_lines, facade_of(request), visit.here)
    return await page(request, "floor_chips.html", visit, code, adjustments=lines, **context)


@router.post("/floor/chips")
async def propose(
    request: Request, visit: Staff, person: Text = "", amount: Text = "", why: Text = "", name: Id = "", csrf: Text = ""
) -> Response:
    """Propose a change, for somebody else to approve."""
    facade = facade_of(request)
    try:
        check_csrf(visit, csrf)
        whom = person_of(facade, person.strip())
        ask = asks.ProposeAdjustment(fresh(name), whom.id, _amount(amount), why)
        await carry_out(facade, visit.here, ask, visit.client)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _chips(request, visit, status, error=line)
    return go("/floor/chips")


def _amount(text: str) -> int:
    """An amount as a person writes it, in smallest chips."""
    per_unit = book_house(next(iter(GAMES))).chips_per_unit
    try:
        amount = Decimal(text.strip().replace("−", "-").replace(",", "").replace("$", "")) * per_unit  # noqa: RUF001
    except InvalidOperation:
        raise RoomRefused(MALFORMED, f"{text!r} is not an amount", "such as 50 or -12.50") from None
    if not amount.is_finite() or amount != int(amount):
        raise RoomRefused(MALFORMED, f"{text!r} is not a whole number of chips", f"steps of {Decimal(1) / per_unit}")
    return int(amount)


@router.post("/floor/chips/{adjustment}")
async def decide(
    request: Request, visit: Staff, adjustment: str, approve: Text = "", name: Id = "", csrf: Text = ""
) -> Response:
    """Approve or decline."""
    try:
        check_csrf(visit, csrf)
        if approve not in ("yes", "no"):
            raise RoomRefused(MALFORMED, "approve or decline it")
        ask = asks.DecideAdjustment(fresh(name), adjustment, approve == "yes")
        await carry_out(facade_of(request), visit.here, ask, visit.client)
    except (Failure, RoomRefused) as error:
        status, line = problem_line(error)
        return await _chips(request, visit, status, error=line)
    return go("/floor/chips")


# The log.


@router.get("/floor/log")
async def staff_log(request: Request, visit: Staff, before: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    """Who did what, and when."""
    facade = facade_of(request)
    found = await run_in_threadpool(facade.room.casebook.staff_log, before, PER_PAGE)
    entries = [
        {
            "seq": line.seq, "at": line.at, "name": line.name, "words": log_words(facade, line),
            "table": facade.table_name(line.table) if line.table else "", "round": line.round,
        }
        for line in found
    ]  # fmt: skip
    more = f"/floor/log?before={found[-1].seq}" if len(found) == PER_PAGE else ""
    return await page(request, "floor_log.html", visit, entries=entries, more=more)
